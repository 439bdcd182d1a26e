"""Passing cards before the play: players choose one after the other, then all cards change hands together.

The state has ``hands`` and ``passed``, a set of cards for each seat: those it has chosen, and then, until they are
played, those it has passed. The option ``pass_size`` is the number of cards that each seat passes. ``offset`` is the
number of seats to the left that they go.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, rng, rule
from cardzoo.envs.families import tricks


@rule
def receiver_of(state, player, offset):
    """The player who receives a player's cards."""
    return (player + offset) % state.num_players


@rule
def giver_to(state, player, offset):
    """The player who passes cards to a player."""
    return (player + state.num_players - offset) % state.num_players


@rule
def to_choose(state, player):
    """Number of cards that a player still has to choose."""
    return state.options.pass_size - state.passed[player].sum()


@rule
def mask_choices(state, first, mask):
    """Mask the player's next card to pass; see `mask_ascending`. The action of card 0 is the first."""
    player = state.player
    mask_ascending(state.hands[player], state.passed[player], to_choose(state, player), mask[first : first + CARDS])


@rule
def mask_ascending(hand, chosen, left, mask):
    """Mask the next card of a choice: one with a higher code than those chosen, and with enough cards behind it.

    So there is one way to choose the same cards.

    Args:
        hand: (52,) counts of the hand's cards, with those chosen or without.
        chosen: (52,) counts of the cards chosen so far.
        left: how many cards are still to be chosen.
        mask: (52,) cards that may be chosen.
    """
    for card in range(CARDS - 1, -1, -1):
        if chosen[card] > 0:
            return
        if hand[card] > 0:
            left -= 1
            mask[card] = left <= 0


@rule
def lower_choice(state, hand, chosen):
    """Redraws the first card chosen in ascending order, if no card of the rest of a hidden hand is above it.

    All cards but the highest are then equally likely if all cards were before.
    """
    first = chosen.argmax()
    if hand[first:].sum() == 0:
        other = tricks.draw_from(state, hand)
        hand[other], hand[first] = 0, 1
        chosen[first], chosen[other] = 0, 1


@rule
def choose(state, card, offset):
    """The player chooses a card; returns whether it was the last one, and all cards have changed hands."""
    state.passed[state.player, card] = 1
    if to_choose(state, state.player) > 0:
        return False
    state.player = (state.player + 1) % state.num_players
    if to_choose(state, state.player) > 0:
        return False
    for player in range(state.num_players):
        for chosen in range(CARDS):
            if state.passed[player, chosen] > 0:
                tricks.give(state, chosen, player, receiver_of(state, player, offset))
    return True


@rule
def redraw_choice(state, player):
    """Redraws, from the player's hand, the cards that the player has chosen so far."""
    chosen = int(state.passed[player].sum())
    draw_cards(state, state.hands[player], state.options.pass_size, chosen, state.passed[player])


@rule
def redraw_passed(state, player, offset, dealt):
    """Redraws the cards of the receiver's hand that the player has passed; ``dealt`` is the size of a dealt hand.

    How many of them are left is drawn as well: any cards of the receiver's were as likely to be played.
    """
    hand = state.hands[receiver_of(state, player, offset)]
    held, left = hand.sum(), 0
    for drawn in range(state.options.pass_size):
        left += rng.below(state, dealt - drawn) < held - left
    draw_cards(state, hand, left, left, state.passed[player])


@rule
def draw_cards(state, hand, number, keep, drawn):
    """Draw random cards of a hand, and keep the first of them.

    Args:
        state: the state with the generator.
        hand: (52,) counts of the hand's cards.
        number: how many are drawn.
        keep: how many of them are kept, by code.
        drawn: (52,) array; it becomes 1 for those that are kept.
    """
    left = hand.sum()
    for card in range(CARDS):
        drawn[card] = 0
        if hand[card] > 0:
            if keep > 0 and rng.below(state, left) < number:
                drawn[card] = 1
                number -= 1
                keep -= 1
            left -= 1


def wrong_passed(state, offset: int, allowed: bool) -> str:
    """The first problem of ``passed`` in a written position; the offset is 0 while players choose."""
    if state.passed.any() and not allowed:
        return "passed: nobody passes in this hand"
    for player in range(state.num_players):
        holder = receiver_of(state, player, offset)
        if (state.passed[player] > state.hands[holder]).any():
            return f"passed: player {holder} does not hold a card that player {player} passes"
        if to_choose(state, player) < 0:
            return f"passed: everybody passes {state.options.pass_size} cards"
    return ""


def wrong_choice(state, dealt: int) -> str:
    """The first problem of a written position in which players choose, all with as many cards as they were dealt."""
    seats = state.num_players
    if (state.hands[:seats].sum(axis=1) != dealt).any():
        return f"hands: all have {dealt} cards while cards are passed"
    places = [(state.dealer + 1 + place) % seats for place in range(seats)]
    turn, left = places.index(state.player), np.array([to_choose(state, player) for player in places])
    if left[:turn].any() or left[turn] == 0 or (left[turn + 1 :] < state.options.pass_size).any():
        return "passed: players choose one after the other, from the dealer's left"
    return ""
