"""Black Hole: a card at a time goes to the hole, up or down in rank.

Only ranks matter, and fans with the same ranks are equal. The search is depth-first, since all lines have the same
length; see `is_cut_off` for positions that cannot be won.
"""

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.solver.search import HOPELESS, Hints
from cardzoo.envs.engine import RANKS, rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.families.patience import are_neighbours
from cardzoo.envs.games.black_hole import FANS, PACK

STEP = 64  # a remaining card outweighs all tie-breakers
WEIGHTS = ((-1,), (1,), (0,))


@rule
def key(state):
    """The hole's top rank and the ranks in each fan; the order of the fans does not matter."""
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
    """The number of cards left, then their unevenness in the fans."""
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
    """True if some card of a rank can never go to the hole.

    At least one card of a neighbouring rank has to go there between two of them, and before the first, unless the
    hole's top card is one. That many neighbours must be left.
    """
    neighbours = left[(rank + 1) % RANKS] + left[(rank + RANKS - 1) % RANKS]
    return neighbours + are_neighbours(rank, state.top, True) < left[rank]


HINTS = Hints(key=key, judge=judge, weights=WEIGHTS, scratch=RANKS, moves=len(PACK), nodes=12_000_000)
