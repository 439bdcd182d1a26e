"""The parameter ``game`` of tests; those of `test_checks` have settings of all games."""

import pytest

from cardzoo.envs.engine import INTERPRETED
from tests.playing import GAMES, ONE_GAME


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        one_game = INTERPRETED and metafunc.definition.get_closest_marker("views") is not None
        metafunc.parametrize("game", [ONE_GAME] if one_game else GAMES, ids=lambda game: game.id)
