"""Card counting in fishing games, and the worth of each choice of cards and bundles that a card may take.

Sets of cards are numbers with a bit for each card, sets of bundles are numbers with a bit for each slot. ``worths`` are
(52,) points that each card brings when captured. A turn is defined in `cardzoo.envs.families.fishing`.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, rule
from cardzoo.envs.engine.cards import TEN, rank_of
from cardzoo.envs.families import fishing

ONE = np.int64(1)
NOTHING = np.int64(0)
MOST_CHOSEN_FROM = 9  # numerals of the table that an agent considers; there are hardly ever more
_CODE = 6  # bits of a card's code


@rule
def count_unseen(view, bundles):
    """Counts of the cards of each rank in other hands or in the stock, four bits each, and their sum."""
    unseen, number = NOTHING, 0
    for card in range(CARDS):
        seen = view.hand[card] + view.table[card] + view.captured[0, card] + view.captured[1, card]
        for slot in range(len(bundles)):
            seen += bundles[slot, card]
        if seen == 0 and view.card != card:
            unseen += ONE << 4 * rank_of(card)
            number += 1
    return unseen, number


@rule
def chance(view, rank, unseen, unseen_cards, hand_size):
    """Probability that the next player holds a card of the rank; hands are dealt ``hand_size`` cards."""
    if rank <= TEN and view.known[1, rank]:
        return 1.0
    return chance_unknown(view, rank, unseen, unseen_cards, hand_size)


@rule
def chance_unknown(view, rank, unseen, unseen_cards, hand_size):
    """The same probability if nothing is known about the hands."""
    held = view.hand_sizes[1]
    if held == 0 and view.stock_size > 0:
        held = hand_size
    none = 1.0
    for place in range(unseen >> 4 * rank & 15):
        none *= max(0, unseen_cards - held - place) / (unseen_cards - place)
    return 1 - none


@rule
def keeps(view, card, value):
    """True if the hand holds a card of the value after the card has been played."""
    same = view.card == NO_CARD and fishing.CARD_VALUES[card] == value
    return fishing.count_rank(view.hand, value - 1) > same


@rule
def choosable(view):
    """The first numerals of the table and all chosen ones, as codes of six bits each, and their number."""
    codes, number = NOTHING, 0
    for chosen in (1, 0):
        for card in range(CARDS):
            wanted = view.table[card] > 0 and view.selected[card] == chosen and fishing.CARD_VALUES[card] > 0
            if wanted and number < MOST_CHOSEN_FROM:
                codes |= np.int64(card) << _CODE * number
                number += 1
    return codes, number


@rule
def chosen_places(view, codes, number, bundles):
    """The cards that are chosen, and those that can still be chosen, as bits of their places.

    Args:
        view: the seat's view.
        codes: codes of the cards, as `choosable` returns them.
        number: number of codes.
        bundles: the chosen bundles; after one no card can be chosen.
    """
    before, possible, last = 0, 0, -1
    for card in range(CARDS):
        if view.selected[card]:
            last = card
    for place in range(number):
        card = codes >> _CODE * place & 63
        if view.selected[card]:
            before |= 1 << place
        if view.selected[card] or (card > last and bundles == 0):
            possible |= 1 << place
    return before, possible


@rule
def add_up(choice, codes, number, card, worths):
    """Sums over a choice of cards, given as bits of their places: cards as bits and as counts, values, worth.

    The worth includes that of the card played.
    """
    bits, counts, total, worth = NOTHING, NOTHING, NOTHING, worths[card]
    for place in range(number):
        if choice >> place & 1:
            chosen = codes >> _CODE * place & 63
            bits |= ONE << chosen
            counts += fishing.UNITS[chosen]
            total += fishing.CARD_VALUES[chosen]
            worth += worths[chosen]
    return bits, counts, total, worth


@rule
def slots_of(values, value):
    """The bundles of a value, as bits."""
    bits = NOTHING
    for slot in range(len(values)):
        if values[slot] == value:
            bits |= ONE << slot
    return bits


@rule
def marked(flags):
    """The bundles with a set flag, as bits."""
    bits = NOTHING
    for slot in range(len(flags)):
        bits |= np.int64(flags[slot]) << slot
    return bits


@rule
def open_slots(slots, chosen):
    """The bundles that are chosen or can still be chosen, in ascending order."""
    for slot in range(CARDS):
        if slots >> slot == 0:
            break
        if chosen >> slot & 1 == 0 and chosen >> slot > 0:
            slots &= ~(ONE << slot)
    return slots


@rule
def raised_slot(slots, chosen):
    """The bundle that the player raises: the chosen one, or else the first."""
    raised = slots & chosen
    return raised if raised else slots & -slots


@rule
def worth_of(bundles, slots, worths):
    """The worth of the cards of these bundles."""
    worth = 0.0
    for slot in range(len(bundles)):
        if slots >> slot & 1:
            for card in range(CARDS):
                if bundles[slot, card]:
                    worth += worths[card]
    return worth


@rule
def next_choice(view, bits, slots, first):
    """The next action on the way to a choice of loose cards and bundles.

    Args:
        view: the seat's view.
        bits: the cards.
        slots: the bundles.
        first: the action that selects the first card; those of the others follow, those of bundles, then commit.
    """
    for card in range(CARDS):
        if bits >> card & 1 and not view.selected[card]:
            return first + card
    for slot in range(len(view.taken)):
        if slots >> slot & 1 and not view.taken[slot]:
            return first + CARDS + slot
    return first + CARDS + len(view.taken)


@rule
def add_loose_worth(score, view, left, card, unseen, unseen_cards, hand_size, worths, comes_back):
    """Add the worth of the loose cards that a play leaves: captures by the own hand, less those of the next player.

    Args:
        score: the worth of everything else.
        view: the seat's view.
        left: the cards, as bits.
        card: the card played.
        unseen: counts of unseen cards of each rank, as `count_unseen` returns them.
        unseen_cards: their sum.
        hand_size: number of cards in a fresh hand.
        worths: of the cards.
        comes_back: the share of its worth that a card of its rank in the hand keeps.
    """
    for other in range(CARDS):
        if left >> other & 1:
            rank = rank_of(other)
            lost = chance(view, rank, unseen, unseen_cards, hand_size)
            score -= worths[other] * lost
            if fishing.count_rank(view.hand, rank) > (view.card == NO_CARD and rank == rank_of(card)):
                score += worths[other] * comes_back * (1 - lost)
    return score
