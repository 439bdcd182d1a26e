"""`cardzoo arena`: tables, JSON, the report, and errors of one line."""

import json
import sys
from functools import partial

import pytest

from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.policies.models import save_model
from tests.command import exit_status
from tests.playing import run_python
from tests.training.test_arena_play import untrained

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about a command, not about rules")

REBEL = """
class Rebel:
    def __init__(self, game):
        pass

    def act(self, view, mask, generator):
        return "no"
"""
AGENTS = ("--agents", "random,novice,expert")


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Runs ``cardzoo arena`` with some words in an empty folder; returns the exit status."""
    monkeypatch.chdir(tmp_path)

    return partial(exit_status, "arena")


def test_a_run_prints_a_table_and_writes_its_files(run, tmp_path, capsys):
    assert run("getaway", *AGENTS, "--deals", 40, "--json", "deep/figures.json") == 0
    printed = capsys.readouterr().out
    assert "Getaway: 160 games of 40 deals" in printed
    assert "moves a second" in printed
    figures = json.loads((tmp_path / "deep" / "figures.json").read_text(encoding="utf-8"))
    assert (figures["id"], figures["num_players"], figures["seed"], figures["decided"]) == ("getaway-v0", 4, 0, False)
    assert [one["agent"] for one in figures["standings"]] == ["expert", "novice", "random"]
    assert (figures["deals"], figures["games"], figures["forfeits"]) == (40, 160, [])
    assert figures["command"] == f"cardzoo arena getaway-v0 {' '.join(AGENTS)} --deals 40 --players 4 --seed 0"
    folder = tmp_path / "runs" / "arena-getaway"
    assert {file.name for file in folder.iterdir()} == {"arena.json", "games.jsonl", "times.jsonl", "report.html"}
    assert "<html" in (folder / "report.html").read_text(encoding="utf-8")


def test_the_same_command_plays_nothing_again_and_json_alone_can_be_printed(run, tmp_path, capsys):
    words = ("getaway", "--agents", "novice", "--agents", "expert", "--deals", 10, "--players", 3, "--out", "here")
    assert run(*words, "--set", "takers=anyone", "--json", "-") == 0
    first = json.loads(capsys.readouterr().out)
    assert (first["options"], first["num_players"]) == ({"takers": "anyone"}, 3)
    times = (tmp_path / "here" / "times.jsonl").read_bytes()
    assert run(*words, "--set", "takers=anyone", "--json", "-", "--html", "page.html") == 0
    assert json.loads(capsys.readouterr().out) == first
    assert (tmp_path / "here" / "times.jsonl").read_bytes() == times
    assert (tmp_path / "page.html").read_bytes() == (tmp_path / "here" / "report.html").read_bytes()


def test_a_comma_in_the_path_of_an_agent_is_part_of_its_name(run, tmp_path, capsys):
    model = untrained(1)
    save_model(tmp_path / "my runs, old" / "lauf 1,ü", model.card, model.network)
    assert run("getaway", "--agents", "novice,my runs, old/lauf 1,ü,random", "--deals", 2, "--json", "-") == 0
    agents = [one["agent"] for one in json.loads(capsys.readouterr().out)["standings"]]
    assert sorted(agents) == ["my runs, old/lauf 1,ü", "novice", "random"]


def test_a_clear_order_ends_a_run_early(run, tmp_path, capsys):
    assert run("getaway", "--agents", "random,expert", "--deals", 2000, "--until-decided", "--json", "one.json") == 0
    assert "The ranking was decided after 32 deals." in capsys.readouterr().out
    figures = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    assert (figures["decided"], figures["deals"]) == (True, 32)


def test_forfeits_are_told_with_their_reasons_and_counted(run, tmp_path, monkeypatch, capsys):
    (tmp_path / "rebels.py").write_text(REBEL, encoding="utf-8")
    assert run("getaway", "--agents", "expert,rebels:Rebel", "--deals", 2, "--json", "one.json") == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "forfeits: rebels:Rebel: illegal 8 deal 0, game 0, seat " in printed
    assert "rebels:Rebel: answered 'no'; actions are whole numbers from 0 to 53" in printed
    assert "... and 3 more" in printed
    figures = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    assert len(figures["forfeits"]) == 8
    assert figures["tallies"]["rebels:Rebel"]["forfeits"] == {"illegal": 8}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("getway", *AGENTS), "did you mean 'getaway'?"),
        (("getaway", "--agents", "random"), "an arena needs at least 2 agents"),
        (("getaway", "--agents", "random,experd"), "there is no agent 'experd' for getaway and no such model folder"),
        (("getaway", "--agents", "random,nowhere:Agent"), "ModuleNotFoundError: No module named 'nowhere'\n"),
        (("getaway", *AGENTS, "--deals", "1"), "deals must be at least 2 for an interval, got 1"),
        (("getaway", *AGENTS, "--players", "2"), "number of players must be 3 to 8, got 2"),
        (("getaway", *AGENTS, "--set", "takrs=anyone"), "did you mean 'takers'?"),
        (("getaway", *AGENTS, "--workers", "0"), "workers must be at least 1, got 0"),
        (("getaway", *AGENTS, "--out", "/dev/null/run"), "/dev/null/run cannot be written"),
        (("getaway", *AGENTS, "--html", "/dev/null/page.html"), "/dev/null/page.html cannot be written"),
        (("getaway", *AGENTS, "--json", "/dev/null/one.json"), "/dev/null/one.json cannot be written"),
        (("getaway", *AGENTS, "--html", "."), ". cannot be written: it is a folder; choose another file"),
        (("getaway", *AGENTS, "--json", "."), ". cannot be written: it is a folder; choose another file"),
        (("getaway", *AGENTS, "--json", "/proc/one.json"), "/proc/one.json cannot be written"),
        (("getaway", *AGENTS, "--seed", "-1"), "seed must be a whole number from 0 to 2^64 - 1, got -1"),
        (("getaway", *AGENTS, "--seed", str(1 << 64)), "seed must be a whole number from 0 to 2^64 - 1, got 18446"),
        (("getaway", *AGENTS, "--time-limit", "0"), "time limit must be above 0 s, got 0 s"),
    ],
)
def test_a_mistake_is_told_in_one_line_before_anything_is_played(words, message, run, tmp_path, capsys):
    assert run(*words) == 2
    errors = capsys.readouterr().err.splitlines(keepends=True)
    assert message in errors[-1]
    assert sum("cardzoo: " in line for line in errors) == 1
    assert not any(file.read_bytes() for file in tmp_path.glob("**/games.jsonl"))


def test_a_missing_package_is_named_with_its_extra(run, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "openskill", None)
    assert run("getaway", *AGENTS) == 2
    assert "the arena needs openskill; install it by: pip install 'cardzoo[arena]'" in capsys.readouterr().err


def test_an_arena_with_a_model_needs_no_torch(tmp_path):
    model = untrained(1)
    save_model(tmp_path / "model", model.card, model.network)
    words = ["arena", "getaway", "--agents", f"random,{tmp_path / 'model'}", "--deals", "2", "--out", str(tmp_path)]
    code = "import sys; from cardzoo_command import make_app; make_app()(sys.argv[1:]); print(*sys.modules)"
    done = run_python(code, *words)
    assert done.returncode == 0, done.stderr
    assert not {"torch", "stable_baselines3", "ray"} & set(done.stdout.split())
