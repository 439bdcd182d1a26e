"""Workers on a Ray cluster: the same shares of deals as on this machine, and the same results.

Every node needs cardzoo, the agents' packages, and the folders of models under the names that the command has. A share
whose node is lost is played again on another one, which gives the same, as all that is drawn follows from the deal.
"""

import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Any

from cardzoo.training.arena.arena import Hands, Span
from cardzoo.training.arena.contest import Contest, Share, dismiss_guests
from cardzoo.training.extras import check_extra
from cardzoo.training.workers import WorkerError

AHEAD = 2  # shares that wait or run, for each of the cluster's cores
MOST_LOSSES = 20  # nodes or processes that may be lost under a share


def ray_hands(contest: Contest, address: str) -> Hands:
    """Work on a Ray cluster.

    Args:
        contest: whose guests are not needed in this process.
        address: of the cluster: ``"auto"`` for the one of this machine, ``"local"`` for a new one here, or what
            `ray.init` takes, such as ``ray://host:10001``. A cluster that this process is connected to stays in use.

    Raises:
        WorkerError: if there is no such cluster.
        ValueError: if Ray is not installed.
    """
    check_extra("ray")
    import ray

    if not ray.is_initialized():
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError, OSError) as problem:
            told = str(problem).strip().splitlines()
            raise WorkerError(f"there is no Ray cluster at {address}: {told[0] if told else problem!r}") from None
    dismiss_guests(contest)
    return _work_on_cluster


def _work_on_cluster(play: Callable[[Span], Share], spans: Iterable[Span]) -> Generator[Share, None, None]:
    import ray
    from ray.exceptions import RayError

    task = ray.remote(num_cpus=1, max_retries=MOST_LOSSES)(play_elsewhere)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: deque[Any] = deque()
    try:
        for span in spans:
            waiting.append(task.remote(play, span))
            if len(waiting) == most:
                yield ray.get(waiting.popleft())
        while waiting:
            yield ray.get(waiting.popleft())
    except RayError as problem:
        told = str(problem).strip().splitlines()
        raise WorkerError(f"the cluster failed: {told[-1] if told else problem!r}; the same command goes on") from None
    finally:
        for share in waiting:
            ray.cancel(share, force=True)


def play_elsewhere(play: Callable[[Span], Share], span: Span) -> Share:
    """What a task on the cluster does."""
    return play(span)
