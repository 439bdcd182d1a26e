"""Rule-of-thumb players of Getaway."""

from cardzoo.envs.engine import CARDS, RANKS, SUITS, rng, rule
from cardzoo.envs.engine.cards import rank_ace_high, suit_of
from cardzoo.envs.games.getaway import DECLINE, TAKE_HAND, Phase


@rule
def novice(view, mask, generator):
    """Never takes a hand, leads the lowest card, ducks with the lowest that is legal, throws off the highest."""
    if view.phase == Phase.OPTION:
        return DECLINE
    throwing_off = view.phase == Phase.FOLLOW and view.hand[RANKS * view.suit_led : RANKS * (view.suit_led + 1)].sum() == 0
    best, best_worth = -1, -100
    for card in range(CARDS):
        if mask[card]:
            worth = rank_ace_high(card) if throwing_off else -rank_ace_high(card)
            if worth > best_worth:
                best, best_worth = card, worth
    return best


@rule
def expert(view, mask, generator):
    """To be written."""
    return novice(view, mask, generator)


AGENTS = {"novice": novice, "expert": expert}
