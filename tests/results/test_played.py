"""Measurements are valid as long as the game is played as before."""

import json
import re
from dataclasses import asdict, replace

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import Number, Options
from results import baselines, exploited, measure, played, ranked, search_compared, searched

GAME = find_game("kuhn_poker")  # quick to play, in every mode


@pytest.fixture
def measured(monkeypatch, tmp_path):
    """A file with a line for each pairing, the first of them with the current digest; and the command."""
    lines = [
        asdict(pairing) | {"played": played.digest(GAME, pairing.agent, pairing.against, {})}
        for pairing in baselines.pairings(GAME, {})
    ]
    monkeypatch.setattr(baselines, "FILE", tmp_path / "baselines.jsonl")
    monkeypatch.setattr(played.trained, "FILE", tmp_path / "training.yaml")
    monkeypatch.setattr(exploited, "FILE", tmp_path / "exploited.jsonl")
    monkeypatch.setattr(ranked, "FILE", tmp_path / "ranked.jsonl")
    monkeypatch.setattr(search_compared, "FILE", tmp_path / "search_compared.jsonl")

    def run(*arguments, **first):
        lines[0] |= first
        baselines.FILE.write_text("".join(json.dumps(line) + "\n" for line in lines))
        monkeypatch.setattr("sys.argv", ["played.py", GAME.name, *arguments])
        return played.main()

    return run


def test_figures_of_unchanged_play_hold(measured, capsys):
    assert measured("--drop") == 0
    assert capsys.readouterr().out == ""
    assert len(baselines.read_lines()) == 3


def test_figures_of_changed_play_are_named_and_dropped_on_request(measured, capsys):
    for arguments, left in (((), 3), (("--drop",), 2)):
        assert measured(*arguments, played="another game") == 1
        assert capsys.readouterr().out == "kuhn_poker-v0: novice against random: outdated, an agent has changed\n"
        assert len(baselines.read_lines()) == left


def test_a_probe_of_an_agent_that_plays_otherwise_by_now_is_told(measured, capsys):
    row = {"game": GAME.id, "agent": "novice", "options": {}, "players": 2}
    holds = row | {"weights": exploited.weights_of_row(row), "played": exploited.digest_of_row(row)}
    kept = [holds, holds | {"played": "another game"}, holds | {"weights": {"trained": "an older one"}}]
    exploited.FILE.write_text("".join(json.dumps(line) + "\n" for line in kept))
    assert measured() == 1
    message = "kuhn_poker-v0: the probe of novice is outdated: the agent or an opponent has changed\n"
    assert capsys.readouterr().out == 2 * message


def test_a_comparison_of_the_search_with_an_agent_that_plays_otherwise_by_now_is_told(measured, capsys):
    expert, trained, _ = search_compared.pairings(GAME)
    marks = {"model": searched.model_of(GAME), "deals": 1, "values": {"0": 1}}
    lines = [
        asdict(expert) | marks | {"played": "another game"},
        asdict(trained) | marks | {"played": played.digest(GAME, trained.agent, trained.against, trained.options)},
    ]
    search_compared.FILE.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert measured() == 1
    message = "kuhn_poker-v0: the figures of search:0.05s:trained against expert are outdated: an agent has changed\n"
    assert capsys.readouterr().out == message


def test_an_option_that_is_new_changes_nothing_and_other_agents_do():
    options = Options(*GAME.options, Number("nothing", high=9, default=7, doc="an option that nobody asks for"))
    random = played.digest(GAME, "random", "random", {})
    assert played.digest(replace(GAME, options=options), "random", "random", {}) == random
    assert played.digest(GAME, "novice", "random", {}) != random


def test_every_measurement_tells_what_was_played():
    assert all("played" in line for lines in baselines.read_lines().values() for line in lines)
    assert all("played" in row for row in played.trained.read().values())


@pytest.mark.parametrize(("longest", "deals"), [(-1.0, 4), (1e9, 10)])
def test_a_game_that_takes_long_is_measured_on_fewer_deals(monkeypatch, longest, deals):
    monkeypatch.setattr(measure, "LONGEST", longest)
    monkeypatch.setattr(measure, "AT_ONCE", 4)
    line = measure.play((baselines.pairings(GAME, {})[0], 0, 10))
    assert (line["deals"], sum(line["values"].values())) == (deals, deals)


@pytest.mark.parametrize(
    ("spread", "expected"), [(1.0, r"± 0\.0[1-9]"), (0.1, r"± 0\.01 chips"), (0.0, r"± 0\.00 chips/hand$")]
)
def test_a_figure_tells_the_first_digit_of_its_interval(spread, expected):
    """A small lead with a smaller interval would otherwise read as none: +0.00 ± 0.00."""
    pairing = baselines.Pairing(GAME.id, "expert", "novice", "reward")
    line = {"figure": "reward", "values": {str(spread): 2000, str(-spread): 2000}}
    assert re.search(expected, baselines.cell(pairing, {pairing.key: [line]}))
