"""Bidding system of bridge: the meaning of each player's bids, and the call of a player who follows it.

Seats are counted from the own seat, 0; the partner is 2. A bid is a number, 0 for 1♣ to 34 for 7NT. The system card is
in the docstring of the expert in `cardzoo.agents.scripted.bridge`.
"""

import numpy as np

from cardzoo.agents.families.tricks import of_suit
from cardzoo.envs.engine import RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import CARDS, rank_ace_high
from cardzoo.envs.families import tricks
from cardzoo.envs.families.bridge_scores import BIDS, LEVELS, STRAINS, Strain
from cardzoo.envs.families.ranks import COUNT
from cardzoo.envs.games.bridge import BID, DOUBLE, PASS, PLAYERS, Phase

PARTNER = 2
LOW, HIGH, LENGTHS = 0, 1, 2  # what a seat has shown: least and most points, and from `LENGTHS` on least suit lengths
SHOWN = LENGTHS + SUITS
MOST_POINTS = 37
NONE = -1
NO_TRUMP = int(Strain.NO_TRUMP)
HEARTS, SPADES, DIAMONDS = int(Strain.HEARTS), int(Strain.SPADES), int(Strain.DIAMONDS)
ONE_NO_TRUMP, TWO_CLUBS, TWO_DIAMONDS, TWO_HEARTS, TWO_SPADES, TWO_NO_TRUMP = 4, 5, 6, 7, 8, 9
THREE_NO_TRUMP, FOUR_NO_TRUMP, FIVE_CLUBS = 14, 19, 20
LAST_TAKEOUT = 13  # 3♠, the highest bid of which a double is for takeout
OPENING = 12
OPENING_LENGTH = 20  # points and cards of the two longest suits of an opening hand
STRONG = 22  # points for 2♣
RESPONSE = 6
WEAK = 5  # least points of a bid that only takes room
REVERSE, JUMP_SHIFT, STRONG_REPLY = 16, 19, 17
OVERCALL_POINTS = 16  # at most
A_KING = 3  # points that a player bids more in the last seat, as if borrowed from the partner
GAME, SLAM, GRAND_SLAM, MINOR_GAME = 25, 33, 37, 28  # points of both hands
FIT = 8  # cards of both hands
SHORTNESS = np.array([5, 3, 1])  # points for a void, a singleton and a doubleton with a fit


@rule
def high_card_points(hand):
    """Points for high cards: 4 for an ace, 3 for a king, 2 for a queen and 1 for a jack."""
    points = 0
    for card in range(CARDS):
        points += hand[card] * max(rank_ace_high(card) - RANKS + 4, 0)
    return points


@rule
def count_hand(hand, mine):
    """Fill in the points and the lengths of a hand, (`SHOWN`,) int64."""
    mine[LOW] = high_card_points(hand)
    for suit in range(SUITS):
        mine[LENGTHS + suit] = tricks.count_suit(hand, suit)


@rule
def read_auction(view, shown):
    """Fill in what the bids and doubles of all seats have shown.

    Args:
        view: the seat's view.
        shown: (4, `SHOWN`) int64, zeros: by seat the least and the most points and the least length of each suit.
    """
    first, last = arrays.zeros(PLAYERS, np.int64), arrays.zeros(PLAYERS, np.int64)
    for seat in range(PLAYERS):
        first[seat] = last[seat] = NONE
        shown[seat, HIGH] = MOST_POINTS
    highest = NONE
    read_passes(view, shown)
    for number in range(BIDS):
        for seat in range(PLAYERS):
            if view.bids[seat, number]:
                read_bid(shown, seat, number, first, last, highest)
                first[seat] = number if first[seat] < 0 else first[seat]
                last[seat] = highest = number
        for seat in range(PLAYERS):
            if view.doubles[seat, number] and first[seat] < 0 and number % STRAINS != NO_TRUMP:
                read_double(shown, seat, number, first[(seat + PARTNER) % PLAYERS])


@rule
def read_passes(view, shown):
    """Fill in what passes have shown: no opening hand before the first bid, and no reply to an opening bid."""
    opener, opening = NONE, NONE
    for number in range(BIDS - 1, -1, -1):
        for seat in range(PLAYERS):
            if view.bids[seat, number]:
                opener, opening = seat, number
    seat, caller = view.dealer.argmax(), max(opener, 0)  # without a bid the seat itself is to call
    while seat != caller:
        shown[seat, HIGH] = OPENING - 1
        seat = (seat + 1) % PLAYERS
    if opener == NONE:
        return
    between, partner = (opener + 1) % PLAYERS, (opener + PARTNER) % PLAYERS
    is_silent = not view.bids[between].any() and not view.doubles[between].any()
    is_silent &= not view.bids[partner].any() and not view.doubles[partner].any()
    if is_silent and opening < ONE_NO_TRUMP and (opener < PARTNER or view.phase == Phase.PLAY):
        shown[partner, HIGH] = RESPONSE - 1


@rule
def read_double(shown, seat, number, theirs):
    """The meaning of a suit bid's double by a seat that has not bid: for takeout, or after the partner's opening bid.

    Args:
        shown: see `read_auction`.
        seat: the seat.
        number: the bid that it has doubled.
        theirs: the partner's first bid before; -1 without one.
    """
    if number > LAST_TAKEOUT:
        return
    if theirs < 0:
        show(shown[seat], OPENING, MOST_POINTS, NONE, 0)
    elif theirs < ONE_NO_TRUMP and shown[(seat + PARTNER) % PLAYERS, LOW] >= OPENING:
        for suit in range(HEARTS, SUITS):
            if suit not in (number % STRAINS, theirs):
                show(shown[seat], RESPONSE, MOST_POINTS, suit, 4)


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
def read_bid(shown, seat, number, first, last, highest):
    """Narrow what a seat has shown by its next bid; see `read_auction`.

    Args:
        shown: see `read_auction`.
        seat: the seat.
        number: its bid.
        first: by seat, the first bid; -1 without one.
        last: by seat, the last one.
        highest: the highest bid before.
    """
    partner = (seat + PARTNER) % PLAYERS
    strain = number % STRAINS
    jump = number // STRAINS - max((highest - strain) // STRAINS + 1, 0)
    if first[seat] < 0 and first[partner] < 0:
        if highest < 0:
            read_opening(shown[seat], number)
        elif shown[partner, LOW] >= OPENING:
            show(shown[seat], 9 * (jump > 0), 12 if jump > 0 else 9, strain, 4)
        elif strain == NO_TRUMP:
            show(shown[seat], 15, 18, NONE, 0)
        elif jump:
            show(shown[seat], WEAK, 10, strain, 5 + number // STRAINS)
        else:
            show(shown[seat], 8 if number < STRAINS else 10, OVERCALL_POINTS, strain, 5)
    elif first[seat] < 0:
        read_reply(shown, seat, number, last[partner], highest, jump)
    elif not is_artificial(number, first[seat], last[partner]):
        read_rebid(shown, seat, number, first, jump)


@rule
def show(row, low, high, suit, length):
    """Narrow what a seat has shown: to a range of points, and a least length of a suit if there is one."""
    row[LOW] = max(row[LOW], min(low, row[HIGH]))
    row[HIGH] = max(min(row[HIGH], high), row[LOW])
    if 0 <= suit < SUITS:
        row[LENGTHS + suit] = max(row[LENGTHS + suit], length)


@rule
def read_opening(row, number):
    """The meaning of an opening bid."""
    strain = number % STRAINS
    if strain == NO_TRUMP:
        low = 15 if number == ONE_NO_TRUMP else 20
        show(row, low, low + 2 - (number > ONE_NO_TRUMP), NONE, 0)
        for suit in range(SUITS):
            row[LENGTHS + suit] = 2
    elif number == TWO_CLUBS:
        show(row, STRONG, MOST_POINTS, NONE, 0)
    elif number < STRAINS:
        show(row, OPENING, 21, strain, 5 if strain >= HEARTS else 3)
    else:
        show(row, WEAK, 10, strain, number // STRAINS + 5)


@rule
def read_reply(shown, seat, number, theirs, highest, jump):
    """The meaning of the first bid of a seat whose partner has bid; ``theirs`` is the partner's last bid."""
    strain, row = number % STRAINS, shown[seat]
    if is_overcall(shown[(seat + PARTNER) % PLAYERS]) and strain not in (NO_TRUMP, theirs % STRAINS):
        show(row, 8, 15, strain, 5)
    elif theirs == highest == ONE_NO_TRUMP and number < TWO_NO_TRUMP:
        if number == TWO_CLUBS:
            show(row, 8, MOST_POINTS, NONE, 0)
        elif number <= TWO_HEARTS:
            show(row, 0, MOST_POINTS, strain + 1, 5)
    elif theirs == TWO_NO_TRUMP and number == THREE_NO_TRUMP and shown[(seat + PARTNER) % PLAYERS, LOW] >= 20:
        show(row, 4, 11, NONE, 0)
    elif theirs == ONE_NO_TRUMP and strain == NO_TRUMP:
        show(row, 8 if number == TWO_NO_TRUMP else 10, 9 if number == TWO_NO_TRUMP else 16, NONE, 0)
    elif theirs == TWO_CLUBS and number == TWO_DIAMONDS:
        show(row, 0, 7, NONE, 0)
    elif number == FOUR_NO_TRUMP:
        show(row, 16, MOST_POINTS, NONE, 0)
    elif strain == NO_TRUMP:
        low = 6 if number < STRAINS else 10 if number < THREE_NO_TRUMP else 13
        show(row, low, 9 if number < STRAINS else 12 if number < THREE_NO_TRUMP else 16, NONE, 0)
    elif strain == theirs % STRAINS:
        show(row, 6 if jump == 0 else 10 if jump == 1 else 12, 9 + 3 * jump, strain, 3 + (strain < HEARTS))
    else:
        low = 16 if jump else 6 if number < STRAINS else 10
        show(row, low, MOST_POINTS, strain, 5 if number > STRAINS and strain >= HEARTS else 4)


@rule
def is_overcall(row):
    """Returns whether the first bid of a seat was an overcall of a suit: fewer points than an opening bid shows."""
    return 8 <= row[LOW] < OPENING and row[HIGH] == OVERCALL_POINTS


@rule
def is_artificial(number, own, theirs):
    """Returns whether a later bid answers a convention: of one's own first bid, and the partner's last one."""
    if theirs == FOUR_NO_TRUMP:
        return FIVE_CLUBS <= number < FIVE_CLUBS + STRAINS
    if own != ONE_NO_TRUMP:
        return number == FOUR_NO_TRUMP
    is_transfer = theirs in (TWO_DIAMONDS, TWO_HEARTS) and number == theirs + 1
    return is_transfer or (theirs == TWO_CLUBS and number == TWO_DIAMONDS)


@rule
def read_rebid(shown, seat, number, first, jump):
    """The meaning of a later bid of a seat."""
    row, partner = shown[seat], (seat + PARTNER) % PLAYERS
    strain, is_first = number % STRAINS, first[partner] < 0 or first[seat] < first[partner]
    is_strong = row[LOW] >= OPENING and is_first
    if first[seat] == ONE_NO_TRUMP:
        show(row, 0, MOST_POINTS, strain, 4)
        return
    if first[partner] == ONE_NO_TRUMP:
        is_game = number >= THREE_NO_TRUMP
        show(row, 10 if is_game else 8, MOST_POINTS if is_game else 9, strain, 5)
    elif strain == NO_TRUMP:
        if is_strong:
            show(row, 18 if jump else OPENING, 19 if jump else 14, NONE, 0)
        else:
            show(row, 13 if number >= THREE_NO_TRUMP else 10, 16 if number >= THREE_NO_TRUMP else 12, NONE, 0)
    elif row[LENGTHS + strain] > 0 or shown[partner, LENGTHS + strain] > 0:
        own = row[LENGTHS + strain] > 0
        low, step = (OPENING, 3) if is_strong else (6, 4)
        show(row, low + step * jump + (jump > 0), low + step * jump + step, strain, 6 if own else 3 + is_strong)
    elif is_strong and first[seat] < STRAINS:
        is_reverse = number > first[seat] + STRAINS
        show(row, JUMP_SHIFT if jump else REVERSE if is_reverse else OPENING, 21 if jump else 18, strain, 4)
    else:
        show(row, 0, MOST_POINTS, strain, 4)


@rule
def choose_call(view, mask):
    """The call of a player who follows the system."""
    mine, shown = arrays.zeros(SHOWN, np.int64), arrays.zeros((PLAYERS, SHOWN), np.int64)
    count_hand(view.hand, mine)
    if view.level == 0:
        return open_bidding(mine, mask)
    read_auction(view, shown)
    own, theirs, highest = NONE, NONE, NONE
    own_bids = 0
    for number in range(BIDS):
        if view.bids[0, number]:
            own, own_bids = number, own_bids + 1
        if view.bids[PARTNER, number]:
            theirs = number
        for seat in range(PLAYERS):
            highest = number if view.bids[seat, number] else highest
    if theirs == FOUR_NO_TRUMP and highest == FOUR_NO_TRUMP:
        return answer_blackwood(view, mask)
    if wants_penalty(view, mask, mine, shown):
        return DOUBLE
    if own < 0 and theirs < 0:
        if view.doubles[PARTNER].any():
            return advance(view, mask, mine)
        return PASS if view.doubles[0].any() and mine[LOW] < REVERSE else overcall(view, mask, mine, highest)
    if own == FOUR_NO_TRUMP and theirs >= FIVE_CLUBS:
        return after_blackwood(view, mask, mine, shown, theirs)
    if own < 0:
        return reply(view, mask, mine, shown, theirs, highest)
    if own == ONE_NO_TRUMP and theirs == highest and TWO_CLUBS <= theirs <= TWO_HEARTS:
        return answer_after_no_trump(mask, mine, theirs)
    if own == TWO_CLUBS and shown[0, LOW] >= STRONG and own_bids == 1 and theirs == highest == TWO_DIAMONDS:
        return rebid_strong(mask, mine)
    if own_bids == 1 and own < ONE_NO_TRUMP:
        if theirs < 0 and is_doubled_by_partner(view) and highest <= LAST_TAKEOUT and highest % STRAINS != NO_TRUMP:
            hearts, spades = shown[PARTNER, LENGTHS + HEARTS], shown[PARTNER, LENGTHS + SPADES]
            prefers_hearts = hearts > 0 and (spades == 0 or mine[LENGTHS + HEARTS] > mine[LENGTHS + SPADES])
            return rebid(mask, mine, shown, own, HEARTS if prefers_hearts else SPADES)
        limits = shown[PARTNER, HIGH]
        is_new_suit = theirs == highest and theirs % STRAINS not in (own % STRAINS, NO_TRUMP)
        if is_new_suit and limits in (MOST_POINTS, OPENING - 1) and theirs < THREE_NO_TRUMP:
            return rebid(mask, mine, shown, own, theirs)
    return place(view, mask, mine, shown)


@rule
def legal(mask, level, strain):
    """The bid of a level and a denomination if it is legal; a pass otherwise."""
    action = BID + STRAINS * (level - 1) + strain
    return action if level <= LEVELS and mask[action] else PASS


@rule
def cheapest(mask, strain, most):
    """The lowest legal bid of a denomination, up to a level; a pass if there is none."""
    for level in range(1, most + 1):
        if mask[BID + STRAINS * (level - 1) + strain]:
            return BID + STRAINS * (level - 1) + strain
    return PASS


@rule
def is_balanced(mine):
    """Returns whether a hand has no singleton, and one doubleton at most."""
    doubletons = 0
    for suit in range(SUITS):
        if mine[LENGTHS + suit] < 2:
            return False
        doubletons += mine[LENGTHS + suit] == 2
    return doubletons <= 1


@rule
def longest(mine):
    """The longest suit; of equal ones the higher if they have five cards or four, the lower of three."""
    best = 0
    for suit in range(1, SUITS):
        length = mine[LENGTHS + suit]
        if length > mine[LENGTHS + best] or (length == mine[LENGTHS + best] and length > 3):
            best = suit
    return best


@rule
def open_bidding(mine, mask):
    """The opening bid, or a pass."""
    points, suit = mine[LOW], longest(mine)
    length = mine[LENGTHS + suit]
    second = 0
    for other in range(SUITS):
        if other != suit:
            second = max(second, mine[LENGTHS + other])
    if points >= STRONG:
        return BID + TWO_CLUBS
    if is_balanced(mine) and (15 <= points <= 17 or 20 <= points <= 21):
        return BID + (ONE_NO_TRUMP if points <= 17 else TWO_NO_TRUMP)
    if points >= OPENING or (points >= OPENING - 1 and points + length + second >= OPENING_LENGTH):
        if suit >= HEARTS and length < 5:
            suit = DIAMONDS if mine[LENGTHS + DIAMONDS] > 3 or mine[LENGTHS] < 3 else 0
            if mine[LENGTHS] > mine[LENGTHS + suit]:
                suit = 0
        return BID + suit
    if points >= 6 and length >= 7:
        return BID + (min(length, 8) - 5) * STRAINS + suit
    if points >= 6 and length == 6 and suit > 0:
        return BID + STRAINS + suit
    return PASS


@rule
def overcall(view, mask, mine, highest):
    """The first call of a side after a bid of the others: an overcall, a takeout double, or a pass."""
    suit, trump = longest(mine), highest % STRAINS
    length, level = mine[LENGTHS + suit], highest // STRAINS + 1
    points = mine[LOW] + A_KING * (view.passes == PARTNER and level == 1)
    if trump != NO_TRUMP and level == 1 and 15 <= points <= 18 and is_balanced(mine):
        return legal(mask, 1, NO_TRUMP)
    if trump != NO_TRUMP and mask[DOUBLE] and highest <= LAST_TAKEOUT and points >= OPENING + (level > 1):
        has_others = True
        for other in range(SUITS):
            has_others &= other == trump or mine[LENGTHS + other] >= 3
        if (has_others and mine[LENGTHS + trump] <= 2) or points >= 18:
            return DOUBLE
    if suit == trump or length < 5 or level > 3:
        return PASS
    action = cheapest(mask, suit, 3)
    cost = (action - BID) // STRAINS
    if 6 <= mine[LOW] <= 10 and length >= 5 + cost + 1 and trump != NO_TRUMP and cost < 2 and view.passes == 0:
        return legal(mask, cost + 2, suit)
    if points >= (8 if cost == 0 else 12 if cost == 1 else 14) - (length - 5) and action != PASS:
        return action
    return PASS


@rule
def advance(view, mask, mine):
    """The call after a takeout double of the partner: the best suit that the others have not bid."""
    best, most = NONE, NONE
    for suit in range(SUITS):
        theirs = False
        for number in range(suit, BIDS, STRAINS):
            theirs |= view.bids[1, number] > 0 or view.bids[3, number] > 0
        worth = 2 * mine[LENGTHS + suit] + (suit >= HEARTS)
        if not theirs and worth > most:
            best, most = suit, worth
    points = mine[LOW] + max(mine[LENGTHS + best] - 4, 0) - A_KING * is_borrowed(view)
    if not view.doubles[PARTNER].any() or (points < 6 and not is_doubled_by_partner(view)):
        return PASS
    level = cheapest_level(mask, best)
    if points >= 12:
        return legal(mask, max(level, 4), best) if best >= HEARTS else legal(mask, max(level, 3), NO_TRUMP)
    return legal(mask, level + (points >= 9 and level < 3), best)


@rule
def is_borrowed(view):
    """Returns whether the partner has doubled a first bid of the seat before the own one, which had passed it."""
    for number in range(STRAINS):
        if view.doubles[PARTNER, number]:
            return view.bids[3, number] > 0 and not view.bids[1].any()
    return False


@rule
def is_doubled_by_partner(view):
    """Returns whether the last call other than a pass is a double of the partner."""
    last = STRAINS * (view.level - 1) + view.trump
    return view.doubled == 1 and view.doubles[PARTNER, last] > 0


@rule
def cheapest_level(mask, strain):
    """The lowest level on which a denomination can be bid; one more than the highest if none."""
    for level in range(1, LEVELS + 1):
        if mask[BID + STRAINS * (level - 1) + strain]:
            return level
    return LEVELS + 1


@rule
def reply(view, mask, mine, shown, theirs, highest):
    """The first bid of a player whose partner has bid."""
    points, strain = mine[LOW], theirs % STRAINS
    if theirs == ONE_NO_TRUMP and highest == theirs:
        return reply_to_no_trump(mask, mine)
    if theirs == TWO_CLUBS and shown[PARTNER, LOW] >= STRONG and highest == theirs:
        suit = longest(mine)
        return cheapest(mask, suit, 3) if points >= 8 and suit != DIAMONDS else BID + TWO_DIAMONDS
    if is_overcall(shown[PARTNER]):
        return reply_to_overcall(view, mask, mine, theirs, highest)
    if shown[PARTNER, LOW] == WEAK and strain < SUITS and theirs < 3 * STRAINS:
        action = raise_preempt(mask, mine, theirs)
        if action != PASS or points < REVERSE:
            return action
    if theirs >= STRAINS or shown[PARTNER, LOW] < OPENING or strain == NO_TRUMP:
        return place(view, mask, mine, shown)
    fit = mine[LENGTHS + strain] + shown[PARTNER, LENGTHS + strain] >= FIT
    if points + fit * short_points(mine, strain) < 6:
        return PASS
    if strain >= HEARTS and fit:
        worth = points + short_points(mine, strain)
        level = 2 if worth <= 9 else 3 if worth <= 12 else 4
        if worth >= 20 and mask[BID + FOUR_NO_TRUMP]:
            return BID + FOUR_NO_TRUMP
        return legal(mask, max(level, cheapest_level(mask, strain)), strain)
    if doubles_for_majors(view, mask, mine, theirs, highest):
        return DOUBLE
    best, most = NONE, 0
    for suit in range(SUITS):
        level = cheapest_level(mask, suit)
        needs = 4 if level == 1 or suit < HEARTS else 5
        enough = points >= (6 if level == 1 else 10 if level == 2 else 13)
        worth = 3 * mine[LENGTHS + suit] + 4 * (level == 1) + (suit >= HEARTS)
        if suit != strain and enough and mine[LENGTHS + suit] >= needs and worth > most:
            best, most = suit, worth
    if best >= 0 and points >= STRONG_REPLY and mine[LENGTHS + best] >= 5 and highest == theirs:
        return legal(mask, cheapest_level(mask, best) + 1, best)
    if best >= 0 and (cheapest_level(mask, best) == 1 or not fit or points >= 13):
        return cheapest(mask, best, 3)
    if fit and not (points >= 13 and is_balanced(mine)):
        return legal(mask, max(2 + (points >= 10), cheapest_level(mask, strain)), strain)
    level = 1 if points <= 9 else 2 if points <= 12 else 3
    return legal(mask, level, NO_TRUMP) if highest == theirs or points >= 8 else PASS


@rule
def doubles_for_majors(view, mask, mine, theirs, highest):
    """Returns whether a player doubles the overcall of a suit, which shows four cards of each major not yet bid."""
    strain = highest % STRAINS
    if not mask[DOUBLE] or highest <= theirs or highest > TWO_SPADES or strain == NO_TRUMP:
        return False
    has_majors, has_long = strain < HEARTS or theirs < HEARTS, False
    for suit in range(HEARTS, SUITS):
        if suit not in (strain, theirs):
            has_majors &= mine[LENGTHS + suit] >= 4
            has_long |= mine[LENGTHS + suit] >= 5
    needs = RESPONSE if view.level == 1 else RESPONSE + 2
    return has_majors and mine[LOW] >= needs and not (has_long and mine[LOW] >= needs + 2)


@rule
def reply_to_overcall(view, mask, mine, theirs, highest):
    """The first bid of a player whose partner has overcalled: a raise with three cards, a long suit, or no trump."""
    strain, points = theirs % STRAINS, mine[LOW]
    if mine[LENGTHS + strain] >= 3:
        worth = points + short_points(mine, strain) * (mine[LENGTHS + strain] > 3)
        level = 4 if worth >= 15 and strain >= HEARTS else 3 if worth >= 11 else 2
        if worth < RESPONSE or (worth < 8 and theirs >= STRAINS):
            return PASS
        level = max(level, theirs // STRAINS + 2 if worth >= 11 else 2)
        least = cheapest_level(mask, strain)
        most = max(level, mine[LENGTHS + strain] - 1)  # as many tricks as trumps
        return legal(mask, max(level, least), strain) if least <= most else PASS
    suit = longest(mine)
    level, lowest = cheapest_level(mask, suit), cheapest_level(mask, NO_TRUMP)
    if mine[LENGTHS + suit] >= 5 and suit != view.trump and points >= 6 + 2 * level and level <= 3:
        return legal(mask, level, suit)
    if highest == theirs and points >= 9 + 2 * (theirs // STRAINS):
        return legal(mask, 3 if points >= 16 else max(lowest, 2 if points >= 13 else 1), NO_TRUMP)
    return PASS


@rule
def raise_preempt(mask, mine, theirs):
    """The raise of a weak bid: to game with a strong hand, and with a weak one to as many tricks as trumps."""
    strain, points = theirs % STRAINS, mine[LOW]
    trumps = mine[LENGTHS + strain] + theirs // STRAINS + 5
    if trumps < FIT + 1 and points < REVERSE:
        return PASS
    if strain >= HEARTS and points + short_points(mine, strain) >= REVERSE and trumps >= FIT:
        return legal(mask, 4, strain)
    level = min(trumps - 6, 4 if strain >= HEARTS else 3)
    return legal(mask, level, strain) if points < REVERSE and cheapest_level(mask, strain) <= level else PASS


@rule
def reply_to_no_trump(mask, mine):
    """The reply to 1NT: transfers, Stayman, or no trump by points."""
    points, hearts, spades = mine[LOW], mine[LENGTHS + HEARTS], mine[LENGTHS + SPADES]
    if max(hearts, spades) >= 5:
        return BID + (TWO_HEARTS if spades >= hearts else TWO_DIAMONDS)
    if points < 8:
        return PASS
    if max(hearts, spades) == 4:
        return BID + TWO_CLUBS
    if points >= 17:
        return legal(mask, 6, NO_TRUMP)
    return BID + (TWO_NO_TRUMP if points < 10 else THREE_NO_TRUMP)


@rule
def answer_after_no_trump(mask, mine, theirs):
    """The opener's answer to Stayman or a transfer."""
    if theirs != TWO_CLUBS:
        return BID + theirs + 1
    if mine[LENGTHS + HEARTS] >= 4:
        return BID + TWO_HEARTS
    return BID + (TWO_HEARTS + 1 if mine[LENGTHS + SPADES] >= 4 else TWO_DIAMONDS)


@rule
def rebid(mask, mine, shown, own, theirs):
    """The opener's second bid, after a new suit of the partner."""
    points, suit = mine[LOW], theirs % STRAINS
    level = cheapest_level(mask, suit) if suit < SUITS else 0
    if suit < SUITS and mine[LENGTHS + suit] + shown[PARTNER, LENGTHS + suit] >= FIT:
        worth = points + short_points(mine, suit)
        return legal(mask, min(level + (worth >= 16) + (worth >= 19), 4), suit)
    first = own % STRAINS
    spades = suit != SPADES and mine[LENGTHS + SPADES] == 4 and cheapest_level(mask, SPADES) == 1
    if spades or (suit == DIAMONDS and mine[LENGTHS + HEARTS] == 4 and cheapest_level(mask, HEARTS) == 1):
        major = HEARTS if suit == DIAMONDS and mine[LENGTHS + HEARTS] == 4 else SPADES
        return legal(mask, 1 + (points >= JUMP_SHIFT), major)
    if is_balanced(mine):
        level = cheapest_level(mask, NO_TRUMP)
        return legal(mask, min(level + (points >= 18), 3), NO_TRUMP)
    is_strong = points >= REVERSE and max(mine[LENGTHS + HEARTS], mine[LENGTHS + SPADES]) >= 4  # a second suit first
    if mine[LENGTHS + first] >= 6 and not (is_strong and first < HEARTS):
        level = cheapest_level(mask, first)
        return legal(mask, level + (points >= REVERSE), first)
    for other in range(SUITS):
        action = cheapest(mask, other, 3)
        is_reverse = action > BID + STRAINS + first
        is_new = other not in (first, suit) and mine[LENGTHS + other] >= 4
        if is_new and action != PASS and (not is_reverse or points >= REVERSE):
            return action if is_reverse or points < JUMP_SHIFT else action + STRAINS
    if mine[LENGTHS + first] >= 5:
        return cheapest(mask, first, 3)
    return cheapest(mask, NO_TRUMP, 3)


@rule
def rebid_strong(mask, mine):
    """The second bid after 2♣ and the weak answer 2♦: no trump if balanced, or the longest suit."""
    if is_balanced(mine):
        return legal(mask, 2 if mine[LOW] < GAME else 3, NO_TRUMP)
    return cheapest(mask, longest(mine), 3)


@rule
def short_points(mine, trump):
    """Points for short suits with a trump fit."""
    points = 0
    for suit in range(SUITS):
        if suit != trump and mine[LENGTHS + suit] < len(SHORTNESS):
            points += SHORTNESS[mine[LENGTHS + suit]]
    return points


@rule
def agreed(mine, shown):
    """The best denomination of both hands: a major of eight cards, no trump, or a minor with a short suit."""
    best, most = NO_TRUMP, FIT - 1
    for suit in range(SUITS - 1, -1, -1):
        cards = mine[LENGTHS + suit] + shown[PARTNER, LENGTHS + suit]
        if cards > most and (suit >= HEARTS or not is_balanced(mine)) and best in (NO_TRUMP, SPADES):
            best, most = suit, cards
    return best


@rule
def place(view, mask, mine, shown):
    """The call that aims at the best contract of both hands: a game or slam, an invitation, or a part score."""
    trump, points = agreed(mine, shown), mine[LOW]
    if trump != NO_TRUMP:
        points += short_points(mine, trump)
    low, spread = points + shown[PARTNER, LOW], shown[PARTNER, HIGH] - shown[PARTNER, LOW]
    mean = low + min(spread, 4) / 2
    last = STRAINS * (view.level - 1) + view.trump
    is_ours = view.bids[0, last] > 0 or view.bids[PARTNER, last] > 0
    if mean >= SLAM and last < FOUR_NO_TRUMP and trump != NO_TRUMP:
        return BID + FOUR_NO_TRUMP
    if low >= SLAM and (last < 5 * STRAINS or not is_ours):
        return legal(mask, 7 if low >= GRAND_SLAM else 6, trump)
    if mean >= GAME and not (is_ours and is_game(view)):
        if trump != NO_TRUMP and (trump >= HEARTS or mean >= MINOR_GAME):
            return legal(mask, 4 if trump >= HEARTS else 5, trump)
        return legal(mask, 3, NO_TRUMP)
    if is_ours and view.bids[PARTNER, last]:
        if mean >= GAME - 2 and low + spread >= GAME and spread > 2 and not is_game(view):
            level = 2 if trump == NO_TRUMP else 3
            action = legal(mask, level, trump)
            if action != PASS:
                return action
        return correct(mask, mine, shown, last, trump)
    if not is_ours and trump != NO_TRUMP and mean >= 17:
        cards = mine[LENGTHS + trump] + shown[PARTNER, LENGTHS + trump]
        return cheapest(mask, trump, min(cards - 6, 3 if mean < 22 else 4))
    return PASS


@rule
def is_game(view):
    """Returns whether the last bid is a game or more."""
    return STRAINS * (view.level - 1) + view.trump >= (
        THREE_NO_TRUMP if view.trump == NO_TRUMP else 3 * STRAINS if view.trump >= HEARTS else 4 * STRAINS
    )


@rule
def correct(mask, mine, shown, last, trump):
    """A pass of the partner's bid if it is playable, or the cheapest better part score."""
    strain = last % STRAINS
    artificial = last == TWO_CLUBS and shown[PARTNER, LOW] >= 22
    if strain == NO_TRUMP:
        return PASS if trump == NO_TRUMP or last > TWO_NO_TRUMP else cheapest(mask, trump, 3)
    cards = mine[LENGTHS + strain] + shown[PARTNER, LENGTHS + strain]
    is_long = cards >= FIT - 1 or shown[PARTNER, LENGTHS + strain] >= 5
    if (is_long and not artificial) or last >= THREE_NO_TRUMP:
        return PASS
    best, most = NONE, cards
    for suit in range(SUITS):
        both = mine[LENGTHS + suit] + shown[PARTNER, LENGTHS + suit]
        if both > most and cheapest(mask, suit, 2 + artificial) != PASS:
            best, most = suit, both
    if best >= 0:
        return cheapest(mask, best, 3)
    return cheapest(mask, NO_TRUMP, 2 + artificial)


@rule
def answer_blackwood(view, mask):
    """The number of aces: 5♣ none or four, 5♦ one, 5♥ two, 5♠ three."""
    return legal(mask, 5, count_aces(view.hand) % SUITS)


@rule
def count_aces(hand):
    """Number of aces in a hand."""
    aces = 0
    for suit in range(SUITS):
        aces += hand[RANKS * suit] > 0
    return aces


@rule
def after_blackwood(view, mask, mine, shown, theirs):
    """After the answer: a small slam if at most one ace is missing, all aces and the points a grand slam, or five."""
    trump = agreed(mine, shown)
    last = STRAINS * (view.level - 1) + view.trump
    if last >= 5 * STRAINS:
        return PASS
    answer = (theirs - FIVE_CLUBS) % SUITS
    aces = count_aces(view.hand) + answer
    if aces >= SUITS - 1:
        low = mine[LOW] + short_points(mine, trump) + shown[PARTNER, LOW]
        return legal(mask, 7 if aces == SUITS and low >= GRAND_SLAM else 6, trump)
    if view.trump == trump:
        return PASS
    return cheapest(mask, trump, 6)


@rule
def wants_penalty(view, mask, mine, shown):
    """Returns whether the player doubles a high bid of the others: with most points, or with many of their trumps."""
    if not mask[DOUBLE] or view.level < 3:
        return False
    points = mine[LOW] + shown[PARTNER, LOW]
    trumps = 0 if view.trump == NO_TRUMP else mine[LENGTHS + view.trump]
    return points >= 24 - 2 * (view.level - 3) - 2 * max(trumps - 2, 0) and mine[LOW] >= 8
