"""One source, run in several ways: interpreted, compiled, and compiled with every index checked."""

import pytest

from tests.contract.digest import lines
from tests.playing import AS_USERS_RUN, run_python

DIGEST = "from tests.contract.digest import lines; print('\\n'.join(lines()))"

pytestmark = pytest.mark.xdist_group("modes")  # so that one process counts its own lines, once


@pytest.mark.skipif(not AS_USERS_RUN, reason="compiled and unchecked code is compared with the other two")
@pytest.mark.parametrize(
    "variables",
    [
        {"NUMBA_DISABLE_JIT": "1"},
        {"NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"},  # the code of `make test-bounds`
    ],
    ids=["interpreted", "bounds checked"],
)
def test_games_come_to_the_same(variables):
    """Records, masks, views, redeals and observations, bit for bit."""
    done = run_python(DIGEST, **variables)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == lines()


def test_an_index_out_of_bounds_is_found_when_checked():
    """So that the test above would fail if a rule left an array."""
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
