"""Scripted agents of Uno follow their docstrings."""

import pytest

from tests.agents.choosing import choose
from tests.games.test_uno import PACK, now

LARGE = "blue-1 blue-2 blue-3 blue-4 green-3 green-4 green-5 green-6 yellow-1 yellow-2"


def suspect(other, **words):
    """The answer to a wild draw four from a hand that should hold no red card."""
    options = {"penalties": "challenge"}
    words = {"phase": "answer", "due": 4, "colour": "blue", "colour_before": "red", "options": options} | words
    return choose("expert", now("wild-draw-four", hands=("green-1 green-2", other), **words))


@pytest.mark.parametrize("name", ["novice", "expert"])
def test_wild_cards_are_kept_while_another_card_fits(name):
    hand = "wild blue-5 green-1 green-2 green-3 green-4 green-6"
    assert choose(name, now("red-5", hands=(hand, "red-1 red-2"))) == "play blue-5"


def test_a_wild_card_names_the_colour_of_most_cards():
    assert choose("expert", now("red-5", hands=("wild blue-1 green-1 green-2", "red-1 red-2"))) == "play wild green"


def test_the_expert_challenges_a_large_hand_only():
    assert suspect("red-1 blue-1") == "accept"
    assert suspect(LARGE) == "challenge"


def test_the_expert_challenges_a_hand_that_is_known_to_hold_the_colour():
    assert suspect("red-1 blue-1", seen=["", "red-1"], seen_by=[None, 0]) == "challenge"


def test_the_expert_accepts_if_the_hand_is_known_to_lack_the_colour():
    lacks = [len(LARGE.split()) * word.startswith("red") for word in PACK.words]
    assert suspect(LARGE, lacks=[[0] * len(lacks), lacks]) == "accept"
