"""Kept figures of bridge are of the present agents."""

import json

import pytest

from cardzoo.envs.engine import INTERPRETED
from results import bridge_imps


@pytest.mark.skipif(INTERPRETED, reason="the expert plays a hundred hands")
def test_kept_imps_are_those_of_the_present_agents():
    lines = bridge_imps.read()
    assert ("expert", "novice") in [(line["agent"], line["other"]) for line in lines]
    assert not [line for line in lines if bridge_imps.is_stale(line)]


def test_figures_of_another_agent_are_outdated(monkeypatch):
    monkeypatch.setattr(bridge_imps, "digest", lambda *settings: "now")
    line = {"agent": "expert", "other": "novice", "played": "before"}
    assert bridge_imps.is_stale(line)
    assert not bridge_imps.is_stale(line | {"played": "now"})


def test_a_new_line_takes_the_place_of_the_one_of_the_same_agents(monkeypatch, tmp_path):
    monkeypatch.setattr(bridge_imps, "FILE", tmp_path / "lines.jsonl")
    lines = [
        {"agent": agent, "other": "novice", "boards": 10, "IMPs": [1.0, 0.5], "points": [50.0, 20.0], "played": ""}
        for agent in ("expert", "random")
    ]
    bridge_imps.FILE.write_text("".join(json.dumps(line) + "\n" for line in lines))
    bridge_imps.keep(lines[0] | {"boards": 20})
    assert [(row["agent"], row["boards"]) for row in bridge_imps.rows()] == [("`random`", "10"), ("`expert`", "20")]
