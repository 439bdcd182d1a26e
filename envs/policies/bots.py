"""The compiled agents of a game by name, which a batch plays inside its step."""

from collections.abc import Mapping

from cardzoo.envs.engine import Game
from cardzoo.envs.engine.bots import Bot, Rule, rule_of
from cardzoo.envs.policies.random import random_player
from cardzoo.envs.registry import parts_of

TRAINED = "trained"
"""The name of the agent that a game brings along as a model, if it does; see `cardzoo.envs.policies.shipped`."""


def bots(game: Game) -> dict[str, Bot]:
    """A game's compiled agents by name, the weakest first: ``random``, and mostly ``novice`` and ``expert``.

    Raises:
        ValueError: if the module with them cannot be imported, or holds no agents.
    """
    agents = parts_of(game).agents
    if agents is None:
        agents = {}
    if not isinstance(agents, Mapping) or not all(callable(rule_of(bot)) for bot in agents.values()):
        raise ValueError(f"{game.name}: AGENTS is {agents!r:.60}; compiled agents by their names are expected")
    return {"random": random_player, **agents}


def best_of(game: Game) -> str:
    """The name of a game's best compiled agent."""
    return list(bots(game))[-1]


def guess_of(game: Game) -> Rule | None:
    """What a game's scripted agents know of how others play, for those who play on in thought; None for nothing.

    ``guess(state, player, blank_view, views)`` turns a table whose hidden parts have been drawn again into a likelier
    one that the seat cannot tell from it. The views are (1,) records.
    """
    guess: Rule | None = parts_of(game).guess
    return guess


def rollout_of(game: Game) -> str:
    """The compiled agent with which to play a game on in thought: the best one, but where it is far too slow."""
    return str(parts_of(game).rollout or best_of(game))
