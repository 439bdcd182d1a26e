"""Workers on a Ray cluster: the same shares of deals as on this machine, and the same results.

Every node needs cardzoo, the agents' packages, and the folders of models under the command's names. A share whose node
is lost is played again on another one. The results are the same: all randomness follows from the deal, and from its key
if third parties' agents play.
"""

from cardzoo.training.evaluation.arena.arena import Hands
from cardzoo.training.evaluation.arena.contest import Contest, dismiss_guests
from cardzoo.training.evaluation.cluster import connect, work_on_cluster


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
    return work_on_cluster
