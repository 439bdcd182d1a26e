"""Contract checks of every game, your own included; a fault names its setting, seed and step.

>>> from cardzoo.testing import check_game
>>> check_game(GAME)

In pytest, ``test_contract = contract(GAME)`` is a whole test file. At the terminal, ``cardzoo check module:GAME`` runs
the checks with rules interpreted, with bounds checks and compiled, and compares the three.
"""

from cardzoo.testing.check import CHECKS, Check, Each, Fault, cases_of, check, check_game, contract
from cardzoo.testing.checks import (  # noqa: F401 - each registers its checks, in this order
    agents,
    decks,
    encodings,
    games,
    gymnasium,
    imagined_worlds,
    information,
    legality,
    over_at_once,
    pettingzoo,
    positions,
    prompts,
    randomness,
    same_episode,
    scenes,
    snapshots,
    source,
    views,
    words,
)
from cardzoo.testing.setting import Setting, settings_of

__all__ = [
    "CHECKS",
    "Check",
    "Each",
    "Fault",
    "Setting",
    "cases_of",
    "check",
    "check_game",
    "contract",
    "settings_of",
]
