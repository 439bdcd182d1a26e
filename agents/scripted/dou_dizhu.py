"""Scripted agents of Dou Dizhu."""

from collections.abc import Callable

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
MAIN = np.array(
    [[climbing.WIDTH[climbing.SHAPE_OF[k]] * climbing.is_main(k, r) for r in range(ALL_RANKS)] for k in range(KINDS)]
)
CARDS_OF = MAIN.sum(axis=1) + (climbing.CARRIED * climbing.UNIT)[climbing.SHAPE_OF]

SLACK = 2  # worth that a reply to an opponent may cost
URGENT = 8  # the same if that opponent has few cards
FEW = 5
DESPERATE = 100  # if there are hardly any
HARDLY_ANY = 2
LOW = 7  # the partner's moves below this rank may be beaten
GAIN = 3  # least gain for which that is done
SURE = 1000  # worth of a win that nobody can prevent
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
      each plane, and two of them together (`judge`). Threes, planes and fours carry the cards that it misses least.
    - High cards and bombs are worth more, so they are held back.
    - It goes out if it can. It counts the cards, and plays up to three moves that nobody can beat if one move is left
      after them, bombs and the rocket first.
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
    """The lowest of the units that the hand misses least; ``left`` are the cards besides the move so far."""
    ranks = 0
    for rank in range(ALL_RANKS):
        ranks |= int(mask[CARRY + rank]) << rank
    return CARRY + carry(left, ranks, view.unit, view.to_carry)


@rule
def choose_kind(left, view, mask):
    """The kind after which the hand is worth most, by the expert's rules; ``left`` is scratch space."""
    unseen = arrays.zeros(ALL_RANKS, np.int64)
    count_unseen(view, unseen)
    largest = max(view.hand_sizes[1], view.hand_sizes[2])
    arrays.copy(view.hand, left)
    best, most = PASS, judge(left) + reluctance(view)
    if not mask[PASS]:
        most = LEAST
    for kind in range(KINDS):
        if mask[KIND + kind]:
            arrays.copy(view.hand, left)
            take_off(left, kind)
            if arrays.total(left) == 0:
                return KIND + kind
            worth = judge(left) - risk(view, kind)
            if not can_be_beaten(kind, unseen, largest) and goes_out(left, unseen, largest):
                worth = SURE + kind  # the last kinds are bombs, which double the stake
            if worth > most:
                best, most = KIND + kind, worth
    return best


@rule
def take_off(left, kind):
    """Take a kind's cards off a hand: the main part, and the units that the hand misses least."""
    shape, ranks = climbing.SHAPE_OF[kind], 0
    for rank in range(ALL_RANKS):
        left[rank] -= MAIN[kind, rank]
        ranks |= int(MAIN[kind, rank] == 0) << rank
    if climbing.CARRIED[shape] > 0:
        carry(left, ranks, climbing.UNIT[shape], climbing.CARRIED[shape])


@rule
def carry(left, ranks, unit, units):
    """Take units of some ranks off a hand, one by one those that it misses least; returns the lowest rank."""
    lowest = ALL_RANKS
    for _ in range(units):
        best, most = -1, LEAST
        for rank in range(ALL_RANKS):
            if ranks >> rank & 1 and left[rank] >= unit:
                left[rank] -= unit
                worth = judge(left)
                left[rank] += unit
                if worth > most:
                    best, most = rank, worth
        if best >= 0:
            left[best] -= unit
            lowest = min(lowest, best)
    return lowest


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
def is_one_move(left, unseen, largest):
    """Returns whether some cards are a whole move."""
    found, cards = False, arrays.total(left)
    for kind in range(KINDS):
        found |= cards == CARDS_OF[kind] and has_main(left, kind) and carries_rest(left, kind)
    return found


def going_out(goes_out_then: Callable[..., bool]) -> Callable[..., bool]:
    """``goes_out(left, unseen, largest)``: by one move, or after a sure one with ``goes_out_then``, as a rule."""

    @rule
    def goes_out(left, unseen, largest) -> bool:
        """Returns whether a leader goes out with these cards, whatever the unseen cards and the largest hand are."""
        rest = arrays.zeros(ALL_RANKS, np.int64)
        if is_one_move(left, unseen, largest):
            return True
        for kind in range(KINDS):
            is_alone = climbing.CARRIED[climbing.SHAPE_OF[kind]] == 0
            if is_alone and has_main(left, kind) and not can_be_beaten(kind, unseen, largest):
                for rank in range(ALL_RANKS):
                    rest[rank] = left[rank] - MAIN[kind, rank]
                if goes_out_then(rest, unseen, largest):
                    return True
        return False

    return goes_out


@rule
def has_main(left, kind):
    """Returns whether some cards have a kind's main part."""
    has = True
    for rank in range(ALL_RANKS):
        has &= left[rank] >= MAIN[kind, rank]
    return has


@rule
def carries_rest(left, kind):
    """Returns whether a kind can carry along what is not in its main part; the number of cards is right."""
    shape = climbing.SHAPE_OF[kind]
    for rank in range(ALL_RANKS):
        number = left[rank] - MAIN[kind, rank]
        is_uneven = climbing.UNIT[shape] == climbing.PAIR and number not in (0, climbing.PAIR)
        prolongs = climbing.LENGTH[shape] > 1 and number > climbing.PAIR and rank < CHAINED
        if is_uneven or number == COPIES or prolongs or (number > 0 and MAIN[kind, rank] > 0):
            return False
    return climbing.CARRIED[shape] == 0 or not (left[SMALL_JOKER] and left[BIG_JOKER])


@rule
def count_unseen(view, unseen):
    """Count the cards of each rank that the others may hold."""
    for rank in range(ALL_RANKS):
        unseen[rank] = (COPIES if rank < NATURAL else 1) - view.hand[rank]
        for seat in range(len(view.played)):
            unseen[rank] -= view.played[seat, rank]


@rule
def can_be_beaten(kind, unseen, largest):
    """Returns whether some of the unseen cards could beat a kind, in a hand that is not larger than the largest."""
    shape = climbing.SHAPE_OF[kind]
    sort = climbing.SORT[shape]
    if sort == Sort.ROCKET:
        return False
    bombs = ranks_with(unseen, COPIES) if largest >= COPIES else 0
    if sort == Sort.BOMB:
        bombs >>= climbing.LOWEST[kind] + 1
    if bombs > 0 or (unseen[SMALL_JOKER] and unseen[BIG_JOKER] and largest > 1):
        return True
    higher = climbing.lowest_ranks(ranks_with(unseen, climbing.WIDTH[shape]), shape)
    return CARDS_OF[kind] <= largest and higher >> (climbing.LOWEST[kind] + 1) > 0


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


goes_out = going_out(going_out(is_one_move))

AGENTS = {"novice": novice, "expert": expert}
