"""Rewards that games share. All are zero-sum: the table's rewards add up to 0."""

from cardzoo.envs.engine.compiling import rule


@rule
def reward_best_score(state):
    """The seats with the best score share +1, the others share -1; a tie of all is 0 for all."""
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
    """One seat loses 1, the others share it."""
    seats = state.num_players
    for player in range(seats):
        state.reward[player] = -1.0 if player == loser else 1 / (seats - 1)


@rule
def reward_sides(state):
    """Of two sides, whose players sit in turn, each player of the better one wins 1 from one of the other side."""
    for player in range(state.num_players):
        lead = state.score[player] - state.score[(player + 1) % state.num_players]
        state.reward[player] = min(max(lead, -1), 1)
