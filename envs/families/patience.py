"""Patiences: endings, neighbouring ranks, foundations built up in suit, and columns. The ace is low.

If moves can be undone by moves, the player may give up. Each game defines a *gain*, something that cannot be undone.
Giving up is legal after ``give_up_after`` actions without a gain. Before that it is not, or players that explore at
random would hardly play. ``max_steps`` ends the games of players who never give up. Such a game has the fields below:
`IDLE` in its state, which its view shows, with `GIVE_UP_IN` and `STEPS_LEFT`, and `GIVE_UP_AFTER` in its options. With
`STOP_IN` in its view, and `MAX_IDLE` and `GIVE_UP_AFTER_50` in its options, a game is also stopped after ``max_idle``
actions without a gain.

Foundations are one set of cards, ``foundations``. Columns are piles, ``columns``, from the foot to the end card; of
each the first ``face_down`` cards are face down. An *end* is a place for a card: the code of a column's end
card, or `EMPTY_COLUMN`. The ends on which a card may be put are its *parents*: a table of them is (ways, 52), filled up
with `NOWHERE` where a card has fewer.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, Block, Cards, Number, piles, rng, rule
from cardzoo.envs.engine.cards import ACE, CARD_WORDS, CLUBS, DIAMONDS, HEARTS, KING, SPADES, is_red, rank_of

Rule = Callable[..., Any]

EMPTY_COLUMN = CARDS
NOWHERE = CARDS + 1  # an end that no column has

MOST_STEPS = 10000
GIVE_UP = Block("give up", doc="lose the game; after a number of actions without a gain")
IDLE = Number("idle", high=MOST_STEPS, usual=100, doc="actions since the last gain")
GIVE_UP_IN = Number("give_up_in", high=MOST_STEPS, usual=100, doc="actions without a gain until giving up is legal")
STEPS_LEFT = Number("steps_left", high=MOST_STEPS, usual=500, doc="actions until the game is truncated")
GIVE_UP_AFTER = Number(
    "give_up_after", high=MOST_STEPS, default=100, doc="actions without a gain after which giving up is legal"
)
GIVE_UP_AFTER_50 = Number("give_up_after", high=MOST_STEPS, default=50, doc=GIVE_UP_AFTER.doc)
STOP_IN = Number("stop_in", high=MOST_STEPS, doc="actions without a gain until the game is truncated")
MAX_IDLE = Number(
    "max_idle", low=1, high=MOST_STEPS, default=200, doc="actions without a gain after which the game is truncated"
)
HEIGHTS = Number("foundations", SUITS, high=RANKS, doc="how many cards each suit's foundation has")
COVERING = Cards("covering", memo=True, doc="cards that lie on a face-down one, which is turned up when they move")

OTHER_COLOUR = {
    CLUBS: (DIAMONDS, HEARTS),
    DIAMONDS: (CLUBS, SPADES),
    HEARTS: (CLUBS, SPADES),
    SPADES: (DIAMONDS, HEARTS),
}


def alternating_parents(card: int) -> tuple[int, int]:
    """Parents of the other colour and one rank higher, the lower code first; only kings go to an empty column."""
    suit, rank = divmod(card, RANKS)
    if rank == KING:
        return EMPTY_COLUMN, NOWHERE
    first, second = OTHER_COLOUR[suit]
    return RANKS * first + rank + 1, RANKS * second + rank + 1


def move_block(parents: np.ndarray, doc: str) -> Block:
    """Moves of the cards to columns, all cards in the first way, then in the next one."""
    words: dict[int, list[int | str]] = {EMPTY_COLUMN: ["to empty column"], NOWHERE: ["nowhere"]}
    moves = [(card, *words.get(end, ["onto", end])) for ends in parents.tolist() for card, end in enumerate(ends)]
    return Block("move", moves, doc=doc)


@rule
def alternates(card, other):
    """Returns whether a card is one rank lower than another one, and of the other colour."""
    return rank_of(card) + 1 == rank_of(other) and is_red(card) != is_red(other)


@rule
def may_go_home(foundations, card):
    """Returns whether the card is the next one of a foundation of its suit; each pack may have a foundation."""
    return rank_of(card) == ACE or foundations[card - 1] > foundations[card]


@rule
def foundation_height(foundations, suit):
    """Number of cards on a suit's foundation."""
    height = 0
    for card in range(RANKS * suit, RANKS * (suit + 1)):
        height += foundations[card]
    return height


@rule
def set_of_tops(foundations):
    """The top cards of the foundations as a set: bit k of a number for the card k."""
    tops = np.int64(0)
    for suit in range(SUITS):
        height = foundation_height(foundations, suit)
        if height > 0:
            tops |= np.int64(1) << (RANKS * suit + height - 1)
    return tops


@rule
def deal_rows(state):
    """Deal rows, each leaving out one column more from the left; a row's first card is face up, its others are not."""
    for row in range(len(state.columns)):
        state.face_down[row] = row
        for column in range(row, len(state.columns)):
            piles.push(state.columns[column], piles.draw(state.stock))


@rule
def end_of(column):
    """The code of the column's end card, or `EMPTY_COLUMN`."""
    if column.height == 0:
        return np.int16(EMPTY_COLUMN)
    return column.cards[column.height - 1]


@rule
def set_of_ends(columns):
    """The ends of all columns as a set: bit k of a number for the end k."""
    ends = np.int64(0)
    for column in range(len(columns)):
        ends |= np.int64(1) << end_of(columns[column])
    return ends


@rule
def find_end(columns, end):
    """The leftmost column with this end; there must be one."""
    column = 0
    while end_of(columns[column]) != end:
        column += 1
    return column


@rule
def leftmost_empty(columns):
    """The leftmost empty column; if there is none, how many columns there are."""
    for column in range(len(columns)):
        if columns[column].height == 0:
            return column
    return len(columns)


@rule
def find_card(columns, face_down, card):
    """The column and place of a card that lies face up, or twice -1."""
    for column in range(len(columns)):
        for place in range(face_down[column], columns[column].height):
            if columns[column].cards[place] == card:
                return column, place
    return -1, -1


@rule
def move_load(source, place, target):
    """Move the card at a place of a column, with all cards on it, onto the target column."""
    for moved in range(place, source.height):
        target.cards[target.height] = source.cards[moved]
        target.height += 1
        source.cards[moved] = NO_CARD
    source.height = place


@rule
def turn_up(state, column):
    """Turn the column's end card up, if it is face down; returns whether it was."""
    height = state.columns[column].height
    if height == 0 or height > state.face_down[column]:
        return False
    state.face_down[column] -= 1
    return True


@rule
def turn_over(source, target):
    """Turn a pile over onto another one: its top card comes first."""
    while source.height > 0:
        piles.push(target, piles.draw(source))


@rule
def observe_columns(state, view):
    """Show the columns; of face-down cards only the number.

    The view marks the card on a face-down card: moving it matters most, and a network hardly learns that otherwise.
    """
    for column in range(len(state.columns)):
        view.columns[column] = state.columns[column]
        hidden = state.face_down[column]
        for place in range(hidden):
            view.columns[column].cards[place] = NO_CARD
        if 0 < hidden < state.columns[column].height:
            view.covering[state.columns[column].cards[hidden]] = 1


@rule
def observe_foundations(state, view):
    """Number of cards on each suit's foundation."""
    for suit in range(SUITS):
        view.foundations[suit] = foundation_height(state.foundations, suit)


@rule
def redeal_face_down(state, known):
    """Redraws the columns' face-down cards and the stock, except a number of known cards at its bottom."""
    stock = state.stock
    for column in range(len(state.columns)):
        for place in range(state.face_down[column]):
            piles.push(stock, state.columns[column].cards[place])
    for last in range(stock.height - 1, known, -1):
        piles.swap(stock.cards, last, known + rng.below(state, last - known + 1))
    for column in range(len(state.columns)):
        for place in range(state.face_down[column]):
            state.columns[column].cards[place] = piles.draw(stock)


@rule
def are_neighbours(rank, other, wraps):
    """Returns whether two ranks follow each other; ace and king do where ranks wrap around."""
    apart = abs(rank - other)
    return apart == 1 or (wraps and apart == KING)


@rule
def finish(state, reward):
    """The only player's game is over."""
    state.over = True
    state.reward[0] = reward


@rule
def may_give_up(state):
    """Returns whether there have been enough actions without a gain."""
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
        stop(state)


@rule
def stop_at_bounds(state):
    """The game is lost and truncated at ``max_steps``, or after ``max_idle`` actions without a gain."""
    stop_at_bound(state)
    if state.idle >= state.options.max_idle:
        stop(state)


@rule
def stop(state):
    """A bound ends the game, which is lost and truncated."""
    finish(state, -1)
    state.truncated = True


def ending(cards: int, has_action: Rule, stop_after: Rule) -> Rule:
    """``check_end(state)``: after an action the game may be won, lost or stopped.

    Args:
        cards: number of cards on the foundations that wins.
        has_action: ``has_action(state)``: whether anything but giving up is legal, without which it is lost.
        stop_after: `stop_at_bound` or `stop_at_bounds`.
    """

    @rule
    def check_end(state) -> None:
        """The game is won, lost or stopped, in this order."""
        if state.foundations.sum() == cards:
            finish(state, 1)
        elif not has_action(state):
            finish(state, -1)
        else:
            stop_after(state)

    return check_end


@rule
def observe_bounds(state, view):
    """Show the actions left until the player may give up, and until the game is stopped."""
    view.give_up_in = max(0, state.options.give_up_after - state.idle)
    view.steps_left = max(0, state.options.max_steps - state.steps)


@rule
def observe_all_bounds(state, view):
    """Show all bounds, where ``max_idle`` stops the game too."""
    observe_bounds(state, view)
    view.stop_in = max(0, state.options.max_idle - state.idle)


def check_foundations(foundations: Any) -> str:
    """The first problem of foundations that are one set of cards: a card whose lower one is missing."""
    heights = foundations.reshape(SUITS, RANKS)
    if (heights[:, 1:] > heights[:, :-1]).any():
        return "a foundation has a card without the one below it"
    return ""


def tally_home(state) -> int:
    """The score of a position in which each card on the foundations counts 1."""
    return int(state.foundations.sum())


def check_face_down(state) -> str:
    """The first problem of face-down cards: a column without a face-up one."""
    hidden = state.face_down >= np.maximum(piles.heights(state.columns), 1)
    return "the end card of a column is face up" if hidden.any() else ""


def check_runs(state, parents: np.ndarray) -> str:
    """The first problem of columns built by a table: a face-up card that lies on none of its parents."""
    for column, hidden in zip(state.columns, state.face_down, strict=True):
        cards = column.cards[hidden : column.height].tolist()
        for end, card in pairwise(cards):
            if end not in parents[:, card]:
                return f"{CARD_WORDS[card]} cannot lie on {CARD_WORDS[end]}"
    return ""


def check_won(state, won: bool) -> str:
    """The first problem of a game that would be won: not to be over."""
    return "the game is won; its position says over=True" if won and not state.over else ""
