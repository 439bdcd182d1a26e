"""Playing the tables of a run to fill a rollout: in this process, or on a cluster (`ray_collecting`)."""

from collections.abc import Callable
from itertools import pairwise
from typing import Protocol

import numpy as np
import torch

from cardzoo.agents import TRAINED, bots
from cardzoo.envs.threads import Threads
from cardzoo.training.config import TABLES_A_WORKER, TrainingConfig
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


def share_tables(tables: int, shares: int) -> list[slice]:
    """About equal shares of so many tables, fewer of them if there are few tables.

    What a table's row comes to in a matrix product does not depend on the others, if they come in whole blocks.
    """
    blocks = tables // TABLES_A_WORKER
    edges = np.linspace(0, blocks, max(1, min(shares, blocks)) + 1).astype(int)
    return [slice(*edge) for edge in pairwise([*(TABLES_A_WORKER * edges[:-1]).tolist(), tables])]


class LocalCollector:
    """Plays in this process.

    Args:
        config: of the run.
        tables: that are played.
        threads: to share each step.
    """

    def __init__(self, config: TrainingConfig, tables: SelfPlay, threads: int) -> None:
        self.tables = tables
        game, agent = tables.batch.game, config.warm_start.agent
        self._advise = None if agent in (None, TRAINED) else game.kernels.advise(agent, bots(game)[agent])
        self._shares = share_tables(tables.batch.num_tables, threads)
        self._threads = Threads(len(self._shares))
        self._blank, self._views = game.view.blank(), [game.view.blank() for _ in self._shares]

    def collect(self, policy: ActorCritic, rollout: Rollout, imitate: bool) -> None:
        """Fill the rollout; see `Collector`."""
        tables = self.tables
        choose = self._imitate if imitate else self._decide
        for step in range(rollout.steps):
            self._share_out(choose, policy, rollout, step)
            tables.step(rollout.actions[step])
            rollout.rewards[step] = tables.rewards
            rollout.done[step] = tables.done
        self._share_out(self._value, policy, rollout, rollout.steps)

    def _share_out(self, work: Callable[..., object], policy: ActorCritic, rollout: Rollout, step: int) -> None:
        shares = [(policy, rollout, step, *share) for share in zip(self._shares, self._views, strict=True)]
        self._threads.share_out([work] * len(shares), shares)

    @torch.inference_mode()
    def _decide(self, policy: ActorCritic, rollout: Rollout, step: int, share: slice, views: np.ndarray) -> None:
        """Draw a share's actions from the policy."""
        logits = self._value(policy, rollout, step, share, views)
        draw_actions(
            len(logits),
            logits.cpu().numpy(),
            self.tables.batch.action_masks[share],
            self.tables.generators[share],
            rollout.actions[step, share],
            rollout.log_probs[step, share],
        )

    @torch.inference_mode()
    def _value(self, policy: ActorCritic, rollout: Rollout, step: int, share: slice, views: np.ndarray) -> torch.Tensor:
        """Keep what a share's seats see and what that is worth; gives the logits, (n, A)."""
        rollout.observe(step, self.tables.batch, share)
        logits: torch.Tensor
        logits, values = policy(rollout.observations[step, share], rollout.whole[step, share])
        rollout.values[step, share] = policy.to_returns(values).cpu().numpy()
        return logits

    def _imitate(self, policy: ActorCritic, rollout: Rollout, step: int, share: slice, views: np.ndarray) -> None:
        """Let the agent choose a share's actions."""
        batch = self.tables.batch
        rollout.observe(step, batch, share)
        rollout.values[step, share] = 0
        assert self._advise is not None
        self._advise(
            batch.records[share],
            batch.players[share],
            self._blank,
            views,
            batch.action_masks[share],
            self.tables.generators[share],
            rollout.actions[step, share],
        )
