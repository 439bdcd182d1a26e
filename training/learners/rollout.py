"""Rollout: the learner's decisions between two updates, in preallocated tensors, and their advantages.

A table's decisions may be of several seats. A decision's next one is the same seat's next decision, and its reward is
the sum of that seat's rewards until then.
"""

import warnings
from collections.abc import Mapping

import numpy as np
import torch

from cardzoo.envs.batch import Batch
from cardzoo.envs.encoders import WholeTable
from cardzoo.training import processes
from cardzoo.training.config import Learning
from cardzoo.training.learners.device import uses_bfloat16
from cardzoo.training.tables.decisions import estimate_all

COLLECTED = ("observations", "whole", "masks", "actions", "log_probs", "values", "players", "rewards", "dones")
HOST = torch.device("cpu")


class Rollout:
    """The decisions of T steps at N tables.

    Args:
        learning: settings of the learner: T steps, and whether whole tables with their hidden cards are kept too.
        batch: the tables.
        inputs: D, the width of the network's input: the encoder's row, followed by the advice if there is any.
        device: device of the network's inputs.
        beside: device of the tables, and of all other tensors.

    Attributes:
        steps: T.
        observations: (T + 1, N, D) and masks: (T + 1, N, A) bool, on the device; the last row is the next decision.
        whole: (T + 1, N, S) on the device, whole tables by `WholeTable`; S is 0 if they are not kept.
        actions: (T, N) int64, log_probs: (T, N) float32, values: (T + 1, N) float32.
        players: (T + 1, N) int16, the seats that decide.
        rewards: (T, N, P) float32, dones: (T, N) bool.
        advantages: (T, N) float32, by `estimate`.
        valid: (T, N) bool, True if the seat's next decision, or its game's end, is within the rollout.
    """

    def __init__(
        self, learning: Learning, batch: Batch, inputs: int, device: torch.device, beside: torch.device = HOST
    ) -> None:
        tables, actions = batch.action_masks.shape
        self.steps = steps = learning.steps
        dtype = torch.bfloat16 if uses_bfloat16(device, learning.precision) else torch.float32
        self._encoder = WholeTable(batch.game, batch.num_players) if learning.critic == "table" else None
        self._row = torch.zeros((tables, self._encoder.width if self._encoder else 0), device=beside)

        def zeros(rows: int, kind: torch.dtype, *width: int, device: torch.device = beside) -> torch.Tensor:
            return torch.zeros((rows, tables, *width), dtype=kind, device=device)

        self.observations = zeros(steps + 1, dtype, inputs, device=device)
        self.whole = zeros(steps + 1, dtype, self._row.shape[1], device=device)
        self.masks = zeros(steps + 1, torch.bool, actions, device=device)
        self.actions = zeros(steps, torch.int64)
        self.log_probs = zeros(steps, torch.float32)
        self.values = zeros(steps + 1, torch.float32)
        self.players = zeros(steps + 1, torch.int16)
        self.rewards = zeros(steps, torch.float32, batch.num_players)
        self.dones = zeros(steps, torch.bool)
        self.advantages = zeros(steps, torch.float32)
        self.valid = zeros(steps, torch.bool)

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
        self.players[step, share] = torch.from_numpy(batch.players[share])
        if self._encoder:
            self._encoder.encode(batch.records[share], self._row[share].numpy())
            self.whole[step, share].copy_(self._row[share])

    def arrays(self) -> dict[str, np.ndarray]:
        """All collected tensors, of the CPU, for another rollout to `place`; bfloat16 as int16."""
        parts = {name: getattr(self, name) for name in COLLECTED}  # NumPy has no bfloat16
        return {
            name: (part.view(torch.int16) if part.dtype == torch.bfloat16 else part).numpy()
            for name, part in parts.items()
        }

    def place(self, tables: slice, arrays: Mapping[str, np.ndarray]) -> None:
        """Copy the collected tensors of some of the tables.

        Args:
            tables: slice of the tables.
            arrays: arrays of these tables' rollout; see `arrays`.
        """
        for name in COLLECTED:
            part = getattr(self, name)[:, tables]
            with warnings.catch_warnings(action="ignore"):  # about read-only arrays, which are only read
                tensor = torch.from_numpy(arrays[name])
            narrow = part.dtype == torch.bfloat16
            part.copy_(tensor.view(torch.bfloat16) if narrow else tensor)

    def estimate(self, gamma: float, gae_lambda: float) -> None:
        """Fill `advantages` and `valid`: generalised advantage estimation (Schulman et al., 2016), seat by seat.

        Args:
            gamma: discount from one decision of a seat to its next.
            gae_lambda: weight of later decisions.
        """
        collected = (part.numpy() for part in (self.players, self.rewards, self.dones, self.values))
        estimated = self.advantages.numpy(), self.valid.numpy()
        estimate_all(self.actions.shape[1], *collected, gamma, gae_lambda, *estimated)

    def count_own(self) -> int:
        """Number of the learner's decisions, in all processes."""
        return self.actions.numel() * processes.count()
