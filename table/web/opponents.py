"""Opponents as people see them: names, and a strength with the agent behind it."""

from collections.abc import Mapping
from functools import cache

from cardzoo.envs.engine import Game
from cardzoo.envs.policies.bots import bots
from cardzoo.table.web.figures import read_figures

EASY, MEDIUM, HARD = STRENGTHS = ("easy", "medium", "hard")


@cache
def agents_by_strength(game: Game) -> Mapping[str, str]:
    """Agents behind the strengths, the weakest first: the three best of a game as measured, or as many as it has.

    They are scripted agents, which a game lists from the weakest, and the search where it has beaten the best of them.
    """
    stronger = read_figures().get(game.id, {}).get("stronger")
    ranked = [*bots(game), *([stronger] if stronger else [])]
    return dict(zip(STRENGTHS, ranked[-len(STRENGTHS) :], strict=False))


def usual_strength(game: Game) -> str:
    """Strength of the opponents of a new table: medium, unless the game has a single agent."""
    return MEDIUM if MEDIUM in agents_by_strength(game) else EASY


def strength_of(game: Game, agent: str) -> str:
    """Strength of an agent; the agent's name if it is behind none."""
    return next((strength for strength, name in agents_by_strength(game).items() if name == agent), agent)
