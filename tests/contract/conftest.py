"""Tests of the contract ask for a ``game``, a ``setting`` (all of them) or a ``key_setting`` (for dear checks)."""

import pytest

from tests.playing import GAMES, KEY_SETTINGS, SETTINGS

PARAMETERS = {"game": GAMES, "setting": SETTINGS, "key_setting": KEY_SETTINGS}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for name, values in PARAMETERS.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, values, ids=[getattr(value, "id", str(value)) for value in values])
