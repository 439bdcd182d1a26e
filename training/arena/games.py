"""Games as arrays, and what agents did in them: what ratings and reports are made of."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Games:
    """Games played; rows in the order of deals, then of the schedule.

    Attributes:
        deals: (G,) int64, number of the deal.
        seats: (G, P) int16, number of the entrant at each seat.
        rewards: (G, P) float32, what each seat got in all.
        scores: (G, P) int32, each seat's score.
        forfeits: (G,) int16, the seat that forfeited; -1: none.
    """

    deals: np.ndarray
    seats: np.ndarray
    rewards: np.ndarray
    scores: np.ndarray
    forfeits: np.ndarray


@dataclass(frozen=True)
class Failure:
    """A game that was forfeited.

    Attributes:
        game: its row.
        seat: who forfeited.
        kind: a word for it, by which such ends are counted: illegal, error, stall, crash.
        reason: what happened, in one line.
    """

    game: int
    seat: int
    kind: str
    reason: str


@dataclass(frozen=True)
class Tally:
    """What an entrant did in all its games.

    Attributes:
        decisions: how many it took.
        seconds: that they took.
        forfeits: how many games it forfeited, by kind.
    """

    decisions: int
    seconds: float
    forfeits: Mapping[str, int]

    @property
    def microseconds(self) -> float | None:
        """Time of a decision; None if no time was taken."""
        return self.seconds / self.decisions * 1e6 if self.decisions and self.seconds else None

    @property
    def speed(self) -> float | None:
        """Decisions a second; None if no time was taken."""
        return self.decisions / self.seconds if self.decisions and self.seconds else None
