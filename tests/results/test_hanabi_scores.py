"""Kept scores of Hanabi are of the present agents, and measured with every number of players."""

import json

import pytest

from cardzoo.envs.engine import INTERPRETED
from results import hanabi_scores

LINES = hanabi_scores.read()


@pytest.mark.skipif(INTERPRETED, reason="the agents play a hundred games")
def test_kept_scores_are_those_of_the_present_agents():
    assert not [line for line in LINES if hanabi_scores.is_stale(line)]


def test_scripted_agents_are_measured_with_every_number_of_players():
    for agent in ("random", "novice", "expert", "hats"):
        assert {line["players"] for line in LINES if line["agent"] == agent} == set(hanabi_scores.PLAYERS)


def test_the_code_of_hats_makes_the_published_points():
    assert {line["players"]: line["zero"][0] >= 24 for line in LINES if line["agent"] == "hats"} == {
        2: False,
        3: False,
        4: True,
        5: True,
    }


def test_scores_of_another_agent_are_outdated(monkeypatch):
    monkeypatch.setattr(hanabi_scores, "digest", lambda *settings: "now")
    assert hanabi_scores.is_stale(LINES[0])
    assert not hanabi_scores.is_stale(LINES[0] | {"played": "now"})


def test_a_team_keeps_its_points_or_loses_them(monkeypatch, tmp_path):
    monkeypatch.setattr(hanabi_scores, "FILE", tmp_path / "lines.jsonl")
    line = hanabi_scores.measure("random", 3, 50)
    assert line["zero"][0] < 0.5 < line["keep"][0] < 2
    for kept in (line | {"deals": 10}, line):
        hanabi_scores.keep(kept)
    assert [json.loads(text)["deals"] for text in hanabi_scores.FILE.read_text().splitlines()] == [50]
    assert [(row["players"], row["agent"]) for row in hanabi_scores.rows()] == [("3", "`random`")]
