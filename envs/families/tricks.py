"""Following suit, winning a trick, and the voids that a trick shows. The ace is high throughout.

A hand is a count per card code; a trick is the card that each seat has on the table, -1 for none.
"""

from enum import IntEnum
from math import factorial
from typing import Any

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, rng, rule
from cardzoo.envs.engine.cards import rank_ace_high, suit_of

NO_TRUMP = -1  # in place of the trump suit
NOBODY = -1  # in place of a seat

MOST_PLAYERS = 8
NOTHING_KNOWN = np.zeros((MOST_PLAYERS, CARDS), np.int16)  # in place of ``known``
MOST_KINDS = 5  # of cards, by possible holders: the suits, and Q♠ where it is apart; or all pairs of three, and all
NO_KIND = -1
MIXTURES = (RANKS + 1) ** 3  # numbers of cards of all kinds but the largest: of five only where one has a single card
ORDERS = np.array([1 / factorial(number) for number in range(CARDS + 1)])


class Suit(IntEnum):
    """A suit that is led or trump."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


@rule
def mask_any(hand, mask):
    """Any card of the hand may be played."""
    arrays.mark(hand, mask[:CARDS])


@rule
def count_suit(cards, suit):
    """Number of the cards of a suit."""
    return cards[RANKS * suit : RANKS * (suit + 1)].sum()


@rule
def has_suit(hand, suit):
    """Returns whether the hand holds a card of the suit."""
    return count_suit(hand, suit) > 0


@rule
def mask_following(hand, suit, mask):
    """A card of the suit led must be played; without one, any card."""
    if not has_suit(hand, suit):
        mask_any(hand, mask)
        return
    arrays.mark(hand[RANKS * suit : RANKS * (suit + 1)], mask[RANKS * suit : RANKS * (suit + 1)])


@rule
def spare_suit(hand, suit, mask):
    """No card of the suit is legal, unless the hand is of that suit alone."""
    if hand.sum() > count_suit(hand, suit):
        mask[RANKS * suit : RANKS * (suit + 1)] = 0


@rule
def highest_in(trick, suit):
    """The highest rank of the suit in the trick, the ace being 13; 0 without any."""
    highest = 0
    for card in trick:
        if card != NO_CARD and suit_of(card) == suit:
            highest = max(highest, rank_ace_high(card))
    return highest


@rule
def is_above(card, suit, rank):
    """Returns whether a card is of the suit, and higher than a rank."""
    return suit_of(card) == suit and rank_ace_high(card) > rank


@rule
def mask_above(hand, suit, rank, mask):
    """Cards of the suit that are higher than a rank may be played; returns whether there are any."""
    found = False
    for card in range(CARDS):
        if hand[card] > 0 and is_above(card, suit, rank):
            mask[card] = 1
            found = True
    return found


@rule
def mask_trumping(hand, trick, suit, trump, must_beat, mask):
    """The suit led must be followed, or else a trump be played; without either, any card.

    With ``must_beat`` a trump beats those in the trick if it can. If it cannot, a trump that is led is followed with a
    lower one, and to another suit any card is played.

    Args:
        hand: (52,) counts of the hand's cards.
        trick: the cards on the table, by seat.
        suit: the suit led.
        trump: the trump suit, `NO_TRUMP` without one.
        must_beat: whether a trump must beat those in the trick if it can.
        mask: the legal actions; those of the cards come first.
    """
    to_beat = highest_in(trick, trump) if must_beat else 0
    if mask_above(hand, suit, to_beat if suit == trump else 0, mask):
        return
    if not mask_above(hand, trump, 0 if suit == trump else to_beat, mask):
        mask_any(hand, mask)


@rule
def show_trumping(state, card, suit, trump, must_beat):
    """Record in ``lacks`` the cards that a player about to play shows not to hold; see `mask_trumping`."""
    to_beat = highest_in(state.trick, trump) if must_beat else 0
    lacks = state.lacks[state.player]
    rank = to_beat if suit == trump else 0
    if not is_above(card, suit, rank):
        mark_above(lacks, suit, rank)
        rank = 0 if suit == trump else to_beat
        if not is_above(card, trump, rank):
            mark_above(lacks, trump, rank)


@rule
def mark_above(cards, suit, rank):
    """Add all cards of the suit that are higher than a rank."""
    for card in range(CARDS):
        if is_above(card, suit, rank):
            cards[card] = 1


@rule
def holder_of(state, card):
    """The seat that holds a card; `NOBODY` if none does."""
    for player in range(state.num_players):
        if state.hands[player, card] > 0:
            return player
    return NOBODY


@rule
def play_card(state, card):
    """The player's card goes from the hand to the trick. Another suit than the one led shows a void."""
    play_from(state, state.player, card)


@rule
def play_from(state, seat, card):
    """A card goes from the hand of a seat to the trick, whoever plays it; see `play_card`."""
    led = state.trick[state.leader]
    put_down(state, seat, card)
    if led != NO_CARD:
        show_suit(state, seat, suit_of(card), suit_of(led))


@rule
def put_down(state, seat, card):
    """A card goes from the hand of a seat to the trick."""
    state.hands[seat, card] -= 1
    state.trick[seat] = card


@rule
def show_suit(state, seat, suit, led):
    """Record a void of a seat in the suit led if its card is of another suit."""
    if suit != led:
        state.void[seat, led] = 1


@rule
def show_only(state, player, suit):
    """Record that a player has shown to hold cards of one suit alone."""
    for other in range(SUITS):
        if other != suit:
            state.void[player, other] = 1


@rule
def strength(card, suit, trump):
    """The strength of a card in a trick: trumps above the suit led, above all others, which are 0 and never win."""
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
    """Returns whether the seat has not shown that it lacks the card's suit, which the state keeps in ``void``."""
    return state.void[player, suit_of(card)] == 0


@rule
def has_not_shown_to_lack(state, player, card):
    """Returns whether the seat has not shown that it lacks the card, where the state keeps such cards in ``lacks``."""
    return state.lacks[player, card] == 0


@rule
def redeal(state, player, known, may_hold):
    """Redraws the other players' unknown cards; see `redeal_hands`."""
    redeal_hands(state, state.hands, state.num_players, player, known, may_hold)


@rule
def redeal_hands(state, hands, seats, player, known, may_hold):
    """Redraws unknown cards, consistent with hand sizes and shown lacks; all deals are equally likely.

    Cards that the same seats may hold are of one kind. Seats that may not hold all kinds are dealt to first: each gets
    the numbers of cards by kind that it has in a random deal; deals are counted by these numbers alone. The others get
    any of the rest. The cards of each kind are drawn in the end.

    Args:
        state: the table.
        hands: (seats, 52) counts of the cards in each hand. Cards that lie face down are a hand too, of a seat of its
            own after the players'.
        seats: how many seats there are, up to `MOST_PLAYERS`.
        player: the seat whose hand stays as it is.
        known: (seats, 52) counts of the cards that all know to be in a hand.
        may_hold: ``may_hold(state, player, card)``, a rule such as `has_not_shown_void`. Of the cards that may lie in
            more than one hand it makes `MOST_KINDS` kinds at most; what can only be in one hand stays there.
    """
    kinds, left = arrays.zeros(CARDS, np.int64), arrays.zeros(MOST_KINDS, np.int64)
    holders, places = arrays.zeros(MOST_KINDS, np.int64), arrays.zeros(MOST_PLAYERS, np.int64)
    shares, ways = arrays.zeros((MOST_KINDS, MOST_PLAYERS), np.int64), arrays.zeros(MIXTURES, np.float64)
    kinds[:] = NO_KIND
    for other in range(seats):
        if other != player:
            for card in range(CARDS):
                if hands[other, card] > known[other, card]:
                    kinds[card] = kind = kind_of(state, seats, player, card, may_hold, holders, left)
                    if kind != NO_KIND:
                        left[kind] += 1
                        places[other] += 1
                        hands[other, card] -= 1
    for other in range(seats):
        if is_bound(places, other, holders, left):
            draw_share(state, seats, other, places, holders, left, ways, shares)
    for card in range(CARDS):
        kind = kinds[card]
        if kind != NO_KIND:
            shared = arrays.total(shares[kind])
            if shared > 0 and rng.below(state, shared + left[kind]) < shared:
                other = draw_from(state, shares[kind])
                shares[kind, other] -= 1
            else:
                other = draw_from(state, places)
                places[other] -= 1
                left[kind] -= 1
            hands[other, card] += 1


@rule
def kind_of(state, seats, player, card, may_hold, holders, left):
    """The kind of a card in another hand; `NO_KIND` if it cannot be elsewhere.

    Args:
        state: the table.
        seats: how many seats there are.
        player: the seat that does not hold it.
        card: the card.
        may_hold: which cards a seat may hold.
        holders: by kind, the seats that may hold it, a bit each; a new kind is noted.
        left: by kind, how many cards there are so far.
    """
    bits = 0
    for other in range(seats):
        bits |= (other != player and may_hold(state, other, card)) << other
    if bits & bits - 1 == 0:
        return NO_KIND
    kind = 0
    while left[kind] > 0 and holders[kind] != bits:
        kind += 1
    holders[kind] = bits
    return kind


@rule
def draw_from(state, numbers):
    """A place drawn in proportion to the numbers."""
    place, skipped = 0, rng.below(state, arrays.total(numbers))
    while skipped >= numbers[place]:
        skipped -= numbers[place]
        place += 1
    return place


@rule
def is_bound(places, seat, holders, left):
    """Returns whether a seat gets cards, and some of those left are of a kind that it may not hold."""
    bound = False
    for kind in range(MOST_KINDS):
        bound |= left[kind] > 0 and holders[kind] >> seat & 1 == 0
    return bound and places[seat] > 0


@rule
def draw_share(state, seats, seat, places, holders, left, ways, shares):
    """Draw how many cards of each kind a seat gets, in proportion to the ways in which all others fit elsewhere.

    Args:
        state: the table.
        seats: how many seats there are.
        seat: the seat.
        places: (seats,) how many cards each seat gets; 0 then for this one.
        holders: by kind, the seats that may hold it, a bit each.
        left: by kind, how many cards there are; less then by what this seat gets.
        ways: (`MIXTURES`,) scratch space; see `count_ways`.
        shares: (kinds, seats) cards that each seat gets; this one's are drawn.
    """
    strides, numbers = arrays.zeros(MOST_KINDS, np.int64), arrays.zeros(MOST_KINDS, np.int64)
    places[seat] = 0
    size = set_strides(left, strides)
    number = count_ways(seats, places, holders, left, strides, size, ways)
    total = 0.0
    for mixture in range(size - 1, -1, -1):
        if step_down(number, left, strides, numbers):
            for kind in range(MOST_KINDS):
                is_allowed = numbers[kind] == left[kind] or holders[kind] >> seat & 1
                ways[mixture] *= ORDERS[left[kind] - numbers[kind]] if is_allowed else 0.0
            total += ways[mixture]
    mixture, limit, total = size, total * rng.uniform(state), 0.0
    while total <= limit and mixture > 0:
        mixture -= 1
        step_down(number, left, strides, numbers)
        total += ways[mixture]
    for kind in range(MOST_KINDS):
        shares[kind, seat] = left[kind] - numbers[kind]
        left[kind] = numbers[kind]


@rule
def set_strides(left, strides):
    """Number the mixtures of cards: all sets of numbers of each kind; returns how many there are.

    The largest kind has stride 0: how many cards of it there are follows from those of the others.
    """
    largest, size = 0, 1
    for kind in range(MOST_KINDS):
        if left[kind] > left[largest]:
            largest = kind
    for kind in range(MOST_KINDS):
        if kind != largest:
            strides[kind] = size
            size *= left[kind] + 1
    return size


@rule
def step_down(number, left, strides, numbers):
    """Go on to the next lower mixture, from the lowest to the highest; returns whether this number of cards can be so.

    Args:
        number: of cards.
        left: by kind, how many cards there are.
        strides: see `set_strides`.
        numbers: by kind, how many cards are in the mixture; at first 0, as in the lowest one.
    """
    largest, borrows = 0, True
    for kind in range(MOST_KINDS):
        if strides[kind] == 0:
            largest = kind
        else:
            if borrows:
                borrows = numbers[kind] == 0
                numbers[kind] = left[kind] if borrows else numbers[kind] - 1
            number -= numbers[kind]
    numbers[largest] = number
    return 0 <= number <= left[largest]


@rule
def count_ways(seats, places, holders, left, strides, size, ways):
    """Count the ways in which all places can be filled with each mixture of cards; returns how many places there are.

    All in a fixed proportion to the true number: it is that of orders in which places choose kinds, once for all seats
    that may hold any, then place by place for the others.

    Args:
        seats: how many seats there are.
        places: (seats,) how many cards each seat gets.
        holders: by kind, the seats that may hold it, a bit each.
        left: by kind, how many cards there are.
        strides: see `set_strides`.
        size: how many mixtures there are.
        ways: (`MIXTURES`,) by mixture; the first ``size`` are filled in.
    """
    numbers = arrays.zeros(MOST_KINDS, np.int64)
    number = 0
    for other in range(seats):
        if not is_bound(places, other, holders, left):
            number += places[other]
    for mixture in range(size - 1, -1, -1):
        ways[mixture] = step_down(number, left, strides, numbers)
        for kind in range(MOST_KINDS):
            ways[mixture] *= ORDERS[numbers[kind]] if ways[mixture] > 0 else 0.0
    for other in range(seats):
        if is_bound(places, other, holders, left):
            for _ in range(places[other]):
                number += 1
                add_place(other, number, holders, left, strides, size, ways)
    return number


@rule
def add_place(seat, number, holders, left, strides, size, ways):
    """One place more of the seat takes a card of a kind that it may hold.

    Args:
        seat: the seat whose place it is.
        number: of places, with this one.
        holders: by kind, the seats that may hold it, a bit each.
        left: by kind, how many cards there are.
        strides: see `set_strides`.
        size: how many mixtures there are.
        ways: (`MIXTURES`,) by mixture, in how many ways all places before are filled with it; now with this one, too.
    """
    numbers = arrays.zeros(MOST_KINDS, np.int64)
    for mixture in range(size - 1, -1, -1):
        total = 0.0
        if step_down(number, left, strides, numbers):
            for kind in range(MOST_KINDS):
                if numbers[kind] > 0 and holders[kind] >> seat & 1:
                    total += ways[mixture - strides[kind]]
        ways[mixture] = total


@rule
def give(state, card, giver, taker):
    """Move a card from one hand to another."""
    state.hands[giver, card] -= 1
    state.hands[taker, card] += 1


def wrong_trick(state, sizes: Any) -> str:
    """The first problem of the cards of a written position in which everybody plays to a trick.

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


def wrong_turn(state) -> str:
    """Returns whether a player has the turn in a written position who does not play to the trick next."""
    placed = int((state.trick != NO_CARD).sum())
    turn = (state.leader + placed) % state.num_players
    return "" if state.player == turn else f"player: it is the turn of player {turn}, who is next in the trick"


def wrong_lacks(state) -> str:
    """The first problem of ``lacks`` in a written position."""
    for player, (hand, lacks) in enumerate(zip(state.hands, state.lacks, strict=True)):
        if (hand * lacks).any():
            return f"lacks: player {player} holds such a card"
    return ""


def wrong_void(state) -> str:
    """The first problem of ``void`` in a written position."""
    for player, (hand, void) in enumerate(zip(state.hands, state.void, strict=True)):
        if any(void[suit] and has_suit(hand, suit) for suit in range(len(Suit))):
            return f"void: player {player} holds a card of such a suit"
    return ""
