"""Scripted agents of Golf: the first fitting card, and simulations of each place to stop and turn.

A *node* encodes a position between two turns. It has three bits for the height of each column, four for the rank of the
waste's top card, and then the first action on the way there.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, RANKS, SUITS, arrays, rng, rule
from cardzoo.envs.engine.cards import rank_of, suit_of
from cardzoo.envs.families.ranks import COUNT
from cardzoo.envs.games.golf import ACTIONS, COLUMNS, DEALT, ROWS, STOCK_SIZE, TURN, Kings, goes_on

ONE = np.int64(1)
HEIGHT, RANK = 3, 4  # bits of a node
ANY_HEIGHT, ANY_RANK = (1 << HEIGHT) - 1, (1 << RANK) - 1
TOP = HEIGHT * COLUMNS
FIRST = TOP + RANK
NO_ACTION = len(ACTIONS)  # instead of the first action
POSITION = (ONE << FIRST) - 1

LINES, STOPS, TRIES = 32, 12, 48  # of the expert
TRIED_LINES = 4  # in its simulations
PLAYED_WORTH, FITTING_WORTH = 4, 1
LEFT_WORTH = 0.8 ** np.arange(DEALT + 1)
"""(36,): worth of a game by the number of cards left in the columns."""

KINGS = tuple(map(int, Kings))  # for a call with other numbers than plain integers a rule is compiled
GOING_ON = np.array(
    [[sum(1 << rank for rank in range(RANKS) if goes_on(rank, top, kings)) for top in range(RANKS)] for kings in KINGS]
)
"""(3, 13): for each rule for kings, the ranks that go on each rank, as sets of 13 bits."""
TAKING = np.array(
    [[sum(1 << top for top in range(RANKS) if goes_on(rank, top, kings)) for rank in range(RANKS)] for kings in KINGS]
)
"""(3, 13): the ranks on which each rank goes."""


@rule
def novice(view, mask, generator):
    """Plays the end card of the first column that fits, else turns a card."""
    for action in range(TURN):
        if mask[action]:
            return action
    return TURN


@rule
def expert(view, mask, generator):
    """Simulates games for each place to stop and turn the next card, and takes the best.

    It follows the 32 best lines of plays and finds the 12 best places to stop. More cards played are better, then more
    fitting cards in the stock. From each of them it simulates 48 games with shuffled stocks, in which it turns after
    the best of four lines. The worth of a game falls by a factor of 0.8 for each card left in the columns.
    """
    ranks, unseen = arrays.zeros((COLUMNS, ROWS), np.int64), arrays.zeros(SUITS, np.int64)
    stock, left = arrays.zeros(STOCK_SIZE, np.int64), arrays.zeros(SUITS, np.int64)
    lines, worths = arrays.zeros((2, LINES), np.int64), arrays.zeros((2, LINES), np.int64)
    stops, stop_worths = arrays.zeros(STOPS, np.int64), arrays.zeros(STOPS, np.int64)
    tried_lines, tried_worths = arrays.zeros((2, TRIED_LINES), np.int64), arrays.zeros((2, TRIED_LINES), np.int64)
    stop, stop_worth = arrays.zeros(1, np.int64), arrays.zeros(1, np.int64)
    totals = arrays.zeros(STOPS, np.float64)

    node = read_view(view, ranks, stock, unseen)
    found = find_stops(node, ranks, view.kings, unseen, lines, worths, stops, stop_worths)
    if found == 1:
        return TURN
    for _ in range(TRIES):
        shuffle(stock, view.stock_size, generator)
        for place in range(found):
            node = stops[place]
            arrays.copy(unseen, left)
            for turned in range(view.stock_size):
                card = stock[turned]
                left[suit_of(card)] -= ONE << rank_of(card)
                node = node & ~(ANY_RANK << TOP) | rank_of(card) << TOP
                find_stops(node, ranks, view.kings, left, tried_lines, tried_worths, stop, stop_worth)
                node = stop[0]
            totals[place] += LEFT_WORTH[count_left(node)]
    best = 0
    for place in range(1, found):
        if totals[place] > totals[best] or (totals[place] == totals[best] and stop_worths[place] > stop_worths[best]):
            best = place
    first = stops[best] >> FIRST
    return TURN if first == NO_ACTION else first


@rule
def read_view(view, ranks, stock, unseen):
    """The node of the position; fills in the columns' ranks, the cards of the stock and, by suit, their ranks."""
    node = np.int64(NO_ACTION) << FIRST | np.int64(rank_of(view.waste.cards[view.waste.height - 1])) << TOP
    for column in range(COLUMNS):
        pile = view.columns[column]
        node |= np.int64(pile.height) << HEIGHT * column
        for place in range(pile.height):
            ranks[column, place] = rank_of(pile.cards[place])
    found = 0
    for card in range(CARDS):
        if view.unseen[card]:
            stock[found] = card
            unseen[suit_of(card)] |= ONE << rank_of(card)
            found += 1
    return node


@rule
def shuffle(stock, size, generator):
    """The cards of the stock in random order."""
    for last in range(size - 1, 0, -1):
        other = rng.below(generator, last + 1)
        stock[last], stock[other] = stock[other], stock[last]


@rule
def find_stops(node, ranks, kings, unseen, lines, worths, stops, stop_worths):
    """Follow the best lines of plays of each length, and keep the best places to stop; returns their number."""
    lines[0, 0], kept, now = node, 1, 0
    worth = weigh(node, ranks, kings, unseen)
    found = keep(stops, stop_worths, 0, node, worth)
    while kept > 0:
        longer, following = 0, 1 - now
        for place in range(kept):
            node = lines[now, place]
            fitting = GOING_ON[kings, node >> TOP & ANY_RANK]
            for column in range(COLUMNS):
                height = node >> HEIGHT * column & ANY_HEIGHT
                if height > 0 and fitting >> ranks[column, height - 1] & 1:
                    child = (node & ~(ANY_RANK << TOP) | ranks[column, height - 1] << TOP) - (ONE << HEIGHT * column)
                    if child >> FIRST == NO_ACTION:
                        child = child & POSITION | np.int64(column) << FIRST
                    worth = weigh(child, ranks, kings, unseen)
                    longer = keep(lines[following], worths[following], longer, child, worth)
                    found = keep(stops, stop_worths, found, child, worth)
        kept, now = longer, following
    return found


@rule
def weigh(node, ranks, kings, unseen):
    """The worth of a place to stop: the cards played, then the cards of the stock that fit."""
    taking = np.int64(0)
    left = 0
    for column in range(COLUMNS):
        height = node >> HEIGHT * column & ANY_HEIGHT
        if height > 0:
            left += height
            taking |= TAKING[kings, ranks[column, height - 1]]
    fitting = 0
    for suit in range(SUITS):
        fitting += COUNT[taking & unseen[suit]]
    return PLAYED_WORTH * (DEALT - left) + FITTING_WORTH * fitting


@rule
def keep(nodes, worths, kept, node, worth):
    """Put a node among the best ones, unless its position is there; returns their number."""
    least = 0
    for place in range(kept):
        if nodes[place] & POSITION == node & POSITION:
            return kept
        if worths[place] < worths[least]:
            least = place
    if kept < len(nodes):
        nodes[kept], worths[kept] = node, worth
        return kept + 1
    if worth > worths[least]:
        nodes[least], worths[least] = node, worth
    return kept


@rule
def count_left(node):
    """The number of cards left in the columns."""
    left = 0
    for column in range(COLUMNS):
        left += node >> HEIGHT * column & ANY_HEIGHT
    return left


AGENTS = {"novice": novice, "expert": expert}
SOLVER = "cardzoo.agents.solver.games.golf:HINTS"
