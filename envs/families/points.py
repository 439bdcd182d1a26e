"""Games in which hearts and the queen of spades count against the player who takes them.

The state has ``hands`` and ``taken``, sets of cards for each seat, the latter those of its tricks; ``trick`` and
``void`` as in `tricks`; ``points_only``, 1 for a seat that has shown to hold no spade but perhaps the queen; and
``broken``, 1 if any leader may lead hearts, which is always so without the option ``must_break``.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, rule
from cardzoo.envs.engine.cards import CARD_WORDS, HEARTS, SPADES, suit_of
from cardzoo.envs.families import tricks

QUEEN_OF_SPADES = CARD_WORDS.index("Q♠")
QUEEN_POINTS = 13
ALL_POINTS = RANKS + QUEEN_POINTS
NOBODY = -1


@rule
def is_point(card):
    """Returns whether a card counts."""
    return suit_of(card) == HEARTS or card == QUEEN_OF_SPADES


@rule
def count_points(cards):
    """A point for each heart, 13 for the queen."""
    return tricks.count_suit(cards, HEARTS) + QUEEN_POINTS * cards[QUEEN_OF_SPADES]


@rule
def shooter(state):
    """The player who has shot the moon, with all cards that count; `NOBODY` if there is none."""
    for player in range(state.num_players):
        if count_points(state.taken[player]) == ALL_POINTS:
            return player
    return NOBODY


@rule
def spare_points(mask):
    """No card that counts is legal, unless no other is. The actions of cards are their codes."""
    others = 0
    for card in range(CARDS):
        others += mask[card] and not is_point(card)
    if others > 0:
        for card in range(CARDS):
            if is_point(card):
                mask[card] = 0


@rule
def spare_hearts(hand, spare_queen, mask):
    """No heart is legal, unless the hand is hearts alone, or with ``spare_queen`` hearts and the queen."""
    others = hand.sum() - tricks.count_suit(hand, HEARTS)
    if spare_queen:
        others -= hand[QUEEN_OF_SPADES]
    if others > 0:
        mask[RANKS * HEARTS : RANKS * (HEARTS + 1)] = 0


@rule
def is_first_trick(state):
    """Returns whether no trick has been taken yet."""
    return state.taken.sum() == 0


@rule
def breaks_hearts(state, card):
    """Returns whether hearts may be led once the card is played: a heart, or with ``queen_breaks`` the queen."""
    return suit_of(card) == HEARTS or (card == QUEEN_OF_SPADES and state.options.queen_breaks)


@rule
def may_hold(state, player, card):
    """Returns whether a player may hold a card, given all that the player has shown."""
    is_spade = suit_of(card) == SPADES and card != QUEEN_OF_SPADES
    return tricks.has_not_shown_void(state, player, card) and not (is_spade and state.points_only[player])


def wrong_points_only(state) -> str:
    """The first problem of ``points_only`` in a written position."""
    for player, hand in enumerate(state.hands):
        if state.points_only[player] and tricks.count_suit(hand, SPADES) > hand[QUEEN_OF_SPADES]:
            return f"points_only: player {player} holds a spade"
    return ""


def wrong_broken(state) -> str:
    """The first problem of ``broken`` in a written position."""
    cards = [*np.flatnonzero(state.taken.sum(axis=0)), *(card for card in state.trick if card != NO_CARD)]
    broken = not state.options.must_break or any(breaks_hearts(state, card) for card in cards)
    return "" if state.broken == broken else f"broken: it is {int(broken)} after such cards"
