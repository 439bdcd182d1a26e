"""Rewards that games share. All but the common one are zero-sum: the table's rewards add up to 0."""

from cardzoo.envs.engine.compiling import rule


@rule
def reward_best_score(state):
    """Reward of +1 shared by the seats with the best score, and -1 by the others; a tie of all is 0 for all."""
    seats = state.num_players
    best = state.score[0]
    for player in range(1, seats):
        best = max(best, state.score[player])
    winners = 0
    for player in range(seats):
        winners += state.score[player] == best
    for player in range(seats):
        if winners == seats:
            state.reward[player] = 0
        elif state.score[player] == best:
            state.reward[player] = 1 / winners
        else:
            state.reward[player] = -1 / (seats - winners)


@rule
def reward_loser(state, loser):
    """Reward of -1 for one seat, and +1 shared by the others."""
    seats = state.num_players
    for player in range(seats):
        state.reward[player] = -1.0 if player == loser else 1 / (seats - 1)


@rule
def reward_sides(state):
    """Reward of two sides whose seats alternate: +1 for each seat of the better side, -1 for each other one."""
    for player in range(state.num_players):
        lead = state.score[player] - state.score[(player + 1) % state.num_players]
        state.reward[player] = min(max(lead, -1), 1)


@rule
def reward_all(state, reward):
    """Common reward of a cooperative game: the same for all seats."""
    for player in range(state.num_players):
        state.reward[player] = reward
