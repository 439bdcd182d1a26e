"""Scripted agents of Black Hole: beam searches to the end of the game, the novice's narrow, the expert's wide.

A node encodes a position. Its lowest four bits are the hole's top rank. Two bits for the height of each fan follow,
then five for the fan of the first move. For each node a beam also holds the counts of remaining cards and of top cards
by rank, four bits for each rank. A child is a node that is in no beam yet. Five more bits hold the fan played last, and
the bits above them its parent's place.
"""

import numpy as np

from cardzoo.envs.engine import RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.games.black_hole import FAN_SIZE, FANS

ONE = np.int64(1)
NIBBLE = 15
RANK, FAN = 4, 5  # bits of a node
FIRST_FAN = RANK + 2 * FANS
LAST_FAN = FIRST_FAN + FAN
PARENT = LAST_FAN + FAN
POSITION = (ONE << FIRST_FAN) - 1  # the bits of the position
NODE = (ONE << LAST_FAN) - 1
ANY_FAN = (1 << FAN) - 1
NO_FAN = np.int64(FANS)  # before the first move
HEIGHTS = FAN_SIZE + 1
HASHES = 4096

NOVICE_WIDTH, EXPERT_WIDTH = 4, 128  # nodes kept at each depth
MOST_FITTING = 2 * SUITS  # top cards that can be played
NOVICE_CHILDREN, EXPERT_CHILDREN = NOVICE_WIDTH * MOST_FITTING, EXPERT_WIDTH * MOST_FITTING
FAN_WORTH, FIT_WORTH, PAIR_WORTH, LACK_COST = 4, 1, 2, 8
LEAST, MOST_WORTHS = 300, 512  # so that worths are in range

# By the hole's top rank, one card of each rank that can be played.
NEIGHBOURS = np.array([ONE << 4 * ((rank + 1) % RANKS) | ONE << 4 * ((rank - 1) % RANKS) for rank in range(RANKS)])
EVERY_RANK = sum(ONE << 4 * rank for rank in range(RANKS))
EVEN_RANKS = NIBBLE * sum(ONE << 8 * pair for pair in range(RANKS // 2 + 1))


@rule
def novice(view, mask, generator):
    """Looks ahead like the expert, but along four lines only."""
    beam, next_beam = arrays.zeros((NOVICE_WIDTH, 3), np.int64), arrays.zeros((NOVICE_WIDTH, 3), np.int64)
    children, worths = arrays.zeros(NOVICE_CHILDREN, np.int64), arrays.zeros(NOVICE_CHILDREN, np.int16)
    return look_ahead(view, beam, next_beam, children, worths)


@rule
def expert(view, mask, generator):
    """Looks to the end of the game, but keeps only the best 128 nodes of each depth (a beam search).

    A node is worth more with more fans left, with more top cards that fit, and with more pairs of neighbouring ranks
    among the top cards. It is worth less for each rank with more cards left than both neighbours together, as each card
    needs a neighbour before it. The move that leads to the best node of the greatest depth is played.
    """
    beam, next_beam = arrays.zeros((EXPERT_WIDTH, 3), np.int64), arrays.zeros((EXPERT_WIDTH, 3), np.int64)
    children, worths = arrays.zeros(EXPERT_CHILDREN, np.int64), arrays.zeros(EXPERT_CHILDREN, np.int16)
    return look_ahead(view, beam, next_beam, children, worths)


@rule
def look_ahead(view, beam, next_beam, children, worths):
    """The first move towards the best node of the greatest depth, keeping as many nodes of each depth as a beam has."""
    ranks, ones = arrays.zeros((FANS, HEIGHTS), np.int64), arrays.zeros((FANS, HEIGHTS), np.int64)
    hashes = arrays.zeros(HASHES, np.int16)
    beam[0, 0], beam[0, 1], beam[0, 2] = read_view(view, ranks, ones)
    children[0] = beam[0, 0]  # initial target of the hashes: not a child of any node
    kept, best = 1, -1
    while True:
        found = 0
        for place in range(kept):
            found = play_all(beam[place], place, ranks, ones, children, worths, found, hashes)
        if found == 0:
            return best
        best = children[np.argmax(worths[:found])] >> FIRST_FAN & ANY_FAN
        kept = keep_best(beam, ones, children, worths, found, next_beam)
        beam, next_beam = next_beam, beam
        if all_begin_alike(beam, kept):
            return best


@rule
def read_view(view, ranks, ones):
    """The node of the position, and its counts of remaining cards and of top cards by rank.

    The fans' ranks are written by fan and height, together with unit counts; height 0 is empty.
    """
    node, left, tops = NO_FAN << FIRST_FAN | view.top, np.int64(0), np.int64(0)
    for fan in range(FANS):
        pile = view.fans[fan]
        node |= np.int64(pile.height) << (RANK + 2 * fan)
        for place in range(pile.height):
            ranks[fan, place + 1] = rank_of(pile.cards[place])
            ones[fan, place + 1] = ONE << 4 * ranks[fan, place + 1]
            left += ones[fan, place + 1]
        tops += ones[fan, pile.height]
    return node, left, tops


@rule
def play_all(parent, place, ranks, ones, children, worths, found, hashes):
    """Add the successors of a node to the children, without duplicates; returns the number of children.

    The hashes hold the places of positions among the children; an overwritten one costs only time.
    """
    fitting = NEIGHBOURS[parent[0] & NIBBLE]
    for fan in range(FANS):
        height = parent[0] >> (RANK + 2 * fan) & 3
        if fitting & ones[fan, height]:
            rank = ranks[fan, height]
            node = (parent[0] - (ONE << (RANK + 2 * fan)) & ~NIBBLE) | rank
            if node >> FIRST_FAN == NO_FAN:
                node = node & POSITION | np.int64(fan) << FIRST_FAN
            position = node & POSITION
            hashed = (position ^ position >> 13 ^ 37 * (position >> 23)) % HASHES
            if children[hashes[hashed]] & POSITION != position:
                hashes[hashed] = found
                children[found] = node | fan << LAST_FAN | place << PARENT
                left, tops = count_without(parent, fan, ones)
                worths[found] = weigh(left, tops, rank)
                found += 1
    return found


@rule
def count_without(parent, fan, ones):
    """The counts of remaining cards and of top cards after a fan's top card is played."""
    height = parent[0] >> (RANK + 2 * fan) & 3
    return parent[1] - ones[fan, height], parent[2] - ones[fan, height] + ones[fan, height - 1]


@rule
def weigh(left, tops, rank):
    """The worth of a node; see `expert`. A count is at most four, so one bit of each is unused."""
    below, above = next_ranks(left, 1), next_ranks(left, RANKS - 1)
    lack = left + 8 * EVERY_RANK - below - above
    lack &= 7 * (lack >> 3 & EVERY_RANK)
    shown = (tops | tops >> 1 | tops >> 2) & EVERY_RANK
    pairs = shown & next_ranks(shown, 1)
    fitting = (next_ranks(tops, 1) + next_ranks(tops, RANKS - 1)) >> 4 * rank & NIBBLE
    worth = FAN_WORTH * add_up(tops) + FIT_WORTH * min(fitting, 4) + PAIR_WORTH * add_up(pairs)
    return LEAST + worth - LACK_COST * add_up(lack)


@rule
def next_ranks(counts, ranks):
    """Counts of ranks, shifted up cyclically by some ranks."""
    stay = 4 * (RANKS - ranks)
    return (counts & (ONE << stay) - 1) << 4 * ranks | counts >> stay


@rule
def add_up(counts):
    """The sum of counts of ranks; 256 leaves a remainder of 1 to 255, so that a number's bytes add up."""
    return ((counts & EVEN_RANKS) + (counts >> 4 & EVEN_RANKS)) % 255


@rule
def keep_best(beam, ones, children, worths, found, next_beam):
    """Fill the next beam with the best children; returns their number."""
    number = arrays.zeros(MOST_WORTHS, np.int16)
    for child in range(found):
        number[worths[child]] += 1
    least, room = MOST_WORTHS - 1, len(next_beam)
    while least > 0 and room >= number[least]:
        room -= number[least]
        least -= 1
    kept = 0
    for child in range(found):
        if worths[child] > least or (worths[child] == least and room > 0):
            room -= worths[child] == least
            next_beam[kept, 0] = children[child] & NODE
            left, tops = count_without(beam[children[child] >> PARENT], children[child] >> LAST_FAN & ANY_FAN, ones)
            next_beam[kept, 1], next_beam[kept, 2] = left, tops
            kept += 1
    return kept


@rule
def all_begin_alike(beam, kept):
    """True if all nodes of the beam come from the same first move."""
    place = 1
    while place < kept and beam[place, 0] >> FIRST_FAN == beam[0, 0] >> FIRST_FAN:
        place += 1
    return place >= kept


AGENTS = {"novice": novice, "expert": expert}
SOLVER = "cardzoo.agents.solver.games.black_hole:HINTS"
