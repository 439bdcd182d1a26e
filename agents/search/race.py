"""Race between a root's actions: heats choose a challenger, a final decides between it and the favourite."""

import numpy as np

MOST_ROUNDS = 1 << 13
LEAST_ROUNDS = 8  # before gains are compared
HEATS = 0.5  # of the budget
GIVE_UP = 3.0  # standard errors behind the leader, in the heats
CLEAR = 4.0  # standard errors apart, in the final


class Race:
    """Actions that are tried once in each round, all with the same luck, so that their gains are compared in pairs.

    *Heats* find the challenger. An action that is `GIVE_UP` standard errors behind the leader is out (racing, Maron and
    Moore, 1994). As the budget is used up, the worse half of the remaining actions is dropped repeatedly (sequential
    halving, Karnin, Koren and Somekh, 2013).

    The *final* is between the challenger and the favourite, if they are not the same. It counts new rounds alone, since
    the gain of the best of many actions is biased upwards.

    Args:
        number: number of actions; they are numbered 0, 1, 2, ...
        favourite: the action that is taken without evidence for another one.

    Attributes:
        gains: (number, MOST_ROUNDS) float64, filled round by round.
        racing: (n,) the actions that are still tried.
        rounds: number of rounds so far.
        tried: (number,) int, the number of rounds in which each action was tried: the first ones.
        heats: number of rounds that were heats; None while these go on.
    """

    def __init__(self, number: int, favourite: int) -> None:
        self.favourite = favourite
        self.gains = np.zeros((number, MOST_ROUNDS))
        self.racing = np.arange(number)
        self.rounds = 0
        self.tried = np.zeros(number, int)
        self.heats: int | None = None
        self._halvings = max((number - 1).bit_length(), 1)
        self._halved = 0

    @property
    def over(self) -> bool:
        """True if no further round is needed or possible."""
        return len(self.racing) == 1 or self.rounds == MOST_ROUNDS

    def count(self, rounds: int) -> None:
        """Count this number of further rounds with the racing actions."""
        self.rounds += rounds
        self.tried[self.racing] = self.rounds

    def mean(self, action: int, other: int | None = None) -> tuple[float, float, int]:
        """The mean gain of an action, or of its difference to another one with the same luck.

        Returns:
            The mean, its standard error, and the number of rounds in which both were tried.
        """
        rounds = int(self.tried[action] if other is None else min(self.tried[action], self.tried[other]))
        if rounds == 0:
            return 0.0, float("inf"), 0
        gains = self.gains[action, :rounds]
        lead = gains if other is None else gains - self.gains[other, :rounds]
        tried = np.concatenate([self.gains[one, :number] for one, number in enumerate(self.tried.tolist())])
        return float(lead.mean()), float(_errors(lead, tried)), rounds

    def drop(self, left: float) -> None:
        """Drop actions that have fallen behind; after the last heat the final begins.

        Args:
            left: the share of the budget that is left.
        """
        if self.heats is not None:
            lead, error = self._lead()
            if self.rounds - self.heats >= LEAST_ROUNDS and abs(lead) > CLEAR * error:
                self.racing = self.racing[[int(lead > 0)]]
            return
        gains = self.gains[self.racing, : self.rounds]
        means = gains.mean(axis=1)
        if self.rounds >= LEAST_ROUNDS:
            behind = gains[means.argmax()] - gains
            kept = behind.mean(axis=1) <= GIVE_UP * _errors(behind, gains)
            self.racing, means = self.racing[kept], means[kept]
        while self._halved < self._halvings and left < 1 - HEATS * (self._halved + 1) / self._halvings:
            self._halved += 1
            best = np.sort(np.argsort(-means, kind="stable")[: -(-len(self.gains) >> self._halved)])
            self.racing, means = self.racing[best], means[best]
        if len(self.racing) == 1 or left < 1 - HEATS:
            self._start_final(int(self.racing[means.argmax()]))

    def _start_final(self, challenger: int) -> None:
        self.heats = self.rounds
        self.racing = np.array([self.favourite, challenger][: 1 + (challenger != self.favourite)])

    def _lead(self) -> tuple[float, float]:
        """The challenger's mean lead over the favourite in the final, and its standard error."""
        gains = self.gains[self.racing, self.heats : self.rounds]
        lead = gains[1] - gains[0]
        return float(lead.mean()), float(_errors(lead, gains))

    def winner(self, evidence: float) -> int:
        """The action to take.

        Args:
            evidence: standard errors by which the challenger must lead in the final.
        """
        if self.heats is None or (len(self.racing) > 1 and self.rounds - self.heats < LEAST_ROUNDS):
            return self.favourite
        if len(self.racing) == 1:
            return int(self.racing[0])
        lead, error = self._lead()
        return int(self.racing[int(lead > evidence * error)])


def _errors(differences: np.ndarray, gains: np.ndarray) -> np.ndarray:
    """Standard errors of the means of rows.

    The variance of all gains counts as one more difference; otherwise a few equal rounds would give an error of 0.
    """
    rounds = differences.shape[-1]
    return np.asarray(np.sqrt(differences.var(axis=-1) * rounds + gains.var()) / rounds)
