"""Scripted agents of Chinese Ten."""

import numpy as np

from cardzoo.envs.engine import CARDS, RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.families import fishing
from cardzoo.envs.games.chinese_ten import CAPTURE, Phase, pairs_with, points_of

LATER = 0.7  # worth of a point that a later opponent may capture


@rule
def novice(view, mask, generator):
    """Captures the card on the table that counts most, with the first card that can; else plays its lowest card."""
    best, best_worth = -1, -CARDS
    for action in range(len(mask)):
        if mask[action]:
            if view.phase == Phase.PLAY:
                fitting = fitting_points(view.table, view.num_players, rank_of(action))
                worth = fitting if fitting >= 0 else -1 - rank_of(action)
            else:
                worth = points_of(action - CAPTURE, view.num_players)
            if worth > best_worth:
                best, best_worth = action, worth
    return best


@rule
def fitting_points(table, num_players, rank):
    """The most points that a card of the rank can capture, its own not counted; -1 if nothing fits."""
    partner = pairs_with(rank)
    most, total, count = -1, 0, 0
    for suit in range(SUITS):
        card = RANKS * suit + partner
        if table[card]:
            points = points_of(card, num_players)
            most = max(most, points)
            total += points
            count += 1
    return total if count == SUITS - 1 and partner == rank else most


@rule
def expert(view, mask, generator):
    """Captures as many points as it can, less the expected captures of the others afterwards.

    - It counts the points of both cards of a capture, less the expected captures of the next players with the best card
      of their hands. Any unseen card may be in any other hand.
    - Without a capture it plays the card with the least expected captures after it.
    - Among several fitting cards it takes the one with the best balance, also for a card turned up.
    """
    table = arrays.zeros(CARDS, np.int64)
    unseen = arrays.zeros(CARDS, np.int64)
    gains = arrays.zeros(CARDS, np.int64)
    for card in range(CARDS):
        table[card] = view.table[card]
        unseen[card] = card != view.card and view.table[card] + view.hand[card] + view.captured[:, card].sum() == 0
    best, best_worth = -1, -np.inf
    for action in range(len(mask)):
        if mask[action]:
            worth = weigh_play(view, action, table, unseen, gains)
            if worth > best_worth:
                best, best_worth = action, worth
    return best


@rule
def weigh_play(view, action, table, unseen, gains):
    """The worth of an action with its best capture."""
    if view.phase != Phase.PLAY:
        return weigh_capture(view, action - CAPTURE, table, unseen, gains)
    rank = rank_of(action)
    own = points_of(action, view.num_players)
    fitting = fitting_points(table, view.num_players, rank)
    if fitting < 0:
        table[action] = 1
        worth = -expected_loss(view, table, unseen, gains)
        table[action] = 0
        return worth
    if pairs_with(rank) == rank and fishing.count_rank(table, rank) == SUITS - 1:  # it captures all three
        return own + fitting + 0.0
    best = -np.inf
    for suit in range(SUITS):
        card = RANKS * suit + pairs_with(rank)
        if table[card]:
            best = max(best, own + weigh_capture(view, card, table, unseen, gains))
    return best


@rule
def weigh_capture(view, card, table, unseen, gains):
    """The points of a card on the table, less the expected loss when it is gone."""
    table[card] = 0
    worth = points_of(card, view.num_players) - expected_loss(view, table, unseen, gains)
    table[card] = 1
    return worth


@rule
def expected_loss(view, table, unseen, gains):
    """The expected captures of the next players from this table with the best cards of their hands."""
    seats = view.num_players
    hidden = 0
    for rank in range(RANKS):
        fitting = fitting_points(table, seats, rank)
        for suit in range(SUITS):
            card = RANKS * suit + rank
            gains[card] = fitting + points_of(card, seats) if fitting >= 0 else 0
            hidden += unseen[card]
    loss, share = 0.0, 1.0
    for seat in range(1, seats):
        loss += share * expected_best(unseen, gains, hidden, view.hand_sizes[seat])
        share *= LATER
    return loss


@rule
def expected_best(unseen, gains, hidden, size):
    """The expected best gain of a number of cards drawn from the unseen ones."""
    if size == 0:
        return 0.0
    expected, level = 0.0, arrays.largest(gains)
    while level > 0:  # the chance that the best gain is at least this
        below, following = 0, 0
        for card in range(CARDS):
            if unseen[card] and gains[card] < level:
                below += 1
                following = max(following, gains[card])
        none = 1.0
        for drawn in range(size):
            none *= max(below - drawn, 0) / (hidden - drawn)
        expected += (level - following) * (1 - none)
        level = following
    return expected


AGENTS = {"novice": novice, "expert": expert}
