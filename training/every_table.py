"""What a rule does at one table, done at all of them by one compiled call."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardzoo.envs import engine
from cardzoo.envs.engine.compiling import entry_point, file_of, hash_sources


def at_every_table(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a loop over tables, and keep the result on disk.

    Args:
        function: a rule ``function(table, *arrays)``, which calls nothing but its own module's rules and the engine's.

    Returns:
        ``loop(tables, *arrays)``, which calls it for each of so many tables.
    """

    def loop(tables: int, *arrays: Any) -> None:
        for table in range(tables):
            function(table, *arrays)

    file = file_of(function)
    sources = hash_sources(Path(__file__), file, Path(engine.__file__).parent)
    return entry_point(file.stem, function.__name__, sources, loop)
