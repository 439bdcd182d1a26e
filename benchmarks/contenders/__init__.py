"""Contenders: timed loops of random games. A module is named after its library.

A module that compare.py or training.py runs has ``PACKAGES``, the distributions whose versions are reported, and
``CONTENDERS``. It imports its library at its own import, which fails if this interpreter cannot run it. ``pgx`` and
``jumanji`` measure a GPU and share a command line instead: ``jax_play``.

Only the standard library may be imported in this file: the modules run in other projects' environments too.
"""

from collections.abc import Callable
from dataclasses import dataclass

Play = Callable[[], int]
"""Function that plays at least one game to its end and returns the number of steps. A step is one player's action."""


@dataclass(frozen=True)
class Contender:
    """Contender: one row of the table.

    Attributes:
        name: game and loop in a few words; unique within its library.
        does: description of a step of the timed loop.
        prepare: function that makes the environment and returns the function to be timed; not timed itself.
        cores: number of cores. With one, the clock is the process's CPU time; with more, the wall clock.
    """

    name: str
    does: str
    prepare: Callable[[], Play]
    cores: int = 1
