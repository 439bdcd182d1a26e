"""Collectors: they play the tables of a run to fill a rollout, in this process or on a cluster (`ray_collecting`)."""

from collections.abc import Callable
from itertools import pairwise
from typing import Protocol

import numpy as np
import torch

from cardzoo.agents import TRAINED, AnyAgent, ask, bots
from cardzoo.agents.search import parse_search
from cardzoo.envs.engine import Game
from cardzoo.envs.threads import Threads
from cardzoo.training.config import TABLES_A_WORKER, TrainingConfig
from cardzoo.training.learners.device import find_device
from cardzoo.training.learners.policy import ActorCritic
from cardzoo.training.learners.rollout import Rollout
from cardzoo.training.tables.decisions import draw_actions
from cardzoo.training.tables.self_play import SelfPlay

Advise = Callable[..., object]
"""An agent's actions at many tables; see `cardzoo.envs.engine.kernels.Kernels.advise`."""


class Collector(Protocol):
    """A collector: plays the tables of a run to fill its rollout."""

    @property
    def rollout(self) -> Rollout:
        """The decisions of the last steps."""

    def collect(self, policy: ActorCritic, imitate: bool) -> None:
        """Play as many steps as the rollout has, and fill it.

        Args:
            policy: policy for actions and values.
            imitate: whether the agent of the warm start decides instead, and only the last positions are valued.
        """


def share_tables(tables: int, shares: int) -> list[slice]:
    """About equal shares of the tables, fewer shares if there are few tables.

    In whole blocks, a table's row of a matrix product does not depend on the other rows.
    """
    blocks = tables // TABLES_A_WORKER
    edges = np.linspace(0, blocks, max(1, min(shares, blocks)) + 1).astype(int)
    return [slice(*edge) for edge in pairwise([*(TABLES_A_WORKER * edges[:-1]).tolist(), tables])]


class LocalCollector:
    """A collector in this process.

    Args:
        config: configuration of the run.
        tables: tables of the run.
        threads: number of threads that share each step.
        imitated: the agent of the warm start; None for the one that the config names.
        device: device of the network's inputs; None for the one that the config names.
    """

    def __init__(
        self,
        config: TrainingConfig,
        tables: SelfPlay,
        threads: int,
        imitated: AnyAgent | None = None,
        device: torch.device | None = None,
    ) -> None:
        self.tables = tables
        self.rollout = Rollout(config.learning, tables.batch, tables.input.width, device or find_device(config.device))
        advise = _advice_by_asking(tables.batch.game, imitated) if imitated else None
        shares = share_tables(tables.batch.num_tables, threads)
        self._shares = [_Share(rows, tables, config, advise) for rows in shares]
        self._threads = Threads(len(self._shares))
        self._played = np.zeros(tables.batch.num_tables, np.int64)

    def collect(self, policy: ActorCritic, imitate: bool) -> None:
        """Fill the rollout; see `Collector`."""
        tables, rollout = self.tables, self.rollout
        choose = self._imitate if imitate else self._decide
        for step in range(rollout.steps):
            self._share_out(choose, policy, step)
            tables.step(self._played)
            rollout.rewards[step] = torch.from_numpy(tables.rewards)
            rollout.dones[step] = torch.from_numpy(tables.dones)
        self._share_out(self._look, policy, rollout.steps)

    def _share_out(self, work: Callable[..., object], policy: ActorCritic, step: int) -> None:
        shares = [(policy, step, share) for share in self._shares]
        self._threads.share_out([work] * len(shares), shares)

    def _decide(self, policy: ActorCritic, step: int, share: "_Share") -> None:
        """Sample a share's actions from the policy."""
        self._draw(step, share, self._look(policy, step, share))

    def _imitate(self, policy: ActorCritic, step: int, share: "_Share") -> None:
        """Record the agent's actions at a share of the tables; at some tables the policy's own actions are played."""
        rollout, rows, actions = self.rollout, share.rows, share.ask(share.imitated)
        assert actions is not None
        rollout.observe(step, self.tables.batch, rows, actions if share.is_imitated else share.ask(share.advisor))
        if share.is_own.any():
            self._draw(step, share, self._value(policy, step, share))
        rollout.values[step, rows] = 0
        rollout.actions[step, rows] = torch.from_numpy(actions)
        self._played[rows][~share.is_own] = actions[~share.is_own]

    def _look(self, policy: ActorCritic, step: int, share: "_Share") -> torch.Tensor:
        """Store a share's observations and their values; gives the logits, (n, A)."""
        self.rollout.observe(step, self.tables.batch, share.rows, share.ask(share.advisor))
        return self._value(policy, step, share)

    @torch.inference_mode()
    def _value(self, policy: ActorCritic, step: int, share: "_Share") -> torch.Tensor:
        """Store the values of a share's observations; gives the logits, (n, A)."""
        rollout, rows = self.rollout, share.rows
        logits: torch.Tensor
        logits, values = policy(rollout.observations[step, rows], rollout.whole[step, rows])
        rollout.values[step, rows] = policy.to_returns(values).cpu()
        return logits

    def _draw(self, step: int, share: "_Share", logits: torch.Tensor) -> None:
        """Sample a share's actions from the policy's logits, (n, A), for the next step."""
        tables, rollout, rows = self.tables, self.rollout, share.rows
        actions, log_probs = rollout.actions[step, rows].numpy(), rollout.log_probs[step, rows].numpy()
        masks, generators = tables.batch.action_masks[rows], tables.generators[rows]
        draw_actions(len(logits), logits.cpu().numpy(), masks, generators, actions, log_probs)
        self._played[rows] = actions


class _Share:
    """A share of the tables, for one thread, with its own view and search.

    Args:
        rows: slice of the tables.
        tables: all of them.
        config: configuration of the run.
        imitated: actions of the warm start's agent; None for the agent that the config names.

    Attributes:
        rows: slice of the tables.
        imitated: actions of the warm start's agent; None without one.
        advisor: actions of the network's advisor; None without one.
        is_imitated: True if the advisor is the warm start's agent, which is then asked once.
        is_own: (n,) bool, True where the policy's own actions are played in the warm start.
    """

    def __init__(self, rows: slice, tables: SelfPlay, config: TrainingConfig, imitated: Advise | None = None) -> None:
        self.rows = rows
        self.imitated = imitated or _advice_of(tables.batch.game, config.warm_start.agent)
        self.advisor = _advice_of(tables.batch.game, config.advisor)
        self.is_imitated = imitated is None and config.advisor == config.warm_start.agent
        first = tables.numbers.start
        ends = np.floor(config.warm_start.own_share * np.arange(first + rows.start, first + rows.stop + 1))
        self.is_own = np.diff(ends) > 0  # spread evenly over the run's tables in any division into shares
        self._tables = tables
        self._blank = tables.batch.game.view.blank()
        self._views = self._blank.copy()

    def ask(self, advise: Advise | None) -> np.ndarray | None:
        """An agent's actions at these tables, (n,) int64; None if there is no agent."""
        if advise is None:
            return None
        rows, batch = self.rows, self._tables.batch
        chosen = np.zeros(rows.stop - rows.start, np.int64)
        advise(
            batch.records[rows],
            batch.players[rows],
            self._blank,
            self._views,
            batch.action_masks[rows],
            self._tables.generators[rows],
            chosen,
        )
        return chosen


def _advice_of(game: Game, agent: str | None) -> Advise | None:
    """A named agent's actions at many tables; None for no agent, and for the trained agent, which is the policy."""
    if agent in (None, TRAINED):
        return None
    if agent in bots(game):
        return game.kernels.advise(agent, bots(game)[agent])
    return _advice_by_asking(game, parse_search(agent, game))


def _advice_by_asking(game: Game, agent: AnyAgent) -> Advise:
    """An agent's actions at one table after another; see `cardzoo.envs.engine.kernels.Kernels.advise`."""

    def advise(
        tables: np.ndarray,
        players: np.ndarray,
        blank: np.ndarray,
        views: np.ndarray,
        masks: np.ndarray,
        generators: np.ndarray,
        actions: np.ndarray,
    ) -> None:
        for place in np.flatnonzero(tables["over"] == 0):
            one = slice(place, place + 1)
            actions[place] = ask(agent, game, tables[one], int(players[place]), masks[place], generators[one])

    return advise
