"""The modes of one source: interpreted, compiled, and compiled with every index checked."""

from functools import cache

import pytest

from cardzoo.envs.encoders import ENCODERS
from cardzoo.envs.engine import INTERPRETED
from cardzoo.testing.digest import digest
from cardzoo.testing.run import MODES
from cardzoo.testing.setting import CHECKED, few_settings, key_settings
from tests.playing import EVERY, GAMES, ONE_A_FAMILY, ONE_GAME, run_python, usual

DIGEST = "from tests.contract.test_modes import lines; print('\\n'.join(lines()))"

pytestmark = pytest.mark.xdist_group("modes")  # so that one process counts its own lines, once


@cache
def lines():
    """A line for each setting: of one game a family, nightly of all; one is played in all encodings, and in a batch."""
    games, settings_of = (GAMES, key_settings) if EVERY else (ONE_A_FAMILY, few_settings)
    settings = [setting for game in games for setting in settings_of(game)]
    digest_lines = [f"{setting} {digest(setting)}" for setting in settings]
    return [*digest_lines, f"{ONE_GAME.name} {digest(usual(ONE_GAME), ENCODERS, with_batch=True)}"]


@pytest.mark.skipif(INTERPRETED, reason="compiled code is compared with the other two ways")
@pytest.mark.parametrize(
    "variables",
    [
        pytest.param(MODES["interpreted"], id="interpreted"),
        pytest.param(  # which compiles all games once more
            MODES["compiled" if CHECKED else "bounds"] | {"NUMBA_OPT": "3" if CHECKED else "1"},
            id="as users run" if CHECKED else "bounds checked",
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_games_come_to_the_same(variables):
    """Records, masks, views, redeals and observations are equal bit for bit."""
    done = run_python(DIGEST, **variables)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == lines()


def test_an_index_out_of_bounds_is_found_when_checked():
    """The test above would fail if a rule used an index outside an array."""
    code = """
import numpy as np
from cardzoo.envs.engine import rule

@rule
def read(cards, place):
    return cards[place]

read(np.zeros(3), 5)
"""
    done = run_python(code, NUMBA_DISABLE_JIT="0", NUMBA_BOUNDSCHECK="1")
    assert "IndexError" in done.stderr
