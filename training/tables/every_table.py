"""A compiled loop that runs a rule at every table."""

from collections.abc import Callable
from typing import Any

from cardzoo.envs.engine.compiling import entry_point, hash_sources


def at_every_table(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a loop over tables, and keep the result on disk.

    Args:
        function: a rule ``function(table, *arrays)``.

    Returns:
        ``loop(tables, *arrays)``, which calls it for each of so many tables.
    """

    def loop(tables: int, *arrays: Any) -> None:
        for table in range(tables):
            function(table, *arrays)

    sources = hash_sources(__name__, function.__module__)
    return entry_point(function.__module__.rpartition(".")[2], function.__name__, sources, loop)
