"""What players think of where rows grow from the sevens: a rule of thumb for plays, and deals of the unseen cards.

Sets of cards are numbers with a bit for each card. `cardzoo.envs.families.rows` tells what fits.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, RANKS, rng, rule
from cardzoo.envs.engine.cards import SEVEN
from cardzoo.envs.families import melds
from cardzoo.envs.families.rows import ACES, KINGS, SEVENS

PRIME = 67  # the powers of 2 up to 2^65 leave different remainders
NUMBERS = np.zeros(PRIME, np.int64)
for _card in range(CARDS):
    NUMBERS[(1 << _card) % PRIME] = _card


@rule
def lowest(cards):
    """The card of the lowest code; there must be one."""
    return NUMBERS[(cards & -cards) % PRIME]


@rule
def choose_play(hand, playable):
    """What a novice plays where rows begin with the sevens."""
    return choose_play_from(hand, playable, SEVEN)


@rule
def choose_play_from(hand, playable, start):
    """What a novice plays: what lies before an own card, then ends of rows, and last what begins a row."""
    firsts = np.int64(ACES) << start
    low, high = firsts - ACES, (ACES << RANKS) - (firsts << 1)
    wanted = playable & ((hand & low) << 1 | (hand & high) >> 1)
    if not wanted:
        wanted = playable & (ACES | KINGS)
    if not wanted:
        wanted = playable & ~firsts
    return lowest(wanted if wanted else playable)


@rule
def count_seats(view):
    """How many play."""
    seats = 0
    for seat in range(len(view.hand_sizes)):
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
