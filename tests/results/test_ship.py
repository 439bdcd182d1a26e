"""Runs become shipped agents: they are packed and measured on separate deals, and the better one is kept."""

import json
from dataclasses import replace

import numpy as np
import pytest

from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs import find_game
from cardzoo.envs.policies.models import ModelError, load_model, save_model
from cardzoo.training.config import TrainingConfig
from cardzoo.training.evaluation.schedule import HELD_OUT, deal_seeds, held_out_seeds
from results import ship, trained
from tests.agents.small_model import drawn_model
from tests.playing import ROOT

GAME = find_game("kuhn_poker")


@pytest.fixture
def shipping(monkeypatch, tmp_path, capsys):
    """The command in this process, on its own folder of shipped agents; returns its output."""
    monkeypatch.setattr(ship, "SHIPPED", tmp_path / "shipped")
    monkeypatch.setattr(ship, "work_beside", lambda work, jobs, workers, ahead: map(work, jobs))
    monkeypatch.setattr(ship, "commit", lambda: "0123456789ab")

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["ship", *map(str, arguments), "--deals", "6", "--json"])
        status = ship.main()
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def model_folder(folder, seed=0, **changes):
    """The folder of a run: a model with random weights, and with changed ones that are useless."""
    card, network = drawn_model(GAME, seed=seed)
    save_model(folder, replace(card, training={"steps": 5, "seconds": 60.0, "imitates": None, "seed": 0}), network)
    if changes:
        keys = json.loads((folder / "model.json").read_text())
        (folder / "model.json").write_text(json.dumps(keys | changes))
    return folder


def test_a_run_is_kept_as_float16_with_how_it_was_trained_and_what_it_has_come_to(shipping, tmp_path):
    status, out, _ = shipping(model_folder(tmp_path / "run"), "--device", "a GPU")
    assert status == 0
    (line,) = map(json.loads, out.splitlines())
    card, layers = load_model(tmp_path / "shipped/kuhn_poker/2")
    assert card.precision == "float16"
    assert (card.training["steps"], card.training["device"], card.training["commit"]) == (5, "a GPU", "0123456789ab")
    assert (line["game"], line["against"]) == ("kuhn_poker-v0", card.results["against"])
    assert [one["opponent"] for one in line["against"]] == ["random", "novice", "expert"]
    assert all(one["deals"] == 6 for one in line["against"])
    for name, layer in load_model(tmp_path / "run")[1].items():
        assert np.array_equal(layers[name], layer.astype(np.float16))


def test_packed_agents_are_measured_on_held_out_deals(shipping, tmp_path, monkeypatch):
    shipping(model_folder(tmp_path / "run"))
    place = tmp_path / "shipped/kuhn_poker/2"
    result = load_model(place)[0].results["against"][1]
    agent = TrainedAgent.load(place, name="trained")
    novice = ship.find_agent("novice", GAME)
    assert ship.compare(GAME, agent, novice, 6, ship.SEED, draw=held_out_seeds).as_dict() == result


@pytest.fixture
def rated(monkeypatch, tmp_path):
    """Three runs with the scores 0.1, 0.3 and 0.2 against any opponent, the one in a folder, and the drawn deals."""
    strength = [0.1, 0.3, 0.2]
    runs = [model_folder(tmp_path / f"run{seed}", seed) for seed in range(3)]
    by_weights = {load_model(run)[1]["layers.0.bias"].astype(np.float16).tobytes(): one for one, run in enumerate(runs)}
    drawn_for = []

    def who(folder):
        return by_weights[load_model(folder)[1]["layers.0.bias"].astype(np.float16).tobytes()]

    def measure(one):
        drawn_for.append(one.draw)
        result = {"opponent": one.opponent, "deals": 6, "advantage": strength[who(one.folder)], "low": 0, "high": 1}
        return result | {"first": 0.5, "score": 0}

    monkeypatch.setattr(ship, "measure", measure)
    return runs, who, drawn_for


def test_an_agent_stays_until_a_better_one_comes_or_it_is_forced_out(shipping, rated, tmp_path):
    runs, who, drawn_for = rated
    place = tmp_path / "shipped/kuhn_poker/2"
    for arguments, expected in (([0], 0), ([1], 1), ([2], 1), ([2, "--force"], 2), ([0, "--force"], 0)):
        status, _, err = shipping(runs[arguments[0]], *arguments[1:])
        assert (status, who(place)) == (0, expected)
        assert ("the shipped agent stays" in err) == (arguments == [2])
    assert drawn_for == ["held out"] * 3 + (["choice"] * 2 + ["held out"] * 3) + ["choice"] * 2 + ["held out"] * 6


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_of_several_runs_of_a_game_the_best_one_is_shipped_whatever_their_order(shipping, rated, force, tmp_path):
    runs, who, drawn_for = rated
    status, out, _ = shipping(*runs, *force)
    assert (status, len(out.splitlines())) == (0, 1)
    assert who(tmp_path / "shipped/kuhn_poker/2") == 1
    assert drawn_for == ["choice"] * 3 + ["held out"] * 3


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "kuhn_poker-v9"}, "the version of kuhn_poker is"),
        ({"sha256": "0"}, "SHA-256 differs"),
    ],
)
def test_a_run_that_cannot_be_used_is_refused_in_one_line_and_nothing_is_written(shipping, tmp_path, changes, words):
    status, out, err = shipping(model_folder(tmp_path / "run", **changes))
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert words in err
    assert not (tmp_path / "shipped").exists()


def test_a_run_that_cannot_be_used_keeps_no_other_from_being_shipped(shipping, tmp_path):
    status, out, _ = shipping(model_folder(tmp_path / "bad", sha256="0"), model_folder(tmp_path / "good", seed=1))
    assert (status, len(out.splitlines())) == (1, 1)
    assert load_model(tmp_path / "shipped/kuhn_poker/2")


def test_a_folder_without_runs_is_refused_and_one_with_runs_is_all_of_them(tmp_path):
    with pytest.raises(ModelError, match="holds no model"):
        ship.runs_of([tmp_path])
    runs = [model_folder(tmp_path / name) for name in "ab"]
    assert ship.runs_of([tmp_path]) == ship.runs_of(runs) == runs


def test_a_model_that_is_too_large_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(ship, "MOST", 100)
    with pytest.raises(ModelError, match="at most 100 are shipped"):
        ship.pack(model_folder(tmp_path / "run"), tmp_path / "packed", {}, None)


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_held_out_deals_are_apart_from_all_others(seed):
    assert (deal_seeds(seed, 1000) < HELD_OUT).all()
    assert (held_out_seeds(seed, 1000) >= HELD_OUT).all()
    (bound,) = (one.lt for one in TrainingConfig.model_fields["seed"].metadata if hasattr(one, "lt"))
    assert bound <= HELD_OUT


def test_nothing_but_shipping_plays_held_out_deals():
    folders = ("agents", "envs", "table", "testing", "training", "commands", "results", "docs", "benchmarks")
    named = {
        file.relative_to(ROOT).as_posix()
        for folder in folders
        for file in (ROOT / folder).rglob("*.py")
        if "held_out_seeds" in file.read_text(encoding="utf-8")
    }
    assert named == {"training/evaluation/schedule.py", "results/ship.py"}


def test_the_page_of_shipped_agents_is_made_of_their_cards():
    for name, shipped in trained.read_shipped().items():
        row = trained.rows({name: shipped})[0]
        runs = [shipped]
        while origin := runs[-1].get("goes_on_from"):
            runs.append(origin)
        assert row["Decisions"] == " after ".join(f"{run['steps'] / 1e6:.1f} M" for run in runs)
