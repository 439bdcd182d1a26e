"""Agents for games of rows that grow from the sevens: a rule of thumb for plays, and deals of the unseen cards.

Sets of cards are numbers with a bit for each card. Fitting cards are defined in `cardzoo.envs.families.rows`.
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
    """The novice's play in games whose rows begin with the sevens."""
    return choose_play_from(hand, playable, SEVEN)


@rule
def choose_play_from(hand, playable, start):
    """The novice's play: a card that leads to an own card, then an end of a row, and last the start of a row."""
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
    """The number of players."""
    seats = 0
    for seat in range(len(view.hand_sizes)):
        seats += view.hand_sizes[seat] > 0
    return seats


@rule
def six_is_first(view, layout):
    """True if an 8 does not fit on its 7 before the 6 lies there."""
    eights = (layout & SEVENS) << 1 & ~layout
    return eights & ~melds.to_bits(view.fits) != 0


def make_deal_unseen(lowest):
    """A rule that deals unseen cards, for an order of cards.

    Args:
        lowest: ``lowest(cards)``, a rule: the card to exchange, of a set of cards as bits.

    Returns:
        ``deal_unseen(view, seats, unseen, number, hands, lacks, generator)``, a rule.
    """

    @rule
    def deal_unseen(view, seats, unseen, number, hands, lacks, generator) -> None:
        """Deal the unseen cards to the other seats at random, then exchange cards that a seat cannot hold."""
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

    return deal_unseen


deal_unseen = make_deal_unseen(lowest)
