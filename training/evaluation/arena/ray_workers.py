"""Workers on a Ray cluster: the same shares of deals as on this machine, and the same results.

Every node needs cardzoo, the agents' packages, and the folders of models under the command's names. A share whose node
is lost is played again on another one. The results are the same: all randomness follows from the deal, and from its key
if third parties' agents play.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Any

from cardzoo.training.evaluation.arena.arena import Hands, Span
from cardzoo.training.evaluation.arena.contest import Contest, Share, dismiss_guests
from cardzoo.training.evaluation.cluster import MOST_LOSSES, connect, failures_in_one_line

AHEAD = 2  # shares that wait or run, for each of the cluster's cores


def ray_hands(contest: Contest, address: str) -> Hands:
    """Workers of an arena on a Ray cluster.

    Args:
        contest: the contest; its guests end in this process.
        address: address of the cluster; see `cardzoo.training.evaluation.cluster.connect`.

    Raises:
        WorkerError: if there is no such cluster.
        ValueError: if Ray is not installed.
    """
    connect(address)
    dismiss_guests(contest)
    return _work_on_cluster


def _work_on_cluster(play: Callable[[Span], Share], spans: Iterable[Span]) -> Generator[Share, None, None]:
    import ray

    task = ray.remote(num_cpus=1, max_retries=MOST_LOSSES)(play_elsewhere)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: deque[Any] = deque()
    try:
        with failures_in_one_line("the same command goes on"):
            for span in spans:
                waiting.append(task.remote(play, span))
                if len(waiting) == most:
                    yield ray.get(waiting.popleft())
            while waiting:
                yield ray.get(waiting.popleft())
    finally:
        for share in waiting:
            ray.cancel(share, force=True)


def play_elsewhere(play: Callable[[Span], Share], span: Span) -> Share:
    """Play a share of deals, as a task on the cluster."""
    return play(span)
