"""Scripted agents of Contract Bridge: a novice of few rules, and an expert with a bidding system and simulations.

Seats are counted from the own seat, 0; the partner is 2. Sets of cards are bits for places, as in
`cardzoo.agents.families.tricks`.
"""

import numpy as np

from cardzoo.agents.families.bridge_system import (
    HIGH,
    LENGTHS,
    LOW,
    NO_TRUMP,
    SHOWN,
    choose_call,
    count_hand,
    is_balanced,
    longest,
    read_auction,
)
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
    card_at,
    imagine,
    of_suit,
    order_unseen,
    place_of,
    seat_of,
    to_places,
    win_for_side,
    without_voids,
)
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import rank_ace_high, suit_of
from cardzoo.envs.families import tricks
from cardzoo.envs.families.bridge_scores import BIDS, STRAINS
from cardzoo.envs.families.ranks import COUNT, HIGHEST
from cardzoo.envs.games.bridge import BID, PASS, PLAYERS, Phase

PARTNER = 2
SIDE_HANDS = 2
OPENING_POINTS = 13
ASSUMED = 7  # high-card points that a novice expects of a partner who has not bid
OF_A_BIDDER = 12  # those of one who has
WORTHS = np.array([20, 23, 25, 26, 29, 33, 37])  # points of both hands for each level
SIMULATED_CARDS = 5000  # approximate number of simulated cards for a decision
MOST_WORLDS = 60  # maximum of random deals
DEALS_TRIED = 4  # attempts to find a deal in which the hands have the points that they have shown
LESS = 1  # points below those shown that a deal may give a hand
HONOUR = 9  # rank from which on a card is an honour: the ten
WORST = -1000


@rule
def novice(view, mask, generator):
    """Bids what its points and its longest suit are worth, and plays one card after the other.

    - With 13 points, or after a bid of its partner, it bids its longest suit, or no trump with a balanced hand. It goes
      as high as its points are worth with those that it expects of its partner. It never doubles.
    - It leads the highest card of its longest suit. In second place it plays low; later it wins as cheaply as it can,
      unless its partner is winning. Without the suit led it plays low, or a trump.
    """
    if view.phase == Phase.CALL:
        return novice_call(view, mask)
    seat = PARTNER if view.from_dummy else 0
    turn = 0
    for card in view.trick:
        turn += card != NO_CARD
    winner = tricks.winner(view.trick, view.suit_led, view.trump, PLAYERS) if turn else -1
    best, most = NO_CARD, WORST
    for card in range(CARDS):
        if mask[card]:
            rank = rank_ace_high(card)
            worth = -rank - RANKS * (suit_of(card) == view.trump)
            if turn == 0:
                worth = rank + RANKS * tricks.count_suit(mask, suit_of(card))
            elif turn > 1 and (winner - seat) % PARTNER:
                reached = tricks.strength(card, view.suit_led, view.trump)
                if reached > tricks.strength(view.trick[winner], view.suit_led, view.trump):
                    worth = 100 - reached
            if worth > most:
                best, most = card, worth
    return best


@rule
def novice_call(view, mask):
    """The novice's bid, or a pass."""
    mine = arrays.zeros(SHOWN, np.int64)
    count_hand(view.hand, mine)
    strain = longest(mine)
    points = mine[LOW] + mine[LENGTHS + strain] - 4
    has_partner = view.bids[PARTNER].any()
    if points < OPENING_POINTS and not has_partner:
        return PASS
    if is_balanced(mine):
        strain = NO_TRUMP
    points += OF_A_BIDDER if has_partner else ASSUMED
    for number in range(strain, BIDS, STRAINS):
        if mask[BID + number]:
            return BID + number if points >= WORTHS[number // STRAINS] else PASS
    return PASS


@rule
def expert(view, mask, generator):
    """Bids a natural system, leads by rule, and simulates the play with random deals of the unseen cards.

    The system card:

    - Opening bids: 1♥ and 1♠ with five cards, 1♣ and 1♦ with the longer minor, from 12 points on; 1NT 15 to 17 and 2NT
      20 to 21, balanced; 2♣ with 22 or more; weak two-bids with six cards and threes with seven.
    - After 1NT: 2♣ is Stayman, 2♦ and 2♥ are transfers to the next suit.
    - Raises of a suit: single 6 to 9, limit raise 10 to 12, game with 13. Other replies: a new suit of four cards from
      6 points on, at the two level from 10; 1NT 6 to 9, 2NT 10 to 12, 3NT 13 to 15.
    - Overcalls: five cards with 8 points, at the two level with 11; 1NT 15 to 18. Doubles are for takeout with an
      opening hand that is short in their suit; later ones, of high contracts, are for penalty.
    - 4NT over an agreed suit is Blackwood: 5♣ no ace or four, 5♦ one, 5♥ two, 5♠ three.
    - Later bids are worth what both hands have together: part score, invitation, game at 25, slam at 33 points.

    The play:

    - It leads the partner's suit, or the top of a sequence, or the fourth highest of the longest suit; no signals.
    - Otherwise it deals the unseen cards at random in agreement with voids and with the points that bids have shown. It
      simulates each of its cards in these worlds, and plays the one that takes most tricks on average. In simulations
      all seats see all cards: they draw trumps, cash winners, finesse and ruff (`win_for_side`).

    A decision takes some 100 microseconds.
    """
    if view.phase == Phase.CALL:
        call = choose_call(view, mask)
        return call if mask[call] else PASS  # opponents have bid more than the answer that the system has
    if mask.sum() == 1:
        return mask.argmax()
    if view.suit_led < 0 and not view.played.any():
        return lead(view)
    return choose_card(view, mask, generator)


@rule
def lead(view):
    """The first lead: of the partner's suit or the best own one; the top of two touching honours, or a low card."""
    hand = to_places(view.hand)
    best, most = 0, WORST
    for suit in range(SUITS):
        cards = of_suit(hand, suit)
        if cards == 0:
            continue
        number, top = int(COUNT[cards]), int(HIGHEST[cards])
        touching = cards >> top - 1 & 1 if top > 0 else 0
        theirs = own = False
        for place in range(suit, BIDS, STRAINS):
            theirs |= view.bids[1, place] > 0 or view.bids[3, place] > 0
            own |= view.bids[PARTNER, place] > 0
        worth = 2 * number + 3 * own * 2 - 4 * theirs + 4 * (touching and top >= HONOUR - 1)
        if view.trump != NO_TRUMP:
            worth += 3 * (touching and top == RANKS - 1) + 5 * (number == 1 and top < RANKS - 2) - 3 * number // 2
            worth -= 5 * (top == RANKS - 1 and not touching) + 4 * (suit == view.trump)
        if worth > most:
            best, most = suit, worth
    cards = of_suit(hand, best)
    top = int(HIGHEST[cards])
    if COUNT[cards] <= 2 or (top >= HONOUR - 1 and cards >> top - 1 & 1):
        return card_at(RANKS * best + top)
    if view.trump != NO_TRUMP and top == RANKS - 1:
        return card_at(RANKS * best + top)
    for _ in range(min(int(COUNT[cards]) - 1, 3)):
        cards ^= 1 << int(HIGHEST[cards])
    return card_at(RANKS * best + int(HIGHEST[cards]))


@rule
def look(view, hands, unseen):
    """Fill in the known hands, and the knowledge of the others; see `order_unseen`."""
    hands[0] = to_places(view.hand)
    seen = hands[0] | to_places(view.played)
    for card in view.trick:
        if card != NO_CARD:
            seen |= ONE << place_of(card)
    for seat in range(1, PLAYERS):
        unseen[GIVEN, seat] = to_places(view.open[seat])
        seen |= unseen[GIVEN, seat]
        unseen[SIZE, seat] = 0 if unseen[GIVEN, seat] else view.hand_sizes[seat]
        unseen[MAY, seat] = without_voids(view.void[seat]) if unseen[SIZE, seat] else NOTHING
    order_unseen(unseen, EVERYTHING & ~seen, PLAYERS)


@rule
def points_in(cards):
    """High-card points of a set of cards."""
    points = 0
    for suit in range(SUITS):
        honours = of_suit(cards, suit) >> RANKS - 4
        points += 4 * (honours >> 3 & 1) + 3 * (honours >> 2 & 1) + 2 * (honours >> 1 & 1) + (honours & 1)
    return points


@rule
def choose_card(view, mask, generator):
    """The card with the most tricks for the own side, on average over random deals that fit the auction."""
    hands, unseen = arrays.zeros(PLAYERS, np.int64), arrays.zeros((UNSEEN, CARDS), np.int64)
    playing, totals = arrays.zeros(PLAYERS, np.int64), arrays.zeros(CARDS, np.int64)
    shown = arrays.zeros((PLAYERS, SHOWN), np.int64)
    look(view, hands, unseen)
    read_auction(view, shown)
    seat = PARTNER if view.from_dummy else 0
    cost = mask.sum() * view.hand_sizes.sum()
    for _ in range(min(MOST_WORLDS, max(4, SIMULATED_CARDS // cost))):
        for _ in range(DEALS_TRIED):
            imagine(unseen, PLAYERS, hands, generator)
            if fits(view, hands, shown):
                break
        for card in range(CARDS):
            if mask[card]:
                arrays.copy(hands, playing)
                totals[card] += play_out(view, playing, seat, place_of(card))
    best = NO_CARD
    for card in range(CARDS):
        if mask[card] and (best == NO_CARD or is_better(totals, card, best)):
            best = card
    return best


@rule
def is_better(totals, card, best):
    """Returns whether a card takes more tricks, or as many and is lower."""
    return totals[card] > totals[best] or (totals[card] == totals[best] and rank_ace_high(card) < rank_ace_high(best))


@rule
def fits(view, hands, shown):
    """Returns whether the hidden hands can have had the points that they have shown, at the beginning of the play.

    Played cards have no owner in the view: only hands with more points than shown are ruled out.
    """
    is_fit = True
    for seat in range(1, PLAYERS):
        is_fit &= points_in(hands[seat]) <= shown[seat, HIGH] + LESS
    return is_fit


@rule
def play_out(view, hands, player, first):
    """Simulate the hand to its end, which empties the hands; returns the tricks of the own side from now on.

    Args:
        view: the seat's view.
        hands: (4,) int64, the cards of each seat.
        player: the seat that plays now, the own one or dummy's.
        first: the place of the card that it plays.
    """
    leader = seat_of(view.leader)
    on_table, best, taker, led, taken = 0, NO_PLACE, leader, int(view.suit_led), 0
    trump = int(view.trump)
    for turn in range(PLAYERS):
        seat = (leader + turn) % PLAYERS
        if view.trick[seat] != NO_CARD:
            place = place_of(view.trick[seat])
            on_table += 1
            if best == NO_PLACE or beats(place, best, trump):
                best, taker = place, seat
    place = first
    while True:
        hands[player] ^= ONE << place
        if on_table == 0:
            led, best, taker = place // RANKS, place, player
        elif beats(place, best, trump):
            best, taker = place, player
        on_table += 1
        player = (player + 1) % PLAYERS
        if on_table == PLAYERS:
            taken += taker % SIDE_HANDS == 0
            if hands[taker] == 0:
                return taken
            player, on_table = taker, 0
        place = win_for_side(hands[player], hands, player, on_table, led, best, taker, trump)


AGENTS = {"novice": novice, "expert": expert}
