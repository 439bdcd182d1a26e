"""Yukon and its relatives: seven columns whose cards move with all cards on them.

The games differ in the parents of a card, the ends that it may be put on; `make_game` makes one from a table of them.
`cardzoo.envs.families.patience` defines ends and parents.

The actions are the cards as they go home, then the cards once for each way as they are moved, then giving up.
"""

from typing import Any

import numpy as np

from cardzoo.envs.engine import (
    CARDS,
    Actions,
    Block,
    Cards,
    Game,
    Number,
    Options,
    Pile,
    State,
    piles,
    rule,
)
from cardzoo.envs.families import patience
from cardzoo.envs.scene import Foundations, Kind, Layout, Spread, numbered

COLUMNS = 7
ROUNDS = 4  # of face-up cards, dealt to all columns but the first
MOVE = CARDS  # the first action that moves a card to a column
NONE = -1

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

VIEW = STATE.view(
    Pile("columns", COLUMNS, CARDS, doc="the columns, from the foot to the end card; face-down cards are unknown"),
    "face_down",
    patience.COVERING,
    patience.HEIGHTS,
    "idle",
    patience.GIVE_UP_IN,
    patience.STEPS_LEFT,
)

OPTIONS = Options(
    patience.GIVE_UP_AFTER,
    Number("max_steps", low=1, high=patience.MOST_STEPS, default=500, doc="moves after which the game is truncated"),
)

LAYOUT = Layout(
    (
        Foundations("foundations"),
        Spread("columns", "", kind=Kind.COLUMN),
    ),
    labels={"columns": numbered("column", COLUMNS)},
    hidden={"face_down": "the columns have as many backs", "covering": "the first card on the backs of each column"},
    phases={"": "Move a card, or play it to the foundation"},
    rules={"home": (7,), "move": (3, 6), "give up": (10,)},  # as all the games of the family number them
)


def make_game(module: str, title: str, parents: np.ndarray) -> Game:
    """A game of this family.

    Args:
        module: the name of the game's module, which ends with the game's name and holds its page.
        title: the name on the page.
        parents: (ways, 52) int, the ends that each card may be put on.
    """
    move = "move a card, with all that lies on it, onto an end card; a king to the leftmost empty column"
    home = Block("home", CARDS, doc="put an end card on its suit's foundation")
    actions = Actions(home, patience.move_block(parents, doc=move), patience.GIVE_UP)
    give_up = actions.first("give up")
    uses = np.array([uses_of(end, parents) for end in range(CARDS + 1)])

    def deal(state) -> None:
        """Deal the columns; a game without a move is lost at once."""
        deal_columns(state)
        if not has_move(state, uses):
            patience.finish(state, -1)

    @rule
    def legal_actions(state, mask: Any) -> None:
        """All moves, and giving up if there have been enough actions without a gain."""
        mask[give_up] = patience.may_give_up(state)
        mask_moves(state, mask, uses)

    @rule
    def apply_action(state, action: Any) -> None:
        """Play a legal action."""
        if action == give_up:
            patience.give_up(state)
        else:
            play(state, action, parents)
            check_end(state, uses)

    deal.__module__ = module  # where the page is, and what is compiled anew when it changes
    return Game(
        name=module.rpartition(".")[2],
        version=0,
        title=title,
        family="patience",
        players=(1, 1),
        default_players=1,
        actions=actions,
        state=STATE,
        view=VIEW,
        options=OPTIONS,
        deal=rule(deal),
        legal_actions=legal_actions,
        apply_action=apply_action,
        observe=observe,
        redeal_hidden=redeal_hidden,
        check=check,
        tally=patience.tally_home,
        score_range=CARDS,
        rest="foundations",
    )


def uses_of(end: int, parents: np.ndarray) -> list[int]:
    """The actions for which a column with this end may be used, filled up with `NONE` to five.

    An end card may go home, or at most two cards onto it; four kings may go to an empty column.
    """
    home = [end] if end < CARDS else []
    moves = (MOVE + np.flatnonzero(end == parents)).tolist()
    return [*home, *moves, *[NONE] * 5][:5]


@rule
def deal_columns(state):
    """Deal row by row, then in rounds."""
    patience.deal_rows(state)
    for _ in range(ROUNDS):
        for column in range(1, COLUMNS):
            piles.push(state.columns[column], piles.draw(state.stock))


@rule
def mask_moves(state, mask, uses):
    """Set all legal actions but giving up."""
    if not state.indexed:
        index_cards(state)
    for column in range(COLUMNS):
        for action in uses[patience.end_of(state.columns[column])]:
            if is_legal(state, action, column):
                mask[action] = 1


@rule
def has_move(state, uses):
    """Returns whether anything but giving up is legal."""
    if not state.indexed:
        index_cards(state)
    for column in range(COLUMNS):
        for action in uses[patience.end_of(state.columns[column])]:
            if is_legal(state, action, column):
                return True
    return False


@rule
def index_cards(state):
    """Record the column of each face-up card. Moves keep that up to date, which is faster than searching."""
    for column in range(COLUMNS):
        pile = state.columns[column]
        for place in range(state.face_down[column], pile.height):
            state.column_of[pile.cards[place]] = column
    state.indexed = 1


@rule
def is_legal(state, action, column):
    """Returns whether one of the uses of a column's end is legal.

    Its card goes home if it is the next one there. A card is moved onto it that lies face up in another column; but no
    king from the foot of its column to an empty one.
    """
    if action < MOVE:
        return action != NONE and patience.may_go_home(state.foundations, action)
    card = action % CARDS
    source = state.column_of[card]
    if source in (NONE, column):
        return False
    return state.columns[column].height > 0 or state.columns[source].cards[0] != card


@rule
def play(state, action, parents):
    """Play a legal action that is not giving up."""
    card = action % CARDS
    column = state.column_of[card]
    if action < MOVE:
        state.foundations[piles.draw(state.columns[column])] = 1
        state.column_of[card] = NONE
        state.score[0] += 1
    else:
        end = parents[(action - MOVE) // CARDS, card]
        move_to(state, card, column, patience.find_end(state.columns, end))
    turned = patience.turn_up(state, column)
    if turned:
        state.column_of[piles.top(state.columns[column])] = column
    patience.count_idle(state, action < MOVE or turned)


@rule
def move_to(state, card, column, target):
    """Move a card of a column with all that lies on it."""
    source, onto = state.columns[column], state.columns[target]
    place = state.face_down[column]
    while source.cards[place] != card:
        place += 1
    first = onto.height
    patience.move_load(source, place, onto)
    for moved in range(first, onto.height):
        state.column_of[onto.cards[moved]] = target


@rule
def check_end(state, uses):
    """The game may be won, lost or stopped."""
    if state.foundations.sum() == CARDS:
        patience.finish(state, 1)
    elif not has_move(state, uses):
        patience.finish(state, -1)
    else:
        patience.stop_at_bound(state)


@rule
def observe(state, player, view):
    """Computed fields of the view: face-up cards, the foundations, and the bounds."""
    patience.observe_columns(state, view)
    patience.observe_foundations(state, view)
    patience.observe_bounds(state, view)


@rule
def redeal_hidden(state, player):
    """Redraws the face-down cards."""
    patience.redeal_face_down(state, 0)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    heights = piles.heights(state.columns)
    if state.stock.height > 0:
        return "no card is left in the stock after the deal"
    if problem := patience.check_face_down(state):
        return problem
    column_of = np.full(CARDS, NONE)
    for column in range(COLUMNS):
        column_of[state.columns[column].cards[state.face_down[column] : heights[column]]] = column
    if not state.indexed:
        column_of[:] = NONE
    if (state.column_of != column_of).any():
        return "column_of must be the column of each face-up card; it may be left out, with indexed"
    won = state.foundations.sum() == CARDS
    return patience.check_foundations(state.foundations) or patience.check_won(state, won)
