"""Docstrings of the rules: they contain words beside the numbers of clauses."""

import inspect
import re

import pytest

from cardzoo.testing.rules import rules_of
from tests.playing import GAMES

FEW = 4  # parameters that a sentence can explain
NUMBERS = re.compile(r"((rules?|choices?|\d+|to|and)\b|[ ,;.])*", re.IGNORECASE)


def has_words(rule):
    """Returns whether a docstring has words beside numbers of rules and choices."""
    return not NUMBERS.fullmatch(rule.__doc__ or "")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_rule_says_what_it_does(game):
    assert [rule.__qualname__ for rule in rules_of(game) if not has_words(rule)] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_rule_of_many_parameters_explains_them(game):
    rules = [rule for rule in rules_of(game) if len(inspect.signature(rule).parameters) > FEW]
    assert [rule.__qualname__ for rule in rules if not re.search("Args:|see `", rule.__doc__ or "")] == []
