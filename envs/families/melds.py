"""Sets and runs in a hand, and the arrangement that leaves the fewest points. The ace is low throughout.

Here a hand is one number of 52 bits, bit ``card`` for each card it holds (`to_bits`): a suit takes 13 of them. A set
is three or four cards of a rank, a run is three or more of a suit in sequence; a card is part of one meld only.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from cardzoo.envs.engine import CARDS, RANKS, SUITS, rule
from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.families.ranks import SUIT


def sets_of(ranks: Iterable[int]) -> list[Sequence[int]]:
    """All sets of these ranks, by rank: the first of a rank lacks clubs, the last nothing."""
    return [
        cards
        for rank in ranks
        for four in [[RANKS * suit + rank for suit in range(SUITS)]]
        for cards in [*list(combinations(four, 3))[::-1], four]
    ]


def runs_of(sizes: Iterable[int], ranks: int = RANKS) -> list[Sequence[int]]:
    """All runs of these sizes within the lowest ranks, by size, suit and rank."""
    return [
        range(RANKS * suit + rank, RANKS * suit + rank + size)
        for size in sizes
        for suit in range(SUITS)
        for rank in range(ranks - size + 1)
    ]


def bits_of(groups: Iterable[Iterable[int]]) -> np.ndarray:
    """Each group of cards as a number, int64."""
    return np.array([sum(1 << card for card in cards) for cards in groups], np.int64)


SETS = sets_of(range(RANKS))
RUNS = runs_of((3, 4, 5))  # as actions they are enough, for two of them make any longer one

MELD_WORDS = [card_words(meld) for meld in SETS + RUNS]
"""All melds of at most five cards."""

MELD_BITS = bits_of(SETS + RUNS)
FIRST_RUN = len(SETS)

CARD_POINTS = np.array([min(rank + 1, 10) for _ in range(SUITS) for rank in range(RANKS)], np.int16)
"""The value of each card: an ace 1, court cards 10, others their number."""

_EVERY_SUIT = sum(1 << RANKS * suit for suit in range(SUITS))
_ACES = _EVERY_SUIT
_KINGS = _EVERY_SUIT << RANKS - 1
_RUN_STARTS = _EVERY_SUIT * (SUIT >> 2)  # runs begin with ace to jack
_SUIT_CARDS = [[rank for rank in range(RANKS) if bits >> rank & 1] for bits in range(1 << RANKS)]
_POINTS = np.array([CARD_POINTS[cards].sum() for cards in _SUIT_CARDS], np.int8)
_HIGHEST = np.array([CARD_POINTS[cards].max(initial=0) for cards in _SUIT_CARDS], np.int8)
_WAYS = 6  # to take a set from four cards of a rank: none, three of them, or all


@rule
def to_bits(cards):
    """The cards of which there is one at least, as one number."""
    bits = np.int64(0)
    for card in range(CARDS):
        bits |= np.int64(cards[card] > 0) << card
    return bits


@rule
def from_bits(bits, first, out):
    """Write 52 numbers, 1 for each card of the set, into an array from a place on."""
    for card in range(CARDS):
        out[first + card] = bits >> card & 1


@rule
def bit(card):
    """One card as a number; 0 for no card."""
    return np.int64(1) << card if card >= 0 else np.int64(0)


@rule
def any_suit(bits):
    """Ranks, 13 bits, of which there is a card."""
    return (bits | bits >> RANKS | bits >> 2 * RANKS | bits >> 3 * RANKS) & SUIT


@rule
def count(bits):
    """Number of cards."""
    number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number


@rule
def points(bits):
    """The value of the cards together."""
    total = np.int64(0)
    for suit in range(SUITS):
        total += np.int64(_POINTS[bits >> RANKS * suit & SUIT])
    return total


@rule
def highest(bits):
    """The value of the highest card, 0 without cards."""
    return np.int64(_HIGHEST[any_suit(bits)])


@rule
def outside_runs(bits):
    """The cards left when all runs are laid down, each as long as it can be."""
    starts = bits & bits >> 1 & bits >> 2 & _RUN_STARTS
    return bits & ~(starts | starts << 1 | starts << 2)


@rule
def set_ranks(bits):
    """Ranks, 13 bits, of which there are three cards or more."""
    clubs, diamonds, hearts, spades = bits, bits >> RANKS, bits >> 2 * RANKS, bits >> 3 * RANKS
    return (clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)) & SUIT


@rule
def in_runs(bits):
    """The cards that are part of a run."""
    return bits & ~outside_runs(bits)


@rule
def in_sets(bits):
    """The cards that are part of a set."""
    return bits & set_ranks(bits) * _EVERY_SUIT


@rule
def in_pairs(bits):
    """The cards of which there are two or more of the rank."""
    clubs, diamonds, hearts, spades = bits, bits >> RANKS, bits >> 2 * RANKS, bits >> 3 * RANKS
    ranks = (clubs & diamonds | (clubs | diamonds) & hearts | (clubs | diamonds | hearts) & spades) & SUIT
    return bits & ranks * _EVERY_SUIT


@rule
def of_same_ranks(bits):
    """All cards, these and others, of the ranks of which there is a card."""
    return any_suit(bits) * _EVERY_SUIT


@rule
def next_to_runs(runs):
    """Cards that would extend runs which are laid out."""
    return ((runs & ~_KINGS) << 1 | (runs & ~_ACES) >> 1) & ~runs


@rule
def missing_from_sets(sets):
    """Cards that would make sets of three, which are laid out, complete."""
    return set_ranks(sets) * _EVERY_SUIT & ~sets


@rule
def unmelded(hand, spare):
    """The cards that the best arrangement leaves: the fewest points, less the highest one of them that is spare.

    Sets that share no card with a run are laid down in any case. For the others all ways are tried, and runs take
    all cards that they can of the rest.

    Args:
        hand: the cards.
        spare: cards of which one may be discarded; 0 for none.
    """
    ranks = set_ranks(hand)
    if ranks == 0:
        return outside_runs(hand)
    shared = ranks & any_suit(hand & ~outside_runs(hand))
    hand &= ~((ranks ^ shared) * _EVERY_SUIT)
    best = outside_runs(hand)
    fewest = points(best) - highest(best & spare)
    ways = 1
    ranks = shared
    while ranks:
        ways *= _WAYS
        ranks &= ranks - 1
    for way in range(1, ways):
        left = without_sets(hand, shared, way)
        if left >= 0:
            left = outside_runs(left)
            count = points(left) - highest(left & spare)
            if count < fewest:
                fewest = count
                best = left
    return best


@rule
def without_sets(hand, ranks, way):
    """The hand less one set a rank, as the digits of the way say; -1 if a card of them is missing."""
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        digit = way % _WAYS
        way //= _WAYS
        if digit > 0:
            cards = rank * _EVERY_SUIT
            if digit <= SUITS:
                cards ^= rank << RANKS * (digit - 1)
            if cards & ~hand:
                return np.int64(-1)
            hand ^= cards
    return hand


@rule
def deadwood(hand):
    """The fewest points that can be left unmelded."""
    return points(unmelded(hand, np.int64(0)))


@rule
def deadwood_after_discard(hand, spare):
    """The fewest points that can be left after one spare card is discarded.

    Exact for eleven cards of which at most one is not spare: if no spare card is left unmelded, some meld has four
    cards and does without one.
    """
    left = unmelded(hand, spare)
    return points(left) - highest(left & spare)
