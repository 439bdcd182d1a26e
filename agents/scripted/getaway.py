"""Rule-of-thumb players of Getaway."""

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, rule
from cardzoo.envs.engine.cards import rank_ace_high, suit_of
from cardzoo.envs.families.tricks import has_suit
from cardzoo.envs.games.getaway import DECLINE, TAKE_HAND, Phase

LEADS, DANGER, BASE, PER = 60.0, 10.0, 10.0, 3.0


@rule
def novice(view, mask, generator):
    """Never takes a hand, leads the lowest card, ducks with the lowest that is legal, throws off the highest."""
    if mask[DECLINE]:
        return DECLINE
    throwing_off = view.phase == Phase.FOLLOW and not has_suit(view.hand, view.suit_led)
    best, best_worth = -1, -RANKS - 1
    for card in range(CARDS):
        if mask[card]:
            worth = rank_ace_high(card) if throwing_off else -rank_ace_high(card)
            if worth > best_worth:
                best, best_worth = card, worth
    return best


@rule
def expert(view, mask, generator):
    """Plays the highest card that is not likely to be taken back."""
    if mask[DECLINE]:
        return TAKE_HAND if is_stuck(view) else DECLINE
    best, best_worth = -1, -1000.0
    for card in range(CARDS):
        if mask[card]:
            worth = weigh(view, card)
            if worth > best_worth:
                best, best_worth = card, worth
    return best


@rule
def weigh(view, card):
    """How good it is to play a card."""
    worth = rank_ace_high(card) - 0.0
    highest = 0
    for other in view.trick:
        if other != NO_CARD and suit_of(other) == view.suit_led:
            highest = max(highest, rank_ace_high(other))
    wins = rank_ace_high(card) > highest and (view.phase == Phase.LEAD or suit_of(card) == view.suit_led)
    if view.phase == Phase.SHOOTOUT:
        if wins:
            worth -= LEADS
    elif wins and view.discards.sum() > 0:
        worth -= LEADS * chance_to_take(view, card)
    return worth


@rule
def chance_to_take(view, card):
    """The chance that the trick is stopped while this card is the highest.

    Takes it that others duck if they can, and that unseen cards of the suit lie anywhere but where a void was shown.
    """
    suit = suit_of(card)
    unseen, lower, places = 0, 0, 0
    for other in range(RANKS * suit, RANKS * (suit + 1)):
        if view.hand[other] + view.discards[other] + view.known[1:, other].sum() == 0:
            on_table = False
            for seat in range(len(view.trick)):
                on_table |= view.trick[seat] == other
            if not on_table:
                unseen += 1
                lower += rank_ace_high(other) < rank_ace_high(card)
    for seat in range(1, len(view.trick)):
        if not view.void[seat, suit]:
            places += view.hand_sizes[seat] - view.known[seat].sum()
    chance, winning = 0.0, 1.0
    for seat in range(1, len(view.trick)):
        if view.hand_sizes[seat] == 0 or view.trick[seat] != NO_CARD:
            continue
        cut, above = 1.0, 1.0
        if not view.void[seat, suit]:
            share = (view.hand_sizes[seat] - view.known[seat].sum()) / max(places, 1)
            cut, above = (1 - share) ** unseen, (1 - share) ** lower
        for other in range(RANKS * suit, RANKS * (suit + 1)):
            if view.known[seat, other]:
                cut = 0.0
                if rank_ace_high(other) < rank_ace_high(card):
                    above = 0.0
        chance += winning * cut
        winning *= 1 - above
    return chance


@rule
def is_stuck(view):
    """Whether the next player, who has few cards and is not the last, stops almost every lead."""
    return False


AGENTS = {"novice": novice, "expert": expert}
