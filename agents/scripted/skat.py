"""Scripted agents of Skat: simple rules, and simulations with random deals of the unseen cards.

Seats are counted from the own seat, 0; the skat is a fourth hand. Sets of cards are bits for places: the 32 cards by
suit and then by rank, in the order of the contract.
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
    imagine,
    order_unseen,
    seat_of,
)
from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, arrays, rule
from cardzoo.envs.engine.cards import JACK, rank_ace_high
from cardzoo.envs.families.skat_games import (
    BASES,
    CARD_POINTS,
    ENOUGH_POINTS,
    NULLS,
    ORDERS,
    SCHNEIDER_POINTS,
    TRUMP,
    Announced,
    Contract,
    Led,
    next_value,
)
from cardzoo.envs.games.skat import (
    ACTIONS,
    ANNOUNCE,
    BID,
    HALF,
    HAND,
    JUMP,
    NAME,
    NULL_POINTS,
    OPPONENTS,
    PACK,
    PASS,
    PLAYERS,
    TAKE,
    TRICKS,
    WON,
    YES,
    Phase,
)

HANDS = PLAYERS + 1
CHOICES = len(ACTIONS.words)
GAMES, KINDS = len(Contract), len(Announced)
PLACES = len(PACK)
SUITS = len(Led)
WORLDS = 40  # random deals for a decision
WORLDS_BEFORE = 20  # before the play, for each game
ENOUGH_TRUMPS, ENOUGH_WINNERS = 6, 4  # of the novice
WORST = -10000.0
DECLARER, OTHERS, DECLARER_TRICKS, OTHERS_TRICKS, THIS_TRICK = range(5)  # results of a simulation: points, tricks
RESULTS = 5


def places_in(contract: int) -> list[int]:
    """The cards by suit and then by rank, the lowest first."""
    return sorted(
        PACK.tolist(), key=lambda card: (ORDERS[contract, card] // RANKS, rank_ace_high(ORDERS[contract, card]))
    )


CARD_AT = np.array([places_in(contract) for contract in Contract])
PLACE_OF = np.array(
    [[places_in(c).index(card) if card in PACK else NO_PLACE for card in range(CARDS)] for c in Contract]
)
SUIT_AT = np.array([[int(ORDERS[contract, card]) // RANKS for card in places_in(contract)] for contract in Contract])
POINTS_AT = CARD_POINTS[CARD_AT].astype(np.int64)
CARDS_OF = np.array(
    [
        [sum(1 << place for place in range(PLACES) if SUIT_AT[c, place] == suit) for suit in range(SUITS)]
        for c in Contract
    ]
)
IS_TRUMP = (TRUMP[:, None] == SUIT_AT).astype(np.int64)
IS_JACK = (CARD_AT % RANKS == JACK).astype(np.int64) * IS_TRUMP
SMEAR = 3 * POINTS_AT - 40 * IS_TRUMP - 20 * IS_JACK  # worth of giving a card to a trick of the own side
SPARE = -3 * POINTS_AT - 20 * IS_TRUMP - 20 * IS_JACK  # of throwing a card away
TAKE_WITH = 3 * POINTS_AT - 10 * IS_TRUMP - 20 * IS_JACK  # of winning a trick with a card
MARGIN = 0.1  # of a point in tricks, so that equal results are decided by points
SOONER = 0.1  # more for a point in this trick, which is surer than one in a later trick
RANK_AT = np.array([[rank_ace_high(ORDERS[c, card]) for card in places_in(c)] for c in Contract])
LOW_FIRST = -RANK_AT[Contract.NULL]


@rule
def novice(view, mask, generator):
    """Bids up to twice the base of its longest suit, with six trumps and four jacks or aces; it never plays null.

    It takes the skat and lays its lowest cards away. It leads its highest card, trumps first, and takes each trick that
    it can with its highest card. Otherwise it plays its lowest one.
    """
    suit = longest_suit(view)
    base = BASES[suit]
    if view.phase == Phase.BID or view.phase == Phase.ANSWER:
        value = next_value(view.bid) if view.phase == Phase.BID and lowest_bid(mask) > PASS else view.bid
        return speak(view, mask, is_good(view, suit) and value <= 2 * base)
    if view.phase == Phase.SKAT:
        return TAKE
    if view.phase == Phase.GAME:
        return PASS if mask[PASS] and not is_good(view, suit) else NAME + suit
    if view.phase == Phase.ANNOUNCE:
        return mask.argmax()
    contract = suit if view.phase == Phase.LAY else view.contract
    return choose_simply(view, mask, contract)


@rule
def longest_suit(view):
    """The suit game with the most trumps among own cards."""
    best, most = 0, -1
    for suit in range(Contract.GRAND):
        number = 0
        for card in PACK:
            number += view.hand[card] > 0 and ORDERS[suit, card] // RANKS == TRUMP[suit]
        if number >= most:
            best, most = suit, number
    return best


@rule
def is_good(view, suit):
    """Returns whether the novice bids: with six trumps and four jacks or aces."""
    trumps, winners = 0, 0
    for card in PACK:
        if view.hand[card] > 0:
            trumps += ORDERS[suit, card] // RANKS == TRUMP[suit]
            winners += card % RANKS == JACK or card % RANKS == 0
    return trumps >= ENOUGH_TRUMPS and winners >= ENOUGH_WINNERS


@rule
def lowest_bid(mask):
    """The action of the lowest bid; `PASS` if none is legal."""
    if mask[BID]:
        return BID
    for action in range(JUMP, CHOICES):
        if mask[action]:
            return action
    return PASS


@rule
def speak(view, mask, is_willing):
    """A bid or an answer."""
    if not is_willing:
        return PASS
    return YES if view.phase == Phase.ANSWER else lowest_bid(mask)


@rule
def choose_simply(view, mask, contract):
    """The highest card that wins, or else the lowest; while cards are laid away, the lowest."""
    best, highest, taker = mask.argmax(), WORST, -1.0
    for card in view.trick:
        if card != NO_CARD:
            taker = max(taker, strength(view, contract, card))
    is_null, leads = contract == Contract.NULL, taker < 0
    for card in range(CARDS):
        if mask[card]:
            reached = strength(view, contract, card)
            wins = view.phase == Phase.PLAY and not is_null and (leads or reached > taker)
            worth = reached if wins else -reached
            if worth > highest:
                best, highest = card, worth
    return best


@rule
def strength(view, contract, card):
    """The strength of a card in the trick: trumps above the suit led, above all others."""
    suit, rank = ORDERS[contract, card] // RANKS, rank_ace_high(ORDERS[contract, card])
    if suit == TRUMP[contract]:
        return 2 * RANKS + rank
    return RANKS + rank if suit == view.suit_led else rank


@rule
def expert(view, mask, generator):
    """Deals the unseen cards at random, consistent with what others have shown, and simulates the hand in each world.

    - In simulations all seats see all cards. They win tricks that they can keep, give points to partners and spare
      them otherwise. In null the declarer stays low, and the others try to stay lower.
    - It bids if the game with the best mean result wins on average, and names and announces it, by hand if that is
      better.
    - It lays away points and short suits beside trumps, and plays the card with the best mean result. Points of cards
      decide between equal results, and those of this trick count twice.
    """
    if mask.sum() == 1:
        return mask.argmax()
    if view.phase == Phase.PLAY:
        return choose_card(view, mask, generator)
    if view.phase == Phase.ANNOUNCE:
        return choose_announcement(view, mask, generator)
    if view.phase == Phase.LAY:
        contract = view.contract if view.contract >= 0 else best_game(view, generator, view.bid, False)
        return choose_discard(view, mask, contract)
    if view.phase == Phase.SKAT:
        taken = best_game(view, generator, view.bid, False)
        by_hand = best_game(view, generator, view.bid, True)
        gain = mean_result(view, by_hand, generator, view.bid, True)
        return HAND if gain > mean_result(view, taken, generator, view.bid, False) else TAKE
    if view.phase == Phase.GAME:
        contract = best_game(view, generator, view.bid, view.by_hand > 0)
        is_enough = not mask[PASS] or mean_result(view, contract, generator, 0, False) > 0
        return NAME + contract if is_enough else PASS
    bid = next_value(view.bid) if view.phase == Phase.BID else view.bid
    contract = best_game(view, generator, bid, False)
    return speak(view, mask, mean_result(view, contract, generator, bid, False) > 0)


@rule
def best_game(view, generator, bid, by_hand):
    """The game with the best mean result; null only if it reaches the bid."""
    best, most = 0, WORST
    for contract in range(GAMES):
        if contract != Contract.NULL or NULLS[int(by_hand), 1] >= bid:
            mean = mean_result(view, contract, generator, bid, by_hand)
            if mean > most:
                best, most = contract, mean
    return best


@rule
def mean_result(view, contract, generator, bid, by_hand):
    """The mean result of a game as the declarer, before the play."""
    hands, unseen = arrays.zeros(HANDS, np.int64), arrays.zeros((UNSEEN, CARDS), np.int64)
    results, total = arrays.zeros(RESULTS, np.int64), 0.0
    look(view, contract, hands, unseen)
    own = hands[0]
    announced = Announced.NOTHING
    if contract == Contract.NULL and NULLS[int(by_hand), 0] < bid:
        announced = Announced.OPEN
    for _ in range(WORLDS_BEFORE):
        hands[0] = own
        imagine(unseen, HANDS, hands, generator)
        if not by_hand:
            take_up(view, contract, hands)
        matadors = count_matadors(contract, hands[0] | hands[PLAYERS])
        play_out(view, contract, 0, hands, NO_PLACE, results)
        total += result_in(contract, matadors, int(by_hand), announced, bid, results)
    return total / WORLDS_BEFORE


@rule
def take_up(view, contract, hands):
    """The skat goes to the own hand, unless that has been; cards are laid away until ten are left."""
    if view.phase <= Phase.SKAT or (view.phase == Phase.GAME and view.bid == 0):
        hands[0] |= hands[PLAYERS]
        hands[PLAYERS] = NOTHING
    number = 0
    for place in range(PLACES):
        number += hands[0] >> place & 1
    for _ in range(number - TRICKS):
        place = discard(contract, hands[0], hands[0])
        hands[0] ^= ONE << place
        hands[PLAYERS] |= ONE << place


@rule
def discard(contract, hand, legal):
    """The card to lay away: points and short suits beside trumps; in null, high cards."""
    best, most = NO_PLACE, WORST
    for place in range(PLACES):
        if legal >> place & 1:
            suit = hand & CARDS_OF[contract, SUIT_AT[contract, place]]
            number, below = 0, 0
            for other in range(PLACES):
                number += suit >> other & 1
                below += other < place and suit >> other & 1
            worth = RANK_AT[contract, place] - 3.0 * below
            if contract != Contract.NULL:
                points = POINTS_AT[contract, place]
                has_higher = suit >> place > 1
                worth = 12.0 * (number == 1) + 5.0 * (number == 2) + points * (1.0 - 0.5 * has_higher)
                worth -= 100 * IS_TRUMP[contract, place] + 40 * (points > 10)
            if worth > most:
                best, most = place, worth
    return best


@rule
def choose_discard(view, mask, contract):
    """The card that is laid away first, with the lower code, of the best two."""
    hand, legal = NOTHING, NOTHING
    for card in PACK:
        hand |= (view.hand[card] > 0) * ONE << PLACE_OF[contract, card]
        legal |= (mask[card] > 0) * ONE << PLACE_OF[contract, card]
    first = discard(contract, hand, hand if view.laid.sum() == 0 else legal)
    if view.laid.sum() > 0:
        return CARD_AT[contract, first]
    rest = hand ^ ONE << first
    second = discard(contract, rest, rest)
    return min(CARD_AT[contract, first], CARD_AT[contract, second])


@rule
def choose_announcement(view, mask, generator):
    """The announcement with the best mean result."""
    hands, unseen = arrays.zeros(HANDS, np.int64), arrays.zeros((UNSEEN, CARDS), np.int64)
    results, totals = arrays.zeros(RESULTS, np.int64), arrays.zeros(KINDS, np.float64)
    look(view, view.contract, hands, unseen)
    own = hands[0]
    for _ in range(WORLDS):
        hands[0] = own
        imagine(unseen, HANDS, hands, generator)
        matadors = count_matadors(view.contract, hands[0] | hands[PLAYERS])
        play_out(view, view.contract, 0, hands, NO_PLACE, results)
        for announced in range(KINDS):
            totals[announced] += result_in(view.contract, matadors, view.by_hand, announced, view.bid, results)
    best = mask.argmax() - ANNOUNCE
    for announced in range(KINDS):
        if mask[ANNOUNCE + announced] and totals[announced] > totals[best]:
            best = announced
    return ANNOUNCE + best


@rule
def choose_card(view, mask, generator):
    """The card with the best mean result."""
    contract, declarer = view.contract, seat_of(view.declarer)
    hands, unseen = arrays.zeros(HANDS, np.int64), arrays.zeros((UNSEEN, CARDS), np.int64)
    playing, totals = arrays.zeros(HANDS, np.int64), arrays.zeros(CARDS, np.float64)
    results, shown = arrays.zeros(RESULTS, np.int64), NOTHING
    look(view, contract, hands, unseen)
    for card in PACK:
        if view.played[declarer, card] > 0 or view.trick[declarer] == card:
            shown |= ONE << PLACE_OF[contract, card]
    for _ in range(WORLDS):
        imagine(unseen, HANDS, hands, generator)
        matadors = count_matadors(contract, hands[declarer] | hands[PLAYERS] | shown)
        for card in PACK:
            if mask[card]:
                arrays.copy(hands, playing)
                play_out(view, contract, declarer, playing, PLACE_OF[contract, card], results)
                result = result_in(contract, matadors, view.by_hand, view.announced, view.bid, results)
                result += SOONER * results[THIS_TRICK]
                totals[card] += result if declarer == 0 else -result
    best = mask.argmax()
    for card in PACK:
        if mask[card] and totals[card] > totals[best]:
            best = card
    return best


@rule
def look(view, contract, hands, unseen):
    """Fill in the own hand, and the knowledge of the others' hands and the skat; see `order_unseen`."""
    unknown, laid, shown = NOTHING, NOTHING, NOTHING
    declarer = seat_of(view.declarer)
    hands[0] = NOTHING
    unseen[:] = 0
    total = 0
    for card in PACK:
        bit = ONE << PLACE_OF[contract, card]
        is_gone = view.played[0, card] + view.played[1, card] + view.played[2, card] > 0
        for other in view.trick:
            is_gone |= card == other
        if view.hand[card] > 0:
            hands[0] |= bit
        elif view.laid[card] > 0:
            laid |= bit
        elif view.open[card] > 0:
            shown |= bit
        elif not is_gone:
            unknown |= bit
            total += 1
    for seat in range(1, PLAYERS):
        unseen[MAY, seat] = EVERYTHING
        for suit in range(SUITS):
            if view.void[seat, suit]:
                unseen[MAY, seat] &= ~CARDS_OF[contract, suit]
        if seat == declarer and shown:
            unseen[GIVEN, seat] = shown
        else:
            unseen[SIZE, seat] = view.hand_sizes[seat]
        total -= unseen[SIZE, seat]
    unseen[GIVEN, PLAYERS] = laid
    unseen[SIZE, PLAYERS] = total
    unseen[MAY, PLAYERS] = EVERYTHING
    order_unseen(unseen, unknown, HANDS)


@rule
def count_matadors(contract, cards):
    """The number of highest trumps in a row that are among the declarer's cards, or are not."""
    number, first = 0, -1
    for place in range(PLACES - 1, -1, -1):
        if IS_TRUMP[contract, place]:
            has = int(cards >> place & 1)
            first = has if first < 0 else first
            if has != first:
                return number
            number += 1
    return number


@rule
def result_in(contract, matadors, by_hand, announced, bid, results):
    """The declarer's result after a simulation, with the additions of Seeger and Fabian; without a bid, of choice 7."""
    is_null, is_simple = contract == Contract.NULL, bid == 0
    points, others = results[DECLARER], results[OTHERS]
    is_won = results[DECLARER_TRICKS] == 0 if is_null else points >= ENOUGH_POINTS
    margin = 0.0 if is_null else MARGIN * points
    if is_simple:
        return (NULL_POINTS if is_won else -NULL_POINTS) if is_null else points - HALF
    if is_null:
        value, base = NULLS[by_hand, announced // Announced.OPEN], 1
    else:
        is_schwarz = min(results[DECLARER_TRICKS], results[OTHERS_TRICKS]) == 0
        levels = matadors + 1 + by_hand + announced
        levels += announced >= Announced.SCHNEIDER or min(points, others) <= SCHNEIDER_POINTS
        levels += announced >= Announced.SCHWARZ or is_schwarz
        base = BASES[contract]
        value = base * levels
        is_won &= announced != Announced.SCHNEIDER or others <= SCHNEIDER_POINTS
        is_won &= announced < Announced.SCHWARZ or results[OTHERS_TRICKS] == 0
    if value >= bid and is_won:
        return value + WON + margin
    lost = value if value >= bid else base * ((bid + base - 1) // base)
    return margin - 2.0 * lost - WON - OPPONENTS


@rule
def play_out(view, contract, declarer, hands, first, results):
    """Simulate the hand to its end.

    Args:
        view: the seat's view.
        contract: the game.
        declarer: the declarer's seat.
        hands: (4,) int64, the cards of each seat and the skat; the hands are emptied.
        first: the place of the card that seat 0 plays now; `NO_PLACE` before the first lead.
        results: (5,) int64, filled in: points and then tricks of the declarer and of the others, and the points of this
            trick, negative if the others win it; 0 in null.
    """
    best, led, on_table, value = NO_PLACE, -1, 0, 0
    leader = seat_of(view.leader)
    taker = leader
    results[THIS_TRICK] = 0
    for side in range(2):
        results[side], results[2 + side] = view.points[side], view.tricks[side]
    for turn in range(PLAYERS):
        seat = (leader + turn) % PLAYERS
        if view.trick[seat] != NO_CARD:
            place = PLACE_OF[contract, view.trick[seat]]
            led = SUIT_AT[contract, place] if on_table == 0 else led
            if on_table == 0 or beaters(contract, best) >> place & 1:
                best, taker = place, seat
            value += POINTS_AT[contract, place]
            on_table += 1
    player, tricks = (leader + on_table) % PLAYERS, TRICKS - view.tricks[0] - view.tricks[1]
    left = tricks
    while left > 0:
        place = (
            first if first != NO_PLACE else choose_place(contract, hands, player, declarer, on_table, led, best, taker)
        )
        first = NO_PLACE
        hands[player] ^= ONE << place
        led = SUIT_AT[contract, place] if on_table == 0 else led
        if on_table == 0 or beaters(contract, best) >> place & 1:
            best, taker = place, player
        value += POINTS_AT[contract, place]
        on_table += 1
        player = (player + 1) % PLAYERS
        if on_table == PLAYERS:
            side = 1 if taker != declarer else 0
            if left == tricks and contract != Contract.NULL:
                results[THIS_TRICK] = -value if side else value
            results[side] += value
            results[2 + side] += 1
            left = 0 if contract == Contract.NULL and side == 0 else left - 1
            player, on_table, value = taker, 0, 0
    for place in range(PLACES):
        results[DECLARER] += POINTS_AT[contract, place] * (hands[PLAYERS] >> place & 1)


@rule
def beaters(contract, place):
    """The cards that beat a card: higher ones of its suit, and trumps."""
    suit, trump = SUIT_AT[contract, place], TRUMP[contract]
    cards = CARDS_OF[contract, suit] >> (place + 1) << (place + 1)
    return cards | CARDS_OF[contract, trump] if suit != trump and trump >= 0 else cards


@rule
def answers(contract, hand, led):
    """The cards with which a hand may follow."""
    follow = hand & CARDS_OF[contract, led]
    return follow if follow else hand


@rule
def most(worths, cards):
    """The place of the card with the highest worth."""
    best, highest = NO_PLACE, WORST
    for place in range(PLACES):
        if cards >> place & 1 and worths[place] > highest:
            best, highest = place, float(worths[place])
    return best


@rule
def choose_place(contract, hands, player, declarer, on_table, led, best, taker):
    """Card choice of a seat in simulations; it knows all hands.

    It wins a trick that the next player cannot take from its side, and gives points to one that its side wins. It
    spares points and trumps otherwise.
    """
    if on_table == 0:
        return lead(contract, hands, player, declarer)
    legal = answers(contract, hands[player], led)
    if contract == Contract.NULL:
        return duck(hands, legal, player, declarer, on_table, best, taker)
    is_own, beating = (taker == declarer) == (player == declarer), legal & beaters(contract, best)
    after, has_partner = NOTHING, False
    if on_table == 1:
        other = (player + 1) % PLAYERS
        has_partner = player != declarer and other != declarer
        after = answers(contract, hands[other], led)
        if has_partner and after & beaters(contract, best):
            return most(SMEAR[contract], legal)
        after = NOTHING if has_partner else after
    if is_own and after & beaters(contract, best) == 0:
        return most(SMEAR[contract], legal)
    safe = NOTHING
    for place in range(PLACES):
        if beating >> place & 1 and after & beaters(contract, place) == 0:
            safe |= ONE << place
    return most(TAKE_WITH[contract], safe) if safe else most(SPARE[contract], legal)


@rule
def lead(contract, hands, player, declarer):
    """The lead of a seat in simulations: a card that wins, trumps first for the declarer, or a low one."""
    best, highest, trumps = NO_PLACE, WORST, NOTHING
    for other in range(PLAYERS):
        if other != player and (other == declarer or player == declarer) and contract != Contract.NULL:
            trumps |= hands[other] & CARDS_OF[contract, TRUMP[contract]]
    for place in range(PLACES):
        if hands[player] >> place & 1:
            is_sure = True
            for other in range(PLAYERS):
                if other != player and (other == declarer or player == declarer):
                    reply = answers(contract, hands[other], SUIT_AT[contract, place])
                    is_sure &= reply & beaters(contract, place) == 0
            worth = float(SPARE[contract, place])
            if contract == Contract.NULL:
                worth = lead_in_null(hands, player, declarer, place, is_sure)
            elif is_sure:
                worth = 100.0 + POINTS_AT[contract, place]
                worth += 100 * (IS_TRUMP[contract, place] and player == declarer and trumps > 0)
            if worth > highest:
                best, highest = place, worth
    return best


@rule
def lead_in_null(hands, player, declarer, place, is_sure):
    """The worth of a lead in null: low cards; for the others, those below all of the declarer's cards of the suit."""
    worth = -float(RANK_AT[Contract.NULL, place])
    if player == declarer:
        return worth - 100 * is_sure
    theirs = hands[declarer] & CARDS_OF[Contract.NULL, SUIT_AT[Contract.NULL, place]]
    return worth + 100 * (theirs > 0 and theirs & ~beaters(Contract.NULL, place) == 0)


@rule
def duck(hands, legal, player, declarer, on_table, best, taker):
    """Card choice in null: the highest card that does not win; the others stay low until the declarer has played."""
    below = legal & ~beaters(Contract.NULL, best)
    has_played = taker == declarer or (player + PLAYERS - declarer) % PLAYERS <= on_table
    if player == declarer:
        return most(RANK_AT[Contract.NULL], below) if below else most(LOW_FIRST, legal)
    if taker == declarer:
        return most(RANK_AT[Contract.NULL], below if below else legal)
    return most(RANK_AT[Contract.NULL] if has_played else LOW_FIRST, legal)


AGENTS = {"novice": novice, "expert": expert}
