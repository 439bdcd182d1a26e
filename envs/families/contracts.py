"""The contracts of Barbu and its kin: points of tricks and cards, and when a heart may be led.

The state has the ``contract``, and in ``played`` the cards of the tricks that have been taken.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import CARDS, rule
from cardzoo.envs.engine.cards import HEARTS, parse_cards
from cardzoo.envs.families import tricks

TRICKS = 13
SEATS = 4


class Contract(IntEnum):
    """The contract of a hand; the first five are negative."""

    NO_TRICKS = 0
    NO_HEARTS = 1
    NO_QUEENS = 2
    BARBU = 3
    NO_LAST_TWO = 4
    TRUMPS = 5
    DOMINO = 6


class HeartLeads(IntEnum):
    """The rule by which hearts may be led in no hearts and Barbu by a player who holds another suit."""

    NEVER = 0
    BROKEN = 1
    FREE = 2


class Domino(IntEnum):
    """The points of domino."""

    ENGLISH = 0
    FRENCH = 1
    AMERICAN = 2


CONTRACTS = len(Contract)
WORDS = tuple(contract.name.lower().replace("_", " ") for contract in Contract)
SUMS = np.array([-26, -30, -24, -20, -30, 65, 65])  # of all points of a hand
DOMINO_SUM = int(SUMS[Contract.DOMINO])
DOMINO_POINTS = np.array([[40, 25, 10, -10], [45, 20, 10, -10], [45, 20, 5, -5]])  # in the order of going out
TRICK_POINTS = np.array([-2, 0, 0, 0, 0, 5, 0])
LAST_BUT_ONE, LAST = -10, -20  # tricks, in no last two
STEPS = np.array([-2, -2, -6, -20, -10, 5, 5])  # common divisor of all points
CARD_POINTS = np.zeros((CONTRACTS, CARDS), np.int64)
CARD_POINTS[Contract.NO_HEARTS, parse_cards("A♥..K♥")] = -2
CARD_POINTS[Contract.NO_HEARTS, parse_cards("A♥")] = -6
CARD_POINTS[Contract.NO_QUEENS, parse_cards("Q♣ Q♦ Q♥ Q♠")] = -6
CARD_POINTS[Contract.BARBU, parse_cards("K♥")] = -20


@rule
def points_in(contract, played):
    """The points of all tricks that have been taken; ``played`` are their cards."""
    tricks_over = played.sum() // SEATS
    total = TRICK_POINTS[contract] * tricks_over
    for card in range(CARDS):
        total += CARD_POINTS[contract, card] * played[card]
    if contract == Contract.NO_LAST_TWO:
        total += LAST_BUT_ONE * (tricks_over >= TRICKS - 1) + LAST * (tricks_over == TRICKS)
    return total


@rule
def spares_hearts(state):
    """Returns whether only a player with nothing else may lead a heart now, by the option ``heart_leads``."""
    if state.contract != Contract.NO_HEARTS and state.contract != Contract.BARBU:
        return False
    leads = state.options.heart_leads
    return leads == HeartLeads.NEVER or (leads == HeartLeads.BROKEN and not tricks.has_suit(state.played, HEARTS))


def wrong_points(state) -> str:
    """The first problem of the points of tricks in a written position: ``points`` of each seat."""
    fits = state.points.sum() == points_in(state.contract, state.played)
    fits &= all(points % STEPS[state.contract] == 0 <= points * STEPS[state.contract] for points in state.points)
    return "" if fits else "points: they are those of the tricks that have been taken"
