"""Shared parts of tests: every setting of every game, and fresh processes; `cardzoo.testing` plays the games."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardzoo.agents import bots
from cardzoo.envs import IDS, Game, Table, find_game
from cardzoo.envs.encoders import ENCODERS
from cardzoo.envs.engine import INTERPRETED, Remembering
from cardzoo.testing.playing import (
    HIDING_SEED,
    Policy,
    cards_of,
    illegal_action,
    phase_of,
    play_out,
    positions,
    row_of,
    same,
    scattered,
    walk,
)
from cardzoo.testing.setting import (
    Setting,
    few_settings,
    has_choices,
    option_sets,
    settings_of,
    usual,
)
from cardzoo.testing.setting import count as count_in_mode

__all__ = [
    "ENCODED",
    "EVERY",
    "FEW_SETTINGS",
    "GAMES",
    "HIDING_SEED",
    "ONE_A_FAMILY",
    "ONE_GAME",
    "ROOT",
    "SETTINGS",
    "SHARED_CODE",
    "Policy",
    "Setting",
    "bots_without_memory",
    "cards_of",
    "count",
    "game_of",
    "has_choices",
    "illegal_action",
    "nightly",
    "now",
    "option_sets",
    "phase_of",
    "play_out",
    "positions",
    "row_of",
    "run_python",
    "same",
    "scattered",
    "settings_of",
    "usual",
    "walk",
]

ROOT = Path(__file__).parents[1]
GAMES = tuple(find_game(id) for id in IDS)
ONE_GAME = find_game("getaway")
"""The game for tests that need only one."""

EVERY = "EVERY_SETTING" in os.environ
"""True for the nightly run of every setting and every game; set by `make test-settings`."""

ONE_A_FAMILY = tuple({game.family: game for game in reversed(GAMES)}.values())
FEW_GAMES = tuple(find_game(name) for name in ("getaway", "klondike", "gin_rummy"))
"""One game of tricks, one patience and one of melds, for tests that take ten seconds a game."""

SHARED_CODE = [ONE_GAME] if INTERPRETED else list(GAMES if EVERY else ONE_A_FAMILY)
"""The games for tests of code that all games share, such as the views and the words of errors."""

SETTINGS = tuple(setting for game in GAMES for setting in settings_of(game))
FEW_SETTINGS = tuple(setting for game in GAMES for setting in few_settings(game))

ENCODED = [(usual(ONE_GAME), encoding) for encoding in ENCODERS if encoding != "flat"]
"""One game in all other encodings, since every game compiles a batch step for each."""


def count(compiled: int, interpreted: int, checked: int | None = None) -> int:
    """The number of games or steps for the mode of the rules; by day a third of those of the night.

    Args:
        compiled: the number where rules run as users run them, each night.
        interpreted: the number where rules run as plain Python.
        checked: the number where compiled indices are checked, by day; None: a third of those of compiled rules, or as
            many as interpreted if these are more.
    """
    by_day = max(compiled // 3, interpreted) if checked is None else checked
    return count_in_mode(compiled, interpreted, by_day)


def nightly(*values: Any) -> Any:
    """A parameter of a test, or several, that takes long: not for `make test`."""
    return pytest.param(*values, marks=pytest.mark.nightly)


def bots_without_memory(game: Game) -> dict[str, Any]:
    """A game's compiled agents that can run on a GPU."""
    return {name: bot for name, bot in bots(game).items() if not isinstance(bot, Remembering)}


def game_of(parameter: Any) -> Game | None:
    """The game of a test's parameter, if any: of one of the above, or the game itself."""
    setting = parameter[0] if isinstance(parameter, tuple) and parameter else parameter
    if isinstance(setting, Setting):
        return setting.game
    return setting if isinstance(setting, Game) else None


def now(table: Table, name: str) -> Any:
    """The present value of a state's field, in words."""
    return table.words(name)[name]


def run_python(code: str, *arguments: str, **environment: str | None) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh process.

    Args:
        code: the program.
        *arguments: its `sys.argv[1:]`.
        **environment: variables to set; None unsets one.
    """
    variables = dict(os.environ)
    for name, value in environment.items():
        if value is None:
            variables.pop(name, None)
        else:
            variables[name] = value
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        env=variables,
        cwd=ROOT,
        check=False,
        timeout=600,
    )
