"""A run that is killed repeatedly ends like an unbroken one; `tests.training.kills` kills it fifty times."""

import os
import subprocess
import sys

import pytest


@pytest.mark.nightly
@pytest.mark.parametrize("trainer", ["ppo", "maskable_ppo"])
def test_a_run_killed_at_random_moments_ends_in_the_same_bits(trainer):
    command = [sys.executable, "-m", "tests.training.kills", "--kills", "3", "--trainer", trainer]
    one_thread = os.environ | {"OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=one_thread)
    assert done.returncode == 0, done.stdout + done.stderr
