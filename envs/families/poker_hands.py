"""Poker hands: the best five of up to seven cards, as one number; the greater number is the better hand.

A hand is packed into one integer: a bit for each card, 16 bits for each suit, from the 2 up to the ace. The strength of
a hand is its `Kind`, then the ranks that decide it, then the ranks that are compared after them, each as 13 bits.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine.cards import CARDS, RANKS, rank_ace_high, suit_of
from cardzoo.envs.engine.compiling import rule

HAND_SIZE = 5  # cards that count
BITS_OF_SUIT = 16
EVERY_RANK = (1 << RANKS) - 1


class Kind(IntEnum):
    """Kinds of poker hands, the worst first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(len(Kind))  # numbers only


def top_ranks(count: int) -> np.ndarray:
    """The highest ranks of every set of ranks.

    Args:
        count: the number of ranks that stay; a smaller set stays whole.

    Returns:
        (8192,) int16, by the bits of the set.
    """
    left, top = np.arange(1 << RANKS), np.zeros(1 << RANKS, int)
    for _ in range(count):
        highest = np.where(left > 0, 1 << np.frexp(left)[1] >> 1, 0)
        top, left = top | highest, left ^ highest
    return top.astype(np.int16)


def straights() -> np.ndarray:
    """The highest rank of the best straight in every set of ranks.

    Returns:
        (8192,) int16: the bit of that rank, 0 without a straight. The five is the highest of A-2-3-4-5.
    """
    sets = np.arange(1 << RANKS)
    with_low_ace = sets << 1 | sets >> (RANKS - 1)
    runs = with_low_ace.copy()
    for step in range(1, HAND_SIZE):
        runs &= with_low_ace >> step
    highest: np.ndarray = top_ranks(1)[runs].astype(np.int16)
    return highest << (HAND_SIZE - 2)


BITS = np.array([1 << (BITS_OF_SUIT * suit_of(card) + rank_ace_high(card) - 1) for card in range(CARDS)])
"""(52,) int64, the bit of each card in a packed hand."""

TOP_1, TOP_2, TOP_3, TOP_5 = map(top_ranks, (1, 2, 3, HAND_SIZE))
FLUSHES = np.where(np.bitwise_count(np.arange(1 << RANKS)) < HAND_SIZE, 0, TOP_5).astype(np.int16)
STRAIGHTS = straights()


@rule
def strength(hand):
    """The strength of a packed hand of five to seven cards.

    A flush in seven cards leaves no room for a full house or four of a kind.
    """
    clubs, diamonds = hand & EVERY_RANK, hand >> BITS_OF_SUIT & EVERY_RANK
    hearts, spades = hand >> 2 * BITS_OF_SUIT & EVERY_RANK, hand >> 3 * BITS_OF_SUIT & EVERY_RANK
    flush = FLUSHES[clubs] | FLUSHES[diamonds] | FLUSHES[hearts] | FLUSHES[spades]
    if flush:
        straight = STRAIGHTS[clubs] | STRAIGHTS[diamonds] | STRAIGHTS[hearts] | STRAIGHTS[spades]
        return number(STRAIGHT_FLUSH, straight, 0) if straight else number(FLUSH, flush, 0)
    black, red = clubs | spades, diamonds | hearts
    both_black, both_red = clubs & spades, diamonds & hearts
    ranks = black | red
    twos = both_black | both_red | black & red  # held at least twice
    if twos == 0:
        straight = STRAIGHTS[ranks]
        return number(STRAIGHT, straight, 0) if straight else number(HIGH_CARD, 0, TOP_5[ranks])
    return strength_of_sets(ranks, twos, both_black & red | both_red & black, both_black & both_red)


@rule
def strength_of_sets(ranks, twos, threes, fours):
    """The strength of a hand with a pair and without a flush: the ranks held at all, at least twice, and so on."""
    if fours:
        return number(FOUR, fours, TOP_1[ranks ^ fours])
    best = TOP_1[threes]
    if best and twos ^ best:
        return number(FULL_HOUSE, best, TOP_1[twos ^ best])
    straight = STRAIGHTS[ranks]
    if straight:
        return number(STRAIGHT, straight, 0)
    if best:
        return number(THREE, best, TOP_2[ranks ^ best])
    pairs = TOP_2[twos]
    if pairs & pairs - 1:
        return number(TWO_PAIRS, pairs, TOP_1[ranks ^ pairs])
    return number(PAIR, pairs, TOP_3[ranks ^ pairs])


@rule
def number(kind, first, then):
    """The number of a strength: its kind, the ranks that decide it, and those that are compared after them."""
    return (kind << RANKS | int(first)) << RANKS | int(then)


@rule
def kind_of(strength):
    """The `Kind` of a strength."""
    return strength >> 2 * RANKS


@rule
def pack(cards, hand):
    """Add the cards of an array to a packed hand; places without a card are left out."""
    for card in cards:
        if card >= 0:
            hand |= BITS[card]
    return hand
