"""Games and their environments.

>>> from cardzoo import envs
>>> env = envs.make("getaway-v0", num_players=4)  # a PettingZoo AEC environment
>>> batch = envs.make_batch("getaway-v0", num_tables=1024)  # many tables in one compiled step

Importing this package also registers the games with Gymnasium and PettingZoo, as ``"cardzoo/getaway-v0"`` and so on,
and `cardzoo.envs.getaway_v0` is a module as PettingZoo users expect it. `register` adds games of your own.
"""

import sys
from importlib import import_module
from types import ModuleType

from cardzoo.envs.aec import CardEnv
from cardzoo.envs.batch import AgentError, Batch
from cardzoo.envs.engine import Game, IllegalAction, Table
from cardzoo.envs.engine.rng import independent_seeds
from cardzoo.envs.factory import make, make_batch, make_parallel
from cardzoo.envs.parallel import ParallelCardEnv
from cardzoo.envs.registry import IDS, find_all, find_game, game_ids, game_names, register
from cardzoo.envs.unknown_cards import guess_position, known_position
from cardzoo.envs.versioned import VersionedModules, module_ids

__all__ = [
    "IDS",
    "AgentError",
    "Batch",
    "CardEnv",
    "Game",
    "IllegalAction",
    "ParallelCardEnv",
    "Table",
    "find_game",
    "game_ids",
    "game_names",
    "guess_position",
    "independent_seeds",
    "known_position",
    "make",
    "make_batch",
    "make_parallel",
    "register",
]

find_all()
sys.meta_path.append(VersionedModules())


def __getattr__(name: str) -> ModuleType:
    """Versioned modules such as ``cardzoo.envs.getaway_v0``, imported at first access."""
    if name in module_ids():
        return import_module(f"{__name__}.{name}")
    if name.rpartition("_v")[2].isdigit():
        try:
            find_game(name.replace("_v", "-v"))
        except ValueError as problem:
            raise AttributeError(str(problem)) from None
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *module_ids()})
