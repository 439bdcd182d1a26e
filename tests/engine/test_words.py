"""Names of actions and fields at the table."""

import numpy as np
import pytest

from cardzoo.envs.scene import BACK, find_layout, find_sentences, look_at, make_scene, table_scene
from cardzoo.envs.scene.words import VERBS, make_sentence, past, third_person, ways_of
from tests.playing import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_action_is_a_sentence_that_begins_with_a_verb(game):
    """Unknown verbs are declared in ``LAYOUT.says``, or in ``VERBS`` if they need no change."""
    quoted = [sentence.to_do for sentence in find_sentences(game) if sentence.done.startswith("chose “")]
    assert quoted == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_layout_names_only_actions_and_fields_of_its_game(game):
    layout = find_layout(game)
    verbs, phases = {block.verb for block in game.actions.blocks}, set(layout.phases)
    assert set(layout.says) | set(layout.says_now) | set(layout.says_each) | set(layout.secretly) <= verbs
    assert set(layout.asks_now).union(*layout.only_in.values()) <= phases
    assert set(layout.only_in) <= set(game.view.fields)
    assert set(layout.titles) <= set(game.view.fields)
    assert set(layout.face_down) <= set(game.view.fields)
    sizes = {block.verb: len(block) for block in game.actions.blocks}
    for name, called in layout.calls.items():
        size = sizes[name] if name in sizes else game.view.field(name).shape[-1]
        assert len(called) == len(set(called)) == size, name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_player_is_told_what_each_phase_asks(game):
    phases = find_layout(game).phases
    assert set(phases) == set(game.view.field("phase").choices if "phase" in game.view.fields else [""])
    for words in phases.values():
        assert words.split(" ")[0].lower() in VERBS, words
        assert len(words) < 70, words
        assert not words.endswith("."), words


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_player_to_move_is_asked_the_layout_s_question_of_the_phase(game):
    table, layout = game.table(5), find_layout(game)
    for action in [None, *range(30)]:
        if action is not None:
            table.step(int(np.flatnonzero(table.mask)[action % table.mask.sum()]))
        if table.over:
            break
        has_phases = "phase" in game.view.fields
        view = table.view(table.player)
        phase = game.view.field("phase").choices[view["phase"]] if has_phases else ""
        ask = layout.asks_now.get(phase, lambda look: "")(look_at(game, view, table.player, table.num_players))
        assert table_scene(table, table.player).asks == (ask or layout.phases[phase])
        if table.num_players > 1:
            assert table_scene(table, (table.player + 1) % table.num_players).asks == ""


def test_a_game_without_words_for_its_phases_asks_by_its_kinds_of_moves():
    assert ways_of(["Play …", "Draw a card", "Play … face down"]) == "Play or draw a card"
    assert ways_of(["Play …", "Pass", "Bid …"]) == "Play, pass or bid"
    assert ways_of(["Turn a card"]) == "Turn a card"
    assert ways_of(["Play", "Pass", "Bid", "Call", "Turn"]) == "Choose a move"


@pytest.mark.parametrize(
    ("verb", "words", "says", "expected"),
    [
        ("play", "play 7♥", {}, ("Play 7♥", "played 7♥", "Play …")),
        ("pass", "pass", {}, ("Pass", "passed", "Pass")),
        (
            "exa",
            "exa ♥ ♣",
            {"exa": "Bet on {} before {}"},
            ("Bet on ♥ before ♣", "bet on ♥ before ♣", "Bet on … before …"),
        ),
        ("trail", "trail", {"trail": "Lay it down"}, ("Lay it down", "laid it down", "Lay it down")),
        (
            "home",
            "home 3♥",
            {},
            (
                "Move 3♥ to the foundation",
                "moved 3♥ to the foundation",
                "Move … to the foundation",
            ),
        ),
        ("gin", "gin", {}, ("Gin", "chose “gin”", "Gin")),
    ],
)
def test_sentences(verb, words, says, expected):
    assert make_sentence(verb, words, says) == expected


def test_verbs_of_others():
    assert [third_person(verb) for verb in ("pass", "go", "carry", "play", "match", "fix")] == [
        "passes",
        "goes",
        "carries",
        "plays",
        "matches",
        "fixes",
    ]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Carry 7♥", "carried 7♥"),
        ("Beg for a card", "begged for a card"),
        ("Do not double", "did not double"),
        ("Meld the pair and go out", "melded the pair and went out"),
        ("Play three and pair of 3s", "played three and pair of 3s"),
    ],
)
def test_the_log_is_in_the_past_tense(sentence, expected):
    assert past(sentence) == expected


def test_people_are_told_only_what_has_a_word_of_theirs():
    game = next(game for game in GAMES if game.name == "getaway")
    scene = table_scene(game.table(1), 0, for_people=True)
    heads = [head for zone in scene.zones() if zone.lines for line in zone.lines for head in line]
    assert "leads" in heads
    assert not {"phase", "tricks left", "suit led"} & set(heads)


def test_people_count_fans_from_one_and_call_players_by_their_place():
    black_hole, speculation = (
        next(game for game in GAMES if game.name == name) for name in ("black_hole", "speculation")
    )
    assert find_sentences(black_hole)[0].to_do == "Play from fan 1"  # without a view
    fans = [zone.label for zone in table_scene(black_hole.table(1), 0, for_people=True).zones() if "fans" in zone.id]
    assert fans[0] == "fan 1"
    asks = find_sentences(speculation)[speculation.actions.first("seat")]
    assert (asks.to_do, asks.done) == ("Ask the first player to the left", "asked the first player to the left")


def test_a_stock_lies_face_down_before_people_though_they_have_seen_it():
    table = next(game for game in GAMES if game.name == "klondike").table(1)
    while table.words("stock")["stock"]:
        table.play("turn")
    table.play("turn")
    scenes = [table_scene(table, 0, for_people=for_people) for for_people in (False, True)]
    known, shown = ({card for zone in scene.zones() if zone.id == "stock" for card in zone.cards} for scene in scenes)
    assert BACK not in known
    assert shown == {BACK}


def test_cards_of_each_rank_and_of_each_player_are_counted():
    hand_and_foot = next(game for game in GAMES if game.name == "hand_and_foot")
    table = hand_and_foot.table(1)
    view = table.view(0)
    view["canastas"][0, [0, 3]] = 1, 2
    scene = make_scene(hand_and_foot, view, 0, table.num_players, for_people=True)
    sides = next(zone for zone in scene.zones() if zone.id == "sides")
    assert sides.lines[1][sides.lines[0].index("clean and wild books")] == "As, 4s ×2"


def test_many_contracts_of_a_player_are_told_by_their_number():
    barbu = next(game for game in GAMES if game.name == "barbu")
    table = barbu.table(1)
    view = table.view(0)
    view["used"][0, :2], view["used"][1, :4] = 1, 1
    scene = make_scene(barbu, view, 0, table.num_players, for_people=True)
    players = next(zone for zone in scene.zones() if zone.id == "players")
    column = players.lines[0].index("has chosen")
    assert [line[column] for line in players.lines[1:3]] == ["no tricks, no hearts", "4 of 7"]


def test_moves_of_columns_name_the_cards_that_lie_there():
    tables = {name: next(game for game in GAMES if game.name == name).table(11) for name in ("golf", "spider")}
    golf = table_scene(tables["golf"], 0)
    columns = [zone for zone in golf.zones() if zone.id.startswith("columns")]
    plays = [move for move in golf.moves if move.words.startswith("play column")]
    assert plays
    for move in plays:
        (target,) = move.targets
        card = next(zone.cards[target.card] for zone in columns if zone.id == target.zone)
        assert move.says == f"Play {golf.pack.words[card]}"
    for move in table_scene(tables["spider"], 0).moves:
        assert "column" not in move.says.replace("each column", "").replace("the empty column", "")


def test_a_move_into_an_empty_place_names_it():
    kings = next(game for game in GAMES if game.name == "forty_thieves")
    table = kings.table(1)
    view = table.view(0)
    view["columns"][1]["height"] = 0
    action = kings.actions.words.index("move column 1 to column 2")
    sentences = find_sentences(kings, look_at(kings, view, 0, 1))
    card = kings.cards.words[view["columns"][0]["cards"][view["columns"][0]["height"] - 1]]
    assert sentences[action].to_do == f"Move {card} to the empty column"
    assert sentences[action].done == f"moved {card} to the empty column"


def test_players_are_asked_by_their_names():
    game = next(game for game in GAMES if game.name == "speculation")
    table = game.table(1, num_players=4)
    names = ["Ann", "Ben", "Cat", "Dan"]
    asked = names[(table.player + 1) % 4]
    for player in range(4):  # the first place to the left of the player on turn, whoever looks on
        look = look_at(game, table.view(player), player, 4, names)
        assert find_sentences(game, look)[game.actions.first("seat")].to_do == f"Ask {asked}"


def test_nobody_leads_after_the_end():
    game = next(game for game in GAMES if game.name == "getaway")
    table = game.table(1)
    view = table.view(0)
    for turn, is_shown in ((1, True), (None, False)):
        scene = make_scene(game, view, 0, table.num_players, turn=turn, for_people=True)
        assert ("leads" in [cell for zone in scene.zones() for line in zone.lines for cell in line]) == is_shown
