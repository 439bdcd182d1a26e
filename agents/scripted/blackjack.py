"""Scripted agents of Blackjack: the dealer's own way, and basic strategy with a count of the cards."""

from functools import cache
from itertools import product

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
UNLOOKED = VALUES  # columns of tables before those of up cards without a look
MAKES_BLACKJACK = {1: 10, 10: 1}  # value of the hole card by that of the up card

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
    - If the dealer has not looked for a blackjack it doubles and splits less, as that would take all stakes.
    - It counts the cards seen by Hi-Lo, divided by the packs that are left. From this true count on it insures, and
      stands on some stiff hands.
    """
    count = true_count(view)
    if mask[DECLINE]:
        return INSURE if count >= INSURES_FROM else DECLINE
    total, soft, up = view.totals[0, view.hand], view.soft[0, view.hand], value_of(view.up)
    column = up if view.looked else up + UNLOOKED
    if mask[SPLIT] and SPLITS[value_of(lowest(view.hands[0, view.hand])), column]:
        return SPLIT
    if mask[SURRENDER] and GIVES_UP[soft, total, column]:
        return SURRENDER
    if mask[DOUBLE] and DOUBLES[soft, total, column]:
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
    never = MAKES_BLACKJACK.get(opening, 0)
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


def at_risk(gain: float, stakes: int, risk: float) -> float:
    """Expected gain if a dealer's blackjack takes all stakes.

    Args:
        gain: expected gain without a blackjack.
        stakes: number of stakes.
        risk: chance of a blackjack.
    """
    return (1 - risk) * gain - risk * stakes


def plain_and_doubled(total: int, soft: bool, up: int, risk: float) -> tuple[float, float]:
    """Expected gains of the best play with one stake, and of a double.

    Args:
        total: total of the hand.
        soft: whether an ace counts 11.
        up: value of the up card.
        risk: chance of a dealer's blackjack, which takes all stakes.
    """
    return at_risk(worth(total, soft, up), 1, risk), at_risk(worth_doubling(total, soft, up), 2, risk)


def worth_splitting(value: int, up: int, risk: float) -> float:
    """Expected gain of two cards of this value, split once; aces get one card each."""
    gain = 0.0
    for other, chance in enumerate(CHANCES, 1):
        total, soft = with_card(*with_card(0, False, value), other)
        if value == 1 or total >= BEST:
            gain += 2 * chance * at_risk(worth_standing(total, up), 1, risk)
        else:
            gain += 2 * chance * max(plain_and_doubled(total, soft, up, risk))
    return gain


def tables() -> tuple[np.ndarray, ...]:
    """Best actions: hits, doubles and surrenders by softness, total and up card; splits by the cards' value.

    The columns of up cards are those after a look, then those without one, where a blackjack is possible.
    """
    hits, doubles, gives_up = (np.zeros((2, BEST + 11, UNLOOKED + VALUES + 1), np.int8) for _ in range(3))
    splits = np.zeros((VALUES + 1, UNLOOKED + VALUES + 1), np.int8)
    for up, looked in product(range(1, VALUES + 1), (True, False)):
        column = up if looked else up + UNLOOKED
        risk = CHANCES[MAKES_BLACKJACK[up] - 1] if up in MAKES_BLACKJACK and not looked else 0.0
        for soft in (False, True):
            for total in range(12 if soft else 2, BEST):
                play, double = plain_and_doubled(total, soft, up, risk)
                hits[int(soft), total, column] = worth_hitting(total, soft, up) > worth_standing(total, up)
                doubles[int(soft), total, column] = double > play
                gives_up[int(soft), total, column] = max(play, double) < SURRENDERED
        for value in range(1, VALUES + 1):
            others = plain_and_doubled(*with_card(*with_card(0, False, value), value), up, risk)
            splits[value, column] = worth_splitting(value, up, risk) > max(*others, SURRENDERED)
    return hits, doubles, gives_up, splits


HITS, DOUBLES, GIVES_UP, SPLITS = tables()

AGENTS = {"novice": novice, "expert": expert}
MEASURED = ({"decks": 1, "rounds": 20},)
ENOUGH_DEALS = 20_000  # single rounds: luck decides most
