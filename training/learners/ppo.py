"""Masked PPO in few and large steps (Schulman et al., 2017; masks: Huang and Ontañón, 2020).

Unlike sb3-contrib's learner it learns from every seat of the learner, shares all layers between policy and value, and
computes in bfloat16 where that is faster.

One learner serves tables on a CPU, on a cluster and on a GPU: a `Collector` plays them. `gpu_ppo` adds CUDA graphs.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import torch

from cardzoo.envs.policies.models import Network
from cardzoo.envs.threads import Threads
from cardzoo.training import processes
from cardzoo.training.config import TrainingConfig
from cardzoo.training.learners.collecting import Collector
from cardzoo.training.learners.losses import ppo_loss
from cardzoo.training.learners.policy import make_policy
from cardzoo.training.tables.self_play import SelfPlay
from cardzoo.training.tables.streams import Stream, run_seed

NOTED = 16  # one step of so many counts for the bounds of the inputs
FOLLOW = 0.05  # how fast the value's units follow the returns, once there have been some

Loss = Callable[[torch.Tensor, torch.Tensor], tuple[torch.Tensor, torch.Tensor]]
"""The loss of some rows of a rollout, (n,) int64, by their weights, (n,); and its metrics, (4,), value loss last."""


class Minibatch(NamedTuple):
    """Decisions of one gradient step.

    Attributes:
        rows: (n,) int64, places in the flat rollout of this process.
        weights: (n,) float32, 1 for a decision that counts, else 0.
        size: number of decisions that count, in all processes.
    """

    rows: torch.Tensor
    weights: torch.Tensor
    size: Any


class PPO:
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
        decisions: number of the learner's decisions in the last update, in all processes.
    """

    def __init__(self, config: TrainingConfig, tables: SelfPlay, collector: Collector) -> None:
        self.collector, self.learning, self.rollout = collector, config.learning, collector.rollout
        self.device = device = self.rollout.observations.device
        beside = self.rollout.actions.device  # of the tables
        self.policy = make_policy(config, tables.input, self.rollout.widths).to(device)
        captured = beside.type == "cuda"  # a graph reads what changes from tensors
        self._rate, self._entropy = (torch.tensor(0.0, device=device) if captured else 0.0 for _ in range(2))
        parameters = self.policy.parameters()
        self.optimizer = torch.optim.Adam(parameters, lr=self._rate, eps=1e-5, fused=True, capturable=captured)
        self._shuffler = torch.Generator(beside).manual_seed(run_seed(config.seed, Stream.MINIBATCHES))
        self._threads = Threads(config.threads if device.type == "cpu" else 1)
        self._advantages, self._targets = (torch.zeros(self.rollout.actions.numel(), device=device) for _ in range(2))
        self._metrics = torch.zeros(4, device=device)
        self._updates = 0
        self._unit = float(tables.batch.blank["score_range"][0]) if config.reward == "score" else 1.0
        self.decisions = 0

    def update(self, left: float) -> dict[str, float]:
        """Collect and learn; see `cardzoo.training.learners.Learner`."""
        self.collect()
        return self.learn(left)

    def collect(self, imitate: bool = False) -> None:
        """Fill the rollout; see `cardzoo.training.learners.collecting.Collector`."""
        self.collector.collect(self.policy, imitate)
        self.policy.note_inputs(self.rollout.observations[::NOTED].flatten(0, 1).float())

    def learn(self, left: float) -> dict[str, float]:
        """Improve the policy and the value by the rollout's decisions."""
        learning, rollout = self.learning, self.rollout
        rollout.estimate(learning.gamma, learning.gae_lambda)
        returns = rollout.advantages + rollout.values[:-1]
        unexplained, explicable = (self._moments(values)[1] for values in (returns - rollout.values[:-1], returns))
        self.set_targets(returns)
        mean, variance = self._moments(rollout.advantages)
        self._advantages.copy_(self.flat((rollout.advantages - mean) / (variance.sqrt() + 1e-8)))
        actions, old = self.flat(rollout.actions), self.flat(rollout.log_probs)
        self._entropy = _set(self._entropy, learning.entropy_weight(left))

        def loss(rows: torch.Tensor, weights: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            logits, legal, values = self.evaluate(rows)
            decisions = actions[rows], old[rows], self._advantages[rows], weights
            policy_loss, metrics = ppo_loss(logits, legal, *decisions, learning.clip_range, self._entropy)
            return self.with_value_loss(policy_loss, metrics, values, rows, weights)

        means = self.descend("learn", loss, learning.rate(left), learning.epochs)
        names = ("entropy", "policy_loss", "approx_kl", "value_loss")
        explained = 1 - float(unexplained / explicable) if explicable else 0.0
        return dict(zip(names, means, strict=True)) | {"explained_variance": explained}

    def set_targets(self, returns: torch.Tensor) -> None:
        """Update the value's units by the returns, (T, N), which are its targets."""
        if self.learning.normalise_values:
            policy, (mean, variance) = self.policy, self._moments(returns)
            speed = max(1 / (1 + self._updates), FOLLOW)
            mean = policy.mean + speed * (mean - policy.mean)
            spread = policy.spread + speed * (variance.sqrt() - policy.spread)
            policy.scale_values(mean.float(), spread.clamp(min=1e-4).float())
        self._updates += 1
        self._targets.copy_(self.policy.from_returns(self.flat(returns)))

    def _moments(self, values: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Mean and variance of the valid decisions' values, (T, N), in all processes."""
        return processes.moments(values, self.rollout.valid)

    def flat(self, values: torch.Tensor) -> torch.Tensor:
        """A tensor of the rollout, (T, N), as a vector on the device."""
        return values.flatten().to(self.device)

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

    def with_value_loss(
        self,
        policy_loss: torch.Tensor,
        metrics: torch.Tensor,
        values: torch.Tensor,
        rows: torch.Tensor,
        weights: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The results of a `Loss`, from the policy's part, and the values, (n,), of some rows."""
        value_loss = (values - self._targets[rows]).square() @ weights
        return policy_loss + self.learning.value * value_loss, torch.cat((metrics, value_loss.detach().unsqueeze(0)))

    def descend(self, name: str, loss: Loss, rate: float, epochs: int) -> list[float]:
        """All gradient steps of an update.

        PyTorch's `DistributedDataParallel` takes the mean of the processes' gradients: a decision would have more
        weight in a process with fewer rows of a minibatch. Here the gradients add up.

        Returns:
            The means of the loss's metrics.
        """
        self._rate = _set(self._rate, rate)
        for group in self.optimizer.param_groups:
            group["lr"] = self._rate
        self._metrics.zero_()
        steps = 0
        for minibatch in self.minibatches(epochs):
            self.repeat(f"{name}, gradients", partial(self._set_gradients, loss, minibatch))
            processes.add_up(*(part.grad for part in self.policy.parameters() if part.grad is not None))
            self.repeat(f"{name}, step", self.step)
            steps += 1
        processes.add_up(self._metrics)
        means: list[float] = (self._metrics / steps).tolist()
        self.decisions = self.rollout.count_own()
        return means

    def minibatches(self, epochs: int) -> Iterator[Minibatch]:
        """The minibatch of each gradient step; the rows are in a new order in each epoch.

        Raises:
            ValueError: if the rollout is so short that no decision is valid.
        """
        valid = processes.at_all_tables(self.rollout.valid)
        rows, own = valid.flatten().nonzero().squeeze(1), self.rollout.valid.shape[1]
        if not len(rows):
            steps = self.rollout.steps
            raise ValueError(f"learning.steps: {steps} are too few for any seat to decide twice; set 32 or more")
        for _ in range(epochs):
            order = rows[torch.randperm(len(rows), generator=self._shuffler)].to(self.device)
            for together in order.tensor_split(max(1, round(len(rows) / self.learning.batch_size))):
                places, is_own = processes.own_rows(together, own)
                own_places = places[is_own]
                yield Minibatch(own_places, torch.ones(len(own_places), device=self.device), len(together))

    def repeat(self, name: str, work: Callable[[], object]) -> None:
        """Do work that has the same name whenever it is the same; a GPU records it once."""
        work()

    def _set_gradients(self, loss: Loss, minibatch: Minibatch) -> None:
        """Compute the gradients of a minibatch in all threads, and add up its metrics."""
        rows, weights, size = minibatch
        parts = max(1, min(self._threads.number, len(rows)))
        shares = [
            (loss, *part, size) for part in zip(rows.tensor_split(parts), weights.tensor_split(parts), strict=True)
        ]
        (gradients, metrics), *others = self._threads.share_out([self._gradients] * parts, shares)
        for more, other_metrics in others:
            torch._foreach_add_(gradients, more)
            metrics += other_metrics
        for parameter, gradient in zip(self.policy.parameters(), gradients, strict=True):
            parameter.grad = gradient
        self._metrics += metrics

    def _gradients(
        self, loss: Loss, rows: torch.Tensor, weights: torch.Tensor, size: Any
    ) -> tuple[list[torch.Tensor], torch.Tensor]:
        """The gradients of some rows of a minibatch, and the loss's metrics, as their part of its means."""
        value, metrics = loss(rows, weights)
        return list(torch.autograd.grad(value / size, list(self.policy.parameters()))), metrics / size

    def step(self) -> None:
        """Follow the gradients."""
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.learning.max_grad_norm)
        self.optimizer.step()

    def network(self) -> Network:
        """The policy as it is now; its value head is in points if the rewards are changes of the score."""
        return self.policy.network(self._unit)

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


def _set(held: Any, value: float) -> Any:
    """The value; in the held tensor, if it is one."""
    return held.fill_(value) if isinstance(held, torch.Tensor) else value
