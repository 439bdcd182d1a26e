"""Scripted agents of Oh Hell follow their docstrings; hearts are trumps in all positions."""

import pytest

from tests.agents.choosing import choose
from tests.games.test_oh_hell import playing

OTHERS = ["2♣ 3♦ 4♦ 5♦ 6♦", "3♣ 7♦ 8♦ 9♦ 10♦", "4♣ 5♣ 6♣ 7♣ 8♣"]
BOTH = pytest.mark.parametrize("name", ["novice", "expert"])


def bids(name, hand, *before):
    """The bid of the dealer, player 3, after those of the others."""
    hands = [" ".join(cards.split()[: len(hand.split())]) for cards in OTHERS]
    words = {"phase": "bid", "dealer": 3, "player": 3, "bids": [*(before or (0, 0, 0)), None]}
    return choose(name, playing(*hands, hand, **words))


def plays(name, hand, bid, *trick):
    """The card of player 3, the last one to the first trick; the other players want no trick."""
    size = len(hand.split())
    hands = [" ".join(cards.split()[1:size]) for cards in OTHERS]
    words = {"bids": [0, 0, 0, bid], "options": {"hand_size": size, "hook": False}}
    return choose(name, playing(*hands, hand, trick=[*trick, None], player=3, **words))


def test_the_novice_bids_its_aces_and_kings():
    assert bids("novice", "A♣ K♠ A♥ Q♠ J♠") == "bid 3"
    assert bids("novice", "Q♣ Q♠ Q♥ J♠ 10♠", 1, 0, 0) == "bid 0"


def test_the_novice_bids_one_less_if_the_hook_rules_out_its_bid_and_1_in_place_of_0():
    assert bids("novice", "A♣ K♠ A♥ Q♠ J♠", 1, 1, 0) == "bid 2"
    assert bids("novice", "Q♣ Q♠ Q♥ J♠ 10♠", 2, 2, 1) == "bid 1"


def test_the_expert_bids_the_tricks_of_high_trumps_and_none_with_low_cards():
    assert bids("expert", "A♥ K♥ Q♥ J♥ 10♥", 1, 0, 0) == "bid 5"
    assert bids("expert", "2♠ 3♠ 4♠ 5♠ 6♠", 2, 1, 1) == "bid 0"


def test_the_expert_counts_a_trump_of_one_card_and_no_ace_of_a_suit_that_is_not_led():
    assert bids("expert", "A♥", 1, 0, 0) == "bid 1"
    assert bids("expert", "2♠", 0, 1, 1) == "bid 0"


@BOTH
def test_a_player_who_lacks_all_tricks_wins_and_one_who_lacks_none_ducks(name):
    assert plays(name, "A♣ 9♣", 2, "J♣", "10♣", "Q♣") == "play A♣"
    assert plays(name, "A♣ 9♣", 0, "J♣", "10♣", "Q♣") == "play 9♣"


@BOTH
def test_of_two_neighbours_a_player_wins_with_the_lower_and_ducks_with_the_higher(name):
    assert plays(name, "A♣ K♣", 2, "J♣", "10♣", "Q♣") == "play K♣"
    assert plays(name, "Q♣ J♣", 0, "K♣", "10♣", "9♣") == "play Q♣"


@BOTH
def test_a_player_without_the_suit_trumps_for_a_trick_and_throws_a_high_card_off_without_need(name):
    assert plays(name, "9♥ A♠ 3♠", 3, "J♣", "10♣", "Q♣") == "play 9♥"
    assert plays(name, "9♥ A♠ 3♠", 0, "J♣", "10♣", "Q♣") == "play A♠"


def test_the_novice_with_its_tricks_plays_the_highest_card_below_the_winning_one():
    assert plays("novice", "K♣ J♣ 9♣", 0, "10♣", "A♣", "Q♣") == "play K♣"
