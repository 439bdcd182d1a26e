"""The test that redeals of hidden hands are equally likely, which games share."""

from collections import Counter
from itertools import product

import numpy as np

from tests.games.canastas import agree
from tests.playing import count


def others_hands(table):
    """The hands of all seats but that of player 0, as counts of cards: an array with a row for each."""
    return table.state.hands[1 : table.state.num_players]


def places_of(hidden):
    """The rows of the hidden cards, in the order of the cards."""
    return tuple(hidden.argmax(axis=0)[hidden.any(axis=0)].tolist())


def check_even(table, allowed, each, hidden_from=others_hands):
    """All deals that agree with hand sizes, and leave each card with a possible holder, are equally likely.

    Args:
        table: a position that the seat of player 0 redeals.
        allowed: ``allowed(seat, card)``, seats counted without that of player 0.
        each: expected number of times of each deal.
        hidden_from: counts of the hidden cards of a table, a row for each seat; cards that lie elsewhere are rows too.
    """
    hidden = hidden_from(table)
    places = places_of(hidden)
    sizes = Counter(places)
    choices = [[seat for seat in sizes if allowed(seat, card)] for card in np.flatnonzero(hidden.any(axis=0)).tolist()]
    expected = Counter(deal for deal in product(*choices) if Counter(deal) == sizes)
    assert len(expected) > 1
    draws = count(compiled=each, interpreted=4) * len(expected)
    found = Counter(places_of(hidden_from(table.redeal(0, seed))) for seed in range(draws))
    assert agree(found, expected)
