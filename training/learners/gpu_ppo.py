"""PPO on a GPU: `cardzoo.training.learners.ppo` without a copy to the host.

A rollout and a gradient step are CUDA graphs: thousands of small kernels, launched together instead of one by one. The
first of each runs without a graph, so that all kernels are compiled before the capture.
"""

from collections.abc import Callable, Iterator

import torch
from typing_extensions import override

from cardzoo.training import processes
from cardzoo.training.config import TrainingConfig
from cardzoo.training.learners.gpu_collecting import GpuCollector
from cardzoo.training.learners.ppo import PPO, Minibatch
from cardzoo.training.tables.gpu_self_play import GpuSelfPlay


class GpuPPO(PPO):
    """The learner with tables on a GPU; see `PPO`.

    Each gradient step has the same number of rows, so the host needs no counts. Decisions of snapshots, and of seats
    without another decision in the rollout, have weight 0. Each of several processes has room for more rows of a
    minibatch than it ever has; the rest has weight 0.

    Args:
        config: configuration of the run.
        tables: tables of the run, on the GPU.
    """

    def __init__(self, config: TrainingConfig, tables: GpuSelfPlay) -> None:
        self._graphs: dict[str, torch.cuda.CUDAGraph | None] = {}
        self._batch = tables.batch
        super().__init__(config, tables, GpuCollector(config, tables, self.repeat))
        decisions = config.tables * config.learning.steps
        self._batches = max(1, round(decisions / config.learning.batch_size))
        room = processes.most_of(decisions // self._batches)
        rows = torch.zeros(room, dtype=torch.int64, device=self.device)
        weights, size = (torch.zeros(shape, device=self.device) for shape in ((room,), ()))
        self._minibatch = Minibatch(rows, weights, size)

    @override
    def repeat(self, name: str, work: Callable[[], object]) -> None:
        """Do work that has the same name whenever it is the same: first directly, then as a CUDA graph."""
        graph = self._graphs.get(name)
        if name not in self._graphs or self.device.type != "cuda":
            self._graphs[name] = None
            work()
            return
        if graph is None:
            graph = self._graphs[name] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self._batch.stream = torch.cuda.current_stream().cuda_stream
                try:
                    work()
                finally:
                    self._batch.stream = 0
        graph.replay()

    @override
    def minibatches(self, epochs: int) -> Iterator[Minibatch]:
        """The minibatch of each gradient step, in the same tensors; the rows are in a new order in each epoch."""
        valid = processes.at_all_tables(self.rollout.valid).flatten()
        for _ in range(epochs):
            for parts in zip(*self._draw_epoch(valid), strict=True):
                for kept, part in zip(self._minibatch, parts, strict=True):
                    kept.copy_(part)
                yield self._minibatch

    def _draw_epoch(self, valid: torch.Tensor) -> Minibatch:
        """This process's minibatches of an epoch, side by side.

        Args:
            valid: (T * all tables,) bool.
        """
        size = len(valid) // self._batches
        order = torch.randperm(len(valid), generator=self._shuffler, device=self.device)
        order = order[: self._batches * size].view(self._batches, size)
        counts = valid[order].sum(dim=1).clamp(min=1)
        rows, is_own = processes.own_rows(order, self.rollout.valid.shape[1])
        weights = (valid[order] & is_own).float()
        if processes.count() > 1:
            own_first = is_own.byte().argsort(dim=1, descending=True, stable=True)[:, : len(self._minibatch.rows)]
            rows, weights = (rows * is_own).gather(1, own_first), weights.gather(1, own_first)
        return Minibatch(rows, weights, counts)
