"""The games, and the ways to play them.

>>> from cardzoo import envs
>>> env = envs.make("getaway-v0", num_players=4)  # a PettingZoo AEC environment
>>> batch = envs.make_batch("getaway-v0", num_tables=1024)  # many tables in one compiled step

Importing this package also registers the games with Gymnasium and PettingZoo, as ``"cardzoo/getaway-v0"`` and so on,
and ``from cardzoo.envs import getaway_v0`` gives what PettingZoo users expect.
"""

from typing import Any

from cardzoo.envs.aec import CardEnv
from cardzoo.envs.batch import Batch
from cardzoo.envs.engine import Game, IllegalAction, Table
from cardzoo.envs.parallel import ParallelCardEnv
from cardzoo.envs.registry import (
    IDS,
    find_game,
    game_names,
    make,
    make_batch,
    make_parallel,
    register,
    versioned_module,
)

__all__ = [
    "IDS",
    "Batch",
    "CardEnv",
    "Game",
    "IllegalAction",
    "ParallelCardEnv",
    "Table",
    "find_game",
    "game_names",
    "make",
    "make_batch",
    "make_parallel",
]

register()


def __getattr__(name: str) -> Any:
    """``cardzoo.envs.getaway_v0`` and the like."""
    if name.rpartition("_v")[2].isdigit():
        try:
            return versioned_module(name)
        except ValueError as problem:
            raise AttributeError(str(problem)) from None
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
