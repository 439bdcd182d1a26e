"""Following suit, winning a trick, and what a trick shows. The ace is high throughout.

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
NOTHING_KNOWN = np.zeros((4, CARDS), np.int16)  # in place of ``known``, for up to four players

MOST_PLAYERS = 8
ROW = RANKS + 1  # how many cards of a suit there can be: 0 to 13
MIXTURES = ROW**3  # numbers of cards of three suits
ORDERS = np.array([1 / factorial(number) for number in range(ROW)])


class Suit(IntEnum):
    """A suit that is led or trump."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


@rule
def mask_any(hand, mask):
    """Any card of the hand may be played."""
    for card in range(CARDS):
        if hand[card] > 0:
            mask[card] = 1


@rule
def count_suit(cards, suit):
    """How many of the cards are of the suit."""
    return cards[RANKS * suit : RANKS * (suit + 1)].sum()


@rule
def has_suit(hand, suit):
    """Whether the hand holds a card of the suit."""
    return count_suit(hand, suit) > 0


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
def highest_in(trick, suit):
    """The highest rank of the suit in the trick, the ace being 13; 0 without any."""
    highest = 0
    for card in trick:
        if card != NO_CARD and suit_of(card) == suit:
            highest = max(highest, rank_ace_high(card))
    return highest


@rule
def is_above(card, suit, rank):
    """Whether a card is of the suit, and higher than a rank."""
    return suit_of(card) == suit and rank_ace_high(card) > rank


@rule
def mask_above(hand, suit, rank, mask):
    """Cards of the suit that are higher than a rank may be played; whether there are any."""
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
    """Keep in ``lacks`` what the player shows not to hold who is about to play a card; see `mask_trumping`."""
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
def redeal_by_suits(state, player, known):
    """Deal the other players' unknown cards again, true to hand sizes and to shown voids: every such deal alike.

    ``known`` are the cards that all know to be in a hand; in ``state.void`` are the suits of which a seat has shown to
    hold no others. A seat with a void gets so many cards of each suit as it has in a random one of all deals: these are
    counted by numbers of cards alone. Which cards they are is drawn then; the rest goes to seats without a void.
    """
    cards, left = arrays.zeros(CARDS, np.int64), arrays.zeros(SUITS, np.int64)
    places, ways = arrays.zeros(MOST_PLAYERS, np.int64), arrays.zeros(MIXTURES, np.float64)
    for other in range(state.num_players):
        if other != player:
            places[other] = gather_hidden(state.hands[other], known[other], cards, left)
    for other in range(state.num_players):
        if places[other] > 0 and is_bound(state.void[other], left):
            number, places[other] = places[other], 0
            count_deals(state, places, left, ways)
            deal_mixture(state, other, number, cards, left, ways)
    for other in range(state.num_players):
        for _ in range(places[other]):
            suit, skipped = 0, rng.below(state, left.sum())
            while skipped >= left[suit]:
                skipped -= left[suit]
                suit += 1
            deal_card(state, other, suit, cards, left)


@rule
def gather_hidden(hand, known, cards, left):
    """Take the cards that are not known out of a hand to those of their suits; gives how many there are."""
    number = 0
    for card in range(CARDS):
        if hand[card] > known[card]:
            suit = suit_of(card)
            hand[card] -= 1
            cards[RANKS * suit + left[suit]] = card
            left[suit] += 1
            number += 1
    return number


@rule
def is_bound(void, left):
    """Whether some cards that are left are of a suit that may not come to a seat."""
    cards = 0
    for suit in range(SUITS):
        cards += void[suit] * left[suit]
    return cards > 0


@rule
def count_deals(state, places, left, ways):
    """In how many ways these places can be filled with so many cards of the first three suits; the rest are spades.

    All in a fixed proportion to the true number: it is that of orders in which places choose suits, once for all seats
    without a void, then place by place for the others.
    """
    number = 0
    for other in range(state.num_players):
        if not is_bound(state.void[other], left):
            number += places[other]
    for clubs in range(left[0] + 1):
        for diamonds in range(left[1] + 1):
            for hearts in range(left[2] + 1):
                spades = number - clubs - diamonds - hearts
                fits = 0 <= spades <= left[3]
                orders = ORDERS[clubs] * ORDERS[diamonds] * ORDERS[hearts] * ORDERS[spades] if fits else 0.0
                ways[(clubs * ROW + diamonds) * ROW + hearts] = orders
    for other in range(state.num_players):
        if is_bound(state.void[other], left):
            for _ in range(places[other]):
                number += 1
                add_place(state.void[other], number, left, ways)


@rule
def add_place(void, number, left, ways):
    """One place more, the last of this number, takes a card of a suit that it may hold."""
    for clubs in range(left[0], -1, -1):
        for diamonds in range(left[1], -1, -1):
            for hearts in range(left[2], -1, -1):
                mixture = (clubs * ROW + diamonds) * ROW + hearts
                spades = number - clubs - diamonds - hearts
                total = 0.0
                if 0 <= spades <= left[3]:
                    if not void[0] and clubs > 0:
                        total += ways[mixture - ROW * ROW]
                    if not void[1] and diamonds > 0:
                        total += ways[mixture - ROW]
                    if not void[2] and hearts > 0:
                        total += ways[mixture - 1]
                    if not void[3] and spades > 0:
                        total += ways[mixture]
                ways[mixture] = total


@rule
def deal_mixture(state, seat, number, cards, left, ways):
    """Deal so many cards to a seat with a void, in proportion to the ways in which all others fit elsewhere.

    Args:
        state: the table.
        seat: the seat.
        number: of cards.
        cards: (52,) the cards that are left, those of a suit from its first place on.
        left: (4,) how many of each suit.
        ways: (`MIXTURES`,) by numbers of clubs, diamonds and hearts; see `count_deals`.
    """
    most = arrays.zeros(SUITS, np.int64)
    for suit in range(SUITS):
        most[suit] = 0 if state.void[seat, suit] else min(left[suit], number)
    total, chosen, limit = 0.0, 0, 0.0
    for is_choice in range(2):
        if is_choice:
            limit, total = total * rng.uniform(state), 0.0
        for clubs in range(most[0] + 1):
            for diamonds in range(most[1] + 1):
                for hearts in range(most[2] + 1):
                    spades = number - clubs - diamonds - hearts
                    if 0 <= spades <= most[3]:
                        rest = ((left[0] - clubs) * ROW + left[1] - diamonds) * ROW + left[2] - hearts
                        found = ways[rest] * ORDERS[clubs] * ORDERS[diamonds] * ORDERS[hearts] * ORDERS[spades]
                        if is_choice and found > 0 and total <= limit:
                            chosen = (clubs * ROW + diamonds) * ROW + hearts
                        total += found
    clubs, diamonds, hearts = chosen // (ROW * ROW), chosen // ROW % ROW, chosen % ROW
    for suit in range(SUITS):
        spades = number - clubs - diamonds - hearts
        for _ in range((clubs, diamonds, hearts, spades)[suit]):
            deal_card(state, seat, suit, cards, left)


@rule
def deal_card(state, seat, suit, cards, left):
    """Deal a random one of the cards of a suit that are left; see `deal_mixture` for the arguments."""
    left[suit] -= 1
    last, place = RANKS * suit + left[suit], RANKS * suit + rng.below(state, left[suit] + 1)
    state.hands[seat, cards[place]] += 1
    cards[place] = cards[last]


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


def wrong_trick(state, sizes: Any) -> str:
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


def wrong_turn(state) -> str:
    """Whether it is the turn of somebody in a written position who does not play to the trick next."""
    placed = int((state.trick != NO_CARD).sum())
    turn = (state.leader + placed) % state.num_players
    return "" if state.player == turn else f"player: it is the turn of player {turn}, who is next in the trick"


def wrong_lacks(state) -> str:
    """What is wrong about ``lacks`` in a written position."""
    for player, (hand, lacks) in enumerate(zip(state.hands, state.lacks, strict=True)):
        if (hand * lacks).any():
            return f"lacks: player {player} holds such a card"
    return ""


def wrong_void(state) -> str:
    """What is wrong about ``void`` in a written position."""
    for player, (hand, void) in enumerate(zip(state.hands, state.void, strict=True)):
        if any(void[suit] and has_suit(hand, suit) for suit in range(len(Suit))):
            return f"void: player {player} holds a card of such a suit"
    return ""
