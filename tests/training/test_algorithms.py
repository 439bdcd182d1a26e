from dataclasses import replace

import numpy as np
import pytest

from cardzoo.agents import agent_generator
from cardzoo.envs import find_game
from cardzoo.training.algorithms import POINTS, BudgetError, Curve, EnvFactory, LearnedAgent, measure_algorithm
from cardzoo.training.evaluation.benchmark.suites import load_suite

MINI = load_suite("cardzoo-mini-v1")
POKER = replace(MINI, games=tuple(entry for entry in MINI.games if entry.game == "leduc_poker-v0"))
TRAINER = """
def train(env_factory, steps, seed):
    env = env_factory(num_envs=2, opponents="random")
    env.reset(seed=seed)
    for _ in range(steps // 2):
        env.step(env.action_masks().argmax(axis=1))
    return lambda observation, mask: int(mask.argmax())
"""


def test_a_trainer_is_scored_after_each_budget_with_each_seed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lowest_trainer.py").write_text(TRAINER)
    curve = measure_algorithm("lowest_trainer:train", POKER, steps=20, seeds=2, deals=10)
    assert curve.budgets == [round(20 * point) for point in POINTS]
    assert np.array(curve.scores).shape == (3, 2, 1)


def test_decisions_above_the_budget_are_refused():
    factory = EnvFactory(POKER, POKER.games[0], steps=7)
    env = factory(num_envs=2)
    env.reset(seed=0)
    for _ in range(3):
        env.step(env.action_masks().argmax(axis=1))
    assert factory.taken == 6
    with pytest.raises(BudgetError, match="decisions must be at most 7, got 8"):
        env.step(env.action_masks().argmax(axis=1))


def test_a_policy_is_evaluated_with_the_observations_of_its_training():
    game = find_game("leduc_poker")
    seed = next(seed for seed in range(50) if game.table(seed=seed).player == 0)
    table = game.table(seed=seed)
    observations, _ = EnvFactory(POKER, POKER.games[0], steps=1)(num_envs=1, seat=0).reset(seed=seed)
    seen = []
    agent = LearnedAgent(game, 2, lambda observation, mask: seen.append(observation.copy()) or int(mask.argmax()))
    agent.act(table.view(0), table.mask.copy(), agent_generator(0))
    assert np.array_equal(seen[0], observations[0])


def test_curves_have_an_interval_over_runs():
    curve = Curve("made", MINI.name, "", "", "public", [10], [0, 1, 2], [[[0.0] * 6, [10.0] * 6, [20.0] * 6]])
    (estimate,) = curve.interquartile_means()
    assert estimate.low < estimate.value == 10 < estimate.high
