"""Coverage of intervals, also for few deals, and robustness against rounding errors."""

from math import gamma, isnan, pi, sqrt

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.envs import find_game
from cardzoo.training.evaluation.duplicate import compare, sum_up
from cardzoo.training.evaluation.games import Games
from cardzoo.training.evaluation.intervals import (
    FEW,
    STUDENT,
    Estimate,
    estimate_mean,
    estimate_resampled,
    resample_sums,
)
from cardzoo.training.evaluation.ratings.ratings import rank

GAME = find_game("kuhn_poker")


def draw(seed, size):
    return np.random.default_rng(seed).normal(1.0, 2.0, size)


@pytest.mark.parametrize(("deals", "times"), [(3, 2000), (10, 2000), (FEW - 1, 2000), (200, 40)])
def test_the_interval_covers_the_mean_of_a_known_distribution(deals, times):
    found = [estimate_mean(draw(seed, deals), seed) for seed in range(times)]
    covered = np.mean([one.low <= 1.0 <= one.high for one in found])
    assert 0.95 - 4 * sqrt(0.05 * 0.95 / times) < covered < 0.95 + 4 * sqrt(0.05 * 0.95 / times)


@pytest.mark.parametrize("freedom", range(1, FEW - 1))
def test_student_s_quantiles_leave_out_a_fortieth_on_either_side(freedom):
    scale = gamma((freedom + 1) / 2) / (sqrt(freedom * pi) * gamma(freedom / 2))
    steps = 100_000
    places = (np.arange(steps) + 0.5) / steps * STUDENT[freedom - 1]
    density = scale * (1 + places**2 / freedom) ** (-(freedom + 1) / 2)
    assert density.mean() * STUDENT[freedom - 1] == pytest.approx(0.475, abs=1e-6)


def test_resampled_figures_of_few_deals_have_the_interval_of_a_mean():
    values = draw(1, 12)
    means = [values.mean(), *(resample_sums(values[:, None])[:, 0] / 12)]
    found, expected = estimate_resampled(np.array(means), 12), estimate_mean(values)
    assert found.value == expected.value
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=0.1)
    assert found.low < np.quantile(means, 0.025)  # which is too narrow


def test_one_deal_gives_no_interval():
    found = estimate_resampled(np.array([1.0, 1.0, np.nan, 1.0]), 1)
    assert found.value == 1
    assert isnan(found.low)
    assert isnan(found.high)
    assert found.sign == 0


def test_an_arena_of_few_deals_has_student_s_intervals():
    rewards = np.array([[1, -1], [-1, 1], [1, -1], [1, -1], [0, 0], [1, -1]] * 2, np.float32)
    deals = np.arange(12)
    seats = np.tile(np.array([0, 1], np.int16), (12, 1))
    games = Games(deals, seats, rewards, rewards.astype(np.int32), np.full(12, -1, np.int16))
    payoff = next(standing.payoff for standing in rank(games, ["one", "two"]).standings if standing.agent == "one")
    mean = estimate_mean(rewards[:, 0])
    assert payoff.value == mean.value
    assert (payoff.low, payoff.high) == pytest.approx((mean.low, mean.high), abs=0.05)


def test_a_value_that_is_0_up_to_rounding_is_not_above_0():
    dust = Estimate(0.1, 1.4901161415892261e-09, 0.2)
    assert (dust.low, dust.sign) == (0.0, 0)
    assert (Estimate(-1e-9, -1e-9, -1e-9).high, str(Estimate(-1e-9, 0, 0).value)) == (0.0, "0.0")


def test_figures_of_a_comparison_carry_no_dust():
    agents = find_agent("expert", GAME), find_agent("novice", GAME)
    rewards = np.full((40, 2), 0.1, np.float32)
    found = sum_up(*agents, rewards.mean(axis=1), rewards, rewards, rewards)
    assert (found.advantage, found.low, found.high, found.reward) == (0.1, 0.1, 0.1, 0.1)
    assert found.estimate == Estimate(0.1, 0.1, 0.1)
    assert found.as_dict()["low"] == 0.1


def test_a_comparison_of_few_deals_has_student_s_interval():
    agents = find_agent("expert", GAME), find_agent("novice", GAME)
    few = compare(GAME, *agents, deals=10, seed=1)
    assert few.high - few.advantage == pytest.approx(few.advantage - few.low, abs=2e-5)
