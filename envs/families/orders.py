"""Orders of cards in tricks: other orders than the usual one, with jacks that are trumps.

In tricks a card stands for a card of the usual order, in which the ace is high. An order is a table of these by card,
(52,) int16: the left bower stands for a king of trumps, for example. Its suit is then the suit to which the card
belongs, and its rank decides which card wins. A suit of trumps beside the usual four has the codes after theirs.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, arrays, rule
from cardzoo.envs.engine.cards import suit_of
from cardzoo.envs.families import tricks

MOST_PLAYERS = tricks.MOST_PLAYERS


def order_of(suits: Iterable[Sequence[int]]) -> np.ndarray:
    """The order in which each suit has these cards, the highest first; cards of no suit stand for none.

    Returns:
        (52,) int16.
    """
    order = np.full(CARDS, NO_CARD, np.int16)
    for suit, cards in enumerate(suits):
        for above, card in enumerate(cards):  # the first stands for an ace, the second for a king
            order[card] = RANKS * suit + (RANKS - above) % RANKS
    return order


@rule
def suit_in(order, card):
    """The suit to which a card belongs."""
    return suit_of(order[card])


@rule
def mask_following(order, hand, led, mask):
    """A card that belongs to the suit of the card led must be played; without one, any card."""
    suit, found = suit_in(order, led), False
    for card in range(CARDS):
        if hand[card] > 0 and suit_in(order, card) == suit:
            mask[card] = 1
            found = True
    if not found:
        tricks.mask_any(hand, mask)


@rule
def play_card(order, state, card):
    """The player's card goes from the hand to the trick. Another suit than the one led shows a void."""
    led = state.trick[state.leader]
    tricks.put_down(state, state.player, card)
    if led != NO_CARD:
        tricks.show_suit(state, state.player, suit_in(order, card), suit_in(order, led))


@rule
def winner(order, state, trump):
    """The seat with the highest trump, or else with the highest card of the suit led."""
    stands_for = arrays.zeros(MOST_PLAYERS, np.int16)
    for player in range(state.num_players):
        card = state.trick[player]
        stands_for[player] = NO_CARD if card == NO_CARD else order[card]
    return tricks.winner(stands_for, suit_in(order, state.trick[state.leader]), trump, state.num_players)


@rule
def has_not_shown_void(order, state, player, card):
    """Returns whether the seat has not shown that it lacks the suit to which a card belongs."""
    return state.void[player, suit_in(order, card)] == 0


def wrong_void(order: np.ndarray, state) -> str:
    """The first problem of ``void`` in a written position."""
    for player, hand in enumerate(state.hands):
        if any(hand[card] and state.void[player, suit_in(order, card)] for card in range(CARDS)):
            return f"void: player {player} holds a card of such a suit"
    return ""
