"""Rollout: the learner's decisions between two updates, in preallocated arrays, and their advantages.

A table's decisions may be of several seats. A decision's next one is the same seat's next decision, and its reward is
the sum of that seat's rewards until then.
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
COLLECTED = (*TENSORS, "actions", "log_probs", "values", "players", "rewards", "dones")


class Rollout:
    """The decisions of T steps at N tables.

    Args:
        learning: settings of the learner: T steps, and whether whole tables with their hidden cards are kept too.
        batch: the tables.
        device: device of the update's inputs.
        inputs: D, the width of the network's input: the encoder's row, followed by the advice if there is any.

    Attributes:
        steps: T.
        observations: (T + 1, N, D) and masks: (T + 1, N, A) bool, on the device; the last row is the next decision.
        whole: (T + 1, N, S) on the device, whole tables by `WholeTable`; S is 0 if they are not kept.
        actions: (T, N) int64, log_probs: (T, N) float32, values: (T + 1, N) float32, on the CPU.
        players: (T + 1, N) int16, the seats that decide.
        rewards: (T, N, P) float32, dones: (T, N) bool.
        advantages: (T, N) float32, by `estimate`.
        valid: (T, N) bool, True if the seat's next decision, or its game's end, is within the rollout.
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
        self.dones = np.zeros((steps, tables), np.bool_)
        self.advantages = np.zeros((steps, tables), np.float32)
        self.valid = np.zeros((steps, tables), np.bool_)

    @property
    def widths(self) -> tuple[int, int]:
        """Lengths of the rows: S and A."""
        return self.whole.shape[-1], self.masks.shape[-1]

    def observe(self, step: int, batch: Batch, share: slice, advice: np.ndarray | None = None) -> None:
        """Store the deciding seats' observations at a share of the tables, and whole tables if they are kept.

        Args:
            step: step of the rollout.
            batch: the tables.
            share: slice of the tables.
            advice: (n,) int64, the advisor's actions there; None without an advisor.
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
        """All collected arrays, on the CPU, for another rollout to `place`; bfloat16 as int16."""
        parts = {name: getattr(self, name) for name in COLLECTED}
        for name in TENSORS:
            tensor = parts[name]  # NumPy has no bfloat16
            parts[name] = (tensor.view(torch.int16) if tensor.dtype == torch.bfloat16 else tensor).numpy()
        return parts

    def place(self, tables: slice, arrays: Mapping[str, np.ndarray]) -> None:
        """Copy the collected arrays of some of the tables.

        Args:
            tables: slice of the tables.
            arrays: arrays of these tables' rollout; see `arrays`.
        """
        for name in COLLECTED:
            part, array = getattr(self, name)[:, tables], arrays[name]
            if name not in TENSORS:
                part[:] = array
                continue
            with warnings.catch_warnings(action="ignore"):  # about read-only arrays, which are only read
                tensor = torch.from_numpy(array)
            part.copy_(tensor.view(torch.bfloat16) if array.dtype == np.int16 else tensor)

    def estimate(self, gamma: float, gae_lambda: float) -> None:
        """Fill `advantages` and `valid`: generalised advantage estimation (Schulman et al., 2016), seat by seat.

        Args:
            gamma: discount from one decision of a seat to its next.
            gae_lambda: weight of later decisions.
        """
        estimate_all(
            self.players.shape[1],
            self.players,
            self.rewards,
            self.dones,
            self.values,
            gamma,
            gae_lambda,
            self.advantages,
            self.valid,
        )
