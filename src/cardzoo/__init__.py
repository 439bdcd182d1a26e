"""Card games as reinforcement-learning environments.

>>> import cardzoo
>>> env = cardzoo.envs.make("getaway-v0", num_players=4)

Importing it registers the games with Gymnasium and PettingZoo; ``gymnasium.make("cardzoo:cardzoo/getaway-v0")`` imports
it by itself. Agents, training with the command, and tables for people are in `cardzoo.agents`, `cardzoo.training` and `cardzoo.table`.
"""

from importlib.metadata import version
from pathlib import Path

_ENVS = Path(__file__).with_name("envs")
if _ENVS.is_symlink() or not _ENVS.is_dir():
    # A checkout: the folders are above src. The links beside this file are for type checkers, and Windows may have
    # checked them out as text.
    __path__ = [str(Path(__file__).parents[2])]

from cardzoo import envs  # noqa: E402 - it is found by the path above

__all__ = ["__version__", "envs"]

__version__ = version("cardzoo")
