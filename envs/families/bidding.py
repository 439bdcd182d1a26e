"""Chips: what players can pay, payments to each other and to pots, and asking around the table.

The state has ``chips``, a number for each seat, and ``pots``, a number for each pot or pool: these rules move chips
between them and never make or lose any. If players are asked one after the other, ``waiting`` is 1 for each seat that
is still to be asked.
"""

from cardzoo.envs.engine import rule

NOBODY = -1  # in place of a seat


@rule
def pay(state, payer, payee, amount):
    """Chips go from one player to another."""
    state.chips[payer] -= amount
    state.chips[payee] += amount


@rule
def pay_in(state, player, pot, amount):
    """Chips of a player go to a pot."""
    state.chips[player] -= amount
    state.pots[pot] += amount


@rule
def pay_out(state, pot, player, amount):
    """Chips of a pot go to a player."""
    state.pots[pot] -= amount
    state.chips[player] += amount


@rule
def can_pay(state, player, amount):
    """Returns whether a player has this number of chips; there are no debts."""
    return state.chips[player] >= amount


@rule
def count_who_can_pay(state, amount):
    """Number of players with this number of chips."""
    count = 0
    for player in range(state.num_players):
        count += can_pay(state, player, amount)
    return count


@rule
def most_chips_but(state, player):
    """The most chips that any of the other players has."""
    most = 0
    for other in range(state.num_players):
        if other != player:
            most = max(most, int(state.chips[other]))
    return most


@rule
def score_chips(state, start):
    """Scores are the chips won or lost since the start, when all had the same number."""
    for player in range(state.num_players):
        state.score[player] = state.chips[player] - start


@rule
def wait_for_all(state):
    """All players are still to be asked."""
    for player in range(state.num_players):
        state.waiting[player] = 1


@rule
def next_waiting(state, first, amount):
    """The next player still to be asked who can pay the price, clockwise from the first one; or `NOBODY`."""
    for place in range(state.num_players):
        player = (first + place) % state.num_players
        if state.waiting[player] and can_pay(state, player, amount):
            return player
    return NOBODY


@rule
def mask_prices(mask, first, low, high):
    """Prices from the low to the high one may be named; the action of price 1 is the first."""
    for price in range(low, high + 1):
        mask[first + price - 1] = 1
