"""Tests ask for a ``game``, a ``setting`` (all of them), a ``key_setting`` (for dear checks) or an ``encoded`` one.

Compiled code is tested twice, with bounds checks and as users run it: all settings are played once, with the checks,
and the dear checks are made once, without.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from cardzoo.envs.engine import INTERPRETED
from tests.playing import AS_USERS_RUN, ENCODED, FEW_SETTINGS, GAMES, KEY_SETTINGS, ONE_GAME, SETTINGS, game_of

PARAMETERS: dict[str, Sequence[Any]] = {
    "game": GAMES,
    "setting": FEW_SETTINGS if INTERPRETED else KEY_SETTINGS if AS_USERS_RUN else SETTINGS,
    "key_setting": KEY_SETTINGS if AS_USERS_RUN else FEW_SETTINGS,
    "encoded": ENCODED,
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    one_game = not AS_USERS_RUN and metafunc.definition.get_closest_marker("views") is not None
    for name, values in PARAMETERS.items():
        if name in metafunc.fixturenames:
            if one_game:
                values = [value for value in values if game_of(value) is ONE_GAME]
            metafunc.parametrize(name, values, ids=[words_for(value) for value in values])


def words_for(value: Any) -> str:
    """A parameter in a test's name."""
    return "-".join(map(str, value)) if isinstance(value, tuple) else getattr(value, "id", str(value))
