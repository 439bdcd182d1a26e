"""Pyramid: pairs of thirteen.

**Safe moves.** An available king is removed at once, and so is an available pair of which neither card has another
partner left. Nothing else can be done with these cards, and the cards beneath them are free earlier. Passes of the
stock in which a winning line removes only these cards can be skipped.

**Hopeless positions.** All cards that have to go must find partners: see `has_partners`.
"""

import numpy as np

from cardzoo.agents.solver.keys import append, mix
from cardzoo.agents.solver.search import HOPELESS, Hints
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, rule
from cardzoo.envs.games.pyramid import (
    COVERS,
    GIVE_UP,
    LOW_RANKS,
    PAIR,
    PAIR_RANKS,
    PLACES,
    REMOVE,
    REMOVED_BY,
    STOCK_SIZE,
    Goal,
)

ONE = np.int64(1)


def places_over(place: int) -> set[int]:
    """The places whose cards have to be removed before a card of the pyramid is uncovered."""
    covers = {int(cover) for cover in COVERS[place] if cover < PLACES}
    return covers.union(*map(places_over, covers))


OVER = np.array([sum(1 << over for over in places_over(place)) for place in range(PLACES)])
OVER_OVER = np.array(
    [sum(1 << over for over in places_over(place) - {int(cover) for cover in COVERS[place]}) for place in range(PLACES)]
)
"""For each place the places over it, and those of them that do not cover it directly: sets, bit k for place k."""

GONE, ELSEWHERE = -2, -1  # instead of a card's place in the pyramid
STEP = 64


@rule
def key(state):
    """The removed cards, the position within the pass, and the number of the pass if passes are counted."""
    removed = np.int64(0)
    for card in range(CARDS):
        removed |= np.int64(state.removed[card]) << card
    count = state.progress if state.options.passes == 0 else state.pass_number
    return mix(append(append(mix(np.uint64(removed)), state.stock.height), count))


@rule
def narrow(state, mask):
    """Leave only the safe move, if there is one."""
    for action in range(REMOVE, GIVE_UP):
        if mask[action] and (action < PAIR or is_only_pair(state, REMOVED_BY[action, 0], REMOVED_BY[action, 1])):
            mask[:] = 0
            mask[action] = 1
            return


@rule
def is_only_pair(state, card, other):
    """True if all other cards of both ranks are removed."""
    left = 0
    for suit in range(SUITS):
        left += state.removed[RANKS * suit + card % RANKS] == 0
        left += state.removed[RANKS * suit + other % RANKS] == 0
    return left == 2


@rule
def judge(state, weights, scratch):
    """The number of cards that have to go, then the number in the stock."""
    for card in range(CARDS):
        scratch[card] = GONE if state.removed[card] else ELSEWHERE
    left = 0
    for place in range(PLACES):
        card = state.pyramid[place]
        if card != NO_CARD:
            scratch[card] = place
            left += 1
    for rank in range(LOW_RANKS):
        if not has_partners(state, scratch, rank) or not has_partners(state, scratch, PAIR_RANKS - rank):
            return HOPELESS
    if state.options.goal == Goal.ALL:
        left += state.stock.height + state.waste.height
    return STEP * left + STOCK_SIZE - state.stock.height


@rule
def has_partners(state, places, rank):
    """True if all cards of a rank that have to go can have partners at the same time (Hall's theorem).

    Any set of them must have at least as many partners. These are remaining cards of the other rank that do not block
    the card, nor the other way round.

    Args:
        state: the position.
        places: each card's place in the pyramid, or else `GONE` or `ELSEWHERE`.
        rank: rank of the cards that need partners.
    """
    needed = partners = np.int64(0)  # four bits of partners for each suit
    for suit in range(SUITS):
        place = places[RANKS * suit + rank]
        if place >= 0 or (place == ELSEWHERE and state.options.goal == Goal.ALL):
            needed |= ONE << suit
            for other in range(SUITS):
                if can_pair(state, place, places[RANKS * other + PAIR_RANKS - rank]):
                    partners |= ONE << (SUITS * suit + other)
    for some in range(1, 1 << SUITS):
        if some & ~needed == 0:
            together = np.int64(0)
            surplus = np.int64(0)
            for suit in range(SUITS):
                if some >> suit & 1:
                    surplus -= 1
                    together |= partners >> SUITS * suit & 15
            for suit in range(SUITS):
                surplus += together >> suit & 1
            if surplus < 0:
                return False
    return True


@rule
def can_pair(state, place, other):
    """True if two cards at these places can be removed together at some time."""
    if place == GONE or other == GONE:
        return False
    if place == ELSEWHERE or other == ELSEWHERE:
        return True
    over = OVER_OVER if state.options.overlap else OVER
    return (over[place] >> other & 1) == 0 and (over[other] >> place & 1) == 0


HINTS = Hints(key=key, judge=judge, narrow=narrow, scratch=CARDS, nodes=5_000_000)
