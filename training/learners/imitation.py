"""The warm start: a scripted agent plays all seats; the policy learns what it does, the value what it earns."""

import torch
from torch.nn import functional

from cardzoo.training.config import TrainingConfig
from cardzoo.training.learners.ppo import PPO


class Imitation:
    """Learns like a `Learner`, but from an agent's decisions, each of which it sees once.

    A policy that has become sure of itself explores nothing, and PPO could not go on from it: a share of the target
    is spread over all legal actions alike (Szegedy et al., "Rethinking the Inception architecture", 2016).

    Args:
        config: of the run, with an agent to imitate.
        learner: whose policy it trains.
    """

    def __init__(self, config: TrainingConfig, learner: PPO) -> None:
        self.learner = learner
        self.smoothing = config.warm_start.smoothing

    def update(self, left: float) -> dict[str, float]:
        """Collect and learn; see `cardzoo.training.learners.Learner`.

        Returns:
            ``entropy`` (nats a decision), ``policy_loss`` (cross-entropy), ``value_loss``, and ``agreement``: how often
            the agent's action was the policy's likeliest one.
        """
        learner, rollout = self.learner, self.learner.rollout
        learner.collect(imitate=True)
        rollout.estimate(learner.learning.gamma, 1.0)
        targets = learner.normalise(rollout.advantages)  # over the values, which are 0: the returns
        chosen = learner.on_device(rollout.actions)
        totals, batches = torch.zeros(4, device=learner.device), 0
        for rows in learner.minibatches(left, epochs=1):
            log_probs, values, illegal = learner.evaluate(rows)
            actions = chosen[rows].unsqueeze(1)
            even = log_probs.sum(dim=1) / (~illegal).sum(dim=1)
            wanted = (1 - self.smoothing) * log_probs.gather(1, actions).squeeze(1) + self.smoothing * even
            policy_loss, value_loss = -wanted.mean(), functional.mse_loss(values, targets[rows])
            learner.descend(policy_loss + learner.learning.value * value_loss)
            with torch.no_grad():
                entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()
                likeliest = log_probs.masked_fill(illegal, -torch.inf).argmax(dim=1, keepdim=True)
                agreement = (likeliest == actions).float().mean()
                totals += torch.stack((entropy, policy_loss, value_loss, agreement))
            batches += 1
        names = ("entropy", "policy_loss", "value_loss", "agreement")
        return dict(zip(names, (totals / batches).tolist(), strict=True))
