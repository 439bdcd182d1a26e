"""All tests of a game run in one process, which then compiles the game's rules once."""

import pytest

from cardzoo.envs import IDS, Game, find_game
from tests.playing import Setting

NAMES = tuple(find_game(id).name for id in IDS)


def game_of(item: pytest.Item) -> str | None:
    """The game that a test is about, by its parameters or its file's name; None if it is about no single one."""
    callspec = getattr(item, "callspec", None)
    for value in callspec.params.values() if callspec else ():
        setting = value[0] if isinstance(value, tuple) else value
        if isinstance(setting, Setting | Game):
            return setting.game.name if isinstance(setting, Setting) else setting.name
    words = item.path.stem.removeprefix("test_")
    names = [name for name in NAMES if words == name or words.startswith(f"{name}_")]
    return max(names, key=len, default=None)


@pytest.hookimpl(tryfirst=True)  # before xdist writes the groups down
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if game := game_of(item):
            item.add_marker(pytest.mark.xdist_group(game))
