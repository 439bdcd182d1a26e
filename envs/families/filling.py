"""Choosing the cards of a meld one after the other, natural or wild, where there is more than one way.

The state has ``meld``, the meld of `wild_melds` whose cards are being chosen, and ``chosen``, the cards at its first
places. They come from the player's hand and from what has been picked up, as in `laid_melds`. A way to fill a place is
a number: 0 is the card itself, the others are the places in `WILD_CARDS`, from 1.
"""

from typing import Any

from cardzoo.envs.engine import NO_CARD, arrays, rule
from cardzoo.envs.engine.actions import Block
from cardzoo.envs.families.laid_melds import NO_MELD
from cardzoo.envs.families.wild_melds import JOKER, LONGEST, MELD_CARDS, MELD_SIZES, WILD_CARDS, is_wild

NATURAL = 0
WAYS = 4

USING: Block = Block(
    "use",
    ("natural", JOKER, "lower wild", "higher wild"),
    doc="the next card of a meld: itself, a joker, or a wild card of clubs or diamonds, of hearts or spades",
)
"""The actions: a way each."""


@rule
def count_chosen(state):
    """Number of chosen cards of the meld."""
    place = 0
    while place < LONGEST and state.chosen[place] != NO_CARD:
        place += 1
    return place


@rule
def card_for(state, place, way):
    """The card that fills a place of the meld in one of the ways."""
    if way == NATURAL:
        return MELD_CARDS[state.meld, place]
    return WILD_CARDS[state.negative, way - 1]


@rule
def choose(state, way):
    """Choose the next card of the meld."""
    place = count_chosen(state)
    state.chosen[place] = card_for(state, place, way)


@rule
def choose_naturals(state):
    """Choose all cards of the meld as they are."""
    for place in range(MELD_SIZES[state.meld]):
        state.chosen[place] = MELD_CARDS[state.meld, place]


@rule
def choose_forced(state, needed):
    """Choose cards as long as there is one way; returns whether the meld is full. See `ways_to_fill` for ``needed``."""
    while count_chosen(state) < MELD_SIZES[state.meld]:
        ways = ways_to_fill(state, needed)
        if ways & (ways - 1):
            return False
        for way in range(WAYS):
            if ways >> way & 1:
                choose(state, way)
    return True


@rule
def clear(state):
    """End the choice."""
    state.meld = NO_MELD
    state.chosen[:] = NO_CARD


@rule
def ways_to_fill(state, needed):
    """The ways to fill the next place with which the meld can be completed, as bits.

    Args:
        state: the table.
        needed: a card that the meld must hold, or `NO_CARD`.
    """
    size = MELD_SIZES[state.meld]
    place = count_chosen(state)
    natural = False
    for earlier in range(place):
        natural |= state.chosen[earlier] == MELD_CARDS[state.meld, earlier]
    ways = 0
    for way in range(WAYS):
        card = card_for(state, place, way)
        if card == NO_CARD or left(state, card) == 0 or (way > NATURAL and card == MELD_CARDS[state.meld, place]):
            continue
        state.chosen[place] = card
        if can_complete(state, place + 1, size, natural or way == NATURAL, needed):
            ways |= 1 << way
        state.chosen[place] = NO_CARD
    return ways


@rule
def left(state, card):
    """Number of copies of a card that are not chosen for the meld."""
    count = state.hands[state.player, card] + state.loose[card]
    for place in range(MELD_SIZES[state.meld]):
        count -= state.chosen[place] == card
    return count


@rule
def can_complete(state, first, size, natural, needed):
    """Returns whether the meld's places from the first one on can be filled.

    Args:
        state: the table.
        first: the first place that is not filled.
        size: places of the meld.
        natural: whether a natural card has been chosen.
        needed: a card that the meld must hold, or `NO_CARD`.
    """
    wilds = 0
    for wild in WILD_CARDS[state.negative]:
        if wild != NO_CARD:
            wilds += left(state, wild)
    takes_needed = needed == NO_CARD
    for place in range(first):
        takes_needed |= state.chosen[place] == needed
    has_natural = natural
    missing = 0
    for place in range(first, size):
        card = MELD_CARDS[state.meld, place]
        held = left(state, card) > 0
        has_natural |= held
        takes_needed |= held and card == needed
        missing += not held or is_wild(state.negative, card)
    if missing > wilds or not has_natural:
        return False
    if takes_needed:
        return True
    # A wild card that is needed takes a place in the rest, if that leaves one for a natural card.
    return is_wild(state.negative, needed) and left(state, needed) > 0 and size - first > (not natural)


@rule
def show(state, view):
    """Show the player the meld whose cards are being chosen, as ``own_meld``, with ``chosen`` and the ``next`` card."""
    view.own_meld[0, 0] = 0
    view.own_meld[0, 1] = state.meld
    arrays.copy(state.chosen, view.chosen)
    view.next = MELD_CARDS[state.meld, count_chosen(state)]


def without_choice(state) -> Any:
    """A copy of the position in which no meld is being chosen."""
    copied = state.copy()
    clear(copied)
    return copied


def wrong_chosen(state) -> str:
    """The first problem of the places of ``chosen`` in a written position."""
    chosen = count_chosen(state)
    is_filled = (state.chosen[chosen:] == NO_CARD).all() and (state.meld != NO_MELD or chosen == 0)
    return "" if is_filled else "chosen: these are the first cards of a meld"


def can_begin(state, needed: int) -> bool:
    """Returns whether the cards can be chosen of which the written meld begins; see `ways_to_fill` for ``needed``."""
    trial, chosen = without_choice(state), state.chosen[: count_chosen(state)].tolist()
    trial.meld = state.meld
    for place, card in enumerate(chosen):
        ways = ways_to_fill(trial, needed)
        if not any(ways >> way & 1 and card_for(trial, place, way) == card for way in range(WAYS)):
            return False
        trial.chosen[place] = card
    return True
