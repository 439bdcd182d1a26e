"""Games as arrays, and tallies of the agents: the input of ratings and reports."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Games:
    """Games played; rows in the order of deals, then of the schedule.

    Attributes:
        deals: (G,) int64, number of the deal.
        seats: (G, P) int16, number of the entrant at each seat.
        rewards: (G, P) float32, each seat's total reward.
        scores: (G, P) int32, each seat's score; float64 where they are means.
        forfeits: (G,) int16, the seat that forfeited; -1: none.
    """

    deals: np.ndarray
    seats: np.ndarray
    rewards: np.ndarray
    scores: np.ndarray
    forfeits: np.ndarray

    @property
    def alone(self) -> bool:
        """True if each table has one entrant in all seats."""
        return bool((self.seats == self.seats[:, :1]).all())

    def merged(self) -> "Games":
        """The games as games for one, with the mean of the seats, if each table has one entrant; or as they are."""
        if not self.alone or self.seats.shape[1] == 1:
            return self
        rewards, scores = (values.mean(axis=1, keepdims=True) for values in (self.rewards, self.scores))
        return Games(self.deals, self.seats[:, :1], rewards, scores, np.minimum(self.forfeits, 0))


FIRST_IN_WORDS = "came first: share of games with the best score, a shared one in part; in a game for one, games won"


def first_places(scores: np.ndarray, rewards: np.ndarray, forfeits: np.ndarray, sides: int | None = None) -> np.ndarray:
    """First places: the best score, because the reward may show only the loser.

    Args:
        scores: (G, P) each seat's score.
        rewards: (G, P) each seat's total reward.
        forfeits: (G,) the seat that forfeited, whose side is last; -1: none.
        sides: number of sides in a partnership game: player k is of side ``k % sides``.

    Returns:
        (G, P) float64: 1 for a seat that came first, 1/n if n sides share the place, else 0. In a game for one, 1 if it
        was won, that is, has a reward above 0.
    """
    if scores.shape[1] == 1:
        return (rewards > 0).astype(np.float64)
    parties = sides or scores.shape[1]
    best = scores.reshape(len(scores), -1, parties).max(axis=1).astype(np.float64)
    gave_up = forfeits >= 0
    best[gave_up, forfeits[gave_up] % parties] = -np.inf
    first = best == best.max(axis=1, keepdims=True)
    return np.tile(first / first.sum(axis=1, keepdims=True), scores.shape[1] // parties)


FULL_IN_WORDS = "full score: share of games in which the team's reward was 1, the largest"


def has_full_score(rewards: np.ndarray) -> np.ndarray:
    """Returns for each reward of a cooperative game whether it is the largest, which is 1; the same shape, bool."""
    return np.asarray(rewards >= 1)


@dataclass(frozen=True)
class Failure:
    """A game that was forfeited.

    Attributes:
        game: row of the game.
        seat: the seat that forfeited.
        kind: kind of the failure: illegal, error, stall, crash.
        reason: description in one line.
    """

    game: int
    seat: int
    kind: str
    reason: str


@dataclass(frozen=True)
class Tally:
    """Tally of an entrant over all its games.

    Attributes:
        decisions: number of decisions.
        seconds: seconds of the decisions.
        forfeits: number of forfeited games, by kind.
    """

    decisions: int
    seconds: float
    forfeits: Mapping[str, int]

    @property
    def microseconds(self) -> float | None:
        """Time of a decision; None if it was not measured."""
        return self.seconds / self.decisions * 1e6 if self.decisions and self.seconds else None

    @property
    def speed(self) -> float | None:
        """Decisions a second; None if the time was not measured."""
        return self.decisions / self.seconds if self.decisions and self.seconds else None
