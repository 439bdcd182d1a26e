"""What a learner collects between two updates: preallocated arrays, drawing of actions, advantages.

A table's decisions may be of several seats. Each seat's decision is followed by that seat's own next one: it is paid
all that the seat earns until then, whatever the others do meanwhile.
"""

from pathlib import Path

import numpy as np
import torch

from cardzoo.envs.batch import Batch
from cardzoo.envs.encoders import WholeTable
from cardzoo.envs.engine import rng
from cardzoo.envs.engine.compiling import entry_point, hash_sources


def _draw_actions(
    logits: np.ndarray, masks: np.ndarray, generators: np.ndarray, actions: np.ndarray, log_probs: np.ndarray
) -> None:
    for row in range(len(logits)):
        top = -np.inf
        for action in range(masks.shape[1]):
            if masks[row, action]:
                top = max(top, logits[row, action])
        total = 0.0
        for action in range(masks.shape[1]):
            if masks[row, action]:
                total += np.exp(logits[row, action] - top)
        left = rng.uniform(generators[row]) * total
        for action in range(masks.shape[1]):
            if masks[row, action]:
                actions[row] = action
                left -= np.exp(logits[row, action] - top)
                if left < 0:
                    break
        log_probs[row] = logits[row, actions[row]] - top - np.log(total)


def _estimate(
    players: np.ndarray,
    rewards: np.ndarray,
    done: np.ndarray,
    values: np.ndarray,
    gamma: float,
    gae_lambda: float,
    advantages: np.ndarray,
    known: np.ndarray,
) -> None:
    steps, tables, seats = rewards.shape
    earned, later, advantage = np.zeros(seats), np.zeros(seats), np.zeros(seats)
    has_later = np.zeros(seats, np.bool_)
    for table in range(tables):
        earned[:] = 0
        later[:] = 0
        advantage[:] = 0
        has_later[:] = False
        later[players[steps, table]] = values[steps, table]
        has_later[players[steps, table]] = True
        for step in range(steps - 1, -1, -1):
            if done[step, table]:
                earned[:] = 0
                later[:] = 0
                advantage[:] = 0
                has_later[:] = True
            for seat in range(seats):
                earned[seat] += rewards[step, table, seat]
            seat = players[step, table]
            if has_later[seat]:
                error = earned[seat] + gamma * later[seat] - values[step, table]
                advantage[seat] = error + gamma * gae_lambda * advantage[seat]
            advantages[step, table] = advantage[seat]
            known[step, table] = has_later[seat]
            earned[seat] = 0
            later[seat] = values[step, table]
            has_later[seat] = True


_SOURCES = hash_sources(Path(__file__), Path(rng.__file__).parent)

draw_actions = entry_point("rollout", "draw_actions", _SOURCES, _draw_actions)
"""``draw_actions(logits, masks, generators, actions, log_probs)``: by softmax over legal actions, and how likely."""

estimate = entry_point("rollout", "estimate", _SOURCES, _estimate)
"""``estimate(players, rewards, done, values, gamma, gae_lambda, advantages, known)``, see `Rollout.estimate`."""


class Rollout:
    """The decisions of T steps at N tables.

    Args:
        steps: T.
        batch: the tables.
        dtype: of the kept observations.
        device: that holds what the update takes.
        whole: whether the tables are kept as well, hidden cards and all.

    Attributes:
        observations: (T + 1, N, D) and masks: (T + 1, N, A) bool, on the device; the last are what comes next.
        whole: (T + 1, N, S) on the device, the tables by `WholeTable`; S is 0 if they are not kept.
        actions: (T, N) int64, log_probs: (T, N) float32, values: (T + 1, N) float32, on the CPU.
        players: (T + 1, N) int16, the seats that decide.
        rewards: (T, N, P) float32, done: (T, N) bool.
        advantages: (T, N) float32, by `estimate`.
        known: (T, N) bool, whether the seat has another decision, or its game's end, within the rollout.
    """

    def __init__(self, steps: int, batch: Batch, dtype: torch.dtype, device: torch.device, whole: bool = False) -> None:
        tables, actions = batch.action_masks.shape
        self.steps = steps
        self._encoder = WholeTable(batch.game, batch.num_players) if whole else None
        self._rows = self._encoder.empty(tables) if self._encoder else np.zeros((tables, 0), np.float32)
        self.whole = torch.zeros((steps + 1, *self._rows.shape), dtype=dtype, device=device)
        self.observations = torch.zeros((steps + 1, tables, batch.encoder.width), dtype=dtype, device=device)
        self.masks = torch.zeros((steps + 1, tables, actions), dtype=torch.bool, device=device)
        self.actions = np.zeros((steps, tables), np.int64)
        self.log_probs = np.zeros((steps, tables), np.float32)
        self.values = np.zeros((steps + 1, tables), np.float32)
        self.players = np.zeros((steps + 1, tables), np.int16)
        self.rewards = np.zeros((steps, tables, batch.num_players), np.float32)
        self.done = np.zeros((steps, tables), np.bool_)
        self.advantages = np.zeros((steps, tables), np.float32)
        self.known = np.zeros((steps, tables), np.bool_)

    def observe(self, step: int, batch: Batch) -> None:
        """Keep what the deciding seats see, and the tables if they are wanted."""
        self.observations[step].copy_(torch.from_numpy(batch.observations))
        self.masks[step].copy_(torch.from_numpy(batch.action_masks))
        self.players[step] = batch.players
        if self._encoder:
            self._encoder.encode(batch.records, self._rows)
            self.whole[step].copy_(torch.from_numpy(self._rows))

    def estimate(self, gamma: float, gae_lambda: float) -> None:
        """Fill `advantages` and `known`: generalised advantage estimation (Schulman et al., 2016), seat by seat.

        Args:
            gamma: discount from one decision of a seat to its next.
            gae_lambda: weight of later decisions.

        Raises:
            ValueError: if the rollout is so short that nothing is known.
        """
        estimate(
            self.players,
            self.rewards,
            self.done,
            self.values,
            gamma,
            gae_lambda,
            self.advantages,
            self.known,
        )
        if not self.known.any():
            raise ValueError(f"learning.steps: {self.steps} are too few for any seat to decide twice; take 32 or more")
