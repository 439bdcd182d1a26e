"""Rollouts on a GPU: tables, policy and snapshots decide there, without a copy to the host."""

from collections.abc import Callable

import torch
from typing_extensions import override

from cardzoo.agents import TRAINED
from cardzoo.envs.batch import Batch
from cardzoo.envs.cuda.devices import Launch
from cardzoo.training import processes
from cardzoo.training.config import TrainingConfig
from cardzoo.training.learners.policy import ActorCritic
from cardzoo.training.learners.rollout import Rollout
from cardzoo.training.tables import gpu_kernels as kernels
from cardzoo.training.tables.gpu_self_play import FIRST_SNAPSHOT, GpuSelfPlay


class GpuRollout(Rollout):
    """The decisions of T steps at N tables, on the GPU; see `Rollout`.

    Args:
        config: configuration of the run.
        tables: the tables.

    Attributes:
        deciders: (T + 1, N) int16, the place in the pool of the snapshot that decides; below 0 for the learner.
    """

    def __init__(self, config: TrainingConfig, tables: GpuSelfPlay) -> None:
        batch, device = tables.batch, tables.torch_device
        super().__init__(config.learning, batch, tables.input.width, device, device)
        self.tables = tables
        self.deciders = torch.zeros_like(self.players)
        seen = (batch.observations, batch.action_masks, batch.players)
        self._estimate: dict[tuple[float, float], Launch] = {}
        self._seen = [torch.as_tensor(array, device=device) for array in seen]
        self._actors = torch.as_tensor(batch.actors, device=device)
        if self._encoder:
            self._encode_whole = batch._launch_encoding(self._encoder, tables.device.share(self._row), batch.records)

    @override
    def observe(self, step: int, batch: Batch, share: slice = slice(None), advice: object = None) -> None:
        """Store the deciding seats' observations at all tables, whole tables if they are kept, and the deciders."""
        if self._encoder:
            self._encode_whole()
        kept = (self.observations, self.masks, self.players, self.whole)
        for kept_rows, row in zip(kept, (*self._seen, self._row), strict=True):
            kept_rows[step].copy_(row)
        codes = self._actors.gather(1, self.players[step].long().unsqueeze(1)).squeeze(1)
        self.deciders[step].copy_(FIRST_SNAPSHOT - codes)

    @override
    def estimate(self, gamma: float, gae_lambda: float) -> None:
        """Fill `advantages` and `valid`; decisions of snapshots are not valid."""
        arrays = (self.players, self.rewards, self.dones, self.values)
        arguments = (*arrays, float(gamma), float(gae_lambda), self.advantages, self.valid)
        if (gamma, gae_lambda) not in self._estimate:
            work = self.tables.batch.num_tables, arguments
            self._estimate[gamma, gae_lambda] = self.tables.launch("estimate", kernels.ESTIMATE, work)
        self._estimate[gamma, gae_lambda]()
        self.valid.logical_and_(self.deciders[:-1] < 0)

    @override
    def count_own(self) -> int:
        own = (self.deciders[:-1] < 0).sum()
        processes.add_up(own)
        return int(own)


class GpuCollector:
    """A collector on a GPU; see `cardzoo.training.learners.collecting.Collector`.

    Args:
        config: configuration of the run.
        tables: tables of the run.
        repeat: does work that has the same name whenever it is the same.

    Attributes:
        rollout: the decisions of the last steps.
    """

    def __init__(
        self, config: TrainingConfig, tables: GpuSelfPlay, repeat: Callable[[str, Callable[[], object]], object]
    ) -> None:
        self.tables, self._repeat, self.rollout = tables, repeat, GpuRollout(config, tables)
        count, actions = tables.batch.action_masks.shape
        self._logits = torch.zeros((count, actions), device=tables.torch_device)
        self._drawn = torch.zeros(count, dtype=torch.int64, device=tables.torch_device)
        self._log_probs = torch.zeros(count, device=tables.torch_device)
        drawn = (self._logits, tables.batch.action_masks, tables.generators, self._drawn, self._log_probs)
        self._draw = tables.launch("draw", kernels.DRAW, (count, drawn))
        agent = config.warm_start.agent
        self._advise = None if agent in (None, TRAINED) else tables.advise(agent, self._drawn)
        self._meets_pool = tables.has_opponents and config.opponents.pool_share > 0

    def collect(self, policy: ActorCritic, imitate: bool) -> None:
        """Fill the rollout; see `cardzoo.training.learners.collecting.Collector`."""
        self._repeat("watch" if imitate else "collect", lambda: self._play(policy, imitate))

    @torch.no_grad()
    def _play(self, policy: ActorCritic, imitate: bool) -> None:
        """Play as many steps as the rollout has."""
        tables, rollout = self.tables, self.rollout
        for step in range(rollout.steps):
            rollout.observe(step, tables.batch)
            if imitate:
                assert self._advise is not None
                self._advise()
                rollout.values[step].zero_()
            else:
                self._decide(policy, step)
            rollout.actions[step].copy_(self._drawn)
            tables.step(self._drawn)
            rollout.rewards[step].copy_(tables.rewards)
            rollout.dones[step].copy_(tables.dones)
        rollout.observe(rollout.steps, tables.batch)
        values = policy(rollout.observations[-1], rollout.whole[-1])[1]
        rollout.values[-1].copy_(policy.to_returns(values))

    def _decide(self, policy: ActorCritic, step: int) -> None:
        """Sample actions: from a snapshot's logits where it is its turn, elsewhere from the policy's."""
        rollout = self.rollout
        observations, decider = rollout.observations[step], rollout.deciders[step].long()
        logits, values = policy(observations, rollout.whole[step])
        if self._meets_pool:
            of_snapshots = self.tables.think(observations).float()
            place = decider.clamp(min=0).view(1, -1, 1).expand(1, *logits.shape)
            logits = torch.where((decider < 0).unsqueeze(1), logits, of_snapshots.gather(0, place).squeeze(0))
        self._logits.copy_(logits)
        rollout.values[step].copy_(policy.to_returns(values))
        self._draw()
        rollout.log_probs[step].copy_(self._log_probs)
