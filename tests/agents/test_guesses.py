"""The search's guesses from the actions of others agree with the seat's view."""

import numpy as np
import pytest

from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.policies.bots import guess_of
from tests.agents.guessing import guesses
from tests.playing import GAMES, positions, usual

pytestmark = pytest.mark.skipif(INTERPRETED, reason="each guess is compiled")

GUESSED = [game for game in GAMES if guess_of(game)]


@pytest.mark.parametrize("game", GUESSED, ids=lambda game: game.name)
def test_a_guess_changes_nothing_that_the_seat_sees(game):
    changed = 0
    for table in positions(usual(game)):
        if not table.over:
            for drawn, likelier in guesses(table, 3):
                assert likelier.view(table.player).tobytes() == drawn.view(table.player).tobytes()
                assert np.array_equal(likelier.count_cards(), drawn.count_cards())
                assert np.array_equal(likelier.mask, drawn.mask)
                changed += likelier.snapshot() != drawn.snapshot()
    assert changed
