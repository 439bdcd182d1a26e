"""Scripted agents of Spider: single moves, and a beam search some moves ahead.

A line ends at a move that would turn up a face-down card; rows are dealt only if no line improves the position.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from cardzoo.agents.families.beam import append, make_look_ahead, square
from cardzoo.agents.solver.games.spider import judge
from cardzoo.envs.engine import NO_CARD, RANKS, SUITS, arrays, piles, rule
from cardzoo.envs.families.patience import MOST_STEPS, leftmost_empty
from cardzoo.envs.games.spider import COLUMNS, DEAL, GAME, GIVE_UP, SPACE, Suits

STATE = GAME.dtype
NOVICE_WIDTH, NARROW, EXPERT_WIDTH = 1, 2, 12  # positions in a beam
NOVICE_AHEAD, NEAR, EXPERT_AHEAD = 1, 2, 8  # moves; NARROW and NEAR are for the expert with one suit
WEIGHTS = (100, 10, 35, 20, 10, 3, 0)  # for `judge`
NOVICE_WEIGHTS = (64, 18, 27, 33, 18, 2, 0)  # single moves build no long runs: order comes first
ONE_SUIT_WEIGHTS = (66, 78, 18, 27, 8, 4, 0)
LONG = 30  # moves without a gain after which to deal; lines that sort cards need more than ten
HOPELESS = 100  # moves without a gain after which to give up


@rule
def novice(view, mask, generator):
    """Makes the best single move; without an improving move it deals, or gives up if it may."""
    states, worths = arrays.zeros((3, NOVICE_WIDTH), STATE), arrays.zeros((2, NOVICE_WIDTH), np.int64)
    firsts = arrays.zeros((2, NOVICE_WIDTH), np.int64)
    return choose_simply(view, mask, states, worths, firsts, NOVICE_AHEAD)


@rule
def expert(view, mask, generator):
    """Looks eight moves ahead, but keeps only the best twelve positions of each depth (a beam search).

    With one suit it looks only two moves ahead and keeps two positions: new cards are worth more than a long line.

    It makes the first move towards the best position that it has found, if that is better than this one. A good
    position has few face-down cards above all, then empty columns, cards on the next higher rank, better still of their
    suit, and long runs. Otherwise it deals, also after thirty moves without a gain. If nothing can be dealt, it moves
    all the same. It gives up if it may and has found nothing better, or after a hundred moves without a gain.
    """
    if view.suits == Suits.ONE:
        return choose_nearby(view, mask)
    states, worths = arrays.zeros((3, EXPERT_WIDTH), STATE), arrays.zeros((2, EXPERT_WIDTH), np.int64)
    firsts = arrays.zeros((2, EXPERT_WIDTH), np.int64)
    return choose(view, mask, states, worths, firsts, EXPERT_AHEAD)


@rule
def choose_nearby(view, mask):
    """The expert's action with one suit."""
    states, worths = arrays.zeros((3, NARROW), STATE), arrays.zeros((2, NARROW), np.int64)
    firsts = arrays.zeros((2, NARROW), np.int64)
    return choose(view, mask, states, worths, firsts, NEAR)


@rule
def read_view(view, state):
    """Fill a fresh state from the view, with bounds that are never reached; unknown cards are `NO_CARD`."""
    for column in range(COLUMNS):
        piles.copy(view.columns[column], state.columns[column])
        state.face_down[column] = view.face_down[column]
    for _ in range(view.stock_size):
        piles.push(state.stock, NO_CARD)
    for suit in range(SUITS):
        for rank in range(RANKS):
            state.foundations[RANKS * suit + rank] = view.complete[suit]
    state.idle = view.idle
    state.options.suits = view.suits
    state.options.deal_on_empty = view.deal_on_empty
    state.options.give_up_after = state.options.max_idle = state.options.max_steps = MOST_STEPS


@rule
def narrow(state, mask):
    """Remove deals of rows, and all moves if an unknown card is at an end.

    If only empty columns prevent a deal, leave moves that fill them.
    """
    mask[DEAL] = mask[GIVE_UP] = 0
    if state.idle >= LONG and state.stock.height > 0 and leftmost_empty(state.columns) < COLUMNS:
        mask[:SPACE] = 0
    for column in range(COLUMNS):
        if state.columns[column].height > 0 and piles.top(state.columns[column]) == NO_CARD:
            mask[:] = 0


@rule
def weigh(state):
    """The cost of a position; see `expert`."""
    return judge(state, ONE_SUIT_WEIGHTS if state.options.suits == Suits.ONE else WEIGHTS, 0)


@rule
def weigh_simply(state):
    """The same for `novice`."""
    return judge(state, ONE_SUIT_WEIGHTS if state.options.suits == Suits.ONE else NOVICE_WEIGHTS, 0)


@rule
def code_of(state):
    """The hash of the columns, whose order does not matter here."""
    total = np.int64(0)
    for column in range(COLUMNS):
        pile = state.columns[column]
        code = np.int64(1)
        for place in range(state.face_down[column], pile.height):
            code = append(code, pile.cards[place])
        code = append(code, 100 + state.face_down[column])
        total += append(square(code), column * (state.face_down[column] > 0))
    return total


def make_choose(weigh: Callable[..., Any]) -> Callable[..., Any]:
    """``choose(view, mask, states, worths, firsts, ahead) -> action`` by the costs of positions."""
    look_ahead = make_look_ahead(GAME, read_view, narrow, weigh, code_of)

    @rule
    def choose(view: Any, mask: Any, states: Any, worths: Any, firsts: Any, ahead: Any) -> Any:
        """Move towards a better position within the limits; else deal, else give up, else move all the same."""
        action, gain = look_ahead(view, states, worths, firsts, ahead)
        if mask[DEAL] and (gain <= 0 or view.idle >= LONG):
            return DEAL
        if mask[GIVE_UP] and view.idle >= HOPELESS:
            return GIVE_UP
        if action >= 0 and (gain > 0 or view.stock_size > 0):
            return action
        if mask[GIVE_UP]:
            return GIVE_UP
        return action if action >= 0 else np.argmax(mask)

    return choose


choose, choose_simply = make_choose(weigh), make_choose(weigh_simply)
AGENTS = {"novice": novice, "expert": expert}
ENOUGH_DEALS = 1000  # as novices hardly ever win
MEASURED = ({"suits": "one"}, {"suits": "two"})
SOLVER = "cardzoo.agents.solver.games.spider:HINTS"
