"""The warm start: a scripted agent plays all seats; the policy learns what it does, the value what it earns."""

import torch
from torch.nn import functional

from cardzoo.training.config import TrainingConfig
from cardzoo.training.learners.losses import imitation_loss
from cardzoo.training.learners.ppo import PPO


class Imitation:
    """Learns like a `Learner`, but from an agent's decisions.

    A policy that has become sure of itself explores nothing, and PPO could not go on from it: a share of the target
    is spread over all legal actions alike.

    Args:
        config: of the run, with an agent to imitate.
        learner: whose policy it trains.
    """

    def __init__(self, config: TrainingConfig, learner: PPO) -> None:
        self.learner = learner
        self.smoothing = config.warm_start.smoothing
        self.first_rate = config.warm_start.learning_rate
        self.epochs = config.warm_start.epochs

    def update(self, left: float) -> dict[str, float]:
        """Collect and learn; see `cardzoo.training.learners.Learner`.

        Args:
            left: share of the imitation that is left.

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
        for rows in learner.minibatches(learner.learning.rate(left, self.first_rate), self.epochs):
            logits, legal, values = learner.evaluate(rows)
            policy_loss, told = imitation_loss(logits, legal, chosen[rows], self.smoothing)
            value_loss = functional.mse_loss(values, targets[rows])
            learner.descend(policy_loss + learner.learning.value * value_loss)
            totals += torch.cat((told, value_loss.detach().unsqueeze(0)))
            batches += 1
        names = ("entropy", "policy_loss", "agreement", "value_loss")
        return dict(zip(names, (totals / batches).tolist(), strict=True))
