"""Scripted agents of Contract Bridge: textbook hands, play of the last hand to a trick, and worlds of the search."""

import sys

import numpy as np
import pytest

from cardzoo.agents import agent_generator
from cardzoo.agents.families.bridge_auction import HIGH, LENGTHS, LOW, MOST_POINTS, OPENING, SHOWN, read_auction
from cardzoo.agents.search import parse_search
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.games.bridge import BID_WORDS, GAME
from tests.agents.choosing import choose
from tests.agents.guessing import guesses
from tests.games.test_bridge import playing

BIDS = [bid.replace(" ", "") for bid in BID_WORDS]
RANKS = dict(zip("A23456789TJQK", ("A", *map(str, range(2, 11)), "J", "Q", "K"), strict=True))
BOTH = pytest.mark.parametrize("name", ["novice", "expert"])


def cards(hand):
    """The cards of a hand in the usual notation: spades, hearts, diamonds and clubs between dots."""
    return [f"{RANKS[rank]}{suit}" for suit, ranks in zip("♠♥♦♣", hand.split("."), strict=True) for rank in ranks]


def call(hand, *auction, name="expert"):
    """An agent's call with this hand after the calls so far, such as ``"1NT"``; player 0 has dealt."""
    player, own = len(auction) % 4, cards(hand)
    assert len(own) == 13
    rest = [card for card in CARD_WORDS[:52] if card not in own]
    hands = [" ".join(rest[turn::3]) for turn in range(3)]
    hands.insert(player, " ".join(own))
    table = GAME.position(phase="call", dealer=0, board=1, player=0, hands=hands)
    table.play(*(f"bid {made[0]} {made[1:]}" if made in BIDS else made for made in auction))
    return choose(name, table).removeprefix("bid ").replace(" ", "")


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("AQ964.KJ5.A3.742", "1♠"),
        ("KQJ82.AQ943.K5.6", "1♠"),
        ("AQ5.KJ72.A94.K83", "1NT"),
        ("AQ54.KJ72.A9.853", "1♣"),
        ("KQ5.AT72.AQ94.83", "1NT"),
        ("K4.AQ72.KJ94.853", "1♦"),
        ("AKJ.KQ5.AQ94.J83", "2NT"),
        ("AKQ5.AK.AQJ4.K83", "2♣"),
        ("KQJ952.73.84.Q62", "2♠"),
        ("5.KQJ9742.83.J62", "3♥"),
        ("KJ83.Q94.K72.J65", "pass"),
        ("AQJ63.KJ952.4.83", "1♠"),
    ],
)
def test_opening_bids(hand, bid):
    assert call(hand) == bid


@pytest.mark.parametrize(
    ("hand", "auction", "bid"),
    [
        ("K73.J84.Q962.875", ("1♠", "pass"), "2♠"),
        ("K873.J4.AQ62.875", ("1♠", "pass"), "3♠"),
        ("KQ73.4.AQ62.8752", ("1♠", "pass"), "4♠"),
        ("KJ72.A9853.7.K64", ("1♦", "pass"), "1♥"),
        ("84.QJ3.KJ72.9764", ("1♠", "pass"), "1NT"),
        ("84.A53.KQ976.A94", ("1♠", "pass"), "2♦"),
        ("Q4.J53.9762.8743", ("1♠", "pass"), "pass"),
        ("KJ985.Q73.64.852", ("1NT", "pass"), "2♥"),
        ("KQ85.J973.A64.52", ("1NT", "pass"), "2♣"),
        ("K85.Q93.AJ64.952", ("1NT", "pass"), "3NT"),
        ("8542.73.K642.Q95", ("2♣", "pass"), "2♦"),
        ("A4.KQJ75.AKJ82.6", ("1♠", "pass"), "3♥"),
        ("A972.8.K742.9852", ("2♠", "pass"), "4♠"),
        ("K73.84.AQJ52.962", ("2♣", "pass"), "3♦"),
        ("K83.Q94.A72.J652", ("2♣", "pass"), "2NT"),
        ("AQ872.6542.93.K9", ("1NT", "2♥"), "3♠"),
        ("Q84.K62.A9743.J5", ("1NT", "2♥"), "3NT"),
    ],
)
def test_replies_to_opening_bids(hand, auction, bid):
    assert call(hand, *auction) == bid


@pytest.mark.parametrize(
    ("hand", "auction", "bid"),
    [
        ("A5.QJ73.84.KQ862", ("1♣", "pass", "1♥", "pass"), "2♥"),
        ("A54.73.KQ4.KQ862", ("1♣", "pass", "1♥", "pass"), "1NT"),
        ("AQ5.73.AQ4.AQ862", ("1♣", "pass", "1♥", "pass"), "2NT"),
        ("AQ54.7.K94.KQ862", ("1♣", "pass", "1♥", "pass"), "1♠"),
        ("A5.AQ73.4.AQJ862", ("1♣", "pass", "1♠", "pass"), "2♥"),
        ("5.AQJ73.AKQ4.AJ2", ("1♥", "pass", "1♠", "pass"), "3♦"),
        ("5.AQJ973.K84.A42", ("1♥", "pass", "1♠", "pass"), "2♥"),
        ("5.AKJ973.KQ4.A42", ("1♥", "pass", "1♠", "pass"), "3♥"),
        ("KQ74.A5.KJ4.AJ82", ("1NT", "pass", "2♦", "pass"), "2♥"),
        ("KQ74.AJ5.K64.AJ8", ("1NT", "pass", "2♣", "pass"), "2♠"),
        ("AKQ5.AK7.AQ4.K83", ("2♣", "pass", "2♦", "pass"), "3NT"),
        ("AKJ5.AK7.AQ4.J83", ("2♣", "pass", "2♦", "pass"), "2NT"),
        ("A9752.3.AKT9.KQ4", ("1♠", "pass", "1NT", "pass"), "2♦"),
        ("AK6532.K.AT5.Q72", ("1♠", "pass", "1NT", "pass"), "3♠"),
        ("A5.84.KJ93.AKJ62", ("1♣", "pass", "1♦", "pass"), "3♦"),
    ],
)
def test_second_bids_of_the_opener(hand, auction, bid):
    assert call(hand, *auction) == bid


@pytest.mark.parametrize(
    ("hand", "auction", "bid"),
    [
        ("KQ84.AJ63.K952.7", ("1♣",), "double"),
        ("KQJ83.73.A84.962", ("1♣",), "1♠"),
        ("AQ5.KJ4.QT73.AJ8", ("1♥",), "1NT"),
        ("KQJ963.72.J84.95", ("1♦",), "2♠"),
        ("74.KQ5.A84.Q9732", ("1♥",), "pass"),
        ("Q874.A93.J852.64", ("1♣", "1♠", "pass"), "2♠"),
        ("K874.AJ93.K852.6", ("1♣", "1♠", "pass"), "3♠"),
        ("Q864.KJ73.85.942", ("1♣", "double", "pass"), "1♥"),
        ("AJ864.73.K52.Q94", ("1♣", "double", "pass"), "2♠"),
        ("K5.QJ83.A742.962", ("1♦", "1♠"), "double"),
        ("KJ73.Q6.84.KQ952", ("1♦", "1♥"), "double"),
        ("52.KQ84.KJ963.A8", ("1♦", "1♠", "double", "pass"), "2♥"),
        ("KJ84.63.K952.A74", ("1♥", "pass", "pass"), "double"),
        ("AJT84.854.KJ.T75", ("1♦", "pass", "pass"), "1♠"),
        ("AK432.A4.J97.Q96", ("1♦", "pass", "1♠", "pass", "1NT", "pass", "pass"), "pass"),
        ("AT.Q6.AT9653.Q32", ("1♦", "pass", "1NT", "pass", "pass"), "pass"),
        ("T9.K94.876.AQJ73", ("1♣", "pass", "1♦", "pass", "1♠", "pass", "pass"), "pass"),
    ],
)
def test_calls_against_an_opening_bid_and_after_overcalls(hand, auction, bid):
    assert call(hand, *auction) == bid


@pytest.mark.parametrize(
    ("hand", "auction", "bid"),
    [
        ("AKQ84.KQ5.AK3.42", ("1♠", "pass", "3♠", "pass"), "4NT"),
        ("KQ73.A84.A962.75", ("1♠", "pass", "3♠", "pass", "4NT", "pass"), "5♥"),
        ("KQ73.84.KJ62.K75", ("1♠", "pass", "3♠", "pass", "4NT", "pass"), "5♣"),
        ("AKQ84.KQ5.AK3.42", ("1♠", "pass", "3♠", "pass", "4NT", "pass", "5♦", "pass"), "6♠"),
        ("AQ984.KQJ5.KQ3.4", ("1♠", "pass", "3♠", "pass", "4NT", "pass", "5♦", "pass"), "5♠"),
        ("AQJ5.KJ7.AQ4.K83", ("pass", "pass", "1NT", "pass", "3NT", "pass"), "pass"),
    ],
)
def test_slams_are_asked_for_and_bid_with_enough_aces(hand, auction, bid):
    assert call(hand, *auction) == bid


@pytest.mark.parametrize(
    ("hand", "auction", "bid"),
    [
        ("AQ6.8532.73.KJ74", ("1♦", "double", "pass"), "2♥"),
        ("KQJ84.A3.82.K743", ("3♦", "double", "pass"), "4♠"),
        ("Q84.A73.KQ5.J842", ("2♦", "pass", "3♦", "double", "pass"), "3NT"),
        ("K95.A3.84.AQJ974", ("3♦", "double", "pass"), "5♣"),
        ("987.KQ983.KQ4.96", ("2♥", "pass", "pass", "double", "pass"), "pass"),
        ("K.QT9.KJ.AKJT854", ("1♣", "pass", "pass", "double", "pass"), "pass"),
        ("962.Q973.854.J72", ("3♥", "double", "pass"), "pass"),
    ],
)
def test_a_takeout_double_is_answered_with_a_suit_game_or_stopper_and_left_in_with_their_trumps(hand, auction, bid):
    assert call(hand, *auction) == bid


@pytest.mark.parametrize(
    ("hand", "auction", "bid"),
    [
        ("AQ.AQJT8.AKJ97.5", ("1♥", "1♠", "pass", "pass"), "double"),
        ("72.AKT8.AKT.AJ43", ("1♣", "1♠", "pass", "pass"), "double"),
        ("AKQJT6.AQJ.Q5.95", ("1♠", "double", "pass", "2♥"), "3♠"),
        ("KQ54.KJ72.98.A53", ("1♣", "1♦", "pass", "pass"), "pass"),
        ("AQJ5.AKQ97.8.AT7", ("3♠", "double", "pass", "4♦", "pass"), "4♥"),
    ],
)
def test_strong_hands_do_not_sell_out_to_a_low_overcall(hand, auction, bid):
    assert call(hand, *auction) == bid


@pytest.mark.parametrize(
    ("hand", "auction", "bid"),
    [
        ("Q8762.A83.Q9852.", ("1♦", "pass", "1♠", "pass", "2♣", "pass"), "3♦"),
        ("Q.982.T54.AJT953", ("1NT", "pass", "pass", "2♠", "pass", "3♠"), "pass"),
        ("K8643..875.AJ982", ("1♣", "double", "1♠", "2♥", "pass", "pass"), "pass"),
        ("JT643..973.AKT63", ("pass", "1♣", "1♦", "1♠", "pass", "1NT", "pass"), "2♣"),
        ("T87543.T65.QT52.", ("2♣", "pass", "2♦", "pass", "2♥", "pass"), "4♥"),
        ("AK8.7.KQT632.AT2", ("2♠", "3♦", "3♠", "4♦", "pass"), "5♦"),
        ("JT9.T8654.5.J643", ("1♦", "1NT", "pass", "2♦", "pass", "2♥", "pass"), "pass"),
    ],
)
def test_no_trump_needs_high_cards_and_stoppers_and_five_of_a_minor_more_points(hand, auction, bid):
    assert call(hand, *auction) == bid


@pytest.mark.parametrize(
    ("hand", "auction", "bid"),
    [
        ("KQ.AQJ53.AJT6.QJ", ("1♥", "pass", "1♠", "pass", "3♦", "pass", "3NT", "pass"), "pass"),
        ("AK65.QT8.A3.AK94", ("2NT", "pass", "5♦", "pass"), "pass"),
        (".QJT7543.JT976.K", ("3♥", "pass", "4♥", "pass"), "pass"),
        ("A94.AK2.6532.K94", ("1♦", "pass", "1♠", "pass", "1NT", "pass", "3NT", "pass"), "pass"),
        ("Q954.K7.AQT9.AJT", ("1NT", "pass", "2♥", "pass", "2♠", "pass", "3NT", "pass"), "4♠"),
        ("QT8.QT32.73.AKQ6", ("1♣", "pass", "1♠", "pass", "1NT", "pass", "3♥", "pass"), "4♥"),
        ("84.KJ85.Q73.J742", ("1♠", "pass", "1NT", "pass", "2♦", "pass"), "pass"),
        ("A7542.AJ87.AQ.J2", ("1♣", "pass", "1♠", "pass", "1NT", "pass"), "3♥"),
    ],
)
def test_the_partner_of_a_limited_hand_places_the_contract(hand, auction, bid):
    assert call(hand, *auction) == bid


def test_a_bid_in_a_suit_of_the_others_does_not_show_the_suit():
    table = GAME.table(seed=3, dealer=0).play("bid 1 ♠", "bid 2 ♠", "pass")
    shown = np.zeros((4, SHOWN), np.int64)
    read_auction(table.view(table.player), shown)
    assert shown[2, LOW] >= OPENING
    assert not shown[2, LENGTHS:].any()


@BOTH
def test_a_balanced_hand_of_16_points_opens_1_no_trump_and_a_weak_one_passes(name):
    assert call("Q84.A72.KJ3.AQ54", name=name) == "1NT"
    assert call("432.432.432.5432", name=name) == "pass"


def test_the_novice_never_doubles():
    assert call("2.KT73.AJ92.AK53", "1♠", name="novice") != "double"


@BOTH
@pytest.mark.parametrize(("declarer", "player"), [(0, 3), (1, 1)])
def test_the_last_hand_beats_an_opponent_also_from_dummy(name, declarer, player):
    table = playing(
        "2♥", "3♥", "4♥", "A♣ 2♣", contract="3NT", declarer=declarer, leader=0, trick=["K♣", "J♣", "10♣", None]
    )
    assert table.player == player
    assert choose(name, table) == "play A♣"


def test_the_novice_leaves_the_trick_to_its_partner():
    trick = ["J♣", "K♣", "10♣", None]
    assert choose("novice", playing("2♥", "3♥", "4♥", "A♣ 2♣", declarer=0, leader=0, trick=trick)) == "play 2♣"


@pytest.mark.skipif(INTERPRETED, reason="the guess is compiled")
def test_worlds_of_the_search_agree_with_the_points_that_the_auction_has_shown():
    """A player of 1NT has 15 to 17 points; the next player draws worlds."""
    worths, found = np.array([4, *[0] * 9, 1, 2, 3]), []
    table = GAME.table(seed=5, dealer=0).play("bid 1 NT")
    for drawn, likelier in guesses(table, 30):
        points = [int(world.state.hands[0].reshape(4, 13).sum(axis=0) @ worths) for world in (drawn, likelier)]
        found.append([abs(number - 16) for number in points])
    before, after = np.mean(found, axis=0)
    assert after < min(2, before / 2)


@pytest.mark.parametrize("passes", range(4))
def test_a_seat_that_passes_before_the_first_bid_shows_no_opening_hand(passes):
    table = GAME.table(seed=3)
    for _ in range(passes):
        table.play("pass")
    shown = np.zeros((4, SHOWN), np.int64)
    read_auction(table.view(table.player), shown)
    assert [int(most) for most in shown[:, HIGH]] == [
        OPENING - 1 if seat >= 4 - passes else MOST_POINTS for seat in range(4)
    ]


def test_a_search_with_the_solver_values_a_finesse_against_a_king_that_must_be_there_by_its_points():
    """Player 1 has shown to have no spades, so player 3 has the king: the queen makes one trick more."""
    void = [[0] * 4, [0, 0, 0, 1], *[[0] * 4] * 2]
    table = playing("A♠ Q♠", "2♣ 3♣", "4♠", "K♠", leader=2, trick=[None, None, "3♠", "2♠"], void=void)
    agent = parse_search("search:40,rollout=solver", GAME)
    chosen = agent.act_at(table.records, 0, table.mask.copy(), agent_generator(1))
    best, other = agent.values()
    assert GAME.actions.describe(chosen) == "play Q♠"
    assert (best.value, other.behind) == (270, 30)


def test_a_search_with_the_solver_calls_as_a_search_without_it():
    table, calls = GAME.table(seed=4), []
    for name in ("search:30", "search:30,rollout=solver"):
        agent = parse_search(name, GAME)
        calls.append((agent.act_at(table.records, 0, table.mask.copy(), agent_generator(1)), agent.steps))
    assert calls[0] == calls[1]
    assert calls[0][1] > 0


def test_without_its_library_a_search_with_the_solver_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "endplay", None)
    with pytest.raises(ValueError, match=r"double-dummy bridge needs endplay; .* 'cardzoo\[bridge\]'"):
        parse_search("search:40,rollout=solver", GAME)
