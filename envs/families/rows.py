"""Rows in suit that begin with the sevens and grow down to the ace and up to the king.

A set of cards is one number of 52 bits, bit ``card`` for each card in it, as `melds.to_bits` makes it.
"""

from cardzoo.envs.engine import RANKS, SUITS, rule
from cardzoo.envs.engine.cards import EIGHT, FIVE, KING, SEVEN, SIX

ACES = sum(1 << RANKS * suit for suit in range(SUITS))
KINGS = ACES << KING
LOW, HIGH = ACES * ((1 << SEVEN) - 1), ACES * ((1 << RANKS) - (1 << EIGHT))
FIVES, SIXES, SEVENS, EIGHTS = ACES << FIVE, ACES << SIX, ACES << SEVEN, ACES << EIGHT


@rule
def fitting(laid, six_before_eight):
    """The sevens, and what is next in the suit to what is laid; some of these cards are laid themselves.

    Args:
        laid: the cards that lie in the rows.
        six_before_eight: whether the 8 of a suit must wait for its 6, and the 5 for the 8.
    """
    cards = SEVENS | (laid >> 1 & LOW) | (laid << 1 & HIGH)
    if six_before_eight:
        cards &= ~EIGHTS | (laid & SIXES) << 2
        cards &= ~FIVES | (laid & EIGHTS) >> 3
    return cards
