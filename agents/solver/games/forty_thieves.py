"""Forty Thieves: ten columns built down in suit, a card at a time, and a stock with a single pass.

**Safe moves.** A card goes home at once if both cards that could be laid on it are home, as for an ace. Nothing can
ever lie on it. In any winning line in which it, or its duplicate, goes home later, it can go home now. Its other moves
are skipped, since one card less is in the way.
"""

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.solver.search import Hints
from cardzoo.envs.engine import CARDS, rule
from cardzoo.envs.engine.cards import ACE, rank_of, suit_of
from cardzoo.envs.games.forty_thieves import COLUMNS, HOME, PACKS, SOURCES, available

LEFT, COVERING, WASTE, FILLED = range(4)  # indices of the weights
WEIGHTS = ((5, 10, 2, 5), (10, 10, 10, 0), (2, 10, 5, 20), (1, 10, 0, 2))


@rule
def key(state):
    """The columns, whose order does not matter, the waste pile and the stock."""
    total = np.uint64(0)
    for column in range(COLUMNS):
        pile = state.columns[column]
        code = np.uint64(0)
        for place in range(pile.height):
            code = append(code, pile.cards[place])
        total += mix(code)
    code = append(append(np.uint64(0), CARDS), state.turned_over)
    for place in range(state.waste.height):
        code = append(code, state.waste.cards[place])
    code = append(code, CARDS + state.stock.height)
    if state.turned_over > 0:  # else its height determines its cards
        for place in range(state.stock.height):
            code = append(code, state.stock.cards[place])
    return total + mix(code)


@rule
def narrow(state, mask):
    """Leave only the safe move, if there is one."""
    for source in range(SOURCES):
        if mask[HOME + source]:
            card = available(state, source)
            if rank_of(card) == ACE or state.foundations[card - 1] == PACKS:
                mask[:] = 0
                mask[HOME + source] = 1
                return


@rule
def judge(state, weights, scratch):
    """Weighted sum: cards not yet at home, those that have to move before, the waste pile, and columns in use."""
    covering = filled = 0
    left = state.waste.height + state.stock.height
    for column in range(COLUMNS):
        pile = state.columns[column]
        left += pile.height
        filled += pile.height > 0
        for place in range(1, pile.height):
            card = pile.cards[place]
            if pile.cards[place - 1] != card + 1:
                covering += lies_on_lower(pile, place)
    return (
        weights[LEFT] * left
        + weights[COVERING] * covering
        + weights[WASTE] * state.waste.height
        + weights[FILLED] * filled
    )


@rule
def lies_on_lower(pile, place):
    """1 for a card that is not in sequence, 2 if a lower card of its own suit lies below it."""
    card = pile.cards[place]
    for below in range(place):
        other = pile.cards[below]
        if other < card and suit_of(other) == suit_of(card):
            return 2
    return 1


HINTS = Hints(key=key, judge=judge, narrow=narrow, weights=WEIGHTS)
