"""All tests of a game run in one process, which then compiles the game's rules once."""

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


@pytest.hookimpl(tryfirst=True)  # before xdist writes the groups down
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if game := game_tested(item):
            item.add_marker(pytest.mark.xdist_group(game))
