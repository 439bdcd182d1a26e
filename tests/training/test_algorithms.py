import json
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from cardzoo.agents import agent_generator
from cardzoo.envs import find_game
from cardzoo.envs.files.lines import LineError
from cardzoo.envs.files.settings import ConfigError
from cardzoo.training.algorithms import (
    POINTS,
    ActTogether,
    Curve,
    LearnedAgent,
    LearnedTogether,
    agent_of,
    find_trainer,
    measure_algorithm,
    work_here,
)
from cardzoo.training.algorithms.env_factory import BudgetError, EnvFactory
from cardzoo.training.evaluation.benchmark.suites import load_suite
from cardzoo.training.evaluation.play import play_games
from cardzoo.training.evaluation.workers import finish_beside
from tests.command import command, exit_status
from tests.training.waiting import sleep_for

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


def test_a_trainer_is_scored_after_each_budget_with_each_seed(lowest_trainer):
    curve = measure_algorithm(lowest_trainer, POKER, steps=20, seeds=2, deals=10)
    assert curve.budgets == [round(20 * point) for point in POINTS]
    assert np.array(curve.scores).shape == (3, 2, 1)


@pytest.fixture
def lowest_trainer(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lowest_trainer.py").write_text(TRAINER)
    return "lowest_trainer:train"


def test_a_stopped_measurement_goes_on_with_the_runs_that_are_left(lowest_trainer, tmp_path):
    runs = tmp_path / "curve.runs.jsonl"

    def stopped(work, jobs):
        yield 0, work(jobs[0])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure_algorithm(lowest_trainer, POKER, steps=20, seeds=2, deals=10, hands=stopped, runs=runs)
    with runs.open("a") as file:
        file.write('{"run": {"tr')  # killed while it wrote
    counted = []

    def counting(work, jobs):
        for place, job in enumerate(jobs):
            counted.append(job)
            yield place, work(job)

    first = json.loads(runs.read_text().splitlines()[0])
    found = measure_algorithm(lowest_trainer, POKER, steps=20, seeds=2, deals=10, hands=counting, runs=runs)
    assert len(counted) == len(POINTS) * 2 - 1
    assert found.scores[0][0][0] == first["score"]
    assert len(runs.read_text().splitlines()) == len(POINTS) * 2


def test_a_run_that_ends_before_earlier_ones_is_kept_and_stands_in_its_place(lowest_trainer, tmp_path):
    runs = tmp_path / "curve.runs.jsonl"

    def backwards(work, jobs):
        yield from reversed([(place, float(place)) for place, _ in enumerate(jobs)])

    curve = measure_algorithm(lowest_trainer, POKER, steps=20, seeds=2, deals=10, hands=backwards, runs=runs)
    assert curve.scores == [[[0.0], [1.0]], [[2.0], [3.0]], [[4.0], [5.0]]]
    kept = [json.loads(line) for line in runs.read_text().splitlines()]
    assert [line["score"] for line in kept] == [5.0, 4.0, 3.0, 2.0, 1.0, 0.0]
    assert [line["run"]["seed"] for line in kept] == [1, 0] * 3


def test_a_worker_that_has_finished_does_not_wait_for_the_others():
    assert list(finish_beside(sleep_for, [1.0, 0.0, 0.0], workers=2)) == [(1, 0.0), (2, 0.0), (0, 1.0)]


def test_runs_are_kept_in_a_new_folder_and_refused_where_none_can_be(lowest_trainer, tmp_path):
    runs = tmp_path / "new" / "folder" / "curve.runs.jsonl"
    measure_algorithm(lowest_trainer, POKER, steps=20, seeds=1, deals=10, runs=runs)
    assert len(runs.read_text().splitlines()) == len(POINTS)
    with pytest.raises(ValueError, match=r"cannot be written: .*; choose another file"):
        measure_algorithm(lowest_trainer, POKER, steps=20, seeds=1, deals=10, runs=runs / "curve.runs.jsonl")


@pytest.mark.parametrize(
    ("option", "number", "refusal"),
    [
        *(("--steps", number, "steps must be at least 1") for number in ("0", "-5")),
        *(("--seeds", number, "seeds must be at least 1") for number in ("0", "-1")),
        *(("--deals", number, "deals must be 2 to 1,000,000") for number in ("0", "1", "-1")),
    ],
)
def test_a_number_out_of_its_range_is_refused_before_the_first_training(
    lowest_trainer, tmp_path, monkeypatch, option, number, refusal
):
    monkeypatch.setattr(EnvFactory, "__call__", lambda *_, **__: pytest.fail("a trainer runs"))
    words = command("benchmark", "--train", lowest_trainer, option, number, "--out", str(tmp_path / "curve.json"))
    assert f"{refusal}, got {number}" in words.refusal
    assert list(tmp_path.glob("curve*")) == []


def test_a_curve_that_cannot_be_written_is_refused_before_the_first_training(lowest_trainer, tmp_path, monkeypatch):
    monkeypatch.setattr(EnvFactory, "__call__", lambda *_, **__: pytest.fail("a trainer runs"))
    (tmp_path / "folder").mkdir()
    words = command("benchmark", "--train", lowest_trainer, "--out", str(tmp_path / "folder"))
    assert "folder cannot be written: it is a folder; choose another file" in words.refusal
    assert list(tmp_path.glob("folder.*")) == []


@pytest.mark.parametrize(("value", "got"), [("None", "None"), ("(min, 3)", "tuple"), ("7", "int")])
def test_a_trainer_that_returns_no_policy_is_refused_before_its_evaluation(tmp_path, monkeypatch, value, got):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cardzoo.training.algorithms.measuring.play_field", lambda *_: pytest.fail("it is evaluated"))
    (tmp_path / f"returns_{got}.py").write_text(f"def train(env_factory, steps, seed):\n    return {value}\n")
    must = r"must return act\(observation, mask\), an ActTogether or an agent"
    with pytest.raises(ValueError, match=rf"^returns_{got}:train {must}, got {got}; return the policy"):
        measure_algorithm(f"returns_{got}:train", POKER, steps=10, seeds=1)


@pytest.mark.parametrize("name", ["act", "act_at", "act_on", "act_on_observations"])
def test_a_trainer_may_return_an_agent_of_any_kind(name):
    agent = SimpleNamespace(name="made", **{name: min})
    assert agent_of(agent, EnvFactory(POKER, POKER.games[0], steps=1)) is agent


def test_the_runs_of_an_edited_config_are_repeated(config, tmp_path):
    runs = tmp_path / "curve.runs.jsonl"
    for learned in ("", "\nseed: 0\n"):
        config.write_text(CONFIG + learned)
        measure_algorithm(str(config), POKER, steps=1280, seeds=1, deals=10, runs=runs)
    assert len(runs.read_text().splitlines()) == 2 * len(POINTS)


def test_a_file_of_other_lines_is_no_file_of_runs(lowest_trainer, tmp_path):
    runs = tmp_path / "curve.runs.jsonl"
    runs.write_text('{"score": 1.0}\n')
    with pytest.raises(LineError, match=r"line 1: .*run"):
        measure_algorithm(lowest_trainer, POKER, steps=20, seeds=2, deals=10, runs=runs)
    assert runs.read_text() == '{"score": 1.0}\n'


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


def test_a_policy_for_many_games_plays_like_the_same_one_game_by_game(tmp_path, monkeypatch):
    (tmp_path / "two_policies.py").write_text(TWO_POLICIES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("cardzoo.training.algorithms.measuring.key_for", lambda agents, game: "")  # the same deals
    one, many = (measure_algorithm(f"two_policies:{name}", POKER, 10, 1, deals=30).scores for name in ("one", "many"))
    assert one == many
    assert one[0][0][0] not in (0, 100)


def test_a_policy_for_many_games_gives_one_whole_number_for_each():
    agent = LearnedTogether(ActTogether(lambda observations, masks: masks.argmax(axis=1) + 0.0))
    with pytest.raises(ValueError, match=r"learned: actions must be \(2,\) whole numbers, one a row, got float64"):
        play_games(find_game("leduc_poker"), [agent], np.zeros((2, 2), np.int16), np.arange(2, dtype=np.uint64))


def test_curves_have_an_interval_over_runs():
    scores = [[[0.0] * 6, [10.0] * 6, [20.0] * 6]]
    curve = Curve("made", MINI.name, "", "", "public", [10], [0, 1, 2], scores, "0.1.0", None)
    (estimate,) = curve.interquartile_means()
    assert estimate.low < estimate.value == 10 < estimate.high
    (one,) = replace(curve, seeds=[0], scores=[[[10.0] * 6]]).as_dict()["iqm"]
    assert one == {"value": 10.0, "low": None, "high": None}


TWO_POLICIES = """
from cardzoo.training.algorithms import ActTogether

def many(env_factory, steps, seed):
    return ActTogether(lambda observations, masks: (masks * (1 + observations[:, :masks.shape[1]])).argmax(axis=1))

def one(env_factory, steps, seed):
    return lambda observation, mask: int((mask * (1 + observation[:len(mask)])).argmax())
"""

CONFIG = """
tables: 8
threads: 1
learning: {steps: 16, batch_size: 64, hidden: [16]}
opponents: {scripted: [expert], self_share: 0.5, pool_share: 0.0}
"""


@pytest.fixture
def config(tmp_path):
    """A config for any game, with rollouts of at most 128 decisions."""
    file = tmp_path / "any.yaml"
    file.write_text(CONFIG)
    return file


def test_a_config_is_trained_and_scored_like_a_trainer(config, tmp_path, monkeypatch):
    monkeypatch.setattr("cardzoo.training.evaluation.benchmark.suites.load_suite", lambda name: POKER)
    out = tmp_path / "curve.json"
    words = f"benchmark --train {config} --steps 1280 --seeds 2 --deals 10 --out {out}"
    assert exit_status(*words.split()) == 0
    curve = json.loads(out.read_text())
    assert curve["budgets"] == [128, 384, 1280]
    assert np.array(curve["scores"]).shape == (3, 2, 1)


def test_workers_give_the_scores_of_one_process(config):
    measured = [
        measure_algorithm(str(config), POKER, steps=1280, seeds=1, deals=10, hands=hands).scores
        for hands in (work_here, partial(finish_beside, workers=2))
    ]
    assert measured[0] == measured[1]


def test_a_config_has_the_players_and_options_of_the_suite_and_trains_within_the_budget(config):
    (getaway,) = (entry for entry in MINI.games if entry.game == "getaway-v0")
    factory = EnvFactory(MINI, replace(getaway, players=3, options={"takers": "anyone"}), steps=300)
    agent = find_trainer(str(config))(factory, 300, seed=1)
    assert agent.card.num_players == 3
    assert agent.card.options == {"takers": "anyone"}
    assert agent.card.training["seed"] == 1
    assert 128 < factory.taken <= 300


def test_a_config_by_the_name_of_its_game_is_that_of_cardzoo():
    factory = EnvFactory(POKER, POKER.games[0], steps=1_000_000)
    found = find_trainer("{game}").config(factory, 1_000_000, seed=0)
    assert found.opponents.self_share == 1
    with pytest.raises(ConfigError, match=r"config must be of leduc_poker, got getaway; write \{game\}"):
        find_trainer("getaway").config(factory, 1_000_000, seed=0)


def test_a_rollout_above_the_budget_is_refused(config):
    factory = EnvFactory(POKER, POKER.games[0], steps=100)
    with pytest.raises(ConfigError, match=r"must be at most the budget of 100, got 128"):
        find_trainer(str(config))(factory, 100, seed=0)
