"""Judgement of Hanabi's cards by what a seat sees: useless ones, last copies, unseen ones."""

from cardzoo.envs.engine import rule
from cardzoo.envs.games.hanabi import CODES, COPIES, RANKS, SEATS


@rule
def count_players(view):
    """Players at the table."""
    players = 0
    for size in view.hand_sizes:
        players += size > 0
    return players


@rule
def is_useless(fireworks, discards, card):
    """Whether a card can never be played any more."""
    if fireworks[card]:
        return True
    is_blocked = False
    for lower in range(card - card % RANKS, card):
        is_blocked |= discards[lower] == COPIES[lower]
    return is_blocked


@rule
def is_vital(view, card):
    """Whether a card is the last copy of one that is still needed."""
    return view.discards[card] == COPIES[card] - 1 and not is_useless(view.fireworks, view.discards, card)


@rule
def count_unseen(view, unseen):
    """Count the copies of each card that the seat does not see."""
    for card in range(CODES):
        unseen[card] = COPIES[card] - view.fireworks[card] - view.discards[card]
    for chair in range(1, SEATS):
        for place in range(view.hand_sizes[chair]):
            unseen[view.hands[chair, place]] -= 1
