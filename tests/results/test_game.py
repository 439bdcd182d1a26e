"""One command writes all files of a game: its steps run in order, and it continues after the first that fails."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from cardzoo.training.evaluation.signals import INTERRUPTED
from results import game
from tests.playing import ROOT


@pytest.fixture
def run(monkeypatch, capsys):
    """A run of the command whose steps are stand-ins, some of which fail: status, steps, lines of stdout and stderr."""

    def run(*arguments, failing=()):
        done = []

        def stand_in(step, name):
            (word,) = (word for word, known in game.STEPS.items() if known is step)
            done.append((word, name))
            return 3 if word in failing else 0

        monkeypatch.setattr(game, "run", stand_in)
        monkeypatch.setattr(sys, "argv", ["game.py", *arguments])
        status = game.main()
        printed = capsys.readouterr()
        return status, done, printed.out.splitlines(), printed.err.splitlines()

    return run


def test_all_steps_run_in_order_with_a_line_each(run):
    status, done, lines, errors = run("mate-v0")
    assert (status, errors) == (0, [])
    assert done == [(name, "mate") for name in game.STEPS]
    assert lines == [f"{n} of 9  {name}: {step.writes}" for n, (name, step) in enumerate(game.STEPS.items(), 1)]


def test_the_first_step_that_fails_ends_it_and_the_commands_that_continue_are_shown(run):
    status, done, lines, (error,) = run("mate", failing=("lengths", "ranked"))
    assert (status, len(lines)) == (3, 3)
    assert [name for name, _ in done] == ["golden", "measure", "lengths"]
    assert error == (
        "lengths failed with status 3; to repeat it: python -m results.game mate --from lengths; "
        "to continue after it: python -m results.game mate --from train_games"
    )
    _, _, _, (last,) = run("mate", failing=("docs",))
    assert last == "docs failed with status 3; to repeat it: python -m results.game mate --from docs"


def test_steps_before_the_first_are_named_as_left_out(run):
    status, done, lines, _ = run("mate", "--from", "pictures")
    assert status == 0
    assert [name for name, _ in done] == ["pictures", "tiles", "docs"]
    assert [line.endswith("left out by --from pictures") for line in lines] == [True] * 6 + [False] * 3


@pytest.mark.parametrize(("arguments", "words"), [(["mats"], "did you mean 'mate'?"), (["mate", "--from", "x"], "x")])
def test_an_unknown_game_or_step_is_refused(arguments, words, run, capsys):
    with pytest.raises(SystemExit) as end:
        run(*arguments)
    assert end.value.code == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("step", game.STEPS.values(), ids=game.STEPS)
def test_each_step_is_a_program_of_its_own(step):
    found = find_spec(step.words[0])
    assert found is not None
    assert '\nif __name__ == "__main__":\n' in (ROOT / found.origin).read_text(encoding="utf-8")


def test_an_interrupted_step_ends_and_no_other_begins():
    interrupt = "import os, signal; os.kill(os.getppid(), signal.SIGINT)"
    step = game.Step("nothing", ("timeit", "-n1", "-r1", interrupt))
    assert game.run(step, "mate") == INTERRUPTED


def test_a_real_step_that_refuses_ends_it():
    """The golden game of an id is never written again."""
    command = [sys.executable, "-m", "results.game", "mate"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    first, refusal = done.stdout.splitlines()
    assert first == "1 of 9  golden: the golden game"
    assert refusal.startswith("mate-v0.txt is kept: rules under one id must not change")
    assert done.stderr.startswith("golden failed with status 1; to repeat it: ")
    assert done.stderr.endswith("python -m results.game mate --from measure\n")
