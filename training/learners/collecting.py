"""Playing the tables of a run to fill a rollout: in this process, or on a cluster (`ray_collecting`)."""

from typing import Protocol

import torch

from cardzoo.agents import bots
from cardzoo.training.config import TrainingConfig
from cardzoo.training.learners.policy import ActorCritic
from cardzoo.training.learners.rollout import Rollout, draw_actions
from cardzoo.training.self_play import SelfPlay


class Collector(Protocol):
    """Plays the tables of a run."""

    def collect(self, policy: ActorCritic, rollout: Rollout, imitate: bool) -> None:
        """Play as many steps as the rollout has, and fill it.

        Args:
            policy: that decides, and says what positions are worth.
            rollout: of the same tables.
            imitate: whether the agent of the warm start decides instead, and only the last positions are valued.
        """


class LocalCollector:
    """Plays in this process.

    Args:
        config: of the run.
        tables: that are played.
    """

    def __init__(self, config: TrainingConfig, tables: SelfPlay) -> None:
        self.tables = tables
        game, agent = tables.batch.game, config.warm_start.agent
        self._advise = None if agent is None else game.kernels.advise(agent, bots(game)[agent])
        self._blank, self._views = game.view.blank(), game.view.blank()

    @torch.inference_mode()
    def collect(self, policy: ActorCritic, rollout: Rollout, imitate: bool) -> None:
        """Fill the rollout; see `Collector`."""
        tables = self.tables
        for step in range(rollout.steps):
            rollout.observe(step, tables.batch)
            if imitate:
                self._imitate(rollout, step)
            else:
                self._decide(policy, rollout, step)
            tables.step(rollout.actions[step])
            rollout.rewards[step] = tables.rewards
            rollout.done[step] = tables.done
        rollout.observe(rollout.steps, tables.batch)
        values = policy(rollout.observations[-1], rollout.whole[-1])[1]
        rollout.values[-1] = policy.to_returns(values).cpu().numpy()

    def _decide(self, policy: ActorCritic, rollout: Rollout, step: int) -> None:
        """Draw actions from the policy."""
        logits, values = policy(rollout.observations[step], rollout.whole[step])
        rollout.values[step] = policy.to_returns(values).cpu().numpy()
        draw_actions(
            len(logits),
            logits.cpu().numpy(),
            self.tables.batch.action_masks,
            self.tables.generators,
            rollout.actions[step],
            rollout.log_probs[step],
        )

    def _imitate(self, rollout: Rollout, step: int) -> None:
        """Let the agent choose."""
        batch = self.tables.batch
        rollout.values[step] = 0
        assert self._advise is not None
        self._advise(
            batch.records,
            batch.players,
            self._blank,
            self._views,
            batch.action_masks,
            self.tables.generators,
            rollout.actions[step],
        )
