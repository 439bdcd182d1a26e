"""Main pot and side pots, from the ``stakes`` and ``folded`` of `stacks`; who has paid into a pot contests it."""

from cardzoo.envs.engine import rule
from cardzoo.envs.families.stacks import NOBODY


@rule
def contested(state, player):
    """Chips that a player can win: from each player as many as the player has put in; none after a fold."""
    chips = 0
    if not state.folded[player]:
        for other in range(state.num_players):
            chips += min(state.stakes[other], state.stakes[player])
    return chips


@rule
def share_pots(state, strengths):
    """The strongest hand takes each pot; chips that nobody has called go back, as a pot with one player.

    Args:
        state: the state.
        strengths: (seats,) the strength of each hand; those of players who have folded do not matter.
    """
    below, level = 0, next_level(state, 0)
    while level > below:
        chips = 0
        for player in range(state.num_players):
            chips += min(state.stakes[player], level) - min(state.stakes[player], below)
        share(state, strengths, level, chips)
        below, level = level, next_level(state, level)


@rule
def next_level(state, below):
    """The least stake above a level of a player who is in, the upper edge of a pot; the same level if there is none."""
    level = below
    for player in range(state.num_players):
        stake = state.stakes[player]
        if stake > below and not state.folded[player] and (level == below or stake < level):
            level = stake
    return level


@rule
def contests(state, player, level):
    """Returns whether a player is in, and has paid into the pot up to a level."""
    return not state.folded[player] and state.stakes[player] >= level


@rule
def share(state, strengths, level, chips):
    """The best hands share a pot; odd chips go one each from the dealer's left."""
    best, winners = NOBODY, 0
    for player in range(state.num_players):
        if contests(state, player, level):
            if best == NOBODY or strengths[player] > strengths[best]:
                best, winners = player, 0
            winners += strengths[player] == strengths[best]
    odd = chips % winners
    for place in range(1, state.num_players + 1):
        player = (state.dealer + place) % state.num_players
        if contests(state, player, level) and strengths[player] == strengths[best]:
            state.stacks[player] += chips // winners + (odd > 0)
            odd -= odd > 0


@rule
def score_hand(state, strengths):
    """The pots are shared, and scores change by the chips won or lost."""
    for player in range(state.num_players):
        state.score[player] -= state.stacks[player] + state.stakes[player]
    share_pots(state, strengths)
    for player in range(state.num_players):
        state.score[player] += state.stacks[player]
