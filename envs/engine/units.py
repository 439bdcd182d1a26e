"""Units in which the results of a game are usual, such as thousandths of a big blind a hand."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Unit:
    """Unit of results in tables and on pages; programs and files keep rewards.

    Attributes:
        name: its name, such as ``"mbb/hand"``.
        per_reward: number of units in a reward of 1.
        digits: digits after the decimal point.
    """

    name: str
    per_reward: float = 1.0
    digits: int = 3

    @property
    def signed(self) -> str:
        """Format of a figure with its sign."""
        return f"+.{self.digits}f"

    @property
    def suffix(self) -> str:
        """End of a figure that stands by itself."""
        return "" if self == REWARD else f" {self.name}"

    def heading(self, words: str) -> str:
        """Heading of a column of figures, with the unit if it is not the reward."""
        return words if self == REWARD else f"{words}, {self.name}"

    @property
    def after(self) -> str:
        """Words after a figure in a sentence."""
        return "a game" if self == REWARD else self.name


REWARD = Unit("reward")
"""Unit of games that declare none."""


def in_rewards(options: Any, num_players: int) -> Unit:
    """Default of `Game.unit`."""
    return REWARD
