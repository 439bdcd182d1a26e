"""Scripted agents of Forty Thieves: both look some moves ahead, and turn a card if no moves gain enough.

A move is numbered by its source and its target, a column or a foundation. Its gain is computed from the two piles that
it changes, without an evaluation of the whole position.
"""

from typing import NamedTuple

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, arrays, piles, rule
from cardzoo.envs.engine.cards import KING, rank_of, suit_of
from cardzoo.envs.families import patience
from cardzoo.envs.games.forty_thieves import (
    COLUMNS,
    GIVE_UP,
    HOME,
    MOVE,
    PACKS,
    SOURCES,
    TURN,
    WASTE,
    available,
    may_move,
)

FOUNDATION = COLUMNS  # a target
TARGETS = COLUMNS + 1
MOST_MOVES = SOURCES * TARGETS
NOVICE_AHEAD, EXPERT_AHEAD = 3, 5  # moves
DEPTHS = EXPERT_AHEAD + 1
MOST_TRIED = 20_000  # maximum of moves in a search, rarely reached
HASTE = 0.01  # cost of a move: prefers the nearest of equal ends and prevents cycles


class Gains(NamedTuple):
    """Gains and losses of moves."""

    home: float  # a card comes home
    space: float  # a column is emptied, or filled
    order: float  # a card comes to lie on its suit, or leaves it
    cover: float  # for each card of no higher rank that a card covers in a column, or uncovers
    waste: float  # a card leaves the waste pile
    high: float  # for each rank of a card that fills an empty column
    enough: float  # minimum gain, or else a card is turned


NOVICE_GAINS = Gains(home=3.0, space=2.0, order=1.5, cover=0.3, waste=1.5, high=0.0, enough=1.0)
EXPERT_GAINS = Gains(home=3.0, space=1.0, order=1.5, cover=0.6, waste=1.5, high=-0.05, enough=1.0)


@rule
def novice(view, mask, generator):
    """Looks three moves ahead for the largest gain, and makes the first of these moves.

    It is good to bring a card home, to build it on its suit, to play it from the waste pile and to empty a column. It
    is bad to cover low cards.
    """
    return look_ahead(view, mask, NOVICE_AHEAD, NOVICE_GAINS)


@rule
def expert(view, mask, generator):
    """Looks five moves ahead like the novice, avoids covering cards more, and fills empty columns more readily."""
    return look_ahead(view, mask, EXPERT_AHEAD, EXPERT_GAINS)


@rule
def look_ahead(view, mask, ahead, gains):
    """The first action of the best sequence of at most ``ahead`` moves, or the turn if none gains enough.

    All sequences are played in the view itself and undone. If nothing can be turned, it gives up if it may: this long
    after the last gain, further gains are unlikely.
    """
    if mask[GIVE_UP] and not mask[TURN]:
        return GIVE_UP
    home = arrays.zeros(CARDS, np.int64)
    for card in range(CARDS):
        for pack in range(PACKS):
            home[card] += view.foundations[suit_of(card), pack] > rank_of(card)
    moves = arrays.zeros((EXPERT_AHEAD, MOST_MOVES), np.int64)
    left = arrays.zeros(EXPERT_AHEAD, np.int64)  # moves still to be tried at each depth
    made, carried = arrays.zeros(EXPERT_AHEAD, np.int64), arrays.zeros(EXPERT_AHEAD, np.int64)
    worths = arrays.zeros(DEPTHS, np.float64)
    best, best_worth = TURN, gains.enough if mask[TURN] else -np.inf
    depth, tried = 0, 0
    left[0] = find_moves(view, home, moves[0])
    while depth >= 0:
        if left[depth] == 0 or tried == MOST_TRIED:
            depth -= 1
            if depth >= 0:
                take_back(view, home, made[depth], carried[depth])
            continue
        left[depth] -= 1
        tried += 1
        move = moves[depth, left[depth]]
        made[depth] = move
        worths[depth + 1] = worths[depth] + weigh_move(view, move, gains) - HASTE
        if worths[depth + 1] > best_worth:
            best, best_worth = action_of(made[0]), worths[depth + 1]
        if depth + 1 < ahead:
            carried[depth] = make_move(view, home, move)
            depth += 1
            number = find_moves(view, home, moves[depth])
            left[depth] = leave_out(view, moves[depth], number, move, carried[depth - 1])
    return best


@rule
def action_of(move):
    """The action that makes a move."""
    source, target = move // TARGETS, move % TARGETS
    return HOME + source if target == FOUNDATION else MOVE + COLUMNS * source + target


@rule
def find_moves(view, home, moves):
    """List all moves, the one to an empty column first for each source; returns their number."""
    number = 0
    space = patience.leftmost_empty(view.columns)
    for source in range(SOURCES):
        card = available(view, source)
        if card == NO_CARD:
            continue
        if space < COLUMNS and may_move(view, source, space, space):
            moves[number] = TARGETS * source + space
            number += 1
        for column in range(COLUMNS):
            if column != space and may_move(view, source, column, space):
                moves[number] = TARGETS * source + column
                number += 1
        if patience.may_go_home(home, card):
            moves[number] = TARGETS * source + FOUNDATION
            number += 1
    return number


@rule
def leave_out(view, moves, number, last, carried):
    """Drop moves that commute with the last one and are tried before it; returns the number of the others.

    These are moves with a smaller number between other piles, but not to an empty column, which may have been another.
    """
    kept = 0
    source, target = last // TARGETS, last % TARGETS
    for place in range(number):
        move = moves[place]
        start, end = move // TARGETS, move % TARGETS
        apart = start not in (source, target) and end != source
        if end == FOUNDATION:
            apart &= target != FOUNDATION or suit_of(available(view, start)) != suit_of(carried)
        else:
            apart &= end != target and view.columns[end].height > 0
        if move > last or not apart:
            moves[kept] = move
            kept += 1
    return kept


@rule
def make_move(view, home, move):
    """Make a move in the view; returns the card."""
    source, target = move // TARGETS, move % TARGETS
    card = piles.draw(view.waste) if source == WASTE else piles.draw(view.columns[source])
    if target == FOUNDATION:
        home[card] += 1
    else:
        piles.push(view.columns[target], card)
    return card


@rule
def take_back(view, home, move, card):
    """Undo a move."""
    source, target = move // TARGETS, move % TARGETS
    if target == FOUNDATION:
        home[card] -= 1
    else:
        piles.draw(view.columns[target])
    if source == WASTE:
        piles.push(view.waste, card)
    else:
        piles.push(view.columns[source], card)


@rule
def weigh_move(view, move, gains):
    """The gain of a move before it is made."""
    source, target = move // TARGETS, move % TARGETS
    card = available(view, source)
    if source == WASTE:
        worth = gains.waste
    else:
        pile = view.columns[source]
        worth = gains.cover * count_covered(pile, pile.height - 1, card)
        if pile.height == 1:
            worth += gains.space
        elif rank_of(card) != KING and pile.cards[pile.height - 2] == card + 1:
            worth -= gains.order
    if target == FOUNDATION:
        return worth + gains.home
    pile = view.columns[target]
    if pile.height == 0:
        return worth - gains.space + gains.high * rank_of(card)
    return worth + gains.order - gains.cover * count_covered(pile, pile.height, card)


@rule
def count_covered(column, height, card):
    """The number of cards of no higher rank in the lowest places of a column."""
    number = 0
    for place in range(height):
        number += rank_of(column.cards[place]) <= rank_of(card)
    return number


AGENTS = {"novice": novice, "expert": expert}
ROLLOUT = "novice"  # much faster: the search gets further with it
SOLVER = "cardzoo.agents.solver.games.forty_thieves:HINTS"
