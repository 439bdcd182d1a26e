"""Agents of one's own that are asked in this process: their faults are named in one line."""

import sys

import numpy as np
import pytest

from cardzoo.agents import ask, find_agent
from cardzoo.agents.base import agent_generator
from cardzoo.agents.third_party import AgentError, make_agent
from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.training.evaluation.duplicate import compare
from tests.command import command

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about agents, not about rules")

MODULE = """import numpy as np


class Own:
    def __init__(self, game):
        self.name = "own"

    def act(self, view, mask, generator):
        return ANSWER
"""
GAME = find_game("getaway")

ANSWERS = {
    "None": "got None",
    "1.0": "got 1.0",
    "float(mask.argmax())": "got ",
    "np.float32(1)": "got ",
    "True": "got True",
    "'1'": "got '1'",
    "2**70": "got 1180591620717411303424",
    "10**9000": "got a value of type int",
    "-1": "got -1",
    "10**6": "got 1000000",
    "int(mask.argmin())": "got ",
    "np.zeros(2)": "got array(",
}
EXCEPTIONS = {
    "1 // 0": "got ZeroDivisionError: integer division or modulo by zero (faulty.py, line 9)",
    "np.concatenate([])": "got ValueError: need at least one array to concatenate (faulty.py, line 9)",
    "np.average([1], weights=[0])": "can't be normalized (faulty.py, line 9)",
    "exit(3)": "got SystemExit: 3 (faulty.py, line 9)",
}


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Makes an agent that returns an expression."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(answer):
        (tmp_path / "faulty.py").write_text(MODULE.replace("ANSWER", answer), encoding="utf-8")
        return find_agent("faulty:Own", GAME)

    yield make
    sys.modules.pop("faulty")


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_that_is_no_legal_action_is_refused_with_the_agent_s_name(answer, own):
    with pytest.raises(
        AgentError, match=r"^the answer of the agent own must be a whole number from 0 to 53 [^\n]*$"
    ) as it:
        compare(GAME, own(answer), find_agent("random", GAME), deals=2)
    assert ANSWERS[answer] in str(it.value)


@pytest.mark.parametrize("answer", ["np.int64(mask.argmax())", "np.int8(mask.argmax())", "int(mask.argmax())"])
def test_whole_numbers_of_any_type_are_answers(answer, own):
    assert compare(GAME, own(answer), find_agent("random", GAME), deals=2).agent == "own"


@pytest.mark.parametrize("answer", EXCEPTIONS)
def test_an_exception_is_told_with_the_line_of_the_agent_s_file(answer, own):
    with pytest.raises(AgentError, match=r"^the agent own must return an action, [^\n]*$") as it:
        compare(GAME, own(answer), find_agent("random", GAME), deals=2)
    assert EXCEPTIONS[answer] in str(it.value)
    assert it.value.__cause__.__traceback__


@pytest.mark.parametrize("kind", ["act_at", "act_on"])
def test_agents_of_the_other_kinds_are_told_the_same(kind):
    table = GAME.table(0)
    agent = type("Own", (), {"name": "own", kind: lambda self, *question: 1.0})()
    with pytest.raises(AgentError, match=r"^the answer of the agent own must be a whole number"):
        ask(agent, GAME, table.records, table.player, table.mask, agent_generator(0))


def test_evaluate_tells_it_in_one_line(own):
    own("None")
    done = command("evaluate", "getaway", "faulty:Own", "--against", "random", "--deals", "2")
    assert "the answer of the agent own must be" in done.err.splitlines()[-1]
    assert done.status == 2
    assert "Traceback" not in done.err


def test_a_class_that_does_not_take_the_game_is_told_how():
    class Low:
        act = np.argmax

    with pytest.raises(
        AgentError, match=r"Low\(\) takes no arguments; it is called .* as in def __init__\(self, game\)$"
    ):
        make_agent(Low, "low:Low", GAME)
