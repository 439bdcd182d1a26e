"""Scripted agents of Lórum: simple rules, and simulations with these rules.

Cards are numbers from 0 to 31, suit by suit from the 7 up to the ace. Sets of cards are numbers with a bit for each.
"""

from enum import IntEnum

import numpy as np

from cardzoo.agents.families import rows
from cardzoo.envs.engine import NO_CARD, RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import HEARTS, KING, QUEEN, SEVEN
from cardzoo.envs.families.ranks import COUNT, HIGHEST, LOWEST
from cardzoo.envs.games.lorum import (
    APE_PRICE,
    FIRST_SLOT,
    NOBODY,
    PACK,
    PASS,
    QUEEN_PRICES,
    RUN,
    SEATS,
    TRAIN_MARK,
    TRAIN_TOTAL,
    TRAIN_VALUES,
    Hand,
    gain,
)

BUDGET = 5000  # approximate number of simulated cards for a decision: 45 microseconds
LAST_MARK = TRAIN_TOTAL // TRAIN_MARK * TRAIN_MARK

PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs
PACK_SIZE = len(PACK)
LENGTH = PACK_SIZE // SUITS  # cards of a suit
# The engine's code of each card, and the inverse.
CODES = np.array([RANKS * (card // LENGTH) + (card % LENGTH + SEVEN) % RANKS for card in range(PACK_SIZE)])
NUMBERS = np.full(RANKS * SUITS, -1)
NUMBERS[CODES] = np.arange(PACK_SIZE)
ALL = (1 << PACK_SIZE) - 1
SUIT = (1 << LENGTH) - 1
SEVENS = sum(1 << LENGTH * suit for suit in range(SUITS))
ACES = SEVENS << LENGTH - 1

QUEENS = np.array([LENGTH * suit + QUEEN - SEVEN for suit in range(SUITS)])
KING_OF_HEARTS = LENGTH * HEARTS + KING - SEVEN
PRICES = np.zeros((Hand.TRAIN, PACK_SIZE), np.int64)  # cost of cards in tricks, in quarters of a chip
PRICES[Hand.NO_HEARTS, LENGTH * HEARTS : LENGTH * (HEARTS + 1)] = SEATS
PRICES[Hand.QUEENS, QUEENS] = SEATS * QUEEN_PRICES
PRICES[Hand.NO_TRICKS] = 1
PRICES[Hand.HAIRY_APE, KING_OF_HEARTS] = SEATS * APE_PRICE

VALUES = TRAIN_VALUES[CODES[:LENGTH]]  # points in a train by rank
WITHIN = np.array([sum(1 << rank for rank in range(LENGTH) if VALUES[rank] <= room) for room in range(TRAIN_MARK)])


class Plan(IntEnum):
    """The expert's plans for tricks."""

    AVOID = 0
    TAKE_ALL = 1


PLANS = len(Plan)


@rule
def novice(view, mask, generator):
    """Ducks in tricks, and plays cards that lead to its own cards in the other hands.

    - In tricks it leads its lowest card, and follows with the highest card that does not win. It throws off the most
      costly card, otherwise its highest card.
    - In a train it plays the highest card that reaches no mark.
    - In a quart it starts a run that also ends with a card of its own, and has the most of them.
    - In domino it first plays cards that lead to other cards of its own, then sevens and aces.
    """
    if mask[PASS]:
        return PASS
    if mask[FIRST_SLOT:PASS].any():
        return FIRST_SLOT + mask[FIRST_SLOT:PASS].argmax()
    hand, legal = to_bits(view.hands[0]), to_bits(mask)
    if view.phase <= Hand.HAIRY_APE:
        suit, best, _, place, _ = read_trick(view)
        card = choose_for_trick(view.phase, legal, suit, best, place)
    elif view.phase == Hand.TRAIN:
        card = choose_for_train(legal, view.count)
    elif view.phase == Hand.QUART:
        card = choose_for_quart(legal, ALL & ~seen_cards(view))
    else:
        card = choose_for_domino(hand, legal)
    return CODES[card]


@rule
def to_bits(cards):
    """A set of cards by the engine's codes, or a mask, as bits."""
    bits = 0
    for card in range(len(CODES)):
        if cards[CODES[card]] > 0:
            bits |= 1 << card
    return bits


@rule
def of_suit(cards, suit):
    """The ranks of a suit."""
    return cards >> LENGTH * suit & SUIT


@rule
def size(cards):
    """The number of cards."""
    return COUNT[of_suit(cards, 0)] + COUNT[of_suit(cards, 1)] + COUNT[of_suit(cards, 2)] + COUNT[of_suit(cards, 3)]


@rule
def highest(cards):
    """A card of the highest rank."""
    best, best_rank = -1, -1
    for suit in range(SUITS):
        rank = HIGHEST[of_suit(cards, suit)]
        if rank > best_rank:
            best, best_rank = LENGTH * suit + rank, rank
    return best


@rule
def lowest(cards):
    """A card of the lowest rank."""
    best, best_rank = -1, LENGTH
    for suit in range(SUITS):
        rank = LOWEST[of_suit(cards, suit)]
        if 0 <= rank < best_rank:
            best, best_rank = LENGTH * suit + rank, rank
    return best


@rule
def seen_cards(view):
    """The cards that have been played."""
    seen = 0
    for seat in range(SEATS):
        seen |= to_bits(view.taken[seat])
        if view.trick[seat] != NO_CARD:
            seen |= 1 << NUMBERS[view.trick[seat]]
    return seen


@rule
def read_trick(view):
    """The suit led, the best card and its seat, the number of cards in the trick, and their cost."""
    suit, best, winner, place, cost = 0, 0, 0, 0, 0
    seat = view.leader.argmax()
    while view.trick[seat] != NO_CARD:
        card = NUMBERS[view.trick[seat]]
        if place == 0 or (card // LENGTH == suit and card > best):
            suit, best, winner = card // LENGTH, card, seat
        cost += PRICES[view.phase, card]
        place += 1
        seat = (seat + 1) % SEATS
    return suit, best, winner, place, cost


@rule
def choose_for_trick(phase, hand, suit, best, place):
    """The novice's card in a trick."""
    if place == 0:
        return lowest(hand)
    own = of_suit(hand, suit)
    if own == 0:
        return throw_off(phase, hand)
    below = own & (1 << best % LENGTH) - 1
    if phase == Hand.QUEENS and below >> QUEEN - SEVEN & 1:
        return QUEENS[suit]
    if below:
        return LENGTH * suit + HIGHEST[below]
    return LENGTH * suit + (HIGHEST[own] if place == SEATS - 1 else LOWEST[own])


@rule
def throw_off(phase, hand):
    """The most costly card, or the highest."""
    if phase == Hand.NO_HEARTS and of_suit(hand, HEARTS):
        return LENGTH * HEARTS + HIGHEST[of_suit(hand, HEARTS)]
    best, most = highest(hand), 0
    if phase == Hand.QUEENS:
        for queen in QUEENS:
            if hand >> queen & 1 and PRICES[phase, queen] > most:
                best, most = queen, PRICES[phase, queen]
    elif phase == Hand.HAIRY_APE and hand >> KING_OF_HEARTS & 1:
        best = KING_OF_HEARTS
    return best


@rule
def choose_to_take_all(hand, suit, best, place):
    """The card of a player who wants every trick."""
    if place == 0:
        return highest(hand)
    own = of_suit(hand, suit)
    if own == 0:
        return lowest(hand)
    return LENGTH * suit + (HIGHEST[own] if HIGHEST[own] > best % LENGTH else LOWEST[own])


@rule
def choose_for_train(hand, count):
    """The highest card that reaches no mark, or the highest."""
    ranks = of_suit(hand, 0) | of_suit(hand, 1) | of_suit(hand, 2) | of_suit(hand, 3)
    fitting = ranks & WITHIN[TRAIN_MARK - 1 - count % TRAIN_MARK]
    return highest(hand & SEVENS << HIGHEST[fitting if fitting else ranks])


@rule
def next_of_quart(card):
    """The card that must follow."""
    return card // LENGTH * LENGTH + (card + 1) % LENGTH


@rule
def choose_for_quart(hand, left):
    """The start of a run that ends with an own card, if possible, and has the most of them."""
    best, most = -1, -1
    for suit in range(SUITS):
        starts = of_suit(hand, suit)
        while starts:
            start = LENGTH * suit + LOWEST[starts]
            starts &= starts - 1
            card, own = start, 1
            for _ in range(RUN - 1):
                following = next_of_quart(card)
                if not left >> following & 1:
                    break
                card = following
                own += hand >> card & 1
            worth = own + RUN * (hand >> card & 1)
            if worth > most:
                best, most = start, worth
    return best


@rule
def choose_for_domino(hand, playable):
    """A card with an own card beyond it, the nearest first; then sevens and aces, then any card."""
    before, behind = hand, hand
    for _ in range(LENGTH - 1):
        before, behind = before >> 1 & ~ACES, behind << 1 & ~SEVENS
        leading = playable & (before | behind)
        if leading:
            return lowest(leading)
    ending = playable & (SEVENS | ACES)
    return lowest(ending) if ending else lowest(playable)


@rule
def expert(view, mask, generator):
    """Plays the card with the best mean result in simulations with random deals and novices in all seats.

    - The deals are consistent with the sizes of the hands and with cards that players have shown to lack.
    - As long as no other player has taken a costly card, it also simulates the plan to take all the rest; in the hand
      of queens only if it has one already, as a queen is easily kept back.
    - Chips in the pot count as shared by all, except in domino.
    - In a blind Hairy Ape any slot is as good as another: all its cards are equally likely to lie there.
    """
    if mask.sum() == 1 or mask[FIRST_SLOT:PASS].any():
        return novice(view, mask, generator)
    hands, lacks = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    costs, taken = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    left = arrays.zeros(PLAYERS, np.int64)
    unseen = arrays.zeros(PACK_SIZE, np.int64)
    totals = arrays.zeros((PLANS, PACK_SIZE), np.float64)
    legal, fits, trick = to_bits(mask), to_bits(view.fits), read_trick(view)
    hands[0] = to_bits(view.hands[0])
    for seat in range(1, SEATS):
        lacks[seat] = to_bits(view.lacks[seat])
    number = list_cards(ALL & ~hands[0] & ~seen_cards(view), unseen)
    plans = count_costs(view, costs)
    for _ in range(BUDGET // (size(legal) * (size(hands[0]) + number))):
        deal_unseen(view, SEATS, unseen, number, hands, lacks, generator)
        for card in range(PACK_SIZE):
            if legal >> card & 1:
                for plan in range(plans):
                    arrays.copy(hands, left)
                    arrays.copy(costs, taken)
                    totals[plan, card] += play_out(view, plan, left, taken, trick, fits, card)
    best, most = -1, 0.0
    for card in range(PACK_SIZE):
        for plan in range(plans):
            if legal >> card & 1 and (best < 0 or totals[plan, card] > most):
                best, most = card, totals[plan, card]
    return CODES[best]


@rule
def list_cards(cards, numbers):
    """List the cards one by one; returns their number."""
    count = 0
    for card in range(PACK_SIZE):
        if cards >> card & 1:
            numbers[count] = card
            count += 1
    return count


@rule
def count_costs(view, costs):
    """Fill in each seat's cost of tricks, in quarters of a chip; returns the number of plans worth trying."""
    if view.phase > Hand.HAIRY_APE:
        return 1
    for seat in range(SEATS):
        for card in range(PACK_SIZE):
            costs[seat] += PRICES[view.phase, card] * view.taken[seat, CODES[card]]
    mine = costs[0]
    if view.phase == Hand.HAIRY_APE or costs.sum() > mine or (view.phase == Hand.QUEENS and mine == 0):
        return 1
    return PLANS


deal_unseen = rows.make_deal_unseen(lowest)


@rule
def play_out(view, plan, left, taken, trick, fits, card):
    """Simulate the hand with novices after seat 0's card; returns seat 0's result in chips."""
    if view.phase <= Hand.HAIRY_APE:
        return play_tricks(view.phase, plan, left, taken, trick, card)
    if view.phase == Hand.TRAIN:
        return play_train(left, view.count, card)
    if view.phase == Hand.QUART:
        return play_quart(left, card)
    return play_domino(left, fits, view.pot, card)


@rule
def play_tricks(phase, plan, left, taken, trick, card):
    """Simulate the rest of a hand of tricks."""
    suit, best, winner, place, cost = trick
    seat = 0
    while True:
        left[seat] ^= 1 << card
        if place == 0 or (card // LENGTH == suit and card > best):
            suit, best, winner = card // LENGTH, card, seat
        cost += PRICES[phase, card]
        place += 1
        seat = (seat + 1) % SEATS
        if place == SEATS:
            taken[winner] += cost
            seat, place, cost = winner, 0, 0
        if left[seat] == 0 or (phase == Hand.HAIRY_APE and taken.sum() > 0):
            break
        if seat == 0 and plan == Plan.TAKE_ALL:
            card = choose_to_take_all(left[seat], suit, best, place)
        else:
            card = choose_for_trick(phase, left[seat], suit, best, place)
    if phase == Hand.HAIRY_APE:
        return -taken[0] / SEATS
    takers, total = 0, taken.sum() // SEATS
    for other in range(SEATS):
        takers += taken[other] > 0
    return gain(taken[0] // SEATS, takers, total) + (total / SEATS if takers == SEATS else 0.0)


@rule
def play_train(left, count, card):
    """Simulate the rest of a train."""
    seat, paid = 0, 0
    while True:
        left[seat] ^= 1 << card
        marks = count // TRAIN_MARK
        count += VALUES[card % LENGTH]
        if count // TRAIN_MARK > marks and seat == 0:
            paid += marks + 1
        seat = (seat + 1) % SEATS
        if left[seat] == 0 or count >= LAST_MARK:
            return -paid
        card = choose_for_train(left[seat], count)


@rule
def play_quart(left, card):
    """Simulate the rest of a quart."""
    seat, length = 0, 1
    while True:
        left[seat] ^= 1 << card
        if left[seat] == 0:
            return size(left[1]) + size(left[2]) + size(left[3]) if seat == 0 else -size(left[0])
        holder = NOBODY
        if length < RUN:
            for other in range(SEATS):
                if left[other] >> next_of_quart(card) & 1:
                    holder = other
        if holder != NOBODY:
            seat, card, length = holder, next_of_quart(card), length + 1
        else:
            card, length = choose_for_quart(left[seat], left[0] | left[1] | left[2] | left[3]), 1


@rule
def play_domino(left, fits, pot, card):
    """Simulate the rest of a domino."""
    seat = 0
    while True:
        left[seat] ^= 1 << card
        if left[seat] == 0:
            return pot + size(left[1]) + size(left[2]) + size(left[3]) if seat == 0 else -size(left[0])
        if fits == ALL:
            fits = SEVENS << card % LENGTH
        fits ^= 1 << card
        beyond = (1 << card & ~ACES) << 1 | (1 << card & ~SEVENS) >> 1
        fits |= beyond & (left[0] | left[1] | left[2] | left[3])
        for _ in range(SEATS):
            seat = (seat + 1) % SEATS
            if left[seat] & fits:
                break
        else:  # only in a written position without some cards
            return -size(left[0])
        card = choose_for_domino(left[seat], left[seat] & fits)


AGENTS = {"novice": novice, "expert": expert}
