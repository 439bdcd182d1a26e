"""Card choices shared by the agents of Canasta and its relatives: laying down, discarding and going out."""

from collections.abc import Callable
from typing import Any

import numpy as np

from cardzoo.envs.engine import rule
from cardzoo.envs.engine.cards import THREE, TWO
from cardzoo.envs.families.canastas import DISCARDED, JOKER, NATURAL, Source, meld_size
from cardzoo.envs.families.hand_and_foot import CANASTA_SIZE

Rule = Callable[..., Any]

ME, PARTNER = 0, 2


def laying_plainly(laid: np.ndarray, first: int) -> Rule:
    """``plainest_lay(mask)``: a legal meld or card to add, with the fewest wild cards outside the wild meld.

    Args:
        laid: (lays, 4), the cards that the actions lay down.
        first: index of the first of these actions.
    """

    @rule
    def plainest_lay(mask: Any) -> Any:
        """The first of equal ones; -1 if there is none."""
        best, fewest = -1, 9
        for lay in range(len(laid)):
            rank, _, twos, jokers = laid[lay]
            wilds = 1 if rank == TWO else 2 * (twos + jokers)
            if mask[first + lay] and wilds < fewest:
                best, fewest = first + lay, wilds
        return best

    return plainest_lay


def discarding(first: int, worth: Rule) -> Rule:
    """``choose_discard(view, mask)``: the legal discard of the card of least worth.

    Args:
        first: index of the first discard action.
        worth: ``worth(view, card)``.
    """

    @rule
    def choose_discard(view: Any, mask: Any) -> Any:
        """The first of equal ones."""
        best, least = -1, np.inf
        for place in range(len(DISCARDED)):
            if mask[first + place]:
                found = worth(view, DISCARDED[place])
                if found < least:
                    best, least = first + place, found
        return best

    return choose_discard


@rule
def could_run_out(view: Any, limits: np.ndarray) -> Any:
    """True if a player with leave can lay down the whole hand, or all cards but one after a draw from the stock.

    Args:
        view: the view of the player whose turn it is.
        limits: (13, 8), the maximum of wild cards in a meld by rank and size.
    """
    wilds = view.hand[TWO] + view.hand[JOKER]
    unfit, room = view.hand[THREE], 0
    for rank in NATURAL:
        size = meld_size(view, ME, rank)
        together = size + view.hand[rank]
        if size > 0 and together <= CANASTA_SIZE:
            room += limits[rank, together] - view.twos[ME, rank] - view.jokers[ME, rank]
        else:
            rest = together - CANASTA_SIZE * (size > 0)
            if rest == 2 and wilds > 0 and limits[rank, 3] > 0:
                wilds -= 1
            elif rest < 3:
                unfit += rest
    if wilds < 3 and meld_size(view, ME, TWO) == 0:
        unfit += max(wilds - room, 0)
    return unfit <= (view.source == Source.STOCK)
