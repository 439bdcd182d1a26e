"""Compiled code is kept on disk, found again, and never mistaken for that of other rules."""

import ast
import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core import config

from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.engine.compiling import (
    _KEPT_FOLDERS,
    _NOT_COMPILED,
    cache_directory,
    entry_point,
    hash_sources,
    is_writable,
)
from tests.playing import ROOT, run_python

# With one of the games that compile fastest.
PLAY = """
import hashlib
from cardzoo.envs import find_game
table = find_game("black_hole").table(1)
while not table.over:
    table.step(int(table.mask.argmax()))
print(hashlib.sha256(table.snapshot()).hexdigest())
"""
NOTICE = "compiling black_hole"

# A rule over records that is too long to be built into its caller.
TOY = """
import sys
import numpy as np
from cardzoo.envs import find_game
from cardzoo.envs.engine.compiling import entry_point, rule

@rule
def shift(state, place):
    total = 0
    for card in state.cards:
        total ^= card << place
    return total

@rule
def weigh(state):
    total = 0
    for first in range(len(state.cards)):
        for second in range(len(state.cards)):
            if state.cards[first] > state.cards[second]:
                total += state.cards[first] * second
            else:
                total -= state.cards[second] * first
    for place in range(len(state.cards)):
        if state.cards[place] % 3 == 1:
            total += shift(state, place) + shift(state, place + 1)
    return total

def play(tables):
    return weigh(tables[0]) + weigh(tables[1])

for size in map(int, sys.argv[1:]):
    tables = np.ones(2, np.dtype([("cards", np.int16, (size,))], align=True))
    tables["cards"] = np.arange(size)
    print(entry_point(f"toy{size}", "play", "sources", play)(tables))
"""

# A rule with a table of more than a megabyte, which Numba leaves where it is.
LARGE = """
import numpy as np
from cardzoo.envs.engine.compiling import entry_point, rule

TABLE = np.arange(200_000)

@rule
def look_up(place):
    return TABLE[place]

def play(places):
    return look_up(places[0])

print(entry_point("large", "play", "sources", play)(np.array([7])))
"""

# A rule of a module that Python calls with two types, and rules that a function makes, whose code depends on a number.
CALLED = """
import numpy as np
from cardzoo.envs.engine import piles
from cardzoo.envs.engine.compiling import rule

def adding(number):
    def add(numbers):
        return numbers[0] + number
    add.__module__ = piles.__name__
    return rule(add)

for dtype in (np.int8, np.int16):
    cards = np.arange(3, dtype=dtype)
    piles.swap(cards, 0, 2)
    print(*cards, cards.dtype)
print(*(adding(number)(np.zeros(1, np.int64)) for number in (1, 2)))
print("compiled:", sum(piles.swap.entry_point.stats.cache_misses.values()))
"""

compiled_only = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled, or in a way that is not for users")


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """A folder in which a process has left the compiled code of a game, and the output of that process."""
    folder = tmp_path_factory.mktemp("cache")
    return folder, run_python(PLAY, CARDZOO_CACHE=str(folder))


@compiled_only
def test_first_process_says_once_that_it_compiles(cache):
    _, first = cache
    assert first.returncode == 0, first.stderr
    assert first.stderr.count(NOTICE) == 1
    assert len(first.stderr.splitlines()) == 1


@compiled_only
def test_second_process_finds_the_code(cache):
    folder, first = cache
    second = run_python(PLAY, CARDZOO_CACHE=str(folder))
    assert second.stdout == first.stdout
    assert second.stderr == ""


@compiled_only
def test_rules_that_python_calls_are_kept_for_each_type_unless_a_function_makes_them(tmp_path):
    played = "2 1 0 int8\n2 1 0 int16\n1 2\n"
    for compiled in (2, 0):
        done = run_python(CALLED, CARDZOO_CACHE=str(tmp_path))
        assert done.stdout == f"{played}compiled: {compiled}\n", done.stderr
        assert done.stderr == ""
    assert len(list(tmp_path.rglob("swap-*.nbc"))) == 2
    assert not list(tmp_path.rglob("add-*.nbc"))


@compiled_only
def test_rules_that_numba_cannot_cache_play_all_the_same(tmp_path):
    for _ in range(2):
        done = run_python(LARGE, CARDZOO_CACHE=str(tmp_path))
        assert done.stdout == "7\n", done.stderr
        assert 'Cannot cache compiled function "play"' in done.stderr


@compiled_only
def test_folder_that_cannot_be_written_is_told_once(cache, tmp_path):
    _, first = cache
    file = tmp_path / "file"
    file.write_text("")
    done = run_python(PLAY, CARDZOO_CACHE=str(file / "below"))
    assert done.stdout == first.stdout
    assert len(done.stderr.splitlines()) == 1
    assert "CARDZOO_CACHE" in done.stderr
    assert str(file) in done.stderr


@compiled_only
def test_two_processes_may_start_at_once(cache, tmp_path):
    _, first = cache
    environment = os.environ | {"CARDZOO_CACHE": str(tmp_path / "new")}
    processes = [
        subprocess.Popen([sys.executable, "-c", PLAY], env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    answers = [process.communicate(timeout=300)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert answers == [first.stdout, first.stdout]
    third = run_python(PLAY, CARDZOO_CACHE=str(tmp_path / "new"))
    assert third.stdout == first.stdout
    assert third.stderr == ""


@compiled_only
def test_code_from_two_processes_is_told_apart_in_a_third(tmp_path):
    """Records of two layouts have the same number in two processes, and rules of theirs once had the same name."""
    alone = [run_python(TOY, size, CARDZOO_CACHE=str(tmp_path)).stdout for size in ("3", "5")]
    assert run_python(TOY, "3", "5", CARDZOO_CACHE=str(tmp_path)).stdout == alone[0] + alone[1]
    assert run_python(TOY, "5", "3", CARDZOO_CACHE=str(tmp_path)).stdout == alone[1] + alone[0]


def add_up(numbers):
    total = 0
    for number in numbers:
        total += number
    return total


def made_afresh(folder, monkeypatch):
    """The function above, in a process that starts with this folder."""
    monkeypatch.setenv("CARDZOO_CACHE", str(folder))
    return entry_point("toy", "add_up", "sources", add_up)


def flip(data):
    changed = bytearray(data)
    changed[len(data) // 2] ^= 1
    return bytes(changed)


DAMAGES = {
    "truncated": lambda data: data[: len(data) // 2],
    "without its end": lambda data: data[:-1],
    "flipped": flip,
    "empty": lambda data: b"",
    "of another file": lambda data: b"nothing of this kind",
}


@compiled_only
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_found_and_compiled_again(damage, tmp_path, monkeypatch):
    """Damage as by a crash during writing, a full disk or a worn one."""
    numbers = np.arange(10)
    assert made_afresh(tmp_path, monkeypatch)(numbers) == 45
    (file,) = tmp_path.rglob("*.nbc")
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    function = made_afresh(tmp_path, monkeypatch)
    assert function(numbers) == 45
    assert function.stats.cache_misses
    again = made_afresh(tmp_path, monkeypatch)
    assert again(numbers) == 45
    assert again.stats.cache_hits
    assert not again.stats.cache_misses


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other systems have other variables")
def test_the_folder_is_in_the_users_cache(monkeypatch):
    monkeypatch.delenv("CARDZOO_CACHE", raising=False)
    monkeypatch.setenv("HOME", "/home/me")
    for given, folder in (("/cache", "/cache"), ("", "/home/me/.cache"), ("relative", "/home/me/.cache")):
        monkeypatch.setenv("XDG_CACHE_HOME", given)
        assert cache_directory() == Path(folder) / "cardzoo"


@pytest.mark.skipif(sys.platform == "win32", reason="home is found otherwise there")
def test_on_a_mac_the_folder_is_below_library_whatever_the_variables_of_xdg(monkeypatch):
    monkeypatch.delenv("CARDZOO_CACHE", raising=False)
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("HOME", "/Users/me")
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    assert cache_directory() == Path("/Users/me/Library/Caches/cardzoo")


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_without_a_home_folder_the_cache_cannot_be_written(monkeypatch, platform):
    pwd = pytest.importorskip("pwd", reason="Windows has no such users")
    for variable in ("CARDZOO_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(pwd, "getpwuid", {}.__getitem__)
    assert cache_directory() == Path(os.devnull) / "cardzoo"


@compiled_only
@pytest.mark.skipif(sys.platform == "win32", reason="other systems have other variables")
def test_a_user_without_a_home_folder_plays_and_is_warned_once(tmp_path):
    code = "import pwd\n\npwd.getpwuid = {}.__getitem__\n" + TOY
    done = run_python(code, "3", "5", CARDZOO_CACHE=None, XDG_CACHE_HOME=None, HOME=None)
    assert done.stdout == run_python(TOY, "3", "5", CARDZOO_CACHE=str(tmp_path)).stdout, done.stderr
    (line,) = done.stderr.splitlines()
    assert "so every start compiles again; set CARDZOO_CACHE" in line


GAME = find_game("getaway")


def folder_of(*modules):
    """The folder of compiled code that may call modules; computed anew, since a process caches its folders."""
    return hash_sources.__wrapped__(*modules)


@pytest.mark.parametrize("module", ["engine.rng", "engine.piles", "families.tricks", "games.getaway"])
def test_a_changed_rule_has_another_folder(monkeypatch, tmp_path, module):
    """A change in the engine, the game or its imports counts, but not one in a file with only an entry point."""
    before = folder_of("cardzoo.envs.engine", GAME.deal.__module__)
    changed = sys.modules[f"cardzoo.envs.{module}"]
    copy = tmp_path / "changed.py"
    copy.write_text(Path(changed.__file__).read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    monkeypatch.setattr(changed, "__file__", str(copy))
    assert folder_of("cardzoo.envs.engine", GAME.deal.__module__) != before


def test_a_change_in_another_game_or_family_leaves_the_folder(monkeypatch, tmp_path):
    before = folder_of("cardzoo.envs.engine", GAME.deal.__module__)
    for module in ("families.fishing", "games.cassino"):
        changed = importlib.import_module(f"cardzoo.envs.{module}")
        monkeypatch.setattr(changed, "__file__", str(tmp_path / "elsewhere.py"))
    assert folder_of("cardzoo.envs.engine", GAME.deal.__module__) == before


def test_a_change_in_how_tables_are_shown_leaves_the_folder(monkeypatch, tmp_path):
    """Every game's module imports it for its layout."""
    before = folder_of("cardzoo.envs.engine", GAME.deal.__module__)
    for module in ("scene", "scene.layout", "scene.parts", "engine.table", "policies.bots", "registry"):
        monkeypatch.setattr(sys.modules[f"cardzoo.envs.{module}"], "__file__", str(tmp_path / "elsewhere.py"))
    assert folder_of("cardzoo.envs.engine", GAME.deal.__module__) == before


def names_in_rules(tree):
    """The names in a module's compiled functions: the rules, and in modules with rules all functions within others."""
    functions = [part for part in ast.walk(tree) if isinstance(part, ast.FunctionDef)]
    rules = [one for one in functions if {"rule", "inlined_rule"} & {name.id for name in names(one.decorator_list)}]
    inner = [
        part for one in functions for part in ast.walk(one) if isinstance(part, ast.FunctionDef) and part is not one
    ]
    return {name.id for name in names([part for one in [*rules, *inner] for part in one.body])} if rules else set()


def names(parts):
    return [name for part in parts for name in ast.walk(part) if isinstance(name, ast.Name)]


def origins_of(tree, package):
    """The module that each imported name is from."""
    for part in ast.walk(tree):
        if isinstance(part, ast.ImportFrom):
            origin = importlib.util.resolve_name("." * part.level + (part.module or ""), package)
            for alias in part.names:
                yield alias.asname or alias.name, f"{origin}.{alias.name}"


@pytest.mark.parametrize("part", ["envs", "agents", "training"])
def test_no_compiled_code_uses_a_module_whose_changes_leave_the_folder(part):
    """Otherwise a change there would be played with the code from before it."""
    for file in (ROOT / part).rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        package = ".".join(["cardzoo", *file.relative_to(ROOT).parent.parts])
        if f"{package}.{file.stem}".startswith(_NOT_COMPILED):
            continue
        used = names_in_rules(tree)
        wrong = [
            origin for name, origin in origins_of(tree, package) if name in used and origin.startswith(_NOT_COMPILED)
        ]
        assert not wrong, f"compiled code of {file.relative_to(ROOT)} uses {wrong}"


def test_a_module_whose_changes_leave_the_folder_has_no_rules():
    for name in _NOT_COMPILED:
        module = importlib.import_module(name)
        folder = Path(module.__file__).parent
        for file in folder.rglob("*.py") if hasattr(module, "__path__") else [Path(module.__file__)]:
            assert "import rule" not in file.read_text(encoding="utf-8"), file


def test_imports_of_a_foreign_package_from_itself_count(monkeypatch, tmp_path):
    package = tmp_path / "elsewhere"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "game.py").write_text("from elsewhere import (\n    rules,\n)\nfrom .cards import PACK\nimport numpy\n")
    (package / "rules.py").write_text("import elsewhere.ranks\n")
    for name in ("cards", "ranks"):
        (package / f"{name}.py").write_text("PACK = 52\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("elsewhere.game")
    folders = [folder_of("elsewhere.game")]
    for name in ("cards", "ranks", "rules"):
        with (package / f"{name}.py").open("a") as file:
            file.write("# changed\n")
        folders.append(folder_of("elsewhere.game"))
    assert len(set(folders)) == len(folders)


def test_other_settings_of_the_compiler_have_another_folder(monkeypatch):
    folders = [folder_of("cardzoo.envs.engine")]
    for setting in ("BOUNDSCHECK", "OPT"):
        with monkeypatch.context() as changed:
            changed.setattr(config, setting, "other")
            folders.append(folder_of("cardzoo.envs.engine"))
    assert len(set(folders)) == len(folders)


@compiled_only
def test_folders_that_have_not_been_used_for_longest_are_cleared_away(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDZOO_CACHE", str(tmp_path))

    def use(number, time):
        is_writable.cache_clear()  # as in a new process
        entry_point("toy", "nothing", f"hash{number}", lambda: 0)
        os.utime(tmp_path / "toy" / f"hash{number}", (time, time))

    for number in range(_KEPT_FOLDERS):
        use(number, number)
    is_writable.cache_clear()
    entry_point("toy", "nothing", "hash0", lambda: 0)
    use(_KEPT_FOLDERS, _KEPT_FOLDERS)
    kept = {path.name for path in (tmp_path / "toy").iterdir()}
    assert kept == {"hash0", *(f"hash{number}" for number in range(2, _KEPT_FOLDERS + 1))}
