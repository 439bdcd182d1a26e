"""SIGTERM ends each command like Ctrl-C: finished work is kept, and the exit status is the signal's."""

import signal
import subprocess

import pytest

from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs.engine import INTERPRETED
from cardzoo.testing import run
from cardzoo.training.checkpoint import read_checkpoint
from cardzoo.training.evaluation import duplicate as evaluate
from cardzoo.training.evaluation import solve
from cardzoo.training.evaluation.arena.results import Results
from cardzoo.training.evaluation.signals import Terminated, sigterm_kept, sigterm_raises
from cardzoo.training.run_folder import RunFolder
from cardzoo.training.train import Trainer
from tests.command import command, exit_status
from tests.training.small_run import SMALL

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about commands, not about rules")

SIGNALS = pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])


@pytest.fixture
def arrives(monkeypatch):
    """Sends a signal each time that a function has been called."""

    def arrange(owner, name, number):
        function = getattr(owner, name)

        def call(*arguments, **more):
            result = function(*arguments, **more)
            signal.raise_signal(number)
            return result

        monkeypatch.setattr(owner, name, call)

    return arrange


@SIGNALS
def test_a_command_ends_with_the_status_of_the_signal(number, status, arrives):
    arrives(evaluate, "compare_all", number)
    done = command("evaluate", "kuhn_poker", "novice", "--against", "random", "--deals", "2")
    assert (done.status, done.err.splitlines()[-1]) == (status, "cardzoo: stopped")


def terminate_twice():
    with sigterm_raises():
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            signal.raise_signal(signal.SIGTERM)


def test_after_the_first_sigterm_others_are_ignored():
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Terminated):
        terminate_twice()
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_handler_of_sigterm_outlives_a_library_that_sets_its_own():
    with sigterm_raises():
        before = signal.getsignal(signal.SIGTERM)
        with sigterm_kept():
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        assert signal.getsignal(signal.SIGTERM) is before


@SIGNALS
def test_training_finishes_the_update_and_writes_a_checkpoint(number, status, arrives, tmp_path):
    words = [part for setting in (*SMALL, "checkpoint_every=1000000") for part in ("--set", setting)]
    arrives(Trainer, "_iterate", number)
    arrives(Trainer, "_iterate", signal.SIGTERM)  # timeout sends it to the process, and then to its group
    assert exit_status("train", "getaway", *words, "--out", tmp_path / "run") == status
    run = RunFolder(tmp_path / "run")
    assert read_checkpoint(run.checkpoint)["steps"] == run.read_metrics()[-1]["steps"] == 512
    assert TrainedAgent.load(tmp_path / "run").card.training["steps"] == 512


@SIGNALS
def test_an_arena_keeps_the_deals_that_were_played(number, status, arrives, tmp_path, capsys):
    words = ("kuhn_poker", "--agents", "random,novice", "--deals", 20, "--out", tmp_path)
    arrives(Results, "add", number)
    assert exit_status("arena", *words) == status
    assert "cardzoo: stopped after 0 of 20 deals; the same command resumes the run" in capsys.readouterr().err
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 1


@SIGNALS
def test_solving_keeps_the_deals_that_were_solved(number, status, arrives, tmp_path):
    arrives(solve.Results, "add", number)
    assert exit_status("solve", "yukon", "--deals", 20, "--nodes", 10, "--out", tmp_path / "lines") == status
    assert len((tmp_path / "lines").read_text(encoding="utf-8").splitlines()) == 1


def test_a_check_that_is_stopped_leaves_no_process(monkeypatch):
    class Kept(subprocess.Popen):
        def __init__(self, *arguments, **more):
            super().__init__(*arguments, **more)
            started.append(self)

    started = []
    monkeypatch.setattr(subprocess, "Popen", Kept)
    results = run.run_checks(run.Choice("kuhn_poker"))
    next(results)
    with pytest.raises(Terminated):
        results.throw(Terminated())
    assert [process.poll() for process in started] == [-signal.SIGKILL]
