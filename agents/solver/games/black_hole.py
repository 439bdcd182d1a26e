"""Black Hole: a card at a time goes to the hole, up or down in rank.

Only ranks matter, and fans with the same ranks are the same. A search into depth, since every way to play has the same
length; see `is_cut_off` for positions that cannot be won.
"""

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.solver.search import HOPELESS, Hints
from cardzoo.envs.engine import RANKS, rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.families.patience import are_neighbours
from cardzoo.envs.games.black_hole import FANS, PACK

STEP = 64  # a card left is worth as much as all that breaks ties
WEIGHTS = ((-1,), (1,), (0,))


@rule
def key(state):
    """The hole's top rank and the ranks in each fan; the order of the fans is of no account."""
    total = mix(np.uint64(state.top + 1))
    for fan in range(FANS):
        pile = state.fans[fan]
        code = np.uint64(0)
        for place in range(pile.height):
            code = append(code, rank_of(pile.cards[place]))
        total += mix(code)
    return total


@rule
def judge(state, weights, scratch):
    """How many cards are left, then how unevenly they lie in the fans."""
    scratch[:] = 0
    left = uneven = 0
    for fan in range(FANS):
        pile = state.fans[fan]
        left += pile.height
        uneven += pile.height * (pile.height - 1) // 2
        for place in range(pile.height):
            scratch[rank_of(pile.cards[place])] += 1
    for rank in range(RANKS):
        if scratch[rank] > 0 and is_cut_off(state, scratch, rank):
            return HOPELESS
    return STEP * left + weights[0] * uneven + (STEP if weights[0] < 0 else 0)


@rule
def is_cut_off(state, left, rank):
    """Whether not all cards of a rank can go to the hole.

    Between two of them at least one card of a neighbouring rank has to go there, and one before the first, if the
    hole's top card is none: so many of them must be left.
    """
    neighbours = left[(rank + 1) % RANKS] + left[(rank + RANKS - 1) % RANKS]
    return neighbours + are_neighbours(rank, state.top, True) < left[rank]


HINTS = Hints(key=key, judge=judge, weights=WEIGHTS, scratch=RANKS, moves=len(PACK), nodes=12_000_000)
