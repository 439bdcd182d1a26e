"""Training that stays on a GPU, in CUDA's simulator, with PyTorch on the CPU; `tests.cuda.run` runs this."""

import multiprocessing
from copy import deepcopy

import numpy as np
import pytest
import torch

from cardzoo.envs import find_game
from cardzoo.training import processes
from cardzoo.training.config import parse_config
from cardzoo.training.learners.gpu_ppo import GpuPPO
from cardzoo.training.learners.imitation import Imitation
from cardzoo.training.tables import seating
from cardzoo.training.tables.gpu_self_play import FIRST_SNAPSHOT, GpuSelfPlay
from tests.cuda.turns import take_turns

take_turns()

GAME = find_game("mate")
TABLES, STEPS = 6, 6


@pytest.fixture
def make_run(monkeypatch):
    monkeypatch.setattr(seating, "HEAD_START", 2)

    return begin


def begin(opponents=(), **settings):
    """The config of a small run, its tables and its learner."""
    opponents = {"scripted": ["novice"], "pool_share": 0.5, "warm_up": 0, **dict(opponents)}
    learning = {"steps": STEPS, "batch_size": 12, "hidden": [8], "precision": "float32", "critic": "table"}
    values = {"game": GAME.id, "tables": TABLES, "learning": learning, "opponents": opponents, **settings}
    config = parse_config(values, "")
    tables = GpuSelfPlay(GAME, config, numbers=processes.share(config.tables))
    tables.reset(1)
    return config, tables, GpuPPO(config, tables)


def parameters(learner):
    return torch.cat([part.detach().flatten() for part in learner.policy.parameters()])


def own(learner):
    """(T, N) bool, whether a decision is the learner's."""
    return learner.rollout.deciders[:-1] < 0


def test_updates_change_the_network_and_count_own_decisions(make_run):
    _, tables, learner = make_run()
    tables.add_snapshot(learner.network())
    before = parameters(learner)
    metrics = learner.update(1.0)
    assert not torch.equal(before, parameters(learner))
    assert np.isfinite(list(metrics.values())).all()
    assert learner.decisions == int(own(learner).sum()) <= TABLES * STEPS


def test_a_restored_run_goes_on_with_the_same_bits(make_run):
    _, tables, learner = make_run()
    learner.update(1.0)
    tables.add_snapshot(learner.network())
    tables.report()
    tables_then, learner_then = tables.snapshot(), deepcopy(learner.state())
    learner.update(0.5)
    _, others, other = make_run()
    others.restore(tables_then)
    other.restore(learner_then)
    other.update(0.5)
    assert torch.equal(parameters(learner), parameters(other))
    assert tables.report() == others.report()


def learn_as_two(rank, place, settings, file):
    """Run as one of two processes that learn for two updates; keep the rollouts and the policy."""
    seating.HEAD_START = 2
    with processes.joined(rank=rank, world_size=2, init_method=f"file://{place}"):
        _, tables, learner = begin(**settings)
        keep_two_updates(tables, learner, file)


def keep_two_updates(tables, learner, file):
    tables.add_snapshot(learner.network())
    tables.reset(2)
    metrics = [learner.update(1.0)]
    played = learner.rollout.actions.clone(), own(learner)
    metrics.append(learner.update(0.5))
    torch.save((*played, parameters(learner), metrics, learner.decisions, tables.report()), file)


@pytest.mark.nightly  # long; `tests.training.test_processes` has the same of a CPU by day
def test_two_processes_give_what_one_gives_with_all_tables(make_run, tmp_path):
    settings = {"tables": 8}
    _, tables, learner = make_run(**settings)
    keep_two_updates(tables, learner, tmp_path / "whole")
    one, other = ((number, tmp_path / "place", settings, tmp_path / str(number)) for number in range(2))
    beside = multiprocessing.get_context("spawn").Process(target=learn_as_two, args=other)
    beside.start()
    learn_as_two(*one)
    beside.join()
    whole, *shares = (torch.load(tmp_path / name, weights_only=True) for name in ("whole", "0", "1"))
    for number in (0, 1):
        assert torch.equal(whole[number], torch.cat([share[number] for share in shares], dim=1))
    assert not whole[1].all(), "some decisions are those of snapshots"
    for share in shares:
        assert torch.allclose(whole[2], share[2], rtol=1e-5, atol=1e-6)
        assert share[3] == [pytest.approx(metrics, rel=1e-4, abs=1e-6) for metrics in whole[3]]
        assert share[4:] == whole[4:]


def test_snapshots_think_as_the_network_that_they_are_of(make_run):
    _, tables, learner = make_run()
    tables.add_snapshot(learner.network())
    rows = torch.rand(3, tables.batch.encoder.width)
    logits, _ = learner.policy(rows, torch.zeros(3, learner.rollout.whole.shape[-1]))
    assert torch.allclose(tables.think(rows)[0], logits, atol=1e-5)


def test_decisions_of_snapshots_are_not_learnt_from(make_run):
    _, tables, learner = make_run(opponents={"pool_share": 1.0, "self_share": 0.0})
    tables.add_snapshot(learner.network())
    tables.reset(2)
    learner.update(1.0)
    actors = tables.batch.actors.copy_to_host()
    assert FIRST_SNAPSHOT in actors
    assert not own(learner).all()
    assert not (learner.rollout.valid & ~own(learner)).any()


def test_a_run_that_continues_a_trained_agent_learns_the_value_from_its_own_decisions(make_run):
    settings = {"agent": "trained", "epochs": 4, "learning_rate": 0.02, "smoothing": 0.0}
    config, tables, learner = make_run(warm_start=settings)
    tables.always_itself = True
    start = Imitation(config, learner)
    metrics = [start.update(1.0) for _ in range(4)]
    assert learner.rollout.log_probs.abs().sum() > 0  # the learner has drawn them itself
    assert metrics[-1]["value_loss"] < metrics[0]["value_loss"]


def test_imitation_agrees_with_the_agent_more_and_more(make_run):
    config, tables, learner = make_run(warm_start={"agent": "novice", "epochs": 4, "learning_rate": 0.02})
    tables.always_itself = True
    imitation = Imitation(config, learner)
    first = imitation.update(1.0)
    last = [imitation.update(1.0) for _ in range(3)][-1]
    assert last["policy_loss"] < first["policy_loss"]
