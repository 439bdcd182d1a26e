"""Training that stays on a GPU, in CUDA's simulator, with PyTorch on the CPU; `tests.cuda.run` runs this."""

from copy import deepcopy

import numpy as np
import pytest
import torch

from cardzoo.envs import find_game
from cardzoo.training import seating
from cardzoo.training.config import parse_config
from cardzoo.training.gpu.ppo import GpuImitation, GpuPPO
from cardzoo.training.gpu.self_play import FIRST_SNAPSHOT, GpuSelfPlay
from tests.cuda.turns import take_turns

take_turns()

GAME = find_game("mate")
TABLES, STEPS = 6, 6


@pytest.fixture
def make_run(monkeypatch):
    monkeypatch.setattr(seating, "HEAD_START", 2)

    def make(**settings):
        opponents = {"scripted": ["novice"], "pool_share": 0.5, "warm_up": 0, **settings.pop("opponents", {})}
        learning = {"steps": STEPS, "batch_size": 12, "hidden": [8], "precision": "float32", "critic": "table"}
        values = {"game": GAME.id, "tables": TABLES, "learning": learning, "opponents": opponents, **settings}
        config = parse_config(values, "")
        tables = GpuSelfPlay(GAME, config)
        tables.reset(1)
        return config, tables, GpuPPO(config, tables)

    return make


def parameters(learner):
    return torch.cat([part.detach().flatten() for part in learner.policy.parameters()])


def test_updates_change_the_network_and_count_own_decisions(make_run):
    _, tables, learner = make_run()
    tables.add_snapshot(learner.network())
    before = parameters(learner)
    told = learner.update(1.0)
    assert not torch.equal(before, parameters(learner))
    assert np.isfinite(list(told.values())).all()
    assert learner.decisions == int(learner.own.sum()) <= TABLES * STEPS


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


def test_snapshots_think_as_the_network_that_they_are_of(make_run):
    _, tables, learner = make_run()
    tables.add_snapshot(learner.network())
    rows = torch.rand(3, tables.batch.encoder.width)
    logits, _ = learner.policy(rows, torch.zeros(3, learner.whole.shape[-1]))
    assert torch.allclose(tables.think(rows)[0], logits, atol=1e-5)


def test_decisions_of_snapshots_are_not_learnt_from(make_run):
    _, tables, learner = make_run(opponents={"pool_share": 1.0, "self_share": 0.0})
    tables.add_snapshot(learner.network())
    tables.reset(2)
    learner.update(1.0)
    actors = tables.batch.actors.copy_to_host()
    assert FIRST_SNAPSHOT in actors
    assert not learner.own.all()
    assert not (learner.known & ~learner.own).any()


def test_who_goes_on_with_the_trained_agent_learns_the_value_from_its_own_decisions(make_run):
    settings = {"agent": "trained", "epochs": 4, "learning_rate": 0.02, "smoothing": 0.0}
    config, tables, learner = make_run(warm_start=settings)
    tables.always_itself = True
    start = GpuImitation(config, learner)
    told = [start.update(1.0) for _ in range(4)]
    assert learner.log_probs.abs().sum() > 0  # it has drawn them itself
    assert told[-1]["value_loss"] < told[0]["value_loss"]


def test_imitation_agrees_with_the_agent_more_and_more(make_run):
    config, tables, learner = make_run(warm_start={"agent": "novice", "epochs": 4, "learning_rate": 0.02})
    tables.always_itself = True
    imitation = GpuImitation(config, learner)
    first = imitation.update(1.0)
    last = [imitation.update(1.0) for _ in range(3)][-1]
    assert last["policy_loss"] < first["policy_loss"]
