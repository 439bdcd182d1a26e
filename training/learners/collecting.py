"""Playing the tables of a run to fill a rollout: in this process, or on a cluster (`ray_collecting`)."""

from collections.abc import Callable
from itertools import pairwise
from typing import Protocol

import numpy as np
import torch

from cardzoo.agents import TRAINED, bots
from cardzoo.envs.engine import Game
from cardzoo.envs.engine.bots import Rule
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
        self._imitated = _advice_of(tables.batch.game, config.warm_start.agent)
        self._advisor = _advice_of(tables.batch.game, config.advisor)
        self._is_imitated = config.advisor == config.warm_start.agent  # and so asked once
        self._shares = share_tables(tables.batch.num_tables, threads)
        self._threads = Threads(len(self._shares))
        blank = tables.batch.game.view.blank()
        self._blank, self._views = blank, [blank.copy() for _ in self._shares]

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
        rollout.observe(step, self.tables.batch, share, self._ask(self._advisor, share, views))
        logits: torch.Tensor
        logits, values = policy(rollout.observations[step, share], rollout.whole[step, share])
        rollout.values[step, share] = policy.to_returns(values).cpu().numpy()
        return logits

    def _imitate(self, policy: ActorCritic, rollout: Rollout, step: int, share: slice, views: np.ndarray) -> None:
        """Let the agent choose a share's actions."""
        actions = self._ask(self._imitated, share, views)
        advice = actions if self._is_imitated else self._ask(self._advisor, share, views)
        rollout.observe(step, self.tables.batch, share, advice)
        rollout.values[step, share] = 0
        assert actions is not None
        rollout.actions[step, share] = actions

    def _ask(self, advise: Rule | None, share: slice, views: np.ndarray) -> np.ndarray | None:
        """What a compiled agent would do at a share of the tables, (n,) int64; None if there is no agent."""
        if advise is None:
            return None
        batch, chosen = self.tables.batch, np.zeros(share.stop - share.start, np.int64)
        advise(
            batch.records[share],
            batch.players[share],
            self._blank,
            views,
            batch.action_masks[share],
            self.tables.generators[share],
            chosen,
        )
        return chosen


def _advice_of(game: Game, agent: str | None) -> Rule | None:
    """What asks a compiled agent at many tables; None for nobody, and for the trained agent, which is none."""
    return None if agent in (None, TRAINED) else game.kernels.advise(agent, bots(game)[agent])
