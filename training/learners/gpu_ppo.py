"""PPO on a GPU: `cardzoo.training.learners.ppo` without a copy to the host.

A rollout and a gradient step are CUDA graphs: thousands of small kernels, launched together instead of one by one. The
first of each runs without a graph, so that all kernels are compiled before the capture.
"""

from collections.abc import Callable, Iterator
from typing import Any

import torch

from cardzoo.agents import TRAINED
from cardzoo.envs.encoders import WholeTable
from cardzoo.training import processes
from cardzoo.training.config import TrainingConfig
from cardzoo.training.learners.device import uses_bfloat16
from cardzoo.training.learners.losses import imitation_loss, ppo_loss
from cardzoo.training.learners.policy import ActorCritic
from cardzoo.training.learners.ppo import FOLLOW, NOTED, PolicyLearner
from cardzoo.training.tables import gpu_kernels as kernels
from cardzoo.training.tables.gpu_self_play import FIRST_SNAPSHOT, GpuSelfPlay
from cardzoo.training.tables.streams import Stream, run_seed


class GpuPPO(PolicyLearner):
    """The learner; see `cardzoo.training.learners.Learner`.

    Each gradient step has the same number of decisions, so the host needs no counts. Decisions of snapshots, and of
    seats without another decision in the rollout, have weight 0. Each of several processes has room for more decisions
    of a minibatch than it ever has; the rest has weight 0.

    Args:
        config: configuration of the run.
        tables: tables of the run, on the GPU.

    Attributes:
        policy: the network.
        decisions: number of the learner's decisions in the last update, in all processes.
    """

    def __init__(self, config: TrainingConfig, tables: GpuSelfPlay) -> None:
        self.tables, self.learning, self.device = tables, config.learning, tables.torch_device
        batch, learning = tables.batch, config.learning
        steps, count = learning.steps, batch.num_tables
        dtype = torch.bfloat16 if uses_bfloat16(self.device, learning.precision) else torch.float32
        seen = (batch.observations, batch.action_masks, batch.players)
        self._seen = [torch.as_tensor(array, device=self.device) for array in seen]
        self._actors = torch.as_tensor(batch.actors, device=self.device)
        self._meets_pool = tables.has_opponents and tables.config.pool_share > 0
        self._whole_row, self._encode_whole = self._prepare_whole(learning.critic == "table")
        rows = (steps + 1, count)
        self.observations = tables.tensor((*rows, batch.encoder.width), dtype)
        self.whole = tables.tensor((*rows, self._whole_row.shape[1]), dtype)
        self.masks = tables.tensor((*rows, len(batch.game.actions)), torch.bool)
        self.players = tables.tensor(rows, torch.int16)
        self.values = tables.tensor(rows, torch.float32)
        self.actions = tables.tensor((steps, count), torch.int64)
        self.log_probs = tables.tensor((steps, count), torch.float32)
        self.rewards = tables.tensor((steps, count, batch.num_players), torch.float32)
        self.dones = tables.tensor((steps, count), torch.bool)
        self.advantages = tables.tensor((steps, count), torch.float32)
        self.valid = tables.tensor((steps, count), torch.bool)
        self.own = tables.tensor((steps, count), torch.bool)

        first = torch.Generator().manual_seed(run_seed(config.seed, Stream.WEIGHTS))  # as on a CPU
        whole, actions = self.whole.shape[-1], self.masks.shape[-1]
        self.policy = ActorCritic(batch.encoder.scales, whole, actions, learning.hidden, first).to(self.device)
        self._shuffler = torch.Generator(self.device).manual_seed(run_seed(config.seed, Stream.MINIBATCHES))
        captured = self.device.type == "cuda"
        rate = torch.tensor(0.0, device=self.device) if captured else 0.0
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=rate, eps=1e-5, fused=True, capturable=captured)
        self._entropy = torch.tensor(0.0, device=self.device) if captured else 0.0
        self._updates = 0
        self.decisions = decisions = steps * config.tables
        self._batches = max(1, round(decisions / learning.batch_size))
        room = processes.most_of(decisions // self._batches)
        self._rows, self._weights = tables.tensor((room,), torch.int64), tables.tensor((2, room), torch.float32)
        self._normalised, self._targets = (tables.tensor((steps * count,), torch.float32) for _ in range(2))
        self._metrics = tables.tensor((4,), torch.float32)
        self._logits = tables.tensor((count, actions), torch.float32)
        self._drawn, self._likely = tables.tensor((count,), torch.int64), tables.tensor((count,), torch.float32)
        self._graphs: dict[str, torch.cuda.CUDAGraph | None] = {}
        self._prepare_launches(config.warm_start.agent)

    def _prepare_whole(self, wanted: bool) -> tuple[torch.Tensor, Callable[[], None]]:
        """The critic's row of each whole table, and the function that fills it."""
        batch = self.tables.batch
        if not wanted:
            return self.tables.tensor((batch.num_tables, 0), torch.float32), lambda: None
        encoder = WholeTable(batch.game, batch.num_players)
        row = self.tables.tensor((batch.num_tables, encoder.width), torch.float32)
        return row, batch._launch_encoding(encoder, self.tables.device.share(row), batch.records)

    def _prepare_launches(self, agent: str | None) -> None:
        tables, count = self.tables, self.tables.batch.num_tables
        drawn = (self._logits, tables.batch.action_masks, tables.generators, self._drawn, self._likely)
        self._draw = tables.launch("draw", kernels.DRAW, (count, drawn))
        self._advise = None if agent in (None, TRAINED) else tables.advise(agent, self._drawn)

        def estimate(gae_lambda: float) -> Any:
            arrays = (self.players, self.rewards, self.dones, self.values)
            arguments = (*arrays, float(self.learning.gamma), gae_lambda, self.advantages, self.valid)
            return tables.launch("estimate", kernels.ESTIMATE, (count, arguments))

        self._estimate, self._add_up = estimate(float(self.learning.gae_lambda)), estimate(1.0)

    def update(self, left: float) -> dict[str, float]:
        """Collect and learn; see `cardzoo.training.learners.Learner`."""
        self._repeat("collect", self._collect)
        return self._learn(left)

    def _learn(self, left: float) -> dict[str, float]:
        """Improve the policy and the value by the rollout's decisions."""
        learning = self.learning
        self.policy.note_inputs(self.observations[::NOTED].flatten(0, 1).float())
        self._estimate()
        self.valid.logical_and_(self.own)
        valid, values = self.valid.flatten(), self.values[:-1].flatten()
        returns = self.advantages.flatten() + values
        variance = processes.moments(returns, valid)[1]
        explained = 1 - processes.moments(returns - values, valid)[1] / variance.clamp(min=1e-12)
        mean, spread = processes.moments(self.advantages.flatten(), valid)
        self._normalised.copy_((self.advantages.flatten() - mean) / (spread.sqrt() + 1e-8) * valid)
        self._follow(returns, valid)
        if isinstance(self._entropy, torch.Tensor):
            self._entropy.fill_(learning.entropy_weight(left))
        else:
            self._entropy = learning.entropy_weight(left)
        metrics = self._descend_all("learn", self._loss, learning.rate(left), learning.epochs)
        names = ("entropy", "policy_loss", "approx_kl", "value_loss", "explained_variance")
        own = self.own.sum()
        processes.add_up(own)
        self.decisions = int(own)
        return dict(zip(names, (*metrics, float(explained)), strict=True))

    def imitate(self, left: float, rate: float, epochs: int, smoothing: float) -> dict[str, float]:
        """Collect an agent's decisions and learn from them; see `cardzoo.training.learners.imitation.Imitation`."""
        self._repeat("watch", lambda: self._collect(imitate=self._advise is not None))
        self.policy.note_inputs(self.observations[::NOTED].flatten(0, 1).float())
        self._add_up()  # all decisions are the agent's: the learner has all seats meanwhile
        returns = self.advantages.flatten() + self.values[:-1].flatten()
        self._follow(returns, self.valid.flatten())
        metrics = self._descend_all(
            "imitate", lambda: self._imitation_loss(smoothing), self.learning.rate(left, rate), epochs
        )
        self.decisions = self.valid.numel() * processes.count()
        return dict(zip(("entropy", "policy_loss", "agreement", "value_loss"), metrics, strict=True))

    def _repeat(self, name: str, work: Callable[[], object]) -> None:
        """Run work that is the same each time: first directly, then as a CUDA graph."""
        graph = self._graphs.get(name)
        if name not in self._graphs or self.device.type != "cuda":
            self._graphs[name] = None
            work()
            return
        if graph is None:
            graph = self._graphs[name] = torch.cuda.CUDAGraph()
            batch = self.tables.batch
            with torch.cuda.graph(graph):
                batch.stream = torch.cuda.current_stream().cuda_stream
                try:
                    work()
                finally:
                    batch.stream = 0
        graph.replay()

    @torch.no_grad()
    def _collect(self, imitate: bool = False) -> None:
        """Play as many steps as the rollout has."""
        tables = self.tables
        for step in range(self.learning.steps):
            self._observe(step)
            if imitate:
                assert self._advise is not None
                self._advise()
                self.values[step].zero_()
            else:
                logits, values = self.policy(self.observations[step], self.whole[step])
                self._logits.copy_(logits)
                self._set_snapshot_logits(step)
                self.values[step].copy_(self.policy.to_returns(values))
                self._draw()
                self.log_probs[step].copy_(self._likely)
            self.actions[step].copy_(self._drawn)
            tables.step(self._drawn)
            self.rewards[step].copy_(tables.rewards)
            self.dones[step].copy_(tables.dones)
        self._observe(self.learning.steps)
        values = self.policy(self.observations[-1], self.whole[-1])[1]
        self.values[-1].copy_(self.policy.to_returns(values))

    def _set_snapshot_logits(self, step: int) -> None:
        """Replace the logits by those of a snapshot where it is its turn; such decisions are not the learner's."""
        codes = self._actors.gather(1, self.players[step].long().unsqueeze(1)).squeeze(1).long()
        self.own[step].copy_(codes > FIRST_SNAPSHOT)
        if self._meets_pool:
            snapshot_logits = self.tables.think(self.observations[step]).float()
            places = (FIRST_SNAPSHOT - codes).clamp(min=0).view(1, -1, 1).expand(1, *self._logits.shape)
            theirs = snapshot_logits.gather(0, places).squeeze(0)
            self._logits.copy_(torch.where(self.own[step].unsqueeze(1), self._logits, theirs))

    def _observe(self, step: int) -> None:
        self._encode_whole()
        kept = (self.observations, self.masks, self.players, self.whole)
        for kept_rows, row in zip(kept, (*self._seen, self._whole_row), strict=True):
            kept_rows[step].copy_(row)

    def _follow(self, returns: torch.Tensor, valid: torch.Tensor) -> None:
        """Update the value's units by the returns, (T * N,), and set the targets."""
        if self.learning.normalise_values:
            policy, (mean, variance) = self.policy, processes.moments(returns, valid)
            speed = max(1 / (1 + self._updates), FOLLOW)
            spread = policy.spread + speed * (variance.sqrt() - policy.spread)
            policy.scale_values(policy.mean + speed * (mean - policy.mean), spread.clamp(min=1e-4))
        self._updates += 1
        self._targets.copy_(self.policy.from_returns(returns))

    def _descend_all(self, name: str, loss: Callable[[], torch.Tensor], rate: float, epochs: int) -> list[float]:
        """All gradient steps of an update; gives the means of their metrics."""
        for group in self.optimizer.param_groups:
            if isinstance(group["lr"], torch.Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        self._metrics.zero_()
        valid = processes.at_all_tables(self.valid).flatten()
        for _ in range(epochs):
            for rows, weights in self._minibatches(valid):
                self._rows.copy_(rows)
                self._weights.copy_(weights)
                self._descend(name, loss)
        processes.add_up(self._metrics)
        metrics: list[float] = (self._metrics / (epochs * self._batches)).tolist()
        return metrics

    def _descend(self, name: str, loss: Callable[[], torch.Tensor]) -> None:
        """One gradient step."""
        if processes.count() == 1:
            self._repeat(name, lambda: self._descend_at_once(loss()))
            return
        self._repeat(name, lambda: self._backward(loss()))
        gradients = [parameter.grad for parameter in self.policy.parameters() if parameter.grad is not None]
        processes.add_up(*gradients)  # outside of the graphs: not every backend can be captured
        self._repeat(f"{name}, step", self.step)

    def _descend_at_once(self, loss: torch.Tensor) -> None:
        self._backward(loss)
        self.step()

    def _backward(self, loss: torch.Tensor) -> None:
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]

    def _minibatches(self, valid: torch.Tensor) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """This process's rows and their weights, (n,) and (2, n), for each gradient step of an epoch.

        The weights are those of the policy's loss and of the value's.

        Args:
            valid: (T * all tables,) bool.
        """
        size = len(valid) // self._batches
        order = torch.randperm(len(valid), generator=self._shuffler, device=self.device)
        order = order[: self._batches * size].view(self._batches, size)
        rows, is_own = processes.own_rows(order, self.valid.shape[1])
        of_value = valid[order].float()
        of_value /= of_value.sum(dim=1, keepdim=True).clamp(min=1)
        weights = torch.stack((torch.full_like(of_value, 1 / size), of_value), dim=1) * is_own.unsqueeze(1)
        if processes.count() > 1:
            own_first = is_own.byte().argsort(dim=1, descending=True, stable=True)[:, : len(self._rows)]
            rows = (rows * is_own).gather(1, own_first)
            weights = weights.gather(2, own_first.unsqueeze(1).expand(-1, 2, -1))
        yield from zip(rows, weights, strict=True)

    def _evaluate(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The network's outputs for the present rows: logits, masks of legal actions, and the value's loss."""
        kept = (self.observations, self.whole, self.masks)
        observations, whole, masks = (part.flatten(0, 1).index_select(0, self._rows) for part in kept)
        logits, values = self.policy(observations, whole)
        return logits, masks, (values - self._targets[self._rows]).square() @ self._weights[1]

    def _loss(self) -> torch.Tensor:
        learning, rows = self.learning, self._rows
        logits, legal, value_loss = self._evaluate()
        decisions = (self.actions.flatten()[rows], self.log_probs.flatten()[rows], self._normalised[rows])
        policy_loss, metrics = ppo_loss(logits, legal, *decisions, self._weights[0], learning.clip_range, self._entropy)
        self._metrics += torch.cat((metrics, value_loss.detach().unsqueeze(0)))
        return policy_loss + learning.value * value_loss

    def _imitation_loss(self, smoothing: float) -> torch.Tensor:
        logits, legal, value_loss = self._evaluate()
        chosen = self.actions.flatten()[self._rows]
        policy_loss, metrics = imitation_loss(logits, legal, chosen, self._weights[0], smoothing)
        self._metrics += torch.cat((metrics, value_loss.detach().unsqueeze(0)))
        return policy_loss + self.learning.value * value_loss


class GpuImitation:
    """The warm start; see `cardzoo.training.learners.imitation.Imitation`.

    Args:
        config: configuration of the run, with an agent to imitate.
        learner: the learner, whose policy is trained.
    """

    def __init__(self, config: TrainingConfig, learner: GpuPPO) -> None:
        self._start, self._learner = config.warm_start, learner

    def update(self, left: float) -> dict[str, float]:
        """Collect and learn; see `cardzoo.training.learners.imitation.Imitation.update`."""
        start = self._start
        return self._learner.imitate(left, start.learning_rate, start.epochs, start.smoothing)
