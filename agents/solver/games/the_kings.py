"""The Kings: eight lanes, built up and down at their outer ends regardless of suit.

All moves are tried: a card that could go home may still be needed as a base for others.
"""

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.solver.search import Hints
from cardzoo.envs.engine import RANKS, rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.games.the_kings import FOUNDATIONS, FOUNDATIONS_A_ROW, LANES, ROWS, Phase

LEFT, COVERING, FILLED = range(3)  # indices of the weights
WEIGHTS = ((5, 10, 5), (10, 10, 0), (2, 10, 20), (1, 20, 5))


@rule
def key(state):
    """The ranks in the lanes, and the foundations; the order of the lanes matters only while rows do."""
    total = mix(np.uint64(state.places + 1))
    dealing = state.phase == Phase.DEAL
    for lane in range(LANES):
        pile = state.lanes[lane]
        place = 0
        if dealing:
            place = lane + 1
        elif state.options.strict_rows or state.options.whole_rows:
            place = lane % ROWS + 1
        code = append(append(np.uint64(0), 1), place)
        for height in range(pile.height):
            code = append(code, rank_of(pile.cards[height]))
        total += mix(code)
    for foundation in range(FOUNDATIONS):
        row = 0
        if dealing or state.options.strict_rows:
            row = foundation // FOUNDATIONS_A_ROW + 1
        total += mix(append(append(append(np.uint64(0), 2), row), state.foundations[foundation]))
    return total


@rule
def judge(state, weights, scratch):
    """Weighted sum: cards not yet at home, those on a lower rank, which have to move before, and lanes in use."""
    left, covering, filled = state.stock.height, 0, 0
    for lane in range(LANES):
        pile = state.lanes[lane]
        left += pile.height
        filled += pile.height > 0
        least = RANKS
        for place in range(pile.height):
            rank = rank_of(pile.cards[place])
            covering += rank > least
            least = min(least, rank)
    return weights[LEFT] * left + weights[COVERING] * covering + weights[FILLED] * filled


HINTS = Hints(key=key, judge=judge, weights=WEIGHTS)
