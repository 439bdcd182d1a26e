"""Sentences of the log that name the cards and the players of an action, as all at a table see them."""

import re

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import CARDS, Table
from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.language import journal
from cardzoo.envs.scene import table_scene, whole_moves
from cardzoo.table.terminal.session import Session
from cardzoo.table.terminal.words import end_in_words, entry_in_words, log_in_words
from tests.games import test_blackjack as blackjack
from tests.games import test_cactus as cactus
from tests.games import test_cassino as cassino
from tests.games import test_chinese_ten as chinese_ten
from tests.games import test_diloti as diloti
from tests.games import test_hearts as hearts
from tests.games import test_ristiseiska as ristiseiska
from tests.games import test_salute_the_king as salute
from tests.games import test_vazhushal as vazhushal
from tests.table.terminal.test_results_of_moves import session_at

NAMES = ("Ann", "Ben", "Cleo", "Dan")
ALL_OTHERS = " ".join(card for card in CARD_WORDS[:CARDS] if card not in {"2♣", "3♣", "4♣", "5♣"})


def play(table: Table, *actions: str, **options: object) -> Session:
    """A session of random agents in which these actions were played at a table."""
    session = session_at(table, **options)
    for action in actions:
        session.play_agent(table.game.actions.parse(action))
    return session


def log_of(session: Session, player: int | None = None) -> list[str]:
    """The log for a seat, or for onlookers."""
    log, names = session.public_log() if player is None else session.log_of(player), NAMES[: session.table.num_players]
    return [entry_in_words(entry, names) for entry in log_in_words(session, log, names)]


def test_a_card_that_is_begged_for_is_given_face_down_and_only_the_two_know_it(monkeypatch):
    monkeypatch.setattr(journal, "WORLDS", 0)  # the table itself already allows another card
    table = ristiseiska.rows("7♣", "8♣ 9♣ 6♣ K♦", "Q♦ K♥", "7♥ 2♠", "7♠ 3♦")
    session = play(table, "play 8♣", "give 9♣")
    hidden, result = "Ann gave a card face down", "Ben could not play and took the card"
    assert log_of(session) == log_of(session, 2) == ["Ann played 8♣", hidden, result]
    assert log_of(session, 1) == log_of(session, 0) == ["Ann played 8♣", "Ann gave 9♣", result]


def test_a_hidden_last_gesture_reads_the_same_whatever_it_is():
    table = salute.turned("K♠", seed=1)
    order = [one.player for one in played_on(table, "hold", "hold")]
    logs = {
        gesture: log_of(play(table.copy(), "hold", "hold", gesture)) for gesture in ("stand", "bow", "applaud", "hold")
    }
    last, failed = NAMES[order[2]], f"{NAMES[order[2]]} took 1 card from the middle"
    assert {tuple(log[-2:]) for log in logs.values()} == {(f"{last} reacted last", failed)}


def played_on(table: Table, *actions: str) -> list[Table]:
    """The table, and the tables after each of the actions."""
    tables = [table]
    for action in actions:
        tables.append(tables[-1].copy().play(action))
    return tables


def test_a_hand_of_salute_the_king_ends_with_the_player_without_cards():
    session = play(salute.at_turn("2♣", "3♣", "4♣ 5♣", hands_over=0), "turn")
    assert end_in_words(session.hands[0], NAMES[:3]).startswith("Hand 1: Ann had no cards left. Ann +")


def test_a_meld_whose_cards_are_chosen_is_named_when_it_lies():
    table = vazhushal.melding("5♣ 6♣ joker 2♦ 9♥", "9♣ 10♣ J♣", negative="2♣")
    session = play(table, "meld 5♣ 6♣ 7♣")
    assert log_of(session) == ["Ann began a meld"]
    session.play_agent(session.game.actions.parse("use joker"))
    assert log_of(session) == [
        "Ann began a meld",
        "Ann used the joker",
        "The meld is 5♣ 6♣ 7♣, with a joker for 5♣ and 2♦ for 7♣",
    ]


def test_a_meld_is_labelled_by_its_player_and_its_wild_cards():
    table = vazhushal.position(["3♠ 4♠", "5♠ 9♦"], [["9♣ 10♣ J♣"], ["Q♥ K♥ A♥", "5♦ joker=6♦ 7♦"]])
    zones = [zone for zone in table_scene(table, 0, NAMES[:2], for_people=True).zones() if zone.id.startswith("melds.")]
    assert sorted((zone.label, zone.note) for zone in zones) == [("Ann", ""), ("Ben", ""), ("Ben", "joker for 6♦")]


def test_a_draw_from_the_line_names_the_card_that_is_melded():
    table = vazhushal.drawing("8♠ 10♠ 4♥ 5♥", "K♦ 9♠ 2♦", "5♣ 6♣ 7♣")
    assert log_of(play(table, "take 2")) == ["Ann took 9♠ and 1 newer card from the line"]


def test_a_capture_names_the_cards_of_a_build():
    table = cassino.position("9♥ 2♦", "9♠", ("4♣ 5♦", 9, 0), other="3♠")
    actions = ("play 9♥", "capture", "select 9♠", "select first build", "commit")
    assert log_of(play(table, *actions)) == ["Ann captured 9♠ and the build of 9 (4♣ 5♦) with 9♥"]


def test_a_raise_lists_the_card_played_and_the_build():
    table = cassino.position("3♦ 8♠", "", ("2♠ 3♣", 5, 1), other="2♣ 5♣")
    actions = ("play 3♦", "build 8", "select first build", "commit")
    assert log_of(play(table, *actions)) == ["Ann built 8 with 3♦ and the build of 5 (3♣ 2♠)"]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_capture_names_a_declaration_the_same_from_both_seats(seat):
    table = diloti.position(["9♥ 2♦", "K♠ 9♦"], "Q♥", [(1, 9, "4♣ 5♦")])
    session = play(table, "play 9♥", "capture", "select left declaration", "commit")
    assert log_of(session, seat) == ["Ann captured the declaration of 9 (4♣ 5♦) with 9♥"]


def test_a_whole_move_is_offered_in_the_words_of_the_log():
    table = cassino.position("9♥ 2♦", "", ("4♣ 5♦", 9, 0), other="3♠")
    moves = {move.says for move in whole_moves(table, table_scene(table, 0, for_people=True))}
    assert "Capture the build of 9 (4♣ 5♦) with 9♥" in moves


def ends_of(game: str, seed: int, **options: object) -> list[str]:
    """The ends of a game's hands, played by novices."""
    session = Session(find_game(game), ["novice"] * find_game(game).default_players, seed=seed, options=options)
    while not session.table.over and len(session.hands) < 3:
        session.play_agent()
    return [end_in_words(end, NAMES[: session.table.num_players]) for end in session.hands]


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("mate", r"(Ann|Ben) could not answer the lead, so (Ann|Ben) mated\.|All moves were answered\."),
        ("stop_the_bus", r"\w+ stopped the bus, and \w+ lost a token\."),
        ("commune", r"The hands (had|did not have) .+, so \w+ lost a token\."),
    ],
)
def test_the_end_of_a_hand_says_how_it_came(game, reason):
    for end in ends_of(game, seed=3):
        assert re.match(rf"Hand \d: ({reason}) ", end), end


def test_pishe_pasha_names_the_card_that_is_turned_and_played():
    session = Session(find_game("pishe_pasha"), ["novice"] * 2, seed=3)
    foundation = session.game.actions.parse("to foundation")
    while session.play_agent() != foundation:
        pass
    log = [entry_in_words(entry, NAMES) for entry in log_in_words(session, session.log, NAMES)]
    card = log[-2].removeprefix("It was ")
    assert log[-1] in {f"{name} played {card} to the foundation" for name in NAMES[:2]}


def test_a_begun_capture_is_called_by_its_card_until_it_has_an_object():
    table = cassino.position("9♥ 2♦", "9♠ 4♣ 5♦", other="3♠")
    assert log_of(play(table.copy(), "play 9♥", "capture")) == ["Ann played 9♥"]
    assert log_of(play(table, "play 9♥", "capture", "select 4♣")) == ["Ann captured 4♣ with 9♥"]


def test_each_player_of_hearts_reads_the_cards_received_and_sees_them_marked():
    session = session_at(hearts.choosing())
    hand = {card for card in range(52) if session.table.state.hands[0, card]}
    while not session.table.view(0)["received"].any():
        session.play_agent(int(session.table.mask.argmax()))
    received = {card for card in range(52) if session.table.view(0)["received"][card]}
    assert len(received - hand) == 3
    (words,) = [line for line in log_of(session, 0) if " received " in line]
    assert words.startswith("Ann received ")
    assert all(session.game.cards.words[card] in words for card in received)
    assert not [line for line in log_of(session) if " received " in line]

    def look(table: Table) -> object:
        return table_scene(table, 0, NAMES, for_people=True)

    laid = [place for change in session.last_turns("0", {0}, look).values() for place in change.laid]
    assert set(laid) == {("hand.0", card) for card in received}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"caller": 1}, "Ben called cactus, and the last turn was played."),
        ({"caller": None, "pile": ALL_OTHERS}, "The stock is used up."),
        ({"caller": None, "options": {"max_turns": 4, "hands": 2}}, "The limit of turns is reached."),
    ],
)
def test_a_hand_of_cactus_ends_with_its_reason(words, reason):
    words = {"turns": 7, "options": {"hands": 2}} | words
    session = play(cactus.on_turn("end", "2♣ 3♣", "4♣ 5♣", **words), "end turn", hands=2)
    assert end_in_words(session.hands[0], NAMES[:2]).startswith(f"Hand 1: {reason} Ann ")


def test_cactus_names_the_cards_that_are_discarded():
    session = play(cactus.using("5♥", "2♣ K♣ 3♦", "4♣ 5♣"), "put 2")
    assert log_of(session) == ["Ann put it into place 2", "K♣ went to the discard pile"]


def test_blackjack_names_the_cards_drawn_and_the_result_of_each_round():
    session = play(blackjack.dealt("9 8 5 9 3 10", rounds=2), "hit", "stand", rounds=2)
    assert log_of(session)[:3] == ["Ann hit", "It was 3", "Ann stood"]
    assert log_of(session)[3].startswith("The round is over: Ann ")
    session = play(blackjack.dealt("9 8 9 10"), "stand")
    assert log_of(session) == ["Ann stood", "The dealer had 8 and 10: Ann won nothing"]


def test_chinese_ten_names_the_cards_that_a_play_takes_and_the_card_that_is_turned_up():
    session = play(chinese_ten.position("4♣ 2♠", "6♥ J♦", "Q♣ 3♣", "5♦ 9♦"), "play 4♣")
    assert log_of(session)[0] == "Ann played 4♣"
    assert log_of(session)[1].startswith("Ann took 4♣ and 6♥, ")
    assert log_of(session)[1].endswith(" was turned up")
