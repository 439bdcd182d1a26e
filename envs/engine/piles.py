"""Operations on piles of cards. A pile is a record: ``height`` and ``cards``, the last of which is the top."""

from typing import Any

import numpy as np

from cardzoo.envs.engine import rng
from cardzoo.envs.engine.compiling import rule


@rule
def push(pile, card):
    """Lay a card on top."""
    pile.cards[pile.height] = card
    pile.height += 1


@rule
def draw(pile):
    """Take the top card off."""
    pile.height -= 1
    card = pile.cards[pile.height]
    pile.cards[pile.height] = -1
    return card


@rule
def top(pile):
    """Top card; -1 for an empty pile."""
    if pile.height == 0:
        return np.int16(-1)
    return pile.cards[pile.height - 1]


@rule
def clear(pile):
    """Empty the pile."""
    pile.cards[:] = -1
    pile.height = 0


@rule
def fill(pile, pack):
    """Fill the pile with a fresh pack, in the pack's own order."""
    clear(pile)
    for place in range(len(pack)):
        pile.cards[place] = pack[place]
    pile.height = len(pack)


@rule
def swap(cards, place, other):
    """Swap two cards of a pile."""
    card = cards[place]
    cards[place] = cards[other]
    cards[other] = card


@rule
def shuffle(source, pile):
    """Shuffle the pile (Fisher and Yates) with the source's random generator."""
    for last in range(pile.height - 1, 0, -1):
        swap(pile.cards, last, rng.below(source, last + 1))


@rule
def draw_any(source, pile):
    """Take a random card off, with the source's generator: the next step of a shuffle from the top."""
    swap(pile.cards, pile.height - 1, rng.below(source, pile.height))
    return draw(pile)


@rule
def move_counted(counts, pile):
    """Move all cards of a count vector onto the pile, in the order of their codes."""
    for card in range(len(counts)):
        for _ in range(counts[card]):
            push(pile, card)
        counts[card] = 0


def heights(piles: Any) -> Any:
    """Heights of an array of piles, for plain Python."""
    return piles["height"]


@rule
def copy(source, target):
    """Make the target pile equal to the source pile; the target must be large enough."""
    clear(target)
    for place in range(source.height):
        target.cards[place] = source.cards[place]
    target.height = source.height
