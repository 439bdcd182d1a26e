"""The wheel holds all of the tree's files, and each game is complete."""

import importlib
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cardzoo.agents import bots
from cardzoo.envs import IDS, find_game
from cardzoo.envs.extras import EXTRAS
from tests.golden.write import golden_file
from tests.playing import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = ("agents", "commands", "configs", "envs", "table", "testing", "training")
PACKAGED = (
    *(".py", ".yaml", ".html", ".css", ".js", ".webp", "py.typed", "figures.json"),
    *("model.json", "model.safetensors", "references.jsonl"),
)
BUILT_FROM = (*FOLDERS, "src", "tests", "docs", "benchmarks", "results")
SOURCES = ("__init__.py", "__main__.py", "moved.py", "py.typed")


def files_of(folder, kinds):
    """The files of some kinds in a folder of the tree, by their paths there."""
    return {
        file.relative_to(ROOT / folder).as_posix()
        for file in (ROOT / folder).rglob("*")
        if file.name.endswith(kinds) and "__pycache__" not in file.parts
    }


def tree():
    """Every file that a user needs, by its path in the wheel."""
    inside = {f"cardzoo/{folder}/{name}" for folder in FOLDERS for name in files_of(folder, PACKAGED)}
    return inside | {"cardzoo_command.py", *(f"cardzoo/{name}" for name in SOURCES)}


def run_in(folder, *arguments):
    """Run Python; it must exit with status 0."""
    done = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def build_wheel(source, folder):
    """The names of the files in a wheel that is built from a source."""
    run_in(folder, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet", "-w", "wheels", source)
    (file,) = (folder / "wheels").glob("*.whl")
    with zipfile.ZipFile(file) as built:
        return set(built.namelist())


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """A source distribution that is made from a copy of the tree, in which symbolic links were checked out as text."""
    folder = tmp_path_factory.mktemp("sdist")
    source = folder / "source"
    for name in BUILT_FROM:
        shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy(file, source)
    for link in (source / "src/cardzoo").iterdir():
        if link.is_symlink():
            text = str(link.readlink())
            link.unlink()
            link.write_text(text, encoding="utf-8")
    run_in(source, "-c", f"from setuptools import build_meta; build_meta.build_sdist({str(folder)!r})")
    (file,) = folder.glob("*.tar.gz")
    return file


@pytest.fixture(scope="module")
def wheel(sdist):
    """The names of the files in a wheel that is built from the source distribution."""
    return build_wheel(sdist, sdist.parent)


def test_wheel_holds_the_tree_and_nothing_else(wheel):
    files = {name for name in wheel if ".dist-info/" not in name}
    assert files == tree()


def test_a_wheel_of_the_checkout_is_that_of_its_source_distribution(wheel, sdist, tmp_path):
    assert build_wheel(sdist.parent / "source", tmp_path) == wheel


def test_source_distribution_holds_what_tests_and_pages_are_made_of(sdist):
    with tarfile.open(sdist) as built:
        names = {name.partition("/")[2] for name in built.getnames()}
    kinds = (".py", ".md", ".txt", ".svg", ".css", ".html", ".jsonl", ".yaml", ".ipynb")
    assert {f"{folder}/{name}" for folder in ("tests", "docs") for name in files_of(folder, kinds)} <= names
    assert {"Makefile", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "constraints.txt"} <= names
    assert not [name for name in names if "__pycache__" in name]


def test_wheel_holds_a_config_for_each_game_and_the_mark_of_types(wheel):
    assert {f"cardzoo/configs/{find_game(id).name}.yaml" for id in IDS} <= wheel
    assert "cardzoo/py.typed" in wheel


def test_every_module_of_a_game_is_live():
    """No test would cover a module that is not in IDS."""
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
    usual = ["random", "novice", "expert"]
    assert [name for name in agents if name in usual] == usual
    assert list(agents)[-1] == "expert"
    assert all(bot.__doc__ and "to be written" not in bot.__doc__.lower() for bot in agents.values())


def test_readme_leads_to_the_page_of_every_game(game):
    assert "](docs/games/index.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"]({game.name}.md)" in (ROOT / "docs/games/index.md").read_text(encoding="utf-8")


def test_package_s_page_is_the_readme_without_links_that_lead_nowhere(sdist):
    with tarfile.open(sdist) as built:
        (file,) = [name for name in built.getnames() if name.count("/") == 1 and name.endswith("/PKG-INFO")]
        text = built.extractfile(file).read().decode()
    page = text.partition("\n\n")[2]
    assert page.startswith("# cardzoo\n")
    assert "Description-Content-Type: text/markdown" in text
    assert all(target.startswith("https://") for target in re.findall(r"\]\(([^)]+)\)", page))
    assert len(page.splitlines()) == len((ROOT / "README.md").read_text(encoding="utf-8").splitlines())


def test_the_citation_names_this_version_and_licence():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = PROJECT["project"]
    assert (citation["version"], citation["license"]) == (project["version"], project["license"])
    assert f"version = {{{project['version']}}}" in (ROOT / "docs/citing.md").read_text(encoding="utf-8")
    assert citation["title"] in (ROOT / "docs/citing.md").read_text(encoding="utf-8")


def test_links_of_the_package_s_page_lead_into_the_repository():
    description = runpy.run_path(str(ROOT / "setup.py"), run_name="read")["description"]
    readme = "[a](docs/a.md#b) ![c](docs/c.svg) [d](https://d.example)"
    there = "https://forge.example/cardzoo"
    assert description(readme, there) == (
        f"[a]({there}/blob/HEAD/docs/a.md#b) ![c]({there}/raw/HEAD/docs/c.svg) [d](https://d.example)"
    )
    assert description(readme, None) == "a  [d](https://d.example)"


def test_the_address_of_the_repository_is_the_same_wherever_it_is_told():
    """Without a repository, no file has an address."""
    address = PROJECT["project"].get("urls", {}).get("Repository")
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    recipe = yaml.safe_load((ROOT / "packaging/conda/meta.yaml").read_text(encoding="utf-8"))
    assert cited.get("repository-code") == recipe["about"].get("home") == address


def test_all_is_what_users_want_without_the_tools_of_development():
    extras = PROJECT["project"]["optional-dependencies"]
    tools = {re.match(r"[\w-]+", line)[0] for line in (*extras["dev"], *extras["docs"])} - {"cardzoo"}
    wanted = {name for line in extras["all"] for name in re.search(r"\[(.*)\]", line)[1].split(",")}
    assert not tools & {re.match(r"[\w-]+", line)[0] for name in wanted for line in extras[name]}
    assert wanted >= set(EXTRAS)


def test_every_library_has_a_lower_bound_and_was_tested_within_its_bounds():
    extras = PROJECT["project"]["optional-dependencies"]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    tested = {canonicalize_name(line.split("==")[0]): line.split("==")[1] for line in lines if "==" in line}
    apart = {"cuda", "cuda12", "rllib"}  # in environments of their own, with other versions
    addresses = [
        *PROJECT["project"]["dependencies"],
        *(line for name in extras for line in extras[name] if name not in apart),
    ]
    for requirement in map(Requirement, addresses):
        if requirement.name != "cardzoo":
            assert any(bound.operator == ">=" for bound in requirement.specifier), requirement
            if found := tested.get(canonicalize_name(requirement.name)):
                assert requirement.specifier.contains(found), requirement


def test_conda_s_recipe_asks_for_what_the_package_asks_for():
    recipe = yaml.safe_load((ROOT / "packaging/conda/meta.yaml").read_text(encoding="utf-8"))
    project = PROJECT["project"]
    run = [Requirement(line) for line in recipe["requirements"]["run"]]
    asked = [Requirement(line) for line in (*project["dependencies"], f"python{project['requires-python']}")]
    assert {(canonicalize_name(one.name), one.specifier) for one in run} == {
        (canonicalize_name(one.name), one.specifier) for one in asked
    }
    assert recipe["package"]["version"] == project["version"]
    ((name, target),) = project["scripts"].items()
    assert recipe["build"]["entry_points"] == [f"{name} = {target}"]


def test_a_container_is_built_of_all_that_a_package_is_built_of():
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[0] == "!"}
    assert kept >= {
        *FOLDERS,
        "src/cardzoo_command.py",
        *(f"src/cardzoo/{name}" for name in SOURCES),
        "setup.py",
        "pyproject.toml",
        "README.md",
    }
    assert all((ROOT / name).exists() for name in kept)


@pytest.fixture
def release(monkeypatch):
    """The script that checks a release."""
    monkeypatch.syspath_prepend(ROOT / "packaging")
    return importlib.import_module("release")


@pytest.fixture
def checkout(tmp_path):
    """The files that name the version, as of a release."""
    for name in ("pyproject.toml", "CITATION.cff", "packaging/conda/meta.yaml", "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("(unreleased)", "(2026-12-01)"), encoding="utf-8")
    return tmp_path


def test_a_release_names_its_version_everywhere(release, checkout):
    assert release.check_texts(checkout) == []
    for name in ("CITATION.cff", "packaging/conda/meta.yaml", "CHANGELOG.md"):
        file, text = checkout / name, (checkout / name).read_text(encoding="utf-8")
        file.write_text(text.replace("0.1.0", "0.0.9"), encoding="utf-8")
        (problem,) = release.check_texts(checkout)
        assert problem.startswith(name)
        file.write_text(text, encoding="utf-8")


def test_a_change_log_without_a_date_is_no_release(release):
    assert any("unreleased" in problem for problem in release.check_texts(ROOT))


def test_a_release_is_a_tagged_commit_without_changes(release, checkout):
    for words in (
        ["init"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a", "commit", "-m", "a"],
        ["tag", "v0"],
    ):
        subprocess.run(["git", *words], cwd=checkout, check=True, capture_output=True)
    assert [problem.split(",")[0] for problem in release.check_repository(checkout)] == [
        "the commit must have the tag v0.1.0"
    ]
    subprocess.run(["git", "tag", "v0.1.0"], cwd=checkout, check=True)
    assert release.check_repository(checkout) == []
    (checkout / "CITATION.cff").unlink()
    assert len(release.check_repository(checkout)) == 1
