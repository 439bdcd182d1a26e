"""What is built and listed: the wheel holds what the tree holds, and each game is complete."""

import importlib
import subprocess
import sys
import tomllib
import zipfile

import pytest

from cardzoo.agents import bots
from cardzoo.envs import IDS, find_game
from tests.golden.write import golden_file
from tests.playing import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = PROJECT["tool"]["setuptools"]["package-dir"]
PACKAGED = (".py", ".yaml", ".html", ".css", ".js", "py.typed")


def tree():
    """Every file that a user needs, by its path in the wheel."""
    files = set()
    for package, folder in FOLDERS.items():
        for file in (ROOT / folder).rglob("*"):
            if file.name.endswith(PACKAGED) and "__pycache__" not in file.parts:
                files.add("/".join([*package.split("."), *file.relative_to(ROOT / folder).parts]))
    return files


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The names of the files in a wheel that is built from a copy of the tree."""
    pytest.importorskip("setuptools")
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in {*FOLDERS.values(), "pyproject.toml", "README.md", "LICENSE"}:
        (source / name).symlink_to(ROOT / name)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet", "-w", folder, source],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (file,) = folder.glob("*.whl")
    with zipfile.ZipFile(file) as built:
        return set(built.namelist())


def test_wheel_holds_the_tree_and_nothing_else(wheel):
    files = {name for name in wheel if ".dist-info/" not in name}
    assert files == tree()
    assert all(name.startswith("cardzoo/") for name in files)


def test_wheel_holds_a_config_for_each_game_and_marks_of_types(wheel):
    assert {f"cardzoo/configs/{find_game(id).name}.yaml" for id in IDS} <= wheel
    assert {f"cardzoo/{folder}/py.typed" for folder in ("envs", "agents")} <= wheel


def test_every_package_is_listed():
    listed = set(PROJECT["tool"]["setuptools"]["packages"])
    found = {
        ".".join([package, *file.parent.relative_to(ROOT / folder).parts])
        for package, folder in FOLDERS.items()
        for file in (ROOT / folder).rglob("__init__.py")
    }
    assert listed == found


def test_every_module_of_a_game_is_live():
    """A module that is not in IDS would be tested by nobody."""
    modules = {file.stem for file in (ROOT / "envs/games").glob("*.py") if file.stem != "__init__"}
    assert modules == {find_game(id).name for id in IDS}
    assert len(set(IDS)) == len(IDS)


def test_ids_are_those_of_the_modules(game):
    module = importlib.import_module(f"cardzoo.envs.games.{game.name}")
    assert module.GAME is game
    assert game.id in IDS
    assert game.id == f"{game.file.stem}-v{game.version}"


@pytest.mark.parametrize(
    "part", ["tests/games/test_{0}.py", "docs/games/{0}.md", "agents/scripted/{0}.py", "configs/{0}.yaml"]
)
def test_every_game_is_complete(game, part):
    assert (ROOT / part.format(game.name)).is_file()


def test_every_game_has_a_golden_game(game):
    assert golden_file(game).is_file()


def test_every_game_has_the_scripted_agents(game):
    agents = bots(game)
    assert list(agents) == ["random", "novice", "expert"]
    assert all(bot.__doc__ and "to be written" not in bot.__doc__.lower() for bot in agents.values())


def test_readme_links_every_page(game):
    assert f"docs/games/{game.name}.md" in (ROOT / "README.md").read_text(encoding="utf-8")
