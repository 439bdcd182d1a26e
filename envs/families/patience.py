"""How patiences end, which ranks are neighbours, foundations built up in suit, and columns. The ace is low.

Where moves can be undone by moves, the player may give up. A *gain* is something that cannot be undone, as each game
tells. Giving up is legal after ``give_up_after`` actions without a gain, and not before, or else players who try out
things at random would hardly play. ``max_steps`` ends the games of those who never give up. Such a game has the
fields below: `IDLE` in its state, which its view shows, with `GIVE_UP_IN` and `STEPS_LEFT`, and `GIVE_UP_AFTER` in its
options. A game may besides be stopped after ``max_idle`` actions without a gain, and let nobody give up: it has
`IDLE_LEFT` and `GIVE_UP_IN_OR_NEVER` in its view, and `MAX_IDLE` and `GIVE_UP_AFTER_OR_NEVER` in its options.

Foundations are one set of cards. A column is a pile whose last card is its *end card*; its *end* is that card's code,
or `EMPTY_COLUMN`.
"""

from typing import Any

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, Block, Number, rule
from cardzoo.envs.engine.cards import ACE, CLUBS, DIAMONDS, HEARTS, KING, SPADES, is_red, rank_of

MOST_STEPS = 10000
NEVER = -1
EMPTY_COLUMN = CARDS
OTHER_COLOUR = {
    CLUBS: (DIAMONDS, HEARTS),
    DIAMONDS: (CLUBS, SPADES),
    HEARTS: (CLUBS, SPADES),
    SPADES: (DIAMONDS, HEARTS),
}
"""The two suits of the other colour, the lower one first."""

GIVE_UP = Block("give up", doc="lose the game; after a number of actions without a gain")
IDLE = Number("idle", high=MOST_STEPS, doc="actions since the last gain")
GIVE_UP_IN = Number("give_up_in", high=MOST_STEPS, doc="actions without a gain until giving up is legal")
STEPS_LEFT = Number("steps_left", high=MOST_STEPS, doc="actions until the game is truncated")
GIVE_UP_AFTER = Number(
    "give_up_after", high=MOST_STEPS, default=100, doc="actions without a gain after which giving up is legal"
)
GIVE_UP_IN_OR_NEVER = Number("give_up_in", high=MOST_STEPS, optional=True, doc=f"{GIVE_UP_IN.doc}; None: never")
GIVE_UP_AFTER_OR_NEVER = Number(
    "give_up_after", high=MOST_STEPS, default=50, optional=True, doc=f"{GIVE_UP_AFTER.doc}; None: never"
)
IDLE_LEFT = Number("idle_left", high=MOST_STEPS, doc="actions without a gain until the game is truncated")
MAX_IDLE = Number(
    "max_idle", low=1, high=MOST_STEPS, default=200, doc="actions without a gain after which the game is truncated"
)


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
def are_neighbours(rank, other, wraps):
    """Whether two ranks follow each other; ace and king do where ranks wrap around."""
    apart = abs(rank - other)
    return apart == 1 or (wraps and apart == KING)


@rule
def finish(state, reward):
    """The only player's game is over."""
    state.over = True
    state.reward[0] = reward


@rule
def may_give_up(state):
    """Whether there have been enough actions without a gain, and the player may ever give up."""
    return NEVER < state.options.give_up_after <= state.idle


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
def stop_at_bounds(state):
    """The game is lost and truncated, if this is the last action of ``max_steps`` or of ``max_idle`` without a gain."""
    stop_at_bound(state)
    if state.idle >= state.options.max_idle:
        finish(state, -1)
        state.truncated = True


@rule
def observe_bounds(state, view):
    """What is left until the player may give up, and until the game is stopped."""
    never = state.options.give_up_after == NEVER
    view.give_up_in = NEVER if never else max(0, state.options.give_up_after - state.idle)
    view.steps_left = max(0, state.options.max_steps - state.steps)


@rule
def observe_idle_bounds(state, view):
    """The same where the game is also stopped after ``max_idle`` actions without a gain."""
    observe_bounds(state, view)
    view.idle_left = max(0, state.options.max_idle - state.idle)


@rule
def alternates(card, other):
    """Whether a card is one rank lower than another one, and of the other colour."""
    return rank_of(card) + 1 == rank_of(other) and is_red(card) != is_red(other)


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


def check_foundations(foundations: Any) -> str:
    """What is impossible about foundations that are one set of cards: a card whose lower one is missing."""
    heights = foundations.reshape(SUITS, RANKS)
    if (heights[:, 1:] > heights[:, :-1]).any():
        return "a foundation has a card without the one below it"
    return ""


def check_won(state: Any, won: bool) -> str:
    """What is impossible about a game that would be won: not to be over."""
    return "the game is won; its position says over=True" if won and not state.over else ""
