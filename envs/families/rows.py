"""Rows in suit that begin with the sevens, or the cards of another rank, and grow downwards and upwards.

A set of cards is one number of 52 bits, bit ``card`` for each card in it, as `melds.to_bits` makes it. With a high ace
the bits of a suit stand for 2 to ace instead, as `to_rows` makes them.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, RANKS, SUITS, rule
from cardzoo.envs.engine.cards import EIGHT, FIVE, KING, SEVEN, SIX, rank_ace_high

ACES = sum(1 << RANKS * suit for suit in range(SUITS))
KINGS = ACES << KING
LOW, HIGH = ACES * ((1 << SEVEN) - 1), ACES * ((1 << RANKS) - (1 << EIGHT))
FIVES, SIXES, SEVENS, EIGHTS = ACES << FIVE, ACES << SIX, ACES << SEVEN, ACES << EIGHT


@rule
def place_of(card, ace_low):
    """The bit of a card."""
    return card if ace_low else card - card % RANKS + rank_ace_high(card) - 1


@rule
def to_rows(cards, ace_low):
    """A set of cards as bits in the order of the rows."""
    rows = np.int64(0)
    for card in range(CARDS):
        if cards[card] > 0:
            rows |= 1 << place_of(card, ace_low)
    return rows


@rule
def fitting_from(laid, start):
    """The first cards of the rows, and the neighbours of laid cards; some of these cards are laid themselves.

    Args:
        laid: the cards that lie in the rows.
        start: the bit of a suit with which rows begin.
    """
    firsts = np.int64(ACES) << start
    return firsts | (laid >> 1 & firsts - ACES) | (laid << 1 & (ACES << RANKS) - (firsts << 1))


@rule
def fitting(laid, six_before_eight):
    """The sevens, and the neighbours of laid cards in the suit; some of these cards are laid themselves.

    Args:
        laid: the cards that lie in the rows.
        six_before_eight: whether the 8 of a suit must wait for its 6, and the 5 for the 8.
    """
    cards = fitting_from(laid, SEVEN)
    if six_before_eight:
        cards &= ~EIGHTS | (laid & SIXES) << 2
        cards &= ~FIVES | (laid & EIGHTS) >> 3
    return cards


@rule
def mark_fitting(laid, start, ace_low, cards, marks):
    """Mark those of some cards that can be added to the rows.

    Args:
        laid: (52,) counts of the cards in the rows.
        start: the rank that begins a row.
        ace_low: whether an ace lies below the 2.
        cards: (52,) counts of the cards that are looked at.
        marks: (52,) array; it becomes 1 for those that can be added.
    """
    in_rows = to_rows(laid, ace_low)
    fits = fitting_from(in_rows, place_of(start, ace_low)) & ~in_rows
    for card in range(CARDS):
        if cards[card] > 0 and fits >> place_of(card, ace_low) & 1:
            marks[card] = 1


def has_gaps(laid: np.ndarray, start: int, ace_low: int) -> bool:
    """Returns whether some of the cards that are laid in a written position could not be added; see `mark_fitting`."""
    in_rows = to_rows(laid, ace_low)
    return bool(in_rows & ~fitting_from(in_rows, place_of(start, ace_low)))
