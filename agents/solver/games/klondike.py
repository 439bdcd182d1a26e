"""Klondike: columns built down in alternating colours, and a stock that is turned repeatedly.

**Safe moves.** A card of rank r goes home at once from the end of a column under two conditions. All cards of the other
colour below r are home, and all of its own colour below r - 1. No card in play can ever lie on it. No card at home
needs to come back as a base for another one, which would be below r - 1. In any winning line in which it goes home
later, it can go home now. Its other moves, and those of lower cards, are skipped, since one card less is in the way.
The same holds for the waste pile if its cards are turned one by one without a limit of passes: the cards under it come
up anyway.

**Hopeless positions.** `can_win` solves a relaxed game: a possible move stays possible, and all cards of stock and
waste pile are available. If some card cannot go home even then, the position is lost.
"""

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.solver.search import HOPELESS, Hints
from cardzoo.envs.engine import CARDS, SUITS, piles, rule
from cardzoo.envs.engine.cards import ACE, KING, rank_of, suit_of
from cardzoo.envs.families import patience
from cardzoo.envs.games.klondike import COLUMNS, PARENTS, TURN

ONE, NOTHING = np.int64(1), np.int64(0)
ALL_CARDS = np.int64((1 << CARDS) - 1)
PARENT_SETS = np.array([sum(1 << end for end in ends if end < CARDS) for ends in PARENTS.T.tolist()])
LEFT, HIDDEN, STOCK, COVERING, IDLE = range(5)  # indices of the weights
WEIGHTS = ((5, 10, 0, 10, 10), (1, 5, 10, 0, 2), (10, 10, 0, 10, 1))


@rule
def key(state):
    """The columns, whose order does not matter, and the stock with the waste pile. The rest is at home.

    Without a limit of passes the position within the stock does not matter, unless it brings cards that do not come in
    the next pass.
    """
    total = np.uint64(0)
    for column in range(COLUMNS):
        pile = state.columns[column]
        if pile.height > 0:
            code = append(np.uint64(0), state.face_down[column])
            for place in range(pile.height):
                code = append(code, pile.cards[place])
            total += mix(code)
    code = append(append(np.uint64(0), CARDS), state.turned_over if state.options.passes > 0 else 0)
    turned = state.waste.height
    if state.options.passes == 0 and (state.stock.height == 0 or turned % state.options.draw == 0):
        turned = 0
    code = append(code, turned)
    for place in range(state.waste.height):
        code = append(code, state.waste.cards[place])
    for place in range(state.stock.height - 1, -1, -1):
        code = append(code, state.stock.cards[place])
    return total + mix(code)


@rule
def turns(state):
    """The turns up to the end of this pass and, if there is one, of the next."""
    draw = state.options.draw
    return -(-state.stock.height // draw) + 1 - (-(state.stock.height + state.waste.height) // draw)


@rule
def narrow(state, mask):
    """Leave only the safe move, if there is one."""
    for column in range(COLUMNS):
        card = piles.top(state.columns[column])
        if card >= 0 and mask[card] and is_safe(state.foundations, card):
            leave_only(mask, card)
            return
    card = piles.top(state.waste)
    any_order = state.options.draw == 1 and state.options.passes == 0
    if any_order and card >= 0 and mask[card] and is_safe(state.foundations, card):
        leave_only(mask, card)


@rule
def leave_only(mask, action):
    """Remove all other actions."""
    mask[:] = 0
    mask[action] = 1


@rule
def is_safe(foundations, card):
    """True if no card will ever need this one, which can go home, as a base."""
    rank, suit = rank_of(card), suit_of(card)
    for other in range(SUITS):
        height = patience.foundation_height(foundations, other)
        same_colour = suit + other == SUITS - 1 or suit == other
        if height < rank - same_colour:
            return False
    return True


@rule
def judge(state, weights, scratch):
    """Weighted sum: cards not at home, face down, in stock and waste pile, or covering a lower one of their suit."""
    if not can_win(state):
        return HOPELESS
    hidden = covering = left = 0
    for column in range(COLUMNS):
        pile = state.columns[column]
        hidden += state.face_down[column]
        left += pile.height
        for place in range(state.face_down[column] + 1):
            if place < pile.height:
                covering += covers_lower(pile, place)
    stock = state.stock.height + state.waste.height
    return (
        weights[LEFT] * (left + stock)
        + weights[HIDDEN] * hidden
        + weights[STOCK] * stock
        + weights[COVERING] * covering
        + weights[IDLE] * min(state.idle, 100)
    )


@rule
def covers_lower(pile, place):
    """True if a lower card of its suit lies under a card."""
    card = pile.cards[place]
    for below in range(place):
        other = pile.cards[below]
        if other < card and suit_of(other) == suit_of(card):
            return 1
    return 0


@rule
def can_win(state):
    """True if all cards can go home in the relaxed game, in which a possible move stays possible.

    A card is free once nothing lies on it. It can leave its place if it is free or face up, and there is a free card,
    not on itself, to lay it on. A king can leave if a column is empty or its lowest card has left. Cards of stock and
    waste pile, and those at home, can also be laid on a free card, and are free then.
    """
    home = free = left = loose = NOTHING  # loose: neither in a column nor placed in one yet
    empty = False
    for card in range(CARDS):
        if state.foundations[card] > 0:
            home |= ONE << card
    if state.options.foundation_back:
        loose = home
    for place in range(state.stock.height):
        loose |= ONE << state.stock.cards[place]
    for place in range(state.waste.height):
        loose |= ONE << state.waste.cards[place]
    waiting = loose & ~home
    for column in range(COLUMNS):
        pile = state.columns[column]
        if pile.height == 0:
            empty = True
        else:
            free |= ONE << pile.cards[pile.height - 1]
    news = True
    while news and home != ALL_CARDS:
        news = False
        for card in range(CARDS):
            bit = ONE << card
            if loose & bit != 0 and (PARENT_SETS[card] & free != 0 or (empty and rank_of(card) == KING)):
                loose &= ~bit
                free |= bit
                news = True
            is_next = rank_of(card) == ACE or home & (bit >> ONE) != 0
            if is_next and (free | waiting) & bit != 0 and home & bit == 0:
                home |= bit
                news = True
        for column in range(COLUMNS):
            pile = state.columns[column]
            on_it = NOTHING  # the cards on the card, which move with it
            for place in range(pile.height - 1, -1, -1):
                card = pile.cards[place]
                bit = ONE << card
                if left & bit == 0:
                    leaves = home & bit != 0
                    if not leaves and (free & bit != 0 or place >= state.face_down[column]):
                        leaves = PARENT_SETS[card] & free & ~on_it != 0
                        if rank_of(card) == KING:
                            leaves |= empty and place > 0
                    if leaves:
                        news = True
                        left |= bit
                        if place > 0:
                            free |= ONE << pile.cards[place - 1]
                        else:
                            empty = True
                on_it = NOTHING if left & bit != 0 else on_it | bit
    return home == ALL_CARDS


HINTS = Hints(key=key, judge=judge, narrow=narrow, weights=WEIGHTS, turn=TURN, turns=turns, nodes=400_000)
