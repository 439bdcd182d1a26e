"""Scripted agents of Klondike.

Both put cards on foundations, turn up face-down cards and play from the waste pile. The expert looks some moves ahead
for the largest gain; it plays the moves in the view itself and undoes them.
"""

from typing import NamedTuple

import numpy as np

from cardzoo.envs.engine import CARDS, RANKS, SUITS, arrays, piles, rule
from cardzoo.envs.engine.cards import KING, rank_of, suit_of
from cardzoo.envs.families import patience
from cardzoo.envs.families.patience import find_card, foundation_height, move_load
from cardzoo.envs.games.klondike import (
    ALL_ACTIONS,
    COLUMNS,
    GIVE_UP,
    MOVE,
    PARENTS,
    TURN,
    WASTE,
    carry,
    mask_moves,
)

AHEAD = 2  # moves that the expert looks ahead; more are no better
PLACES = AHEAD + 1
HASTE = 0.01  # cost of a move: prefers the nearest of equal ends and prevents cycles
OTHER_COLOUR = np.array([patience.OTHER_COLOUR[suit] for suit in range(SUITS)])


class Gains(NamedTuple):
    """Gains and losses of moves."""

    home: float = 2.0  # a card goes home; lost if it comes back
    unsafe: float = 0.3  # for each rank of a card home beyond two above the lowest one of the other colour
    turned: float = 5.0  # a card is turned up
    hidden: float = 0.5  # for each other face-down card of that column
    waste: float = 1.5  # a card leaves the waste pile
    king: float = 2.0  # a king comes from the waste pile to an empty column
    space: float = 1.0  # a column is emptied, or filled
    enough: float = 0.5  # minimum gain, or else cards are turned


GAINS = Gains()


@rule
def novice(view, mask, generator):
    """Plays a card home if it can, else turns one up, else plays from the waste pile, else turns the stock.

    Without any of these it gives up as soon as it may.
    """
    for card in range(CARDS):
        if mask[card]:
            return card
    for column in range(COLUMNS):
        hidden = view.face_down[column]
        if hidden > 0:
            action = find_move(mask, view.columns[column].cards[hidden])
            if action >= 0:
                return action
    if view.waste.height > 0:
        action = find_move(mask, piles.top(view.waste))
        if action >= 0:
            return action
    if mask[GIVE_UP]:
        return GIVE_UP
    if mask[TURN]:
        return TURN
    return mask.argmax()


@rule
def find_move(mask, card):
    """The first legal move of a card to a column, or -1."""
    for way in range(len(PARENTS)):
        action = MOVE + CARDS * way + card
        if mask[action]:
            return action
    return -1


@rule
def expert(view, mask, generator):
    """Looks two moves ahead for the largest gain, and makes the first of these moves; turns the stock without a gain.

    It is best to turn up a card, most of all in a column with many face-down cards. Next best is to bring a card home,
    unless it is needed to build on, and to play from the waste pile. It gives up when it may.
    """
    return look_ahead(view, mask, GAINS)


@rule
def look_ahead(view, mask, gains):
    """The first action of the best sequence of moves, or the turn if none gains enough.

    All sequences are played in the view itself and undone. They end with a card that is turned up.
    """
    if mask[GIVE_UP]:
        return GIVE_UP
    home = arrays.zeros(CARDS, np.int16)
    for card in range(CARDS):
        home[card] = view.foundations[suit_of(card)] > rank_of(card)
    masks = arrays.zeros((AHEAD, ALL_ACTIONS), np.int8)
    nexts = arrays.zeros(AHEAD, np.int64)  # the next action to be tried at each depth
    sources, heights = arrays.zeros(AHEAD, np.int64), arrays.zeros(AHEAD, np.int64)
    worths = arrays.zeros(PLACES, np.float64)
    best, best_worth = TURN, gains.enough if mask[TURN] else -np.inf
    depth = 0
    mask_moves(view, home, view, masks[0])
    while depth >= 0:
        action = nexts[depth]
        while action < TURN and masks[depth, action] == 0:
            action += 1
        nexts[depth] = action + 1
        if action >= TURN:
            depth -= 1
            if depth >= 0:
                take_back(view, home, nexts[depth] - 1, sources[depth], heights[depth])
            continue
        column, place = find_card(view.columns, view.face_down, action % CARDS)
        worth = worths[depth] + weigh_move(view, home, action, column, place, gains) - HASTE
        worths[depth + 1] = worth
        if worth > best_worth:
            best, best_worth = nexts[0] - 1, worth
        turns_up = column >= 0 and 0 < place == view.face_down[column]
        if depth + 1 < AHEAD and not turns_up:
            heights[depth] = place
            sources[depth] = carry(view, home, action)
            depth += 1
            nexts[depth] = 0
            mask_moves(view, home, view, masks[depth])
    return best


@rule
def take_back(view, home, action, source, place):
    """Undo a move; ``place`` is the card's former place in its column."""
    card = action % CARDS
    if action < MOVE:
        home[card] = 0
        if source == WASTE:
            piles.push(view.waste, card)
        else:
            piles.push(view.columns[source], card)
        return
    column, now = find_card(view.columns, view.face_down, card)
    if source < COLUMNS:
        move_load(view.columns[column], now, view.columns[source])
        return
    piles.draw(view.columns[column])
    if source == WASTE:
        piles.push(view.waste, card)
    else:
        home[card] = 1


@rule
def weigh_move(view, home, action, column, place, gains):
    """The gain of a move before it is made; ``column`` is -1 if the card is not in a column."""
    card = action % CARDS
    worth = 0.0
    if column >= 0:
        if 0 < place == view.face_down[column]:
            worth += gains.turned + gains.hidden * (place - 1)
        elif place == 0:
            worth += gains.space
    elif piles.top(view.waste) == card:
        worth += gains.waste
        if rank_of(card) == KING and action >= MOVE:
            worth += gains.king
    else:
        worth -= 2.0 * gains.home
    if action < MOVE:
        return worth + gains.home - gains.unsafe * max(0, rank_of(card) - 1 - lowest_home(home, card))
    if rank_of(card) == KING:
        worth -= gains.space
    return worth


@rule
def lowest_home(home, card):
    """The number of cards on the lower foundation of the other colour."""
    lowest = RANKS
    for suit in OTHER_COLOUR[suit_of(card)]:
        lowest = min(lowest, foundation_height(home, suit))
    return lowest


AGENTS = {"novice": novice, "expert": expert}
SOLVER = "cardzoo.agents.solver.games.klondike:HINTS"
ENOUGH_DEALS = 1500  # as novices hardly ever win with three cards turned
MEASURED = ({"draw": 1},)
