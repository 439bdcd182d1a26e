"""Scripted agents of Spider follow their docstrings."""

import pytest

from cardzoo.envs.games.spider import GAME
from tests.agents.choosing import choose


def dealt(idle):
    """A deal in which cards can be turned up, after so many moves that brought nothing."""
    table = GAME.table(3)
    table.set_position(table.words() | {"idle": idle})
    return table


@pytest.mark.parametrize("name", ["novice", "expert"])
def test_players_of_spider_do_not_deal_as_long_as_they_find_something_better(name):
    """A bound is needed, since moves that each look better could repeat in a circle."""
    assert choose(name, dealt(0)) != "deal"
    assert choose(name, dealt(25)) == choose(name, dealt(0))
    assert choose(name, dealt(30)) == "deal"
