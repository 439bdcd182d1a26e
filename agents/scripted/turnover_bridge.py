"""Scripted agents of Turnover Bridge: simple rules, and simulations with random deals of the hidden cards.

The expert's sets of cards are numbers with a bit for each card. Each suit has 16 bits, of which the lowest 13 are the
ranks from the two up to the ace. The index of a card's bit is its place.
"""

import numpy as np

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, rng, rule
from cardzoo.envs.engine.cards import SPADES, rank_ace_high, suit_of
from cardzoo.envs.families import tricks
from cardzoo.envs.families.ranks import COUNT, HIGHEST, LOWEST, SUIT

ONE = np.int64(1)
NOWHERE = np.int64(-1)  # instead of a place
LANE = 16  # bits of a suit
PLACES = SUITS * LANE
TRUMPS = SPADES * LANE  # the place of the lowest one

RANK_SUM = np.array([sum(rank for rank in range(RANKS) if cards >> rank & 1) for cards in range(SUIT + 1)])

# Worths of cards in tricks: a regression over 16,000 deals of self-play of such an expert.
SIDE_CARDS = 0.055 * RANK_SUM - 0.45 * COUNT
TRUMP_CARDS = 0.055 * RANK_SUM + 0.7 * COUNT
SIDE_WINNER, TRUMP_WINNER = 0.35, 0.42  # for a card that the other player must follow to and cannot beat
SIDE_PAIR, TRUMP_PAIR = 0.09, 0.03  # for each of the other player's cards that a card beats
TO_LEAD = 0.1

WORLDS = 40  # random deals for a decision
AHEAD = 8  # tricks of each simulation


@rule
def novice(view, mask, generator):
    """Leads the highest card; answers with the lowest that wins, if possible no trump, or else with the lowest."""
    led = view.trick[1]
    best, best_worth = -1, -1000
    for card in range(CARDS):
        if mask[card]:
            worth = rank_ace_high(card)
            if led != NO_CARD:
                worth = -worth - RANKS * (suit_of(card) == SPADES)
                suit = suit_of(led)
                if tricks.strength(card, suit, SPADES) > tricks.strength(led, suit, SPADES):
                    worth += 100
            if worth > best_worth:
                best, best_worth = card, worth
    return best


@rule
def expert(view, mask, generator):
    """Plays the card with the best mean result in simulations with random deals of the hidden cards.

    - The other player's hole cards are of possible suits only; equivalent cards count as one choice.
    - A simulation has eight tricks by simple rules. A leader prefers cards that win because the other must follow, in
      suits in which the other has few; then it draws ruffs if it has few trumps itself, or leads low if only a high
      card wins. The other wins as cheaply as possible, ruffs low, and discards from the longest suit.
    - The positions after this trick and after the last one have equal weights: tricks so far, and the worth of both
      players' open cards. Each trump counts about one trick, high cards and cards that win at once more than others.
    """
    own, own_covers = to_bits(view.face_up[0]) | to_bits(view.hole), to_bits(view.covering[0])
    other, other_covers = to_bits(view.face_up[1]), to_bits(view.covering[1])
    led = NOWHERE
    if view.trick[1] != NO_CARD:  # the answer is still among the other's cards
        led = place_of(view.trick[1])
        other |= ONE << led
        if view.face_down[1] > view.covering[1].sum():
            other_covers |= ONE << led
    unseen, beneath = arrays.zeros(CARDS, np.int64), arrays.zeros(PLACES, np.int64)
    number = find_unseen(own | other | to_bits(view.played), unseen)
    choices = distinct(to_bits(mask), own_covers, other, unseen[:number])
    if choices & (choices - 1) == 0:
        return card_at(first(choices))
    worths = arrays.zeros(PLACES, np.float64)
    for _ in range(WORLDS):
        hole = deal_hidden(view, unseen, number, own_covers | other_covers, beneath, generator)
        left = choices
        while left:
            card = first(left)
            left &= left - 1
            if led < 0:
                answer = follow(other | hole, card)
                worths[card] += try_out(own, other | hole, beneath, card, answer)
            else:
                worths[card] -= try_out(other | hole, own, beneath, led, card)
    best = first(choices)
    for card in range(PLACES):
        if choices >> card & 1 and worths[card] > worths[best]:
            best = card
    return card_at(best)


@rule
def place_of(card):
    """The place of a card."""
    return np.int64(LANE * suit_of(card) + rank_ace_high(card) - 1)


@rule
def card_at(place):
    """The card of a place."""
    return RANKS * (place // LANE) + (place % LANE + 1) % RANKS


@rule
def to_bits(counts):
    """A set of cards as bits."""
    bits = np.int64(0)
    for card in range(CARDS):
        if counts[card]:
            bits |= ONE << place_of(card)
    return bits


@rule
def of_suit(cards, suit):
    """The cards of a suit, shifted to bit 0."""
    return cards >> LANE * suit & (1 << RANKS) - 1


@rule
def first(cards):
    """The lowest place of a set that is not empty."""
    suit = 0
    while of_suit(cards, suit) == 0:
        suit += 1
    return LANE * suit + LOWEST[of_suit(cards, suit)]


@rule
def find_unseen(seen, unseen):
    """List the places of all other cards; returns their number."""
    number = 0
    for card in range(CARDS):
        if seen >> place_of(card) & 1 == 0:
            unseen[number] = place_of(card)
            number += 1
    return number


@rule
def distinct(legal, covers, other, unseen):
    """One card of each run of equivalent legal cards, preferably one that covers a card."""
    for place in unseen:
        other |= ONE << place
    chosen = last = np.int64(0)
    for place in range(PLACES):
        bit = ONE << place
        if other & bit or place % LANE == 0:
            last = np.int64(0)
        if legal & bit and (last == 0 or (covers & bit and covers & last == 0)):
            chosen ^= last | bit
            last = bit
    return chosen


@rule
def deal_hidden(view, unseen, number, covers, beneath, generator):
    """Draw the other's hole cards, which it returns, and the cards beneath all covering cards."""
    hole = np.int64(0)
    for _ in range(view.hole_sizes[1]):
        chosen = rng.below(generator, number)
        while view.void[1, unseen[chosen] // LANE]:
            chosen = rng.below(generator, number)
        number -= 1
        unseen[chosen], unseen[number] = unseen[number], unseen[chosen]
        hole |= ONE << unseen[number]
    while covers:
        chosen = rng.below(generator, number)
        number -= 1
        unseen[chosen], unseen[number] = unseen[number], unseen[chosen]
        beneath[first(covers)] = ONE << unseen[number]
        covers &= covers - 1
    return hole


@rule
def try_out(leader, other, beneath, card, answer):
    """The worth of a trick to its leader, twice: evaluated after it, and after a simulation."""
    balance, sign, worth = 0, 1, 0.0
    for trick in range(AHEAD):
        if trick > 0:
            card = lead(leader, other)
            answer = follow(other, card)
        leader = leader ^ ONE << card | beneath[card]
        other = other ^ ONE << answer | beneath[answer]
        if wins(answer, card):
            leader, other = other, leader
            sign = -sign
        balance += sign
        if trick == 0:
            worth = balance + sign * judge(leader, other)
        if leader == 0:
            break
    return worth + balance + sign * judge(leader, other)


@rule
def wins(answer, card):
    """True if the answer wins against the card led."""
    return (answer > card and answer // LANE == card // LANE) or (answer >= TRUMPS and card < TRUMPS)


@rule
def judge(leader, other):
    """The leader's expected lead in the tricks to come."""
    worth = TO_LEAD
    for suit in range(SUITS):
        mine, theirs = of_suit(leader, suit), of_suit(other, suit)
        winners = pairs = 0
        if mine and theirs:
            winners = min(COUNT[mine >> HIGHEST[theirs]], COUNT[theirs])
            winners -= min(COUNT[theirs >> HIGHEST[mine]], COUNT[mine])
            pairs = -COUNT[mine] * COUNT[theirs]
            left = mine
            while left:
                pairs += 2 * COUNT[theirs & (left & -left) - 1]
                left &= left - 1
        if suit == SPADES:
            worth += TRUMP_CARDS[mine] - TRUMP_CARDS[theirs] + TRUMP_WINNER * winners + TRUMP_PAIR * pairs
        else:
            worth += SIDE_CARDS[mine] - SIDE_CARDS[theirs] + SIDE_WINNER * winners + SIDE_PAIR * pairs
    return worth


@rule
def lead(own, other):
    """The best lead by weights tuned against others with all cards open."""
    best, best_worth = NOWHERE, -1000
    for suit in range(SUITS):
        mine, theirs = of_suit(own, suit), of_suit(other, suit)
        if mine == 0:
            continue
        rank, worth = LOWEST[mine], -1000
        if theirs >> rank:
            beating = rank + LOWEST[theirs >> rank]
            worth = 8 * beating - 30 + 13 * COUNT[mine] - 22 * COUNT[theirs]
        elif theirs == 0 and suit == SPADES:
            worth = -140  # these cards win whenever they are led
        elif theirs == 0 and other >> TRUMPS == 0:
            worth = 140
        elif theirs == 0:
            worth = 90 - 3 * rank - 14 * COUNT[own >> TRUMPS]
        if worth > best_worth:
            best, best_worth = LANE * suit + rank, worth
        winners = mine >> HIGHEST[theirs]
        if theirs and winners:
            rank = HIGHEST[theirs] + LOWEST[winners]
            worth = 255 - 14 * rank + 26 * COUNT[mine] - 62 * COUNT[theirs]
            if worth > best_worth:
                best, best_worth = LANE * suit + rank, worth
    return best


@rule
def follow(own, card):
    """The cheapest card that wins, or else the lowest of the suit, or of the longest suit."""
    suit, rank = card // LANE, card % LANE
    mine = of_suit(own, suit)
    if mine >> rank:
        return card + LOWEST[mine >> rank]
    if mine:
        return LANE * suit + LOWEST[mine]
    if own >> TRUMPS:
        return TRUMPS + LOWEST[own >> TRUMPS]
    longest = 0
    for suit in range(1, SPADES):
        if COUNT[of_suit(own, suit)] > COUNT[of_suit(own, longest)]:
            longest = suit
    return LANE * longest + LOWEST[of_suit(own, longest)]


AGENTS = {"novice": novice, "expert": expert}
