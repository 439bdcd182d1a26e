"""Masked PPO in few and large steps (Schulman et al., 2017; masks: Huang and Ontañón, 2020).

Unlike sb3-contrib's learner it learns from every seat of the learner, shares all layers between policy and value, and
computes in bfloat16 where that is faster.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch

from cardzoo.envs.policies.models import Network
from cardzoo.envs.threads import Threads
from cardzoo.training import processes
from cardzoo.training.config import Learning, TrainingConfig
from cardzoo.training.learners.collecting import Collector
from cardzoo.training.learners.device import find_device
from cardzoo.training.learners.losses import ppo_loss
from cardzoo.training.learners.policy import ActorCritic, make_policy
from cardzoo.training.learners.rollout import Rollout
from cardzoo.training.tables.self_play import SelfPlay
from cardzoo.training.tables.streams import Stream, run_seed

NOTED = 16  # one step of so many counts for the bounds of the inputs
FOLLOW = 0.05  # how fast the value's units follow the returns, once there have been some

Loss = Callable[[torch.Tensor, torch.Tensor], tuple[torch.Tensor, torch.Tensor]]
"""The loss of some rows of a rollout, (n,) int64, by their weights, (n,); and its metrics, (4,), value loss last."""


class PolicyLearner:
    """A learner with a policy, an optimizer, and a state that can be saved and restored."""

    learning: Learning
    policy: ActorCritic
    optimizer: torch.optim.Adam
    _shuffler: torch.Generator
    _updates: int

    def step(self) -> None:
        """Follow the gradients."""
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.learning.max_grad_norm)
        self.optimizer.step()

    def network(self) -> Network:
        """The policy as it is now."""
        return self.policy.network()

    def state(self) -> dict[str, Any]:
        """The state for `restore`."""
        return {
            "policy": self.policy.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "shuffler": self._shuffler.get_state(),
            "updates": self._updates,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from `state`."""
        self.policy.load_state_dict(state["policy"])
        self.optimizer.load_state_dict(state["optimizer"])
        self._shuffler.set_state(state["shuffler"].cpu())
        self._updates = state["updates"]


class PPO(PolicyLearner):
    """The learner; see `cardzoo.training.learners.Learner`.

    On a CPU the config's `threads` share each gradient step: each computes the gradient of a part of the rows, and the
    parts are added up in order. The result depends on the number of threads, not on their speed. The same holds for
    several processes (`cardzoo.training.processes`).

    Args:
        config: configuration of the run.
        tables: tables of the run.
        collector: collector of the rollouts.

    Attributes:
        rollout: the decisions to learn from.
        policy: the network.
        decisions: number of the learner's decisions in an update, in all processes.
    """

    def __init__(self, config: TrainingConfig, tables: SelfPlay, collector: Collector) -> None:
        self.collector = collector
        self.learning = config.learning
        self.device = find_device(config.device)
        self.rollout = Rollout(config.learning, tables.batch, self.device, tables.input.width)
        self._shuffler = torch.Generator().manual_seed(run_seed(config.seed, Stream.MINIBATCHES))
        policy = make_policy(config, tables.input, self.rollout.widths)
        self.policy = policy.to(self.device)
        self._threads = Threads(config.threads if self.device.type == "cpu" else 1)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), eps=1e-5, fused=True)
        self._updates = 0
        self.decisions = config.tables * self.rollout.steps

    def update(self, left: float) -> dict[str, float]:
        """Collect and learn; see `cardzoo.training.learners.Learner`."""
        self.collect()
        return self.learn(left)

    def collect(self, imitate: bool = False) -> None:
        """Fill the rollout; see `cardzoo.training.learners.collecting.Collector`."""
        self.collector.collect(self.policy, self.rollout, imitate)
        self.policy.note_inputs(self.rollout.observations[::NOTED].flatten(0, 1).float())

    def learn(self, left: float) -> dict[str, float]:
        """Improve the policy and the value by the rollout's decisions."""
        learning, rollout = self.learning, self.rollout
        rollout.estimate(learning.gamma, learning.gae_lambda)
        returns = rollout.advantages + rollout.values[:-1]
        unexplained, variance = (self._moments(values)[1] for values in (returns - rollout.values[:-1], returns))
        explained = 1 - unexplained / variance if variance else 0.0
        targets = self.normalise(returns)
        mean, spread = self._moments(rollout.advantages)
        advantages = (rollout.advantages - np.float32(mean)) / np.float32(spread**0.5 + 1e-8)
        old, actions, normalised = (self.on_device(array) for array in (rollout.log_probs, rollout.actions, advantages))
        weighing = learning.clip_range, learning.entropy_weight(left)

        def loss(rows: torch.Tensor, weights: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            logits, legal, values = self.evaluate(rows)
            policy_loss, metrics = ppo_loss(
                logits, legal, actions[rows], old[rows], normalised[rows], weights, *weighing
            )
            return self.with_value_loss(policy_loss, metrics, values, targets[rows], weights)

        means = self.descend_all(loss, learning.rate(left), learning.epochs)
        names = ("entropy", "policy_loss", "approx_kl", "value_loss")
        return dict(zip(names, means, strict=True)) | {"explained_variance": explained}

    def normalise(self, returns: np.ndarray) -> torch.Tensor:
        """Update the value's units by the returns, (T, N); gives the returns in these units, (T * N,) on the device."""
        if self.learning.normalise_values:
            mean, variance = self._moments(returns)
            speed = max(1 / (1 + self._updates), FOLLOW)
            mean = float(self.policy.mean) + speed * (mean - float(self.policy.mean))
            spread = float(self.policy.spread) + speed * (variance**0.5 - float(self.policy.spread))
            self.policy.scale_values(mean, max(spread, 1e-4))
        self._updates += 1
        return self.policy.from_returns(self.on_device(returns))

    def _moments(self, values: np.ndarray) -> tuple[float, float]:
        """Mean and variance of the valid decisions' values, (T, N), in all processes."""
        mean, variance = processes.moments(torch.from_numpy(values), torch.from_numpy(self.rollout.valid))
        return float(mean), float(variance)

    def with_value_loss(
        self,
        policy_loss: torch.Tensor,
        metrics: torch.Tensor,
        values: torch.Tensor,
        targets: torch.Tensor,
        weights: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The results of a `Loss`, from the policy's part, and the values, their targets and weights, (n,) each."""
        value_loss = (values - targets).square() @ weights
        return policy_loss + self.learning.value * value_loss, torch.cat((metrics, value_loss.detach().unsqueeze(0)))

    def descend_all(self, loss: Loss, rate: float, epochs: int) -> list[float]:
        """All gradient steps of an update.

        PyTorch's `DistributedDataParallel` takes the mean of the processes' gradients: a decision would have more
        weight in a process with fewer rows of a minibatch. Here the gradients add up.

        Returns:
            The means of the loss's metrics.
        """
        totals, batches = torch.zeros(4, device=self.device), 0
        for rows, size in self.minibatches(rate, epochs):
            parts = rows.tensor_split(max(1, min(self._threads.number, len(rows))))
            shares = [(loss, part, size) for part in parts]
            (gradients, metrics), *others = self._threads.share_out([self._gradients] * len(shares), shares)
            for more, other_metrics in others:
                torch._foreach_add_(gradients, more)
                metrics += other_metrics
            processes.add_up(*gradients, metrics)
            for parameter, gradient in zip(self.policy.parameters(), gradients, strict=True):
                parameter.grad = gradient
            self.step()
            totals += metrics
            batches += 1
        means: list[float] = (totals / batches).tolist()
        return means

    def _gradients(self, loss: Loss, rows: torch.Tensor, size: int) -> tuple[list[torch.Tensor], torch.Tensor]:
        """The gradients of some rows of a minibatch, and the loss's metrics, as their part of its means."""
        value, metrics = loss(rows, torch.ones(len(rows), device=self.device))
        return list(torch.autograd.grad(value / size, list(self.policy.parameters()))), metrics / size

    def minibatches(self, rate: float, epochs: int) -> Iterator[tuple[torch.Tensor, int]]:
        """This process's rows for each gradient step, and the number of rows in all; sets the learning rate.

        The rows are in a new order in each epoch.

        Raises:
            ValueError: if the rollout is so short that no decision is valid.
        """
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        valid = processes.at_all_tables(torch.from_numpy(self.rollout.valid))
        rows, own = valid.flatten().nonzero().squeeze(1), self.rollout.valid.shape[1]
        if not len(rows):
            steps = self.rollout.steps
            raise ValueError(f"learning.steps: {steps} are too few for any seat to decide twice; set 32 or more")
        for _ in range(epochs):
            order = rows[torch.randperm(len(rows), generator=self._shuffler)].to(self.device)
            for minibatch in order.tensor_split(max(1, round(len(rows) / self.learning.batch_size))):
                own_rows, is_own = processes.own_rows(minibatch, own)
                yield own_rows[is_own], len(minibatch)

    def evaluate(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The network's outputs for some rows.

        Returns:
            Logits, (n, A); masks of legal actions, (n, A) bool; values in their own units, (n,).
        """
        rollout = self.rollout
        kept = (rollout.observations, rollout.whole, rollout.masks)
        observations, whole, masks = (part.flatten(0, 1).index_select(0, rows) for part in kept)
        logits, values = self.policy(observations, whole)
        return logits, masks, values

    def on_device(self, array: np.ndarray) -> torch.Tensor:
        """An array of the rollout, (T, N), as a vector on the device."""
        return torch.from_numpy(array.reshape(-1)).to(self.device)
