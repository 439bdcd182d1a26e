"""Dealing hands card by card. The state has ``hands``, counts of each card, and ``stock``."""

import numpy as np

from cardzoo.envs.engine import arrays, piles, rng, rule

MOST_PLAYERS = 8


@rule
def deal(state, number):
    """Deal this number of cards of the stock, one at a time, from the player whose turn it is."""
    player = state.player
    for _ in range(number):
        state.hands[player, piles.draw(state.stock)] += 1
        player = (player + 1) % state.num_players


@rule
def deal_out(state):
    """Deal the whole stock."""
    deal(state, state.stock.height)


@rule
def redeal_unknown(state, player):
    """Redraw the other players' cards that are not ``known`` from the stock, after they are shuffled into it."""
    sizes = arrays.zeros(MOST_PLAYERS, np.int64)
    for other in range(state.num_players):
        if other != player:
            for card in range(len(state.hands[other])):
                for _ in range(state.hands[other, card] - state.known[other, card]):
                    piles.push(state.stock, card)
                    sizes[other] += 1
            arrays.copy(state.known[other], state.hands[other])
    piles.shuffle(state, state.stock)
    for other in range(state.num_players):
        for _ in range(sizes[other]):
            state.hands[other, piles.draw(state.stock)] += 1


@rule
def draw_worth(state, values, least):
    """Draw a random card of the stock whose value is at least this; there must be one."""
    cards, top = state.stock.cards, state.stock.height - 1
    while True:
        piles.swap(cards, top, rng.below(state, top + 1))
        if values[cards[top]] >= least:
            return piles.draw(state.stock)
