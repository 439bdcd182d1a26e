"""Simulations of games that take tricks: cards drawn at random."""

from collections import Counter

import numpy as np
import pytest

from cardzoo.agents import agent_generator
from cardzoo.agents.families.tricks import ONE, draw_place
from cardzoo.envs.engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES

LOW_CLUB, HIGH_CLUB, HEART, TOP_SPADE = 0, 12, 26, 51  # places
HAND = np.int64((ONE << LOW_CLUB) | (ONE << HIGH_CLUB) | (ONE << HEART) | (ONE << TOP_SPADE))
DRAWS = 3000


@pytest.mark.parametrize(
    ("led", "legal"),
    [
        (-1, [LOW_CLUB, HIGH_CLUB, HEART, TOP_SPADE]),
        (CLUBS, [LOW_CLUB, HIGH_CLUB]),
        (HEARTS, [HEART]),
        (SPADES, [TOP_SPADE]),
        (DIAMONDS, [LOW_CLUB, HIGH_CLUB, HEART, TOP_SPADE]),  # of which there is none
    ],
)
def test_a_slip_is_each_legal_card_equally_often(led, legal):
    generator = agent_generator(0)
    drawn = Counter(int(draw_place(HAND, led, generator[0])) for _ in range(DRAWS))
    assert set(drawn) == set(legal)
    assert all(abs(count - DRAWS / len(legal)) < 150 for count in drawn.values())
