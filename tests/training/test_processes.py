"""Several processes that share tables and gradients train the same as one process."""

import multiprocessing
import os
import socket
from contextlib import contextmanager

import numpy as np
import pytest
from rich.console import Console

from cardzoo.commands.train import train
from cardzoo.envs.files.settings import ConfigError
from cardzoo.envs.policies.models import load_model
from cardzoo.training import processes
from cardzoo.training.evaluation.workers import WorkerError
from cardzoo.training.run_folder import RunFolder
from cardzoo.training.train import Trainer
from tests.training.small_run import SMALL, check_nearly_same_run, kill_at, resume, small_config, start

pytestmark = pytest.mark.slow

SETTINGS = (
    "learning.precision=float32",
    "learning.critic=table",
    "opponents.self_share=0.25",
    "warm_start.agent=novice",
    "warm_start.share=0.5",
    "warm_start.own_share=0.3",
)

ROUNDED = ("log_probs", "values")  # some CPUs multiply a matrix of more rows in another order


@contextmanager
def beside(work, *arguments):
    """Another process that does some work at the same time."""
    process = multiprocessing.get_context("spawn").Process(target=work, args=arguments)
    process.start()
    try:
        yield
    finally:
        process.join()


@contextmanager
def joined(place, rank):
    """One of two processes, which join through a file."""
    with processes.joined(rank=rank, world_size=2, init_method=f"file://{place}"):
        yield


def keep_first_rollout(trainer, file) -> None:
    """Keep the rollout of the first update."""
    collector = trainer.learner.collector
    collect = collector.collect

    def collect_and_keep(policy, imitate):
        collect(policy, imitate)
        if not file.exists():
            np.savez(file, **collector.rollout.arrays())

    collector.collect = collect_and_keep


def take_part(place, rank, folder, config, until=None):
    """Run as one of two processes of a run, or of its continuation until a kill after so many steps."""
    with joined(place, rank):
        trainer = Trainer(config, RunFolder(folder), Console(quiet=True))
        keep_first_rollout(trainer, place.with_name(f"{place.name}-{rank}.npz"))
        kill_at(until, trainer, goes_on=True) if until else trainer.run()


def run_as_two(tmp_path, name, config, until=None):
    """A run of two processes, the first of which is this one."""
    arguments = (tmp_path / f"{name}-place", 1, tmp_path / name, config, until)
    with beside(take_part, *arguments):
        take_part(arguments[0], 0, *arguments[2:])


def test_two_processes_give_what_one_gives_with_all_tables(tmp_path):
    config = small_config("getaway", *SETTINGS)
    whole = start(tmp_path / "one", config)
    keep_first_rollout(whole, tmp_path / "whole.npz")
    whole.run()
    RunFolder(tmp_path / "two").create("")
    run_as_two(tmp_path, "two", config.model_copy(update={"processes": 2}))
    played, *parts = (np.load(tmp_path / f"{name}.npz") for name in ("whole", "two-place-0", "two-place-1"))
    for name in played:
        together = np.concatenate([part[name] for part in parts], axis=1)
        if name in ROUNDED:
            np.testing.assert_allclose(played[name], together, rtol=1e-5, atol=1e-6, err_msg=name)
        else:
            assert np.array_equal(played[name], together), name
    check_nearly_same_run(tmp_path / "one", tmp_path / "two")
    summary = load_model(tmp_path / "two")[0].training
    assert summary["device"] == "one core of a CPU for each of 2 processes"


def test_a_run_goes_on_with_another_number_of_processes(tmp_path):
    one = small_config("getaway", *SETTINGS)
    two = one.model_copy(update={"processes": 2})
    start(tmp_path / "undisturbed", one).run()
    kill_at(512, start(tmp_path / "killed", one))
    run_as_two(tmp_path, "killed", two, until=1536)
    assert resume(tmp_path / "killed", one).run(resume=True)
    check_nearly_same_run(tmp_path / "undisturbed", tmp_path / "killed")


def die_early(place, folder, config):
    """Run as the second of two processes, and end like a kill in the middle of an update."""
    with joined(place, 1):
        trainer = Trainer(config, RunFolder(folder), Console(quiet=True))
        trainer.learner.step = lambda: os._exit(1)
        trainer.run()


def test_when_a_process_ends_the_others_end_too_and_say_so(tmp_path):
    config = small_config("getaway", "processes=2")
    place, folder = tmp_path / "place", tmp_path / "run"
    with beside(die_early, place, folder, config), joined(place, 0):
        trainer = start(folder, config)
        with pytest.raises(
            WorkerError, match=r"another process of the run has ended.* goes on from its last checkpoint"
        ):
            trainer.run()


def train_by_torchrun(rank, folder, **more):
    """The program of torchrun, as one of two processes."""
    os.environ |= {"RANK": str(rank), "LOCAL_RANK": str(rank)}
    train("getaway", set=[*SMALL, "evaluation.opponents=[random]"], out=folder, **more)


def test_torchrun_says_how_many_processes_there_are(tmp_path, monkeypatch):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    for name, value in {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "WORLD_SIZE": "2"}.items():
        monkeypatch.setenv(name, value)
    for name in ("RANK", "LOCAL_RANK", processes.GPUS):
        monkeypatch.setenv(name, "0")
    with beside(train_by_torchrun, 1, tmp_path / "nowhere"):
        train_by_torchrun(0, tmp_path / "run")
    folder = RunFolder(tmp_path / "run")
    assert "processes: 2" in folder.config.read_text()
    assert len(folder.read_metrics()) == 4
    assert folder.evaluation.exists()
    assert not (tmp_path / "nowhere").exists(), "the first process alone writes"
    with pytest.raises(WorkerError, match="leave out --ray"):
        train_by_torchrun(0, tmp_path / "run-again", ray="local")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["processes=32"], "processes: 32 cannot share 16 tables; take a multiple of 256"),
        (["processes=2", "tables=24"], "processes: 2 cannot share 24 tables; take a multiple of 16"),
        (["processes=2", "workers=2"], "workers and processes both share the tables; set one of them to 1"),
        (["processes=2", "trainer=maskable_ppo"], "processes above 1 need trainer: ppo"),
    ],
)
def test_processes_that_cannot_be_are_refused_in_one_line(settings, message):
    with pytest.raises(ConfigError, match=message):
        small_config("getaway", *settings)


def test_the_error_for_several_processes_names_the_way_to_start_them(tmp_path):
    with pytest.raises(WorkerError, match="processes: 2 processes need --ray, such as --ray local, or torchrun"):
        train("getaway", set=[*SMALL, "processes=2"], out=tmp_path / "run")
