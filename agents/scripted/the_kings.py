"""Scripted agents of The Kings."""

import numpy as np

from cardzoo.envs.engine import arrays, rng, rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.engine.masks import random_legal
from cardzoo.envs.games.the_kings import ALL_HOME, FOUNDATIONS, FOUNDATIONS_A_ROW, GIVE_UP, LANES, MOVE, ROWS

RANDOMLY = 0.25
PATIENCE = 300  # actions without a gain after which to give up: none of 2,500 games was won later
HOME, IN_SEQUENCE, BURIED, DEPTH, EMPTY, STUCK, LATER, WHIM = 2.0, 1.0, 1.0, 1.0, 2.0, 20.0, 0.01, 1.5
AHEAD = 3  # moves
DEPTHS = AHEAD + 1
MOVES = LANES * LANES
FAR = 99  # above any rank or depth


@rule
def novice(view, mask, generator):
    """Plays a card home if it can; else digs for the outermost card that would fit a foundation.

    It moves the outer card of that card's lane, or of the next best lane. Sometimes it moves at random, to avoid
    cycles. It gives up if it may and no card goes home.
    """
    for lane in range(LANES):
        if mask[lane]:
            return lane
    if mask[GIVE_UP]:
        return GIVE_UP
    if rng.uniform(generator) < RANDOMLY:
        return random_legal(mask, generator)
    best, least = -1, FAR
    for action in range(MOVE, GIVE_UP):
        if mask[action]:
            depth = depth_of_needed(view, (action - MOVE) // LANES)
            if best < 0 or depth < least:
                best, least = action, depth
    return best


@rule
def depth_of_needed(view, lane):
    """The number of cards outside of a lane's outermost card that would fit a foundation."""
    pile = view.lanes[lane]
    for depth in range(pile.height):
        rank = rank_of(pile.cards[pile.height - 1 - depth])
        for foundation in range(FOUNDATIONS):
            if view.foundations[foundation] == rank:
                return depth
    return FAR


@rule
def expert(view, mask, generator):
    """Plays a card home if it can; else looks three moves ahead for the best position, with some random noise.

    After each of these moves it plays all fitting cards home; `weigh` evaluates the position. The noise decides between
    sequences of similar worth: without it the expert would often move in cycles. It gives up after some hundreds of
    actions without a gain.
    """
    for lane in range(LANES):
        if mask[lane]:
            return lane
    if mask[GIVE_UP] and view.idle >= PATIENCE:
        return GIVE_UP
    lanes, heights = arrays.zeros((LANES, ALL_HOME), np.int64), arrays.zeros(LANES, np.int64)
    foundations = arrays.zeros(FOUNDATIONS, np.int64)
    copy_ranks(view, lanes, heights, foundations)
    moves, played = arrays.zeros(DEPTHS, np.int64), arrays.zeros(DEPTHS, np.int64)
    home = arrays.zeros((ALL_HOME, 2), np.int64)
    best, best_worth = random_legal(mask, generator), -np.inf
    for first in range(MOVES):
        if mask[MOVE + first] and changes_something(lanes, heights, view.whole_rows, first):
            worth = look_ahead(
                lanes, heights, foundations, view.strict_rows, view.whole_rows, moves, played, home, first
            )
            worth += WHIM * rng.uniform(generator)
            if worth > best_worth:
                best, best_worth = MOVE + first, worth
    return best


@rule
def copy_ranks(view, lanes, heights, foundations):
    """Copy the ranks of the lanes' cards, their numbers, and the foundations to a board for trial moves."""
    for lane in range(LANES):
        heights[lane] = view.lanes[lane].height
        for place in range(heights[lane]):
            lanes[lane, place] = rank_of(view.lanes[lane].cards[place])
    for foundation in range(FOUNDATIONS):
        foundations[foundation] = view.foundations[foundation]


@rule
def look_ahead(lanes, heights, foundations, strict, whole, moves, played, home, first):
    """The worth of the best position after a move and some more; all are played on the board and undone.

    Args:
        lanes: (lanes, cards) the board: ranks, the innermost card first.
        heights: (lanes,) number of cards in each lane.
        foundations: (foundations,) number of cards on each foundation.
        strict: True if cards go only to the foundations of their own rows.
        whole: True if an empty row takes a card only while it is empty in both groups.
        moves: (DEPTHS,) scratch: the current move at each depth.
        played: (DEPTHS,) scratch: number of cards played home before each of them.
        home: (cards, 2) scratch: the lane and the foundation of each card played home.
        first: the move, like all moves ``LANES * source + target``.
    """
    moves[0] = first
    best = try_move(lanes, heights, foundations, strict, moves, played, home, 0)
    made = 1
    moves[made] = -1
    while made > 0:
        moves[made] = next_move(lanes, heights, whole, moves, played, made)
        if moves[made] < MOVES:
            best = max(best, try_move(lanes, heights, foundations, strict, moves, played, home, made))
            made += 1
            moves[made] = -1
        else:
            made -= 1
            take_back_home(lanes, heights, foundations, home, played[made], played[made + 1])
            move(lanes, heights, moves[made] % LANES, moves[made] // LANES)
    return best


@rule
def next_move(lanes, heights, whole, moves, played, made):
    """The next move to be tried at this depth; `MOVES` if there is none."""
    if made == AHEAD:
        return MOVES
    last, back = moves[made - 1], -1
    if played[made - 1] == played[made]:
        back = LANES * (last % LANES) + last // LANES
    for other in range(moves[made] + 1, MOVES):
        if other != back and changes_something(lanes, heights, whole, other):
            return other
    return MOVES


@rule
def changes_something(lanes, heights, whole, tried):
    """True if a lane's outer card fits another lane, unless it is alone and would only change its empty lane.

    Only the first of several empty lanes counts.
    """
    source, target = tried // LANES, tried % LANES
    if source == target or heights[source] == 0:
        return False
    if heights[target] > 0:
        return abs(lanes[source, heights[source] - 1] - lanes[target, heights[target] - 1]) == 1
    for lane in range(target):
        if is_open(heights, whole, lane):
            return False
    return heights[source] > 1 and is_open(heights, whole, target)


@rule
def is_open(heights, whole, lane):
    """True if a lane is empty and takes any card."""
    return heights[lane] == 0 and (not whole or heights[(lane + ROWS) % LANES] == 0)


@rule
def try_move(lanes, heights, foundations, strict, moves, played, home, made):
    """Make a move at this depth and play fitting cards home; returns the worth of the position."""
    move(lanes, heights, moves[made] // LANES, moves[made] % LANES)
    played[made + 1] = play_home(lanes, heights, foundations, strict, home, played[made])
    return weigh(lanes, heights, foundations) - LATER * made


@rule
def move(lanes, heights, source, target):
    """Move a lane's outer card."""
    heights[source] -= 1
    lanes[target, heights[target]] = lanes[source, heights[source]]
    heights[target] += 1


@rule
def play_home(lanes, heights, foundations, strict, home, played):
    """Play cards home as long as any fits; returns the total number."""
    lane = tried = 0
    while tried < LANES:
        foundation = -1
        if heights[lane] > 0:
            foundation = find_foundation(foundations, strict, lane, lanes[lane, heights[lane] - 1])
        if foundation >= 0:
            foundations[foundation] += 1
            heights[lane] -= 1
            home[played, 0], home[played, 1] = lane, foundation
            played += 1
            tried = 0
        else:
            lane = (lane + 1) % LANES
            tried += 1
    return played


@rule
def find_foundation(foundations, strict, lane, rank):
    """The first foundation that takes a rank from a lane, or -1."""
    first, last = 0, FOUNDATIONS
    if strict:
        first = lane % ROWS * FOUNDATIONS_A_ROW
        last = first + FOUNDATIONS_A_ROW
    for foundation in range(first, last):
        if foundations[foundation] == rank:
            return foundation
    return -1


@rule
def take_back_home(lanes, heights, foundations, home, played, now_played):
    """Undo plays home beyond a former number."""
    for card in range(now_played - 1, played - 1, -1):
        lane, foundation = home[card, 0], home[card, 1]
        foundations[foundation] -= 1
        lanes[lane, heights[lane]] = foundations[foundation]
        heights[lane] += 1


@rule
def weigh(lanes, heights, foundations):
    """The worth of a position.

    Cards at home, empty lanes, and cards next to their neighbours in rank are good. Cards outside of lower ones in
    their lane are bad, and so are cards outside of the nearest one that would fit a foundation. Having no move is
    worst.
    """
    worth, needed = 0.0, 0  # ranks as a set: bit k for rank k
    for foundation in range(FOUNDATIONS):
        worth += HOME * foundations[foundation]
        needed |= 1 << foundations[foundation]
    nearest, outer, empty = FAR, 0, False
    for lane in range(LANES):
        height = heights[lane]
        if height == 0:
            worth += EMPTY
            empty = True
            continue
        lowest = before = FAR
        for place in range(height):
            rank = lanes[lane, place]
            if rank > lowest:
                worth -= BURIED
            else:
                lowest = rank
            if abs(rank - before) == 1:
                worth += IN_SEQUENCE
            if needed >> rank & 1:
                nearest = min(nearest, height - 1 - place)
            before = rank
        outer |= 1 << before
    if nearest < FAR:
        worth -= DEPTH * nearest
    if not empty and outer & outer << 1 == 0:
        worth -= STUCK
    return worth


AGENTS = {"novice": novice, "expert": expert}
SOLVER = "cardzoo.agents.solver.games.the_kings:HINTS"
