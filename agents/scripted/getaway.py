"""Rule-of-thumb players of Getaway."""

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, rule
from cardzoo.envs.engine.cards import rank_ace_high, suit_of
from cardzoo.envs.families.tricks import has_suit
from cardzoo.envs.games.getaway import DECLINE, TAKE_HAND, Phase

TAKEN_BACK = 60.0  # what taking a trick into hand costs, where being rid of an ace brings 13
GONE = 0.5  # what each discarded card of its suit adds to a card's worth
STUCK = 0.7  # a leader whose every card is taken back with this chance would rather take a hand
SMALL_HAND = 6


@rule
def novice(view, mask, generator):
    """Never takes a hand, leads the lowest card, ducks with the lowest that is legal, throws off the highest."""
    if mask[DECLINE]:
        return DECLINE
    throws_off = view.phase == Phase.FOLLOW and not has_suit(view.hand, view.suit_led)
    best, best_worth = -1, -RANKS - 1
    for card in range(CARDS):
        if mask[card]:
            worth = rank_ace_high(card) if throws_off else -rank_ace_high(card)
            if worth > best_worth:
                best, best_worth = card, worth
    return best


@rule
def expert(view, mask, generator):
    """Plays the highest card that is not likely to come back.

    - Leading, and following with a card that wins so far, it weighs the card's rank against the chance that the trick
      is stopped while the card is winning (`chance_to_take`). So it leads high where all can follow, low later.
    - Following below the card that wins, and without the suit led, it plays the highest card.
    - Cards of a suit of which much is discarded count for more: soon nobody can follow to them.
    - It takes the left neighbour's hand if every lead is likely to come back, that hand is small and a third is in.
    - In a shootout it answers with the highest card below the one turned up.
    """
    if mask[DECLINE]:
        return TAKE_HAND if is_stuck(view) else DECLINE
    best, best_worth = -1, -2 * TAKEN_BACK
    for card in range(CARDS):
        if mask[card]:
            worth = weigh(view, card)
            if worth > best_worth:
                best, best_worth = card, worth
    return best


@rule
def weigh(view, card):
    """How good it is to play a card."""
    suit = suit_of(card)
    worth = rank_ace_high(card) + GONE * view.discards[RANKS * suit : RANKS * (suit + 1)].sum()
    if view.phase != Phase.LEAD:
        if suit != view.suit_led:
            return worth
        for other in view.trick:
            if other != NO_CARD and suit_of(other) == suit and rank_ace_high(other) > rank_ace_high(card):
                return worth
    if view.phase == Phase.SHOOTOUT:
        return worth - TAKEN_BACK
    return worth - TAKEN_BACK * chance_to_take(view, card)


@rule
def chance_to_take(view, card):
    """The chance that the trick is stopped while this card, played now, is winning it.

    As if the cards that this seat has not seen were spread at random over the hands without a shown void, and as if
    everybody played below this card who can.
    """
    suit = suit_of(card)
    unseen, unseen_below, places = 0, 0, 0
    for other in range(RANKS * suit, RANKS * (suit + 1)):
        if not has_seen(view, other):
            unseen += 1
            unseen_below += rank_ace_high(other) < rank_ace_high(card)
    for seat in range(1, len(view.trick)):
        if not view.void[seat, suit]:
            places += view.hand_sizes[seat] - view.known[seat].sum()
    chance, winning = 0.0, 1.0
    for seat in range(1, len(view.trick)):
        if view.hand_sizes[seat] == 0 or view.trick[seat] != NO_CARD:
            continue
        has_none, has_none_below = 1.0, 1.0
        if not view.void[seat, suit] and places > 0:
            elsewhere = 1 - (view.hand_sizes[seat] - view.known[seat].sum()) / places
            for number in range(unseen):
                has_none *= elsewhere
                if number < unseen_below:
                    has_none_below *= elsewhere
        for other in range(RANKS * suit, RANKS * (suit + 1)):
            if view.known[seat, other]:
                has_none = 0.0
                if rank_ace_high(other) < rank_ace_high(card):
                    has_none_below = 0.0
        chance += winning * has_none
        winning *= 1 - has_none_below
    return chance


@rule
def has_seen(view, card):
    """Whether the card is in the own hand, discarded, on the table or known to be in a hand."""
    seen = view.hand[card] + view.discards[card] + view.known[:, card].sum() > 0
    for other in view.trick:
        seen |= other == card
    return seen


@rule
def is_stuck(view):
    """Whether two or more others are in, the next of them has a small hand, and every lead is likely to come back."""
    others, neighbour = 0, 0
    for seat in range(len(view.trick) - 1, 0, -1):
        if view.hand_sizes[seat] > 0:
            others, neighbour = others + 1, seat
    if others < 2 or view.hand_sizes[neighbour] > SMALL_HAND:
        return False
    least = 1.0
    for card in range(CARDS):
        if view.hand[card]:
            least = min(least, chance_to_take(view, card))
    return least > STUCK


AGENTS = {"novice": novice, "expert": expert}
