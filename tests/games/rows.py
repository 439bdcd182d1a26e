"""Shared by tests of games whose rows grow from the sevens."""

import numpy as np

from cardzoo.envs.engine import CARDS, RANKS
from cardzoo.envs.engine.cards import EIGHT, FIVE, SEVEN, SIX


def fitting(table):
    """The codes of the cards that can be played, by the rows' neighbours."""
    lying = set(np.flatnonzero(table.state.layout).tolist())
    strict = bool(table.state.options.six_before_eight)
    found = set()
    for card in set(range(CARDS)) - lying:
        first, rank = card - card % RANKS, card % RANKS
        needs = {card - 1} if rank > SEVEN else {card + 1} if rank < SEVEN else set()
        if strict and rank == EIGHT:
            needs.add(first + SIX)
        if strict and rank == FIVE:
            needs.add(first + EIGHT)
        if needs <= lying:
            found.add(card)
    return found


def held(table, player):
    return set(np.flatnonzero(table.state.hands[player]).tolist())
