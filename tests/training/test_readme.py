"""The README's programs run as they stand there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PROGRAMS = re.findall(r"## ([^\n]*)\n\n```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def run(folder, *arguments):
    """What a run of Python in a folder prints; it must end well."""
    result = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_readme_shows_the_three_ways_to_play():
    assert [title for title, _ in PROGRAMS] == [
        "Ten lines of PettingZoo",
        "Ten lines of Gymnasium and MaskablePPO",
        "Ten lines of batch stepping",
    ]


@pytest.mark.parametrize("program", [code for _, code in PROGRAMS], ids=[title for title, _ in PROGRAMS])
def test_a_program_of_the_readme_runs(program, tmp_path):
    code = "import torch; torch.set_num_threads(1)\n" * ("sb3_contrib" in program) + program
    run(tmp_path, "-W", "error", "-c", code)


def test_the_readme_names_every_game():
    from cardzoo.envs import game_names

    assert all(f"docs/games/{name}.md" in README.read_text(encoding="utf-8") for name in game_names())


def test_the_agent_of_the_arenas_guide_takes_part(tmp_path):
    guide = (ROOT / "docs/arena.md").read_text(encoding="utf-8")
    (tmp_path / "my_agents.py").write_text(re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[0], encoding="utf-8")
    words = ["arena", "getaway", "--agents", "my_agents:Cautious,novice", "--deals", "2"]
    printed = run(tmp_path, "-m", "cardzoo.training", *words)
    assert "my_agents:Cautious" in printed
    assert "forfeits:" not in printed
