"""Tricks lost in bridge are counted for each side, and kept figures are of the present agents."""

import pytest

from cardzoo.envs.double_dummy import open_deal
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.engine.cards import parse_cards
from results import bridge_tricks
from tests.games.test_bridge import playing


@pytest.mark.parametrize(
    ("cards", "lost"),
    [
        ("3♠ 2♠ Q♠ 2♣ A♠ 3♣ 4♠ K♠", (0, 0)),
        ("3♠ 2♠ A♠ 2♣ Q♠ 3♣ 4♠ K♠", (0, 1)),
    ],
)
def test_a_finesse_that_is_not_taken_costs_its_side_a_trick(cards, lost):
    """Player 2 leads through the king of player 3 towards the ace and queen of player 0; player 1 declares."""
    table = playing("A♠ Q♠", "2♣ 3♣", "3♠ 4♠", "K♠ 2♠", declarer=1, leader=2)
    order = [card for word in cards.split() for card in parse_cards(word)]
    assert bridge_tricks.lost(open_deal(table.state), order) == lost


@pytest.mark.skipif(INTERPRETED, reason="the expert plays whole hands")
def test_kept_tricks_are_those_of_the_present_agents():
    lines = bridge_tricks.read()
    assert {line["agent"] for line in lines} >= {"novice", "expert"}
    assert not [line for line in lines if bridge_tricks.is_stale(line)]
