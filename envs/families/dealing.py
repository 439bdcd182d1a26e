"""Dealing hands card by card. The state has ``hands``, counts of each card, and ``stock``."""

from cardzoo.envs.engine import piles, rule


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
