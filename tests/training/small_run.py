"""A training run of four updates, for tests, with ways to stop it and to compare its results."""

from functools import partial

import numpy as np
import pytest
from rich.console import Console

from cardzoo.envs.policies.models import load_model
from cardzoo.training.config import TrainingConfig, dump_config, load_config
from cardzoo.training.run_folder import RunFolder
from cardzoo.training.train import Trainer

SMALL = (
    "tables=16",
    "threads=1",
    "total_steps=2048",
    "checkpoint_every=512",
    "learning.steps=32",
    "learning.batch_size=128",
    "learning.hidden=[16, 16]",
    "opponents.warm_up=512",
    "opponents.snapshot_every=512",
    "opponents.pool_size=2",
    "warm_start.agent=null",
    "evaluation.every=1024",
    "evaluation.quick_deals=4",
    "evaluation.deals=8",
)


def small_config(game: str = "getaway", *settings: str) -> TrainingConfig:
    """A run of four updates."""
    return load_config(game, None, [*SMALL, *settings])


def start(folder, config, cluster=None) -> Trainer:
    """A new run."""
    run = RunFolder(folder)
    run.create(dump_config(config))
    return Trainer(config, run, Console(quiet=True), cluster)


def resume(folder, config, cluster=None) -> Trainer:
    """The stopped run, ready to continue."""
    return Trainer(config, RunFolder(folder), Console(quiet=True), cluster)


def kill_at(steps: int, trainer: Trainer, goes_on: bool = False) -> None:
    """Begin or continue the run, and end it like a kill after so many steps."""
    trainer._iterate = partial(_iterate_until, steps, trainer, trainer._iterate)
    with pytest.raises(SystemExit):
        trainer.run(goes_on)


def _iterate_until(steps, trainer, iterate):
    line = iterate()
    if trainer.steps >= steps:
        raise SystemExit
    return line


def weights(folder) -> dict[str, np.ndarray]:
    """The model's layers."""
    return load_model(folder)[1]


def check_same_run(folder, other) -> None:
    """Both runs have trained the same agent, and logged the same metrics."""
    one, two = weights(folder), weights(other)
    assert all(np.array_equal(one[name], two[name]) for name in one)
    timed = ("seconds", "steps_per_second")
    lines = [RunFolder(run).read_metrics() for run in (folder, other)]
    metrics, metrics_too = ([{k: v for k, v in line.items() if k not in timed} for line in run] for run in lines)
    assert metrics == metrics_too
    assert [line["steps"] for line in metrics] == [512, 1024, 1536, 2048]


def check_nearly_same_run(folder, other):
    """Both runs have trained the same agent and logged the same metrics, up to rounding."""
    one, two = weights(folder), weights(other)
    for name in one:
        assert one[name] == pytest.approx(two[name], rel=1e-5, abs=1e-6), name
    lines, others = (RunFolder(run).read_metrics() for run in (folder, other))
    assert len(lines) == len(others) == 4
    for line, too in zip(lines, others, strict=True):
        for metrics in (line, too):
            del metrics["seconds"], metrics["steps_per_second"]
        against, against_too = (metrics.pop("against", None) for metrics in (line, too))
        assert against == against_too
        won, won_too = line.pop("won"), too.pop("won")
        assert won == pytest.approx(won_too)
        assert line == pytest.approx(too, rel=1e-4, abs=1e-5)
