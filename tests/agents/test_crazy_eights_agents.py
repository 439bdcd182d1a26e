"""Scripted agents of Crazy Eights follow their docstrings."""

import pytest

from tests.agents.choosing import choose
from tests.games.test_crazy_eights import all_but, now


def position(hand, other="3♠ 4♠"):
    """A position in which seat 0 is on turn, with all cards that are not named in the stock."""
    return now("5♦", hands=(hand, other), stock=all_but("5♦", hand, other))


@pytest.mark.parametrize("name", ["novice", "expert"])
def test_eights_are_kept_while_another_card_fits(name):
    assert choose(name, position("8♣ 6♦ 9♣")) == "play 6♦"


def test_the_expert_names_the_suit_of_most_cards():
    assert choose("expert", position("8♣ 6♥ 9♥ 3♣").play("play 8♣")) == "name ♥"
