"""Players of FreeCell, who look some moves ahead along the best lines: the novice along one, the expert along many.

They try moves by the game's own rules, in states that they make of what they see. A beam has the best positions after
so many moves, with their worths, of which less is better, and the action that was played first to get there.
"""

import numpy as np

from cardzoo.agents.solver.games.freecell import judge, narrow
from cardzoo.envs.engine import CARDS, NO_CARD, arrays, rule
from cardzoo.envs.families.patience import MOST_STEPS
from cardzoo.envs.games.freecell import CELLS, COLUMNS, GAME, GIVE_UP, apply_action, legal_actions

STATE = GAME.dtype
NUM_ACTIONS = len(GAME.actions)
NOVICE_WIDTH, EXPERT_WIDTH = 1, 16  # positions in a beam
NOVICE_AHEAD, EXPERT_AHEAD = 4, 20  # moves
WEIGHTS = (3, 1, 4, 4)  # for `judge`
KNOWN = 8192  # places for positions that are known
PRIME = (1 << 31) - 1
NONE = -1


@rule
def novice(view, mask, generator):
    """Looks four moves ahead along a single line, and plays its first move if its end looks better than any other."""
    states, worths = arrays.zeros((3, NOVICE_WIDTH), STATE), arrays.zeros((2, NOVICE_WIDTH), np.int64)
    firsts = arrays.zeros((2, NOVICE_WIDTH), np.int64)
    return look_ahead(view, mask, states, worths, firsts, NOVICE_AHEAD, WEIGHTS)


@rule
def expert(view, mask, generator):
    """Looks twenty moves ahead, but keeps only the best 16 positions of each depth (a beam search).

    It makes the first move towards the best position that it has found. Good are cards at home and cards in sequence,
    free cells and empty columns; bad are cards on lower ones. A card that can safely go home does so at once. It gives
    up as soon as it may: it has looked ahead in vain for so long.
    """
    states, worths = arrays.zeros((3, EXPERT_WIDTH), STATE), arrays.zeros((2, EXPERT_WIDTH), np.int64)
    firsts = arrays.zeros((2, EXPERT_WIDTH), np.int64)
    return look_ahead(view, mask, states, worths, firsts, EXPERT_AHEAD, WEIGHTS)


@rule
def look_ahead(view, mask, states, worths, firsts, ahead, weights):
    """The first move towards the best position that beams find.

    Args:
        view: what is seen.
        mask: what is legal.
        states: (3, width) fresh states: the beams of this depth and of the next one, and one to try moves in.
        worths: (2, width) of those beams.
        firsts: (2, width) of those beams.
        ahead: moves.
        weights: for `judge`.
    """
    if mask[GIVE_UP]:
        return GIVE_UP
    known, legal = arrays.zeros(KNOWN, np.int64), arrays.zeros(NUM_ACTIONS, np.int8)
    read_view(view, states[0, 0])
    remember(known, states[0, 0])
    best, best_worth, kept = NONE, 1 << 30, 1
    for depth in range(ahead):
        now, later, found = depth % 2, 1 - depth % 2, 0
        for place in range(kept):
            legal[:] = 0
            legal_actions(states[now, place], legal)
            narrow(states[now, place], legal)
            for action in range(NUM_ACTIONS):
                if legal[action] == 0:
                    continue
                states[2, 0] = states[now, place]
                state = states[2, 0]
                apply_action(state, action)
                first = action if depth == 0 else firsts[now, place]
                if state.over and state.reward[0] > 0:
                    return first
                if state.over or not remember(known, state):
                    continue
                worth = judge(state, weights, known)
                if worth < best_worth:
                    best, best_worth = first, worth
                slot = find_slot(worths[later], found, worth)
                if slot != NONE:
                    states[later, slot], worths[later, slot], firsts[later, slot] = state, worth, first
                    found = max(found, slot + 1)
        kept = found
    return best if best != NONE else np.argmax(mask)


@rule
def find_slot(worths, found, worth):
    """Where in a beam a position belongs: behind the last one, or in place of the worst one, or nowhere."""
    if found < len(worths):
        return found
    worst = np.argmax(worths)
    return worst if worth < worths[worst] else NONE


@rule
def read_view(view, state):
    """Fill a fresh state with what is seen, and with bounds that are never met."""
    cells = view.free_cells
    for column in range(COLUMNS):
        state.columns[column] = view.columns[column]
    for cell in range(CELLS):
        state.cells[cell] = view.cells[cell]
        cells += view.cells[cell] != NO_CARD
    for card in range(CARDS):
        state.foundations[card] = view.foundations[card]
    state.options.cells = cells
    state.options.supermoves = view.supermoves
    state.options.give_up_after = state.options.max_idle = state.options.max_steps = MOST_STEPS


@rule
def remember(known, state):
    """Note a position, whatever the order of its columns and cells; whether it was not noted.

    A newer position may take another one's place, which then costs but time; a few others are taken for known ones.
    """
    code = np.int64(1)
    for column in range(COLUMNS):
        pile = state.columns[column]
        part = np.int64(1)
        for place in range(pile.height):
            part = (part * 64 + pile.cards[place]) % PRIME
        code += part * part % PRIME
    for cell in range(CELLS):
        card = np.int64(state.cells[cell]) + 100
        code += card * card * card
    place = code % KNOWN
    is_new = known[place] != code
    known[place] = code
    return is_new


AGENTS = {"novice": novice, "expert": expert}
SOLVER = "cardzoo.agents.solver.games.freecell:HINTS"
