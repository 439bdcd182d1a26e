"""A rule that cannot be compiled gives an error of two lines: its file, its line, the problem, and the line itself."""

import importlib.util
import pickle
import re
import sys

import numpy as np
import pytest

from cardzoo.envs import CardEnv
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.engine.rule_errors import RuleError
from tests.playing import ROOT, run_python

pytestmark = pytest.mark.skipif(INTERPRETED, reason="about what is compiled, the same with bounds checks")

HEAD = """
import numpy as np
from cardzoo.envs.engine import Cards, Number, Seats, State, Options, piles, rule

LIMIT = 21
TABLES = np.zeros(1, State(Cards("hands", Seats(2)), Number("total", high=9)).dtype(2, Options()))

@rule
def count(state, player):
    return state.hands[player].sum()

@rule
def apply_action(state, action):
    {line}

@rule
def step(tables, action):
    apply_action(tables[0], action)
"""

FAULTS = {
    "state.hnads[0, action] -= 1": "state has no field 'hnads'; did you mean 'hands'?",
    "state.total = count(state)": "count(...): missing a required argument: 'player'",
    "state.total = count(state, 0, 1)": "count(...): too many positional arguments",
    "state.total = LIMITT": "the name 'LIMITT' is not defined; did you mean 'LIMIT'?",
    "state.total = totl": "the name 'totl' is not defined",
    "piles.drwa(state.hands)": "cardzoo.envs.engine.piles has no 'drwa'; did you mean 'draw'?",
    "state.total = state.hands[0, 1, 2]": "cannot index nestedarray(int16, (2, 52)) with 3 indices",
    "seen = {}": "Numba cannot infer the type of 'seen'",
    "state.total = None + action": "Numba has no add(none, int64)",
    "open('cards')": "rules cannot use 'open', a builtin_function_or_method",
    "state.total = 'ten'": "Numba cannot compile it",
    "x = state.hands if action else 21; state.total = x": "the value is now nestedarray(int16, (2, 52)), now 21, but",
    "state.total = np.zeros(3).sum()": "rules make no arrays or lists",
    "state.hands[0] = state.hands[1]": "rules make no arrays or lists",
    "state.total = len([action])": "rules make no arrays or lists",
    "with LIMIT: pass": "Numba cannot compile it",
}


def module_of(source, tmp_path, name="broken_rules"):
    file = tmp_path / f"{name}.py"
    file.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def written(tmp_path):
    """Rules with a given line in `apply_action`."""
    yield lambda line: module_of(HEAD.format(line=line), tmp_path)
    sys.modules.pop("broken_rules", None)


@pytest.mark.parametrize("line", FAULTS)
def test_the_author_s_line_is_told(line, written, tmp_path):
    module = written(line)
    with pytest.raises(RuleError) as caught:
        module.step(module.TABLES, 1)
    where, source = str(caught.value).splitlines()
    assert where.startswith(f"{tmp_path / 'broken_rules.py'}:14: in apply_action: {FAULTS[line]}")
    assert source == f"    {line}"
    assert len(where) < 400
    assert "Record(" not in where


def test_numba_s_own_report_can_be_read(written):
    module = written("state.total = count(state)")
    with pytest.raises(RuleError) as caught:
        module.step(module.TABLES, 1)
    assert "Cannot bind" in caught.value.report
    assert caught.value.__suppress_context__
    assert caught.value.__context__ is not None
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_rule_that_is_right_is_compiled(written):
    module = written("state.total = count(state, 0)")
    module.step(module.TABLES, np.int64(1))
    assert module.TABLES["total"] == 0


def test_a_game_s_typo_is_told_by_its_environment(tmp_path):
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    source = re.search(r"^```python\n(\"\"\"Three.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)[1]
    module = module_of(source.replace("state.hands[state.player, action] -= 1", "state.hand[0] -= 1"), tmp_path, "typo")
    env = CardEnv(module.GAME)
    with pytest.raises(RuleError, match=r"typo.py:\d+: in apply_action: state has no field 'hand'; did you"):
        env.reset(seed=1)
    del sys.modules["typo"]


def test_numba_s_developers_see_all_of_it():
    code = """
from cardzoo.envs.engine import rule

@rule
def broken():
    return missing

broken()
"""
    done = run_python(code, NUMBA_DISABLE_JIT="0", NUMBA_DEVELOPER_MODE="1")
    assert "TypingError" in done.stderr or "NameError" in done.stderr
    assert "RuleError" not in done.stderr
