"""Building columns down in alternate colours, and foundations up in suit. The ace is low throughout.

A column is a pile whose top is its end card; the foundations are one set of cards. An *end* is what cards may be
moved onto: the code of an end card, or `EMPTY_COLUMN`.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, rule
from cardzoo.envs.engine.cards import ACE, CLUBS, DIAMONDS, HEARTS, KING, SPADES, rank_of

EMPTY_COLUMN = CARDS
NOWHERE = CARDS + 1  # an end that no column has

PARENTS = np.array(
    [
        [EMPTY_COLUMN, NOWHERE]
        if card % RANKS == KING
        else [
            RANKS * suit + card % RANKS + 1
            for suit in ((CLUBS, SPADES) if card // RANKS in (DIAMONDS, HEARTS) else (DIAMONDS, HEARTS))
        ]
        for card in range(CARDS)
    ]
)
"""(52, 2): the two ends that a card may be moved onto, the lower code first; a king has one, the empty column."""

_BITS = np.int64(1) << np.arange(NOWHERE + 1)


@rule
def end_of(column):
    """The code of the column's end card, or `EMPTY_COLUMN`."""
    if column.height == 0:
        return np.int16(EMPTY_COLUMN)
    return column.cards[column.height - 1]


@rule
def find_ends(columns):
    """The ends of all columns as a set, bit k for end k: one look tells whether an end is there."""
    ends = np.int64(0)
    for column in range(len(columns)):
        ends |= _BITS[end_of(columns[column])]
    return ends


@rule
def has_end(ends, end):
    """Whether an end is in the set."""
    return ends & _BITS[end] != 0


@rule
def column_with_end(columns, end):
    """The leftmost column with this end; there must be one."""
    column = 0
    while end_of(columns[column]) != end:
        column += 1
    return column


@rule
def place_of(columns, card):
    """The column and the place in it of a card; it must lie in one."""
    column, place = 0, 0
    while columns[column].cards[place] != card:
        place += 1
        if place >= columns[column].height:
            column, place = column + 1, 0
    return column, place


@rule
def may_go_home(foundations, card):
    """Whether the card is the next one of its suit's foundation."""
    return rank_of(card) == ACE or foundations[card - 1] > 0


@rule
def move_load(source, place, target):
    """Move the card at a place of a column, with all that lies on it, onto the target column."""
    for moved in range(place, source.height):
        target.cards[target.height] = source.cards[moved]
        target.height += 1
        source.cards[moved] = NO_CARD
    source.height = place
