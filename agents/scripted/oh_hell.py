"""Scripted agents of Oh Hell: simple rules, and simulations with random deals of the unseen cards.

Seats are counted from the own seat, 0; the cards out of play are the hand of a seat after the last. Sets of cards are
bits for places, as in `cardzoo.agents.families.tricks`.
"""

import math

import numpy as np

from cardzoo.agents.families.tricks import (
    EVERYTHING,
    MAY,
    NO_PLACE,
    NOTHING,
    ONE,
    SIZE,
    UNSEEN,
    beats,
    draw_place,
    follow_high,
    follow_low,
    imagine,
    lead_low,
    lead_winner,
    of_suit,
    order_unseen,
    place_of,
    seat_of,
    size,
    to_places,
    trick_so_far,
    without_voids,
)
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, rng, rule
from cardzoo.envs.engine.cards import ACE, KING, rank_ace_high, rank_of, suit_of
from cardzoo.envs.families import tricks
from cardzoo.envs.families.ranks import COUNT
from cardzoo.envs.families.trick_bids import NO_BID
from cardzoo.envs.games.oh_hell import BID, MOST_CARDS, PLACES, SEATS, Missed, Phase, points

PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs
BIDS = MOST_CARDS + 1

SIMULATED_CARDS = 15000  # approximate number of simulated cards for a decision
MOST_WORLDS = 150  # maximum of random deals
SLIPS = 20  # of a hundred cards in simulations, those that are drawn at random
OTHERS = 0.3  # weight of the others' points in a lead
LEAD = 0.01  # weight of a lead in the last hand, where the win counts 1
NEAR = 2  # tricks by which a bid that is tried differs from the tricks that the hand seems worth
TRUMPED = 0.15  # chance that a card of a suit with all ranks in one hand is trumped by a seat
TIE = 1e-7  # weight of the novice's preference, which decides between cards of equal results
WORST = -1000.0


@rule
def novice(view, mask, generator):
    """Bids its aces and kings, then takes tricks until it has made its bid, and ducks afterwards.

    - It leads its highest card and wins as cheaply as it can while it lacks tricks.
    - With its tricks it leads its lowest card and plays its highest card that does not win.
    """
    if view.phase == Phase.BID:
        number = 0
        for card in range(CARDS):
            number += view.hand[card] > 0 and rank_of(card) in (ACE, KING)
        return legal_bid(mask, number)
    takes, winning = view.tricks[0] < view.bids[0], find_winning(view)
    best, most = NO_CARD, WORST
    for card in range(CARDS):
        if mask[card]:
            worth = weigh(view, card, takes, winning)
            if worth > most:
                best, most = card, worth
    return best


@rule
def legal_bid(mask, number):
    """The bid of a number of tricks; if the hook rules it out, one less, or 1 in place of 0."""
    if mask[BID + number]:
        return BID + number
    return BID + (number - 1 if number > 0 else 1)


@rule
def find_winning(view):
    """The strength of the card that is winning the trick; 0 before the lead."""
    winning = 0
    for card in view.trick:
        if card != NO_CARD:
            winning = max(winning, tricks.strength(card, view.suit_led, view.trump))
    return winning


@rule
def weigh(view, card, takes, winning):
    """The novice's preference for a card; ``winning`` is the strength of the card that is winning the trick."""
    rank = rank_ace_high(card) + RANKS * (suit_of(card) == view.trump)
    if view.suit_led < 0:
        return rank if takes else -rank
    reached = tricks.strength(card, view.suit_led, view.trump)
    if takes:
        return 100 - reached if reached > winning else -rank
    return -reached if reached > winning else 100 + rank


@rule
def expert(view, mask, generator):
    """Deals the unseen cards at random, consistent with shown voids, and simulates the hand in each of these worlds.

    - In simulations all seats see all cards. A seat takes tricks as cheaply as it can while it lacks some for its bid,
      and ducks afterwards (`choose_place`). Every fifth card is any legal one: without such slips all would go as
      planned by seats that see all cards. Bids that are not made yet follow from the hands (`worth_of`).
    - It bids and plays for the greatest mean lead in points, in the last hand for the win. In a lead the others' points
      have less weight than its own, since they depend less on what it does. Among cards of equal results it plays the
      novice's choice.
    - It tries the bids near the number of tricks that its hand seems worth.

    A decision takes some 400 microseconds.
    """
    if mask.sum() == 1:
        return mask.argmax()
    seats = count_seats(view)
    hands, unseen = arrays.zeros(PLACES, np.int64), arrays.zeros((UNSEEN, CARDS), np.int64)
    look(view, seats, hands, unseen)
    if view.phase == Phase.BID:
        return choose_bid(view, mask, seats, hands, unseen, generator)
    return choose_card(view, mask, seats, hands, unseen, generator)


@rule
def count_seats(view):
    """The number of players: each holds a card or has one in the trick."""
    seats = 0
    for seat in range(PLAYERS):
        seats += view.hand_sizes[seat] > 0 or view.trick[seat] != NO_CARD
    return seats


@rule
def look(view, seats, hands, unseen):
    """Fill in the own hand, and the knowledge of the others' hands and the cards out of play; see `order_unseen`."""
    hands[0] = to_places(view.hand)
    seen = hands[0] | to_places(view.played) | ONE << place_of(view.turned_up)
    for card in view.trick:
        if card != NO_CARD:
            seen |= ONE << place_of(card)
    left = size(EVERYTHING & ~seen)
    for seat in range(1, seats):
        unseen[SIZE, seat] = view.hand_sizes[seat]
        unseen[MAY, seat] = without_voids(view.void[seat])
        left -= view.hand_sizes[seat]
    unseen[SIZE, seats] = left
    unseen[MAY, seats] = EVERYTHING
    order_unseen(unseen, EVERYTHING & ~seen, seats + 1)


@rule
def worth_of(hand, trump, seats, dealt):
    """The number of tricks that a hand seems worth before the first lead.

    A card wins if no higher card of its suit is in play, and if nobody trumps it; both are guessed from their numbers.
    """
    share = (seats - 1) * dealt / (CARDS - 1 - dealt)  # of the unseen cards, those in the others' hands
    total = 0.0
    for suit in range(SUITS):
        cards = of_suit(hand, suit)
        held = int(COUNT[cards])
        above = 0
        for rank in range(RANKS - 1, -1, -1):
            if cards >> rank & 1:
                chance = 1.0
                for _ in range(above):
                    chance *= 1 - share
                if suit != trump:
                    chance *= 1 - TRUMPED * (seats - 1) * held / RANKS
                total += max(chance, 0.0)
            else:
                above += 1
    return total


@rule
def choose_bid(view, mask, seats, hands, unseen, generator):
    """The legal bid with the greatest mean result of simulations."""
    totals, playing = arrays.zeros(BIDS, np.float64), arrays.zeros(PLACES, np.int64)
    bids, taken = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    guess = int(worth_of(hands[0], view.trump, seats, view.dealt) + 0.5)
    first, last = max(guess - NEAR, 0), min(guess + NEAR, view.dealt)
    cost = (last + 1 - first) * view.hand_sizes.sum()
    for _ in range(min(MOST_WORLDS, max(4, SIMULATED_CARDS // cost))):
        imagine(unseen, seats + 1, hands, generator)
        for seat in range(1, seats):
            bids[seat] = view.bids[seat]
            if bids[seat] == NO_BID:
                bids[seat] = int(worth_of(hands[seat], view.trump, seats, view.dealt) + 0.5)
        for number in range(first, last + 1):
            if mask[BID + number]:
                bids[0] = number
                arrays.copy(hands, playing)
                taken[:] = 0
                play_out(view, seats, playing, taken, bids, NO_PLACE, generator)
                totals[number] += result(view, seats, bids, taken)
    best = -1
    for number in range(first, last + 1):
        if mask[BID + number] and (best < 0 or totals[number] > totals[best]):
            best = number
    return BID + best


@rule
def choose_card(view, mask, seats, hands, unseen, generator):
    """The card with the greatest mean result of simulations."""
    totals, playing = arrays.zeros(CARDS, np.float64), arrays.zeros(PLACES, np.int64)
    bids, taken = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    for seat in range(seats):
        bids[seat] = view.bids[seat]
    cost = mask.sum() * view.hand_sizes.sum()
    for _ in range(min(MOST_WORLDS, max(4, SIMULATED_CARDS // cost))):
        imagine(unseen, seats + 1, hands, generator)
        for card in range(CARDS):
            if mask[card]:
                arrays.copy(hands, playing)
                for seat in range(seats):
                    taken[seat] = view.tricks[seat]
                play_out(view, seats, playing, taken, bids, place_of(card), generator)
                totals[card] += result(view, seats, bids, taken)
    takes, winning = view.tricks[0] < view.bids[0], find_winning(view)
    best, most = NO_CARD, -math.inf
    for card in range(CARDS):
        if mask[card]:
            worth = totals[card] + TIE * weigh(view, card, takes, winning)
            if worth > most:
                best, most = card, worth
    return best


@rule
def result(view, seats, bids, taken):
    """The own lead in points over the others; in the last hand the share of the win comes first. See `expert`."""
    own, others, best, winners = 0.0, 0.0, -math.inf, 0
    for seat in range(seats):
        gained = points(view.missed, bids[seat], taken[seat])
        if seat == 0:
            own = gained
        else:
            others += gained / (seats - 1)
        total = view.scores[seat] + gained
        winners = 1 if total > best else winners + (total == best)
        best = max(best, total)
    lead = own - OTHERS * others
    if view.hands_left > 1:
        return lead
    return (view.scores[0] + own == best) / winners + LEAD * lead


@rule
def play_out(view, seats, hands, taken, bids, first, generator):
    """Simulate the hand to its end, which empties the hands.

    Args:
        view: the seat's view.
        seats: number of players.
        hands: (8,) int64, the cards of each seat.
        taken: (7,) int64, the tricks of each seat; those of later tricks are added.
        bids: (7,) int64, the bids.
        first: the place of the card that seat 0 plays now; `NO_PLACE` before the first lead.
        generator: random generator of the slips.
    """
    leader = seat_of(view.leader)
    player = leader if first == NO_PLACE else 0
    led, trump = int(view.suit_led), int(view.trump)
    _, on_table, best, taker = trick_so_far(view.trick, leader, seats, trump)
    while True:
        place = first
        if first == NO_PLACE and rng.below(generator, 100) < SLIPS:
            place = draw_place(hands[player], led if on_table > 0 else -1, generator)
        elif first == NO_PLACE:
            needed = bids[player] - taken[player]
            takes = needed > 0 or (needed < 0 and view.missed == Missed.TRICKS)
            place = choose_place(hands, seats, player, on_table, led, best, trump, takes)
        first = NO_PLACE
        hands[player] ^= ONE << place
        if on_table == 0:
            led, best, taker = place // RANKS, place, player
        elif beats(place, best, trump):
            best, taker = place, player
        on_table += 1
        player = (player + 1) % seats
        if on_table == seats:
            taken[taker] += 1
            if hands[taker] == 0:
                return
            player, on_table = taker, 0


@rule
def choose_place(hands, seats, player, on_table, led, best, trump, takes):
    """Card choice of a seat in simulations: to take a trick as cheaply as it can, or to duck."""
    hand = hands[player]
    if on_table == 0:
        everybody = NOTHING
        for seat in range(seats):
            everybody |= hands[seat]
        return lead_winner(hand, everybody ^ hand, trump) if takes else lead_low(hand, everybody, NOTHING)
    if not takes:
        return follow_low(hand, on_table == seats - 1, led, best, trump, NOTHING, NOTHING)
    later = NOTHING
    if of_suit(hand, led):
        for turn in range(1, seats - on_table):
            later |= of_suit(hands[(player + turn) % seats], led)
    return follow_high(hand, later, led, best, trump)


AGENTS = {"novice": novice, "expert": expert}
SLOW = ("expert",)  # it simulates itself; a search with novice has ten times as many simulations
MEASURED = ({"hands": 1},)
