"""The test that redeals of hidden hands are equally likely, which games share."""

from collections import Counter
from itertools import product

import numpy as np

from tests.games.canastas import agree
from tests.playing import count


def seats_of(table, player=0):
    """The seats of the hidden cards, in the order of the cards."""
    hands = np.delete(table.state.hands[: table.state.num_players], player, axis=0)
    return tuple(hands.argmax(axis=0)[hands.any(axis=0)].tolist())


def check_even(table, allowed, each):
    """All deals that agree with hand sizes, and leave each card with a possible holder, are equally likely.

    Args:
        table: a position that the seat of player 0 redeals.
        allowed: ``allowed(seat, card)``, seats counted without that of player 0.
        each: expected number of times of each deal.
    """
    hidden = np.flatnonzero(table.state.hands[1 : table.state.num_players].any(axis=0)).tolist()
    sizes = Counter(seats_of(table))
    choices = [[seat for seat in sizes if allowed(seat, card)] for card in hidden]
    expected = Counter(seats for seats in product(*choices) if Counter(seats) == sizes)
    assert len(expected) > 1
    draws = count(compiled=each, interpreted=4) * len(expected)
    assert agree(Counter(seats_of(table.redeal(0, seed)) for seed in range(draws)), expected)
