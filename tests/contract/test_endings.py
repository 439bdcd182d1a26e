"""Games end by their rules: bounds stop one game in a hundred at most, among players of any kind."""

import pytest

from cardzoo.agents import bots
from tests.contract.endings import share_truncated
from tests.playing import AS_USERS_RUN

GAMES = 60  # of which none is stopped, where one in a hundred would be stopped half of the time


@pytest.mark.slow
def test_hardly_a_game_is_stopped_by_a_bound(game):
    """Deals are the same each time; `tests.contract.endings` looks at more."""
    if not AS_USERS_RUN:
        pytest.skip("too long for rules that run slowly")
    assert {name: share_truncated(game, name, GAMES) for name in bots(game)} == dict.fromkeys(bots(game), 0.0)
