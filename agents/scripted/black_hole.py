"""Players of Black Hole, who look to the end of the game along the best lines: the novice along few, the expert many.

A node is a number that tells a position: the hole's top rank in its lowest four bits, then two bits for the height of
each fan, then the fan that was played first to get there. Ranks are counted in numbers too, four bits for each.
"""

import numpy as np

from cardzoo.envs.engine import RANKS, rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.games.black_hole import FAN_SIZE, FANS, are_neighbours

ONE = np.int64(1)
NIBBLE = 15
RANK = 4  # bits of a node
FIRST_FAN = RANK + 2 * FANS
POSITION = (ONE << FIRST_FAN) - 1  # the bits that tell the position
HASHES = 4096

NOVICE_WIDTH, EXPERT_WIDTH = 4, 128  # nodes kept at each depth
FAN_WORTH, FIT_WORTH, PAIR_WORTH, LACK_COST = 4, 1, 2, 8
LEAST, MOST_WORTHS = 300, 512  # so that worths are never negative, nor as many as that

EVERY_RANK = sum(ONE << 4 * rank for rank in range(RANKS))
EVEN_RANKS = NIBBLE * sum(ONE << 8 * pair for pair in range(RANKS // 2 + 1))


@rule
def novice(view, mask, generator):
    """Looks ahead as the expert does, but along four lines only."""
    return look_ahead(view, NOVICE_WIDTH)


@rule
def expert(view, mask, generator):
    """Looks to the end of the game, but keeps only the best 128 nodes of each depth (a beam search).

    A node is worth more with more fans left and so more top cards to choose from; with more top cards that fit; with
    more pairs of neighbouring ranks among the top cards; with fewer ranks of which more cards are left than of both
    neighbours together, as each card needs one of those before it. The move that leads to the best node of the
    greatest depth is played.
    """
    return look_ahead(view, EXPERT_WIDTH)


@rule
def look_ahead(view, width):
    """The first move towards the best node of the greatest depth, keeping so many nodes of each depth."""
    ranks = np.zeros((FANS, FAN_SIZE + 1), np.int64)
    beam, children = np.zeros((width, 3), np.int64), np.zeros((width * FANS, 3), np.int64)
    worths, hashes = np.zeros(width * FANS, np.int64), np.zeros(HASHES, np.int64)
    beam[0, 0], beam[0, 1], beam[0, 2] = read_view(view, ranks)
    kept, best = 1, -1
    while True:
        found = 0
        for place in range(kept):
            found = play_all(beam[place], ranks, children, worths, found, hashes, best < 0)
        if found == 0:
            return best
        best = children[np.argmax(worths[:found]), 0] >> FIRST_FAN
        kept = keep_best(children, worths, found, beam)
        if all_begin_alike(beam, kept):
            return best


@rule
def read_view(view, ranks):
    """The node of the position, how many cards of each rank are left, and how many of them are top cards.

    The ranks of the fans' cards are noted by fan and height.
    """
    node, left, tops = np.int64(view.top), np.int64(0), np.int64(0)
    for fan in range(FANS):
        pile = view.fans[fan]
        node |= np.int64(pile.height) << (RANK + 2 * fan)
        for place in range(pile.height):
            ranks[fan, place + 1] = rank_of(pile.cards[place])
            left += ONE << 4 * ranks[fan, place + 1]
        if pile.height > 0:
            tops += ONE << 4 * ranks[fan, pile.height]
    return node, left, tops


@rule
def play_all(parent, ranks, children, worths, found, hashes, is_first):
    """Add the nodes that follow on one to the children, but for those that are there already; gives their number."""
    for fan in range(FANS):
        height = parent[0] >> (RANK + 2 * fan) & 3
        rank = ranks[fan, height]
        if height > 0 and are_neighbours(rank, parent[0] & NIBBLE):
            node = (parent[0] - (ONE << (RANK + 2 * fan)) & ~NIBBLE) | rank
            if is_first:
                node |= np.int64(fan) << FIRST_FAN
            position = node & POSITION
            place = (position ^ position >> 13 ^ 37 * (position >> 23)) % HASHES
            if hashes[place] != position + 1:  # else it is known; one that is forgotten costs but time
                hashes[place] = position + 1
                under = ONE << 4 * ranks[fan, height - 1] if height > 1 else np.int64(0)
                children[found, 0] = node
                children[found, 1] = parent[1] - (ONE << 4 * rank)
                children[found, 2] = parent[2] - (ONE << 4 * rank) + under
                worths[found] = weigh(children[found, 1], children[found, 2], rank)
                found += 1
    return found


@rule
def weigh(left, tops, rank):
    """What a node is worth; see `expert`. Of no rank are there more than four cards, which leaves a bit unused."""
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
    """Counts of ranks, moved up so many ranks; ace and king are neighbours."""
    stay = 4 * (RANKS - ranks)
    return (counts & (ONE << stay) - 1) << 4 * ranks | counts >> stay


@rule
def add_up(counts):
    """The sum of counts of ranks; 256 leaves a remainder of 1 to 255, so that a number's bytes add up."""
    return ((counts & EVEN_RANKS) + (counts >> 4 & EVEN_RANKS)) % 255


@rule
def keep_best(children, worths, found, beam):
    """Fill the beam with the children that are worth most; gives how many it keeps."""
    number = np.zeros(MOST_WORTHS, np.int64)
    for child in range(found):
        number[worths[child]] += 1
    least, room = MOST_WORTHS - 1, len(beam)
    while least > 0 and room >= number[least]:
        room -= number[least]
        least -= 1
    kept = 0
    for child in range(found):
        if worths[child] > least or (worths[child] == least and room > 0):
            room -= worths[child] == least
            beam[kept] = children[child]
            kept += 1
    return kept


@rule
def all_begin_alike(beam, kept):
    """Whether all nodes of the beam come from the same first move."""
    place = 1
    while place < kept and beam[place, 0] >> FIRST_FAN == beam[0, 0] >> FIRST_FAN:
        place += 1
    return place >= kept


AGENTS = {"novice": novice, "expert": expert}
