"""Scripted agents of Barbu: simple rules, and simulations with random deals of the unseen cards.

The expert's sets of cards are bits for places, as in `cardzoo.agents.families.tricks`. They are also the bits of rows,
in which the ace is high.
"""

import numpy as np

from cardzoo.agents.families.rows import choose_play_from
from cardzoo.agents.families.tricks import (
    EVERYTHING,
    MAY,
    NO_PLACE,
    NOTHING,
    ONE,
    SIZE,
    UNSEEN,
    avoid,
    beats,
    card_at,
    imagine,
    of_suit,
    order_unseen,
    place_of,
    seat_of,
    size,
    to_places,
    trick_so_far,
    win,
)
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import HEARTS, rank_ace_high
from cardzoo.envs.families import tricks
from cardzoo.envs.families.contracts import (
    CARD_POINTS,
    CONTRACTS,
    DOMINO_POINTS,
    LAST,
    LAST_BUT_ONE,
    SUMS,
    TRICK_POINTS,
    Contract,
)
from cardzoo.envs.families.ranks import COUNT, SUIT
from cardzoo.envs.families.rows import fitting_from
from cardzoo.envs.games.barbu import DOUBLE, LEAVE, NAME_DOMINO, NAME_TRUMPS, NAMES, PASS, SEATS, Phase

PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs
SIMULATED_CARDS = 3000  # approximate number of simulated cards for a decision
MOST_WORLDS = 60  # maximum of random deals
WORLDS_FOR_CONTRACTS = 16
WORLDS_FOR_DOUBLES = 30
EXPECTED = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 14.0, 18.0])  # approximate worth of a contract to its dealer
LONG = 5  # cards of a suit with which the novice names it trumps
# The cards that cost points in each contract.
SPECIAL = np.zeros(CONTRACTS, np.int64)
for _contract, _card in zip(*np.nonzero(CARD_POINTS), strict=True):
    SPECIAL[_contract] |= 1 << RANKS * (_card // RANKS) + (_card - 1) % RANKS
ALL_HEARTS = np.int64(SUIT) << RANKS * HEARTS
LAST_TRICKS = 2
WORST = -1000.0


@rule
def novice(view, mask, generator):
    """Ducks if tricks cost points, wins tricks in trumps, and doubles only if it must.

    - It names trumps with five cards of a suit, and otherwise the first negative contract left.
    - If points are bad, it leads the lowest card and follows below the winning card. It throws off a card that costs
      points, or else its highest card. In trumps it leads its highest card, and wins as cheaply as it can.
    - In domino it adds first a card that leads to a card of its own.
    """
    if view.phase == Phase.CONTRACT:
        return name_simply(view, mask)
    if view.phase == Phase.DOUBLE:
        return LEAVE if mask[LEAVE] else DOUBLE
    if mask[PASS]:
        return PASS
    if view.phase == Phase.DOMINO:
        return card_at(choose_play_from(to_places(view.hand), to_places(mask), row_start(view.start)))
    best, best_worth = NO_CARD, WORST
    for card in range(CARDS):
        if mask[card]:
            worth = weigh(view, card)
            if worth > best_worth:
                best, best_worth = card, worth
    return best


@rule
def name_simply(view, mask):
    """Long trumps, or else the first contract that is left."""
    longest, number = 0, 0
    for suit in range(SUITS):
        cards = tricks.count_suit(view.hand, suit)
        if cards > number:
            longest, number = suit, cards
    trumps = NAME_TRUMPS + longest
    if mask[trumps] and number >= LONG:
        return trumps
    for contract in range(CONTRACTS):
        if contract != Contract.TRUMPS and mask[NAMES[contract]]:
            return NAMES[contract] + (RANKS // 2 if contract == Contract.DOMINO else 0)
    return trumps


@rule
def weigh(view, card):
    """The novice's preference for a card."""
    rank = rank_ace_high(card)
    good = view.contract == Contract.TRUMPS
    if view.suit_led < 0:
        return rank if good else -rank
    reached = tricks.strength(card, view.suit_led, view.trump)
    wins = True
    for other in view.trick:
        wins &= other == NO_CARD or tricks.strength(other, view.suit_led, view.trump) < reached
    if good:
        return 100 - reached if wins else -rank
    if wins:
        return -100 - reached
    return rank - 100 * CARD_POINTS[view.contract, card]


@rule
def expert(view, mask, generator):
    """Deals the unseen cards at random, consistent with shown voids, and simulates the rest of the hand.

    In simulations all seats play by simple rules and see all cards. A result is its mean gain on the others, with
    doubles.

    - It names the contract with the highest result compared with the contract's average.
    - It doubles a player with fewer points than itself on average, and redoubles likewise.
    - It plays the card with the best result.

    A decision takes some 50 microseconds, a contract some 500.
    """
    if mask.sum() == 1:
        return mask.argmax()
    hands, unseen = arrays.zeros(PLAYERS, np.int64), arrays.zeros((UNSEEN, CARDS), np.int64)
    look(view, hands, unseen)
    if view.phase == Phase.CONTRACT:
        return choose_contract(view, mask, hands, unseen, generator)
    if view.phase == Phase.DOUBLE:
        return choose_double(view, hands, unseen, generator)
    return choose_card(view, mask, hands, unseen, generator)


@rule
def look(view, hands, unseen):
    """Fill in the own hand, and the knowledge of the others' hands; see `order_unseen`."""
    hands[0] = to_places(view.hand)
    seen = hands[0] | to_places(view.played)
    for card in view.trick:
        if card != NO_CARD:
            seen |= ONE << place_of(card)
    for seat in range(1, SEATS):
        unseen[SIZE, seat] = view.hand_sizes[seat]
        unseen[MAY, seat] = EVERYTHING & ~to_places(view.lacks[seat])
    order_unseen(unseen, EVERYTHING & ~seen, SEATS)


@rule
def choose_contract(view, mask, hands, unseen, generator):
    """The contract with the highest result, less the contract's average."""
    totals = arrays.zeros(CARDS, np.float64)
    points = arrays.zeros(PLAYERS, np.int64)
    first = NAMES[0]
    for _ in range(WORLDS_FOR_CONTRACTS):
        imagine(unseen, SEATS, hands, generator)
        for action in range(first, DOUBLE):
            if mask[action]:
                play_hand(view, contract_of(action), action, hands, points)
                totals[action - first] += gain(view, points)
    best, most = mask.argmax(), WORST * WORLDS_FOR_CONTRACTS
    for action in range(first, DOUBLE):
        if mask[action]:
            worth = totals[action - first] - EXPECTED[contract_of(action)] * WORLDS_FOR_CONTRACTS
            if worth > most:
                best, most = action, worth
    return best


@rule
def contract_of(action):
    """The contract that an action names."""
    found = 0
    for contract in range(CONTRACTS):
        if action >= NAMES[contract]:
            found = contract
    return found


@rule
def choose_double(view, hands, unseen, generator):
    """Double a player with fewer points on average."""
    other, ahead = seat_of(view.asked), 0
    points = arrays.zeros(PLAYERS, np.int64)
    action = NAMES[view.contract]
    if view.contract == Contract.TRUMPS:
        action += view.trump
    elif view.contract == Contract.DOMINO:
        action += view.start
    for _ in range(WORLDS_FOR_DOUBLES):
        imagine(unseen, SEATS, hands, generator)
        play_hand(view, view.contract, action, hands, points)
        ahead += points[0] - points[other]
    return DOUBLE if ahead > 0 else LEAVE


@rule
def choose_card(view, mask, hands, unseen, generator):
    """The card with the best mean result."""
    totals, points = arrays.zeros(CARDS, np.float64), arrays.zeros(PLAYERS, np.int64)
    playing = arrays.zeros(PLAYERS, np.int64)
    left = view.hand_sizes.sum()
    for _ in range(min(MOST_WORLDS, max(4, SIMULATED_CARDS // (mask.sum() * left)))):
        imagine(unseen, SEATS, hands, generator)
        for card in range(CARDS):
            if mask[card]:
                arrays.copy(hands, playing)
                for seat in range(SEATS):
                    points[seat] = view.points[seat]
                if view.phase == Phase.DOMINO:
                    play_domino(playing, points, to_places(view.played), row_start(view.start), 0, place_of(card))
                else:
                    play_tricks(view, view.contract, view.trump, playing, points, place_of(card))
                totals[card] += gain(view, points)
    best = mask.argmax()
    for card in range(best, CARDS):
        if mask[card] and totals[card] > totals[best]:
            best = card
    return best


@rule
def gain(view, points):
    """The mean gain on the others, by points and by doubles, if the hand ends with these points."""
    total = 0.0
    for seat in range(1, SEATS):
        times = view.doubles[0, seat] + view.doubles[seat, 0]
        total += (points[0] - points[seat]) * (1 + SEATS * times) / (SEATS - 1)
    return total


@rule
def play_hand(view, contract, action, hands, points):
    """Simulate a whole hand after an action of the dealer; the hands stay as they are."""
    playing = arrays.zeros(PLAYERS, np.int64)
    arrays.copy(hands, playing)
    points[:] = 0
    if contract == Contract.DOMINO:
        start = row_start(action - NAME_DOMINO)
        play_domino(playing, points, NOTHING, start, seat_of(view.dealer), NO_PLACE)
    else:
        trump = action - NAME_TRUMPS if contract == Contract.TRUMPS else tricks.NO_TRUMP
        play_tricks(view, contract, trump, playing, points, NO_PLACE)


@rule
def row_start(rank):
    """The bit of a suit with which rows begin."""
    return rank_ace_high(rank) - 1


@rule
def play_domino(hands, points, laid, start, player, first):
    """Simulate a domino to its end, which empties the hands; ``first`` is the player's first card, if given."""
    out = 0
    for seat in range(SEATS):
        out += hands[seat] == 0
    while True:
        fits = fitting_from(laid, start) & ~laid & hands[player]
        place = NO_PLACE
        if first != NO_PLACE:
            place = first
            first = NO_PLACE
        elif fits:
            place = choose_play_from(hands[player], fits, start)
        if place != NO_PLACE:
            laid |= ONE << place
            hands[player] ^= ONE << place
            if hands[player] == 0:
                points[player] = DOMINO_POINTS[0, out]
                out += 1
        player = (player + 1) % SEATS
        while hands[player] == 0:
            player = (player + 1) % SEATS
        if out == SEATS - 1:
            points[player] = DOMINO_POINTS[0, out]
            return


@rule
def play_tricks(view, contract, trump, hands, points, first):
    """Simulate the tricks of a hand, which empties the hands.

    Args:
        view: the seat's view.
        contract: the contract.
        trump: the trump suit.
        hands: int64, the cards of each seat.
        points: int64, each seat's points so far; the tricks' points are added.
        first: the place of the card that seat 0 plays now; `NO_PLACE` before the first lead.
    """
    special = SPECIAL[contract]
    leader = seat_of(view.leader) if first != NO_PLACE else seat_of(view.dealer)
    player = leader if first == NO_PLACE else 0
    led = int(view.suit_led)
    trick, on_table, best, taker = trick_so_far(view.trick, leader, SEATS, trump)
    total = points.sum()
    while True:
        if first != NO_PLACE:
            place = first
            first = NO_PLACE
        else:
            hand = allowed(hands[player], contract, on_table, led, best, trump)
            if contract == Contract.TRUMPS:
                place = win(hand, hands, player, on_table, led, best, trump)
            else:
                costs = contract != Contract.NO_LAST_TWO or size(hands[player]) <= LAST_TRICKS
                place = avoid(hand, hands, on_table, led, best, trump, trick, special, costs)
        hands[player] ^= ONE << place
        trick |= ONE << place
        if on_table == 0:
            led, best, taker = place // RANKS, place, player
        elif beats(place, best, trump):
            best, taker = place, player
        on_table += 1
        player = (player + 1) % SEATS
        if on_table == SEATS:
            gained = worth_of(trick, contract, size(hands[taker]))
            points[taker] += gained
            total += gained
            if hands[taker] == 0 or (special and total == SUMS[contract]):
                return
            player, on_table, trick = taker, 0, NOTHING


@rule
def allowed(hand, contract, on_table, led, best, trump):
    """The legal cards of a hand."""
    if on_table == 0:
        is_barred = contract == Contract.NO_HEARTS or contract == Contract.BARBU
        return hand & ~ALL_HEARTS if is_barred and hand & ~ALL_HEARTS else hand
    suit = hand & np.int64(SUIT) << RANKS * led
    if trump == tricks.NO_TRUMP or (suit and led != trump):
        return suit if suit else hand
    trumps = hand & np.int64(SUIT) << RANKS * trump
    above = trumps >> best + 1 << best + 1 if best // RANKS == trump else trumps
    if above:
        return above
    return trumps if led == trump and trumps else hand


@rule
def worth_of(trick, contract, left):
    """The points of a trick, by the number of cards left in a hand after it."""
    total = TRICK_POINTS[contract]
    if contract == Contract.NO_HEARTS:
        hearts = of_suit(trick, HEARTS)
        total -= 2 * int(COUNT[hearts]) + 4 * (hearts >> RANKS - 1 & 1)
    elif contract == Contract.NO_LAST_TWO:
        total += LAST_BUT_ONE * (left == 1) + LAST * (left == 0)
    elif contract == Contract.NO_QUEENS or contract == Contract.BARBU:
        special = trick & SPECIAL[contract]
        total += size(special) * SUMS[contract] // (SUITS if contract == Contract.NO_QUEENS else 1)
    return total


AGENTS = {"novice": novice, "expert": expert}
MEASURED = ({"dealers": 1},)
