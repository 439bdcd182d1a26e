"""How patiences end; building columns down in alternate colours, and foundations up in suit. The ace is low throughout.

A column is a pile whose top is its end card; the foundations are one set of cards. An *end* is what a card may be
moved onto: the code of an end card, or `EMPTY_COLUMN`.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, rule
from cardzoo.envs.engine.cards import ACE, CLUBS, DIAMONDS, HEARTS, KING, SPADES, rank_of

EMPTY_COLUMN = CARDS
NOWHERE = CARDS + 1  # an end that no column has

PARENT_SUITS = {
    CLUBS: (DIAMONDS, HEARTS),
    DIAMONDS: (CLUBS, SPADES),
    HEARTS: (CLUBS, SPADES),
    SPADES: (DIAMONDS, HEARTS),
}


def parents(card: int) -> tuple[int, int]:
    """The two ends that a card may be moved onto, the lower code first; a king has one, the empty column."""
    suit, rank = divmod(card, RANKS)
    if rank == KING:
        return EMPTY_COLUMN, NOWHERE
    first, second = PARENT_SUITS[suit]
    return RANKS * first + rank + 1, RANKS * second + rank + 1


PARENTS = np.array([parents(card) for card in range(CARDS)]).T
"""(2, 52): each card's first and second end."""


@rule
def end_of(column):
    """The code of the column's end card, or `EMPTY_COLUMN`."""
    if column.height == 0:
        return np.int16(EMPTY_COLUMN)
    return column.cards[column.height - 1]


@rule
def find_end(columns, end):
    """The leftmost column with this end; there must be one."""
    column = 0
    while end_of(columns[column]) != end:
        column += 1
    return column


@rule
def move_load(source, place, target):
    """Move the card at a place of a column, with all that lies on it, onto the target column."""
    for moved in range(place, source.height):
        target.cards[target.height] = source.cards[moved]
        target.height += 1
        source.cards[moved] = NO_CARD
    source.height = place


@rule
def may_go_home(foundations, card):
    """Whether the card is the next one of a foundation of its suit; there may be two of a suit, one for each pack."""
    return rank_of(card) == ACE or foundations[card - 1] > foundations[card]


@rule
def foundation_height(foundations, suit):
    """How many cards the suit's foundation has."""
    height = 0
    for card in range(RANKS * suit, RANKS * (suit + 1)):
        height += foundations[card]
    return height


@rule
def finish(state, reward):
    """The only player's game is over."""
    state.over = True
    state.reward[0] = reward


@rule
def stop_at_bound(state):
    """The game is lost and truncated, if this action is the last of ``max_steps``."""
    if state.steps + 1 >= state.options.max_steps:
        finish(state, -1)
        state.truncated = True
