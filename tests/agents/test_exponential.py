"""The agents' own exponential function."""

import math

import numpy as np
import pytest

from cardzoo.agents.families.exponential import exp
from cardzoo.envs.engine.compiling import entry_point, hash_sources


def fill(numbers, out):
    for place in range(len(numbers)):
        out[place] = exp(numbers[place])


def exponentials(numbers):
    out = np.zeros(len(numbers))
    entry_point("test", "exponentials", hash_sources(exp.__module__), fill)(numbers, out)
    return out


def test_it_is_right_to_the_last_digits():
    numbers = np.concatenate([np.linspace(-50, 50, 2001), np.random.default_rng(0).normal(0, 10, 2000)])
    assert exponentials(numbers) == pytest.approx([math.exp(number) for number in numbers], rel=5e-15)


def test_numbers_far_below_zero_give_zero():
    assert exponentials(np.array([0.0, -1e6, -746.0])).tolist() == [1.0, 0.0, 0.0]
