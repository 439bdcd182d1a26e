"""What holds in every game, for the games of others too: a contract, in checks that name setting, seed and step.

>>> from cardzoo.testing import check_game
>>> check_game(GAME)

In pytest, ``test_contract = contract(GAME)`` is all of a test file; at the terminal, ``cardzoo check module:GAME``
makes the checks with rules interpreted, with bounds checks and compiled, and compares the three.
"""

from cardzoo.testing.check import CHECKS, Check, Each, Fault, cases_of, check, check_game, contract
from cardzoo.testing.checks import (  # noqa: F401 - each makes its checks known, in this order
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
