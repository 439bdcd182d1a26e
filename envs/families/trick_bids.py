"""Bids of tricks: from the dealer's left each seat names a number of tricks, once, and nobody passes.

The state has ``bids``, a number for each seat, `NO_BID` until it is made; ``tricks``, those that each seat has won; and
``played``, the cards of all tricks that are over.
"""

import numpy as np

from cardzoo.envs.engine import rule
from cardzoo.envs.engine.cards import suit_of
from cardzoo.envs.families import tricks

NO_BID = -1


@rule
def mask_bids(mask, first, most):
    """Mask the bids from 0 to the most; the action of the bid 0 is the first."""
    mask[first : first + most + 1] = 1


@rule
def bid(state, number):
    """The player bids, and the next one has the turn; returns whether it was the dealer's bid, the last one."""
    player = state.player
    state.bids[player] = number
    state.player = (player + 1) % state.num_players
    return player == state.dealer


@rule
def take_trick(state, trump):
    """A whole trick is over: its winner counts it and leads next; returns whether it was the last of the hand."""
    taker = tricks.winner(state.trick, suit_of(state.trick[state.leader]), trump, state.num_players)
    tricks.gather(state.trick, state.played)
    state.tricks[taker] += 1
    state.player = state.leader = taker
    return state.hands[taker].sum() == 0


def wrong_bids(state, bidding: bool) -> str:
    """The first problem of the bids in a written position; ``bidding`` is whether players still bid."""
    seats = int(state.num_players)
    first = (state.dealer + 1) % seats
    number = (state.player - first) % seats if bidding else seats
    made = np.roll(state.bids[:seats] != NO_BID, -first)
    if made[:number].all() and not made[number:].any():
        return ""
    return "bids: those from the dealer's left to the player on turn have bid, all before a card is played"


def wrong_tricks(state) -> str:
    """The first problem of the number of tricks in a written position."""
    fits = state.tricks.sum() * state.num_players == state.played.sum()
    return "" if fits else f"tricks: {state.played.sum()} cards have been played, {state.num_players} in each trick"
