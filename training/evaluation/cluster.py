"""Work on a Ray cluster: connecting to one, and its failures in one line.

Every node needs cardzoo. Work that is lost with a node is repeated on another one, with the same results.
"""

import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from cardzoo.envs.extras import check_extra
from cardzoo.training.evaluation.signals import sigterm_kept
from cardzoo.training.evaluation.workers import WorkerError

REMEDY = "the run goes on from its last checkpoint by --resume"
MOST_LOSSES = 20  # nodes or processes that may be lost during a piece of work
AHEAD = 2  # jobs that wait or run, for each of the cluster's cores

Job = TypeVar("Job")
Result = TypeVar("Result")


def connect(address: str) -> None:
    """Connect to a cluster; a process that is connected already stays so.

    Args:
        address: ``"auto"`` for the one of this machine, ``"local"`` for a new one here, or an address of `ray.init`,
            such as ``ray://host:10001``.

    Raises:
        WorkerError: if there is no such cluster.
        ValueError: if Ray is not installed.
    """
    check_extra("ray")
    import ray

    if not ray.is_initialized():
        try:
            with sigterm_kept():  # Ray has a handler of its own
                ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError, OSError) as problem:
            lines = str(problem).strip().splitlines()
            raise WorkerError(f"there is no Ray cluster at {address}: {lines[0] if lines else problem!r}") from None


@contextmanager
def failures_in_one_line(remedy: str) -> Iterator[None]:
    """Report a cluster's failure in one line.

    Args:
        remedy: remedy for the user.

    Raises:
        WorkerError: for any error of Ray.
    """
    from ray.exceptions import RayError

    try:
        yield
    except (RayError, ConnectionError) as problem:
        lines = str(problem).strip().splitlines()
        raise WorkerError(f"the cluster failed: {lines[-1] if lines else problem!r}; {remedy}") from None


def work_on_cluster(work: Callable[[Job], Result], jobs: Iterable[Job]) -> Generator[Result, None, None]:
    """Run jobs as tasks of the connected cluster, like `cardzoo.training.evaluation.workers.work_beside` here.

    Args:
        work: function of a job.
        jobs: the jobs, read as there is room for them.

    Yields:
        Results in the order of the jobs.

    Raises:
        WorkerError: if the cluster fails.
    """
    import ray

    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: deque[Any] = deque()
    with _tasks(waiting) as task:
        for job in jobs:
            waiting.append(task.remote(work, job))
            if len(waiting) == most:
                yield ray.get(waiting.popleft())
        while waiting:
            yield ray.get(waiting.popleft())


def finish_on_cluster(work: Callable[[Job], Result], jobs: Iterable[Job]) -> Generator[tuple[int, Result], None, None]:
    """Run jobs as tasks of the connected cluster, like `cardzoo.training.evaluation.workers.finish_beside` here.

    Args:
        work: function of a job.
        jobs: the jobs.

    Yields:
        The place of each job and its result, in the order in which they are finished.

    Raises:
        WorkerError: if the cluster fails.
    """
    import ray

    waiting: dict[Any, int] = {}
    with _tasks(waiting) as task:
        waiting.update((task.remote(work, job), place) for place, job in enumerate(jobs))
        while waiting:
            (finished,), _ = ray.wait(list(waiting))
            yield waiting.pop(finished), ray.get(finished)


@contextmanager
def _tasks(waiting: Iterable[Any]) -> Iterator[Any]:
    """The remote function of a job; what still waits at the end of the block is cancelled."""
    import ray

    try:
        with failures_in_one_line("the same command goes on"):
            yield ray.remote(num_cpus=1, max_retries=MOST_LOSSES)(work_elsewhere)
    finally:
        for job_left in waiting:
            ray.cancel(job_left, force=True)


def work_elsewhere(work: Callable[[Job], Result], job: Job) -> Result:
    """One job, as a task on the cluster."""
    return work(job)
