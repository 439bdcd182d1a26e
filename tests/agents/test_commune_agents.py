"""The search's guesses from declarations in Commune."""

import pytest

from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.games.commune import GAME, lacking
from tests.agents.guessing import worth_before_and_after

pytestmark = pytest.mark.skipif(INTERPRETED, reason="a guess is compiled")


def test_in_commune_others_tend_to_have_what_they_have_declared():
    def lacks(table):
        state = table.state
        said = [(seat, state.declarations[seat]) for seat in range(4) if seat != table.player]
        return [lacking(state.hands[seat], declared) for seat, declared in said if declared >= 0]

    before, after = worth_before_and_after(GAME, 2, lacks)
    assert after < before - 0.05
