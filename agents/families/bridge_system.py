"""Bidding system of bridge: the call of a player who follows it.

Seats are counted from the own seat, 0; the partner is 2. A bid is a number, 0 for 1♣ to 34 for 7NT. The system card is
in the docstring of the expert in `cardzoo.agents.scripted.bridge`.
"""

import numpy as np

from cardzoo.agents.families.bridge_auction import (
    A_KING,
    DIAMONDS,
    FIT,
    FIVE_CLUBS,
    FOUR_NO_TRUMP,
    GAME,
    HEARTS,
    HIGH,
    JUMP_SHIFT,
    LAST_TAKEOUT,
    LENGTHS,
    LOW,
    MOST_POINTS,
    NO_TRUMP,
    NONE,
    ONE_NO_TRUMP,
    OPENING,
    PARTNER,
    RESPONSE,
    REVERSE,
    SHOWN,
    SLAM,
    SPADES,
    STRONG,
    THREE_NO_TRUMP,
    TOO_STRONG,
    TWO_CLUBS,
    TWO_DIAMONDS,
    TWO_HEARTS,
    TWO_NO_TRUMP,
    TWO_SPADES,
    WEAK,
    count_hand,
    is_game_bid,
    is_overcall,
    mean_points,
    read_auction,
)
from cardzoo.envs.engine import RANKS, SUITS, arrays, rule
from cardzoo.envs.families.bridge_scores import BIDS, LEVELS, STRAINS
from cardzoo.envs.games.bridge import BID, DOUBLE, PASS, PLAYERS

OPENING_LENGTH = 20  # points and cards of the two longest suits of an opening hand
LIMITED = 6  # spread of the points that a hand has shown, from which on the partner places the contract
SHORTNESS = np.array([5, 3, 1])  # points for a void, a singleton and a doubleton with a fit
STRONG_REPLY = 17
GRAND_SLAM, MINOR_GAME = 37, 28  # points of both hands


@rule
def choose_call(view, mask):
    """The call of a player who follows the system."""
    mine, shown = arrays.zeros(SHOWN, np.int64), arrays.zeros((PLAYERS, SHOWN), np.int64)
    count_hand(view.hand, mine)
    if view.level == 0:
        return open_bidding(mine, mask)
    read_auction(view, shown)
    own, theirs, highest = NONE, NONE, STRAINS * (view.level - 1) + view.trump
    own_bids = 0
    for number in range(BIDS):
        if view.bids[0, number]:
            own, own_bids = number, own_bids + 1
        if view.bids[PARTNER, number]:
            theirs = number
    if theirs == FOUR_NO_TRUMP and highest == FOUR_NO_TRUMP:
        return answer_blackwood(view, mask)
    if own == FOUR_NO_TRUMP and theirs >= FIVE_CLUBS:
        return after_blackwood(view, mask, mine, shown, theirs)
    is_takeout = highest <= LAST_TAKEOUT and highest % STRAINS != NO_TRUMP
    if not (is_takeout and theirs < 0 and own < ONE_NO_TRUMP) and wants_penalty(view, mask, mine, shown):
        return DOUBLE
    if own >= 0:
        return choose_rebid(view, mask, mine, shown, own, own_bids, theirs, highest)
    if theirs < 0:
        if view.doubles[PARTNER].any():
            return advance(view, mask, mine, shown)
        return PASS if view.doubles[0].any() and mine[LOW] < TOO_STRONG else overcall(view, mask, mine, highest)
    if is_takeout and theirs < ONE_NO_TRUMP and is_doubled_by_partner(view):
        return advance(view, mask, mine, shown)
    if shown[0, LOW] >= OPENING - A_KING:
        return after_double(view, mask, mine, shown)
    return reply(view, mask, mine, shown, theirs, highest)


@rule
def choose_rebid(view, mask, mine, shown, own, own_bids, theirs, highest):
    """The call of a player who has bid; ``own`` and ``theirs`` are the own last bid and the partner's."""
    is_free = not view.bids[1, TWO_CLUBS : max(theirs, 0)].any() and not view.bids[3, TWO_CLUBS : max(theirs, 0)].any()
    is_first = own_bids == 1 and theirs == highest and shown[0, LOW] >= OPENING
    if is_first and own == ONE_NO_TRUMP and TWO_CLUBS <= theirs <= TWO_HEARTS and is_free:
        return answer_after_no_trump(mask, mine, theirs)
    if is_first and own == TWO_CLUBS and shown[0, LOW] >= STRONG and theirs == TWO_DIAMONDS:
        return rebid_strong(mask, mine)
    if own_bids == 1 and own == SPADES and theirs == highest == ONE_NO_TRUMP and mine[LENGTHS + HEARTS] > 3:
        return legal(mask, 3 if mine[LOW] > OPENING else 2, HEARTS)  # a second suit
    if own_bids > 1 or own >= ONE_NO_TRUMP or shown[0, LOW] < OPENING:
        return place(view, mask, mine, shown)
    if theirs < 0:
        if not is_doubled_by_partner(view):
            return reopen(view, mask, mine, own, highest)
        if highest <= LAST_TAKEOUT and highest % STRAINS != NO_TRUMP:
            hearts, spades = shown[PARTNER, LENGTHS + HEARTS], shown[PARTNER, LENGTHS + SPADES]
            prefers_hearts = hearts > 0 and (spades == 0 or mine[LENGTHS + HEARTS] > mine[LENGTHS + SPADES])
            return rebid(mask, mine, shown, own, HEARTS if prefers_hearts else SPADES)
    is_new_suit = theirs % STRAINS not in (own % STRAINS, NO_TRUMP) and theirs < THREE_NO_TRUMP
    is_forced = is_new_suit and shown[PARTNER, HIGH] in (MOST_POINTS, OPENING - 1)
    if theirs == highest and (is_forced or (theirs == ONE_NO_TRUMP and not is_balanced(mine))):
        return rebid(mask, mine, shown, own, theirs)
    return place(view, mask, mine, shown)


@rule
def reopen(view, mask, mine, own, highest):
    """The opener's second call after a bid of the others, and passes of the partner: with extras, not a pass."""
    points, first, trump = mine[LOW], own % STRAINS, highest % STRAINS
    if highest > LAST_TAKEOUT or highest == own:
        return PASS
    level = cheapest_level(mask, first)
    if mine[LENGTHS + first] >= 6 and points >= 9 + 3 * level:
        return legal(mask, level + (points >= TOO_STRONG and level == 2), first)
    is_short = trump != NO_TRUMP and mine[LENGTHS + trump] <= 2 and has_others(view, mine)
    if trump != NO_TRUMP and mask[DOUBLE] and points >= (REVERSE if is_short else TOO_STRONG):
        return DOUBLE
    for other in range(SUITS):
        action = cheapest(mask, other, 2)
        is_new = other != first and mine[LENGTHS + other] >= 4 and not is_theirs(view, other)
        if is_new and action != PASS and points >= OPENING + 2 and action < BID + STRAINS + first:
            return action
    return PASS


@rule
def after_double(view, mask, mine, shown):
    """The next call of a player who has doubled for takeout, and whose partner has bid."""
    action = place(view, mask, mine, shown)
    if action != PASS or mine[LOW] < TOO_STRONG or agreed(mine, shown) != NO_TRUMP:
        return action
    suit = own_suit(view, mine)
    if suit >= 0 and mine[LENGTHS + suit] >= 5:
        return cheapest(mask, suit, 4 if suit >= HEARTS and mine[LOW] >= 20 else 3)
    return cheapest(mask, NO_TRUMP, 2) if mine[LOW] > TOO_STRONG and stops(view, mine) else PASS


@rule
def legal(mask, level, strain):
    """The bid of a level and a denomination if it is legal; a pass otherwise."""
    action = BID + STRAINS * (level - 1) + strain
    return action if level <= LEVELS and mask[action] else PASS


@rule
def cheapest(mask, strain, most):
    """The lowest legal bid of a denomination, up to a level; a pass if there is none."""
    level = cheapest_level(mask, strain)
    return legal(mask, level, strain) if level <= most else PASS


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
    suit, trump = own_suit(view, mine), highest % STRAINS
    length, level = mine[LENGTHS + suit], highest // STRAINS + 1
    points = mine[LOW] + A_KING * (view.passes == PARTNER and level == 1)
    if trump != NO_TRUMP and level == 1 and 15 <= points <= 18 and is_balanced(mine) and stops(view, mine):
        return legal(mask, 1, NO_TRUMP)
    if trump != NO_TRUMP and mask[DOUBLE] and highest <= LAST_TAKEOUT and points >= OPENING + (level > 1):
        has_major = suit >= HEARTS and length >= 5
        if (has_others(view, mine) and mine[LENGTHS + trump] <= 2 and not has_major) or points >= TOO_STRONG:
            return DOUBLE
    if length < 5 or level > 3:
        return PASS
    action = cheapest(mask, suit, 3)
    cost = (action - BID) // STRAINS
    if 6 <= mine[LOW] <= 10 and length >= 5 + cost + 1 and trump != NO_TRUMP and cost < 2 and view.passes == 0:
        return legal(mask, cost + 2, suit)
    if points >= (8 if cost == 0 else 12 if cost == 1 else 14) - (length - 5) and action != PASS:
        return action
    return PASS


@rule
def is_theirs(view, suit):
    """Returns whether an opponent has bid a suit."""
    return view.bids[1, suit::STRAINS].any() or view.bids[3, suit::STRAINS].any()


@rule
def own_suit(view, mine):
    """The longest suit that the others have not bid, of equal ones the higher; -1 if they have bid all."""
    best = NONE
    for suit in range(SUITS):
        if not is_theirs(view, suit) and (best < 0 or mine[LENGTHS + suit] >= mine[LENGTHS + best]):
            best = suit
    return best


@rule
def has_others(view, mine):
    """Returns whether a hand has three cards of each suit that the others have not bid; four if they have bid two."""
    number, least = 0, RANKS
    for suit in range(SUITS):
        if is_theirs(view, suit):
            number += 1
        else:
            least = min(least, mine[LENGTHS + suit])
    return least >= 2 + number


@rule
def stops(view, mine):
    """Returns whether a hand has a stopper in each suit of the others: A, Kx, Qxx or Jxxx."""
    for suit in range(SUITS):
        if is_theirs(view, suit):
            stopped, first = view.hand[RANKS * suit] > 0, RANKS * (suit + 1)
            for missing in range(1, SUITS):
                stopped |= view.hand[first - missing] > 0 and mine[LENGTHS + suit] > missing
            if not stopped:
                return False
    return True


@rule
def advance(view, mask, mine, shown):
    """The call after a takeout double of the partner: the best suit that the others have not bid."""
    best, most = 0, NONE
    for suit in range(SUITS):
        worth = 2 * (mine[LENGTHS + suit] + max(shown[PARTNER, LENGTHS + suit] - 3, 0)) + (suit >= HEARTS)
        if not is_theirs(view, suit) and worth > most:
            best, most = suit, worth
    length, level, least = mine[LENGTHS + best], cheapest_level(mask, best), cheapest_level(mask, NO_TRUMP)
    points = mine[LOW] + max(length - 4, 0) + shown[PARTNER, LOW] - OPENING
    is_forced = is_doubled_by_partner(view)
    if not view.doubles[PARTNER].any() or (points < (6 if level < 3 else 9) and not is_forced):
        return PASS
    theirs = mine[LENGTHS + view.trump] if view.trump != NO_TRUMP else 0
    if is_forced and (theirs >= 6 or (theirs >= 5 and mine[LOW] >= WEAK) or (length < 4 <= theirs and level > 2)):
        return PASS  # their trumps are the own ones
    if points >= 12 and length >= 4 and best >= HEARTS:
        return legal(mask, max(level, 4), best)
    can_stop = stops(view, mine)
    if points >= 12 and can_stop and mask[BID + THREE_NO_TRUMP]:
        return BID + THREE_NO_TRUMP
    if points >= 12:
        return legal(mask, max(level, 5 if points >= 15 and length > 4 else 3), best)
    if can_stop and least < 3 and points >= 4 + 3 * least and (best < HEARTS or length < 4) and length < 6:
        return legal(mask, least, NO_TRUMP)
    return legal(mask, level + (points >= 9 and level < 3 and length > 3), best)


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
    is_first = not view.bids[PARTNER, :theirs].any()
    if theirs == ONE_NO_TRUMP and highest == theirs and is_first:
        return reply_to_no_trump(mask, mine, 15 - shown[PARTNER, LOW])
    if theirs == ONE_NO_TRUMP and highest < TWO_NO_TRUMP and is_first:
        return reply_over_overcall(view, mask, mine, shown)
    if theirs == TWO_CLUBS and shown[PARTNER, LOW] >= STRONG and highest == theirs:
        suit = longest(mine)
        if points < 8:
            return BID + TWO_DIAMONDS
        return BID + TWO_NO_TRUMP if mine[LENGTHS + suit] < 5 else legal(mask, 3 if suit < HEARTS else 2, suit)
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
    if not mask[DOUBLE] or view.doubles[0].any() or highest <= theirs or highest > TWO_SPADES or strain == NO_TRUMP:
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
    if theirs >= STRAINS and strain < HEARTS and points >= 13 and stops(view, mine) and mask[BID + THREE_NO_TRUMP]:
        return BID + THREE_NO_TRUMP
    if mine[LENGTHS + strain] >= 3:
        worth = points + short_points(mine, strain) * (mine[LENGTHS + strain] > 3)
        level = (4 if strain >= HEARTS else 5) if worth >= (15 if strain >= HEARTS else 18) else 3 if worth >= 11 else 2
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
def reply_to_no_trump(mask, mine, missing):
    """The reply to 1NT: transfers, Stayman, or no trump by points; the partner has ``missing`` points less than 15."""
    points, hearts, spades = mine[LOW] - missing, mine[LENGTHS + HEARTS], mine[LENGTHS + SPADES]
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
def reply_over_overcall(view, mask, mine, shown):
    """The reply to 1NT over an overcall: a suit of five cards, forcing at the three level; 3NT, or a double."""
    suit, points = own_suit(view, mine), mine[LOW] + shown[PARTNER, LOW] - 15
    if mine[LENGTHS + suit] >= 5 and (suit >= HEARTS or points < 9):
        if points >= 9:
            return legal(mask, 4 if mine[LENGTHS + suit] >= 6 else 3, suit)
        return cheapest(mask, suit, 2) if points >= WEAK else PASS
    if points >= 9 and stops(view, mine):
        return BID + THREE_NO_TRUMP
    return DOUBLE if points >= 8 and mask[DOUBLE] else PASS


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
        most = 4 if suit >= HEARTS else max(level, 3)  # room for 3NT
        return legal(mask, min(level + (worth >= 16) + (worth >= 19), most), suit)
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
        return legal(mask, level + (points + mine[LENGTHS + first] >= REVERSE + 6), first)
    for other in range(SUITS):
        action = cheapest(mask, other, 3)
        is_reverse = action > BID + STRAINS + first
        is_new = other not in (first, suit) and mine[LENGTHS + other] >= 4
        if is_new and action != PASS and (not is_reverse or points >= REVERSE):
            return action if is_reverse or points < JUMP_SHIFT else action + STRAINS
    if suit == NO_TRUMP and points < REVERSE:
        return PASS
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
    mean = points + mean_points(shown[PARTNER])
    last = STRAINS * (view.level - 1) + view.trump
    is_ours = view.bids[0, last] > 0 or view.bids[PARTNER, last] > 0
    is_over = is_ours and is_game_bid(last)
    if last == THREE_NO_TRUMP and is_over and HEARTS <= trump < NO_TRUMP:
        return legal(mask, 4, trump)
    if is_over and shown[0, HIGH] - shown[0, LOW] <= LIMITED:
        return PASS  # the partner knew the own hand
    if mean >= SLAM and last < FOUR_NO_TRUMP and trump != NO_TRUMP:
        return BID + FOUR_NO_TRUMP
    if low >= SLAM and (last < 5 * STRAINS or not is_ours):
        return legal(mask, 7 if low >= GRAND_SLAM else 6, trump)
    action = PASS if is_over else choose_game(view, mask, mine, shown, trump)
    if action != PASS:
        return action
    if is_ours and view.bids[PARTNER, last]:
        goal = MINOR_GAME if trump < HEARTS else GAME
        if mean >= goal - 1 and low + spread >= goal and spread > 1 and not is_over:
            action = legal(mask, 2 if trump == NO_TRUMP else 3, trump)
            if action != PASS:
                return action
        return correct(view, mask, mine, shown, last, trump)
    if not is_ours and trump != NO_TRUMP and mean >= 17:
        cards = mine[LENGTHS + trump] + shown[PARTNER, LENGTHS + trump]
        return cheapest(mask, trump, min(cards - 6, 3 if mean < 22 else 4))
    return PASS


@rule
def choose_game(view, mask, mine, shown, trump):
    """The game that both hands are worth, or a pass: a major, no trump with stoppers, or a minor with more points."""
    partner = shown[PARTNER]
    points = mine[LOW] + mean_points(partner)
    if HEARTS <= trump < NO_TRUMP:
        return legal(mask, 4, trump) if points + short_points(mine, trump) >= GAME else PASS
    minor = DIAMONDS if mine[LENGTHS + 1] + partner[LENGTHS + 1] > mine[LENGTHS] + partner[LENGTHS] else 0
    cards = mine[LENGTHS + minor] + partner[LENGTHS + minor]
    can_play_minor = cards >= FIT and points + short_points(mine, minor) >= MINOR_GAME
    if points < GAME:
        return legal(mask, 5, minor) if can_play_minor else PASS
    is_safe = stops(view, mine) or view.bids[PARTNER, NO_TRUMP::STRAINS].any()
    for suit in range(SUITS):
        is_safe &= mine[LENGTHS + suit] > 0 or partner[LENGTHS + suit] >= 5
    if is_safe and mask[BID + THREE_NO_TRUMP]:
        return BID + THREE_NO_TRUMP
    if can_play_minor:
        return legal(mask, 5, minor)
    for suit in range(HEARTS, SUITS):
        if mine[LENGTHS + suit] >= 6 or partner[LENGTHS + suit] + mine[LENGTHS + suit] >= FIT - 1:
            return legal(mask, 4, suit)
    suit = own_suit(view, mine)
    if mine[LENGTHS + suit] >= 6 and not is_safe and cheapest_level(mask, suit) <= 3:
        return cheapest(mask, suit, 3)
    if mask[DOUBLE] and view.level > 1 and not is_safe:
        return DOUBLE
    return legal(mask, 3, NO_TRUMP)


@rule
def correct(view, mask, mine, shown, last, trump):
    """A pass of the partner's bid if it is playable, or the cheapest better part score."""
    strain = last % STRAINS
    if strain == NO_TRUMP:
        return PASS if trump == NO_TRUMP or last > TWO_NO_TRUMP else cheapest(mask, trump, 3)
    artificial = (last == TWO_CLUBS and shown[PARTNER, LOW] >= STRONG) or is_theirs(view, strain)
    cards = mine[LENGTHS + strain] + shown[PARTNER, LENGTHS + strain]
    is_long = cards >= FIT - 1 or shown[PARTNER, LENGTHS + strain] >= 5
    own = longest(mine)
    if mine[LENGTHS + own] >= 6 and mine[LENGTHS + strain] < 2 and cheapest(mask, own, 2) != PASS:
        return cheapest(mask, own, 2)
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
    is_short = trumps < 3 and view.level == 3
    return points >= 24 - 2 * (view.level - 3) - 2 * max(trumps - 2, 0) and mine[LOW] >= 8 and not is_short
