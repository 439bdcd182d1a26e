"""Warm start: an agent plays all seats; the policy learns its actions, the value its returns."""

import torch

from cardzoo.agents import TRAINED
from cardzoo.agents.trained import TrainedAgent
from cardzoo.training.config import TrainingConfig
from cardzoo.training.learners.losses import imitation_loss
from cardzoo.training.learners.ppo import PPO


class Imitation:
    """Behaviour cloning: learns like a `Learner`, but from an agent's decisions.

    A deterministic policy explores nothing, and PPO could not improve it. So a share of the target is spread over all
    legal actions alike.

    If the agent is the game's trained one, the policy is that agent from the beginning. It plays itself and learns from
    its own sampled actions: on average they leave the policy unchanged, while the value is learnt. The target is not
    spread then, or the policy would forget.

    Args:
        config: configuration of the run, with an agent to imitate.
        learner: the learner, whose policy is trained.
    """

    def __init__(self, config: TrainingConfig, learner: PPO) -> None:
        self.learner = learner
        self.teaches_itself = config.warm_start.agent == TRAINED
        self.smoothing = 0.0 if self.teaches_itself else config.warm_start.smoothing
        self.first_rate = config.warm_start.learning_rate
        self.epochs = config.warm_start.epochs

    def update(self, left: float) -> dict[str, float]:
        """Collect and learn; see `cardzoo.training.learners.Learner`.

        Args:
            left: share of the warm start that is left.

        Returns:
            ``entropy`` (nats a decision), ``policy_loss`` (cross-entropy), ``value_loss``, and ``agreement``: the share
            of decisions in which the agent's action was the policy's likeliest one.
        """
        self.learner.collect(imitate=not self.teaches_itself)
        return self.learn(left)

    def learn(self, left: float) -> dict[str, float]:
        """Learn from the rollout's decisions; see `update`."""
        learner, rollout = self.learner, self.learner.rollout
        rollout.estimate(learner.learning.gamma, 1.0)
        learner.set_targets(rollout.advantages + rollout.values[:-1])  # the returns
        actions = learner.flat(rollout.actions)

        def loss(rows: torch.Tensor, weights: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            logits, legal, values = learner.evaluate(rows)
            policy_loss, metrics = imitation_loss(logits, legal, actions[rows], weights, self.smoothing)
            return learner.with_value_loss(policy_loss, metrics, values, rows, weights)

        rate = learner.learning.rate(left, self.first_rate)
        means = learner.descend("imitate", loss, rate, self.epochs)
        return dict(zip(("entropy", "policy_loss", "agreement", "value_loss"), means, strict=True))


def check_sizes(trained: TrainedAgent, config: TrainingConfig) -> None:
    """Refuse a trained agent that does not fit a run's policy.

    Raises:
        ValueError: if it has other layers, another encoding or another advisor.
    """
    encoding, hidden, advisor = trained.card.encoding, trained.card.hidden, trained.card.advisor or None
    if (encoding, hidden, advisor) != (config.encoding, config.learning.hidden, config.advisor):
        sizes = str(list(hidden)).replace(" ", "")
        advised = f" and has the advisor {advisor!r}" if advisor else ""
        raise ValueError(
            f"warm_start.agent: the trained agent sees {encoding!r} by layers of {sizes}{advised}; "
            f"set encoding={encoding}, learning.hidden={sizes} and advisor={advisor or 'null'}"
        )
