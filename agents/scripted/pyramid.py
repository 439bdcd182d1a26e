"""Scripted agents of Pyramid: the first removal, and simulations of each action.

A simulated game is the pyramid, as a set of places, and the *line*. The line is the ranks of the waste from the bottom
up, and then those of the stock, the next card first.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, arrays, rng, rule
from cardzoo.envs.engine.cards import KING, rank_of
from cardzoo.envs.games.pyramid import (
    ACTIONS,
    BOTTOM,
    COVERS,
    GIVE_UP,
    PAIR,
    PAIR_RANKS,
    PLACES,
    REMOVE,
    REMOVED_BY,
    STOCK_SIZE,
    TURN,
    Goal,
)

ONE = np.int64(1)
COVER_SETS = np.array([0 if place >= BOTTOM else sum(1 << cover for cover in COVERS[place]) for place in range(PLACES)])
"""The places that cover each place, as a set."""

POSSIBLE_ACTIONS = len(ACTIONS)
TRIES = 32  # simulations of each action
LEFT_WORTH = np.array([[0.5], [0.85]]) ** np.arange(CARDS + 1)
"""(2, 53): worth of a game, for each `Goal`, by the number of remaining cards that have to go."""


@rule
def novice(view, mask, generator):
    """Removes the first king or pair that it can, else turns a card."""
    for action in range(REMOVE, GIVE_UP):
        if mask[action]:
            return action
    return TURN if mask[TURN] else GIVE_UP


@rule
def expert(view, mask, generator):
    """Removes a king if it can; else simulates games after each action, and takes the best.

    The stock of such a game is drawn from the unseen cards, and known from the second pass on. After the action it is
    simulated to the end of the pass: kings first, then any pair of the pyramid, a pair of the pyramid with the waste,
    and every other time a pair of the waste alone. The worth of a game halves for each card left in the pyramid; with
    ``goal="all"`` it falls by a factor of 0.85 for each card left anywhere.
    """
    legal, best = 0, -1
    for action in range(len(mask)):
        if mask[action]:
            legal, best = legal + 1, action
            if REMOVE <= action < PAIR:
                return action
    if legal == 1:
        return best
    first = STOCK_SIZE - view.stock.height
    ranks, worths = arrays.zeros(PLACES, np.int64), arrays.zeros(POSSIBLE_ACTIONS, np.float64)
    line, tried = arrays.zeros(STOCK_SIZE, np.int64), arrays.zeros(STOCK_SIZE, np.int64)
    pyramid = read_view(view, ranks, line, first)
    for _ in range(TRIES):
        if view.pass_number == 1:
            shuffle(line, first, generator)
        for action in range(len(mask)):
            if mask[action]:
                arrays.copy(line, tried)
                left = try_action(view, action, pyramid, ranks, tried, first, generator)
                worths[action] += LEFT_WORTH[view.goal, left]
    for action in range(len(mask)):
        if mask[action] and worths[action] > worths[best]:
            best = action
    return best


@rule
def read_view(view, ranks, line, first):
    """The pyramid as a set; fills in the ranks of its cards, and the line, the unseen cards in any order."""
    pyramid = np.int64(0)
    seen = np.int64(0)
    for place in range(PLACES):
        card = view.pyramid[place]
        if card != NO_CARD:
            pyramid |= ONE << place
            ranks[place] = rank_of(card)
            seen |= ONE << card
    for place in range(view.waste.height):
        line[place] = rank_of(view.waste.cards[place])
        seen |= ONE << view.waste.cards[place]
    if view.pass_number > 1:
        for place in range(view.stock.height):
            line[first + place] = rank_of(view.stock.cards[view.stock.height - 1 - place])
    else:
        for card in range(CARDS):
            if not (seen >> card & 1 or view.removed[card]):
                line[first] = rank_of(card)
                first += 1
    return pyramid


@rule
def shuffle(line, first, generator):
    """The stock's part of the line in random order."""
    for last in range(STOCK_SIZE - 1, first, -1):
        other = first + rng.below(generator, last - first + 1)
        line[last], line[other] = line[other], line[last]


@rule
def try_action(view, action, pyramid, ranks, line, first, generator):
    """Simulate an action and the rest of the pass; returns the number of remaining cards that have to go."""
    all_go = view.goal == Goal.ALL
    height = np.int64(view.waste.height)
    if action == TURN and first < STOCK_SIZE:
        line[height] = line[first]
        return play_on(pyramid, ranks, line, height + 1, first + 1, all_go, generator)
    for card in REMOVED_BY[action]:
        found = card == NO_CARD
        for place in range(PLACES):
            if view.pyramid[place] == card and not found:
                pyramid &= ~(ONE << place)
                found = True
        height -= not found
    return play_on(pyramid, ranks, line, height, first, all_go, generator)


@rule
def play_on(pyramid, ranks, line, height, first, all_go, generator):
    """Simulate the rest of the pass, see `expert`; returns the number of remaining cards that have to go."""
    while pyramid or all_go:
        taken, available = find_removal(pyramid, ranks, generator)
        top = line[height - 1] if height > 0 else -1
        partner = np.int64(0)
        if taken == 0 and height > 0 and top != KING:
            partner = find_partner(available, ranks, top, generator)
        if taken:
            pyramid &= ~taken
        elif top == KING:
            height -= 1
        elif partner:
            pyramid &= ~partner
            height -= 1
        elif height > 1 and top + line[height - 2] == PAIR_RANKS and (not pyramid or rng.below(generator, 2) == 0):
            height -= 2
        elif first < STOCK_SIZE:
            line[height] = line[first]
            height += 1
            first += 1
        else:
            break
    left = height if all_go else np.int64(0)
    while pyramid:
        pyramid &= pyramid - 1
        left += 1
    return left


@rule
def find_removal(pyramid, ranks, generator):
    """An available king, or one of the pairs of the pyramid at random; and all available cards. Sets of places."""
    taken, available, found = np.int64(0), np.int64(0), 0
    for place in range(PLACES):
        if pyramid >> place & 1 and pyramid & COVER_SETS[place] == 0:
            if ranks[place] == KING:
                return ONE << place, available
            for other in range(place):
                if available >> other & 1 and ranks[other] + ranks[place] == PAIR_RANKS:
                    found += 1
                    if rng.below(generator, found) == 0:
                        taken = ONE << place | ONE << other
            available |= ONE << place
    return taken, available


@rule
def find_partner(available, ranks, top, generator):
    """One of the available cards of the pyramid that pair with the top of the waste, at random, as a set."""
    partner, found = np.int64(0), 0
    for place in range(PLACES):
        if available >> place & 1 and ranks[place] + top == PAIR_RANKS:
            found += 1
            if rng.below(generator, found) == 0:
                partner = ONE << place
    return partner


AGENTS = {"novice": novice, "expert": expert}
ROLLOUT = "novice"  # much faster: the search gets further with it
ENOUGH_DEALS = 10_000  # hardly any is won by any agent
SOLVER = "cardzoo.agents.solver.games.pyramid:HINTS"
