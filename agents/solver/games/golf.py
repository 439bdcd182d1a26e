"""Golf: cards go to the waste one by one, up or down in rank, or from the stock.

Only ranks matter, and columns with the same ranks are equal. The search is depth-first, since every line ends; see
`has_bases` for positions that cannot be won.
"""

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.solver.search import HOPELESS, Hints
from cardzoo.envs.engine import RANKS, rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.games.golf import COLUMNS, DEALT, STOCK_SIZE, Kings, goes_on

STEP = 64  # a card left in the columns outweighs all tie-breakers
NEEDED, BASES = 0, RANKS  # offsets of the counts by rank in the scratch space


@rule
def key(state):
    """The rank on the waste, the size of the stock, and the ranks in each column, whose order does not matter."""
    total = mix(append(mix(np.uint64(state.stock.height + 1)), rank_of(state.waste.cards[state.waste.height - 1])))
    for column in range(COLUMNS):
        pile = state.columns[column]
        code = np.uint64(0)
        for place in range(pile.height):
            code = append(code, rank_of(pile.cards[place]))
        total += mix(code)
    return total


@rule
def judge(state, weights, scratch):
    """The number of cards left in the columns, then the number that is turned up."""
    scratch[:] = 0
    left = 0
    for column in range(COLUMNS):
        pile = state.columns[column]
        left += pile.height
        for place in range(pile.height):
            scratch[NEEDED + rank_of(pile.cards[place])] += 1
            scratch[BASES + rank_of(pile.cards[place])] += 1
    for place in range(state.stock.height):
        scratch[BASES + rank_of(state.stock.cards[place])] += 1
    scratch[BASES + rank_of(state.waste.cards[state.waste.height - 1])] += 1
    if not has_bases(scratch, state.options.kings):
        return HOPELESS
    return STEP * left + STOCK_SIZE - state.stock.height


@rule
def has_bases(scratch, kings):
    """True if each card left in the columns can have its own base: a card on which it is played.

    A base is the waste's top card, or a later one, and serves once. From the ace up, each rank takes the bases below it
    first, which only the rank below them could use besides. If ranks wrap around, there is no first one, and each rank
    alone must have enough.
    """
    for rank in range(RANKS):
        needed = scratch[NEEDED + rank]
        below, above = (rank + RANKS - 1) % RANKS, (rank + 1) % RANKS
        if kings == Kings.WRAP:
            needed -= scratch[BASES + below]
        elif goes_on(rank, below, kings):
            used = min(needed, scratch[BASES + below])
            scratch[BASES + below] -= used
            needed -= used
        if needed > 0 and goes_on(rank, above, kings):
            used = min(needed, scratch[BASES + above])
            scratch[BASES + above] -= 0 if kings == Kings.WRAP else used
            needed -= used
        if needed > 0:
            return False
    return True


HINTS = Hints(key=key, judge=judge, scratch=2 * RANKS, moves=DEALT + STOCK_SIZE, nodes=5_000_000)
