"""The pages' programs run as written, and their commands are valid."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cardzoo.agents import find_agent
from cardzoo.envs import find_game
from cardzoo.training.config import load_config
from cardzoo.training.evaluation.duplicate import compare
from cardzoo_command import make_app
from tests.docs.pages import FILE, NOTEBOOKS, PAGES, ROOT, blocks, run
from tests.playing import GAMES

GUIDES = ("benchmark", "first_training", "language_models", "own_agent", "own_game")
"""Pages whose commands also run, with small numbers; those of other pages name missing folders, or are slow."""

ELSEWHERE = ("CONTRIBUTING.md",)
"""A page whose programs have a test of their own."""

LONG = (
    "batch_stepping",
    "benchmark",
    "first_training",
    "language_models",
    "own_agent",
    "own_game",
    "trained_agents",
    "vector_environments",
)
"""Pages whose programs take long; those of the README, which do too, always run."""


def name(page):
    return str(page.relative_to(ROOT))


def nightly_if_long(page):
    return [pytest.mark.nightly] if page.stem in LONG else []


WITH_PROGRAMS = [
    pytest.param(page, id=name(page), marks=nightly_if_long(page))
    for page in PAGES
    if page.parent.name != "games"
    and page.name not in ELSEWHERE
    and (page.stem in GUIDES or any(block.language == "python" for block in blocks(page)))
]
EVERY_BLOCK = [(page, block) for page in PAGES for block in blocks(page)]


@pytest.mark.parametrize("page", WITH_PROGRAMS)
def test_the_programs_of_a_page_run(page, tmp_path):
    result = run(page, tmp_path, commands=page.stem in GUIDES)
    assert result.returncode == 0, f"{result.stdout}\n{result.stderr}"
    assert "forfeits:" not in result.stdout
    if page.stem == "own_agent":
        assert "| `low:Low` |" in (tmp_path / "leaderboard/getaway.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_program_of_a_game_s_page_runs(game):
    (block,) = blocks(ROOT / f"docs/games/{game.name}.md")
    exec(block.text, names := {})
    assert names["env"].game is names["batch"].game is game


def test_a_program_of_a_page_can_be_taken_alone(tmp_path):
    """A program uses no name of another block of the page, but may import a file that the page shows."""
    for page, block in EVERY_BLOCK:
        if block.language == "python" and page not in NOTEBOOKS and page.name not in ELSEWHERE:
            (tmp_path / f"{page.stem}_line_{block.line}.py").write_text(block.text, encoding="utf-8")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select=F821", tmp_path]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


FILES = {page: {file[1]: block.text for block in blocks(page) if (file := FILE.match(block.text))} for page in PAGES}
"""The contents of the files that each page says to write."""

WITH_FILES = [
    pytest.param(page, block, id=f"{page.stem}-{block.line}", marks=nightly_if_long(page))
    for page, block in EVERY_BLOCK
    if FILES[page] and block.language == "python"
]


def imported(text, files):
    """The files that a program imports or names as modules, and those that they import in turn."""
    modules = {file: file.removesuffix(".py") for file in files}
    found = {
        file for file, name in modules.items() if re.search(rf'^(from|import) {name}\b|"{name}"', text, re.MULTILINE)
    }
    others = {other: content for other, content in files.items() if other not in found}
    return found.union(*(imported(files[file], others) for file in found))


@pytest.mark.slow
@pytest.mark.parametrize(("page", "block"), WITH_FILES)
def test_a_program_runs_alone_beside_the_files_that_it_imports(page, block, tmp_path):
    program = FILE.match(block.text)
    for file in imported(block.text, FILES[page]):
        (tmp_path / file).write_text(FILES[page][file], encoding="utf-8")
    (tmp_path / (program[1] if program else "program.py")).write_text(block.text, encoding="utf-8")
    path = {"PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-W", "error", program[1] if program else "program.py"]
    result = subprocess.run(command, cwd=tmp_path, env=os.environ | path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=name)
def test_notebooks_are_kept_without_what_they_print(notebook):
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)


def test_a_program_that_fails_is_found_where_it_stands(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n```python\n# part.py\na = 1\n```\n\n```python\nfrom part import a\n\na / 0\n```\n")
    result = run(page, tmp_path, commands=False)
    assert result.returncode != 0
    assert 'page.md", line 11' in result.stderr
    page.write_text(page.read_text().replace("\n\n```python\nfrom", "\n\n<!-- not run: it fails -->\n```python\nfrom"))
    assert run(page, tmp_path, commands=False).returncode == 0


def test_every_command_of_the_pages_is_understood():
    said = [(page, words) for page, block in EVERY_BLOCK if block.language == "sh" for words in block.commands()]
    for page in PAGES:
        for command in re.findall(r"`cardzoo (\w+ [^`|]+)`", page.read_text(encoding="utf-8")):
            said.append((page, command.replace(" N", " 1").split()))
    assert len(said) > 20
    for page, words in said:
        try:
            function, bound, _ = make_app().parse_args(words, exit_on_error=False, print_error=False)
            if function.__name__ == "train" and "game" in bound.arguments:
                load_config(bound.arguments["game"], None, bound.arguments.get("set") or [])
            elif ":" not in bound.arguments.get("game", ":"):  # a page's own game is not there
                find_game(bound.arguments["game"].replace("GAME", "getaway"))
        except Exception as problem:
            pytest.fail(f"{name(page)}: cardzoo {' '.join(words)}: {problem}")


def test_agents_of_the_pages_play(tmp_path, monkeypatch):
    """An agent that a page's commands name, and whose file it shows, plays; no other page has another of that name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    getaway, shown = find_game("getaway"), {}
    for page, block in EVERY_BLOCK:
        words = [word for words in block.commands() for word in words] if block.language == "sh" else ()
        for module, agent in re.findall(r"\b(\w+):([A-Z]\w+)", " ".join(words)):
            text = FILES[page].get(f"{module}.py")
            if text and f"class {agent}" in text and "def act" in text:
                assert shown.setdefault(module, text) == text, f"{name(page)}: another {module}.py"
    assert {"first", "low", "sly"} <= set(shown)
    for module, text in shown.items():
        Path(f"{module}.py").write_text(text, encoding="utf-8")
        for agent in re.findall(r"^class (\w+)", text, re.MULTILINE):
            random = find_agent("random", getaway)
            assert compare(getaway, find_agent(f"{module}:{agent}", getaway), random, deals=2).deals == 2
        sys.modules.pop(module)


def test_every_toml_of_the_pages_can_be_read():
    for _, block in EVERY_BLOCK:
        if block.language == "toml":
            tomllib.loads(block.text)


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted((ROOT / "docs/how-to").glob("*.md"))], ids=name)
def test_a_page_of_instructions_has_at_most_120_lines(page):
    assert len(page.read_text(encoding="utf-8").splitlines()) <= 120
