"""Spider: ten columns of two packs, in which suits are sorted, all cards known.

No move is left out but giving up: what lies where may always matter.
"""

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.solver.search import Hints
from cardzoo.envs.engine import RANKS, rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.games.spider import ALL_SUITS, COLUMNS, COUNTED, GIVE_UP, STOCK_SIZE, follows

HIDDEN, COVERING, FILLED, BREAKS, JOINS, RUNS, STOCK = range(7)  # what the weights weigh
WEIGHTS = (
    (15, 0, 0, 20, 8, 1, 17),
    (20, 0, 10, 20, 15, 1, 15),
    (10, 10, 0, 20, 3, 1, 17),
    (20, 30, 10, 20, 6, 0, 20),
)
IN_RUN = RANKS * (RANKS - 1) // 2  # of a complete suit: see `judge`
GONE = 20  # for each complete suit, besides
MOST_GAINED = ALL_SUITS * (IN_RUN + GONE)  # with a weight of 1 for runs


@rule
def key(state):
    """The columns by what their cards count as, face-down cards apart, and how many rows were dealt.

    The order of the columns is of account while rows are to be dealt.
    """
    total = mix(np.uint64(state.stock.height + 1))
    for column in range(COLUMNS):
        pile = state.columns[column]
        code = np.uint64(0)
        if state.stock.height > 0:
            code = append(append(code, COLUMNS + state.face_down[column]), column)
        elif pile.height > 0:
            code = append(code, COLUMNS + state.face_down[column])
        for place in range(pile.height):
            code = append(code, COUNTED[state.options.suits, pile.cards[place]])
        total += mix(code)
    return total


@rule
def narrow(state, mask):
    """Giving up never."""
    mask[GIVE_UP] = 0


@rule
def stage(state):
    """How many rows were dealt: after a row all is in disorder again."""
    return (STOCK_SIZE - state.stock.height) // COLUMNS


@rule
def judge(state, weights, scratch):
    """What is in the way, weighed, less what is in order; hardly ever less than 0.

    In the way are face-down cards, columns that have any, columns in use, cards that do not lie on the next rank, those
    that do but not on their suit, and cards of the stock. These weigh about as much as a card out of order, since most
    are when they are dealt: else all that can be done before would be tried before a row is dealt.

    In order is each card by the number of those of its run above it, as long runs are hard to come by; and those that
    are complete.
    """
    worth, in_run, suits = MOST_GAINED + weights[STOCK] * state.stock.height, 0, state.options.suits
    for column in range(COLUMNS):
        pile, hidden = state.columns[column], state.face_down[column]
        if pile.height == 0:
            continue
        worth += weights[FILLED] + weights[HIDDEN] * hidden
        if hidden > 0:
            worth += weights[COVERING]
        above = 0
        for place in range(hidden + 1, pile.height):
            card, other = pile.cards[place], pile.cards[place - 1]
            above += 1
            if rank_of(card) + 1 != rank_of(other):
                worth += weights[BREAKS]
                above = 0
            elif not follows(card, other, suits):
                worth += weights[JOINS]
                above = 0
            in_run += above
    complete = state.foundations.sum() // RANKS
    return worth - weights[RUNS] * (in_run + IN_RUN * complete) - GONE * complete


HINTS = Hints(
    key=key, judge=judge, narrow=narrow, weights=WEIGHTS, nodes=12_000_000, widths=(50, 500, 3000), stage=stage
)
