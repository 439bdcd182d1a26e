"""The search's guesses from the cards that others have kept in Stop the Bus."""

import pytest

from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.games.stop_the_bus import GAME, strength
from tests.agents.guessing import worth_before_and_after

pytestmark = pytest.mark.skipif(INTERPRETED, reason="a guess is compiled")


def test_in_stop_the_bus_others_have_kept_the_better_cards():
    def strengths(table):
        return [strength(table.state.hands[seat]) for seat in range(4) if seat != table.player]

    before, after = worth_before_and_after(GAME, 12, strengths)
    assert after > before + 10
