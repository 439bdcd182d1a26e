"""Changes of a table: one at a time, in threads, and announced to the pages that show it."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from cardzoo.table.web.live_game import LiveGame
from cardzoo.table.web.store import StoreError

_Done = TypeVar("_Done")


class Changes:
    """Changes of a table.

    Args:
        game: the game.
        describe: makes the messages to all viewers.

    Attributes:
        lock: held by a request that checks the game and then changes it.
        announced: set at the next announcement; then another event takes its place.
        closed: whether the table was deleted or differs from the database; the next request opens it again.
    """

    def __init__(self, game: LiveGame, describe: Callable[[], None]) -> None:
        self.lock = asyncio.Lock()
        self.announced = asyncio.Event()
        self.closed = False
        self._game = game
        self._describe = describe

    async def make(self, change: Callable[..., _Done], *arguments: Any) -> _Done:
        """Make and write a change, then the messages, in a thread. The caller holds the lock.

        Raises:
            StoreError: if writing fails; the table is closed, and the change is lost.
        """
        try:
            return await asyncio.to_thread(self._make, change, arguments)
        except StoreError as problem:
            self._game.trouble = f"The table has stopped: {problem}"
            self.close()
            raise

    async def describe(self) -> None:
        """Make the messages again."""
        async with self.lock:
            await asyncio.to_thread(self._describe)

    def announce(self) -> None:
        """Wake all streams of events."""
        self.announced.set()
        self.announced = asyncio.Event()

    def close(self) -> None:
        """End all streams of events."""
        self.closed = True
        self.announce()

    def _make(self, change: Callable[..., _Done], arguments: tuple[Any, ...]) -> _Done:
        done = change(*arguments)
        self._describe()
        return done
