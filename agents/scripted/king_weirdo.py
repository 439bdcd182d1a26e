"""Scripted agents of King Weirdo. The expert's sets of cards are numbers of 52 bits."""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, rule
from cardzoo.envs.engine.cards import rank_of, suit_of
from cardzoo.envs.games.king_weirdo import (
    DISCARD,
    FITTING,
    KINGS,
    LENGTH,
    PACK,
    SEATS,
    TAKE_DISCARD,
    TAKE_RESERVE,
    Phase,
)

# Chances that a pile gets a card, tuned by trial.
HELD = 0.98
TOP = 0.95  # of the card on top of the discard pile
TWO_THERE = 0.8
ONE_THERE = 0.5
DECIDED = 100.0
HIGHER = 0.001  # for each rank of a card in hand: of equal totals, the higher hand wins
PAIRS = np.array([[sum(1 << int(card) for card in pair) for pair in pile] for pile in FITTING], np.int64)
"""(2, 12): the two cards that fit on a king's pile by its number of cards."""


@rule
def novice(view, mask, generator):
    """Takes cards that fit its own piles, and discards cards without use for them.

    Takes the top card of the discard pile if it fits, otherwise one from the reserve. Discards the lowest of the cards
    without use; without such a card, the lowest that does not fit.
    """
    if view.phase == Phase.TAKE:
        pile = view.discard_pile
        return TAKE_DISCARD if pile.height > 0 and view.fits[0, pile.cards[pile.height - 1]] else TAKE_RESERVE
    best, least = DISCARD, 1000
    for place in range(len(PACK)):
        card = PACK[place]
        if view.hand[card]:
            worth = rank_of(card) + CARDS * (is_needed(view, card) + view.fits[0, card])
            if worth < least:
                best, least = DISCARD + place, worth
    return best


@rule
def is_needed(view, card):
    """True if the card can still be built on an own pile."""
    for king in range(KINGS):
        for height in range(view.king_piles[0, king].height, LENGTH):
            if FITTING[king, height, 0] == card or FITTING[king, height, 1] == card:
                return True
    return False


@rule
def expert(view, mask, generator):
    """Compares the prospects of both players' piles, and keeps cards that the other player needs.

    - The prospects of a pile are the sum of its chances to reach each rank that it lacks. The chance is a product with
      a factor for each rank on the way. The factor is near 1 if the player holds a card for it, less with two cards
      elsewhere, and still less with one. It is 0 if the other player holds all that are left.
    - The worth of a discard is the built cards plus the prospects of the own piles. The same for the other player, who
      may take the card, is subtracted. So it keeps the last card for a rank that the other player needs soon. Cards
      below a blocked rank are free to go.
    - Both players soon keep cards that the other one needs, so that play stops without complete piles. Of equal
      discards it makes the lowest, as the higher hand decides between equal totals.
    - It takes the top card of the discard pile if the best discard after it is worth more than after a draw. A draw is
      the mean over all cards that may come, or the next card of a known reserve.
    - After the first pass of the reserve it knows all cards: the unseen ones are in the other hand.
    """
    hand, built, theirs = own_cards(view), built_cards(view), their_cards(view)
    if view.phase == Phase.DISCARD:
        card = best_discard(view, hand, built, theirs)[0]
        return DISCARD + card - suit_of(card)
    pile = view.discard_pile
    if pile.height == 0:
        return TAKE_RESERVE
    taken = worth_with(view, hand, built, theirs, pile.cards[pile.height - 1])
    return TAKE_DISCARD if taken > worth_of_reserve(view, hand, built, theirs) else TAKE_RESERVE


@rule
def bit(card):
    """The card as a set."""
    return np.int64(1) << np.int64(card)


@rule
def own_cards(view):
    """The own hand as a set."""
    cards = np.int64(0)
    for card in PACK:
        cards |= bit(card) * view.hand[card]
    return cards


@rule
def built_cards(view):
    """The cards on the kings of both players."""
    cards = np.int64(0)
    for seat in range(SEATS):
        for king in range(KINGS):
            pile = view.king_piles[seat, king]
            for place in range(pile.height):
                cards |= bit(pile.cards[place])
    return cards


@rule
def their_cards(view):
    """The cards certainly in the other hand."""
    cards = np.int64(0)
    is_all_known = view.reserve.height == view.reserve_size
    for card in PACK:
        cards |= bit(card) * (view.known[1, card] or (is_all_known and view.unseen[card]))
    return cards


@rule
def worth_with(view, hand, built, theirs, card):
    """The worth of the hand with one more card, after the best discard."""
    return best_discard(view, hand | bit(card), built, theirs)[1] + HIGHER * rank_of(card)


@rule
def worth_of_reserve(view, hand, built, theirs):
    """The worth of the hand after a draw and the best discard, averaged over all cards that may be drawn."""
    if view.reserve.height > 0:
        return worth_with(view, hand, built, theirs, view.reserve.cards[view.reserve.height - 1])
    if view.reserve_size == 0:
        return worth_with(view, hand, built, theirs, view.discard_pile.cards[0])
    total, cards = 0.0, 0
    for card in PACK:
        if view.unseen[card]:
            total += worth_with(view, hand, built, theirs, card)
            cards += 1
    return total / cards


@rule
def best_discard(view, hand, built, theirs):
    """The best discard and its worth."""
    best, most = NO_CARD, -DECIDED
    for card in PACK:
        if hand & bit(card):
            worth = weigh(view, hand ^ bit(card), bit(card), built, theirs) - HIGHER * rank_of(card)
            if worth > most:
                best, most = card, worth
    return best, most


@rule
def weigh(view, hand, discard, built, theirs):
    """The lead of this player's prospects over the other player's after a discard."""
    worth = 0.0
    heights = 0
    for king in range(KINGS):
        height = int(view.king_piles[0, king].height)
        while height < LENGTH and PAIRS[king, height] & hand:
            card = PAIRS[king, height] & hand
            card &= -card
            hand ^= card
            built |= card
            height += 1
        heights += height
        worth += height + prospects(king, height, hand, ~(built | theirs), np.int64(0))
    if heights == KINGS * LENGTH:
        return DECIDED
    for king in range(KINGS):
        height = int(view.king_piles[1, king].height)
        worth -= height + prospects(king, height, theirs, ~(built | hand), discard)
    return worth


@rule
def prospects(king, height, held, there, top):
    """The expected number of cards that a pile will get, of those held, on top of the discard pile, or still out."""
    worth, chance = 0.0, 1.0
    while height < LENGTH:
        pair = PAIRS[king, height]
        if pair & held:
            chance *= HELD
        elif pair & top:
            chance *= TOP
        else:
            pair &= there
            if pair == 0:
                return worth
            chance *= TWO_THERE if pair & (pair - 1) else ONE_THERE
        worth += chance
        height += 1
    return worth


AGENTS = {"novice": novice, "expert": expert}
