"""Types of records, which `cardzoo.testing.mypy_plugin` gives to mypy."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playing import ROOT

INSTALLED = {
    "METADATA": "Metadata-Version: 2.1\nName: copied\nVersion: 0\n",
    "entry_points.txt": "[cardzoo.games]\ncopied-v0 = copied:GAME\n",
}
SHARED = """\
from cardzoo.envs.engine import rule


@rule
def holds(state, player, card):
    return state.hands[player, card] > 0


def sizes(state):
    return state.hands.sum(axis=1)
"""


@pytest.fixture
def copied(tmp_path):
    """An installed package in a folder, with copies of Getaway's rules and agents."""
    package, installed = tmp_path / "copied", tmp_path / "copied-0.dist-info"
    package.mkdir()
    installed.mkdir()
    for name, text in INSTALLED.items():
        (installed / name).write_text(text, encoding="utf-8")
    (package / "__init__.py").write_text(
        "from copied.agents import AGENTS\nfrom copied.rules import GAME\n", encoding="utf-8"
    )
    (package / "shared.py").write_text(SHARED, encoding="utf-8")
    rules = (ROOT / "envs/games/getaway.py").read_text(encoding="utf-8")
    rules = rules.replace('name="getaway"', 'name="copied"').replace("\n\nSEATS", "\nimport copied.shared\n\nSEATS")
    agents = (ROOT / "agents/scripted/getaway.py").read_text(encoding="utf-8")
    (package / "rules.py").write_text(rules, encoding="utf-8")
    (package / "agents.py").write_text(agents.replace("cardzoo.envs.games.getaway", "copied.rules"), encoding="utf-8")
    return package


def plant(file: Path, right: str, wrong: str) -> str:
    """Insert a mistake before the first occurrence of some text.

    Returns:
        The file and the line, as mypy names them.
    """
    text = file.read_text(encoding="utf-8")
    before, found, after = text.partition(right)
    assert found
    file.write_text(before + wrong + after, encoding="utf-8")
    return f"{file.name}:{before.count(chr(10)) + 1}"


def run_mypy(package: Path) -> subprocess.CompletedProcess[str]:
    """Run mypy over the package, with cardzoo's settings."""
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--follow-imports=skip",
            "--cache-dir",
            package.parent / "cache",
            "-p",
            "copied",
        ],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{package.parent}{os.pathsep}{ROOT / 'src'}", "MYPYPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


def complaints(package: Path) -> dict[str, str]:
    """Mypy's errors by file and line, except those about functions without types."""
    done = run_mypy(package)
    assert (done.returncode < 2, done.stderr) == (True, ""), done.stdout + done.stderr
    return {
        place: message
        for place, message, code in re.findall(r"(\w+\.py:\d+): error: (.*)  \[([\w-]+)\]", done.stdout)
        if not code.startswith("no-untyped") and code != "untyped-decorator"
    }


def test_misspelt_fields_and_wrong_constants_are_told(copied):
    assert complaints(copied) == {}
    rules, agents, shared = copied / "rules.py", copied / "agents.py", copied / "shared.py"
    planted = {
        plant(rules, "state.hands", "state.hnads"): '"RulesState" has no attribute "hnads"; maybe "hands"?',
        plant(rules, "options.max_tricks", "options.max_trick"): (
            '"RulesOptions" has no attribute "max_trick"; maybe "max_tricks"?'
        ),
        plant(rules, "stock.height", "stock.heights"): '"PileRecord" has no attribute "heights"; maybe "height"?',
        plant(rules, "view.tricks_left", "view.trickleft"): (
            '"RulesView" has no attribute "trickleft"; maybe "tricks_left"?'
        ),
        plant(rules, "phase = Phase.LEAD", "phase = Takers.ANYONE"): (
            'Incompatible types in assignment (expression has type "Takers", variable has type "Phase")'
        ),
        plant(rules, "phase == Phase.FOLLOW", "phase == Phase.FOLLOWS"): ('"type[Phase]" has no attribute "FOLLOWS"'),
        plant(rules, "phase == Phase.OPTION", "phase == Takers.ANYONE"): (
            'Non-overlapping equality check (left operand type: "Phase", right operand type: "Literal[Takers.ANYONE]")'
        ),
        plant(agents, "view.discards", "view.discard"): '"AgentsView" has no attribute "discard"; maybe "discards"?',
        plant(shared, "state.hands[", "state.hand["): '"SharedState" has no attribute "hand"; maybe "hands"?',
        plant(shared, "state.hands.", "state.hand."): (
            'Item "SharedState" of "SharedState | Any" has no attribute "hand"'
        ),
    }
    assert complaints(copied) == planted


@pytest.mark.nightly
def test_a_game_that_cannot_be_had_is_named_and_the_others_have_types(copied):
    with (copied / "rules.py").open("a", encoding="utf-8") as file:
        file.write("\nGAME.blank(num_players=100)\n")
    done = run_mypy(copied)
    assert done.returncode < 2
    assert done.stderr.startswith("records have no types for mypy: the game 'copied-v0' of the package copied")
    assert "got 100" in done.stderr
    assert (copied.parent / "cache/typed_copies/cardzoo.envs.games.getaway.py").exists()
