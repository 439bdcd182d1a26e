"""Processes of a run on a Ray cluster, each on a GPU if there are enough: this one is the first, the others actors."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from rich.console import Console
from torch.distributed import TCPStore  # type: ignore[attr-defined]

from cardzoo.training import processes
from cardzoo.training.config import TrainingConfig
from cardzoo.training.evaluation.cluster import REMEDY, connect, failures_in_one_line
from cardzoo.training.evaluation.workers import WorkerError
from cardzoo.training.run_folder import RunFolder
from cardzoo.training.train import Trainer

MEETING = timedelta(minutes=5)  # to find each other
LAST_WORDS_S = 10.0  # for an actor to report its error


@contextmanager
def joined_on_cluster(config: TrainingConfig, address: str, resume: bool) -> Iterator[None]:
    """Be the first process of a run, with the others on a cluster; they end with this context.

    Args:
        config: configuration of the run.
        address: address of the cluster; see `cardzoo.training.evaluation.cluster.connect`.
        resume: see `Trainer.run`.

    Raises:
        WorkerError: if there is no such cluster, or a process has ended before the run.
        ValueError: if Ray is not installed.
    """
    connect(address)
    import ray
    from ray.exceptions import RayActorError

    with failures_in_one_line(REMEDY):
        gpus = int(config.device != "cpu" and ray.cluster_resources().get("GPU", 0) >= config.processes)
        seat = _take_gpu() if gpus else None
        os.environ[processes.GPUS] = ray.get(seat.gpu.remote()) if seat else ""
        store = TCPStore(ray.util.get_node_ip_address(), 0, is_master=True, timeout=MEETING, wait_for_workers=False)
        other = ray.remote(num_gpus=gpus, scheduling_strategy="SPREAD")(OtherProcess)
        others = [other.remote() for _ in range(1, config.processes)]
        try:
            ray.get([actor.__ray_ready__.remote() for actor in others])
            place = (store.host, store.port)
            runs = [actor.run.remote(config, rank, place, resume) for rank, actor in enumerate(others, 1)]
            try:
                with processes.joined(store=store, rank=0, world_size=config.processes):
                    yield
            except WorkerError:
                ended, _ = ray.wait(runs, timeout=LAST_WORDS_S)
                with suppress(RayActorError):  # of one that was killed
                    ray.get(ended)  # raises what has ended it
                raise
        finally:
            for actor in (*others, *([seat] if seat else [])):
                ray.kill(actor)


def _take_gpu() -> Any:
    """An actor that holds a GPU of this machine for this process, which Ray does not count."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    return ray.remote(num_gpus=1, scheduling_strategy=here)(Seat).remote()


class Seat:
    """An actor that holds a GPU for a process outside the cluster."""

    def gpu(self) -> str:
        """The visible GPU."""
        return os.environ[processes.GPUS]


class OtherProcess:
    """An actor for each process but the first."""

    def run(self, config: TrainingConfig, rank: int, place: tuple[str, int], resume: bool) -> None:
        """Take part in a run from beginning to end.

        Args:
            config: configuration of the run.
            rank: rank of this process.
            place: host and port of the store for the rendezvous.
            resume: see `Trainer.run`.
        """
        store = TCPStore(*place, is_master=False, timeout=MEETING)
        with processes.joined(store=store, rank=rank, world_size=config.processes):
            Trainer(config, RunFolder(Path()), Console(quiet=True)).run(resume)
