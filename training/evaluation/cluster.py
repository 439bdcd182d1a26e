"""Work on a Ray cluster: connecting to one, and its failures in one line.

Every node needs cardzoo. Work that is lost with a node is repeated on another one, with the same results.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from cardzoo.envs.extras import check_extra
from cardzoo.training.evaluation.signals import sigterm_kept
from cardzoo.training.evaluation.workers import WorkerError

REMEDY = "the run goes on from its last checkpoint by --resume"
MOST_LOSSES = 20  # nodes or processes that may be lost during a piece of work


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
