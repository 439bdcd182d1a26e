"""Spider: ten columns of two packs, in which suits are sorted, all cards known.

No move is left out but giving up: what lies where may always matter.
"""

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.solver.search import Hints
from cardzoo.envs.engine import rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.games.spider import COLUMNS, COUNTED, GIVE_UP, follows

HIDDEN, BREAKS, JOINS, FILLED, LEFT, STOCK = range(6)  # what the weights weigh
WEIGHTS = ((10, 6, 3, 4, 1, 0), (20, 10, 5, 10, 1, 1), (5, 10, 5, 5, 2, 0), (10, 3, 2, 10, 1, 0))


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
def judge(state, weights, scratch):
    """Face-down cards, cards that do not lie on the next rank or suit, columns in use, cards left, rows, weighed."""
    hidden = breaks = joins = filled = left = 0
    for column in range(COLUMNS):
        pile = state.columns[column]
        hidden += state.face_down[column]
        filled += pile.height > 0
        left += pile.height
        for place in range(state.face_down[column] + 1, pile.height):
            card, other = pile.cards[place], pile.cards[place - 1]
            if rank_of(card) + 1 != rank_of(other):
                breaks += 1
            elif not follows(card, other, state.options.suits):
                joins += 1
    return (
        weights[HIDDEN] * hidden
        + weights[BREAKS] * breaks
        + weights[JOINS] * joins
        + weights[FILLED] * filled
        + weights[LEFT] * left
        + weights[STOCK] * state.stock.height
    )


HINTS = Hints(key=key, judge=judge, narrow=narrow, weights=WEIGHTS)
