"""Dealing a pack out, following suit, winning a trick, and what a trick shows. The ace is high throughout.

A hand is a count per card code; a trick is the card that each seat has on the table, -1 for none.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, piles, rng, rule
from cardzoo.envs.engine.cards import rank_ace_high, suit_of

NO_TRUMP = -1  # in place of the trump suit
NOTHING_KNOWN = np.zeros((4, CARDS), np.int16)  # in place of ``known``, for up to four players


class Suit(IntEnum):
    """A suit that is led or trump."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


@rule
def deal_out(state):
    """Deal the whole stock into the hands one card at a time, from the player whose turn it is."""
    player = state.player
    while state.stock.height > 0:
        state.hands[player, piles.draw(state.stock)] += 1
        player = (player + 1) % state.num_players


@rule
def mask_any(hand, mask):
    """Any card of the hand may be played."""
    for card in range(CARDS):
        if hand[card] > 0:
            mask[card] = 1


@rule
def has_suit(hand, suit):
    """Whether the hand holds a card of the suit."""
    return hand[RANKS * suit : RANKS * (suit + 1)].sum() > 0


@rule
def mask_following(hand, suit, mask):
    """A card of the suit led must be played; without one, any card."""
    if not has_suit(hand, suit):
        mask_any(hand, mask)
        return
    for card in range(RANKS * suit, RANKS * (suit + 1)):
        if hand[card] > 0:
            mask[card] = 1


@rule
def play_card(state, card):
    """The player's card goes from the hand to the trick. Another suit than the one led shows a void."""
    player = state.player
    led = state.trick[state.leader]
    state.hands[player, card] -= 1
    state.trick[player] = card
    if led != NO_CARD and suit_of(led) != suit_of(card):
        state.void[player, suit_of(led)] = 1


@rule
def strength(card, suit, trump):
    """How high a card stands in a trick: trumps above the suit led, above all others, which are 0 and never win."""
    if suit_of(card) == trump:
        return RANKS + rank_ace_high(card)
    return rank_ace_high(card) if suit_of(card) == suit else 0


@rule
def winner(trick, suit, trump, num_players):
    """The seat with the highest trump, or else with the highest card of the suit led."""
    best, best_strength = -1, 0
    for player in range(num_players):
        if trick[player] != NO_CARD:
            reached = strength(trick[player], suit, trump)
            if reached > best_strength:
                best, best_strength = player, reached
    return best


@rule
def gather(trick, cards):
    """Move the cards of the trick into a set of cards."""
    for player in range(len(trick)):
        if trick[player] != NO_CARD:
            cards[trick[player]] += 1
            trick[player] = NO_CARD


@rule
def has_not_shown_void(state, player, card):
    """Whether the seat has not shown that it lacks the card's suit, which the state keeps in ``void``."""
    return state.void[player, suit_of(card)] == 0


@rule
def has_not_shown_to_lack(state, player, card):
    """Whether the seat has not shown that it lacks the card, where the state keeps such cards in ``lacks``."""
    return state.lacks[player, card] == 0


@rule
def redeal(state, player, known, may_hold):
    """Deal the other players' unknown cards again, true to hand sizes and to what seats have shown to lack.

    The state has ``hands``; ``known`` are the cards that all know to be in a hand, a set for each seat, and
    ``may_hold(state, player, card)`` is a rule such as `has_not_shown_void`. A chain of random exchanges of two or
    three cards between hands, each allowed only if every card lands where it may lie: all deals that such exchanges
    reach become equally likely.
    """
    hidden = 0
    for other in range(state.num_players):
        if other != player:
            hidden += state.hands[other].sum() - known[other].sum()
    if hidden == 0:
        return
    for _ in range(8 * hidden):
        first = draw_hidden(state, player, known)
        second = draw_hidden(state, player, known)
        third = draw_hidden(state, player, known) if rng.below(state, 2) else first
        a, b, c = (
            holder(state, player, known, first),
            holder(state, player, known, second),
            holder(state, player, known, third),
        )
        if third in (first, second):
            if may_hold(state, b, first) and may_hold(state, a, second):
                give(state, first, a, b)
                give(state, second, b, a)
        elif may_hold(state, b, first) and may_hold(state, c, second) and may_hold(state, a, third):
            give(state, first, a, b)
            give(state, second, b, c)
            give(state, third, c, a)


@rule
def holder(state, player, known, card):
    """The seat other than the player that holds a card which is not known to be there; -1 if none does."""
    for other in range(state.num_players):
        if other != player and state.hands[other, card] > known[other, card]:
            return other
    return -1


@rule
def draw_hidden(state, player, known):
    """A random card that lies in another hand and is not known to; there must be one."""
    card = rng.below(state, CARDS)
    while holder(state, player, known, card) < 0:
        card = rng.below(state, CARDS)
    return card


@rule
def give(state, card, giver, taker):
    """Move a card from one hand to another."""
    state.hands[giver, card] -= 1
    state.hands[taker, card] += 1


def wrong_trick(state: Any, sizes: Any) -> str:
    """What is wrong about the cards of a written position in which everybody plays to a trick.

    Args:
        state: the table.
        sizes: how many cards each player holds.
    """
    seats = int(state.num_players)
    on_table = state.trick[:seats] != NO_CARD
    placed = [bool(on_table[(state.leader + turn) % seats]) for turn in range(seats)]
    if placed != sorted(placed, reverse=True) or all(placed):
        return f"trick: cards lie before the leader and the next players, before {seats - 1} at most"
    if len(set(sizes[:seats] + on_table)) > 1:
        return "hands: all have equally many cards, the one in the trick counted"
    return ""


def wrong_turn(state: Any) -> str:
    """Whether it is the turn of somebody in a written position who does not play to the trick next."""
    placed = int((state.trick != NO_CARD).sum())
    turn = (state.leader + placed) % state.num_players
    return "" if state.player == turn else f"player: it is the turn of player {turn}, who is next in the trick"


def wrong_void(state: Any) -> str:
    """What is wrong about ``void`` in a written position."""
    for player, (hand, void) in enumerate(zip(state.hands, state.void, strict=True)):
        if any(void[suit] and has_suit(hand, suit) for suit in range(len(Suit))):
            return f"void: player {player} holds a card of such a suit"
    return ""
