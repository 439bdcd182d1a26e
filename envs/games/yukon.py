"""Yukon.

A patience for one player: like Klondike without a stock. All cards lie in seven columns from the start, and a card
may be moved whatever lies on it, so that an orderly column has to be worked out of untidy ones.

Rules
-----
1. The pack of 52 is dealt row by row over seven columns. The first row covers all of them, and each later row leaves
   out one column more from the left; a row's first card is face up, its others face down.
2. The 24 cards left are dealt face up to columns 2 to 7, in four rounds from left to right. The columns then have 1,
   6, 7, 8, 9, 10 and 11 cards, of which 0 to 6 are face down and 31 in all face up.
3. A face-up card may be moved onto the end card of another column if that is of the other colour and one rank higher.
   All that lies on the card goes with it, in the same order.
4. What lies on the moved card need not be in sequence.
5. A face-down card with nothing left on it is turned up at once.
6. An empty column takes only a king, with whatever lies on it.
7. An ace with nothing on it may start its suit's foundation; 2, 3 and so on up to the king may follow.
8. A card with others on it cannot go to a foundation.
9. The ace is the lowest card.
10. With all 52 cards on the foundations the game is won. With cards left and nothing to move it is lost.

Sources
-------
[Denexa Games, Yukon](https://www.denexa.com/blog/tag/yukon/); other programs that play it for the points below.

Choices where the text is silent
--------------------------------
1. A card on a foundation stays there: the text names no move from there.
2. No card has to go to a foundation: the text says "may".
3. A king at the foot of its column is not offered an empty one. Nothing would change; and if there is no other move,
   the game is lost.
4. Moves can be undone by moves, so play could go on for ever: after ``max_steps`` moves the game is lost. A deal that
   offers no move is lost at once.
5. Nobody knows the face-down cards: neither the observation nor the legal moves depend on them.
6. The player may give up, and has lost, but only after ``give_up_after`` moves without a gain. A gain is a card that
   goes to a foundation, or one that is turned up.

Options
-------
``give_up_after``: moves without a gain after which giving up is legal.
``max_steps``: moves after which the game is stopped.

Rewards
-------
A won game gives 1, a lost or stopped one -1. The score is the number of cards on the foundations; with
``reward="score"`` each is worth 1/52 when it gets there.

End
---
With the last card on its foundation, without a move, or when the player gives up. After ``max_steps`` moves the game
is truncated.

Written deck
------------
Cards are dealt row by row as in rule 1, then in the four rounds of rule 2, the first card first.
"""

from typing import Any

import numpy as np

from cardzoo.envs.engine import (
    CARDS,
    NO_CARD,
    RANKS,
    SUITS,
    Actions,
    Block,
    Cards,
    Game,
    Number,
    Options,
    Pile,
    State,
    View,
    piles,
    rule,
)
from cardzoo.envs.families import patience

COLUMNS = 7
ROUNDS = 4  # of face-up cards, dealt to all columns but the first
NONE = -1


def moved(card: int, end: int) -> list[int | str]:
    """A card and where it is moved."""
    where = {patience.EMPTY_COLUMN: ["to empty column"], patience.NOWHERE: ["nowhere"]}
    return [card, *where.get(end, ["onto", end])]


ACTIONS = Actions(
    Block("home", CARDS, doc="put an end card on its suit's foundation"),
    Block(
        "move",
        [moved(card, end) for ends in patience.PARENTS for card, end in enumerate(ends)],
        doc="move a card, with all that lies on it, onto an end card; a king to the leftmost empty column",
    ),
    patience.GIVE_UP,
)
MOVE = ACTIONS.first("move")
GIVE_UP = ACTIONS.first("give up")


def moves_onto(end: int) -> list[int]:
    """The moves onto an end: two or none onto a card, four to an empty column. Filled up with `NONE`."""
    moves = MOVE + np.flatnonzero(end == patience.PARENTS)
    return [*moves, NONE, NONE, NONE, NONE][:SUITS]


MOVES_ONTO = np.array([moves_onto(end) for end in range(CARDS + 1)])

# A column can hold the whole pack: its five dealt face-up cards may be followed by another column's five, all in one
# move, if the first of these fits; then, one rank lower each, by that column's face-down cards; then by the next
# column's. So nothing less than 52 places is enough.
STATE = State(
    Pile("stock", CARDS, doc="the pack before the deal"),
    Pile("columns", COLUMNS, CARDS, doc="the columns, from the foot to the end card"),
    Number("face_down", COLUMNS, high=COLUMNS - 1, doc="how many cards at the foot of a column are face down"),
    Cards("foundations", doc="the cards on the foundations"),
    Number("column_of", CARDS, low=NONE, high=COLUMNS - 1, default=NONE, doc="the column a card lies in, face up"),
    Number("indexed", doc="whether column_of is filled in; in a written position it need not be"),
    patience.IDLE,
)

VIEW = View(
    Pile("columns", COLUMNS, CARDS, doc="the columns, from the foot to the end card; face-down cards are unknown"),
    Number("face_down", COLUMNS, high=COLUMNS - 1, doc="how many cards at the foot of a column are face down"),
    Number("foundations", SUITS, high=RANKS, doc="how many cards each suit's foundation has"),
    patience.IDLE,
    patience.GIVE_UP_IN,
    patience.STEPS_LEFT,
)

OPTIONS = Options(
    patience.GIVE_UP_AFTER,
    Number("max_steps", low=1, high=patience.MOST_STEPS, default=500, doc="moves after which the game is truncated"),
)


@rule
def deal(state):
    """Rules 1 and 2."""
    for row in range(COLUMNS):
        for column in range(row, COLUMNS):
            piles.push(state.columns[column], piles.draw(state.stock))
            state.face_down[column] = column
    for _ in range(ROUNDS):
        for column in range(1, COLUMNS):
            piles.push(state.columns[column], piles.draw(state.stock))
    if not has_move(state):
        patience.finish(state, -1)


@rule
def legal_actions(state, mask):
    """Rules 3, 4 and 6 to 9, choice 6."""
    mask[GIVE_UP] = patience.may_give_up(state)
    if not state.indexed:
        index_cards(state)
    for column in range(COLUMNS):
        end = patience.end_of(state.columns[column])
        if may_send_home(state, end):
            mask[end] = 1
        for action in MOVES_ONTO[end]:
            if action != NONE and may_move(state, action % CARDS, column):
                mask[action] = 1


@rule
def has_move(state):
    """Whether anything but giving up is legal: as `legal_actions`, but the first move settles it."""
    if not state.indexed:
        index_cards(state)
    for column in range(COLUMNS):
        end = patience.end_of(state.columns[column])
        if may_send_home(state, end):
            return True
        for action in MOVES_ONTO[end]:
            if action != NONE and may_move(state, action % CARDS, column):
                return True
    return False


@rule
def index_cards(state):
    """Note which column each face-up card lies in. Moves keep that up to date, which is faster than looking."""
    for column in range(COLUMNS):
        pile = state.columns[column]
        for place in range(state.face_down[column], pile.height):
            state.column_of[pile.cards[place]] = column
    state.indexed = 1


@rule
def may_send_home(state, end):
    """Whether a column's end is a card that fits its foundation (rules 7 and 8)."""
    return end != patience.EMPTY_COLUMN and patience.may_go_home(state.foundations, end)


@rule
def may_move(state, card, column):
    """Whether a card that fits the column's end lies face up in another column (rules 3 and 6).

    Not a king from the foot of its column to an empty one (choice 3).
    """
    source = state.column_of[card]
    if source in (NONE, column):
        return False
    return state.columns[column].height > 0 or state.columns[source].cards[0] != card


@rule
def apply_action(state, action):
    """Play a legal action."""
    if action == GIVE_UP:
        patience.give_up(state)
        return
    card = action % CARDS
    column = state.column_of[card]
    hidden = state.face_down[column]
    if action < MOVE:
        state.foundations[piles.draw(state.columns[column])] = 1
        state.column_of[card] = NONE
        state.score[0] += 1
    else:
        end = patience.PARENTS[(action - MOVE) // CARDS, card]
        move_to(state, card, column, patience.find_end(state.columns, end))
    turn_up(state, column)
    patience.count_idle(state, action < MOVE or state.face_down[column] < hidden)
    check_end(state)


@rule
def move_to(state, card, column, target):
    """Rules 3, 4 and 6."""
    source, onto = state.columns[column], state.columns[target]
    place = state.face_down[column]
    while source.cards[place] != card:
        place += 1
    first = onto.height
    patience.move_load(source, place, onto)
    for moved in range(first, onto.height):
        state.column_of[onto.cards[moved]] = target


@rule
def turn_up(state, column):
    """Rule 5."""
    height = state.columns[column].height
    if height > 0 and height == state.face_down[column]:
        state.face_down[column] -= 1
        state.column_of[state.columns[column].cards[height - 1]] = column


@rule
def check_end(state):
    """Rule 10, choice 4."""
    if state.foundations.sum() == CARDS:
        patience.finish(state, 1)
    elif not has_move(state):
        patience.finish(state, -1)
    else:
        patience.stop_at_bound(state)


@rule
def observe(state, player, view):
    """Choice 5: of a face-down card one sees that it is there."""
    for column in range(COLUMNS):
        view.columns[column] = state.columns[column]
        for place in range(state.face_down[column]):
            view.columns[column].cards[place] = NO_CARD
        view.face_down[column] = state.face_down[column]
    for suit in range(SUITS):
        view.foundations[suit] = patience.foundation_height(state.foundations, suit)
    patience.observe_bounds(state, view)


@rule
def redeal_hidden(state, player):
    """The face-down cards, picked up into the empty stock and dealt again."""
    for column in range(COLUMNS):
        for place in range(state.face_down[column]):
            piles.push(state.stock, state.columns[column].cards[place])
    piles.shuffle(state, state.stock)
    for column in range(COLUMNS):
        for place in range(state.face_down[column]):
            state.columns[column].cards[place] = piles.draw(state.stock)


def check(state: Any) -> str:
    """What is impossible about a written position."""
    heights = state.columns["height"]
    if state.stock.height > 0:
        return "no card is left in the stock after the deal"
    if (state.face_down >= np.maximum(heights, 1)).any():
        return "the end card of a column is face up"
    column_of = np.full(CARDS, NONE)
    for column in range(COLUMNS):
        column_of[state.columns["cards"][column, state.face_down[column] : heights[column]]] = column
    if not state.indexed:
        column_of[:] = NONE
    if (state.column_of != column_of).any():
        return "column_of does not tell where the face-up cards lie; it may be left out, with indexed"
    won = state.foundations.sum() == CARDS
    return patience.check_foundations(state.foundations) or patience.check_won(state, won)


GAME = Game(
    name="yukon",
    version=0,
    title="Yukon",
    family="patience",
    players=(1, 1),
    default_players=1,
    actions=ACTIONS,
    state=STATE,
    view=VIEW,
    options=OPTIONS,
    deal=deal,
    legal_actions=legal_actions,
    apply_action=apply_action,
    observe=observe,
    redeal_hidden=redeal_hidden,
    check=check,
    score_range=CARDS,
    rest="foundations",
)
