"""Scripted agents of Leduc Poker: honest bets, and an equilibrium."""

from cardzoo.agents.families.leduc_equilibrium import CHANCES, WHOLE
from cardzoo.envs.engine import NO_CARD, rng, rule
from cardzoo.envs.engine.cards import JACK, KING, rank_of
from cardzoo.envs.families.betting import BET, CALL, CHECK, FOLD, RAISE
from cardzoo.envs.games.leduc_poker import ANTE, FIRST_BET, MOST_RAISES, SECOND_BET

KINDS = KING - JACK + 1  # of cards
WAYS = 2 * MOST_RAISES + 1  # of the bets to the second round
HANDS = KINDS + WAYS * KINDS * KINDS
NODES = 2 * (MOST_RAISES + 1)


@rule
def novice(view, mask, generator):
    """Bets and raises with a king or a pair; with other hands it checks and calls, and never folds."""
    rank = rank_of(view.hands[0])
    if rank == KING or (view.board != NO_CARD and rank == rank_of(view.board)):
        return first_legal(mask, RAISE, BET, CALL)
    return first_legal(mask, CHECK, CALL, CALL)


@rule
def expert(view, mask, generator):
    """Plays an equilibrium: a best response wins less than 0.001 of a chip a hand from it."""
    hand, node = hand_of(view), node_of(view)
    chance = WHOLE * rng.uniform(generator)
    raises, folds = CHANCES[hand, node, 0], CHANCES[hand, node, 1]
    if chance < raises:
        return first_legal(mask, RAISE, BET, CALL)
    return FOLD if chance < raises + folds else first_legal(mask, CHECK, CALL, CALL)


@rule
def hand_of(view):
    """Number of the own card, and after the first round of the board and of that round's bets, below `HANDS`."""
    rank = rank_of(view.hands[0]) - JACK
    if view.board == NO_CARD:
        return rank
    return KINDS + (way_of(view) * KINDS + rank_of(view.board) - JACK) * KINDS + rank


@rule
def way_of(view):
    """Number of the bets in the first round: both checked, then one bet or two, without or after a check."""
    paid = view.stakes[1] - view.raises * SECOND_BET - ANTE  # the other player has paid for all bets
    return 2 * (paid // FIRST_BET) - (view.bets[view.dealer[0], 0] != CHECK)


@rule
def node_of(view):
    """Number of the node in the round of betting: the own place and the bets so far, below `NODES`."""
    return view.dealer[0] * (MOST_RAISES + 1) + view.raises


@rule
def first_legal(mask, best, second, third):
    """The first legal one of three actions."""
    if mask[best]:
        return best
    return second if mask[second] else third


AGENTS = {"novice": novice, "expert": expert}
ENOUGH_DEALS = 4000  # single hands: luck decides most
