"""Matching games, such as Uno and Crazy Eights: directions, a draw pile made of discards, lacks of hands, targets.

The state has ``hands``, counts of each card; the piles ``stock`` and ``discards``; ``reversed``, 1 if play goes to the
right; and ``lacks``, a number for each hand and card: how many cards of the hand are known to be others. Drawing leaves
them, as the drawn card may be any. The options have a ``target``, the points that win a match, or none.
"""

import numpy as np

from cardzoo.envs.engine import arrays, piles, rng, rule
from cardzoo.envs.engine.cards import NO_CARD

MOST_CARDS = 108
SWEEPS = 8
NO_TARGET = -1


@rule
def seat_after(state, places):
    """The seat this many places after the player on turn, in the direction of play; before it, if negative."""
    return (state.player + (-places if state.reversed else places)) % state.num_players


@rule
def draw_cards(state, player, number):
    """A player draws so many cards, or as many as there are; returns the last one, or -1."""
    card = NO_CARD
    for _ in range(number):
        if state.stock.height == 0:
            turn_discards(state)
        if state.stock.height > 0:
            card = draw_card(state, player)
    return card


@rule
def draw_card(state, player):
    """A player draws the top card of a draw pile that is not empty; returns it."""
    card = int(piles.draw(state.stock))
    state.hands[player, card] += 1
    return card


@rule
def turn_discards(state):
    """The discards without the top card are shuffled into a new draw pile."""
    top = piles.draw(state.discards)
    while state.discards.height > 0:
        piles.push(state.stock, piles.draw(state.discards))
    piles.push(state.discards, top)
    piles.shuffle(state, state.stock)


@rule
def play_card(state, card):
    """The player on turn plays a card of the hand.

    It was drawn after its own lack was last shown, so it is none of the cards that showed this lack or older ones. It
    may be one of the cards that showed a newer lack, which are one fewer then.
    """
    lacks = state.lacks[state.player]
    own = lacks[card]
    for other in range(len(lacks)):
        if lacks[other] > own:
            lacks[other] -= 1
    state.hands[state.player, card] -= 1
    piles.push(state.discards, card)


@rule
def may_hold(hand, lacks):
    """Whether a hand is possible: cards whose lack so many cards have shown must be among the others."""
    size = arrays.total(hand)
    for card in range(len(hand)):
        if hand[card] > 0 and lacks[card] > 0:
            drawn_since = 0
            for other in range(len(hand)):
                if lacks[other] >= lacks[card]:
                    drawn_since += hand[other]
            if drawn_since > size - lacks[card]:
                return False
    return True


@rule
def redraw(state, player, known, held):
    """Redraws the other players' cards that are not known to a seat, and the stock, within the lacks.

    Each hidden card lies in a place of a hand or the stock. From the true deal on, pairs of places swap their cards if
    both hands are possible then. So the possible deals are about equally likely.

    Args:
        state: the table.
        player: the seat.
        known: (seats, cards) counts of the cards that the seat knows in each hand.
        held: (cards,) counts of the cards that lie in all hands together, if not more.
    """
    owners = arrays.zeros(MOST_CARDS, np.int64)  # 0 for the stock, then the seats from 1 on
    stock = state.stock
    height = int(stock.height)
    for other in range(state.num_players):
        if other != player:
            for card in range(len(known[other])):
                for _ in range(state.hands[other, card] - known[other, card]):
                    owners[stock.height] = other + 1
                    piles.push(stock, card)
    size = int(stock.height)
    for turn in range(SWEEPS * size):
        place, other = turn % size, rng.below(state, size)
        swap(state, owners, place, other)
        if not (is_possible(state, owners, held, place) and is_possible(state, owners, held, other)):
            swap(state, owners, place, other)
    while stock.height > height:
        piles.draw(stock)


@rule
def swap(state, owners, place, other):
    """Swap the cards of two places, which hands count."""
    cards = state.stock.cards
    for one, two in ((place, other), (other, place)):
        if owners[one] > 0:
            state.hands[owners[one] - 1, cards[one]] -= 1
            state.hands[owners[one] - 1, cards[two]] += 1
    piles.swap(cards, place, other)


@rule
def is_possible(state, owners, held, place):
    """Whether the place's card may lie there: in a hand besides its other cards, or in the stock."""
    card = state.stock.cards[place]
    owner = owners[place] - 1
    if owner < 0:
        return held[card] == 0 or number_in_hands(state, card) >= held[card]
    return state.lacks[owner, card] == 0 or may_hold(state.hands[owner], state.lacks[owner])


@rule
def number_in_hands(state, card):
    """Number of copies of a card that all hands hold together."""
    number = 0
    for player in range(state.num_players):
        number += state.hands[player, card]
    return number


@rule
def is_won(state):
    """Whether a player has reached the target of a match."""
    return state.options.target != NO_TARGET and arrays.largest(state.score) >= state.options.target


@rule
def show_needed(state, player, view):
    """Fills the view with the points that each player lacks to the target, if there is one."""
    if state.options.target != NO_TARGET:
        for place in range(state.num_players):
            score = state.score[(player + place) % state.num_players]
            view.needed[place] = max(state.options.target - score, 0)


def wrong_lacks(state) -> str:
    """The first problem of ``lacks`` in a written position."""
    for player in range(int(state.num_players)):
        if not may_hold(state.hands[player], state.lacks[player]):
            return f"lacks: player {player} holds more cards than the lacks allow"
    return ""
