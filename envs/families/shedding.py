"""Matching games, such as Uno and Crazy Eights: directions, a draw pile made of discards, lacks of hands, targets.

The state has ``hands``, counts of each card; the piles ``stock`` and ``discards``; ``reversed``, 1 if play goes to the
right; and ``lacks``, a number for each hand and card: how many cards of the hand are known to be others. Drawing leaves
them, as the drawn card may be any. The options have a ``target``, the points that win a match, or none.
"""

import numpy as np

from cardzoo.envs.engine import arrays, piles, rng, rule
from cardzoo.envs.engine.cards import NO_CARD

MOST_CARDS = 108
MOST_CODES = 54
MOST_SEATS = 10
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
def redraw(state, player, known):
    """Redraws the other players' cards that are not known to a seat, and the stock, within the lacks.

    Each hidden card lies in a place of a hand or the stock. From the true deal on, pairs of places swap their cards if
    both hands are possible then. So the possible deals are about equally likely.

    Args:
        state: the table.
        player: the seat.
        known: (seats, cards) counts of the cards that the seat knows in each hand.
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
        if not (is_possible(state, owners, place) and is_possible(state, owners, other)):
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
def is_possible(state, owners, place):
    """Whether the hand of a place may hold the place's card, besides its other ones."""
    owner = owners[place] - 1
    if owner < 0 or state.lacks[owner, state.stock.cards[place]] == 0:
        return True
    return may_hold(state.hands[owner], state.lacks[owner])


@rule
def redeal(state, player, held):
    """Redraws the other players' cards and the stock, if lacks are shown by all hands at once.

    A hand has as many places for a card as it has drawn cards since its lack of it was shown. Cards with the most lacks
    draw their places first: these are places for all later cards too, so that all deals to places are equally likely.

    Args:
        state: the table.
        player: the seat.
        held: (cards,) counts: at least so many copies of each card lie in all hands together.
    """
    copies, places = arrays.zeros(MOST_CODES, np.int64), arrays.zeros(MOST_SEATS, np.int64)
    in_stock = int(state.stock.height)
    while state.stock.height > 0:
        copies[piles.draw(state.stock)] += 1
    spare = 0  # places in hands that cards of the stock may have
    for other in range(state.num_players):
        if other != player:
            places[other] = arrays.total(state.hands[other])
            spare += places[other]
            for card in range(len(held)):
                copies[card] += state.hands[other, card]
                state.hands[other, card] = 0
    for card in range(len(held)):
        spare -= max(held[card] - state.hands[player, card], 0)
    for _ in range(len(held)):
        card = most_lacking(state, copies)
        for copy in range(copies[card]):
            is_held = copy < held[card] - state.hands[player, card]
            owner = draw_place(state, card, places, 0 if is_held else in_stock, is_held or spare > 0)
            if owner < 0:
                in_stock -= 1
                piles.push(state.stock, card)
            else:
                places[owner] -= 1
                spare -= not is_held
                state.hands[owner, card] += 1
        copies[card] = 0
    piles.shuffle(state, state.stock)


@rule
def most_lacking(state, copies):
    """The card with the most lacks of all hands, of those with copies."""
    best, most = 0, -1
    for card in range(state.hands.shape[1]):
        if copies[card] > 0:
            lacks = 0
            for player in range(state.num_players):
                lacks += state.lacks[player, card]
            if lacks > most:
                best, most = card, lacks
    return best


@rule
def draw_place(state, card, places, in_stock, in_hands):
    """Draws a free place for a card: the hand's seat, or -1 for the stock.

    Args:
        state: the table.
        card: the card.
        places: (seats,) free places of the hands.
        in_stock: number of free places of the stock.
        in_hands: 1 if the card may lie in a hand, 0 otherwise.
    """
    number = in_stock
    for player in range(state.num_players):
        number += in_hands * max(places[player] - state.lacks[player, card], 0)
    place = rng.below(state, max(number, 1)) - in_stock
    if place < 0:
        return -1
    for player in range(state.num_players):
        place -= max(places[player] - state.lacks[player, card], 0)
        if place < 0:
            return player
    for player in range(state.num_players):  # lacks of a written position that no game shows
        if places[player] > 0:
            return player
    return -1


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
