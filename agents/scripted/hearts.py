"""Scripted agents of Hearts: simple rules, and simulations with random deals of the unseen cards."""

import math

import numpy as np

from cardzoo.agents.families.exponential import exp
from cardzoo.agents.families.tricks import (
    ALL,
    GIVEN,
    MAY,
    NO_PLACE,
    NOTHING,
    ONE,
    SIZE,
    UNSEEN,
    beats,
    draw_place,
    imagine,
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
from cardzoo.envs.engine.cards import DIAMONDS, HEARTS, SPADES, rank_ace_high, suit_of
from cardzoo.envs.families import points, tricks
from cardzoo.envs.families.points import ALL_POINTS, QUEEN_OF_SPADES, QUEEN_POINTS
from cardzoo.envs.families.ranks import COUNT, HIGHEST, LOWEST, SUIT
from cardzoo.envs.games.hearts import ADD, OPENING_CARDS, PACK, PASS, PLAYERS, SIZES, SUBTRACT, Phase

QUEEN_RANK, JACK_RANK = 10, 9  # as bits of a suit
QUEEN = ONE << RANKS * SPADES + QUEEN_RANK
JACK = ONE << RANKS * DIAMONDS + JACK_RANK
ALL_HEARTS = np.int64(SUIT) << RANKS * HEARTS
ALL_SPADES = np.int64(SUIT) << RANKS * SPADES
POINTS = ALL_HEARTS | QUEEN

SIMULATED_CARDS = 16000  # approximate number of simulated cards for a decision
MOST_WORLDS = 200  # maximum of random deals
SLIPS = 10  # of a hundred cards in simulations, those that are drawn at random
SPREAD = 9.0  # approximate spread of a total in points for each hand to come
THREAT = 6  # points: a player who has so many, all of them, is assumed to shoot the moon
NOBODY, SEVERAL = -1, -2
GUARDS = 4  # spades with which the expert keeps Q♠; one less for A♠ or K♠
WORST = -1000


@rule
def novice(view, mask, generator):
    """Ducks if it can, and throws off Q♠, hearts and high cards.

    - It passes Q♠, A♠ and K♠, and then its highest cards.
    - It leads its lowest card, and follows with the highest card below the winning one, or else with its lowest.
    - Without the suit led it throws off Q♠, then its highest heart, then its highest card.
    """
    if mask[ADD]:
        return ADD
    first = PASS if view.phase == Phase.PASS else 0
    best, best_worth = NO_CARD, WORST
    winning = 0
    for card in view.trick:
        if card != NO_CARD:
            winning = max(winning, tricks.strength(card, view.suit_led, tricks.NO_TRUMP))
    for card in range(CARDS):
        if mask[first + card]:
            rank = rank_ace_high(card)
            worth = -rank
            if view.phase == Phase.PASS:
                worth = rank + RANKS * (suit_of(card) == SPADES and card >= QUEEN_OF_SPADES)
            elif view.suit_led >= 0 and suit_of(card) != view.suit_led:
                worth = rank + RANKS * points.is_point(card) + RANKS * (card == QUEEN_OF_SPADES)
            elif rank < winning:
                worth = rank
            if worth > best_worth:
                best, best_worth = card, worth
    return first + best


@rule
def expert(view, mask, generator):
    """Deals the unseen cards at random, and simulates the rest of the hand in each of these worlds.

    - The deals are consistent with shown voids and with the cards that it has passed.
    - In simulations all seats play by simple rules and see all cards (`avoid`): they lead low, duck, and throw off Q♠,
      hearts and high cards. A seat that alone has taken points tries to take the rest (`grab`). The expert does so too
      in a second simulation of each card. Every tenth card is any legal one: without such slips all would go as
      planned by seats that see all cards. It plays the card with the best chance of the lowest total in the end
      (`chance_to_win`).
    - It passes the most dangerous cards (`danger`). These are Q♠, A♠ and K♠ with few other spades, high cards with few
      low ones of their suit, and the rest of a short suit.
    - After shooting the moon it takes the option with the better chance to win.

    A decision takes some 300 microseconds.
    """
    if view.phase == Phase.PASS:
        return choose_pass(view, mask)
    if mask[ADD]:
        return choose_moon(view)
    if mask.sum() == 1:
        return mask.argmax()
    return choose_card(view, mask, generator)


@rule
def choose_pass(view, mask):
    """The most dangerous card not chosen yet."""
    worth = arrays.zeros(CARDS, np.float64)
    for card in range(CARDS):
        worth[card] = danger(view.hand, card) if view.hand[card] > 0 else WORST
    wanted = view.to_choose + view.passed.sum()
    for card in range(CARDS):
        better = 0
        for other in range(CARDS):
            better += worth[other] > worth[card] or (worth[other] == worth[card] and other < card)
        if better < wanted and mask[PASS + card]:
            return PASS + card
    return mask.argmax()


@rule
def danger(hand, card):
    """The danger of holding a card, by the others of its suit."""
    suit, rank = suit_of(card), rank_ace_high(card)
    cards = of_suit(to_places(hand), suit)
    number = int(COUNT[cards])
    below = int(COUNT[cards & (1 << rank - 1) - 1])
    if suit == SPADES:
        if card == QUEEN_OF_SPADES:
            return 40.0 if number <= GUARDS else -10.0
        if rank > QUEEN_RANK + 1:
            return 30.0 + rank if number < GUARDS and not hand[QUEEN_OF_SPADES] else -5.0
        return -20.0
    if suit == HEARTS:
        return 1.5 * rank - 4.0 * below
    return 1.2 * rank - 3.0 * below + 3.0 * (3 - number)


@rule
def count_seats(view):
    """The number of players, while cards are played: each holds a card or has one in the trick."""
    seats = 0
    for seat in range(PLAYERS):
        seats += view.hand_sizes[seat] > 0 or view.trick[seat] != NO_CARD
    return seats


@rule
def choose_moon(view):
    """The choice after shooting the moon: 26 points for each other player, or 26 less for the own seat."""
    seats = 3
    for number in range(3, PLAYERS + 1):
        if SIZES[number] == view.taken.sum() + view.hand_sizes.sum():
            seats = number
    taken = arrays.zeros(PLAYERS, np.int64)
    for seat in range(1, seats):
        taken[seat] = ALL_POINTS
    adding = chance_to_win(view, seats, taken)
    taken[:] = 0
    taken[0] = -ALL_POINTS
    return ADD if adding >= chance_to_win(view, seats, taken) else SUBTRACT


@rule
def choose_card(view, mask, generator):
    """The card with the best mean chance, by the better of two plans: avoid points, or take all of them."""
    seats = count_seats(view)
    hands, playing = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    before, taken = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    unseen, totals = arrays.zeros((UNSEEN, CARDS), np.int64), arrays.zeros((2, CARDS), np.float64)
    look(view, seats, unseen)
    hands[0] = to_places(view.hand)
    for seat in range(seats):
        before[seat] = to_places(view.taken[seat])
    collector = only_taker(view, seats, before)
    plans = 2 if collector in (0, NOBODY) else 1
    threat = collector if collector > 0 and points_in(before[collector]) >= THREAT else NOBODY
    cost = mask.sum() * plans * (unseen[ALL, 0] + view.hand_sizes[0])
    for _ in range(min(MOST_WORLDS, max(4, SIMULATED_CARDS // cost))):
        imagine(unseen, seats, hands, generator)
        for card in range(CARDS):
            if mask[card]:
                for plan in range(plans):
                    arrays.copy(hands, playing)
                    arrays.copy(before, taken)
                    play_out(view, seats, playing, taken, place_of(card), 0 if plan else threat, generator)
                    totals[plan, card] += result(view, seats, taken)
    best, plan = mask.argmax(), 0
    for trial in range(plans):
        for card in range(CARDS):
            if mask[card] and totals[trial, card] > totals[plan, best]:
                best, plan = card, trial
    return best


@rule
def look(view, seats, unseen):
    """Fill in the knowledge of the others' hands; see `order_unseen`."""
    cards = NOTHING
    for place in range(SIZES[seats]):
        cards |= ONE << place_of(PACK[place])
    cards &= ~to_places(view.hand)
    for seat in range(seats):
        cards &= ~to_places(view.taken[seat])
        if view.trick[seat] != NO_CARD:
            cards &= ~(ONE << place_of(view.trick[seat]))
        if view.receiver[seat]:
            unseen[GIVEN, seat] |= to_places(view.passed)
    opener = seat_of(view.opener)
    if opener > 0:
        unseen[GIVEN, opener] |= cards & ONE << place_of(OPENING_CARDS[seats])
    for seat in range(1, seats):
        cards &= ~unseen[GIVEN, seat]
        unseen[SIZE, seat] = view.hand_sizes[seat] - size(unseen[GIVEN, seat])
        unseen[MAY, seat] = without_voids(view.void[seat])
        if view.points_only[seat]:
            unseen[MAY, seat] &= ~(ALL_SPADES & ~QUEEN)
    order_unseen(unseen, cards, seats)


@rule
def points_in(cards):
    """Points of some cards."""
    return int(COUNT[of_suit(cards, HEARTS)]) + QUEEN_POINTS * (cards & QUEEN > 0)


@rule
def only_taker(view, seats, taken):
    """The only seat that has taken points; otherwise `NOBODY` or `SEVERAL`."""
    found = NOBODY
    for seat in range(seats):
        if points_in(taken[seat]) > 0:
            found = seat if found == NOBODY else SEVERAL
    return found


@rule
def result(view, seats, taken):
    """The chance to win after a hand with these cards taken by the seats; the cards are replaced by points."""
    moon = NOBODY
    for seat in range(seats):
        if points_in(taken[seat]) == ALL_POINTS:
            moon = seat
    for seat in range(seats):
        has_jack = taken[seat] & JACK > 0
        taken[seat] = points_in(taken[seat]) if moon == NOBODY else ALL_POINTS * (seat != moon)
        taken[seat] -= view.jack_points * has_jack
    return chance_to_win(view, seats, taken)


@rule
def chance_to_win(view, seats, taken):
    """The approximate chance of the lowest total after these points are added to the totals.

    The weight of a total falls exponentially with its distance from the lowest, more slowly the more hands are to come.
    After the match it is the winner's share.
    """
    best, most = 0, WORST
    for seat in range(seats):
        total = view.totals[seat] + taken[seat]
        best = total if seat == 0 else min(best, total)
        most = max(most, taken[seat] - view.needed[seat])
    hands = view.hands_left - 1.0
    if view.hands_left == 0:
        hands = min(max(-most * seats / ALL_POINTS / 2.0, 1.0), view.hands_to_stop - 1.0)
        if most >= 0:
            hands = 0.0
    own, total = 0.0, 0.0
    for seat in range(seats):
        behind = view.totals[seat] + taken[seat] - best
        share = exp(-behind / (SPREAD * math.sqrt(hands))) if hands > 0 else 1.0 * (behind == 0)
        total += share
        if seat == 0:
            own = share
    return own / total


@rule
def play_out(view, seats, hands, taken, first, grabber, generator):
    """Simulate the hand to its end, which empties the hands.

    Args:
        view: the seat's view.
        seats: number of players.
        hands: (seats,) int64, the cards of each seat.
        taken: (seats,) int64, the cards of each seat's tricks; those of later tricks are added.
        first: the place of the card that seat 0 plays now.
        grabber: the seat that tries to take all points; -1 if there is none.
        generator: random generator of the slips.
    """
    leader = seat_of(view.leader)
    led = int(view.suit_led)
    trick, on_table, best, taker = trick_so_far(view.trick, leader, seats, tricks.NO_TRUMP)
    player, broken, is_first = 0, view.broken > 0, view.taken.sum() == 0
    everybody = NOTHING
    for seat in range(seats):
        everybody |= hands[seat]
    is_guarded = grabber != NOBODY and points_in(taken[grabber]) >= THREAT
    while True:
        if first != NO_PLACE:
            place = first
            first = NO_PLACE
        else:
            hand = hands[player]
            if on_table == 0:
                if not broken and hand & ~ALL_HEARTS:
                    hand &= ~ALL_HEARTS
            elif is_first and hand & ~POINTS:
                hand &= ~POINTS
            if rng.below(generator, 100) < SLIPS:
                place = draw_place(hand, led if on_table > 0 else -1, generator)
            elif player == grabber:
                place = grab(hand, everybody & ~hands[player], on_table, seats, led, best)
            elif is_guarded and on_table > 0 and taker == grabber:
                place = spoil(hand, everybody, on_table, seats, led, best, trick)
            else:
                place = avoid(hand, everybody, on_table, seats, led, best, trick)
        hands[player] ^= ONE << place
        everybody ^= ONE << place
        trick |= ONE << place
        if on_table == 0:
            led, best, taker = place // RANKS, place, player
        elif beats(place, best, tricks.NO_TRUMP):
            best, taker = place, player
        on_table += 1
        player = (player + 1) % seats
        if on_table == seats:
            taken[taker] |= trick
            broken |= trick & ALL_HEARTS > 0
            if (everybody & (POINTS | JACK)) == 0:
                return
            if taker != grabber and trick & POINTS:
                grabber = NOBODY
            is_guarded = grabber != NOBODY and points_in(taken[grabber]) >= THREAT
            player, on_table, trick, is_first = taker, 0, NOTHING, False


@rule
def spoil(hand, everybody, on_table, seats, led, best, trick):
    """Card choice against a seat that is winning the trick and wants all points: like `avoid`, but to spoil that.

    The last seat takes a trick with points, and points are thrown off only from hands without other cards.
    """
    cards = of_suit(hand, led)
    above = cards >> best - RANKS * led << best - RANKS * led
    if above and on_table == seats - 1 and trick & POINTS:
        return RANKS * led + LOWEST[above]
    if cards == 0 and hand & ~POINTS:
        hand &= ~POINTS
    return avoid(hand, everybody, on_table, seats, led, best, trick)


@rule
def avoid(hand, everybody, on_table, seats, led, best, trick):
    """Card choice for a seat that avoids points; it knows the set of the others' cards.

    It leads low in suits in which the others have many higher cards, and follows with the highest card that does not
    win, the queen first. In the last seat it takes a trick without points with its highest card. It throws off the
    queen, then high hearts, then high cards of short suits.
    """
    if on_table == 0:
        return lead_low(hand, everybody)
    cards = of_suit(hand, led)
    if cards == 0:
        return throw_off(hand)
    base = RANKS * led
    below = cards & (1 << best - base) - 1
    if led == SPADES and below >> QUEEN_RANK & 1:
        return base + QUEEN_RANK
    free = cards & ~(1 << QUEEN_RANK) if led == SPADES else cards
    last = on_table == seats - 1
    if last and free and (below == 0 or trick & POINTS == 0):
        return base + HIGHEST[free]
    if below:
        return base + HIGHEST[below]
    return base + (LOWEST[free] if free else LOWEST[cards])


@rule
def lead_low(hand, everybody):
    """The lowest card of the suit in which the others are most likely to play higher.

    Spades are led below the queen while another seat holds it; Q♠ is not led.
    """
    best, least = NO_PLACE, -WORST
    for suit in range(SUITS):
        cards = of_suit(hand, suit)
        if cards:
            theirs = of_suit(everybody, suit) & ~cards
            rank = int(LOWEST[cards])
            below = int(COUNT[theirs & (1 << rank) - 1])
            above = int(COUNT[theirs]) - below
            risk = 4 * below - above + 20 * (above == 0) + 4 * (suit == HEARTS)
            if suit == SPADES and everybody & QUEEN:
                risk += -6 if rank < QUEEN_RANK and not hand & QUEEN else 30
            if risk < least:
                best, least = RANKS * suit + rank, risk
    return best


@rule
def throw_off(hand):
    """Q♠; else A♠ or K♠ in a short suit, a high heart, or a high card of a short suit."""
    if hand & QUEEN:
        return RANKS * SPADES + QUEEN_RANK
    chosen, most = NO_PLACE, WORST
    for suit in range(SUITS):
        ranks = of_suit(hand, suit)
        if ranks:
            rank = int(HIGHEST[ranks])
            worth = 2 * rank - int(COUNT[ranks]) + 6 * (suit == HEARTS)
            if worth > most:
                chosen, most = RANKS * suit + rank, worth
    return chosen


@rule
def grab(hand, others, on_table, seats, led, best):
    """Card choice for a seat that wants all points: leads unbeatable cards, wins all it can, and keeps its hearts.

    In the last seat it wins as cheaply as it can, otherwise with its highest card.
    """
    if on_table == 0:
        return lead_winner(hand, others)
    cards = of_suit(hand, led)
    if cards:
        base = RANKS * led
        above = cards >> best - base << best - base
        if above:
            return base + (LOWEST[above] if on_table == seats - 1 else HIGHEST[above])
        return base + LOWEST[cards]
    chosen, least = NO_PLACE, -WORST
    for suit in range(SUITS):
        ranks = of_suit(hand, suit)
        if ranks:
            worth = int(LOWEST[ranks]) + 10 * (suit == HEARTS)
            if worth < least:
                chosen, least = RANKS * suit + int(LOWEST[ranks]), worth
    return chosen


@rule
def lead_winner(hand, others):
    """An unbeatable card of the suit with most of them, or else the highest card of the longest suit."""
    best, most = NO_PLACE, WORST
    for suit in range(SUITS):
        cards, theirs = of_suit(hand, suit), of_suit(others, suit)
        if cards:
            winners = int(COUNT[cards >> HIGHEST[theirs] + 1])
            worth = 20 * (winners > 0) + winners + int(COUNT[cards])
            if worth > most:
                best, most = RANKS * suit + int(HIGHEST[cards]), worth
    return best


AGENTS = {"novice": novice, "expert": expert}
SLOW = ("expert",)  # it simulates itself; a search with novice has two hundred times as many simulations
MEASURED = ({"hands": 1},)
