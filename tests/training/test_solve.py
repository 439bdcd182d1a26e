"""`cardzoo solve`: results as lines, resuming after a stop, written decks, and errors of one line."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from cardzoo.agents.solver import Budget
from cardzoo.envs import find_game
from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.engine.compiling import INTERPRETED
from cardzoo.training.evaluation.intervals import wilson
from cardzoo.training.evaluation.solve import solve_deals, summarise
from tests.command import exit_status

pytestmark = pytest.mark.skipif(INTERPRETED, reason="searches of many positions need compiled code")

NODES = 3000


def lines_of(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def without_seconds(file):
    return [{name: value for name, value in line.items() if name != "seconds"} for line in lines_of(file)]


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """A file with the results of 12 deals, made by one worker."""
    file = tmp_path_factory.mktemp("solved") / "yukon.jsonl"
    deals = [{"seed": seed} for seed in range(12)]
    for lines in solve_deals(find_game("yukon"), deals, {}, Budget(NODES), file):
        assert lines_of(file) == lines
    return file


def test_results_are_lines_in_order_with_moves_that_win(solved):
    lines = lines_of(solved)
    assert [line["seed"] for line in lines] == list(range(12))
    assert {line["verdict"] for line in lines} >= {"won", "open"}
    for line in lines:
        assert (line["game"], line["options"], line["limit"]) == ("yukon-v0", {}, NODES)
        assert line["nodes"] <= NODES
        assert ("moves" in line) == (line["verdict"] == "won")
        if "moves" in line:
            assert find_game("yukon").table(seed=line["seed"]).play(*line["moves"]).state.reward[0] == 1


def test_workers_do_not_change_the_results(solved, tmp_path, capsys):
    file = tmp_path / "new" / "yukon.jsonl"
    assert exit_status("solve", "yukon", "--deals", 12, "--workers", 2, "--nodes", NODES, "--out", file) == 0
    assert without_seconds(file) == without_seconds(solved)
    assert "yukon-v0, all cards known" in capsys.readouterr().out


def test_a_run_goes_on_where_it_stopped(solved, tmp_path):
    file = tmp_path / "yukon.jsonl"
    text = solved.read_text(encoding="utf-8")
    kept = text.splitlines(keepends=True)[:5]
    file.write_text("".join(kept) + text.splitlines()[5][:40], encoding="utf-8")  # a kill in the middle of a line
    before = file.stat().st_size
    states = list(solve_deals(find_game("yukon"), [{"seed": seed} for seed in range(12)], {}, Budget(NODES), file))
    assert len(states) == 1 + 7
    assert file.read_text(encoding="utf-8").startswith("".join(kept))
    assert file.stat().st_size > before
    assert without_seconds(file) == without_seconds(solved)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_stopped_run_leaves_whole_lines_and_no_workers(tmp_path, number, status):
    file = tmp_path / "yukon.jsonl"
    words = ["yukon", "--deals", "100000", "--workers", "2", "--nodes", "2000", "--out", str(file)]
    process = subprocess.Popen(
        [sys.executable, "-m", "cardzoo", "solve", *words],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    while process.poll() is None and (not file.is_file() or file.read_bytes().count(b"\n") < 20):
        time.sleep(0.05)
    if number == signal.SIGTERM:  # batch systems and timeout send it to the workers too
        os.killpg(process.pid, number)
    else:
        os.kill(process.pid, number)
    errors = process.communicate(timeout=600)[1].decode()  # it ends once all possible writers have ended
    assert process.returncode == status
    if number == signal.SIGTERM:
        assert "cardzoo: stopped after" in errors
        assert file.read_bytes().endswith(b"\n")
    assert "Traceback" not in errors
    states = solve_deals(
        find_game("yukon"), [{"seed": seed} for seed in range(100000)], {}, Budget(2000), file, workers=1
    )
    assert len(next(states)) >= 20


def test_written_decks_are_solved_in_order(tmp_path, capsys):
    game = find_game("yukon")
    decks = [np.random.default_rng(seed).permutation(52).tolist() for seed in (3, 1, 2)]
    given = [{"deck": card_words(decks[0])}, {"deck": card_words(decks[1]).split(), "name": "mine"}, {"deck": decks[2]}]
    file = tmp_path / "decks.jsonl"
    file.write_text("\n\n".join(map(json.dumps, given)), encoding="utf-8")
    assert exit_status("solve", "yukon", "--deals-file", file, "--nodes", NODES, "--json") == 0
    results = lines_of(tmp_path / "decks.jsonl.solved.jsonl")
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == results
    for line, result in zip(given, results, strict=True):
        assert result == result | line
        if result["verdict"] == "won":
            assert game.table(deck=line["deck"], seed=0).play(*result["moves"]).state.reward[0] == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["yukn"], "there is no game 'yukn'; did you mean 'yukon'?"),
        (["getaway"], "there is no solver for getaway; there is one for "),
        (["yukon", "--deals", "0"], "deals must be at least 1, got 0"),
        (["yukon", "--workers", "0"], "workers must be at least 1, got 0"),
        (["yukon", "--nodes", "0"], "nodes must be at least 1, got 0"),
        (
            ["yukon", "--set", "max_step=3"],
            "got 'max_step'; did you mean 'max_steps'?",
        ),
        (["yukon", "--deals-file", "nowhere.jsonl"], "nowhere.jsonl cannot be read: No such file or directory"),
    ],
)
def test_wrong_words_are_told_in_one_line(words, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert exit_status("solve", *words) == 2
    errors = capsys.readouterr().err.strip().splitlines()
    assert message in errors[-1]
    assert sum("cardzoo: " in line for line in errors) == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "decks.jsonl, line 2: Invalid JSON"),
        ("[]", "decks.jsonl, line 2: [] is not allowed; it should be an object"),
        ("{}", 'decks.jsonl, line 2: an object with a "deck" is expected'),
        ('{"deck": "AS"}', "decks.jsonl, line 2: yukon: the deck is not the game's pack of 52 cards"),
        ('{"deck": "AS ZZ"}', "decks.jsonl, line 2: 'ZZ' is not a card"),
    ],
)
def test_wrong_decks_are_told_by_file_and_line(line, message, tmp_path, capsys):
    file = tmp_path / "decks.jsonl"
    file.write_text(json.dumps({"deck": card_words(range(52))}) + "\n" + line, encoding="utf-8")
    assert exit_status("solve", "yukon", "--deals-file", file) == 2
    assert message in capsys.readouterr().err


def test_results_of_another_run_are_not_mixed_in(solved, capsys):
    assert exit_status("solve", "yukon", "--deals", 12, "--nodes", NODES + 1, "--out", solved) == 2
    assert "line 1 is of another run: its limit is 3000, not 3001; choose another --out" in capsys.readouterr().err


def test_the_summary_counts_open_deals_both_ways(solved):
    lines = lines_of(solved)
    summary = summarise(find_game("yukon"), lines)
    assert summary.won + summary.lost + summary.open == summary.deals == 12
    assert summary.low == wilson(summary.won, 12)[0]
    assert summary.high == wilson(summary.won + summary.open, 12)[1]


def test_intervals_are_those_of_wilson():
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
