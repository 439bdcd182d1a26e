"""Worker processes on this machine: results in the order of the jobs or as they come, no orphans."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from ctypes import c_bool
from typing import Any, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


class WorkerError(ValueError):
    """Workers that cannot be started or have died."""


class _Here:
    """State that a worker process shares with its parent."""

    stop: c_bool | None = None


def stopping() -> bool:
    """Returns, in a worker, whether its work is no longer needed."""
    return _Here.stop is not None and _Here.stop.value


def check_workers(workers: int) -> None:
    """Refuse a number of workers below 1.

    Raises:
        WorkerError: if it is less than 1.
    """
    if workers < 1:
        raise WorkerError(f"workers must be at least 1, got {workers}")


def work_beside(
    work: Callable[[Job], Result], jobs: Iterable[Job], workers: int, ahead: int, setup: Callable[[], Any] | None = None
) -> Generator[Result, None, None]:
    """Run jobs in worker processes, which end with this generator in any case.

    Args:
        work: function of a job; it is pickled by reference.
        jobs: the jobs, read as there is room for them.
        workers: number of processes.
        ahead: number of jobs that wait or run, for each worker.
        setup: called first in each worker.

    Yields:
        Results in the order of the jobs.

    Raises:
        WorkerError: if a worker was killed.
    """
    waiting: deque[Future[Result]] = deque()
    with _processes(workers, setup) as pool:
        for job in jobs:
            waiting.append(pool.submit(work, job))
            if len(waiting) == workers * ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def finish_beside(
    work: Callable[[Job], Result], jobs: Iterable[Job], workers: int
) -> Generator[tuple[int, Result], None, None]:
    """Run jobs of different lengths in worker processes, which end with this generator in any case.

    Args:
        work: function of a job; it is pickled by reference.
        jobs: the jobs.
        workers: number of processes.

    Yields:
        The place of each job and its result, in the order in which they are finished.

    Raises:
        WorkerError: if a worker was killed.
    """
    with _processes(workers) as pool:
        places = {pool.submit(work, job): place for place, job in enumerate(jobs)}
        for finished in as_completed(places):
            yield places[finished], finished.result()


@contextmanager
def _processes(workers: int, setup: Callable[[], Any] | None = None) -> Iterator[ProcessPoolExecutor]:
    """Processes that end with the block, whatever they are doing."""
    context = multiprocessing.get_context("spawn")
    stop = context.RawValue(c_bool)  # without a lock, which a killed worker would keep
    pool = ProcessPoolExecutor(workers, context, initializer=_start, initargs=(stop, setup))
    try:
        yield pool
    except BrokenProcessPool:
        raise WorkerError("a worker was killed, perhaps for want of memory; the same command goes on") from None
    finally:
        stop.value = True
        pool.shutdown(wait=True, cancel_futures=True)


def _start(stop: c_bool, setup: Callable[[], Any] | None) -> None:
    _Here.stop = stop
    stay_with_parent()
    if setup is not None:
        setup()


def stay_with_parent() -> None:
    """Tie this process to its parent: end if the parent is killed, and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent stops the others
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        with suppress(OSError):
            parent.join()
        os._exit(1)
