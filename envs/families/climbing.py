"""Combinations of ranks for climbing games, in which a move beats another one of its shape by a higher main part.

A *shape* is a sort of combination with its length: a pair, a chain of six, three threes with three pairs. Its *main
part* is ``length`` consecutive ranks with ``width`` cards each. A *kind* is a shape with its lowest rank. Kinds count
from 0, shape by shape, each from the lowest rank up. Some shapes carry units along: singles, or pairs. A whole move is
a kind and the ranks of these units.

Suits never count: a hand is ``counts``, the number of cards of each of the ranks of `rank_sets`. ``carried`` is the
number of units of each rank that a move has so far. The options are:

- ``strict_kickers``: whether carried singles are all of different ranks;
- ``adjoining``: whether three cards of a rank that could prolong a plane may be carried;
- ``quads``: whether four cards of a rank may carry others.

In a round the players move in turn. The state has ``best``, the kind of the move to beat, and ``owner``, its player;
``last``, the ranks of each player's last move in the round, none after a pass; ``begun``, the kind of the move that
``player`` has begun, and ``carried``. With cards, it has ``hands`` and ``played``, a set for each seat.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from cardzoo.envs.engine import arrays, rule
from cardzoo.envs.families.rank_sets import (
    ALL_RANKS,
    BIG_JOKER,
    CODES,
    COPIES,
    NATURAL,
    RANK_NAMES,
    SMALL_JOKER,
    count_ranks,
    ranks_with,
)
from cardzoo.envs.scene import listed

CHAINED = 12  # ranks of chains and planes: 3 to ace
WIDTHS = COPIES + 1
MOST_OF_A_RANK = 3  # carried as singles
SINGLE, PAIR = 1, 2  # cards of a unit
_WIDTH_WORDS = {3: "three", 4: "four"}
NOTHING = NOBODY = -1  # in place of a kind, or of a seat


class Sort(IntEnum):
    """Sorts of combinations."""

    SINGLE = 0
    PAIR = 1
    THREE = 2
    THREE_WITH_SINGLE = 3
    THREE_WITH_PAIR = 4
    CHAIN = 5
    PAIRS = 6
    PLANE = 7
    PLANE_WITH_SINGLES = 8
    PLANE_WITH_PAIRS = 9
    FOUR_WITH_SINGLES = 10
    FOUR_WITH_PAIRS = 11
    BOMB = 12
    ROCKET = 13


class Shape(NamedTuple):
    """Shape of combinations.

    Attributes:
        sort: the sort.
        width: cards of each rank of the main part.
        length: consecutive ranks of the main part.
        lowest: lowest ranks that the main part can have.
        carried: number of units carried along.
        unit: cards of a unit: 1 for singles, 2 for pairs, 0 without any.
    """

    sort: Sort
    width: int
    length: int
    lowest: range
    carried: int = 0
    unit: int = 0


def _chains(sort: Sort, width: int, lengths: range, unit: int = 0) -> list[Shape]:
    """Shapes of consecutive ranks, which carry a unit for each rank if they carry any."""
    return [Shape(sort, width, length, range(CHAINED + 1 - length), length * (unit > 0), unit) for length in lengths]


_ANY = range(NATURAL)
SHAPES = (
    Shape(Sort.SINGLE, 1, 1, range(ALL_RANKS)),
    Shape(Sort.PAIR, 2, 1, _ANY),
    Shape(Sort.THREE, 3, 1, _ANY),
    Shape(Sort.THREE_WITH_SINGLE, 3, 1, _ANY, 1, SINGLE),
    Shape(Sort.THREE_WITH_PAIR, 3, 1, _ANY, 1, PAIR),
    *_chains(Sort.CHAIN, 1, range(5, 13)),
    *_chains(Sort.PAIRS, 2, range(3, 11)),
    *_chains(Sort.PLANE, 3, range(2, 7)),
    *_chains(Sort.PLANE_WITH_SINGLES, 3, range(2, 6), SINGLE),
    *_chains(Sort.PLANE_WITH_PAIRS, 3, range(2, 5), PAIR),
    Shape(Sort.FOUR_WITH_SINGLES, 4, 1, _ANY, 2, SINGLE),
    Shape(Sort.FOUR_WITH_PAIRS, 4, 1, _ANY, 2, PAIR),
    Shape(Sort.BOMB, 4, 1, _ANY),
    Shape(Sort.ROCKET, 1, 2, range(SMALL_JOKER, BIG_JOKER)),
)
SORT = np.array([shape.sort for shape in SHAPES], np.int64)
WIDTH = np.array([shape.width for shape in SHAPES], np.int64)
LENGTH = np.array([shape.length for shape in SHAPES], np.int64)
CARRIED = np.array([shape.carried for shape in SHAPES], np.int64)
UNIT = np.array([shape.unit for shape in SHAPES], np.int64)
LOWEST_RANKS = np.array([sum(1 << rank for rank in shape.lowest) for shape in SHAPES], np.int64)
"""The lowest ranks that each shape can have, as bits."""
FIRST = np.cumsum([0] + [len(shape.lowest) for shape in SHAPES[:-1]]) - [shape.lowest[0] for shape in SHAPES]
"""The number to which a lowest rank is added to get the kind."""
SHAPE_OF = np.repeat(np.arange(len(SHAPES)), [len(shape.lowest) for shape in SHAPES])
LOWEST = np.array([rank for shape in SHAPES for rank in shape.lowest], np.int64)
KINDS = len(LOWEST)
MOST_LENGTH = int(LENGTH.max())
MOST_CARRIED = int(CARRIED.max())


def kinds_of(sort: Sort) -> list[int]:
    """Kinds of a sort, in order."""
    return [kind for kind in range(KINDS) if SORT[SHAPE_OF[kind]] == sort]


def ends_of(kind: int) -> list[int | str]:
    """Cards at both ends of a kind's main part, with a word between them; one card if it has a single rank."""
    lowest, length = int(LOWEST[kind]), int(LENGTH[SHAPE_OF[kind]])
    first, last = int(CODES[lowest]), int(CODES[lowest + length - 1])
    return [first, "to", last] if length > 1 else [first]


@rule
def lowest_ranks(ranks, shape):
    """The lowest ranks of the main parts of a shape that can be made of some ranks, all as bits.

    Args:
        ranks: the ranks with as many cards as the shape is wide.
        shape: the shape.
    """
    found = ranks & LOWEST_RANKS[shape]
    for step in range(1, LENGTH[shape]):
        found &= ranks >> step
    return found


@rule
def least_to_beat(shape, best):
    """The least lowest rank with which a shape beats a kind, or `ALL_RANKS` if it never does."""
    if best == NOTHING:
        return 0
    if shape == SHAPE_OF[best]:
        return LOWEST[best] + 1
    sort, beaten = SORT[shape], SORT[SHAPE_OF[best]]
    is_bomb = sort == Sort.ROCKET or (sort == Sort.BOMB and beaten != Sort.ROCKET)
    return 0 if is_bomb else ALL_RANKS


@rule
def beats(kind, best):
    """Returns whether a kind beats another one; any kind beats `NOTHING`."""
    return LOWEST[kind] >= least_to_beat(SHAPE_OF[kind], best)


@rule
def is_main(kind, rank):
    """Returns whether a rank is in a kind's main part."""
    return 0 <= rank - LOWEST[kind] < LENGTH[SHAPE_OF[kind]]


@rule
def count_in(kind, carried, rank):
    """Number of cards of a rank in a move."""
    shape = SHAPE_OF[kind]
    return WIDTH[shape] * is_main(kind, rank) + UNIT[shape] * carried[rank]


@rule
def most_carried(counts, kind, rank, options):
    """Number of units of a rank that a hand could carry along with a kind."""
    shape = SHAPE_OF[kind]
    if is_main(kind, rank):
        return 0
    if UNIT[shape] == PAIR:
        return 1 if counts[rank] > 1 else 0
    most = 1 if options.strict_kickers else MOST_OF_A_RANK
    prolongs = rank < CHAINED and (is_main(kind, rank - 1) or is_main(kind, rank + 1))
    if prolongs and LENGTH[shape] > 1 and not options.adjoining:
        most = min(most, MOST_OF_A_RANK - 1)
    return min(counts[rank], most)


@rule
def left_to_carry(kind, carried):
    """Number of units that a move lacks."""
    return CARRIED[SHAPE_OF[kind]] - arrays.total(carried)


@rule
def free_to_carry(counts, carried, kind, rank, options):
    """Number of further units of a rank that a hand could carry along.

    Args:
        counts: (15,) the hand.
        carried: (15,) the units of the move so far.
        kind: the kind of the move.
        rank: the rank.
        options: the options of the module's docstring.
    """
    if rank == BIG_JOKER and carried[SMALL_JOKER] > 0:
        return 0
    return most_carried(counts, kind, rank, options) - carried[rank]


@rule
def widen(room, free, rank):
    """Units of a rank and those above it that can be carried, from both numbers; of the two jokers one at most."""
    return max(room, free) if rank == SMALL_JOKER else room + free


@rule
def can_complete(counts, carried, kind, options):
    """Returns whether a hand with a kind's main part has all that the kind carries along."""
    room, needed = 0, CARRIED[SHAPE_OF[kind]]
    for place in range(ALL_RANKS):
        if room >= needed:
            return True
        rank = ALL_RANKS - 1 - place
        room = widen(room, free_to_carry(counts, carried, kind, rank, options), rank)
    return room >= needed


@rule
def mask_kinds(counts, carried, best, options, first, mask):
    """Mask the kinds that a hand can play.

    Args:
        counts: (15,) the hand.
        carried: (15,) zeros.
        best: the kind to beat, or `NOTHING`.
        options: the options of the module's docstring.
        first: the action of kind 0.
        mask: the mask.
    """
    wide = arrays.zeros(WIDTHS, np.int64)
    for width in range(1, WIDTHS):
        wide[width] = ranks_with(counts, width)
    for shape in range(len(SORT)):
        rank = least_to_beat(shape, best)
        if CARRIED[shape] and WIDTH[shape] == COPIES and not options.quads:
            continue
        found = lowest_ranks(wide[WIDTH[shape]], shape) >> rank
        while found:
            kind = FIRST[shape] + rank
            if found & 1 and can_complete(counts, carried, kind, options):
                mask[first + kind] = 1
            found >>= 1
            rank += 1


@rule
def mask_carried(counts, carried, kind, options, first, mask):
    """Mask the ranks of the next unit that a move carries along; none is lower than those before it.

    Args:
        counts: (15,) the hand.
        carried: (15,) the units of the move so far.
        kind: the kind of the move, which lacks a unit.
        options: the options of the module's docstring.
        first: the action of rank 0.
        mask: the mask.
    """
    room, left = 0, left_to_carry(kind, carried)
    for place in range(ALL_RANKS):
        rank = ALL_RANKS - 1 - place
        free = free_to_carry(counts, carried, kind, rank, options)
        room = widen(room, free, rank)
        mask[first + rank] = free > 0 and room >= left
        if carried[rank] > 0:
            return


def can_carry(counts: Any, carried: Any, kind: int, options: Any) -> bool:
    """Returns whether a hand has a kind's main part and can carry these units, the highest of them last."""
    shape = SHAPE_OF[kind]
    has_main = all(counts[rank] >= WIDTH[shape] for rank in range(ALL_RANKS) if is_main(kind, rank))
    units_fit = all(carried[rank] <= most_carried(counts, kind, rank, options) for rank in range(ALL_RANKS))
    is_allowed = options.quads or not CARRIED[shape] or WIDTH[shape] < COPIES
    return has_main and units_fit and bool(is_allowed) and not (carried[SMALL_JOKER] and carried[BIG_JOKER])


def is_move(counts: Any, kind: int, options: Any) -> bool:
    """Returns whether some cards, by rank, are a whole move of a kind."""
    shape = SHAPE_OF[kind]
    left = np.array([counts[rank] - WIDTH[shape] * is_main(kind, rank) for rank in range(ALL_RANKS)])
    carried = left // max(UNIT[shape], 1)
    is_whole = (carried * UNIT[shape] == left).all() and carried.sum() == CARRIED[shape]
    return bool(is_whole) and can_carry(counts, carried, kind, options)


def move_in_words(begun: Any, rank: int, unit: int) -> str:
    """A move in words by the cards before its last unit and that unit, such as ``"three 6s with a pair of 9s"``.

    Args:
        begun: (15,) the cards before it.
        rank: the rank of the last unit.
        unit: cards of a unit.
    """
    width = int(max(begun))
    length = 1 if width == COPIES else (int(sum(begun)) + unit) // (width + unit)
    lowest = next(rank for rank in range(ALL_RANKS) if min(begun[rank : rank + length]) == width)
    main = range(lowest, lowest + length)
    names = [RANK_NAMES[rank] for rank in main]
    words = f"the plane from {names[0]} to {names[-1]}" if length > 1 else f"{_WIDTH_WORDS[width]} {names[0]}s"
    carried = [other for other in range(ALL_RANKS) if other not in main for _ in range(begun[other] // unit)]
    return f"{words} with {units_in_words([*carried, rank], unit)}"


def units_in_words(ranks: Sequence[int], unit: int) -> str:
    """Singles or pairs of some ranks in words, such as ``"3, 3 and K"`` or ``"pairs of 5s and 7s"``."""
    names = [RANK_NAMES[rank].replace("-", " ") + "s" * (unit == PAIR) for rank in ranks]
    several = listed(names)
    return several if unit == SINGLE else f"pairs of {several}" if len(names) > 1 else f"a pair of {several}"


@rule
def pass_turn(state):
    """The next player's turn, who leads a new round if it is the owner of the move to beat."""
    state.player = (state.player + 1) % state.num_players
    if state.player == state.owner:
        state.best = NOTHING
        state.owner = NOBODY
        state.last[:] = 0


@rule
def has_passed(state, player):
    """Returns whether a player has passed since the move to beat."""
    if state.best == NOTHING or player == state.owner:
        return False
    turns = (state.player - state.owner) % state.num_players
    return (player - state.owner) % state.num_players < turns


def wrong_round(state: Any) -> str:
    """The first problem of a round, and of a move that is begun, in a written position."""
    if (state.owner == NOBODY) != (state.best == NOTHING):
        return "owner: the player of the move to beat, if there is one"
    if state.owner == NOBODY:
        return "last: nobody has moved in this round" if state.last.any() else wrong_begun(state)
    ranks = np.zeros(ALL_RANKS, int)
    for player in range(state.num_players):
        count_ranks(state.played[player], ranks)
        if (state.last[player] > ranks).any() or (has_passed(state, player) and state.last[player].any()):
            return f"last: player {player} has not played that in this round"
    if state.player == state.owner and not state.over:
        return "player: the others reply to the move to beat"
    is_best = is_move(state.last[state.owner], state.best, state.options)
    return wrong_begun(state) if is_best else "best: the kind of the last move"


def wrong_begun(state: Any) -> str:
    """The first problem of a move that is begun, in a written position."""
    if state.begun == NOTHING:
        return "carried: no move is begun" if state.carried.any() else ""
    counts = np.zeros(ALL_RANKS, int)
    count_ranks(state.hands[state.player], counts)
    is_higher = not state.over and beats(state.begun, state.best)
    fits = is_higher and can_carry(counts, state.carried, state.begun, state.options)
    is_possible = fits and left_to_carry(state.begun, state.carried) > 0
    return "" if is_possible else "begun: the hand can make this move"
