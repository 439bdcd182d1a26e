"""A game with a pack of its own, `three_coins`, plays in all views, words and pictures."""

from xml.etree import ElementTree

import pytest

from cardzoo.envs import make, make_batch, registry
from cardzoo.envs.drawing.ansi import draw_ansi
from cardzoo.envs.drawing.pixels import scene_pixels
from cardzoo.envs.drawing.shapes import SIGNS, named
from cardzoo.envs.drawing.svg import card_svg, path_data
from cardzoo.envs.encoders import ENCODERS, make_encoder
from cardzoo.envs.engine import Actions, Block, Cards, Other, Pack, Rank, State, Suit
from cardzoo.envs.language.answers import read_answer
from cardzoo.envs.language.prompts import write_prompt
from cardzoo.envs.replay import Replay, record
from cardzoo.envs.scene import table_scene
from cardzoo.envs.unknown_cards import guess_position, known_position
from cardzoo.testing.check import CHECKS
from cardzoo.testing.setting import usual
from tests.command import command
from tests.engine import three_coins
from tests.engine.three_coins import GAME, PACK

NAME = "tests.engine.three_coins:GAME"
DECK = [card for rank in range(10) for card in range(rank, 40, 10)]
TOPICS = ("decks", "encodings", "prompts", "scenes", "words")
FIREWORKS = Pack(
    suits=tuple(Suit(colour) for colour in ("red", "yellow", "green", "blue", "white")),
    ranks=tuple(Rank(str(number)) for number in range(1, 6)),
    copies=(3, 2, 2, 2, 1) * 5,
    pattern="{suit}-{rank}",
)


@pytest.fixture
def known(monkeypatch):
    monkeypatch.setattr(registry, "_known", dict(registry._known))
    registry.find_game(NAME)
    return NAME


def test_cards_have_words_both_ways():
    assert PACK.words[0] == "1-coins"
    assert [PACK.parse(word.upper()) for word in PACK.words] == list(range(40))
    assert PACK.text([39, -1, 8]) == "king-clubs ? knight-coins"
    assert PACK.parse_all("1-cups..3-cups 7-coins") == [10, 11, 12, 6]
    assert (PACK.names[7], PACK.codes, PACK.grid) == ("jack of coins", 40, (4, 10))


def test_copies_may_differ_from_card_to_card():
    assert len(FIREWORKS.cards) == 50
    assert (FIREWORKS.codes, FIREWORKS.most_copies, FIREWORKS.copies_of[:6]) == (25, 3, (3, 2, 2, 2, 1, 3))
    state = State(Cards("hand"), pack=FIREWORKS)
    (field,) = state.holders()
    assert field.bounds == (0, 3)
    assert field.entry[2] == (25,)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("1-coins king-cap", "'king-cap' is not a card; write a card such as '1-coins' or 'king-clubs'"),
        ("7-cups..1-swords", "is not a run"),
        ([40], "40 is not a card code; codes are 0 to 39"),
    ],
)
def test_words_that_are_no_cards_are_refused(words, problem):
    with pytest.raises(ValueError, match=problem.replace("?", r"\?")):
        PACK.parse_all(words)


def test_a_pack_refuses_words_that_could_not_be_read_back():
    with pytest.raises(ValueError, match="no spaces"):
        Pack(others=(Other("wild draw four"),))
    with pytest.raises(ValueError, match="must differ"):
        Pack(others=(Other("wild"), Other("Wild")))
    with pytest.raises(ValueError, match="copies must be 1 numbers, got 2"):
        Pack(others=(Other("wild"),), copies=(1, 2))


def test_actions_and_fields_of_two_packs_make_no_game():
    declared = {name: getattr(GAME, name) for name in ("state", "view", "deal", "legal_actions", "apply_action")}
    names = {"name": "two", "version": 0, "title": "Two", "family": "toy"}
    with pytest.raises(ValueError, match="actions must be of the state's pack"):
        type(GAME)(
            **names, **declared, players=(2, 2), default_players=2, score_range=1, actions=Actions(Block("play", 40))
        )


def test_a_written_deck_deals_the_cards_of_the_pack():
    table = GAME.table(deck=PACK.text(DECK), num_players=2)
    assert table.words("hands")["hands"] == ["1-coins 2-coins 1-swords", "1-cups 2-cups 1-clubs"]
    with pytest.raises(ValueError, match="pack of 40 cards: king-clubs is missing"):
        GAME.table(deck=PACK.text(DECK[:-1]))


def test_a_position_plays_in_the_words_of_the_pack():
    table = GAME.position(
        num_players=2, player=1, leader=0, table=["7-cups", None], hands=["1-cups 2-cups", "7-coins 1-clubs 2-clubs"]
    )
    assert table.legal() == ["play 7-coins", "play 1-clubs", "play 2-clubs"]
    assert table.play("PLAY 7-Coins").words("score", "leader") == {"score": [0, 1], "leader": 1}
    words = known_position(GAME.table(seed=1))
    again = guess_position(GAME, seed=2, **words)
    assert known_position(again) == words


@pytest.mark.parametrize("encoding", ENCODERS)
def test_all_encoders_observe_it(known, encoding):
    env = make(known, encoding=encoding)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, ended, stopped, _ = env.last()
        assert env.observation_space(agent)["observation"].contains(observation["observation"])
        env.step(None if ended or stopped else int(observation["action_mask"].argmax()))


def test_planes_are_suits_by_ranks_and_flat_rows_are_decoded(known):
    assert make_encoder("planes", GAME, 3).space.shape[1:] == (4, 10)
    env = make(NAME, encoding="flat")
    env.reset(seed=4)
    row = env.observe(env.agent_selection)["observation"]
    assert make_encoder("flat", GAME, 3).decode(row) == env.table.view_words(env.table.player)


def test_batches_play_it(known):
    batch = make_batch(known, 8)
    batch.reset(seed=1)
    for _ in range(30):
        batch.step(batch.action_masks.argmax(axis=1))
    assert batch.records["steps"].max() <= 9
    assert (batch.records["hands"].sum(axis=(1, 2)) > 0).any()


def test_a_replay_of_it_is_read_back(known):
    table = registry.find_game(NAME).table(seed=3, deck=DECK)
    actions = []
    while not table.over:
        actions.append(int(table.mask.argmax()))
        table.step(actions[-1])
    replay = Replay.from_json(record(table, 3, actions, deck=PACK.text(DECK).split()).to_json())
    assert replay.table().words() == table.words()


def test_prompts_and_answers_use_its_words():
    table = GAME.table(seed=3)
    prompt = write_prompt(GAME, 3, table.view(table.player), table.mask)
    held = table.view_words(table.player)["hand"].split()
    assert all(card in prompt for card in held)
    assert read_answer(GAME.actions, table.mask, f"[play the {held[0].replace('-', ' ')}]") == PACK.parse(held[0])


def test_its_cards_are_drawn_and_no_two_alike():
    faces = [*range(len(PACK.words) + len(PACK.ranks)), -1, -2]
    pictures = {card_svg(card, PACK) for card in faces}
    assert len(pictures) == len(faces)
    assert all(ElementTree.fromstring(picture) is not None for picture in pictures)


def test_a_scene_of_it_is_a_text_with_colours_pixels_and_data_with_names():
    table = GAME.table(seed=3)
    scene = table_scene(table, table.player)
    held = table.view_words(table.player)["hand"].split()
    text = draw_ansi(scene)
    assert all(card in text for card in held)
    assert "\x1b[3" in text
    assert scene_pixels(scene).shape == (720, 960, 3)
    assert scene.as_dict()["pack"]["names"][9] == "king of coins"
    assert table_scene(registry.find_game("getaway").table(seed=1), 0).as_dict()["pack"] is None


def test_shapes_are_named_or_written_as_path_data():
    assert "".join(map(path_data, named(SIGNS, three_coins.CUP))) == three_coins.CUP
    with pytest.raises(ValueError, match="a sign must be one of"):
        named(SIGNS, "moon")
    with pytest.raises(ValueError, match="must have 2 numbers after M"):
        named(SIGNS, "M1 2 3L4 5")


@pytest.mark.slow
def test_cardzoo_check_finds_nothing_wrong(known):
    assert command("check", NAME, "--mode", "interpreted").status == 0


@pytest.mark.parametrize("check", [check for check in CHECKS if check.topic in TOPICS], ids=lambda check: check.name)
def test_checks_of_words_and_pictures_find_nothing_wrong(known, check):
    check.function(usual(registry.find_game(NAME)))
