"""Scripted agents of Spades follow their docstrings."""

import pytest

from tests.agents.choosing import choose
from tests.games.test_spades import dealt, playing

LOW = "2♣ 3♣ 5♣ 2♦ 3♦ 4♦ 6♦ 2♥ 3♥ 5♥ 6♥ 2♠ 3♠"
HIGH = "A♣ K♣ 2♣ A♦ K♦ 2♦ A♥ 2♥ A♠ K♠ Q♠ J♠ 10♠"
BOTH = pytest.mark.parametrize("name", ["novice", "expert"])


def plays(name, hand, trick, bids, tricks, **words):
    """The card of player 3, the last one to a trick; player 1 is the partner, and the last trick comes next."""
    table = playing("2♥", "3♥", "4♥", hand, trick=trick.split(), bids=bids, tricks=tricks, **words)
    return choose(name, table)


def test_the_expert_bids_nil_with_low_cards_and_not_with_the_ace_of_spades():
    assert choose("expert", dealt(LOW)) == "bid 0"
    assert choose("expert", dealt(LOW.replace("3♠", "A♠"))) == "bid 1"


def test_the_expert_bids_no_nil_that_brings_nothing():
    assert choose("expert", dealt(LOW, nil=0)) == "bid 1"


def test_the_novice_never_bids_nil():
    assert choose("novice", dealt(LOW)) == "bid 1"


@pytest.mark.parametrize(
    "hand",
    [
        "A♣ 2♣ 3♣ 8♣ 9♣ 10♣ A♥ 6♥ 9♥ K♥ 3♦ 6♦ K♦",
        "2♠ 8♠ K♠ A♣ 5♣ 7♣ 3♥ 5♥ 6♥ K♥ 2♦ 9♦ Q♦",
        "10♠ K♠ A♣ 6♣ 8♣ 10♣ Q♣ K♣ K♥ 2♦ 5♦ 10♦ J♦",
    ],
)
def test_the_expert_bids_no_nil_with_short_suits_of_high_cards(hand):
    assert choose("expert", dealt(hand)) != "bid 0"


@BOTH
def test_high_cards_and_long_spades_are_bid(name):
    assert choose(name, dealt(HIGH)) == "bid 9"


@BOTH
def test_a_player_whose_side_lacks_tricks_beats_an_opponent_and_not_the_partner(name):
    assert plays(name, "A♣ 2♣", "K♣ J♣ 10♣", [2, 2, 2, 3], [3, 2, 4, 2]) == "play A♣"
    assert plays(name, "A♣ 2♣", "J♣ K♣ 10♣", [2, 2, 2, 3], [3, 2, 4, 2]) == "play 2♣"


@BOTH
def test_a_player_wins_with_the_lower_of_two_neighbours(name):
    assert plays(name, "A♣ K♣", "Q♣ J♣ 10♣", [2, 2, 2, 3], [3, 2, 4, 2]) == "play K♣"


@BOTH
def test_a_player_whose_side_has_its_tricks_takes_no_bag(name):
    words = {"bags": [0, 9], "hands_over": 2, "score": [50, 59] * 2}
    assert plays(name, "A♣ 2♣", "K♣ J♣ 10♣", [2, 2, 2, 3], [2, 3, 4, 2], **words) == "play 2♣"


def test_the_expert_covers_the_partners_nil():
    assert plays("expert", "A♣ 2♣", "J♣ K♣ 10♣", [2, 0, 2, 3], [3, 0, 6, 2]) == "play A♣"


@BOTH
def test_a_player_of_a_nil_plays_the_highest_card_that_loses(name):
    assert plays(name, "Q♣ J♣", "9♣ K♣ 5♣", [2, 4, 2, 0], [3, 4, 4, 0]) == "play Q♣"
    assert plays(name, "10♣ 2♣", "9♣ K♣ 5♣", [2, 4, 2, 0], [3, 4, 4, 0]) == "play 10♣"


def test_the_expert_ducks_below_an_opponents_nil():
    assert plays("expert", "A♣ 2♣", "10♣ J♣ Q♣", [2, 3, 0, 3], [6, 2, 0, 3]) == "play 2♣"


@BOTH
def test_a_player_of_a_nil_does_not_trump(name):
    assert plays(name, "Q♠ 3♦", "J♣ K♣ 10♣", [2, 4, 2, 0], [3, 4, 4, 0]) == "play 3♦"
