"""Results of moves in the log: points, cards and prizes that a move's own words do not name."""

import re

import pytest

from cardzoo.envs.engine import Table
from cardzoo.envs.games.gin_rummy import GAME as GIN_RUMMY
from cardzoo.table.terminal.session import Session
from cardzoo.table.terminal.words import end_in_words, entry_in_words, log_in_words
from tests.games import test_crazy_eights as crazy_eights
from tests.games import test_cribbage as cribbage
from tests.games import test_goofspiel as goofspiel
from tests.games.test_bridge import GAME as BRIDGE
from tests.games.test_bridge import HANDS, playing, spoken
from tests.games.test_hanabi import hands_first

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def session_at(table: Table, **options: object) -> Session:
    """A session of random agents at this table."""
    session = Session(table.game, ["random"] * table.num_players, table.num_players, options, seed=1)
    session.table = table
    return session


def log_of(table: Table, *actions: str, **options: object) -> list[str]:
    """The log of these actions for an onlooker."""
    session = session_at(table, **options)
    for action in actions:
        session.play_agent(table.game.actions.parse(action))
    return [entry_in_words(entry, NAMES) for entry in log_in_words(session, session.public_log(), NAMES)]


@pytest.mark.parametrize(("starter", "words"), [("8♠", "The starter is 8♠"), ("J♠", "The starter is J♠, Ben scored 2")])
def test_cribbage_names_the_starter_after_one_line_for_each_player_s_crib(starter, words):
    table = cribbage.dealt("A♣ 2♣ 3♣ 4♣ 6♠ 7♠", "10♦ J♦ Q♦ K♦ 6♥ 7♥", starter=starter)
    laid = log_of(table, "play 6♠", "play 7♠", "play 6♥", "play 7♥")
    assert laid == ["Ann laid away for the crib", "Ben laid away for the crib", words]


def test_cribbage_names_pegged_points_then_the_hands_and_the_crib():
    session = session_at(cribbage.clubs_against_diamonds(hands=2), hands=2)
    for word in cribbage.HAND.split():
        session.play_agent(session.game.actions.parse(word if word == "go" else f"play {word}"))
    log = [entry_in_words(entry, NAMES) for entry in log_in_words(session, session.public_log(), NAMES[:2])]
    assert log[-2:] == [
        "Ben played K♦",
        "Hand 1: Ann had 12 in hand, Ben had 8 in hand, the crib had 20. Ann +13, Ben +29",
    ]
    assert log[log.index("Ann played 4♣") + 1] == "Ann scored 1"


@pytest.mark.parametrize(
    ("bids", "options", "words"),
    [
        ("K Q", {}, "Ann bid K, Ben bid Q: Ann took the prize 2"),
        ("K K", {}, "Ann bid K, Ben bid K: nobody took the prize 2"),
        ("K K", {"ties": "split"}, "Ann bid K, Ben bid K: Ann and Ben took the prize 2"),
        ("Q K", {"hidden_bids": True}, "Ben took the prize 2"),
    ],
)
def test_goofspiel_names_the_bids_and_the_players_who_take_a_prize(bids, options, words):
    table = goofspiel.dealt("2 3 A 4 5 6 7 8 9 10 J Q K", **options)
    log = log_of(table, *(f"bid {rank}" for rank in bids.split()), **options)
    assert log[-1] == words
    assert len(log) == 3


def test_hanabi_names_the_cards_that_leave_a_hand():
    table = hands_first("R1 R2 Y1 Y5 B4", "W1 W2 G3 B5 R1")
    log = log_of(table, "play 1", "hint colour 1 red", "discard 3", "play 2")
    assert log == [
        "Ann played card 1",
        "It was red 1, which fits",
        "Ben showed the next player the red cards",
        "Ann discarded card 3",
        "It was yellow 5",
        "Ben played card 2",
        "It was white 2, which does not fit: a life is lost",
    ]


def test_bridge_names_cards_from_dummy_and_a_hand_that_is_passed_out():
    table = playing("A♣ K♣", "Q♣ J♣", "10♣ 9♣", "8♣ 7♣")
    assert log_of(table, "play Q♣", "play 9♣")[:2] == ["Ben played Q♣", "Ann played 9♣ from dummy"]
    session = session_at(BRIDGE.table(seed=1, dealer=0, hands=2), hands=2)
    for _ in HANDS:
        session.play_agent(BRIDGE.actions.parse(spoken("pass")))
    assert end_in_words(session.hands[0], NAMES).startswith("Hand 1: All four passed. Ann ±0")


def test_a_hand_of_gin_rummy_ends_with_the_count_of_the_knock():
    session = Session(GIN_RUMMY, ["novice"] * 2, 2, seed=3)
    while not any("knocked" in end.line.then for end in session.hands):
        session.play_agent()
    reason = end_in_words(session.hands[-1], NAMES[:2])
    assert re.fullmatch(r"Hand \d: (Ann|Ben) knocked with \d+, against \d+\. Ann \S+, Ben \S+", reason)


def test_the_log_of_nobody_is_empty():
    assert session_at(GIN_RUMMY.table(1)).public_log() == []


def test_a_blocked_hand_of_crazy_eights_says_that_nobody_could_play():
    hands, options = ("3♣ 8♣", "K♠ K♥"), {"reshuffle": False, "hands": 2}
    session = session_at(crazy_eights.now(f"{crazy_eights.all_but('5♦', *hands)} 5♦", hands, stock="", options=options))
    session.play_agent(session.game.actions.parse("pass"))
    session.play_agent(session.game.actions.parse("pass"))
    assert end_in_words(session.hands[0], NAMES[:2]).startswith("Hand 1: Nobody could play. Ann ")
