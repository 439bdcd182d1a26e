"""Points of cribbage: fifteens, pairs, runs and flushes of shown cards, and of a row of played ones."""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, arrays, piles, rule
from cardzoo.envs.engine.cards import JACK, rank_of, suit_of

TENS = 10
VALUES = np.minimum(np.arange(CARDS) % RANKS + 1, TENS).astype(np.int16)
COUNT = 31
FIFTEEN = 15
SUMS = FIFTEEN + 1
SHOWN = 4  # cards of a hand or a crib, without the starter
MOST_POINTS = 29  # of one with the starter


@rule
def play_points(row, count):
    """Points of the last card of a row with this sum."""
    newest = rank_of(piles.top(row))
    alike = 1
    while alike < row.height and rank_of(row.cards[row.height - 1 - alike]) == newest:
        alike += 1
    ranks, low, high, run = 0, newest, newest, 0
    for length in range(1, row.height + 1):
        rank = rank_of(row.cards[row.height - length])
        if ranks >> rank & 1:
            break
        ranks |= 1 << rank
        low, high = min(low, rank), max(high, rank)
        if length >= 3 and high - low == length - 1:
            run = length
    return 2 * (count == FIFTEEN) + 2 * (count == COUNT) + alike * (alike - 1) + run


@rule
def show_points(cards, starter, is_crib):
    """Points of four cards and the starter.

    Args:
        cards: (52,) counts of the four cards.
        starter: the card turned up.
        is_crib: whether they are the crib.
    """
    ranks = arrays.zeros(RANKS, np.int64)
    ranks[rank_of(starter)] = 1
    is_flush, has_jack, suit = True, False, NO_CARD
    for card in range(CARDS):
        if cards[card] > 0:
            ranks[rank_of(card)] += 1
            is_flush &= suit in (NO_CARD, suit_of(card))
            suit = suit_of(card)
            has_jack |= rank_of(card) == JACK and suit == suit_of(starter)
    flush = SHOWN + (suit == suit_of(starter))
    if not is_flush or (is_crib and flush == SHOWN):
        flush = 0
    return rank_points(ranks) + flush + has_jack


@rule
def rank_points(ranks):
    """Points of the fifteens, pairs and runs among cards.

    Args:
        ranks: (13,) counts of the cards' ranks.
    """
    ways = arrays.zeros(SUMS, np.int64)  # combinations of the cards so far with each sum
    ways[0] = 1
    points, length, runs = 0, 0, 1
    for rank in range(RANKS):
        number, value = ranks[rank], VALUES[rank]
        points += number * (number - 1)
        for _ in range(number):
            for total in range(FIFTEEN, value - 1, -1):
                ways[total] += ways[total - value]
        if number > 0:
            length += 1
            runs *= number
        if number == 0 or rank == RANKS - 1:
            points += length * runs * (length >= 3)
            length, runs = 0, 1
    return points + 2 * ways[FIFTEEN]
