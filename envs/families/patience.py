"""How patiences end; building columns down in alternate colours, and foundations up in suit. The ace is low throughout.

A column is a pile whose top is its end card; the foundations are one set of cards. An *end* is what a card may be
moved onto: the code of an end card, or `EMPTY_COLUMN`.

Where moves can be undone by moves, the player may give up. A *gain* is something that cannot be undone, as each game
tells. Giving up is legal after ``give_up_after`` actions without a gain, and not before, or else players who try out
things at random would hardly play. ``max_steps`` ends the games of those who never give up. Such a game has the
fields below: `IDLE` in its state, `IDLE`, `GIVE_UP_IN` and `STEPS_LEFT` in its view, `GIVE_UP_AFTER` in its options.
"""

from typing import Any

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, Block, Number, rule
from cardzoo.envs.engine.cards import ACE, CLUBS, DIAMONDS, HEARTS, KING, SPADES, rank_of

MOST_STEPS = 10000
GIVE_UP = Block("give up", doc="lose the game; after a number of actions without a gain")
IDLE = Number("idle", high=MOST_STEPS, doc="actions since the last gain")
GIVE_UP_IN = Number("give_up_in", high=MOST_STEPS, doc="actions without a gain until giving up is legal")
STEPS_LEFT = Number("steps_left", high=MOST_STEPS, doc="actions until the game is truncated")
GIVE_UP_AFTER = Number(
    "give_up_after", high=MOST_STEPS, default=100, doc="actions without a gain after which giving up is legal"
)

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
def may_give_up(state):
    """Whether there have been enough actions without a gain."""
    return state.idle >= state.options.give_up_after


@rule
def give_up(state):
    """The player has given up, and has lost."""
    finish(state, -1)


@rule
def count_idle(state, gained):
    """Count the actions since the last gain, this one among them."""
    state.idle = 0 if gained else min(state.idle + 1, MOST_STEPS)


@rule
def stop_at_bound(state):
    """The game is lost and truncated, if this action is the last of ``max_steps``."""
    if state.steps + 1 >= state.options.max_steps:
        finish(state, -1)
        state.truncated = True


@rule
def observe_bounds(state, view):
    """What is left until the player may give up, and until the game is stopped."""
    view.idle = state.idle
    view.give_up_in = max(0, state.options.give_up_after - state.idle)
    view.steps_left = max(0, state.options.max_steps - state.steps)


def check_foundations(foundations: Any) -> str:
    """What is impossible about foundations that are one set of cards: a card whose lower one is missing."""
    heights = foundations.reshape(SUITS, RANKS)
    if (heights[:, 1:] > heights[:, :-1]).any():
        return "a foundation has a card without the one below it"
    return ""


def check_won(state: Any, won: bool) -> str:
    """What is impossible about a game that would be won: not to be over."""
    return "the game is won; its position says over=True" if won and not state.over else ""
