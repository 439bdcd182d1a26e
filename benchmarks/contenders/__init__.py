"""Contenders: ways of playing random games that can be timed. A module is named after its library.

A module that compare.py or training.py runs has ``PACKAGES``, the distributions whose versions are reported, and
``CONTENDERS``. It imports its library when it is imported itself, so an import that fails says that this interpreter
cannot run it. ``pgx`` and ``jumanji`` measure a GPU and have a command line instead, which they share: ``jax_play``.

Only the standard library may be imported in this file: the modules run in other projects' environments too.
"""

from collections.abc import Callable
from dataclasses import dataclass

Play = Callable[[], int]
"""Plays a game, or a bit more, to its end and gives the steps played. A step is one player's action."""


@dataclass(frozen=True)
class Contender:
    """One row of the table.

    Attributes:
        name: what is played and how, in a few words; unique within its library.
        does: what the timed loop does for each step.
        prepare: makes the environment and gives the function to be timed; not timed itself.
        cores: cores it may use. With one, the clock is the process's CPU time; with more, the wall clock.
    """

    name: str
    does: str
    prepare: Callable[[], Play]
    cores: int = 1
