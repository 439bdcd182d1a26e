"""The examples of docs/examples that need no environment of their own run; `run.py` runs the others."""

import re
from dataclasses import replace

import pytest

from cardzoo.agents import find_agent
from cardzoo.envs.engine import INTERPRETED
from cardzoo.training.algorithms import agent_of, find_trainer
from cardzoo.training.algorithms.env_factory import EnvFactory
from cardzoo.training.evaluation.benchmark.play import play_field
from cardzoo.training.evaluation.benchmark.suites import load_suite
from docs import build_pages

EXAMPLES = build_pages.EXAMPLES


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="about trainers, not about rules")
@pytest.mark.parametrize("algorithm", ["dqn", "ppo"])
def test_stable_baselines3_learns_a_patience(algorithm, capsys):
    from docs.examples import stable_baselines3_patience

    stable_baselines3_patience.main(algorithm, steps=64, games=8)
    steps = re.findall(r"^ *(\d+) steps: mean reward [-+]\d\.\d+ ", capsys.readouterr().out, re.MULTILINE)
    assert steps[0] == "0"
    assert int(steps[1]) >= 64


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="about trainers, not about rules")
@pytest.mark.nightly
def test_stable_baselines3_learns_against_its_last_snapshot(capsys, monkeypatch):
    from docs.examples import stable_baselines3_self_play as example

    seated = []
    monkeypatch.setattr(example.VecEnv, "set_opponents", note_calls(example.VecEnv.set_opponents, seated))
    example.main(steps=65_536, games=256)
    rewards = re.findall(r"^ *(\d+) steps: mean reward ([-+]\d\.\d+) ", capsys.readouterr().out, re.MULTILINE)
    assert [steps for steps, _ in rewards] == ["0", "65536"]
    assert float(rewards[1][1]) > float(rewards[0][1]) + 0.3  # 0.75 ± 0.04 with three seeds
    assert len({network.parameters.tobytes() for network in seated}) == 8  # one before each rollout


def note_calls(method, arguments):
    """The method, with a record of its calls."""

    def noting(self, argument):
        arguments.append(argument)
        return method(self, argument)

    return noting


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="about training, not about rules")
@pytest.mark.nightly
def test_ppo_on_one_page_learns(capsys):
    from docs.examples import ppo_on_gpu

    ppo_on_gpu.main(steps=9 * ppo_on_gpu.TABLES * ppo_on_gpu.STEPS, every=1)
    means = [float(mean) for mean in re.findall(r"mean reward ([-+]\d\.\d+) ", capsys.readouterr().out)]
    assert means[-1] > means[0] + 0.05


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="about trainers, not about rules")
@pytest.mark.parametrize("trainer", ["ppo:train", "ppo:self_play", "dqn:train", "monte_carlo:train"])
def test_algorithms_of_the_benchmark_learn_kuhn_poker(trainer):
    poker = load_suite("cardzoo-poker-v1")
    kuhn = replace(poker, games=tuple(entry for entry in poker.games if entry.game == "kuhn_poker-v0"))
    factory = EnvFactory(kuhn, kuhn.games[0], steps=16_384)
    learned = find_trainer(f"docs.examples.benchmark_{trainer}")(factory, 16_384, 0)
    assert factory.taken == 16_384
    field = [find_agent(name, factory.game) for name in kuhn.field]
    values = [
        play_field(factory.game, agent, field, kuhn.deal_seeds("public", 400), 2, {}).values.mean()
        for agent in (field[0], agent_of(learned, factory))
    ]
    assert values[1] > values[0] + 0.05


def test_each_example_is_run_here_or_there():
    needing = {file.stem for file in EXAMPLES.glob("*.txt")}
    assert {file.stem for file in EXAMPLES.glob("*_*.py")} == {
        *(f"{library}_getaway" for library in needing),
        "benchmark_dqn",
        "benchmark_monte_carlo",
        "benchmark_ppo",
        "stable_baselines3_patience",
        "stable_baselines3_self_play",
        "ppo_on_gpu",
        "jax_on_gpu",  # on a GPU alone
    }
