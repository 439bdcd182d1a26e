"""Scripted agents of Contract Bridge: a novice of few rules, and an expert with a bidding system and simulations.

Seats are counted from the own seat, 0; the partner is 2. Sets of cards are bits for places, as in
`cardzoo.agents.families.tricks`.
"""

import numpy as np

from cardzoo.agents.families.bridge_auction import HIGH, LENGTHS, LOW, NO_TRUMP, SHOWN, count_hand, read_auction
from cardzoo.agents.families.bridge_system import choose_call, is_balanced, longest
from cardzoo.agents.families.tricks import (
    EVERYTHING,
    GIVEN,
    MAY,
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
    trick_so_far,
    win_for_side,
    without_voids,
)
from cardzoo.envs.double_dummy import OpenHands
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import rank_ace_high, suit_of
from cardzoo.envs.families import tricks
from cardzoo.envs.families.bridge_scores import BIDS, STRAINS
from cardzoo.envs.families.ranks import COUNT, HIGHEST
from cardzoo.envs.games.bridge import BID, GAME, PASS, PLAYERS, Phase, redeal_hidden

PARTNER = 2
SIDE_HANDS = 2
OPENING_POINTS = 13
ASSUMED = 7  # high-card points that a novice expects of a partner who has not bid
OF_A_BIDDER = 12  # those of one who has
WORTHS = np.array([20, 23, 25, 26, 29, 33, 37])  # points of both hands for each level
SIMULATED_CARDS = 5000  # approximate number of simulated cards for a decision
MOST_WORLDS = 60  # maximum of random deals
DEALS_TRIED = 12  # attempts to find a deal that agrees with the auction; then the nearest one is taken
LESS = 1  # points or cards by which a hand may differ from its bids
HONOUR = 9  # rank from which on a card is an honour: the ten
WORST = -1000
MANY = 1000
observe_all = GAME.observe  # with the fields that the view copies from the state


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

    - Opening bids from 12 points, or 11 with long suits (points and cards of the two longest make 20): 1♥ and 1♠ with
      five cards, else the longer minor; 1NT 15 to 17 and 2NT 20 to 21, balanced; 2♣ with 22 or more.
    - Preempts, 6 to 10 points: two of a suit but clubs with six cards, three with seven, four with eight. The partner
      raises to as many tricks as both have trumps, or bids game with 16 points.
    - After 1NT: 2♣ is Stayman, 2♦ and 2♥ are transfers to the next suit. If the others bid, suits are natural: from 9
      points at the three level; 3NT has a stopper, and a double 8 points.
    - After 2♣: 2♦ has fewer than 8 points; others have 8, suits five cards, and 2NT no such suit.
    - Raises of a suit: single 6 to 9, limit raise 10 to 12, game with 13, short suits counted. Other replies: a new
      suit of four cards from 6 points on, at the two level from 10; a jump with five cards and 17; 1NT 6 to 9, 2NT 10
      to 12, 3NT 13 to 15.
    - Second bids of the opener: a raise with four cards, in jumps with 16 and 19, of a minor to three at most; a
      four-card major at the one level; 1NT 12 to 14, 2NT 18 to 19; six cards again, in a jump with 16; a reverse with
      16; a jump in a new suit with 19. After a reply of 1NT, unbalanced hands bid a second suit.
    - Over an overcall that is passed to the opener: six cards again, or a double for takeout with 16 points and at most
      two of their cards, or with 18; a lower second suit with 14.
    - Overcalls: five cards with 8 points, at the two level with 12; a jump with six cards and 6 to 10; 1NT 15 to 18
      with a stopper. They are never in a suit of the others: if someone bids it, it is strong. Replies: a raise with
      three cards and 6 points, in a jump with 11; a suit of five cards; no trump from 11.
    - Doubles of suits up to 3♠ are for takeout: an opening hand that is short in their suit and has no five-card
      major, or 18 points. In the last seat overcalls and doubles have 3 points less.
    - Answers to a takeout double: the best suit, in a jump with 9 points, a major to game with 12; no trump with a
      stopper, 1NT from 7, 2NT from 10, 3NT from 12. A pass has their trumps: six, five with 5 points, or four at the
      three level without a suit. With 18 points the doubler then bids its own suit or no trump.
    - After the partner's opening bid and an overcall up to 2♠, a double shows four cards of each major not bid. Later
      doubles up to 3♠ have 10 points, mostly without a stopper; of high contracts they are for penalty.
    - 4NT over an agreed suit is Blackwood: 5♣ no ace or four, 5♦ one, 5♥ two, 5♠ three.
    - Later bids are worth what both hands have together: part score, invitation, game at 25, slam at 33 points. 3NT
      counts high cards only and needs stoppers; five of a minor has 28 points. A game bid shows the points for it
      beside those of the partner, not more; a partner who has shown its points within 6 passes it, but prefers a major
      of eight cards to 3NT.

    The play:

    - It leads the partner's suit, or the top of a sequence, or the fourth highest of the longest suit; no signals.
    - Otherwise it deals the unseen cards at random in agreement with voids and, as far as a dozen attempts find such a
      deal, with points and lengths that calls have shown. It simulates each of its cards in these worlds, and plays the
      one that takes most tricks on average. In simulations all seats see all cards: they draw trumps, cash winners,
      finesse and ruff (`win_for_side`).

    A decision takes some 400 microseconds.
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
def choose_card(view, mask, generator):
    """The card with the most tricks for the own side, on average over random deals that fit the auction."""
    hands, unseen = arrays.zeros(PLAYERS, np.int64), arrays.zeros((UNSEEN, CARDS), np.int64)
    playing, totals = arrays.zeros(PLAYERS, np.int64), arrays.zeros(CARDS, np.int64)
    drawn = arrays.zeros(PLAYERS, np.int64)
    shown = arrays.zeros((PLAYERS, SHOWN), np.int64)
    look(view, drawn, unseen)
    read_auction(view, shown)
    seat, played = PARTNER if view.from_dummy else 0, to_places(view.played)
    cost = mask.sum() * view.hand_sizes.sum()
    for _ in range(min(MOST_WORLDS, max(4, SIMULATED_CARDS // cost))):
        least = MANY
        for _ in range(DEALS_TRIED):
            imagine(unseen, PLAYERS, drawn, generator)
            wrong = contradiction(view, drawn, played, shown)
            if wrong < least:
                least = wrong
                arrays.copy(drawn, hands)
            if least == 0:
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
def misfit(cards, played, row):
    """The points and cards by which a hand contradicts its bids.

    Args:
        cards: the cards that it holds, as bits for places.
        played: the cards of earlier tricks, of which any may have been its own.
        row: the seat's row of `read_auction`.
    """
    points, gone = points_in(cards), points_in(played)
    wrong = max(points - row[HIGH], 0) + max(row[LOW] - points - gone, 0)
    for suit in range(SUITS):
        number = COUNT[of_suit(cards, suit)] + COUNT[of_suit(played, suit)]
        wrong += max(row[LENGTHS + suit] - number, 0)
    return wrong


@rule
def points_in(cards):
    """High-card points of a set of cards, as bits for places."""
    points = 0
    for suit in range(SUITS):
        honours = of_suit(cards, suit) >> RANKS - 4
        points += 4 * (honours >> 3 & 1) + 3 * (honours >> 2 & 1) + 2 * (honours >> 1 & 1) + (honours & 1)
    return points


@rule
def contradiction(view, hands, played, shown):
    """The points and cards by which the hidden hands contradict the auction; see `misfit`."""
    wrong = 0
    for seat in range(1, PLAYERS):
        cards = hands[seat]
        if view.trick[seat] != NO_CARD:
            cards |= ONE << place_of(view.trick[seat])
        wrong += max(misfit(cards, played, shown[seat]) - LESS, 0)
    return wrong


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
    led, trump, taken = int(view.suit_led), int(view.trump), 0
    _, on_table, best, taker = trick_so_far(view.trick, leader, PLAYERS, trump)
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


@rule
def guess(state, player, blank_view, views):
    """Deal the hidden cards again until they agree with the auction, or take the nearest of several deals."""
    shown, best = arrays.zeros((PLAYERS, SHOWN), np.int64), arrays.zeros((PLAYERS, CARDS), np.int16)
    hands = arrays.zeros(PLAYERS, np.int64)
    views[0] = blank_view[0]
    seen = views[0]
    observe_all(state, player, seen)
    read_auction(seen, shown)
    least, played = MANY, to_places(state.played)
    for _ in range(DEALS_TRIED):
        for seat in range(1, PLAYERS):
            hands[seat] = to_places(state.hands[(player + seat) % PLAYERS])
        wrong = contradiction(seen, hands, played, shown)
        if wrong < least:
            least = wrong
            arrays.copy(state.hands, best)
        if least == 0:
            return
        redeal_hidden(state, player)
    arrays.copy(best, state.hands)


AGENTS = {"novice": novice, "expert": expert}
GUESS = guess
OPEN_PLAY = OpenHands
