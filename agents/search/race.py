"""The race between a root's actions: which of them are tried on, and which one wins."""

import numpy as np

MOST_ROUNDS = 1 << 13
LEAST_ROUNDS = 8  # before gains tell anything
GIVE_UP = 3.0  # standard errors behind the leader


class Race:
    """Actions that are tried once in each round, all under the same luck, so that their gains are compared in pairs.

    An action that is `GIVE_UP` standard errors behind the leader is out (racing, Maron and Moore, 1994), the favourite
    if it is twice as far behind. As the budget is used up, so are the worse half of those left, again and again
    (sequential halving, Karnin, Koren and Somekh, 2013), but never the favourite.

    Args:
        number: of actions; they are called 0, 1, 2, ...
        favourite: the action that is taken without evidence for another one.

    Attributes:
        gains: (number, MOST_ROUNDS) float64, to be filled round by round.
        racing: (n,) the actions that are still tried.
        rounds: how many have been run.
    """

    def __init__(self, number: int, favourite: int) -> None:
        self.favourite = favourite
        self.gains = np.zeros((number, MOST_ROUNDS))
        self.racing = np.arange(number)
        self.rounds = 0
        self._halvings = max((number - 1).bit_length(), 1)
        self._halved = 0

    @property
    def over(self) -> bool:
        """Whether there is nothing left to find out."""
        return len(self.racing) == 1 or self.rounds == MOST_ROUNDS

    def drop(self, left: float) -> None:
        """Take out what has fallen behind.

        Args:
            left: the share of the budget that is left.
        """
        gains = self.gains[self.racing, : self.rounds]
        means = gains.mean(axis=1)
        if self.rounds >= LEAST_ROUNDS:
            behind = gains[means.argmax()] - gains
            allowed = np.where(self.racing == self.favourite, 2 * GIVE_UP, GIVE_UP) * self._errors(behind)
            kept = behind.mean(axis=1) <= allowed
            self.racing, means = self.racing[kept], means[kept]
        while self._halved < self._halvings and left < 1 - (self._halved + 1) / self._halvings:
            self._halved += 1
            most = max(2, -(-len(self.gains) >> self._halved))
            best = np.argsort(-means, kind="stable")[:most]
            kept = np.isin(np.arange(len(means)), best) | (self.racing == self.favourite)
            self.racing, means = self.racing[kept], means[kept]

    def winner(self, evidence: float) -> int:
        """The action to take.

        Args:
            evidence: how much better than the favourite it must be, if that is still in the race; 1 is what the best of
                so many actions would show on average without any merit: ``sqrt(2 log(number))`` standard errors.
        """
        if self.rounds < LEAST_ROUNDS:
            return self.favourite
        means = self.gains[self.racing, : self.rounds].mean(axis=1)
        leader = int(self.racing[means.argmax()])
        if self.favourite in self.racing:
            ahead = self.gains[leader, : self.rounds] - self.gains[self.favourite, : self.rounds]
            luck = np.sqrt(2 * np.log(len(self.gains))) * self._errors(ahead)
            if ahead.mean() <= evidence * luck:
                return self.favourite
        return leader

    def _errors(self, differences: np.ndarray) -> np.ndarray:
        """Standard errors of the means of rows.

        All gains count as one more difference, or a few equal rounds would seem to leave no doubt.
        """
        squares = differences.var(axis=-1) * self.rounds + self.gains[self.racing, : self.rounds].var()
        return np.asarray(np.sqrt(squares) / self.rounds)
