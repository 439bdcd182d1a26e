"""Card games as reinforcement-learning environments.

>>> import cardzoo
>>> env = cardzoo.make("getaway-v0", num_players=4)

Importing it registers the games with Gymnasium and PettingZoo; ``gymnasium.make("cardzoo:cardzoo/getaway-v0")`` imports
it by itself. Agents, training and tables for people are in `cardzoo.agents`, `cardzoo.training` and `cardzoo.table`.
"""

import sys
from importlib.metadata import version
from pathlib import Path

_ENVS = Path(__file__).with_name("envs")
if _ENVS.is_symlink() or not _ENVS.is_dir():
    # In a checkout the folders are above src. The links beside this file are for type checkers, and Windows may have
    # checked them out as text.
    __path__ = [str(Path(__file__).parents[2]), *__path__]

from cardzoo import agents, envs  # noqa: E402 - they are found by the path above
from cardzoo.envs import make  # noqa: E402
from cardzoo.moved import MovedModules  # noqa: E402

__all__ = ["__version__", "agents", "envs", "make"]

__version__ = version("cardzoo")

sys.meta_path.insert(0, MovedModules())  # first, or a former name below another one would be found twice


def __dir__() -> list[str]:
    return __all__
