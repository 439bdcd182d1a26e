"""The parameter ``game`` of tests; those of `test_checks` have settings of all games."""

import pytest

from tests.playing import GAMES, SHARED_CODE


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        shared = metafunc.definition.get_closest_marker("views") is not None
        metafunc.parametrize("game", SHARED_CODE if shared else GAMES, ids=lambda game: game.id)
