"""Scripted agents of Crazy Eights."""

from cardzoo.envs.engine import arrays, rule
from cardzoo.envs.engine.cards import EIGHT, RANKS, SUITS, rank_of, suit_of
from cardzoo.envs.games.crazy_eights import DRAW, NAME, PASS

LEAST = -10_000


@rule
def novice(view, mask, generator):
    """Plays the first fitting card, an eight last; names the suit of which it has most; draws only if nothing fits."""
    if mask[NAME]:
        return NAME + longest_suit(view.hand)
    eight = -1
    for card in range(DRAW):
        if mask[card]:
            if rank_of(card) != EIGHT:
                return card
            eight = card
    if eight >= 0:
        return eight
    return DRAW if mask[DRAW] else PASS


@rule
def longest_suit(hand):
    """The suit with most cards, without eights."""
    best = 0
    for suit in range(1, SUITS):
        if length(hand, suit) > length(hand, best):
            best = suit
    return best


@rule
def length(hand, suit):
    """Number of cards of a suit, without eights."""
    return arrays.total(hand[RANKS * suit : RANKS * (suit + 1)]) - hand[RANKS * suit + EIGHT]


@rule
def expert(view, mask, generator):
    return novice(view, mask, generator)


AGENTS = {"novice": novice, "expert": expert}
