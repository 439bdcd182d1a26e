"""The search's guesses from the cards that another player has kept in Gin Rummy."""

import pytest

from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.families import melds
from cardzoo.envs.games.gin_rummy import GAME
from tests.agents.guessing import worth_before_and_after

pytestmark = pytest.mark.skipif(INTERPRETED, reason="a guess is compiled")


def test_in_gin_rummy_the_other_player_has_kept_the_better_cards():
    def deadwood(table):
        return [melds.deadwood(melds.to_bits(table.state.hands[1 - table.player]))]

    before, after = worth_before_and_after(GAME, 21, deadwood)
    assert 10 < after < before - 10
