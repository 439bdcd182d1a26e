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


@BOTH
def test_high_cards_and_long_spades_are_bid(name):
    assert choose(name, dealt(HIGH)) == "bid 9"


@BOTH
def test_a_player_whose_side_lacks_tricks_beats_an_opponent_and_not_the_partner(name):
    assert plays(name, "A♣ 2♣", "K♣ J♣ 10♣", [2, 2, 2, 3], [3, 2, 4, 2]) == "play A♣"
    assert plays(name, "A♣ 2♣", "J♣ K♣ 10♣", [2, 2, 2, 3], [3, 2, 4, 2]) == "play 2♣"


@BOTH
def test_a_player_whose_side_has_its_tricks_takes_no_bag(name):
    words = {"bags": [0, 9], "hands_over": 2, "score": [50, 59] * 2}
    assert plays(name, "A♣ 2♣", "K♣ J♣ 10♣", [2, 2, 2, 3], [2, 3, 4, 2], **words) == "play 2♣"


def test_the_expert_covers_the_partners_nil():
    assert plays("expert", "A♣ 2♣", "J♣ K♣ 10♣", [2, 0, 2, 3], [3, 0, 6, 2]) == "play A♣"


@BOTH
def test_a_player_of_a_nil_does_not_trump(name):
    assert plays(name, "Q♠ 3♦", "J♣ K♣ 10♣", [2, 4, 2, 0], [3, 4, 4, 0]) == "play 3♦"
