"""What players of Canasta and its relatives have in common: which cards they lay down and discard first."""

from collections.abc import Callable
from typing import Any

import numpy as np

from cardzoo.envs.engine import rule
from cardzoo.envs.engine.cards import TWO
from cardzoo.envs.families.canastas import DISCARDED

Rule = Callable[..., Any]


def laying_plainly(laid: np.ndarray, first: int) -> Rule:
    """``plainest_lay(mask)``: a legal meld or card to add, with the fewest wild cards outside the wild meld.

    Args:
        laid: (lays, 4), what the actions lay down.
        first: the first of these actions.
    """

    @rule
    def plainest_lay(mask: Any) -> Any:
        """The first of equals; -1 if there is none."""
        best, fewest = -1, 9
        for lay in range(len(laid)):
            rank, _, twos, jokers = laid[lay]
            wilds = 1 if rank == TWO else 2 * (twos + jokers)
            if mask[first + lay] and wilds < fewest:
                best, fewest = first + lay, wilds
        return best

    return plainest_lay


def discarding(first: int, worth: Rule) -> Rule:
    """``choose_discard(view, mask)``: the legal discard of the card that is worth least.

    Args:
        first: the first discard among the actions.
        worth: ``worth(view, card)``.
    """

    @rule
    def choose_discard(view: Any, mask: Any) -> Any:
        """The first of equals."""
        best, least = -1, np.inf
        for place in range(len(DISCARDED)):
            if mask[first + place]:
                found = worth(view, DISCARDED[place])
                if found < least:
                    best, least = first + place, found
        return best

    return choose_discard
