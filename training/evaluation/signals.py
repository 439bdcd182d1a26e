"""Ctrl-C and SIGTERM end a command alike: finished work is kept, and the exit status is 128 plus the signal's number.

Slurm, Kubernetes, systemd, Docker and timeout send SIGTERM. Its default action loses unwritten work, and the first
process of a container has no default action.
"""

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from types import FrameType
from typing import Any

INTERRUPTED = 128 + signal.SIGINT

Handler = Callable[[int, FrameType | None], Any]


class Terminated(KeyboardInterrupt):
    """SIGTERM has arrived."""


def status_of(interrupt: KeyboardInterrupt) -> int:
    """Exit status of a command that an interrupt ends."""
    return 128 + signal.SIGTERM if isinstance(interrupt, Terminated) else INTERRUPTED


@contextmanager
def sigterm_raises() -> Iterator[None]:
    """A context in which the first SIGTERM raises `Terminated`; later ones are ignored, because timeout sends two."""

    def terminate(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise Terminated

    with _handled({signal.SIGTERM: terminate}):
        yield


@contextmanager
def sigterm_kept() -> Iterator[None]:
    """A context after which SIGTERM has the Python handler that it had before, if it had one."""
    before = signal.getsignal(signal.SIGTERM)
    with _handled({signal.SIGTERM: before}) if callable(before) else nullcontext():
        yield


class StopRequest:
    """A request to stop, by Ctrl-C or SIGTERM.

    Attributes:
        interrupt: the exception for the first signal; None before it.
    """

    def __init__(self) -> None:
        self.interrupt: KeyboardInterrupt | None = None


@contextmanager
def signals_request() -> Iterator[StopRequest]:
    """A context in which signals only fill in a `StopRequest`, so that work can be finished; a second Ctrl-C raises."""
    request = StopRequest()

    def interrupt(number: int, frame: FrameType | None) -> None:
        if request.interrupt:
            raise KeyboardInterrupt
        request.interrupt = KeyboardInterrupt()

    def terminate(number: int, frame: FrameType | None) -> None:
        request.interrupt = request.interrupt or Terminated()

    with _handled({signal.SIGINT: interrupt, signal.SIGTERM: terminate}):
        yield request


@contextmanager
def _handled(handlers: Mapping[signal.Signals, Handler]) -> Iterator[None]:
    """A context with signal handlers, in the main thread; the others receive no signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
