"""Scripted agents of Spades: simple rules, and simulations with random deals of the unseen cards.

Seats are counted from the own seat, 0; the partner is 2. Sets of cards are bits for places, as in
`cardzoo.agents.families.tricks`.
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
    lead_high,
    lead_low,
    of_suit,
    order_unseen,
    place_of,
    play_lowest,
    seat_of,
    to_places,
    trick_so_far,
    win,
    win_for_side,
    without_voids,
)
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, arrays, rule
from cardzoo.envs.engine.cards import ACE, CLUBS, KING, QUEEN, SPADES, rank_ace_high, rank_of, suit_of
from cardzoo.envs.families import tricks
from cardzoo.envs.families.ranks import HIGHEST, LOWEST, SUIT
from cardzoo.envs.families.trick_bids import NO_BID
from cardzoo.envs.games.spades import BID, SEATS, SIDES, TRICK_POINTS, TRICKS, Phase

PLAYERS = int(SEATS)  # plain numbers, which `arrays.zeros` needs
TEAMS = int(SIDES)
PARTNER = 2
ALL_SPADES = np.int64(SUIT) << RANKS * SPADES

LONG = 3  # spades after which the novice counts each as a trick
SIMULATED_CARDS = 12000  # approximate number of simulated cards for a decision
MOST_WORLDS = 60  # maximum of random deals
WORLDS_FOR_BIDS = 40
CAUTION = 0.8  # tricks below the mean of simulations that the expert bids
OPTIMISM = 0.1  # share of nils that succeed in simulations only
TASTE = 2e-4  # weight of the novice's preference beside the chance to win
NIL_TASTE = 2e-3  # the same for a player whose nil can still be made
SPREAD = 60.0  # approximate spread of a lead in points for each hand to come
A_HAND = 70.0  # approximate points of a side in a hand
WORST = -1000


@rule
def novice(view, mask, generator):
    """Bids its high cards, then takes tricks until the bid of its side is made, and ducks afterwards.

    - It bids a trick for each ace and king, half for a queen, and one for each spade after the third; never nil.
    - It leads its highest card, and wins as cheaply as it can, unless the partner is winning.
    - A player of a nil, or of a side that has its tricks, leads low and follows below the winning card.
    """
    if view.phase == Phase.BID:
        halves = 0
        for card in range(CARDS):
            if view.hand[card] > 0:
                rank = rank_of(card)
                halves += 2 * (rank in (ACE, KING)) + (rank == QUEEN)
        halves += 2 * max(tricks.count_suit(view.hand, SPADES) - LONG, 0)
        return highest_bid(mask, max(halves // 2, 1))
    takes, winner = wants_tricks(view), find_winner(view)
    best, most = NO_CARD, WORST
    for card in range(CARDS):
        if mask[card]:
            worth = weigh(view, card, takes, winner)
            if worth > most:
                best, most = card, worth
    return best


@rule
def highest_bid(mask, number):
    """The bid of a number of tricks, or the highest legal one below it."""
    while not mask[BID + number]:
        number -= 1
    return BID + number


@rule
def wants_tricks(view):
    """True if the own side lacks tricks, and the own bid is no nil that can still be made."""
    bid = view.bids[0] + view.bids[PARTNER]
    return view.tricks[0] + view.tricks[PARTNER] < bid and (view.bids[0] > 0 or view.tricks[0] > 0)


@rule
def find_winner(view):
    """The seat that is winning the trick; the leader before the lead."""
    return seat_of(view.leader) if view.suit_led < 0 else tricks.winner(view.trick, view.suit_led, SPADES, SEATS)


@rule
def weigh(view, card, takes, winner):
    """The novice's preference for a card; ``winner`` is the seat that is winning the trick."""
    rank = rank_ace_high(card)
    if view.suit_led < 0:
        return rank if takes else -rank
    reached = tricks.strength(card, view.suit_led, SPADES)
    wins = reached > tricks.strength(view.trick[winner], view.suit_led, SPADES)
    if takes and winner != PARTNER:
        return 100 - reached if wins else -rank - RANKS * (suit_of(card) == SPADES)
    if takes:
        return -rank - RANKS * (suit_of(card) == SPADES)
    return -reached if wins else 100 + rank


@rule
def expert(view, mask, generator):
    """Deals the unseen cards at random, consistent with what others have shown, and simulates the hand in each world.

    - In simulations all seats play by simple rules and see all cards. A player of a nil ducks, the partner covers it
      (`cover`), and the others play below it (`attack`). A side takes tricks until it has made its bid, and ducks
      afterwards (`choose_place`). The expert tries a second plan for each card, in which its side sets the others: it
      attacks their nil, or else takes all tricks it can.
    - It plays the card with the best chance to win by both totals (`chance_to_win`), in which bags cost their share.
      Among cards that are about equal the novice's preference decides, more so for a player of a nil.
    - It bids the tricks that it takes on average, less some caution, or nil if that brings more: it counts how many
      nils succeed in simulations, and takes off some, as play is harder.

    It expects others to play as in its simulations. From `random`, which does not, it wins less than `novice` does.
    A decision takes some 150 microseconds.
    """
    if mask.sum() == 1:
        return mask.argmax()
    hands, unseen = arrays.zeros(PLAYERS, np.int64), arrays.zeros((UNSEEN, CARDS), np.int64)
    look(view, hands, unseen)
    if view.phase == Phase.BID:
        return choose_bid(view, mask, hands, unseen, generator)
    return choose_card(view, mask, hands, unseen, generator)


@rule
def look(view, hands, unseen):
    """Fill in the own hand, and the knowledge of the others' hands; see `order_unseen`."""
    hands[0] = to_places(view.hand)
    seen = hands[0] | to_places(view.played)
    for card in view.trick:
        if card != NO_CARD:
            seen |= ONE << place_of(card)
    for seat in range(1, PLAYERS):
        unseen[SIZE, seat] = view.hand_sizes[seat]
        low_clubs = (ONE << max(view.clubs_from[seat] - 1, 0)) - 1
        unseen[MAY, seat] = without_voids(view.void[seat]) & ~(low_clubs << RANKS * CLUBS)
    order_unseen(unseen, EVERYTHING & ~seen, PLAYERS)


@rule
def choose_bid(view, mask, hands, unseen, generator):
    """The mean number of tricks with all taking what they can, less some caution; or nil if that brings more points."""
    bids, taken = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    playing = arrays.zeros(PLAYERS, np.int64)
    total, nils = 0, 0
    for seat in range(PLAYERS):
        bids[seat] = TRICKS if view.bids[seat] == NO_BID else view.bids[seat]
    for _ in range(WORLDS_FOR_BIDS):
        imagine(unseen, PLAYERS, hands, generator)
        for nil in range(2):
            arrays.copy(hands, playing)
            taken[:] = 0
            bids[0] = 0 if nil else TRICKS
            play_out(view, playing, taken, bids, NO_PLACE, nil == 0)
            if nil:
                nils += taken[0] == 0
            else:
                total += taken[0]
    number = max(int(total / WORLDS_FOR_BIDS + 1 - CAUTION), 1)
    made = nils / WORLDS_FOR_BIDS - OPTIMISM
    if view.nil_points * (2 * made - 1) > TRICK_POINTS * number:
        return BID
    return highest_bid(mask, number)


@rule
def choose_card(view, mask, hands, unseen, generator):
    """The card with the best mean chance to win, by the better of two plans: make the bid, or set the others."""
    playing, totals = arrays.zeros(PLAYERS, np.int64), arrays.zeros((2, CARDS), np.float64)
    bids, taken = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    for seat in range(PLAYERS):
        bids[seat] = view.bids[seat]
    cost = 2 * mask.sum() * view.hand_sizes.sum()
    worlds = min(MOST_WORLDS, max(4, SIMULATED_CARDS // cost))
    for _ in range(worlds):
        imagine(unseen, PLAYERS, hands, generator)
        for card in range(CARDS):
            if mask[card]:
                for plan in range(2):
                    arrays.copy(hands, playing)
                    for seat in range(PLAYERS):
                        taken[seat] = view.tricks[seat]
                    play_out(view, playing, taken, bids, place_of(card), plan == 1)
                    totals[plan, card] += chance_to_win(view, bids, taken)
    takes, winner = wants_tricks(view), find_winner(view)
    taste = worlds * (NIL_TASTE if view.bids[0] == 0 and view.tricks[0] == 0 else TASTE)
    best, most = NO_CARD, -math.inf
    for card in range(CARDS):
        if mask[card]:
            worth = max(totals[0, card], totals[1, card]) + taste * weigh(view, card, takes, winner)
            if worth > most:
                best, most = card, worth
    return best


@rule
def chance_to_win(view, bids, taken):
    """The approximate chance to win after a hand with these tricks; after the match 1 for a win and 0 for a loss."""
    lead, ends, most = 0.0, view.hands_left == 1 or view.hands_to_stop == 1, -math.inf
    for side in range(TEAMS):
        bid, number = bids[side] + bids[side + PARTNER], taken[side] + taken[side + PARTNER]
        points, bags = -TRICK_POINTS * bid, 0
        if number >= bid:
            bags = number - bid
            points = TRICK_POINTS * bid + bags
        for seat in range(side, PLAYERS, TEAMS):
            if bids[seat] == 0:
                points += view.nil_points if taken[seat] == 0 else -view.nil_points
        limit = view.bags[side] + view.bags_left[side]
        bags += view.bags[side]
        while bags >= limit:
            bags -= limit
            points -= view.bag_penalty
        ends |= view.hands_left == 0 and (
            points >= view.needed[side] or (view.above_mercy[side] > 0 and -points >= view.above_mercy[side])
        )
        most = max(most, points - view.needed[side])
        total = view.scores[side] + points - bags * view.bag_penalty / limit
        lead += total if side == 0 else -total
    if ends:
        return (lead > 0) + 0.001 * lead
    hands = view.hands_left - 1.0 if view.hands_left > 0 else max(-most / A_HAND, 1.0)
    return 1 / (1 + exp(-lead / (SPREAD * math.sqrt(hands))))


@rule
def play_out(view, hands, taken, bids, first, greedy):
    """Simulate the hand to its end, which empties the hands.

    Args:
        view: the seat's view.
        hands: (4,) int64, the cards of each seat.
        taken: (4,) int64, the tricks of each seat; those of later tricks are added.
        bids: (4,) int64, the bids.
        first: the place of the card that seat 0 plays now; `NO_PLACE` before the first lead.
        greedy: whether the own side sets the others: it attacks their nil, or else takes all tricks it can.
    """
    leader = seat_of(view.leader)
    player = leader if first == NO_PLACE else 0
    led = int(view.suit_led)
    _, on_table, best, taker = trick_so_far(view.trick, leader, PLAYERS, SPADES)
    broken = view.broken > 0
    while True:
        place = first
        if first == NO_PLACE:
            hand = hands[player]
            if on_table == 0 and not broken and hand & ~ALL_SPADES:
                hand &= ~ALL_SPADES
            place = choose_place(hand, hands, player, on_table, led, best, taker, taken, bids, greedy)
        first = NO_PLACE
        hands[player] ^= ONE << place
        broken |= place // RANKS == SPADES
        if on_table == 0:
            led, best, taker = place // RANKS, place, player
        elif beats(place, best, SPADES):
            best, taker = place, player
        on_table += 1
        player = (player + 1) % PLAYERS
        if on_table == PLAYERS:
            taken[taker] += 1
            if hands[taker] == 0:
                return
            player, on_table = taker, 0


@rule
def choose_place(hand, hands, player, on_table, led, best, taker, taken, bids, greedy):
    """Card choice of a seat in simulations: to duck, to cover or attack a nil, or to take tricks for the side."""
    partner = (player + PARTNER) % PLAYERS
    needed = bids[player] + bids[partner] - taken[player] - taken[partner]
    is_nil = bids[player] == 0 and taken[player] == 0
    if bids[partner] == 0 and taken[partner] == 0 and not is_nil:
        return cover(hand, hands, player, on_table, led, best, taker)
    target = find_nil(player, taken, bids)
    if target >= 0 and not is_nil and (greedy or player % TEAMS):
        return attack(hand, hands, player, on_table, led, best, taker, target)
    if is_nil or (needed <= 0 and not (greedy and player % TEAMS == 0)):
        return avoid(hand, hands, on_table, led, best, SPADES, NOTHING, NOTHING, True)
    return win_for_side(hand, hands, player, on_table, led, best, taker, SPADES)


@rule
def cover(hand, hands, player, on_table, led, best, taker):
    """Card choice of the partner of a nil: high before the partner has played, and above the partner's card."""
    if on_table == 0:
        return lead_high(hand)
    partner = (player + PARTNER) % PLAYERS
    if on_table > 1 and taker != partner:
        return win_for_side(hand, hands, player, on_table, led, best, taker, SPADES)
    cards = of_suit(hand, led)
    if cards:
        above = cards >> best - RANKS * led << best - RANKS * led if best // RANKS == led else NOTHING
        if above:
            return RANKS * led + (HIGHEST[above] if on_table == 1 else LOWEST[above])
        return RANKS * led + HIGHEST[cards] if on_table == 1 else RANKS * led + LOWEST[cards]
    return win(hand, hands, player, on_table, led, best, SPADES)


@rule
def find_nil(player, taken, bids):
    """An opponent whose nil can still be made; -1 if there is none."""
    for turn in range(1, PLAYERS, 2):
        seat = (player + turn) % PLAYERS
        if bids[seat] == 0 and taken[seat] == 0:
            return seat
    return -1


@rule
def attack(hand, hands, player, on_table, led, best, taker, target):
    """Card choice of an opponent of a nil: low if its player may win the trick, otherwise to win it."""
    if on_table == 0:
        return lead_low(hand, hands[0] | hands[1] | hands[2] | hands[3], NOTHING)
    is_to_play = (target - player) % PLAYERS < PLAYERS - on_table
    if is_to_play or taker == target:
        cards = of_suit(hand, led)
        if cards == 0:
            return play_lowest(hand, SPADES)
        below = cards & (1 << best - RANKS * led) - 1 if best // RANKS == led else cards
        return RANKS * led + (HIGHEST[below] if below and not is_to_play else LOWEST[cards])
    return win_for_side(hand, hands, player, on_table, led, best, taker, SPADES)


AGENTS = {"novice": novice, "expert": expert}
SLOW = ("expert",)  # it simulates itself; a search with novice has hundreds of simulations in place of one
MEASURED = ({"hands": 1},)
