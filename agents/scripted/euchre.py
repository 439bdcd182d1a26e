"""Scripted agents of Euchre: simple rules, and simulations with random deals of the unseen cards.

Seats are counted from the own seat, 0; the partner is 2. Sets of cards are bits for places, as in
`cardzoo.agents.families.tricks`, of the cards for which they stand with these trumps. Hidden cards are a fifth hand.
"""

import numpy as np

from cardzoo.agents.families.tricks import (
    EVERYTHING,
    GIVEN,
    MAY,
    NO_PLACE,
    NOTHING,
    ONE,
    SIZE,
    UNSEEN,
    beats,
    imagine,
    of_suit,
    order_unseen,
    place_of,
    play_lowest,
    seat_of,
    win,
    without_voids,
)
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import rank_ace_high, suit_of
from cardzoo.envs.families import orders
from cardzoo.envs.families.ranks import COUNT, LOWEST
from cardzoo.envs.families.tricks import NO_TRUMP
from cardzoo.envs.games.euchre import (
    ACTIONS,
    ALL_TRICKS,
    ALONE,
    CALLS,
    ENOUGH_TRICKS,
    EUCHRED,
    MADE,
    MOST_POINTS,
    ORDERS,
    PACK,
    PASS,
    SEATS,
    SIDES,
    TRICKS,
    TRUMP,
    WITH_PARTNER,
    Phase,
)

PLAYERS = int(SEATS)  # plain numbers, which `arrays.zeros` needs
HANDS = PLAYERS + 1
CHOICES = len(ACTIONS.words)
PARTNER = 2

ENOUGH_TRUMPS = 3  # of the novice
WORLDS = 40  # random deals for a decision
WORTH_CALLING = 0.25  # mean points by which trumps must be better than a pass
GOOD = 8  # value of a hand that makes trumps in simulations
TIE = 1e-7  # weight of the novice's preference, which decides between cards of equal results
LONE_DEFENCE = 1.0  # mean points by which a lone defence must be better
WORST = -1000.0


@rule
def novice(view, mask, generator):
    """Makes trumps with three of them, never plays alone, and takes each trick it can.

    It wins as cheaply as it can, unless the partner is winning, and otherwise plays its lowest card.
    """
    if view.phase == Phase.CALL:
        best, most = PASS, 0
        for suit in range(SUITS):
            number = count_trumps(view, suit)
            if mask[TRUMP + suit] and number > most:
                best, most = TRUMP + suit, number
        return best if most >= ENOUGH_TRUMPS or not mask[PASS] else PASS
    if view.phase == Phase.ALONE:
        return WITH_PARTNER
    taker = find_taker(view)
    best, highest = mask.argmax(), WORST
    for card in range(CARDS):
        if mask[card]:
            worth = weigh(view, card, taker)
            if worth > highest:
                best, highest = card, worth
    return best


@rule
def weigh(view, card, taker):
    """The novice's preference for a card; ``taker`` is the seat that is winning the trick, -1 before a lead."""
    rank = strength(view, card)
    wins = view.phase == Phase.PLAY and (taker < 0 or rank > strength(view, view.trick[taker]))
    return rank if taker < 0 and wins else 100 - rank if wins and taker != PARTNER else -rank


@rule
def count_trumps(view, suit):
    """The number of own cards that are trumps if this suit is."""
    number = 0
    for card in PACK:
        number += view.hand[card] > 0 and orders.suit_in(ORDERS[suit], card) == suit
    return number


@rule
def strength(view, card):
    """The strength of a card in the trick: trumps above the suit led, above all others."""
    suit, rank = orders.suit_in(ORDERS[view.trump], card), rank_ace_high(ORDERS[view.trump, card])
    if suit == view.trump:
        return 2 * RANKS + rank
    return RANKS + rank if suit == view.suit_led else rank


@rule
def find_taker(view):
    """The seat that is winning the trick; -1 before a lead."""
    taker = -1
    for seat in range(PLAYERS):
        card = view.trick[seat]
        if card != NO_CARD and (taker < 0 or strength(view, card) > strength(view, view.trick[taker])):
            taker = seat
    return taker


@rule
def expert(view, mask, generator):
    """Deals the unseen cards at random, consistent with what others have shown, and simulates the hand in each world.

    - In simulations all seats see all cards: they take tricks as cheaply as they can, and leave them to their partners.
    - It makes the trumps with the most points on average, alone or not, if they bring more than a pass, after
      which the next seat with a good hand makes trumps (`simulate_pass`). The dealer who must make them takes the best.
    - It lays away and plays the card with the most points on average; among equal ones the novice's choice.
    - It plays alone if that brings more, as a defender only if it brings much more.
    """
    if mask.sum() == 1:
        return mask.argmax()
    if view.phase == Phase.CALL:
        return choose_trumps(view, mask, generator)
    totals = arrays.zeros(CHOICES, np.float64)
    hands, unseen = arrays.zeros(HANDS, np.int64), arrays.zeros((UNSEEN, CARDS), np.int64)
    playing = arrays.zeros(HANDS, np.int64)
    look(view, view.trump, hands, unseen)
    for _ in range(WORLDS):
        imagine(unseen, HANDS, hands, generator)
        for action in range(CHOICES):
            if mask[action]:
                arrays.copy(hands, playing)
                totals[action] += simulate(view, view.trump, playing, seat_of(view.maker), action)
    if view.phase == Phase.ALONE:
        return choose_side(view, totals)
    taker = find_taker(view)
    best, most = mask.argmax(), WORST * WORLDS
    for card in range(CARDS):
        if mask[card]:
            worth = totals[card] + TIE * weigh(view, card, taker)
            if worth > most:
                best, most = card, worth
    return best


@rule
def choose_side(view, totals):
    """Alone if that brings more points; a defender needs many more, as simulations make a lone defence too easy."""
    margin = 0.0 if view.maker[0] else LONE_DEFENCE * WORLDS
    return ALONE if totals[ALONE] > totals[WITH_PARTNER] + margin else WITH_PARTNER


@rule
def choose_trumps(view, mask, generator):
    """The trumps with the most points on average, alone or not, or a pass if it brings about as many."""
    totals = arrays.zeros(CHOICES, np.float64)
    alone = arrays.zeros(SUITS, np.float64)
    dealt, unseen = arrays.zeros(HANDS, np.int64), arrays.zeros((UNSEEN, CARDS), np.int64)
    playing = arrays.zeros(HANDS, np.int64)
    look(view, NO_TRUMP, dealt, unseen)
    for _ in range(WORLDS):
        imagine(unseen, HANDS, dealt, generator)
        if mask[PASS]:
            totals[PASS] += simulate_pass(view, dealt, playing) + WORTH_CALLING
        for suit in range(SUITS):
            if mask[TRUMP + suit]:
                start(view, suit, dealt, playing)
                totals[TRUMP + suit] += simulate(view, suit, playing, 0, WITH_PARTNER)
                start(view, suit, dealt, playing)
                alone[suit] += simulate(view, suit, playing, 0, ALONE)
    best, most = PASS, totals[PASS] if mask[PASS] else WORST * WORLDS
    for suit in range(SUITS):
        worth = max(totals[TRUMP + suit], alone[suit])
        if mask[TRUMP + suit] and worth > most:
            best, most = TRUMP + suit, worth
    return best


@rule
def simulate_pass(view, dealt, hands):
    """The points of the own side after a pass; the next seat with a good hand makes trumps, or at last the dealer."""
    dealer = seat_of(view.dealer)
    for passes in range(view.passes + 1, CALLS):
        player = (dealer + 1 + passes) % PLAYERS
        best, most = NO_TRUMP, GOOD - 1 if passes < CALLS - 1 else -1
        for suit in range(SUITS):
            if (suit == suit_of(view.turned)) == (passes < PLAYERS):
                start(view, suit, dealt, hands)
                worth = value_of(hands[player], suit)
                if passes < PLAYERS and player != dealer:
                    worth += 1 if (player + PARTNER) % PLAYERS == dealer else -1
                if worth > most:
                    best, most = suit, worth
        if best != NO_TRUMP:
            start(view, best, dealt, hands)
            return simulate(view, best, hands, player, WITH_PARTNER)
    return 0


@rule
def value_of(hand, trump):
    """The value of a hand for its maker: 2 for a trump, 2 more for the right bower, 1 for the left or another ace."""
    value = 0
    for suit in range(SUITS):
        cards = of_suit(hand, suit)
        aces = cards >> RANKS - 1 & 1
        value += 2 * COUNT[cards] + 2 * aces + (cards >> RANKS - 2 & 1) if suit == trump else aces
    return value


@rule
def start(view, trump, dealt, hands):
    """Fill in the hands for the play with these trumps; in the first round the dealer takes the card turned up."""
    hands[:] = 0
    for card in PACK:
        natural, place = place_in(NO_TRUMP, card), place_in(trump, card)
        for seat in range(HANDS):
            hands[seat] |= (dealt[seat] >> natural & 1) << place
    if view.passes < PLAYERS and trump == suit_of(view.turned):
        take_up(view, trump, hands)


@rule
def take_up(view, trump, hands):
    """The dealer takes the card turned up, and lays the lowest one away."""
    dealer = seat_of(view.dealer)
    hands[dealer] |= ONE << place_in(trump, view.turned)
    hands[dealer] ^= ONE << play_lowest(hands[dealer], trump)


@rule
def place_in(trump, card):
    """The place of a card with these trumps."""
    return place_of(ORDERS[trump, card])


@rule
def look(view, trump, hands, unseen):
    """Fill in the own hand, and the knowledge of the others' hands; see `order_unseen`."""
    unknown = NOTHING
    hands[0] = NOTHING
    unseen[:] = 0
    for card in PACK:
        is_shown = view.played[card] > 0 or card == view.turned or card == view.laid
        for other in view.trick:
            is_shown |= card == other
        if view.hand[card] > 0:
            hands[0] |= ONE << place_in(trump, card)
        elif not is_shown:
            unknown |= ONE << place_in(trump, card)
    total = 0
    for place in range(CARDS):
        total += int(unknown >> place & 1)
    for seat in range(1, PLAYERS):
        unseen[SIZE, seat] = view.hand_sizes[seat]
        unseen[MAY, seat] = without_voids(view.void[seat])
        total -= view.hand_sizes[seat]
    unseen[SIZE, PLAYERS] = total
    unseen[MAY, PLAYERS] = EVERYTHING
    if view.taken != NO_CARD and unknown >> place_in(trump, view.taken) & 1:
        give_taken(view, ONE << place_in(trump, view.taken), unseen)
        unknown ^= ONE << place_in(trump, view.taken)
    order_unseen(unseen, unknown, HANDS)


@rule
def give_taken(view, card, unseen):
    """The card that the dealer has taken is in the dealer's hand, or laid away if the dealer lacks trumps."""
    dealer = seat_of(view.dealer)
    holder = dealer if view.void[dealer, view.trump] == 0 and dealer > 0 else PLAYERS
    unseen[GIVEN, holder] = card
    unseen[SIZE, holder] -= 1


@rule
def simulate(view, trump, hands, maker, action):
    """The points of the own side, less those of the other one, after an action and simple play; empties the hands.

    The maker may be one that has not made these trumps yet.
    """
    first, lone = NO_PLACE, 0
    if action < CARDS:
        first = place_in(trump, action)
    if view.phase == Phase.LAY:
        hands[0] ^= ONE << first
        first = NO_PLACE
    for seat in range(PLAYERS):
        lone |= (view.alone[seat] > 0) << seat
    lone |= action == ALONE
    for seat in range(PLAYERS):
        if lone >> (seat + PARTNER) % PLAYERS & 1:
            hands[seat] = NOTHING
    taken = play_out(view, trump, hands, lone, first)
    by_makers = taken if maker % SIDES == 0 else TRICKS - taken
    points = -EUCHRED
    if by_makers == TRICKS:
        points = MOST_POINTS if lone >> maker & 1 else ALL_TRICKS
    elif by_makers >= ENOUGH_TRICKS:
        points = MADE
    elif lone & ~(1 << maker):
        points = -MOST_POINTS
    return points if maker % SIDES == 0 else -points


@rule
def play_out(view, trump, hands, lone, first):
    """Simulate the hand to its end.

    Args:
        view: the seat's view.
        trump: the trump suit.
        hands: (5,) int64, the cards of each seat.
        lone: a bit for each seat that plays alone.
        first: the place of the card that seat 0 plays now; `NO_PLACE` before the first lead.

    Returns:
        The tricks of the own side.
    """
    tricks, left = view.tricks[0], TRICKS - view.tricks[0] - view.tricks[1]
    player = 0 if first != NO_PLACE else next_in(lone, seat_of(view.dealer))
    leader = seat_of(view.leader) if first != NO_PLACE else player
    on_table, best, taker, led = 0, NO_PLACE, leader, int(view.suit_led)
    seats = 0
    for turn in range(PLAYERS):
        seat = (leader + turn) % PLAYERS
        seats += (lone >> (seat + PARTNER) % PLAYERS & 1) == 0
        if view.trick[seat] != NO_CARD:
            place = place_in(trump, view.trick[seat])
            on_table += 1
            if best == NO_PLACE or beats(place, best, trump):
                best, taker = place, seat
    while left > 0:
        place = first if first != NO_PLACE else choose_place(hands, player, seats, on_table, led, best, taker, trump)
        first = NO_PLACE
        hands[player] ^= ONE << place
        if on_table == 0:
            led, best, taker = place // RANKS, place, player
        elif beats(place, best, trump):
            best, taker = place, player
        on_table += 1
        player = next_in(lone, player)
        if on_table == seats:
            tricks += taker % SIDES == 0
            left -= 1
            player, on_table, best = taker, 0, NO_PLACE
    return tricks


@rule
def next_in(lone, player):
    """The next seat that does not sit out."""
    player = (player + 1) % PLAYERS
    while lone >> (player + PARTNER) % PLAYERS & 1:
        player = (player + 1) % PLAYERS
    return player


@rule
def choose_place(hands, player, seats, on_table, led, best, taker, trump):
    """Card choice of a seat in simulations: to take tricks cheaply, but not from the partner as the last one."""
    hand = hands[player]
    if on_table == seats - 1 and taker == (player + PARTNER) % PLAYERS:
        cards = of_suit(hand, led)
        return RANKS * led + LOWEST[cards] if cards else play_lowest(hand, trump)
    return win(hand, hands, player, on_table, led, best, trump)


AGENTS = {"novice": novice, "expert": expert}
MEASURED = ({"hands": 1},)
