"""Rule-of-thumb players of Ristiseiska, and one who has them play on in its head.

A set of cards is a whole number with a bit for each card, by the project's codes.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, RANKS, SUITS, arrays, rng, rule
from cardzoo.envs.engine.cards import EIGHT, FIVE, KING, SEVEN, SIX
from cardzoo.envs.families import melds
from cardzoo.envs.games.ristiseiska import GIVE, PASS, SEATS, Phase

BUDGET = 4500  # turns that the expert has played for one decision, about: 40 microseconds
MOST_DEALS = 100
WON = 2.0  # what winning counts, where each card left costs 1
LONGEST = 150  # turns of a game in the head
PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs

ACES = sum(1 << RANKS * suit for suit in range(SUITS))
LOW, HIGH = ACES * ((1 << SEVEN) - 1), ACES * ((1 << RANKS) - (1 << EIGHT))
FIVES, SIXES, SEVENS, EIGHTS, KINGS = ACES << FIVE, ACES << SIX, ACES << SEVEN, ACES << EIGHT, ACES << KING
RINGS = np.array([ACES << SEVEN - far | ACES << SEVEN + far for far in range(SEVEN + 1)], np.int64)  # by distance
PRIME = 67  # the powers of 2 up to 2^65 leave different remainders
NUMBERS = np.zeros(PRIME, np.int64)
for _card in range(CARDS):
    NUMBERS[(1 << _card) % PRIME] = _card


@rule
def novice(view, mask, generator):
    """Plays by simple rules.

    - It plays first what has an own card right behind it, then aces and kings, then other cards but sevens.
    - It gives a card that is farthest from the sevens, and never begs falsely.
    """
    if view.phase != Phase.TURN:
        return GIVE + choose_gift(melds.to_bits(view.hand))
    if mask[PASS]:
        return PASS
    return choose_play(melds.to_bits(view.hand), melds.to_bits(mask))


@rule
def lowest(cards):
    """The card of the lowest code; there must be one."""
    return NUMBERS[(cards & -cards) % PRIME]


@rule
def choose_play(hand, playable):
    """What a novice plays."""
    wanted = playable & ((hand & LOW) << 1 | (hand & HIGH) >> 1)
    if not wanted:
        wanted = playable & (ACES | KINGS)
    if not wanted:
        wanted = playable & ~SEVENS
    return lowest(wanted if wanted else playable)


@rule
def choose_gift(hand):
    """What a novice gives."""
    for far in range(SEVEN, 0, -1):
        if hand & RINGS[far]:
            return lowest(hand & RINGS[far])
    return lowest(hand)


@rule
def expert(view, mask, generator):
    """Plays or gives what brings most on average when the unseen cards are dealt in many ways and novices play on.

    - The deals are true to the sizes of the hands, and to the cards that players are known to hold or to lack.
    - The deals are not asked whether a card can have been given, only where the seat knows it to be or not to be.
    - What a game brings is two if won, and one less for each card left otherwise: blocking others pays by itself, as
      they beg of the one to their right. It never begs falsely.
    """
    if mask.sum() == 1:
        return mask.argmax()
    hands, lacks = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    left, sizes = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    unseen = arrays.zeros(CARDS, np.int64)
    totals = arrays.zeros(CARDS, np.float64)
    seats = count_seats(view)
    first = 0 if view.phase == Phase.TURN else GIVE
    legal, layout, number = 0, melds.to_bits(view.layout), 0
    hands[0] = melds.to_bits(view.hand)
    strict = six_is_first(view, layout)
    for card in range(CARDS):
        if mask[first + card]:
            legal |= 1 << card
        if not (layout | hands[0]) >> card & 1:
            unseen[number] = card
            number += 1
    for seat in range(1, seats):
        lacks[seat] = melds.to_bits(view.lacks[seat]) & ~melds.to_bits(view.known[seat])
        for other in range(1, seats):
            if other != seat:
                lacks[seat] |= melds.to_bits(view.known[other])
    on_turn = view.on_turn.argmax()
    deals = min(MOST_DEALS, 1 + BUDGET // (mask.sum() * (CARDS - view.layout.sum())))
    for _ in range(deals):
        deal_unseen(view, seats, unseen, number, hands, lacks, generator)
        for card in range(CARDS):
            if legal >> card & 1:
                arrays.copy(hands, left)
                arrays.copy(view.hand_sizes, sizes)
                totals[card] += play_out(seats, left, sizes, layout, strict, on_turn, view.turns, card)
    best = lowest(legal)
    for card in range(CARDS):
        if legal >> card & 1 and totals[card] > totals[best]:
            best = card
    return first + best


@rule
def count_seats(view):
    """How many play."""
    seats = 0
    for seat in range(SEATS):
        seats += view.hand_sizes[seat] > 0
    return seats


@rule
def six_is_first(view, layout):
    """Whether an 8 whose 7 lies does not fit: then it must wait for its 6."""
    eights = (layout & SEVENS) << 1 & ~layout
    return eights & ~melds.to_bits(view.fits) != 0


@rule
def deal_unseen(view, seats, unseen, number, hands, lacks, generator):
    """Deal the unseen cards to the other seats at random; then exchange those that a seat lacks."""
    for last in range(number - 1, 0, -1):
        other = rng.below(generator, last + 1)
        unseen[last], unseen[other] = unseen[other], unseen[last]
    first = 0
    for seat in range(1, seats):
        hands[seat] = 0
        for place in range(first, first + view.hand_sizes[seat]):
            hands[seat] |= 1 << unseen[place]
        first += view.hand_sizes[seat]
    for seat in range(1, seats):
        wrong = hands[seat] & lacks[seat]
        while wrong:
            card = lowest(wrong)
            wrong ^= 1 << card
            for other in range(1, seats):
                wanted = hands[other] & ~lacks[seat]
                if other != seat and wanted and not lacks[other] >> card & 1:
                    exchanged = 1 << card | 1 << lowest(wanted)
                    hands[seat] ^= exchanged
                    hands[other] ^= exchanged
                    break


@rule
def fitting(layout, strict):
    """The cards that can be played."""
    fits = (SEVENS | (layout >> 1 & LOW) | (layout << 1 & HIGH)) & ~layout
    if strict:
        fits &= ~EIGHTS | (layout & SIXES) << 2
        fits &= ~FIVES | (layout & EIGHTS) >> 3
    return fits


@rule
def play_out(seats, hands, sizes, layout, strict, on_turn, turns, card):
    """Seat 0 plays or gives the card, then novices play to the end: what that brings seat 0."""
    seat = 0
    if on_turn != 0:
        give(hands, sizes, 0, on_turn, card)
    else:
        layout |= 1 << card
        hands[0] ^= 1 << card
        sizes[0] -= 1
    seat = on_turn
    for turn in range(turns + 1, turns + LONGEST):
        if sizes[seat] == 0:
            break
        seat = (seat + 1) % seats
        playable = hands[seat] & fitting(layout, strict)
        if playable:
            played = choose_play(hands[seat], playable)
            layout |= 1 << played
            hands[seat] ^= 1 << played
            sizes[seat] -= 1
        elif turn >= seats:
            giver = seat
            for _ in range(seats - 1):
                giver = giver - 1 if giver > 0 else seats - 1
                if sizes[giver] > 1:
                    give(hands, sizes, giver, seat, choose_gift(hands[giver]))
                    break
    return WON if sizes[0] == 0 else -float(sizes[0])


@rule
def give(hands, sizes, giver, taker, card):
    """A card goes from one hand to another."""
    hands[giver] ^= 1 << card
    hands[taker] ^= 1 << card
    sizes[giver] -= 1
    sizes[taker] += 1


AGENTS = {"novice": novice, "expert": expert}
ROLLOUT = "novice"  # many times as fast: the search wins more with it
