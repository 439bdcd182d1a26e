"""Tokens: a player who has lost all of them is out. The state has ``tokens``, a number for each seat."""

from cardzoo.envs.engine import rule


@rule
def players_in(state):
    """Number of players with tokens."""
    number = 0
    for player in range(state.num_players):
        number += state.tokens[player] > 0
    return number


@rule
def next_in(state, player):
    """The next player to the left who has tokens."""
    player = (player + 1) % state.num_players
    while state.tokens[player] == 0:
        player = (player + 1) % state.num_players
    return player
