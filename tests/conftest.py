"""Groups of tests that run in one process: those of a game, which compile once, and those that share fixtures."""

import gc

import pytest

from tests.playing import GAMES, game_of

NAMES = tuple(game.name for game in GAMES)


def game_tested(item: pytest.Item) -> str | None:
    """The game that a test is about, by its parameters or its file's name; None if it is about no single one."""
    callspec = getattr(item, "callspec", None)
    for value in callspec.params.values() if callspec else ():
        if game := game_of(value):
            return game.name
    words = item.path.stem.removeprefix("test_")
    names = [name for name in NAMES if words == name or words.startswith(f"{name}_")]
    return max(names, key=len, default=None)


def has_module_fixtures(item: pytest.Function) -> bool:
    """True if a test uses fixtures of its module, which two processes would make twice."""
    definitions = (found[-1] for found in item._fixtureinfo.name2fixturedefs.values())
    return any(one.scope == "module" for one in definitions)


@pytest.hookimpl(tryfirst=True)  # before xdist writes the groups
def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    # All tests of such a module: one without its browser would else come while the browser's own loop of events runs.
    together = {item.module for item in items if has_module_fixtures(item)}
    for item in items:
        if group := game_tested(item) or (item.module.__name__ if item.module in together else None):
            item.add_marker(pytest.mark.xdist_group(group))


def pytest_sessionstart() -> None:
    gc.disable()  # all collected objects stay, and searching them for garbage takes a third of the time


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
