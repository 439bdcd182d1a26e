"""Scripted agents of Leduc Poker: honest bets, and the bluffs of an equilibrium."""

import numpy as np

from cardzoo.envs.engine import NO_CARD, rng, rule
from cardzoo.envs.engine.cards import JACK, KING, rank_of
from cardzoo.envs.families.betting import BET, CALL, CHECK, FOLD, RAISE

PAIR = KING - JACK + 1  # a class of hands, above jack, queen and king, which are 0 to 2

# Chances of an equilibrium to raise or bet, and to fold, in percent, facing: nothing in the first turn of the
# round or after a check, a bet, a raise. CFR+ of 400 iterations, which can be exploited by 0.0012 of a chip a hand;
# averages over what was bet in the first round and over which card the board is.
RAISES = np.array(
    [
        [[7, 30, 3, 0], [74, 85, 32, 0], [75, 100, 61, 0], [0, 0, 0, 0]],  # before the board: jack, queen, king, -
        [[28, 22, 12, 0], [15, 15, 0, 0], [16, 36, 2, 0], [75, 100, 94, 0]],  # after it: jack, queen, king, pair
    ]
)
FOLDS = np.array(
    [
        [[0, 0, 89, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
        [[0, 0, 88, 100], [0, 0, 75, 88], [0, 0, 38, 68], [0, 0, 0, 0]],
    ]
)


@rule
def novice(view, mask, generator):
    """Bets and raises with a king or a pair; with other hands it checks and calls, and never folds."""
    if made_class(view) >= KING - JACK:
        return first_legal(mask, RAISE, BET, CALL)
    return first_legal(mask, CHECK, CALL, CALL)


@rule
def expert(view, mask, generator):
    """Raises and folds with the frequencies of an equilibrium for the hand, from a small table."""
    board, faced = int(view.board != NO_CARD), faces(view, mask)
    chance = 100 * rng.uniform(generator)
    raises = RAISES[board, made_class(view), faced]
    if chance < raises:
        return first_legal(mask, RAISE, BET, CALL)
    if chance < raises + FOLDS[board, made_class(view), faced]:
        return first_legal(mask, CHECK, FOLD, FOLD)
    return first_legal(mask, CHECK, CALL, CALL)


@rule
def made_class(view):
    """0 to 2 for a jack, a queen or a king, 3 for a pair."""
    rank = rank_of(view.hands[0])
    return PAIR if view.board != NO_CARD and rank == rank_of(view.board) else rank - JACK


@rule
def faces(view, mask):
    """0: nothing in the first turn of a round; 1: nothing after a check; 2: a bet; 3: a raise."""
    if mask[CHECK]:
        return int(view.dealer[0])
    return 1 + view.raises


@rule
def first_legal(mask, best, second, third):
    """The first legal one of three actions."""
    if mask[best]:
        return best
    return second if mask[second] else third


AGENTS = {"novice": novice, "expert": expert}
ENOUGH_DEALS = 4000  # single hands: luck decides most
