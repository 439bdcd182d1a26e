"""Scripted agents of FreeCell: beam searches some moves ahead, the novice along one line, the expert along many."""

import numpy as np

from cardzoo.agents.families.beam import append, make_look_ahead, square
from cardzoo.agents.solver.games.freecell import judge, narrow
from cardzoo.envs.engine import CARDS, NO_CARD, arrays, piles, rule
from cardzoo.envs.families.patience import MOST_STEPS
from cardzoo.envs.games.freecell import CELLS, COLUMNS, GAME, GIVE_UP

STATE = GAME.dtype
NOVICE_WIDTH, EXPERT_WIDTH = 1, 16  # positions in a beam
NOVICE_AHEAD, EXPERT_AHEAD = 4, 20  # moves
WEIGHTS = (3, 1, 4, 4)  # for `judge`


@rule
def novice(view, mask, generator):
    """Looks four moves ahead along a single line; gives up as soon as it may."""
    states, worths = arrays.zeros((3, NOVICE_WIDTH), STATE), arrays.zeros((2, NOVICE_WIDTH), np.int64)
    firsts = arrays.zeros((2, NOVICE_WIDTH), np.int64)
    return choose(view, mask, states, worths, firsts, NOVICE_AHEAD)


@rule
def expert(view, mask, generator):
    """Looks twenty moves ahead, but keeps only the best 16 positions of each depth (a beam search).

    It makes the first move towards the best position that it has found. Cards at home, cards in sequence, free cells
    and empty columns are good; cards on lower ones are bad. A card that can safely go home does so at once. It gives up
    as soon as it may.
    """
    states, worths = arrays.zeros((3, EXPERT_WIDTH), STATE), arrays.zeros((2, EXPERT_WIDTH), np.int64)
    firsts = arrays.zeros((2, EXPERT_WIDTH), np.int64)
    return choose(view, mask, states, worths, firsts, EXPERT_AHEAD)


@rule
def choose(view, mask, states, worths, firsts, ahead):
    """Give up, or move towards the best position."""
    if mask[GIVE_UP]:
        return GIVE_UP
    action, _ = look_ahead(view, states, worths, firsts, ahead)
    return action if action >= 0 else np.argmax(mask)


@rule
def read_view(view, state):
    """Fill a fresh state from the view, with bounds that are never reached."""
    cells = view.free_cells
    for column in range(COLUMNS):
        piles.copy(view.columns[column], state.columns[column])
    for cell in range(CELLS):
        state.cells[cell] = view.cells[cell]
        cells += view.cells[cell] != NO_CARD
    for card in range(CARDS):
        state.foundations[card] = view.foundations[card]
    state.options.cells = cells
    state.options.supermoves = view.supermoves
    state.options.give_up_after = state.options.max_idle = state.options.max_steps = MOST_STEPS


@rule
def weigh(state):
    """The cost of a position; see `expert`."""
    return judge(state, WEIGHTS, 0)


@rule
def code_of(state):
    """The hash of the columns and the cells, whose order does not matter."""
    total = np.int64(0)
    for column in range(COLUMNS):
        code = np.int64(1)
        for place in range(state.columns[column].height):
            code = append(code, state.columns[column].cards[place])
        total += append(square(code), CARDS)
    for cell in range(CELLS):
        code = append(np.int64(2), state.cells[cell])
        total += square(code)
    return total


look_ahead = make_look_ahead(GAME, read_view, narrow, weigh, code_of)
AGENTS = {"novice": novice, "expert": expert}
SOLVER = "cardzoo.agents.solver.games.freecell:HINTS"
