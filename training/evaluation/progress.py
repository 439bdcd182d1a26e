"""Progress of a long run: a bar on a terminal, and a line now and then in a file."""

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

WIDE = 100  # columns of a terminal with room for a bar
LINE_S = 30.0  # seconds between two lines in a file
SHARE_S = 1.0  # seconds of a share of the work: much longer than its overhead, short enough to lose


class Pace:
    """Speed of work after its first part, which may include compilation.

    Args:
        unit: noun for one piece of work.
    """

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._start = 0.0, 0.0

    def words(self, done: float) -> str:
        """Units a second, or seconds a unit, in words; empty before the second part.

        Args:
            done: number of units of this run so far.
        """
        now = time.perf_counter()
        number, start = self._start
        if not number:
            self._start = done, now
        rate = (done - number) / max(now - start, 1e-9) if number else 0.0
        if rate >= 1:
            return f"{rate:,.1f} {self._unit}s/s"
        return f"{1 / rate:,.1f} s a {self._unit}" if rate else ""


def next_share(units: int, seconds: float) -> int:
    """Number of units of the next share of work, by the units and seconds of the last one."""
    return max(1, min(int(SHARE_S * units / max(seconds, 1e-6)), 2 * units))


class RunProgress:
    """Progress of a run, as a context.

    Args:
        console: the console.
        done: share of the run that is done already.
    """

    def __init__(self, console: Console, done: float) -> None:
        self._console = console
        self._begun = done
        self._start: tuple[float, float] | None = None  # the end of the first part, which may include compilation
        self._last_line = time.perf_counter()
        self._bar = Progress(
            BarColumn(bar_width=None if console.width > WIDE else 1),
            TextColumn("{task.percentage:>3.0f}%"),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[news]}", markup=False),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=1.0, news="")
        self._bar.update(self._task, completed=done)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._bar.stop()

    def tell(self, done: float, news: str, is_due: bool = False) -> None:
        """Show the progress.

        Args:
            done: share of the run that is done.
            news: further news, in a few words.
            is_due: whether the news needs a line of its own in a file.
        """
        self._bar.update(self._task, completed=done, news=news)
        now = time.perf_counter()
        left = self._left(done, now)
        if self._console.is_terminal or not (is_due or now - self._last_line >= LINE_S):
            return
        self._last_line = now
        self._console.print("  ".join([f"{done:.0%}", *left, news]), markup=False, highlight=False, soft_wrap=True)

    def _left(self, done: float, now: float) -> list[str]:
        """The time left, from the second part of the work on."""
        if self._start is None:
            self._start = (done, now) if done > self._begun else None
            return []
        first, start = self._start
        if done <= first:
            return []
        left = (now - start) / (done - first) * (1 - done)
        return [f"{int(left // 60)}:{int(left % 60):02} left"]
