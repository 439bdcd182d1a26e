"""Several processes that share tables and gradients train what one process trains."""

import multiprocessing
from contextlib import contextmanager

import numpy as np
import pytest
from rich.console import Console

from cardzoo.training import processes
from cardzoo.training.run_folder import RunFolder
from cardzoo.training.train import Trainer
from tests.training.small_run import small_config, start, weights

pytestmark = pytest.mark.slow

SETTINGS = (
    "learning.precision=float32",
    "learning.critic=table",
    "opponents.self_share=0.25",
    "warm_start.agent=novice",
    "warm_start.share=0.5",
)


@contextmanager
def beside(work, *arguments):
    """Another process that does some work meanwhile."""
    process = multiprocessing.get_context("spawn").Process(target=work, args=arguments)
    process.start()
    try:
        yield
    finally:
        process.join()


@contextmanager
def joined(place, rank):
    """One of two processes, which meet at a file."""
    with processes.joined(rank=rank, world_size=2, init_method=f"file://{place}"):
        yield


def keep_first_rollout(trainer, file) -> None:
    """Keep what is played in the first update."""
    collector = trainer.learner.collector
    collect = collector.collect

    def collect_and_keep(policy, rollout, imitate):
        collect(policy, rollout, imitate)
        if not file.exists():
            np.savez(file, **rollout.arrays())

    collector.collect = collect_and_keep


def take_part(place, rank, folder, config, goes_on=False):
    """Be one of two processes of a run."""
    with joined(place, rank):
        trainer = Trainer(config, RunFolder(folder), Console(quiet=True))
        keep_first_rollout(trainer, place.with_name(f"{place.name}-{rank}.npz"))
        trainer.run(goes_on)


def run_as_two(tmp_path, name, config, goes_on=False):
    """A run of two processes, the first of which is this one."""
    arguments = (tmp_path / f"{name}-place", 1, tmp_path / name, config, goes_on)
    with beside(take_part, *arguments):
        take_part(arguments[0], 0, *arguments[2:])


def check_nearly_same_run(folder, other):
    """Both have trained the same agent and have told the same, but for rounding."""
    one, two = weights(folder), weights(other)
    for name in one:
        assert one[name] == pytest.approx(two[name], rel=1e-5, abs=1e-6), name
    lines, others = (RunFolder(run).read_metrics() for run in (folder, other))
    assert len(lines) == len(others) == 4
    for line, too in zip(lines, others, strict=True):
        for told in (line, too):
            del told["seconds"], told["steps_per_second"]
        against, against_too = (told.pop("against", None) for told in (line, too))
        assert against == against_too
        won, won_too = line.pop("won"), too.pop("won")
        assert won == pytest.approx(won_too)
        assert line == pytest.approx(too, rel=1e-4, abs=1e-5)


def test_two_processes_give_what_one_gives_with_all_tables(tmp_path):
    config = small_config("getaway", *SETTINGS)
    whole = start(tmp_path / "one", config)
    keep_first_rollout(whole, tmp_path / "whole.npz")
    whole.run()
    RunFolder(tmp_path / "two").create("")
    run_as_two(tmp_path, "two", config.model_copy(update={"processes": 2}))
    played, *parts = (np.load(tmp_path / f"{name}.npz") for name in ("whole", "two-place-0", "two-place-1"))
    for name in played:
        assert np.array_equal(played[name], np.concatenate([part[name] for part in parts], axis=1)), name
    check_nearly_same_run(tmp_path / "one", tmp_path / "two")
