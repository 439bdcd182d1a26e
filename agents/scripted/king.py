"""Scripted agents of King: simple rules, and simulations with random deals of the unseen cards.

The expert's sets of cards are bits for places, as in `cardzoo.agents.families.tricks`.
"""

import math

import numpy as np

from cardzoo.agents.families.exponential import exp
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
    imagine,
    of_suit,
    order_unseen,
    place_of,
    seat_of,
    size,
    to_places,
    trick_so_far,
    win,
    without_voids,
)
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import rank_ace_high
from cardzoo.envs.families import tricks
from cardzoo.envs.families.ranks import COUNT, HIGHEST
from cardzoo.envs.games.king import (
    AUCTION,
    DOWN,
    FIRST_BID,
    LAST_TRICKS,
    PASS,
    SEATS,
    TRICKS,
    TRUMP,
    UP,
    Direction,
    Hand,
    Phase,
    is_counted,
    points,
)

PLAYERS = int(SEATS)  # a plain number, which `arrays.zeros` needs
CHOICES = SUITS + 1  # of trumps, or of none

SIMULATED_CARDS = 1500  # approximate number of simulated cards for a decision
MOST_WORLDS = 60  # maximum of random deals
WORLDS_FOR_CALLS = 24  # the same, before the first lead
SPREAD = 60.0  # approximate spread of a score in points for each hand to come
HIGH = 11  # ranks from here on are likely to win a trick: queens and above
SHORT_OF_LONGEST = 4  # the novice bids the length of its longest suit less this
TRUMPS_DRAWN = 3  # rounds after which the novice counts its trumps as tricks
TRICKS_FOR_UP = 4  # tricks with which the novice plays up
WORST = -1000


@rule
def novice(view, mask, generator):
    """Wins tricks as cheaply as it can if they are good, and ducks if they are bad.

    - If tricks are bad, it leads the lowest card and follows below the winning card. It throws off a card that costs
      points, or else its highest card.
    - If they are good, it leads the highest card and wins with the lowest winning card, or plays its lowest card.
    - It names its longest suit trumps, and bids four tricks less than that suit has cards. It plays up if it expects
      four tricks, with high cards, trumps after the third, and the bid.
    """
    if view.phase == Phase.AUCTION:
        may_bid = not mask[PASS] or view.bid < size_of_longest(view) - SHORT_OF_LONGEST
        return FIRST_BID + view.bid if may_bid else PASS
    if view.phase == Phase.DIRECTION:
        return UP if view.bid + count_tricks(view) >= TRICKS_FOR_UP else DOWN
    if view.phase != Phase.PLAY:
        return TRUMP + longest_suit(view)
    best, best_worth = NO_CARD, WORST
    for card in range(CARDS):
        if mask[card]:
            worth = weigh(view, card)
            if worth > best_worth:
                best, best_worth = card, worth
    return best


@rule
def longest_suit(view):
    """The suit with most cards in the hand."""
    best, most = 0, 0
    for suit in range(SUITS):
        number = view.hand[RANKS * suit : RANKS * (suit + 1)].sum()
        if number > most:
            best, most = suit, number
    return best


@rule
def size_of_longest(view):
    """The number of cards of the longest suit."""
    suit = longest_suit(view)
    return view.hand[RANKS * suit : RANKS * (suit + 1)].sum()


@rule
def count_tricks(view):
    """The approximate tricks of the hand: queens, kings and aces, and lower trumps after the third trump."""
    high, trumps, high_trumps = 0, 0, 0
    for card in range(CARDS):
        if view.hand[card] > 0:
            is_high = rank_ace_high(card) >= HIGH
            high += is_high
            if card // RANKS == view.trump:
                trumps += 1
                high_trumps += is_high
    return high + max(trumps - max(high_trumps, TRUMPS_DRAWN), 0)


@rule
def weigh(view, card):
    """The novice's preference for a card."""
    rank = rank_ace_high(card)
    good = view.direction == Direction.UP
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
    return 100 + rank if counts_cards(view.kind) and is_counted(view.kind, card) else rank


@rule
def counts_cards(kind):
    """True if a hand counts certain cards rather than tricks."""
    return Hand.NO_HEARTS <= kind <= Hand.NO_KING_OF_HEARTS


@rule
def expert(view, mask, generator):
    """Deals the unseen cards at random, consistent with shown voids, and simulates the hand in each of these worlds.

    In simulations all seats play by simple rules and see all cards (`avoid` and `win`). It chooses the card, the
    direction, the trumps or the bid with the best chance to win by the scores (`chance_to_win`). A bidder expects the
    direction with more points for the dealer. It raises a bid by one if its own trumps at that price are better than
    the highest bidder's longest suit. As the dealer it auctions if that is better than naming trumps; `hold_auction`
    models the others' bids.

    A decision takes some 50 microseconds.
    """
    hands, unseen = arrays.zeros(PLAYERS, np.int64), arrays.zeros((UNSEEN, CARDS), np.int64)
    counted, scores = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.float64)
    if view.phase == Phase.PLAY:
        return choose_card(view, mask, hands, unseen, counted, scores, generator)
    if view.phase == Phase.AUCTION:
        return choose_call(view, mask, hands, unseen, counted, scores, generator)
    if view.phase == Phase.DIRECTION:
        return choose_direction(view, hands, unseen, counted, scores, generator)
    return choose_trumps(view, mask, hands, unseen, counted, scores, generator)


@rule
def choose_card(view, mask, hands, unseen, counted, scores, generator):
    """The card with the best mean result."""
    legal = mask.sum()
    if legal == 1:
        return mask.argmax()
    totals, playing = arrays.zeros(CARDS, np.float64), arrays.zeros(PLAYERS, np.int64)
    special = special_places(view.kind)
    look(view, hands, unseen)
    left = CARDS - view.played.sum()
    for _ in range(min(MOST_WORLDS, max(4, SIMULATED_CARDS // (legal * left)))):
        imagine(unseen, SEATS, hands, generator)
        for card in range(CARDS):
            if mask[card]:
                arrays.copy(hands, playing)
                for seat in range(SEATS):
                    counted[seat] = view.counted[seat]
                play_out(view, playing, counted, special, view.trump, view.direction, place_of(card))
                totals[card] += chance_to_win(view, counted, view.direction, view.bid, bidder_of(view), scores)
    best = mask.argmax()
    for card in range(best, CARDS):
        if mask[card] and totals[card] > totals[best]:
            best = card
    return best


@rule
def choose_direction(view, hands, unseen, counted, scores, generator):
    """The direction with the better mean result."""
    look(view, hands, unseen)
    balance = 0.0
    for _ in range(WORLDS_FOR_CALLS):
        imagine(unseen, SEATS, hands, generator)
        for direction in range(2):
            play_hand(view, hands, counted, view.trump, direction)
            worth = chance_to_win(view, counted, direction, view.bid, bidder_of(view), scores)
            balance += worth if direction == Direction.UP else -worth
    return UP if balance > 0 else DOWN


@rule
def choose_trumps(view, mask, hands, unseen, counted, scores, generator):
    """The trumps, or none, with the best mean result, or the auction if that is better.

    A dealer already considers the direction that goes with the trumps.
    """
    look(view, hands, unseen)
    totals, auction = arrays.zeros((CHOICES, 2), np.float64), 0.0
    for _ in range(WORLDS_FOR_CALLS):
        imagine(unseen, SEATS, hands, generator)
        for choice in range(CHOICES):
            if view.dealer[0]:
                for direction in range(2):
                    play_hand(view, hands, counted, trump_of(choice), direction)
                    worth = chance_to_win(view, counted, direction, view.bid, bidder_of(view), scores)
                    totals[choice, direction] += worth
            else:
                worth = as_the_dealer_likes(view, hands, counted, trump_of(choice), view.bid, 0, scores)
                for direction in range(2):
                    totals[choice, direction] += worth
        if mask[AUCTION]:
            auction += hold_auction(view, hands, counted, scores)
    best = totals.argmax()
    if mask[AUCTION] and auction > totals[best // 2, best % 2]:
        return AUCTION
    return TRUMP + best // 2


@rule
def hold_auction(view, hands, counted, scores):
    """The chance to win after an auction in which each other player knows the worth of its longest suit.

    The worth is the number of tricks taken with these trumps, played up, beyond those with the trumps of the other two.
    The player with the highest worth wins the auction, for one trick more than the second highest.
    """
    tricks_taken, gains = arrays.zeros((PLAYERS, PLAYERS), np.int64), arrays.zeros(PLAYERS, np.int64)
    for namer in range(1, SEATS):
        play_hand(view, hands, counted, best_suit(hands[namer]), Direction.UP)
        for seat in range(1, SEATS):
            tricks_taken[namer, seat] = counted[seat]
    winner, price = 0, 0
    for seat in range(1, SEATS):
        gains[seat] = 3 * tricks_taken[seat, seat] - tricks_taken[:, seat].sum()  # twice the difference
        if winner == 0 or gains[seat] > gains[winner]:
            price = gains[winner]
            winner = seat
        else:
            price = max(price, gains[seat])
    bid = min(max(price // 2, 0) + 1, TRICKS)
    return as_the_dealer_likes(view, hands, counted, best_suit(hands[winner]), bid, winner, scores)


@rule
def choose_call(view, mask, hands, unseen, counted, scores, generator):
    """The next higher bid if the best trumps are worth it, or a pass. An opening is as low as possible."""
    bidder = bidder_of(view)
    if bidder < 0:
        return FIRST_BID
    look(view, hands, unseen)
    ours, theirs = arrays.zeros(CHOICES, np.float64), 0.0
    for _ in range(WORLDS_FOR_CALLS):
        imagine(unseen, SEATS, hands, generator)
        for choice in range(CHOICES):
            ours[choice] += as_the_dealer_likes(view, hands, counted, trump_of(choice), view.bid + 1, 0, scores)
        trump = best_suit(hands[bidder])
        theirs += as_the_dealer_likes(view, hands, counted, trump, view.bid, bidder, scores)
    return FIRST_BID + view.bid if arrays.largest(ours) > theirs else PASS


@rule
def trump_of(choice):
    """The trump suit of a choice among the suits and no trump."""
    return choice if choice < SUITS else tricks.NO_TRUMP


@rule
def bidder_of(view):
    """The seat of the highest bidder, -1 if there is none."""
    return seat_of(view.bidder)


@rule
def best_suit(hand):
    """The suit with most cards, of equal ones that with the highest card."""
    best, most = 0, -1
    for suit in range(SUITS):
        cards = of_suit(hand, suit)
        worth = (RANKS + 1) * int(COUNT[cards]) + int(HIGHEST[cards])
        if worth > most:
            best, most = suit, worth
    return best


@rule
def as_the_dealer_likes(view, hands, counted, trump, bid, bidder, scores):
    """The chance to win with these trumps, played in the direction with more points for the dealer."""
    dealer = seat_of(view.dealer)
    play_hand(view, hands, counted, trump, Direction.UP)
    worth = chance_to_win(view, counted, Direction.UP, bid, bidder, scores)
    up = points(view.kind, Direction.UP, counted[dealer] + bid)
    play_hand(view, hands, counted, trump, Direction.DOWN)
    if points(view.kind, Direction.DOWN, counted[dealer] + bid) > up:
        worth = chance_to_win(view, counted, Direction.DOWN, bid, bidder, scores)
    return worth


@rule
def chance_to_win(view, counted, direction, bid, bidder, scores):
    """The approximate chance to win if the hand ends like this; after the last hand the reward itself.

    The weight of a score falls exponentially with its distance from the best, more slowly the more hands are to come.
    """
    best = -np.inf
    for seat in range(SEATS):
        number = counted[seat]
        if view.dealer[seat]:
            number += bid
        elif seat == bidder:
            number -= bid
        scores[seat] = view.scores[seat] + points(view.kind, direction, number)
        best = max(best, scores[seat])
    if view.hands_left == 1:
        winners = 0
        for seat in range(SEATS):
            winners += scores[seat] == best
        if winners == SEATS:
            return 0.0
        return 1 / winners if scores[0] == best else -1 / (SEATS - winners)
    spread = SPREAD * math.sqrt(view.hands_left - 1.0)
    total = 0.0
    for seat in range(SEATS):
        total += exp((scores[seat] - best) / spread)
    return exp((scores[0] - best) / spread) / total


@rule
def special_places(kind):
    """The cards that cost points; none if tricks are counted."""
    places = NOTHING
    if counts_cards(kind):
        for card in range(CARDS):
            if is_counted(kind, card):
                places |= ONE << place_of(card)
    return places


@rule
def look(view, hands, unseen):
    """Fill in the own hand, and the knowledge of the others' hands; see `order_unseen`."""
    hands[0] = to_places(view.hand)
    seen = hands[0] | to_places(view.played)
    for card in view.trick:
        if card != NO_CARD:
            seen |= ONE << place_of(card)
    size = view.hand.sum() + (view.trick[0] != NO_CARD)
    for seat in range(1, SEATS):
        unseen[SIZE, seat] = size - (view.trick[seat] != NO_CARD)
        unseen[MAY, seat] = without_voids(view.void[seat])
    order_unseen(unseen, EVERYTHING & ~seen, SEATS)


@rule
def play_hand(view, hands, counted, trump, direction):
    """Simulate a whole hand of the last four; the hands stay as they are."""
    playing = arrays.zeros(PLAYERS, np.int64)
    arrays.copy(hands, playing)
    counted[:] = 0
    play_out(view, playing, counted, NOTHING, trump, direction, NO_PLACE)


@rule
def play_out(view, hands, counted, special, trump, direction, first):
    """Simulate the hand to its end, which empties the hands.

    Args:
        view: the seat's view.
        hands: int64, the cards of each seat.
        counted: int64, the tricks or cards counted for each seat.
        special: the cards that cost points.
        trump: the trump suit.
        direction: up or down.
        first: the place of the card that seat 0 plays now; `NO_PLACE` before the first lead.
    """
    kind = view.kind
    good = kind == Hand.POSITIVE and direction == Direction.UP
    leader = seat_of(view.leader)
    player = leader if first == NO_PLACE else 0
    trick, on_table, best, taker = trick_so_far(view.trick, leader, SEATS, trump)
    led = view.suit_led
    while True:
        if first != NO_PLACE:
            place = first
            first = NO_PLACE
        elif good:
            place = win(hands[player], hands, player, on_table, led, best, trump)
        else:
            costs = kind != Hand.NO_LAST_TWO or size(hands[player]) <= LAST_TRICKS
            place = avoid(hands[player], hands, on_table, led, best, trump, trick, special, costs)
        hands[player] ^= ONE << place
        trick |= ONE << place
        if on_table == 0:
            led, best, taker = place // RANKS, place, player
        elif beats(place, best, trump):
            best, taker = place, player
        on_table += 1
        player = (player + 1) % SEATS
        if on_table == SEATS:
            if special:
                counted[taker] += size(trick & special)
                if (hands[0] | hands[1] | hands[2] | hands[3]) & special == 0:
                    return
            elif kind != Hand.NO_LAST_TWO or size(hands[taker]) < LAST_TRICKS:
                counted[taker] += 1
            if hands[taker] == 0:
                return
            player, on_table, trick = taker, 0, NOTHING


AGENTS = {"novice": novice, "expert": expert}
MEASURED = ({"hand": "positive"},)
