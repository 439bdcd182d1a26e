"""Meaning of the calls of a bridge auction, by the bidding system of `cardzoo.agents.families.bridge_system`.

Seats are counted from the own seat, 0; the partner is 2. A bid is a number, 0 for 1♣ to 34 for 7NT.
"""

import numpy as np

from cardzoo.envs.engine import RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import CARDS, rank_ace_high
from cardzoo.envs.families import tricks
from cardzoo.envs.families.bridge_scores import BIDS, STRAINS, Strain
from cardzoo.envs.games.bridge import PLAYERS, Phase

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
STRONG = 22  # points for 2♣
RESPONSE = 6
WEAK = 5  # least points of a bid that only takes room
REVERSE, JUMP_SHIFT = 16, 19
TOO_STRONG = 18  # points for a takeout double with any shape
OVERCALL_POINTS = 16  # at most
A_KING = 3  # points that a player bids more in the last seat, as if borrowed from the partner
GAME, SLAM = 25, 33  # points of both hands
FIT = 8  # cards of both hands


@rule
def count_hand(hand, mine):
    """Fill in the points for high cards, 4 for an ace to 1 for a jack, and the lengths of a hand, (`SHOWN`,) int64."""
    for card in range(CARDS):
        mine[LOW] += hand[card] * max(rank_ace_high(card) - RANKS + 4, 0)
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
            if view.doubles[seat, number] and number % STRAINS != NO_TRUMP and number <= LAST_TAKEOUT:
                read_double(shown, seat, number, first)


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
def read_double(shown, seat, number, first):
    """The meaning of a suit bid's double: for takeout, of the opener too, or after a bid of the partner."""
    theirs, row = first[(seat + PARTNER) % PLAYERS], shown[seat]
    if first[seat] >= 0 and theirs >= 0:
        show(row, 10, MOST_POINTS, NONE, 0)
    elif first[seat] >= 0:
        show(row, REVERSE if first[seat] < ONE_NO_TRUMP else 0, MOST_POINTS, NONE, 0)
    elif theirs < 0:
        show(row, OPENING - A_KING * is_last(first, seat, number), MOST_POINTS, NONE, 0)
    elif theirs < ONE_NO_TRUMP and shown[(seat + PARTNER) % PLAYERS, LOW] >= OPENING:
        for suit in range(HEARTS, SUITS):
            if suit not in (number % STRAINS, theirs):
                show(row, RESPONSE, MOST_POINTS, suit, 4)


@rule
def is_last(first, seat, number):
    """Returns whether the only bid before, at the one level, is passed to a seat: it then borrows a king."""
    before, after = first[(seat + PLAYERS - 1) % PLAYERS], first[(seat + 1) % PLAYERS]
    return before < 0 and after == number < STRAINS


@rule
def read_bid(shown, seat, number, first, last, highest):
    """Narrow what a seat has shown by a bid, after all seats' ``first`` and ``last`` bids and the ``highest`` one."""
    partner = (seat + PARTNER) % PLAYERS
    strain = number % STRAINS
    jump = number // STRAINS - max((highest - strain) // STRAINS + 1, 0)
    is_opener = shown[seat, LOW] >= OPENING
    if first[seat] >= 0 and is_artificial(number, first[seat] if is_opener else NONE, last[partner]):
        return
    if is_cue(shown, seat, strain):
        show(shown[seat], OPENING if first[partner] < 0 else 10, MOST_POINTS, NONE, 0)
    elif first[seat] >= 0:
        read_rebid(shown, seat, number, first, last[partner], jump)
    elif first[partner] != last[partner] and shown[seat, LOW] < OPENING - A_KING:  # it has passed or doubled before
        most = MOST_POINTS if shown[seat, LOW] else 9
        show(shown[seat], 0, most, strain, 5 if strain < SUITS and shown[partner, LENGTHS + strain] < 3 else 2)
    elif first[partner] >= 0:
        read_reply(shown, seat, number, last[partner], highest, jump)
    elif highest < 0:
        read_opening(shown[seat], number)
    elif shown[partner, LOW] > 0:
        read_advance(shown, seat, number, jump)
    elif strain == NO_TRUMP:
        borrowed = A_KING * is_last(first, seat, highest)
        show_balanced(shown[seat], 15 - borrowed, 18 - borrowed)
    elif jump:
        show(shown[seat], WEAK, 10, strain, 5 + number // STRAINS)
    else:
        show(shown[seat], 8 if number < STRAINS else 10, OVERCALL_POINTS, strain, 5)


@rule
def is_cue(shown, seat, strain):
    """Returns whether a bid is in a suit that only the others have shown: it is strong, not natural."""
    if strain == NO_TRUMP or max(shown[seat, LENGTHS + strain], shown[(seat + 2) % PLAYERS, LENGTHS + strain]) > 2:
        return False
    return max(shown[(seat + 1) % PLAYERS, LENGTHS + strain], shown[(seat + 3) % PLAYERS, LENGTHS + strain]) > 2


@rule
def is_game_bid(number):
    """Returns whether a bid is a game or more."""
    strain = number % STRAINS
    return number >= (THREE_NO_TRUMP if strain == NO_TRUMP else 3 * STRAINS if strain >= HEARTS else 4 * STRAINS)


@rule
def mean_points(row):
    """The points that a seat has shown: of a wide range, near its lower end."""
    return row[LOW] + min(row[HIGH] - row[LOW], 4) / 2


@rule
def read_game(shown, seat, strain, length):
    """The meaning of a game bid: enough with the points that the partner has shown, short suits counted; no slam."""
    partner = shown[(seat + PARTNER) % PLAYERS]
    low = GAME - int(mean_points(partner)) - 2 * (strain < SUITS)
    show(shown[seat], max(low, 0), max(SLAM - 1 - partner[LOW], 0), strain, length)


@rule
def read_advance(shown, seat, number, jump):
    """The meaning of the first bid after a takeout double of the partner."""
    row, strain, level = shown[seat], number % STRAINS, number // STRAINS
    if is_game_bid(number):
        read_game(shown, seat, strain, 4)
    elif strain == NO_TRUMP:
        show(row, 7 + 3 * level, 10 + 2 * level, NONE, 0)
    else:
        show(row, 9 * (jump > 0), 12 if jump > 0 else 9, strain, 4)


@rule
def show(row, low, high, suit, length):
    """Narrow what a seat has shown: to a range of points, and a least length of a suit if there is one."""
    row[LOW] = max(row[LOW], min(low, row[HIGH]))
    row[HIGH] = max(min(row[HIGH], high), row[LOW])
    if 0 <= suit < SUITS:
        row[LENGTHS + suit] = max(row[LENGTHS + suit], length)


@rule
def show_balanced(row, low, high):
    """Narrow what a seat has shown to a balanced hand with a range of points."""
    show(row, low, high, NONE, 0)
    for suit in range(SUITS):
        row[LENGTHS + suit] = max(row[LENGTHS + suit], 2)


@rule
def read_opening(row, number):
    """The meaning of an opening bid."""
    strain = number % STRAINS
    if strain == NO_TRUMP:
        low = 15 if number == ONE_NO_TRUMP else 20
        show_balanced(row, low, low + 2 - (number > ONE_NO_TRUMP))
    elif number == TWO_CLUBS:
        show(row, STRONG, MOST_POINTS, NONE, 0)
    elif number < STRAINS:
        show(row, OPENING, 21, strain, 5 if strain >= HEARTS else 3)
    else:
        show(row, WEAK, 10, strain, number // STRAINS + 5)


@rule
def read_reply(shown, seat, number, theirs, highest, jump):
    """The meaning of the first bid of a seat whose partner has bid; ``theirs`` is the partner's last bid."""
    strain, row, partner = number % STRAINS, shown[seat], shown[(seat + PARTNER) % PLAYERS]
    is_opening = theirs < STRAINS and partner[LOW] >= OPENING
    if row[LOW] >= OPENING - A_KING:  # it has doubled for takeout
        is_raise = strain == theirs % STRAINS
        show(row, REVERSE if is_raise else TOO_STRONG, MOST_POINTS, strain, 3 if is_raise else 5)
    elif is_game_bid(number) and number != FOUR_NO_TRUMP and not (is_opening and strain in (theirs, NO_TRUMP)):
        read_game(shown, seat, strain, 3 if strain == theirs % STRAINS else 5)
    elif is_overcall(partner):
        if strain == NO_TRUMP:
            show(row, 9 + 4 * (number // STRAINS), 12 + 3 * (number // STRAINS), NONE, 0)
        elif strain == theirs % STRAINS:
            low = 10 if jump else RESPONSE + 2 * (theirs >= STRAINS)
            show(row, low, low + 4, strain, 3)
        else:
            show(row, 8, 15, strain, 5)
    elif theirs == ONE_NO_TRUMP:
        read_reply_to_no_trump(row, number, highest)
    elif theirs == TWO_CLUBS and partner[LOW] >= STRONG:
        if number == TWO_DIAMONDS:
            show(row, 0, 7, NONE, 0)
        elif strain == NO_TRUMP:
            show_balanced(row, 8, MOST_POINTS)
        else:
            show(row, 8, MOST_POINTS, strain, 5)
    elif number == FOUR_NO_TRUMP:
        show(row, 16, MOST_POINTS, NONE, 0)
    elif strain == NO_TRUMP:
        low = 6 if number < STRAINS else 10 if number < THREE_NO_TRUMP else 13
        show(row, low, low + 3 - (low == 10), NONE, 0)
    elif strain == theirs % STRAINS:
        show(row, 6 if jump == 0 else 10 if jump == 1 else 12, 9 + 3 * jump, strain, 3 + (strain < HEARTS))
    else:
        low = 16 if jump else 6 if number < STRAINS else 10
        show(row, low, MOST_POINTS, strain, 5 if number > STRAINS and strain >= HEARTS else 4)


@rule
def read_reply_to_no_trump(row, number, highest):
    """The meaning of a reply to 1NT below game: conventions, or natural after a bid of the others."""
    strain = number % STRAINS
    if strain == NO_TRUMP:
        show(row, 8, 9, NONE, 0)
    elif highest > ONE_NO_TRUMP:
        is_free = number < TWO_NO_TRUMP
        show(row, 4 if is_free else 9, 8 if is_free else MOST_POINTS, strain, 5)
    elif number == TWO_CLUBS:
        show(row, 8, MOST_POINTS, NONE, 0)
    elif number <= TWO_HEARTS:
        show(row, 0, MOST_POINTS, strain + 1, 5)


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
def read_rebid(shown, seat, number, first, theirs, jump):
    """The meaning of a later bid of a seat; ``theirs`` is the partner's last bid."""
    row, partner = shown[seat], (seat + PARTNER) % PLAYERS
    strain, is_first = number % STRAINS, first[partner] < 0 or first[seat] < first[partner]
    is_strong = row[LOW] >= OPENING and is_first
    is_reply = first[partner] == ONE_NO_TRUMP and shown[partner, LOW] >= OPENING
    if first[seat] == ONE_NO_TRUMP:
        show(row, 0, MOST_POINTS, strain, 4)
    elif number == FOUR_NO_TRUMP:
        return
    elif is_game_bid(number):
        known = strain < SUITS and shown[partner, LENGTHS + strain] > 2
        read_game(shown, seat, strain, 3 if known else 6 - is_reply)
        if is_reply and first[seat] == TWO_CLUBS and theirs == TWO_HEARTS and strain == NO_TRUMP:
            row[LENGTHS + SPADES] = max(row[LENGTHS + SPADES], 4)
    elif is_reply:
        show(row, 8, 9, strain, 5)
    elif strain == NO_TRUMP:
        read_no_trump_rebid(row, number, is_strong, jump > 0 or shown[partner, LOW] == 0, theirs % STRAINS == NO_TRUMP)
    elif row[LENGTHS + strain] > 2 or shown[partner, LENGTHS + strain] > 2:
        own = row[LENGTHS + strain] > 2
        low, step = (OPENING, 3) if is_strong else (6, 4)
        length = 6 if own else FIT - shown[partner, LENGTHS + strain] - (jump == 0 and not is_strong)
        show(row, low + step * jump + (jump > 0), low + step * jump + step, strain, length)
    elif is_strong and first[seat] < STRAINS:
        is_reverse = number > first[seat] + STRAINS
        show(row, JUMP_SHIFT if jump else REVERSE if is_reverse else OPENING, 21 if jump else 18, strain, 4)
    else:
        show(row, (OPENING + 1) * (jump > 0), MOST_POINTS, strain, 4 + (row[LOW] >= STRONG))


@rule
def read_no_trump_rebid(row, number, is_opener, is_strong, is_raise):
    """The meaning of a later bid of no trump below game: of the opener, strong or not, or of the partner."""
    if not is_opener:
        show(row, RESPONSE if number < STRAINS else 10, 9 if number < STRAINS else 12, NONE, 0)
        return
    low = 16 if is_raise else 18 if is_strong else OPENING
    show_balanced(row, low, low + 1 + (low < 18))
