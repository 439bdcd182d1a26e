"""Rollouts on a Ray cluster: each actor plays a share of the tables, with the policy of the last update.

The learner keeps the state of all tables, and sends each share along with the policy. If an actor is lost with its
node, Ray starts it on another one, where it repeats its work. Only time is lost.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from cardzoo.envs import find_game
from cardzoo.training.config import TrainingConfig
from cardzoo.training.evaluation.cluster import MOST_LOSSES, REMEDY, connect, failures_in_one_line
from cardzoo.training.learners.collecting import LocalCollector, share_tables
from cardzoo.training.learners.device import find_device
from cardzoo.training.learners.policy import ActorCritic, make_policy
from cardzoo.training.learners.rollout import HOST, Rollout
from cardzoo.training.tables.self_play import SelfPlay


class RayCollector:
    """A collector on a cluster; see `cardzoo.training.learners.collecting.Collector`.

    Args:
        config: configuration of the run.
        tables: tables of the run; they are played on the cluster, and take over the states from there.
        address: address of the cluster; see `cardzoo.training.evaluation.cluster.connect`.

    Raises:
        WorkerError: if there is no such cluster.
        ValueError: if Ray is not installed.
    """

    def __init__(self, config: TrainingConfig, tables: SelfPlay, address: str) -> None:
        connect(address)
        import ray

        self.tables = tables
        self.rollout = Rollout(config.learning, tables.batch, tables.input.width, find_device(config.device))
        self._shares = share_tables(config.tables, config.workers)
        # An actor reserves no core of the cluster, so an actor that has to move always finds a place.
        worker = ray.remote(max_restarts=-1, max_task_retries=MOST_LOSSES, scheduling_strategy="SPREAD")(Worker)
        self._workers = [worker.remote(config, range(share.start, share.stop)) for share in self._shares]

    def collect(self, policy: ActorCritic, imitate: bool) -> None:
        """Fill the rollout; see `cardzoo.training.learners.collecting.Collector`.

        Raises:
            WorkerError: if the cluster cannot go on.
        """
        import ray

        with failures_in_one_line(REMEDY):
            weights = ray.put({name: weight.cpu() for name, weight in policy.state_dict().items()})
            snapshots = self.tables.split(self._shares)
            work = zip(self._workers, snapshots, strict=True)
            done = ray.get([worker.collect.remote(weights, snapshot, imitate) for worker, snapshot in work])
        for share, (collected, _) in zip(self._shares, done, strict=True):
            self.rollout.place(share, collected)
        self.tables.join([snapshot for _, snapshot in done])


class Worker:
    """A Ray actor: it plays a share of the tables, on one core, from the state that it receives.

    Args:
        config: configuration of the run.
        numbers: numbers of the tables.
    """

    def __init__(self, config: TrainingConfig, numbers: range) -> None:
        torch.set_num_threads(1)
        self.tables = SelfPlay(find_game(config.game), config, threads=1, all_seats=True, numbers=numbers)
        self.collector = LocalCollector(config, self.tables, threads=1, device=HOST)
        self.policy = make_policy(config, self.tables.input, self.collector.rollout.widths)

    def collect(
        self, weights: Mapping[str, torch.Tensor], snapshot: Mapping[str, Any], imitate: bool
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Play a rollout.

        Args:
            weights: weights of the policy.
            snapshot: snapshot of the tables before the rollout.
            imitate: see `cardzoo.training.learners.collecting.Collector`.

        Returns:
            The collected arrays, see `Rollout.arrays`, and a snapshot of the tables after the rollout.
        """
        self.policy.load_state_dict(weights)
        self.tables.restore(snapshot)
        self.collector.collect(self.policy, imitate)
        return self.collector.rollout.arrays(), self.tables.snapshot()
