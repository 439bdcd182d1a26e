"""What a learner collects between two updates: preallocated arrays, and advantages.

A table's decisions may be of several seats. Each seat's decision is followed by that seat's own next one: it is paid
all that the seat earns until then, whatever the others do meanwhile.
"""

import warnings
from collections.abc import Mapping

import numpy as np
import torch

from cardzoo.envs.batch import Batch
from cardzoo.envs.encoders import WholeTable
from cardzoo.training.config import Learning
from cardzoo.training.learners.device import uses_bfloat16
from cardzoo.training.tables.decisions import estimate_all

TENSORS = ("observations", "whole", "masks")
COLLECTED = (*TENSORS, "actions", "log_probs", "values", "players", "rewards", "done")


class Rollout:
    """The decisions of T steps at N tables.

    Args:
        learning: its settings: T steps, and whether the tables are kept as well, hidden cards and all.
        batch: the tables.
        device: that holds what the update takes.
        inputs: D, what the network takes: the encoder's rows, and advice behind them if there is any.

    Attributes:
        steps: T.
        observations: (T + 1, N, D) and masks: (T + 1, N, A) bool, on the device; the last are what comes next.
        whole: (T + 1, N, S) on the device, the tables by `WholeTable`; S is 0 if they are not kept.
        actions: (T, N) int64, log_probs: (T, N) float32, values: (T + 1, N) float32, on the CPU.
        players: (T + 1, N) int16, the seats that decide.
        rewards: (T, N, P) float32, done: (T, N) bool.
        advantages: (T, N) float32, by `estimate`.
        known: (T, N) bool, whether the seat has another decision, or its game's end, within the rollout.
    """

    def __init__(self, learning: Learning, batch: Batch, device: torch.device, inputs: int) -> None:
        tables, actions = batch.action_masks.shape
        self.steps = steps = learning.steps
        dtype = torch.bfloat16 if uses_bfloat16(device, learning.precision) else torch.float32
        self._encoder = WholeTable(batch.game, batch.num_players) if learning.critic == "table" else None
        self._rows = self._encoder.empty(tables) if self._encoder else np.zeros((tables, 0), np.float32)
        self.whole = torch.zeros((steps + 1, *self._rows.shape), dtype=dtype, device=device)
        self.observations = torch.zeros((steps + 1, tables, inputs), dtype=dtype, device=device)
        self.masks = torch.zeros((steps + 1, tables, actions), dtype=torch.bool, device=device)
        self.actions = np.zeros((steps, tables), np.int64)
        self.log_probs = np.zeros((steps, tables), np.float32)
        self.values = np.zeros((steps + 1, tables), np.float32)
        self.players = np.zeros((steps + 1, tables), np.int16)
        self.rewards = np.zeros((steps, tables, batch.num_players), np.float32)
        self.done = np.zeros((steps, tables), np.bool_)
        self.advantages = np.zeros((steps, tables), np.float32)
        self.known = np.zeros((steps, tables), np.bool_)

    @property
    def widths(self) -> tuple[int, int]:
        """Lengths of the rows: S and A."""
        return self.whole.shape[-1], self.masks.shape[-1]

    def observe(self, step: int, batch: Batch, share: slice, advice: np.ndarray | None = None) -> None:
        """Keep what the deciding seats see at a share of the tables, and the tables if they are wanted.

        Args:
            step: of the rollout.
            batch: the tables.
            share: which of them.
            advice: (n,) int64, what an advisor would do there; None if there is none.
        """
        row, width = self.observations[step, share], batch.encoder.width
        row[:, :width].copy_(torch.from_numpy(batch.observations[share]))
        if advice is not None:
            row[:, width:] = torch.nn.functional.one_hot(torch.from_numpy(advice), row.shape[1] - width)
        self.masks[step, share].copy_(torch.from_numpy(batch.action_masks[share]))
        self.players[step, share] = batch.players[share]
        if self._encoder:
            self._encoder.encode(batch.records[share], self._rows[share])
            self.whole[step, share].copy_(torch.from_numpy(self._rows[share]))

    def arrays(self) -> dict[str, np.ndarray]:
        """All that has been collected, on the CPU, for another rollout to `place`; bfloat16 as int16."""
        parts = {name: getattr(self, name) for name in COLLECTED}
        for name in TENSORS:
            tensor = parts[name]  # NumPy has no bfloat16
            parts[name] = (tensor.view(torch.int16) if tensor.dtype == torch.bfloat16 else tensor).numpy()
        return parts

    def place(self, tables: slice, arrays: Mapping[str, np.ndarray]) -> None:
        """Take what has been collected at some of the tables.

        Args:
            tables: which ones.
            arrays: what the rollout of these tables gave; see `arrays`.
        """
        for name in COLLECTED:
            part, array = getattr(self, name)[:, tables], arrays[name]
            if name not in TENSORS:
                part[:] = array
                continue
            with warnings.catch_warnings(action="ignore"):  # of arrays that cannot be written, which nobody does
                tensor = torch.from_numpy(array)
            part.copy_(tensor.view(torch.bfloat16) if array.dtype == np.int16 else tensor)

    def estimate(self, gamma: float, gae_lambda: float) -> None:
        """Fill `advantages` and `known`: generalised advantage estimation (Schulman et al., 2016), seat by seat.

        Args:
            gamma: discount from one decision of a seat to its next.
            gae_lambda: weight of later decisions.
        """
        estimate_all(
            self.players.shape[1],
            self.players,
            self.rewards,
            self.done,
            self.values,
            gamma,
            gae_lambda,
            self.advantages,
            self.known,
        )
