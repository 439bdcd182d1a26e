"""Scripted agents of Spider: single moves, and a beam search some moves ahead.

A line ends at a move that would turn up a face-down card; rows are dealt only if no line improves the position.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from cardzoo.agents.families.beam import append, make_look_ahead, square
from cardzoo.agents.solver.games.spider import judge
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, piles, rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.families.patience import MOST_STEPS
from cardzoo.envs.games.spider import COLUMNS, DEAL, GAME, GIVE_UP, PACKS, SPACE, Suits

STATE = GAME.dtype
NOVICE_WIDTH, EXPERT_WIDTH = 1, 16  # positions in a beam
NOVICE_AHEAD, EXPERT_AHEAD = 1, 12  # moves
# For the solver's `judge`. Single moves build no long runs. The expert's weights are from the cross-entropy method:
# many weights play, and the next ones are near the best.
NOVICE_WEIGHTS, NOVICE_ONE_SUIT = (64, 18, 27, 33, 18, 2, 0), (66, 78, 18, 27, 8, 4, 0)
WEIGHTS = (0, 0, 235, 76, 175, 35, 0)
DOWN = np.array([0, 1140, 2390, 3420, 4470, 5490])  # cost of a column with so many face-down cards
COMPLETE = 145  # gain of a complete suit, besides that in `judge`
PLACED = 350  # gain if every unknown card would find a place
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
    """Looks twelve moves ahead, but keeps only the best sixteen positions of each depth (a beam search).

    It makes the first move towards the best position that it has found, if that is better than this one. A good
    position has few face-down cards above all, then empty columns, cards on the next higher rank, better still of their
    suit, long runs, and places for unknown cards. Otherwise it deals, also after thirty moves without a gain. If
    nothing can be dealt, it moves all the same. It gives up if it may and has found nothing better, or after a hundred
    moves without a gain.
    """
    states, worths = arrays.zeros((3, EXPERT_WIDTH), STATE), arrays.zeros((2, EXPERT_WIDTH), np.int64)
    firsts = arrays.zeros((2, EXPERT_WIDTH), np.int64)
    return choose(view, mask, states, worths, firsts, EXPERT_AHEAD)


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
    """Remove deals of rows; if only empty columns prevent a deal, leave the moves that fill them."""
    mask[DEAL] = mask[GIVE_UP] = 0
    if state.idle >= LONG and state.stock.height > 0:
        mask[:SPACE] = 0


@rule
def shows_unknown(state):
    """Returns whether a card that was face down is at the end of a column."""
    for column in range(COLUMNS):
        if state.columns[column].height > 0 and piles.top(state.columns[column]) == NO_CARD:
            return True
    return False


@rule
def weigh(state):
    """The cost of a position; see `expert`."""
    cost = judge(state, WEIGHTS, 0) - COMPLETE * (state.foundations.sum() // RANKS)
    unknown, has_place = arrays.zeros(RANKS, np.int64), arrays.zeros(RANKS, np.int64)  # cards by rank
    for card in range(CARDS):
        unknown[rank_of(card)] += PACKS - state.foundations[card]
    for column in range(COLUMNS):
        pile, hidden = state.columns[column], state.face_down[column]
        cost += DOWN[hidden]
        for place in range(hidden, pile.height):
            if pile.cards[place] != NO_CARD:
                unknown[rank_of(pile.cards[place])] -= 1
        if pile.height > 0 and piles.top(pile) != NO_CARD and rank_of(piles.top(pile)) > 0:
            has_place[rank_of(piles.top(pile)) - 1] = 1
    placed = 0
    for rank in range(RANKS):
        placed += unknown[rank] * has_place[rank]
    return cost - PLACED * placed // max(unknown.sum(), 1)


@rule
def weigh_simply(state):
    """The same for `novice`."""
    return judge(state, NOVICE_ONE_SUIT if state.options.suits == Suits.ONE else NOVICE_WEIGHTS, 0)


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
    look_ahead = make_look_ahead(GAME, read_view, narrow, weigh, code_of, shows_unknown)

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
ROLLOUT = "novice"  # a game of the expert takes a third of a second
ENOUGH_DEALS = 1000  # as novices hardly ever win
MEASURED = ({"suits": "one"}, {"suits": "two"})
SOLVER = "cardzoo.agents.solver.games.spider:HINTS"
