"""Rule-of-thumb players of Getaway."""

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, rule
from cardzoo.envs.engine.cards import rank_ace_high, suit_of
from cardzoo.envs.families.tricks import has_suit
from cardzoo.envs.games.getaway import DECLINE, TAKE_HAND, Phase

TAKEN_BACK = 3.0  # what it costs to take a trick into hand, in ranks of cards that one would rather be rid of
SURE = 0.9


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
    """Counts cards and weighs getting rid of a dangerous card against taking the trick.

    A card is dangerous as far as it would be taken back if it were led (`chance_to_take`), and a little by its rank.

    - Leads what is least likely to be taken back; of equally safe cards the highest.
    - Follows with the most dangerous card that does not win, or that wins a trick which is not likely to be stopped.
    - Throws off the most dangerous card.
    - Takes the left neighbour's hand if every lead would almost surely be stopped by this neighbour, who has few cards.
    - In a shootout plays the highest card below the one turned up.
    """
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
    rank = rank_ace_high(card)
    if view.phase == Phase.SHOOTOUT:
        for seat in range(len(view.trick)):
            if view.trick[seat] != NO_CARD and rank > rank_ace_high(view.trick[seat]):
                rank -= RANKS
        return 1.0 * rank
    if view.phase == Phase.LEAD:
        return rank - LEADS * chance_to_take(view, card, False)
    danger = rank + DANGER * chance_to_take(view, card, True)
    if suit_of(card) != view.suit_led or view.discards.sum() == 0:
        return danger
    on_table = 0
    for seat in range(len(view.trick)):
        if view.trick[seat] != NO_CARD: on_table += 1
    taken = chance_to_take(view, card, False)
    return danger * (1 - taken) - taken * (BASE + PER * on_table)

LEADS, DANGER, BASE, PER = 40.0, 10.0, 10.0, 3.0

@rule
def chance_to_take(view, card, as_lead):
    """The chance that the trick is stopped while this card is the highest; as if led, or in the present trick.

    Takes it that others duck if they can, and that unseen cards of the suit lie anywhere but where a void was shown.
    """
    suit = suit_of(card)
    rank = rank_ace_high(card)
    unseen, lower, places = 0, 0, 0
    for other in range(RANKS * suit, RANKS * (suit + 1)):
        if view.hand[other] + view.discards[other] + view.known[1:, other].sum() == 0:
            on_table = False
            for seat in range(len(view.trick)):
                on_table |= view.trick[seat] == other
            if not on_table:
                unseen += 1
                lower += rank_ace_high(other) < rank
    for seat in range(1, len(view.trick)):
        if not as_lead and view.trick[seat] != NO_CARD and suit_of(view.trick[seat]) == suit and rank_ace_high(view.trick[seat]) > rank:
            return 0.0
        if not view.void[seat, suit]:
            places += view.hand_sizes[seat] - view.known[seat].sum()
    chance, winning = 0.0, 1.0
    for seat in range(1, len(view.trick)):
        if view.hand_sizes[seat] == 0 or (not as_lead and view.trick[seat] != NO_CARD):
            continue
        cut, above = 1.0, 1.0
        if not view.void[seat, suit]:
            share = (view.hand_sizes[seat] - view.known[seat].sum()) / max(places, 1)
            cut, above = (1 - share) ** unseen, (1 - share) ** lower
        for other in range(RANKS * suit, RANKS * (suit + 1)):
            if view.known[seat, other]:
                cut = 0.0
                if rank_ace_high(other) < rank:
                    above = 0.0
        chance += winning * cut
        winning *= 1 - above
    return chance


@rule
def is_stuck(view):
    """Whether the next player, who has few cards and is not the last, stops almost every lead."""
    return False


AGENTS = {"novice": novice, "expert": expert}
