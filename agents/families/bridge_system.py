"""Bidding system of bridge: the meaning of each player's bids, and the call of a player who follows it.

Seats are counted from the own seat, 0; the partner is 2. A bid is a number, 0 for 1♣ to 34 for 7NT. The system card is
in the docstring of the expert in `cardzoo.agents.scripted.bridge`.
"""

import numpy as np

from cardzoo.envs.engine import RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import CARDS, rank_ace_high
from cardzoo.envs.families import tricks
from cardzoo.envs.families.bridge_scores import BIDS, LEVELS, STRAINS, Strain
from cardzoo.envs.games.bridge import BID, DOUBLE, PASS, PLAYERS

PARTNER = 2
LOW, HIGH, LENGTHS = 0, 1, 2  # what a seat has shown: least and most points, and from `LENGTHS` on least suit lengths
SHOWN = LENGTHS + SUITS
MOST_POINTS = 37
NONE = -1
NO_TRUMP = int(Strain.NO_TRUMP)
HEARTS, SPADES, DIAMONDS = int(Strain.HEARTS), int(Strain.SPADES), int(Strain.DIAMONDS)
ONE_NO_TRUMP, TWO_CLUBS, TWO_DIAMONDS, TWO_HEARTS, TWO_NO_TRUMP = 4, 5, 6, 7, 9
THREE_NO_TRUMP, FOUR_NO_TRUMP, FIVE_CLUBS = 14, 19, 20
LAST_TAKEOUT = 13  # 3♠, the highest bid of which a double is for takeout
OPENING = 12
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
    for number in range(BIDS):
        for seat in range(PLAYERS):
            if view.bids[seat, number]:
                read_bid(shown, seat, number, first, last, highest)
                first[seat] = number if first[seat] < 0 else first[seat]
                last[seat] = highest = number
        for seat in range(PLAYERS):
            silent = first[seat] < 0 and first[(seat + PARTNER) % PLAYERS] < 0
            if view.doubles[seat, number] and silent and number <= LAST_TAKEOUT and number % STRAINS != NO_TRUMP:
                shown[seat, LOW] = OPENING


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
            show(shown[seat], 5, 10, strain, 6)
        else:
            show(shown[seat], 8 if number < STRAINS else 11, 16, strain, 5)
    elif first[seat] < 0:
        read_reply(shown, seat, number, last[partner], highest, jump)
    elif not is_artificial(number, first[seat], last[partner]):
        read_rebid(shown, seat, number, first, jump)


@rule
def show(row, low, high, suit, length):
    """Narrow what a seat has shown: to a range of points, and a least length of a suit if there is one."""
    row[LOW], row[HIGH] = max(row[LOW], low), max(min(row[HIGH], high), low)
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
        show(row, 22, MOST_POINTS, NONE, 0)
    elif number < STRAINS:
        show(row, OPENING, 21, strain, 5 if strain >= HEARTS else 3)
    else:
        show(row, 5, 10, strain, 6 if number < 2 * STRAINS else 7)


@rule
def read_reply(shown, seat, number, theirs, highest, jump):
    """The meaning of the first bid of a seat whose partner has bid; ``theirs`` is the partner's last bid."""
    strain, row = number % STRAINS, shown[seat]
    if theirs == highest == ONE_NO_TRUMP and number < TWO_NO_TRUMP:
        if number == TWO_CLUBS:
            show(row, 8, MOST_POINTS, NONE, 0)
        elif number <= TWO_HEARTS:
            show(row, 0, MOST_POINTS, strain + 1, 5)
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
        if shown[PARTNER, LOW] >= OPENING:
            return advance(view, mask, mine)
        return overcall(view, mask, mine, highest)
    if own == FOUR_NO_TRUMP and theirs >= FIVE_CLUBS:
        return after_blackwood(view, mask, mine, shown, theirs)
    if own < 0:
        return reply(view, mask, mine, shown, theirs, highest)
    if own == ONE_NO_TRUMP and theirs == highest and TWO_CLUBS <= theirs <= TWO_HEARTS:
        return answer_after_no_trump(mask, mine, theirs)
    is_new_suit = theirs == highest and shown[PARTNER, HIGH] == MOST_POINTS and theirs % STRAINS != own % STRAINS
    if own_bids == 1 and is_new_suit and own != ONE_NO_TRUMP and theirs < THREE_NO_TRUMP:
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
    if points >= 22:
        return BID + TWO_CLUBS
    if is_balanced(mine) and (15 <= points <= 17 or 20 <= points <= 21):
        return BID + (ONE_NO_TRUMP if points <= 17 else TWO_NO_TRUMP)
    if points >= OPENING or (points == OPENING - 1 and length >= 6):
        if suit >= HEARTS and length < 5:
            suit = DIAMONDS if mine[LENGTHS + DIAMONDS] > 3 or mine[LENGTHS] < 3 else 0
            if mine[LENGTHS] > mine[LENGTHS + suit]:
                suit = 0
        return BID + suit
    if points >= 6 and length >= 7:
        return BID + 2 * STRAINS + suit
    if points >= 6 and length == 6 and suit > 0:
        return BID + STRAINS + suit
    return PASS


@rule
def overcall(view, mask, mine, highest):
    """The first call of a side after a bid of the others: an overcall, a takeout double, or a pass."""
    points, suit, trump = mine[LOW], longest(mine), highest % STRAINS
    length, level = mine[LENGTHS + suit], highest // STRAINS + 1
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
    if points >= (8 if cost == 0 else 11 if cost == 1 else 13) - (length - 5) and action != PASS:
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
    points = mine[LOW] + max(mine[LENGTHS + best] - 4, 0)
    if not view.doubles[PARTNER].any() or (points < 6 and not is_doubled_by_partner(view)):
        return PASS
    level = cheapest_level(mask, best)
    if points >= 12:
        return legal(mask, max(level, 4), best) if best >= HEARTS else legal(mask, max(level, 3), NO_TRUMP)
    return legal(mask, level + (points >= 9 and level < 3), best)


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
    if theirs == TWO_CLUBS and shown[PARTNER, LOW] >= 22 and highest == theirs:
        suit = longest(mine)
        return cheapest(mask, suit, 3) if points >= 8 and suit != DIAMONDS else BID + TWO_DIAMONDS
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
    best, most = NONE, 0
    for suit in range(SUITS):
        level = cheapest_level(mask, suit)
        needs = 4 if level == 1 or suit < HEARTS else 5
        enough = points >= (6 if level == 1 else 10 if level == 2 else 13)
        worth = 3 * mine[LENGTHS + suit] + 4 * (level == 1) + (suit >= HEARTS)
        if suit != strain and enough and mine[LENGTHS + suit] >= needs and worth > most:
            best, most = suit, worth
    if best >= 0 and (cheapest_level(mask, best) == 1 or not fit or points >= 13):
        return cheapest(mask, best, 3)
    if fit and not (points >= 13 and is_balanced(mine)):
        return legal(mask, max(2 + (points >= 10), cheapest_level(mask, strain)), strain)
    level = 1 if points <= 9 else 2 if points <= 12 else 3
    return legal(mask, level, NO_TRUMP) if highest == theirs or points >= 8 else PASS


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
    if is_balanced(mine):
        level = cheapest_level(mask, NO_TRUMP)
        return legal(mask, min(level + (points >= 18), 3), NO_TRUMP)
    first = own % STRAINS
    if first < SUITS and mine[LENGTHS + first] >= 6:
        level = cheapest_level(mask, first)
        return legal(mask, level + (points >= 16), first)
    for other in range(SUITS):
        action = cheapest(mask, other, 3)
        is_reverse = action > BID + STRAINS + first
        is_new = other not in (first, suit) and mine[LENGTHS + other] >= 4
        if is_new and action != PASS and (not is_reverse or points >= 16):
            return action
    if first < SUITS and mine[LENGTHS + first] >= 5:
        return cheapest(mask, first, 3)
    return cheapest(mask, NO_TRUMP, 3)


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
    if low >= SLAM and last < FOUR_NO_TRUMP and trump != NO_TRUMP:
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
    """How many aces a hand holds."""
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
