"""The script that trains every game continues after a stop, and its file becomes a page."""

import json
import sys

import pytest
import yaml

from cardzoo.envs import IDS, find_game
from cardzoo.training.config import load_config
from cardzoo.training.evaluation.intervals import FEW
from docs import build_pages
from results import train_games, trained

RUN = {"id": "mate-v0", "players": 2, "options": {}, "seconds": 480, "steps": 20_000_000, "imitates": "expert"}
RESULT = {"opponent": "random", "deals": FEW, "advantage": 0.5, "low": 0.4, "high": 0.6, "first": 0.7, "score": 3.0}


@pytest.fixture
def commands(monkeypatch, tmp_path):
    """The commands that were run: each leaves cardzoo's files, except for a game that is set to fail."""
    done = []

    def run(command, folder, seconds=None):
        done.append(command[3:])
        if folder.name == "mate" and command[3] == "train" and "--resume" not in command:
            folder.mkdir()
            (folder / "checkpoint.pt").touch()
            raise train_games.subprocess.CalledProcessError(130, command)
        if command[3] == "evaluate":
            if folder.name == "king":
                raise train_games.subprocess.TimeoutExpired(command, seconds)
            return json.dumps(RESULT | {"opponent": "search:200"})
        folder.mkdir(exist_ok=True)
        card = {"game": f"{folder.name}-v0", "num_players": 2, "options": {}}
        card["training"] = {"seconds": 480.2, "steps": 20_000_000, "trainer": "ppo", "imitates": None}
        (folder / "model.json").write_text(json.dumps(card))
        (folder / "evaluation.json").write_text(json.dumps({"results": [RESULT]}))
        return ""

    monkeypatch.setattr(train_games, "run", run)
    monkeypatch.setattr(train_games.played, "digest", lambda *setting: "0123456789abcdef")
    monkeypatch.setattr(trained, "FILE", tmp_path / "training.yaml")
    monkeypatch.setattr(sys, "argv", ["train_games.py", "cassino", "mate", "--runs", str(tmp_path / "runs")])
    return done


def test_a_stopped_run_goes_on_and_a_finished_one_is_left_alone(commands, tmp_path):
    assert train_games.main() == 1
    assert [command[:2] for command in commands] == [
        ["train", "cassino"],
        ["evaluate", "cassino"],
        ["evaluate", "cassino"],
        ["train", "mate"],
    ]
    deals = [int(command[-1]) for command in commands if command[0] == "evaluate"]
    assert deals == [train_games.FEW_DEALS, 200]  # time for two minutes of them
    runs = yaml.safe_load((tmp_path / "training.yaml").read_text())
    assert list(runs) == ["cassino"]
    assert train_games.main() == 0
    assert [command[:2] for command in commands[4:]] == [["train", "--resume"], *[["evaluate", "mate"]] * 2]
    runs = yaml.safe_load((tmp_path / "training.yaml").read_text())
    assert list(runs) == ["cassino", "mate"]
    assert runs["mate"]["played"] == "0123456789abcdef"
    assert (runs["mate"]["seconds"], runs["mate"]["steps"]) == (480, 20_000_000)
    assert [result["opponent"] for result in runs["mate"]["against"]] == ["random", "search:200"]
    page = build_pages.training(runs)
    assert "| 2 | 8.0 | 20.0 M |  | **+0.500 ± 0.100** | **+0.500 ± 0.100** |" in page


def test_a_search_too_slow_to_be_met_is_left_out(commands, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "argv", ["train_games.py", "king", "--runs", str(tmp_path / "runs")])
    assert train_games.main() == 0
    runs = yaml.safe_load((tmp_path / "training.yaml").read_text())
    assert [result["opponent"] for result in runs["king"]["against"]] == ["random"]


@pytest.mark.parametrize(
    ("low", "high", "cell", "words"),
    [
        (0.1, 0.3, "**+0.200 ± 0.100**", "better in 1 of 1 games."),
        (-0.1, 0.3, "+0.100 ± 0.200", "better in 0 of 1 games; level in Mate."),
        (0.0, 0.0, "+0.000 ± 0.000", "better in 0 of 1 games; level in Mate."),
        (-0.3, -0.1, "-0.200 ± 0.100", "better in 0 of 1 games; worse in Mate."),
    ],
)
def test_the_page_says_where_a_trained_agent_is_better_level_or_worse(low, high, cell, words):
    result = RESULT | {"low": low, "high": high, "advantage": (low + high) / 2}
    runs = {"mate": RUN | {"against": [result]}}
    assert trained.rows(runs)[0]["`random`"] == cell
    assert trained.verdicts(runs) == [f"- Against `random`: {words}"]


def test_the_page_tells_nothing_of_a_few_deals():
    runs = {"mate": RUN | {"against": [RESULT | {"deals": FEW - 1}]}}
    assert trained.rows(runs)[0]["`random`"] == ""
    assert trained.verdicts(runs) == []


def test_the_page_has_an_empty_cell_for_whom_an_agent_did_not_meet():
    search = RESULT | {"opponent": "search:200"}
    first, second = trained.rows({"mate": RUN | {"against": [RESULT]}, "king": RUN | {"against": [search, RESULT]}})
    assert list(first) == list(second)
    assert first["`search:200`"] == ""
    assert first["`random`"] == second["`random`"] != ""


def test_the_page_tells_of_the_decisions_before_those_of_an_agent_that_went_on():
    run = RUN | {"imitates": "trained", "against": []}
    assert trained.rows({"mate": run})[0]["Decisions"] == "20.0 M"
    origins = {"steps": 5_000_000, "goes_on_from": {"steps": 1_000_000, "goes_on_from": None}}
    row = trained.rows({"mate": run | {"goes_on_from": origins}})[0]
    assert row["Decisions"] == "20.0 M after 5.0 M after 1.0 M"


def test_the_table_has_every_game_trained_as_its_config_says():
    rows = trained.read()
    assert list(rows) == [find_game(id).name for id in IDS]
    for name, row in rows.items():
        config = load_config(name)
        assert row["imitates"] == config.warm_start.agent
        assert row["trainer"] == config.trainer
        assert row["options"] == config.evaluation_options
