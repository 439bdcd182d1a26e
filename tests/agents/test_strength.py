"""Strength of every game's compiled agents: expert beats novice beats random on duplicate deals."""

import pytest

from cardzoo.agents import find_agent
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.registry import parts_of
from cardzoo.training.evaluation.duplicate import compare
from tests.playing import GAMES, has_choices, usual

DEALS = 400
OPTIONS = {"spider": {"suits": "two"}}  # with four suits hardly any game is won


def numbers(game):
    """The least, the usual and the greatest number of players."""
    return sorted({*game.players, game.default_players})


@pytest.mark.nightly
@pytest.mark.skipif(INTERPRETED, reason="some hundred thousand moves are slow as plain Python")
@pytest.mark.parametrize(("better", "worse"), [("novice", "random"), ("expert", "novice")])
@pytest.mark.parametrize(
    ("game", "num_players"),
    [(game, num_players) for game in GAMES if has_choices(usual(game)) for num_players in numbers(game)],
    ids=lambda value: getattr(value, "id", None),
)
def test_each_agent_beats_the_one_before(game, num_players, better, worse):
    """The lower end of the 95 % interval counts."""
    agents = find_agent(better, game), find_agent(worse, game)
    deals = parts_of(game).enough_deals or DEALS
    assert compare(game, *agents, deals, num_players=num_players, options=OPTIONS.get(game.name)).low > 0
