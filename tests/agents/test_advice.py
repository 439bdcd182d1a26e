"""Advice for a written hand: the agents' actions, and their values by a search."""

import json

import numpy as np
import pytest
import yaml

from cardzoo.agents.advice import advise, network_chances, usual_advisers
from cardzoo.agents.search.race import Race
from cardzoo.envs import find_game, guess_position
from tests.command import command

KING = {
    "player": 0,
    "dealer": 0,
    "hands": ["K♣", "?"],
    "bets": [[None, None], ["bet", None]],
    "stakes": [1, 2],
    "raises": 1,
    "to_act": 1,
}
"""Player 0 holds the best card of Kuhn poker, and player 1, with an unknown card, has bet."""


@pytest.fixture
def table():
    return guess_position(find_game("kuhn_poker"), seed=1, **KING)


def test_all_agents_call_with_the_best_card(table):
    found = advise(table, ["expert", "trained", "search:60"])
    words = table.game.actions.words
    assert [one.agent for one in found] == ["expert", "trained", "search:60"]
    assert [words[one.action] for one in found] == ["call"] * 3
    assert all(sum(one.chances.values()) == pytest.approx(1) for one in found)
    assert [bool(one.values) for one in found] == [False, False, True]


def test_a_search_tells_by_how_much_its_choice_is_better(table):
    call, fold = advise(table, ["search:60"])[0].values
    words = table.game.actions.words
    assert (words[call.action], words[fold.action]) == ("call", "fold")
    assert (call.value, call.behind, call.behind_error) == (1, 0, 0)
    assert (fold.value, fold.behind) == (-0.5, 1.5)
    assert fold.rounds <= call.rounds <= 60
    assert 0 < fold.error < 1


def test_the_best_scripted_agent_the_trained_one_and_a_search_are_asked_by_default(table):
    assert usual_advisers(table.game, 2) == ["expert", "trained", "search:1000"]
    assert usual_advisers(find_game("hearts"), 6) == ["expert", "search:1000"]


def test_nothing_is_advised_after_the_end(table):
    with pytest.raises(ValueError, match="kuhn_poker: the game is over; there is nothing to advise"):
        advise(table.play("call"))


def test_advice_is_the_same_again(table):
    assert advise(table, ["novice", "search:60"], seed=3) == advise(table, ["novice", "search:60"], seed=3)


def test_chances_of_a_network_are_those_of_legal_actions():
    chances = network_chances(np.log([1.0, 3.0, 6.0, 1.0]), np.array([1, 1, 0, 0], np.int8))
    assert chances == pytest.approx({0: 0.25, 1: 0.75})


def test_a_race_compares_actions_in_rounds_in_which_both_were_tried():
    race = Race(3, favourite=0)
    race.gains[:, :4] = [[1, 0, 1, 0], [0, -1, 0, 0], [5, 5, 5, 5]]
    race.racing = np.array([0, 1])
    race.count(2)
    race.racing = np.array([0])
    race.count(2)
    assert race.tried.tolist() == [4, 2, 0]
    assert race.mean(0)[0::2] == (0.5, 4)
    assert race.mean(0, 1)[0::2] == (1.0, 2)
    assert race.mean(2)[2] == 0


# The command


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "hand.yaml"
    path.write_text(yaml.safe_dump(KING), encoding="utf-8")
    return path


def test_the_command_prints_actions_with_chances_and_values(file):
    out = command("advise", "kuhn_poker", str(file), "--agents", "expert", "--agents", "search:60").out
    call, fold = (next(line for line in out.splitlines() if word in line) for word in ("call", "fold"))
    assert call.count("100%") == 2
    assert "+1.000 ±" in call
    assert "1.500 ±" in fold


def test_the_command_prints_json(file, capsys):
    command("advise", "kuhn_poker", str(file), "--agents", "search:60", "--json")
    advice = json.loads(capsys.readouterr().out)
    assert (advice["agent"], advice["action"], advice["chances"]) == ("search:60", "call", {"call": 1.0})
    assert [(value["action"], value["value"]) for value in advice["values"]] == [("call", 1.0), ("fold", -0.5)]


def test_the_command_takes_its_own_example(tmp_path, capsys):
    command("advise", "kuhn_poker", "--example")
    file = tmp_path / "example.yaml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert "'?'" in file.read_text(encoding="utf-8")
    assert command("advise", "kuhn_poker", str(file), "--agents", "expert").status == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hands: ['K♣', 'K♣']", "kuhn_poker: position: K♣ is written too often"),
        ("[1, 2]", "the file must hold fields of the game, such as 'player: 0'"),
        ("hands: [", "line 1"),
    ],
)
def test_a_mistake_is_one_line(text, message, tmp_path):
    file = tmp_path / "hand.yaml"
    file.write_text(text, encoding="utf-8")
    assert message in command("advise", "kuhn_poker", str(file)).refusal


def test_a_position_is_asked_for():
    assert "the position is missing; name a YAML file, or print one with --example" in command("advise", "mate").refusal
