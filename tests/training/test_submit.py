"""`cardzoo submit`: checks of an agent, and the messages to its author."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cardzoo.agents import find_agent
from cardzoo.agents.exchange import export_model
from cardzoo.agents.third_party import load_agent
from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.policies.models import WEIGHTS, save_model
from cardzoo.training.evaluation import guests
from cardzoo.training.evaluation.leaderboard import submission
from cardzoo.training.evaluation.leaderboard.submission import Verdict, check_submission
from tests.command import command
from tests.training.test_arena_play import untrained

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about a command, not about rules")

GAME = find_game("getaway")
TRAINING = {"trainer": "ppo", "steps": 1, "seconds": 2.0, "seed": 0}
MODULE = '''
import numpy as np


class First:
    """Plays the first legal action."""

    def __init__(self, game):
        self.name = "first"
        self.turns = 0

    def act(self, view, mask, generator):
        return int(np.flatnonzero(mask)[0])


class Counts(First):
    def act(self, view, mask, generator):
        self.turns += 1
        return int(np.flatnonzero(mask)[-(self.turns % 2)])


class Silent:
    def __init__(self, game):
        pass

    def act(self, view, mask, generator):
        return int(mask.argmax())


class Tires(First):
    """Plays 250 legal actions."""

    def act(self, view, mask, generator):
        self.turns += 1
        return int(mask.argmax() if self.turns <= 250 else mask.argmin())


class Cheats(First):
    def act(self, view, mask, generator):
        return int(mask.argmin())
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working directory, with a module of agents."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "entered.py").write_text(MODULE, encoding="utf-8")
    return tmp_path


@pytest.fixture
def here(monkeypatch):
    """Asks guests in this process, which saves the time to start one."""
    monkeypatch.setattr(submission, "invite", lambda entry, game, limit: load_agent(entry, game))


def model(folder, training=TRAINING):
    made = untrained(1)
    save_model(folder, replace(made.card, training=training), made.network)
    return str(folder)


def failed(verdict):
    return [check.name for check in verdict.checks if not check.passed]


def test_a_model_with_a_complete_card_is_accepted_and_its_line_is_added_once(folder):
    name = model(folder / "model")
    for _ in range(2):
        done = command("submit", name, "--games", "2", "--out", "deep/entrants.jsonl")
        assert done.status == 0, done.out + done.err
        assert "It would be accepted." in done.out
    (line,) = (folder / "deep/entrants.jsonl").read_text(encoding="utf-8").splitlines()
    row = json.loads(line)
    assert (row["accepted"], row["game"], row["players"], row["agent"]) == (True, "getaway-v0", [4], name)
    assert len(row["source"]) == 64
    assert row["pace"] > 0


def test_checking_writes_nothing_and_prints_a_line(folder, capsys):
    name = model(folder / "model")
    before = sorted(folder.rglob("*"))
    assert command("submit", "--check", name, "--games", "1", "--json").status == 0
    row = json.loads(capsys.readouterr().out)
    assert [check["name"] for check in row["checks"]] == [
        "loads",
        "card complete",
        "size",
        "plays legal moves",
        "decides in time",
        "can be repeated",
    ]
    assert sorted(folder.rglob("*")) == before


def test_a_card_that_does_not_tell_its_training_is_not_accepted(folder):
    verdict = check_submission(model(folder / "model", {"steps": 3}), games=1)
    assert failed(verdict) == ["card complete"]
    (check,) = [check for check in verdict.checks if not check.passed]
    assert "trainer, seconds, seed" in check.told
    assert not verdict.accepted


def test_a_model_that_is_too_large_or_too_slow_is_not_accepted(folder, monkeypatch):
    monkeypatch.setattr(submission, "MOST_MODEL", 100)
    assert failed(check_submission(model(folder / "model"), games=1, time_limit=1e-9)) == ["size", "decides in time"]


def test_an_exported_file_is_checked_as_the_folder_is(folder):
    export_model(model(folder / "model"), folder / "model.zip")
    file, whole = (check_submission(name, games=1) for name in ("model.zip", "model"))
    assert file.accepted
    assert [check.told for check in file.checks[:3]] == [check.told for check in whole.checks[:3]]
    assert (file.source, file.game) == (whole.source, whole.game)


@pytest.mark.parametrize("name", ["model", "model.zip"])
def test_a_damaged_model_is_told_in_one_line(name, folder):
    export_model(model(folder / "model"), folder / "model.zip")
    if name == "model":
        (folder / name / WEIGHTS).write_bytes(b"no weights")
    else:
        (folder / name).write_bytes(b"no archive")
    done = command("submit", "--check", name)
    assert done.status == 1
    assert "It would not be accepted yet: loads." in done.out
    (check,) = check_submission(name).checks
    assert "\n" not in check.told


def test_an_agent_is_asked_in_a_process_of_its_own_and_its_illegal_answer_is_told(folder):
    verdict = check_submission("entered:Cheats", GAME, [3], games=1)
    assert failed(verdict) == ["plays legal moves"]
    assert verdict.checks[-1].told.startswith("illegal: answered 0 (play ")


def test_an_agent_that_answers_illegally_after_250_decisions_is_not_accepted(folder, monkeypatch, quick_processes):
    monkeypatch.setattr(guests, "PROCESSES", quick_processes)
    assert failed(check_submission("entered:Tires", GAME, [4], games=2)) == ["plays legal moves"]


def test_an_agent_makes_300_decisions_against_all_compiled_agents(folder, here):
    verdict = check_submission("entered:First", GAME, [4], games=2)
    assert verdict.accepted
    decisions = int(verdict.checks[3].told.rsplit(" ", 2)[1])
    assert verdict.checks[3].told.endswith(f"games of 4 players against random, novice, expert, {decisions} decisions")
    assert decisions >= 300


@pytest.mark.parametrize("players", [2, 3, 5])
def test_an_agent_sits_in_every_seat_against_every_compiled_agent(monkeypatch, players):
    line_ups = []
    monkeypatch.setattr(submission, "play_games", lambda game, agents, seats, seeds, **rest: line_ups.extend(seats))
    monkeypatch.setattr(submission, "MOST_GAMES", 1)
    found = find_game("hearts" if players == 5 else "gin_rummy" if players == 2 else "getaway")
    verdict = Verdict("first", found.id, [players])
    (series,) = submission._play(verdict, find_agent("novice", found), found, 1, 0, lambda done: None)
    assert series.games == len(line_ups) == 3 * players
    met = {(list(line_up).index(0), agent) for line_up in line_ups for agent in line_up if agent}
    assert met == {(seat, agent) for seat in range(players) for agent in (1, 2, 3)}
    assert all(list(line_up).count(0) == 1 for line_up in line_ups)


def test_an_agent_of_a_module_is_accepted_but_cannot_be_sent(folder, here):
    assert check_submission("entered:First", GAME, [3, 4], games=2).accepted
    done = command("submit", "entered:First", "--game", "getaway", "--players", "3,4", "--games", "1")
    assert "It would be accepted once it comes from a package." in done.out
    (row,) = [line for line in done.out.splitlines() if "can be installed" in line]
    assert [cell.strip() for cell in row.split("│")[1:3]] == ["can be installed", "not yet"]
    assert "entered:First is a module of this folder, which others do not have" in done.err
    assert not Path("entrants.jsonl").exists()


def test_actions_of_an_agent_must_not_depend_on_other_games(folder, here):
    verdict = check_submission("entered:Counts", GAME, [3], games=3)
    assert failed(verdict) == ["can be repeated"]
    assert "games differed" in verdict.checks[-1].told


def test_a_program_tells_what_it_does(folder, here):
    verdict = check_submission("entered:Silent", GAME, [3], games=1)
    assert failed(verdict) == ["card complete"]


def test_an_agent_of_a_package_names_the_package(folder, here, monkeypatch):
    monkeypatch.setattr(submission, "packages_distributions", lambda: {"packaged_elsewhere": ["numpy"]})
    (folder / "entered.py").rename(folder / "moved.py")
    (folder / "moved").mkdir()
    monkeypatch.syspath_prepend(folder / "moved")
    (folder / "moved.py").rename(folder / "moved/packaged_elsewhere.py")
    verdict = check_submission("packaged_elsewhere:First", GAME, [4], games=1)
    assert verdict.accepted
    assert verdict.source.startswith("numpy==")
    assert check_submission("expert", GAME, [4], games=1).source.startswith("cardzoo ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("entered:First",), "name it by --game, as in --game getaway"),
        (("expert", "--game", "getway"), "did you mean 'getaway'?"),
        (
            ("expert", "--game", "getaway", "--players", "three"),
            "players must be numbers separated by commas",
        ),
        (("expert", "--game", "getaway", "--players", "2"), "number of players must be 3 to 8, got 2"),
        (("expert", "--game", "getaway", "--games", "0"), "games must be at least 1, got 0"),
        (("expert", "--game", "getaway", "--time-limit", "0"), "time limit must be above 0 s, got 0 s"),
        (("expert", "--game", "getaway", "--time-limit", "nan"), "time limit must be above 0 s, got nan s"),
        (("MODEL", "--players", "3"), "plays with 4 players; leave --players away"),
    ],
)
def test_a_mistake_is_told_in_one_line(words, message, folder):
    name = model(folder / "model")
    done = command("submit", "--check", *(name if word == "MODEL" else word for word in words))
    assert message in done.refusal


def test_a_list_that_is_none_is_left_as_it_is(folder):
    (folder / "entrants.jsonl").write_text("no line\n", encoding="utf-8")
    done = command("submit", model(folder / "model"), "--games", "1")
    assert "entrants.jsonl does not hold lines of agents" in done.err
    assert (folder / "entrants.jsonl").read_text(encoding="utf-8") == "no line\n"
