"""Games of Skat: the order of cards, their points, and the value that the declarer wins or loses.

The state has the ``declarer``, the ``contract``, ``by_hand`` and what is ``announced``. ``tricks`` and ``points`` are
those of the declarer and of the other side. The declarer's cards are in ``hands``, ``played`` and the ``skat``.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import NO_CARD, RANKS, SUITS, rule
from cardzoo.envs.engine.cards import SUIT_WORDS, parse_cards
from cardzoo.envs.families import orders
from cardzoo.envs.families.tricks import NO_TRUMP

DECLARER, OTHERS = 0, 1  # sides
ENOUGH_POINTS, SCHNEIDER_POINTS = 61, 30
BASES = np.array([9, 10, 11, 12, 24])
SUIT_LEVELS, GRAND_LEVELS = 18, 11  # with all matadors, by hand, everything announced
NULLS = np.array([[23, 46], [35, 59]])  # with the skat or by hand; closed or open
VALUES = np.array(
    sorted(
        {int(base) * levels for base in BASES[:SUITS] for levels in range(2, SUIT_LEVELS + 1)}
        | {int(BASES[SUITS]) * levels for levels in range(2, GRAND_LEVELS + 1)}
        | set(NULLS.flat)
    )
)
"""All values of games: the bids."""
MOST_VALUE = int(VALUES[-1])
CARD_POINTS = np.tile(np.array([11, 0, 0, 0, 0, 0, 0, 0, 0, 10, 2, 3, 4], np.int16), SUITS)
ALL_POINTS = 120


class Contract(IntEnum):
    """Games that the declarer can name."""

    DIAMONDS = 0
    HEARTS = 1
    SPADES = 2
    CLUBS = 3
    GRAND = 4
    NULL = 5


class Announced(IntEnum):
    """Announcements of the declarer; in a suit game or grand each one includes those before."""

    NOTHING = 0
    SCHNEIDER = 1
    SCHWARZ = 2
    OPEN = 3


class Led(IntEnum):
    """The suit led; the jacks are one in grand."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    JACKS = 4


TRUMP = np.array([Led.DIAMONDS, Led.HEARTS, Led.SPADES, Led.CLUBS, Led.JACKS, NO_TRUMP])
"""The suit of trumps of each contract."""


def suits_in(contract: int) -> list[list[int]]:
    """The cards of each suit, and then of the jacks in grand, the highest first."""
    if contract == Contract.NULL:
        return [parse_cards([rank + suit for rank in ("A", *"KQJ", "10", *"987")]) for suit in SUIT_WORDS]
    suits = [parse_cards([rank + suit for rank in ("A", "10", *"KQ987")]) for suit in SUIT_WORDS] + [[]]
    suits[TRUMP[contract]] = parse_cards("J♣ J♠ J♥ J♦") + suits[TRUMP[contract]]
    return suits


def trumps_in(contract: int) -> list[int]:
    """The trumps of a contract, the highest first, and then no cards."""
    trumps = suits_in(contract)[TRUMP[contract]] if contract != Contract.NULL else []
    return (trumps + [NO_CARD] * RANKS)[:RANKS]


ORDERS = np.array([orders.order_of(suits_in(contract)) for contract in Contract])
TRUMPS = np.array([trumps_in(contract) for contract in Contract])


@rule
def next_value(bid):
    """The lowest value above a bid, which is not the highest one."""
    number = 0
    while VALUES[number] <= bid:
        number += 1
    return VALUES[number]


@rule
def points_of(cards):
    """The points of a set of cards."""
    total = 0
    for card in range(len(cards)):
        total += CARD_POINTS[card] * cards[card]
    return total


@rule
def is_goal_reached(state):
    """Returns whether the declarer has 61 points, or no trick in null."""
    if state.contract == Contract.NULL:
        return state.tricks[DECLARER] == 0
    return state.points[DECLARER] >= ENOUGH_POINTS


@rule
def is_announcement_met(state):
    """Returns whether the other side is schneider or schwarz, if that is announced in a suit game or grand."""
    if state.contract == Contract.NULL or state.announced == Announced.NOTHING:
        return True
    if state.announced == Announced.SCHNEIDER:
        return state.points[OTHERS] <= SCHNEIDER_POINTS
    return state.tricks[OTHERS] == 0


@rule
def matadors(state):
    """The number of highest trumps in a row that the declarer has been dealt or found in the skat, or lacks."""
    number, has_first = 0, is_declarers(state, TRUMPS[state.contract, 0])
    for card in TRUMPS[state.contract]:
        if card == NO_CARD or is_declarers(state, card) != has_first:
            return number
        number += 1
    return number


@rule
def is_declarers(state, card):
    """Returns whether a card was in the declarer's hand or in the skat."""
    return state.hands[state.declarer, card] + state.played[state.declarer, card] + state.skat[card] > 0


@rule
def value_of(state):
    """The value of a game that is over, when the points of the skat are counted."""
    announced = state.announced
    if state.contract == Contract.NULL:
        return NULLS[state.by_hand, announced // Announced.OPEN]
    levels = matadors(state) + 1 + state.by_hand + announced
    is_schneider = min(state.points[DECLARER], state.points[OTHERS]) <= SCHNEIDER_POINTS
    is_schwarz = min(state.tricks[DECLARER], state.tricks[OTHERS]) == 0
    levels += is_schneider or announced >= Announced.SCHNEIDER
    levels += is_schwarz or announced >= Announced.SCHWARZ
    return BASES[state.contract] * levels


@rule
def result_of(state):
    """The value that the declarer wins, or, below 0, what a lost game costs."""
    value = value_of(state)
    if value >= state.bid:
        return value if is_goal_reached(state) and is_announcement_met(state) else -2 * value
    base = BASES[state.contract]
    return -2 * base * ((state.bid + base - 1) // base)
