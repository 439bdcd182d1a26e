"""FreeCell: eight columns built down in alternating colours, cells that hold a card each, all cards known.

**Safe moves.** A card x goes home at once if each card that could lie on it is home or could go home itself. The same
must hold for each card that could lie on that one. Take any winning line in which x goes home later: it can go home
now. A card laid on x goes home instead, and so does a card laid on that one. All other moves stay possible, since one
card less is in the way.
"""

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.solver.search import Hints
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, rule
from cardzoo.envs.engine.cards import is_red, rank_of, suit_of
from cardzoo.envs.families.patience import alternates
from cardzoo.envs.games.freecell import CELLS, COLUMNS, GIVE_UP

LEFT, COVERING, BREAKS, FILLED = range(4)  # indices of the weights
WEIGHTS = ((1, 10, 0, 2), (3, 1, 4, 4), (5, 10, 2, 5), (0, 1, 0, 0))


@rule
def key(state):
    """The columns and the cards in the cells, whose order does not matter. The rest is at home."""
    total = np.uint64(0)
    for column in range(COLUMNS):
        pile = state.columns[column]
        code = np.uint64(0)
        for place in range(pile.height):
            code = append(code, pile.cards[place])
        total += mix(code)
    for cell in range(CELLS):
        if state.cells[cell] != NO_CARD:
            total += mix(append(append(np.uint64(0), CARDS), state.cells[cell]))
    return total


@rule
def narrow(state, mask):
    """Never give up; leave only the safe move, if there is one."""
    mask[GIVE_UP] = 0
    for card in range(CARDS):
        if mask[card] and is_safe(state.foundations, card):
            mask[:] = 0
            mask[card] = 1
            return


@rule
def is_safe(foundations, card):
    """True if a card that can go home is never needed elsewhere."""
    rank = rank_of(card)
    for suit in range(SUITS):
        if is_red(RANKS * suit) == is_red(card):
            if suit != suit_of(card) and rank > 2 and foundations[RANKS * suit + rank - 3] == 0:
                return False
        elif rank > 1 and foundations[RANKS * suit + rank - 2] == 0:
            return False
    return True


@rule
def judge(state, weights, scratch):
    """Weighted sum: cards not yet at home, those on a lower one, breaks of sequences, cells and columns in use."""
    left = covering = breaks = filled = 0
    for column in range(COLUMNS):
        pile = state.columns[column]
        left += pile.height
        filled += pile.height > 0
        least = RANKS
        for place in range(pile.height):
            rank = rank_of(pile.cards[place])
            covering += rank > least
            least = min(least, rank)
            breaks += place > 0 and not alternates(pile.cards[place], pile.cards[place - 1])
    for cell in range(CELLS):
        left += state.cells[cell] != NO_CARD
        filled += state.cells[cell] != NO_CARD
    return weights[LEFT] * left + weights[COVERING] * covering + weights[BREAKS] * breaks + weights[FILLED] * filled


HINTS = Hints(key=key, judge=judge, narrow=narrow, weights=WEIGHTS)
