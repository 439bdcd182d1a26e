"""Scripted agents of Blackjack: the dealer's own way, and basic strategy with a count of the cards."""

from functools import cache

import numpy as np

from cardzoo.envs.engine import RANKS, rule
from cardzoo.envs.engine.cards import NO_CARD
from cardzoo.envs.games.blackjack import (
    BEST,
    DEALER_STANDS,
    DECLINE,
    DOUBLE,
    HIT,
    INSURE,
    SPLIT,
    STAND,
    SURRENDER,
    value_of,
)

VALUES = 10  # ace to ten
CHANCES = (*[1 / RANKS] * 9, 4 / RANKS)  # of a drawn card, by value
HI_LO = np.array([-1, 1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1])
PACK = 52
INSURES_FROM = 3.0  # true count
SURRENDERED = -0.5

# Stiff hands with another best action from a true count on: total, up card, count from which to stand.
STANDS_FROM = np.array([[16, 10, 0], [15, 10, 4], [12, 2, 3], [12, 3, 2]])


@rule
def novice(view, mask, generator):
    """Plays as the dealer has to: hits below 17, never doubles, splits, surrenders or insures."""
    if mask[DECLINE]:
        return DECLINE
    return HIT if mask[HIT] and view.totals[0, view.hand] < DEALER_STANDS else STAND


@rule
def expert(view, mask, generator):
    """Plays basic strategy, and counts the cards.

    - The tables are those of the best play against each up card with many packs, by a recursion over totals.
    - It counts the cards seen by Hi-Lo, divided by the packs that are left. From this true count on it insures, and
      stands on some stiff hands.
    """
    count = true_count(view)
    if mask[DECLINE]:
        return INSURE if count >= INSURES_FROM else DECLINE
    total, soft, up = view.totals[0, view.hand], view.soft[0, view.hand], value_of(view.up)
    if mask[SPLIT] and SPLITS[value_of(lowest(view.hands[0, view.hand])), up]:
        return SPLIT
    if mask[SURRENDER] and GIVES_UP[soft, total, up]:
        return SURRENDER
    if mask[DOUBLE] and DOUBLES[soft, total, up]:
        return DOUBLE
    if not mask[HIT]:
        return STAND
    if not soft:
        for row in range(len(STANDS_FROM)):
            if STANDS_FROM[row, 0] == total and STANDS_FROM[row, 1] == up:
                return STAND if count > STANDS_FROM[row, 2] else HIT
    return HIT if HITS[soft, total, up] else STAND


@rule
def true_count(view):
    """Hi-Lo count of the cards seen, for each pack that is left."""
    count = 0.0
    for card in range(RANKS):
        count += HI_LO[card] * view.drawn[card]
    return count * PACK / max(view.cards_left, 1)


@rule
def lowest(cards):
    """The lowest rank of a hand."""
    for card in range(RANKS):
        if cards[card] > 0:
            return card
    return NO_CARD


@cache
def dealer_chances(total: int, soft: bool, opening: int = 0) -> tuple[float, ...]:
    """Chances of the dealer to end with 17 to 21, and above.

    Args:
        total: total so far.
        soft: whether an ace counts 11.
        opening: value of the up card if the hole card comes next; it makes no blackjack.
    """
    if total >= DEALER_STANDS:
        return tuple(float(min(total, BEST + 1) == end) for end in range(DEALER_STANDS, BEST + 2))
    never = {1: 10, 10: 1}.get(opening, 0)
    found, whole = np.zeros(BEST + 2 - DEALER_STANDS), 0.0
    for value in range(1, VALUES + 1):
        if value != never:
            whole += CHANCES[value - 1]
            found += CHANCES[value - 1] * np.array(dealer_chances(*with_card(total, soft, value)))
    return tuple((found / whole).tolist())


def with_card(total: int, soft: bool, value: int) -> tuple[int, bool]:
    """Total after another card, and whether it is soft."""
    total, soft = (total + 11, True) if value == 1 and total + 11 <= BEST else (total + value, soft)
    return (total - 10, False) if total > BEST and soft else (total, soft)


@cache
def worth_standing(total: int, up: int) -> float:
    """Expected gain of no more cards."""
    if total > BEST:
        return -1.0
    *ends, above = dealer_chances(*with_card(0, False, up), up)
    return above + sum(chance * float(np.sign(total - end)) for end, chance in enumerate(ends, DEALER_STANDS))


@cache
def worth_hitting(total: int, soft: bool, up: int) -> float:
    """Expected gain of a card, and the best play after it."""
    return sum(chance * worth(*with_card(total, soft, value), up) for value, chance in enumerate(CHANCES, 1))


@cache
def worth(total: int, soft: bool, up: int) -> float:
    """Expected gain of the best play without a double or a split."""
    if total >= BEST:
        return worth_standing(total, up)
    return max(worth_standing(total, up), worth_hitting(total, soft, up))


@cache
def worth_doubling(total: int, soft: bool, up: int) -> float:
    """Expected gain of a double."""
    return sum(
        2 * chance * worth_standing(with_card(total, soft, value)[0], up) for value, chance in enumerate(CHANCES, 1)
    )


def worth_splitting(value: int, up: int) -> float:
    """Expected gain of two cards of this value, split once; aces get one card each."""
    gain = 0.0
    for other, chance in enumerate(CHANCES, 1):
        total, soft = with_card(*with_card(0, False, value), other)
        played = worth_standing(total, up) if value == 1 else worth(total, soft, up)
        gain += 2 * chance * (played if value == 1 or total >= BEST else max(played, worth_doubling(total, soft, up)))
    return gain


def tables() -> tuple[np.ndarray, ...]:
    """Best actions: hits, doubles and surrenders by softness, total and up card; splits by the cards' value."""
    hits, doubles, gives_up = (np.zeros((2, BEST + 11, VALUES + 1), np.int8) for _ in range(3))
    splits = np.zeros((VALUES + 1, VALUES + 1), np.int8)
    for up in range(1, VALUES + 1):
        for soft in (False, True):
            for total in range(12 if soft else 2, BEST):
                hit, stand = worth_hitting(total, soft, up), worth_standing(total, up)
                double = worth_doubling(total, soft, up)
                hits[int(soft), total, up] = hit > stand
                doubles[int(soft), total, up] = double > max(hit, stand)
                gives_up[int(soft), total, up] = max(hit, stand, double) < SURRENDERED
        for value in range(1, VALUES + 1):
            total, soft = with_card(*with_card(0, False, value), value)
            others = max(worth(total, soft, up), worth_doubling(total, soft, up), SURRENDERED)
            splits[value, up] = worth_splitting(value, up) > others
    return hits, doubles, gives_up, splits


HITS, DOUBLES, GIVES_UP, SPLITS = tables()

AGENTS = {"novice": novice, "expert": expert}
MEASURED = ({"decks": 1, "rounds": 20},)
ENOUGH_DEALS = 20_000  # single rounds: luck decides most
