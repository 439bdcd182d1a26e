"""Compiled agents of a game by name, which a batch plays inside its step."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from cardzoo.envs.engine import Game
from cardzoo.envs.engine.bots import Bot, Rule, rule_of
from cardzoo.envs.policies.random import random_player
from cardzoo.envs.registry import parts_of

TRAINED = "trained"
"""Name of a game's trained agent, if it ships one; see `cardzoo.envs.policies.shipped`."""


def bots(game: Game) -> dict[str, Bot]:
    """Compiled agents of a game by name, the weakest first: ``random``, and mostly ``novice`` and ``expert``.

    Raises:
        ValueError: if their module cannot be imported, or holds no agents.
    """
    found = parts_of(game).agents
    agents = {} if found is None else found
    if not isinstance(agents, Mapping) or not all(callable(rule_of(bot)) for bot in agents.values()):
        raise ValueError(f"{game.name}: AGENTS must be compiled agents by their names, got {agents!r:.60}")
    return {"random": random_player, **agents}


def best_of(game: Game) -> str:
    """Name of a game's best compiled agent."""
    return list(bots(game))[-1]


def guess_of(game: Game) -> Rule | None:
    """Rule that makes resampled hidden cards likelier, for agents that simulate; None if the game has none.

    ``guess(state, player, blank_view, views)`` changes a table with resampled hidden cards into a likelier one that
    looks the same to the seat. The views are (1,) records.
    """
    guess: Rule | None = parts_of(game).guess
    return guess


class OpenPlay(Protocol):
    """Solver of positions with all cards open."""

    def solves(self, state: Any) -> bool:
        """Returns whether it can solve worlds in the phase of a table's record."""

    def values(self, world: Any) -> Mapping[int, float]:
        """Gains of the seat on turn by action, if all seats see all cards and play as well as they can.

        Args:
            world: record of a table whose hidden cards are drawn.
        """


def open_play_of(game: Game) -> Callable[[], OpenPlay] | None:
    """Maker of a solver of positions with all cards open, for agents that sample worlds; None if the game has none.

    Raises:
        ValueError: when it is called, if a library is missing.
    """
    found: Callable[[], OpenPlay] | None = parts_of(game).open_play
    return found


def rollout_of(game: Game) -> str:
    """Name of the rollout policy of a game: its best compiled agent that is not slow, or a faster one that it names."""
    slow = slow_of(game)
    return str(parts_of(game).rollout or [name for name in bots(game) if name not in slow][-1])


def slow_of(game: Game) -> Sequence[str]:
    """Names of compiled agents that are too slow for simulations, such as those that simulate themselves.

    Raises:
        ValueError: if the game names agents that it has not, or all that it has.
    """
    found: Sequence[str] = parts_of(game).slow or ()
    if isinstance(found, str) or not set(found) < set(bots(game)):
        must = f"a tuple with some of {', '.join(bots(game))}, not all"
        raise ValueError(f"{game.name}: SLOW must be {must}, got {found!r}; correct it beside AGENTS")
    return found
