"""Scripted agents of Dou Dizhu."""

import numpy as np

from cardzoo.envs.engine import arrays, rule
from cardzoo.envs.families import climbing
from cardzoo.envs.families.climbing import CHAINED, KINDS, Sort
from cardzoo.envs.families.rank_sets import ALL_RANKS, BIG_JOKER, COPIES, NATURAL, SMALL_JOKER, ranks_with
from cardzoo.envs.games.dou_dizhu import BID, CARRY, HIGHEST_BID, KIND, PASS, Phase

MIDDLE = 7  # the rank that is worth nothing: the 10
TURN = 7  # cost of a move that is still to be made
BOMB = 14  # worth of a bomb, besides its rank
ROCKET = 20
CHAIN = 1  # worth of a chain, besides its highest rank
LEAST_CHAIN = int(np.argmax(climbing.SORT == Sort.CHAIN))
AFTER_CHAINS = int(np.argmax(climbing.SORT == Sort.PLANE_WITH_SINGLES))

SLACK = 2  # worth that a reply to an opponent may cost
URGENT = 8  # the same if that opponent has few cards
FEW = 5
DESPERATE = 100  # if there are hardly any
HARDLY_ANY = 2
LOW = 7  # the partner's moves below this rank may be beaten
GAIN = 3  # least gain for which that is done
GIVE_AWAY = 25  # cost of a lead that an opponent with one or two cards may need
LEAST = -10_000
BIDS = (0, 6, 7, 9)  # strength needed for each bid


@rule
def novice(view, mask, generator):
    """Plays the lowest move that beats the last one, whoever made it, and keeps bombs; leads chains, then low singles.

    It leads the longest chain, or else the lowest single, and carries the lowest cards along. It bids 1 with two cards
    above the ace, 2 with three, and 3 with more.
    """
    if view.phase == Phase.BID:
        high = view.hand[NATURAL - 1] + view.hand[SMALL_JOKER] + view.hand[BIG_JOKER]
        return lower_bid(mask, min(max(high - 1, 0), HIGHEST_BID))
    if view.to_carry > 0:
        return CARRY + mask[CARRY:BID].argmax()
    best, longest = PASS, 0
    for kind in range(KINDS):
        shape = climbing.SHAPE_OF[kind]
        if mask[KIND + kind] and not (mask[PASS] and climbing.SORT[shape] >= Sort.BOMB):
            is_chain = not mask[PASS] and climbing.SORT[shape] == Sort.CHAIN
            length = climbing.LENGTH[shape] if is_chain else 1
            if length > longest:
                best, longest = KIND + kind, length
    return best


@rule
def lower_bid(mask, bid):
    """A bid, or nothing if it is not allowed any more."""
    return BID + bid if mask[BID + bid] else BID


@rule
def expert(view, mask, generator):
    """Plays the move after which its hand is worth most, and passes if that is less than with a pass.

    - The worth of a hand is that of the moves into which it splits best, less a cost for each. It tries each chain,
      each plane, and two of them together (`judge`). Threes take low cards along.
    - High cards and bombs are worth more, so they are held back.
    - It goes out if it can, and plays what nobody can beat if one move is left after that.
    - It beats an opponent with few cards at higher cost, also with bombs. It leads no single if an opponent has one
      card, and no pair if one has two.
    - A peasant does not beat the other peasant's move, but for a low one with a gain. With the landlord's pass, or
      if the other has few cards, it never does.
    - It bids by its jokers, 2s, aces and bombs.
    """
    if view.phase == Phase.BID:
        return choose_bid(view, mask)
    left = arrays.zeros(ALL_RANKS, np.int64)
    if view.to_carry > 0:
        for rank in range(ALL_RANKS):
            left[rank] = view.hand[rank] - view.begun[rank]
        return choose_carried(left, view, mask)
    return choose_kind(left, view, mask)


@rule
def choose_bid(view, mask):
    """The highest bid for which the hand is strong enough, if it is allowed."""
    hand = view.hand
    strength = 4 * hand[BIG_JOKER] + 3 * hand[SMALL_JOKER] + 2 * hand[NATURAL - 1] + hand[CHAINED - 1]
    for rank in range(CHAINED):
        strength += 4 * (hand[rank] == COPIES)
    best = 0
    for bid in range(1, HIGHEST_BID + 1):
        if strength >= BIDS[bid]:
            best = bid
    return lower_bid(mask, best)


@rule
def choose_carried(left, view, mask):
    """The unit that the hand misses least; ``left`` are the cards besides the move so far."""
    best, most = -1, LEAST
    for rank in range(ALL_RANKS):
        if mask[CARRY + rank]:
            left[rank] -= view.unit
            worth = judge(left)
            left[rank] += view.unit
            if worth > most:
                best, most = rank, worth
    return CARRY + best


@rule
def choose_kind(left, view, mask):
    """The kind after which the hand is worth most, by the expert's rules; ``left`` is scratch space."""
    arrays.copy(view.hand, left)
    best, most = PASS, judge(left) + reluctance(view)
    if not mask[PASS]:
        most = LEAST
    for kind in range(KINDS):
        if mask[KIND + kind]:
            arrays.copy(view.hand, left)
            take_off(left, kind)
            cards = arrays.total(left)
            if cards == 0:
                return KIND + kind
            worth = judge(left) - risk(view, kind)
            if is_one_move(left) and not can_be_beaten(view, kind):
                worth += DESPERATE
            if worth > most:
                best, most = KIND + kind, worth
    return best


@rule
def take_off(left, kind):
    """Take a kind's cards off a hand: the main part, and the lowest cards that could be carried, such as are alone."""
    shape = climbing.SHAPE_OF[kind]
    lowest = climbing.LOWEST[kind]
    for rank in range(lowest, lowest + climbing.LENGTH[shape]):
        left[rank] -= climbing.WIDTH[shape]
    units, unit = climbing.CARRIED[shape], climbing.UNIT[shape]
    for exact in (1, 0):
        for rank in range(ALL_RANKS):
            fits = left[rank] == unit or (exact == 0 and left[rank] > unit)
            if units > 0 and fits and not climbing.is_main(kind, rank):
                left[rank] -= unit
                units -= 1


@rule
def marked(flags):
    """The seat with a flag; 0 is the own one, -1 is none."""
    for seat in range(len(flags)):
        if flags[seat]:
            return seat
    return -1


@rule
def fewest_cards_of_opponents(view):
    """The number of cards in the smallest hand of an opponent."""
    landlord = marked(view.landlord)
    return min(view.hand_sizes[1], view.hand_sizes[2]) if landlord == 0 else view.hand_sizes[landlord]


@rule
def reluctance(view):
    """The least gain in worth for which a reply is better than a pass; a negative one is a cost that it may have."""
    landlord, owner = marked(view.landlord), marked(view.owner)
    if landlord > 0 and owner != landlord:
        is_high = view.rank_to_beat >= LOW or view.length_to_beat > 1
        is_safe = view.passed[landlord] or view.hand_sizes[3 - landlord] <= FEW
        return DESPERATE if is_high or is_safe else GAIN
    fewest = fewest_cards_of_opponents(view)
    if fewest <= HARDLY_ANY:
        return -DESPERATE
    return -(URGENT if fewest <= FEW else SLACK)


@rule
def risk(view, kind):
    """Cost of a lead that lets an opponent go out, which is less for a high one."""
    sort, rank = climbing.SORT[climbing.SHAPE_OF[kind]], climbing.LOWEST[kind]
    fewest = fewest_cards_of_opponents(view)
    if (sort == Sort.SINGLE and fewest == 1) or (sort == Sort.PAIR and fewest == 2):
        return GIVE_AWAY - 2 * rank
    return 0


@rule
def is_one_move(left):
    """Returns whether some cards are a single, a pair, a three or a bomb, or a three with one of them."""
    ranks, cards, most = 0, 0, 0
    for rank in range(ALL_RANKS):
        ranks += left[rank] > 0
        cards += left[rank]
        most = max(most, left[rank])
    return ranks == 1 or (ranks == 2 and most == 3 and cards < 6) or (left[SMALL_JOKER] + left[BIG_JOKER] == cards)


@rule
def can_be_beaten(view, kind):
    """Returns whether the cards that the seat does not see could beat a kind."""
    shape = climbing.SHAPE_OF[kind]
    unseen = arrays.zeros(ALL_RANKS, np.int64)
    has_bomb = False
    for rank in range(ALL_RANKS):
        unseen[rank] = COPIES if rank < NATURAL else 1
        unseen[rank] -= view.hand[rank]
        for seat in range(3):
            unseen[rank] -= view.played[seat, rank]
        has_bomb |= unseen[rank] == COPIES
    if has_bomb or (unseen[SMALL_JOKER] and unseen[BIG_JOKER]):
        return climbing.SORT[shape] != Sort.ROCKET
    higher = climbing.lowest_ranks(ranks_with(unseen, climbing.WIDTH[shape]), shape)
    return higher >> (climbing.LOWEST[kind] + 1) > 0


@rule
def judge(hand):
    """Worth of a hand with its best chains and planes, two at most."""
    left = arrays.zeros(ALL_RANKS, np.int64)
    best = judge_rest(hand, 0)
    for shape in range(LEAST_CHAIN, AFTER_CHAINS):
        found = climbing.lowest_ranks(ranks_with(hand, climbing.WIDTH[shape]), shape)
        for rank in range(CHAINED):
            if found >> rank & 1:
                arrays.copy(hand, left)
                room = take_chain(left, shape, rank)
                best = max(best, worth_of_chain(shape, rank) + judge_second(left, shape, room))
    return best


@rule
def judge_second(hand, first, room):
    """Worth of the cards left beside a chain, with another one from this shape on if that is better."""
    left = arrays.zeros(ALL_RANKS, np.int64)
    best = judge_rest(hand, room)
    for shape in range(first, AFTER_CHAINS):
        found = climbing.lowest_ranks(ranks_with(hand, climbing.WIDTH[shape]), shape)
        for rank in range(CHAINED):
            if found >> rank & 1:
                arrays.copy(hand, left)
                more = take_chain(left, shape, rank)
                best = max(best, worth_of_chain(shape, rank) + judge_rest(left, room + more))
    return best


@rule
def take_chain(left, shape, lowest):
    """Take a chain off a hand; returns how many singles or pairs go with it."""
    width, length = climbing.WIDTH[shape], climbing.LENGTH[shape]
    for rank in range(lowest, lowest + length):
        left[rank] -= width
    return length if width == 3 else 0


@rule
def worth_of_chain(shape, lowest):
    """Worth of a chain, less the cost of its move."""
    return lowest + climbing.LENGTH[shape] - 1 - MIDDLE + CHAIN - TURN


@rule
def judge_rest(hand, room):
    """Worth of cards without chains, less the cost of their moves; so many low singles or pairs go with planes."""
    for rank in range(NATURAL):
        room += hand[rank] == 3
    total = 0
    for rank in range(ALL_RANKS):
        number = hand[rank]
        if number == COPIES:
            total += rank - MIDDLE + BOMB - TURN
        elif number == 3 or (number > 0 and (room == 0 or rank >= CHAINED)):
            total += rank - MIDDLE - TURN
        elif number > 0:
            room -= 1
    if hand[SMALL_JOKER] and hand[BIG_JOKER]:
        total += ROCKET + TURN - (SMALL_JOKER + BIG_JOKER - 2 * MIDDLE)
    return total


AGENTS = {"novice": novice, "expert": expert}
