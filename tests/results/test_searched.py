"""The lines of results/searched.jsonl that count, and the table and the picture made of them."""

import json
import re

import pytest

from cardzoo.envs import find_game
from cardzoo.training.evaluation.intervals import Estimate
from docs import search_curves
from results import baselines, searched

DUEL, ALONE = find_game("leduc_poker"), find_game("black_hole")


@pytest.fixture
def write(monkeypatch, tmp_path):
    """Writes lines into the file: a pairing, the hash of its model, and the deals on which the agent got 1."""
    monkeypatch.setattr(searched, "FILE", tmp_path / "searched.jsonl")

    def write_lines(*entries):
        lines = [
            vars(pairing) | {"model": model, "values": {"0": 50 - good, "1": good}, "deals": 50}
            for pairing, model, good in entries
        ]
        searched.FILE.write_text("".join(json.dumps(line) + "\n" for line in lines))

    return write_lines


def test_searches_with_and_without_a_network_play_with_each_budget(monkeypatch):
    monkeypatch.setattr(searched, "shipped_players", lambda game: [1])
    names = [pairing.agent for pairing in searched.pairings(ALONE)]
    assert names[:2] == ["search:25", "search:25:trained"]
    assert len(names) == 2 * len(searched.BUDGETS)


def test_a_game_without_a_model_or_for_several_is_not_measured(monkeypatch):
    assert searched.pairings(DUEL) == []
    monkeypatch.setattr(searched, "shipped_players", lambda game: [])
    assert searched.pairings(ALONE) == []


def test_lines_of_an_older_model_do_not_count(write):
    (pairing, *_) = [one for one in searched.pairings(ALONE) if one.agent.endswith("trained")]
    write((pairing, searched.model_of(ALONE), 40), (pairing, "0" * searched.HASH, 0))
    (row,) = searched.rows(searched.read_lines())
    assert row["game"] == "[Black Hole](games/black_hole.md)"
    assert row["with the trained agent"].startswith("wins 80.0%")
    write((pairing, "0" * searched.HASH, 0))
    assert not list(searched.rows(searched.read_lines()))


def test_the_table_shows_both_shares(write, monkeypatch):
    monkeypatch.setattr(searched, "shipped_players", lambda game: [1] if game is ALONE else [])
    monkeypatch.setattr(searched, "model_of", lambda game: "1")
    plain, network = searched.pairings(ALONE)[:2]
    write((plain, "1", 20), (network, "1", 25))
    (row,) = searched.rows(searched.read_lines())
    assert row["without"].startswith("`search:25` wins 40.0%")
    assert row["with the trained agent"].startswith("wins 50.0%")


def test_the_pairing_with_the_least_search_is_measured_next():
    pairings = [baselines.Pairing(DUEL.id, name, None, "reward") for name in ("one", "two")]
    lines = {pairing.key: [] for pairing in pairings}
    lines[pairings[0].key] = [{"deals": 10, "seconds": 50.0}]
    shares = searched.measure.least_measured(pairings, lines, 100)
    assert [pairing.agent for pairing, _, _ in shares][:1] == ["two"]


def test_the_picture_has_a_curve_for_each_search_that_two_budgets_are_known_of(write, monkeypatch):
    monkeypatch.setattr(searched, "shipped_players", lambda game: [1] if game is ALONE else [])
    monkeypatch.setattr(searched, "model_of", lambda game: "1")
    plain, network, more = searched.pairings(ALONE)[:3]
    write((plain, "1", 20), (network, "1", 25))
    assert not list(search_curves.read(searched.read_lines(), baselines.read_lines()))
    write((plain, "1", 20), (network, "1", 25), (more, "1", 40))
    (curve,) = search_curves.read(searched.read_lines(), baselines.read_lines())
    assert curve.game is ALONE
    assert {budget: share.value for budget, share in curve.plain.items()} == {25: 0.4, 50: 0.8}
    assert {budget: share.value for budget, share in curve.trained.items()} == {25: 0.5}


def test_in_the_picture_more_wins_stand_higher_on_a_scale_that_holds_all():
    game, share = ALONE, lambda value: Estimate(value, value - 0.01, value + 0.01)
    drawn = search_curves.draw([search_curves.Curves(game, share(0.1), {25: share(0.05), 200: share(0.19)}, {})])
    points = [float(y) for y in re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)" r="4" ', drawn)]
    assert len(points) == 2
    assert points[0] > points[1]
    assert ">20%</text>" in drawn
    assert ">50%</text>" not in drawn
