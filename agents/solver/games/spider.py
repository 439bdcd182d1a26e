"""Spider: ten columns of two packs, in which suits are sorted, all cards known.

All moves but giving up are tried, since every place may matter.
"""

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.solver.search import Hints
from cardzoo.envs.engine import RANKS, rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.games.spider import ALL_SUITS, COLUMNS, COUNTED, GIVE_UP, STOCK_SIZE, follows

HIDDEN, COVERING, FILLED, BREAKS, JOINS, RUNS, STOCK = range(7)  # indices of the weights
WEIGHTS = (
    (15, 0, 0, 20, 8, 1, 17),
    (20, 0, 10, 20, 15, 1, 15),
    (10, 10, 0, 20, 3, 1, 17),
    (20, 30, 10, 20, 6, 0, 20),
)
IN_RUN = RANKS * (RANKS - 1) // 2  # gain of a complete suit: see `judge`
GONE = 20  # additional gain of each complete suit
MOST_GAINED = ALL_SUITS * (IN_RUN + GONE)  # with a weight of 1 for runs


@rule
def key(state):
    """The columns by the effective suits of their cards, face-down cards apart, and the number of dealt rows.

    The order of the columns matters while rows are to be dealt.
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
    """Never give up."""
    mask[GIVE_UP] = 0


@rule
def stage(state):
    """The number of dealt rows: each row creates disorder again."""
    return (STOCK_SIZE - state.stock.height) // COLUMNS


@rule
def judge(state, weights, scratch):
    """Weighted obstacles less cards in order; hardly ever less than 0.

    Obstacles are face-down cards, columns with any, columns in use, and cards of the stock. Cards that do not lie on
    the next rank count too, and cards that do but not on their suit. A card of the stock weighs about as much as a card
    out of order, since most are out of order when dealt. Otherwise all earlier moves would be tried before a row is
    dealt.

    Each card in order counts the cards of its run above it, as long runs are hard to build. Complete suits count too.
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
