"""Threads that share out work; forks, pickles and copies make their own at the first use.

A forked process has none of its parent's threads, and would wait for them forever.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any


class Threads:
    """Thread pool that includes the calling thread.

    Args:
        number: number of threads; with 1, all work is done in the calling thread.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def __reduce__(self) -> tuple[type["Threads"], tuple[int]]:
        return Threads, (self.number,)

    def share_out(self, works: Sequence[Callable[..., Any]], shares: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Call each function with its arguments, the first one in this thread.

        Args:
            works: the functions, as many as there are threads.
            shares: their arguments.

        Returns:
            Their results, in order.
        """
        others = [self._others().submit(work, *share) for work, share in zip(works[1:], shares[1:], strict=True)]
        return [works[0](*shares[0]), *(other.result() for other in others)]

    def _others(self) -> ThreadPoolExecutor:
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self.number - 1), os.getpid()
        return self._pool
