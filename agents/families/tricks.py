"""Trick-taking in thought: sets of cards as bits, and dealing out what a seat has not seen.

A set of cards is a number with a bit for each place. Places order cards by suit, then by rank with the ace on top, so
the 13 bits of a suit lie side by side. Seats are counted from the own one, which is 0.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, RANKS, SUITS, rng, rule
from cardzoo.envs.engine.cards import rank_ace_high
from cardzoo.envs.families.ranks import COUNT, SUIT

ONE = np.int64(1)
NOTHING = np.int64(0)
EVERYTHING = (ONE << CARDS) - 1
NO_PLACE = -1
DEALS_TRIED = 10  # until one fits all that is known
MAY, GIVEN, SIZE, ROOM, ORDER, ALL = range(6)  # rows of what is known of unseen cards
UNSEEN = 6


@rule
def seat_of(marks):
    """The seat that is marked by a 1; -1 if none is."""
    return marks.argmax() if marks.any() else -1


@rule
def place_of(card):
    """The place of a card."""
    return RANKS * (card // RANKS) + rank_ace_high(card) - 1


@rule
def of_suit(cards, suit):
    """The ranks of a suit, as bits from 0 on."""
    return cards >> RANKS * suit & SUIT


@rule
def size(cards):
    """How many cards there are."""
    number = 0
    for suit in range(SUITS):
        number += COUNT[of_suit(cards, suit)]
    return number


@rule
def to_places(cards):
    """A set of cards as bits."""
    places = NOTHING
    for card in range(CARDS):
        if cards[card] > 0:
            places |= ONE << place_of(card)
    return places


@rule
def without_voids(void):
    """All cards but those of the suits that a seat has shown not to hold."""
    cards = EVERYTHING
    for suit in range(SUITS):
        if void[suit]:
            cards &= ~(np.int64(SUIT) << RANKS * suit)
    return cards


@rule
def beats(place, best, trump):
    """Whether a card beats the one that has won so far."""
    suit = place // RANKS
    return place > best if suit == best // RANKS else suit == trump


@rule
def count_holders(unseen, place, seats):
    """How many of the others may hold a card."""
    holders = 0
    for seat in range(1, seats):
        holders += unseen[MAY, seat] >> place & 1
    return holders


@rule
def order_unseen(unseen, cards, seats):
    """Set the cards that are to be dealt, those first that fewest of the others may hold.

    Args:
        unseen: (`UNSEEN`, 52) int64. In row `MAY` are the cards that each seat may hold, in row `SIZE` how many of
            them; in row `GIVEN` those that it is known to hold besides.
        cards: the cards of which it is not known who holds them.
        seats: how many play.
    """
    number = 0
    for holders in range(1, seats):
        for place in range(CARDS):
            if cards >> place & 1 and count_holders(unseen, place, seats) == holders:
                unseen[ORDER, number] = place
                number += 1
    unseen[ALL, 0], unseen[ALL, 1] = number, cards


@rule
def imagine(unseen, seats, hands, generator):
    """Deal the unseen cards to the others at random; true to what they may hold, if one of some tries comes out.

    Args:
        unseen: (`UNSEEN`, 52) int64, as of `order_unseen`.
        seats: how many play.
        hands: int64, the cards of each seat, to be filled; those of seat 0 are left alone.
        generator: of random numbers.
    """
    for attempt in range(DEALS_TRIED):
        for seat in range(1, seats):
            hands[seat] = unseen[GIVEN, seat]
            unseen[ROOM, seat] = unseen[SIZE, seat]
        if attempt < DEALS_TRIED - 1:
            if deal_order(unseen, seats, hands, generator):
                return
        else:
            for place in range(CARDS):
                if unseen[ALL, 1] >> place & 1:
                    deal_place(unseen, place, EVERYTHING, seats, hands, generator)


@rule
def deal_order(unseen, seats, hands, generator):
    """Deal cards in their order; False if one finds no room."""
    for turn in range(unseen[ALL, 0]):
        if not deal_place(unseen, unseen[ORDER, turn], NOTHING, seats, hands, generator):
            return False
    return True


@rule
def deal_place(unseen, place, free, seats, hands, generator):
    """Deal a card to one of the others who may hold it, more likely where there is more room; False if there is none.

    Everybody may hold the cards that are free.
    """
    total = 0
    for seat in range(1, seats):
        if (unseen[MAY, seat] | free) >> place & 1:
            total += unseen[ROOM, seat]
    if total == 0:
        return False
    pick = rng.below(generator, total)
    for seat in range(1, seats):
        if (unseen[MAY, seat] | free) >> place & 1:
            pick -= unseen[ROOM, seat]
            if pick < 0:
                hands[seat] |= ONE << place
                unseen[ROOM, seat] -= 1
                return True
    return False
