"""Combinations of ranks for climbing games, in which a move beats another one of its shape by a higher main part.

A *shape* is a sort of combination with its length: a pair, a chain of six, three threes with three pairs. Its *main
part* is ``length`` consecutive ranks with ``width`` cards each. A *kind* is a shape with its lowest rank. Kinds count
from 0, shape by shape, each from the lowest rank up. Some shapes carry units along: singles, or pairs. A whole move is
a kind and the ranks of these units.

Suits never count: a hand is ``counts``, the number of cards of each rank from the 3 up to the big joker. ``carried`` is
the number of units of each rank that a move has so far. The options are:

- ``strict_kickers``: whether carried singles are all of different ranks;
- ``adjoining``: whether three cards of a rank that could prolong a plane may be carried;
- ``quads``: whether four cards of a rank may carry others.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from typing_extensions import override

from cardzoo.envs.engine import CARDS, RANKS, SUITS, arrays, rule
from cardzoo.envs.engine.cards import RANK_WORDS, THREE
from cardzoo.envs.engine.fields import Number, Unfit
from cardzoo.envs.scene import BACK, EMPTY, RANK_ONLY, Band, Kind, Look, Zone
from cardzoo.envs.scene.look import Element
from cardzoo.envs.scene.parts import OWN_HAND, Part

NATURAL = 13  # ranks without the jokers
CHAINED = 12  # ranks of chains and planes: 3 to ace
SMALL_JOKER, BIG_JOKER = NATURAL, NATURAL + 1
ALL_RANKS = 15
COPIES = SUITS  # cards of a natural rank
WIDTHS = COPIES + 1
MOST_OF_A_RANK = 3  # carried as singles
SINGLE, PAIR = 1, 2  # cards of a unit
NOTHING = -1  # in place of a kind

CODES = np.array([(THREE + rank) % RANKS for rank in range(NATURAL)] + [CARDS, CARDS + 1], np.int16)
"""(15,): a card of each rank, in clubs."""
RANK_OF = np.array([(card % RANKS - THREE) % RANKS for card in range(CARDS)] + [SMALL_JOKER, BIG_JOKER], np.int16)
"""(54,): the rank of each card."""
RANK_NAMES = (*(RANK_WORDS[code] for code in CODES[:NATURAL]), "small joker", "big joker")
NAMES = {int(code): name for code, name in zip(CODES, RANK_NAMES, strict=True)}
Rank = IntEnum("Rank", [name.replace(" ", "_") for name in RANK_NAMES], start=0)

FACES = {int(code): RANK_ONLY + int(code) for code in CODES[:NATURAL]} | {CARDS: CARDS + 1, CARDS + 1: CARDS}
"""Cards as the table shows them: ranks alone, the small joker black, the big one red."""


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


class RankSet(Number):
    """Set of cards by rank: the number of cards of each of the 15 ranks.

    Args:
        name: the attribute's name.
        *shape: sizes of the array of sets.
        shows: the field of the state that it shows, in a view.
        doc: its meaning.
    """

    def __init__(self, name: str, *shape: int, shows: str = "", doc: str = "") -> None:
        super().__init__(name, *shape, ALL_RANKS, high=COPIES, shows=shows, doc=doc)

    @override
    def to_words(self, value: Any, num_players: int) -> Any:
        if len(self.shape) > 1:
            return self._walk(value[:num_players] if self.by_seat else value, len(self.shape) - 1, ranks_in_words)
        return ranks_in_words(value)

    @override
    def _write(self, words: Any, record: Any, index: tuple[int, ...], shape: tuple[int, ...]) -> None:
        if len(shape) > 1:
            super()._write(words, record, index, shape)
            return
        names = words.split(", " if words else None) if isinstance(words, str) else [""]
        if not set(names) <= set(RANK_NAMES) or any(names.count(name) > COPIES for name in names):
            raise Unfit(f"ranks such as '3, 3, J, big joker', each {COPIES} times at most", words)
        record[self.name][index] = [names.count(name) for name in RANK_NAMES]


def ranks_in_words(counts: Any) -> str:
    """Cards of some ranks in words, such as ``"3, 3, J, big joker"``."""
    return ", ".join(name for name, count in zip(RANK_NAMES, counts, strict=True) for _ in range(count))


@dataclass(frozen=True)
class RankRows(Part):
    """Open sets of cards by rank: a row for each player, or a single one."""

    @override
    def bands(self, look: Look) -> list[Band]:
        field, value = look.field(self.field), look.view[self.field]
        rows = look.rows(field) if field.by_seat else [Element(value, "", "", None)]
        zones = [Zone(self.field + row.end, row.label, Kind.ROW, _cards_of(row.value), row.seat) for row in rows]
        return self.band(look, zones)


@dataclass(frozen=True)
class RankHands(Part):
    """The players' hands: the own cards by rank, and the others' face down.

    Attributes:
        sizes: the field that counts the cards of each player.
    """

    sizes: str = "hand_sizes"

    @property
    @override
    def fields(self) -> set[str]:
        return {self.field, self.sizes}

    @property
    @override
    def starts(self) -> dict[str, str]:
        return dict.fromkeys(self.fields, OWN_HAND)

    @override
    def bands(self, look: Look) -> list[Band]:
        zones = []
        for chair in range(look.num_players):
            seat, backs = look.seat(chair), (BACK,) * int(look.view[self.sizes][chair])
            cards = backs if chair else _cards_of(look.view[self.field])
            zones.append(Zone(f"{OWN_HAND}.{seat}", look.names[seat], Kind.HAND, cards or (EMPTY,), seat))
        others = [replace(band, id="hands") for band in self.band(look, zones[1:])]
        return [replace(band, label="") for band in others + self.band(look, zones[:1])]


def _cards_of(counts: Any) -> tuple[int, ...]:
    """Cards of a scene from the number of each rank; an empty place if there are none."""
    return tuple(int(card) for card in np.repeat(CODES, counts)) or (EMPTY,)


@rule
def count_ranks(cards, counts):
    """Count the cards of each rank.

    Args:
        cards: (54,) counts of cards.
        counts: (15,) array of numbers to be filled.
    """
    for rank in range(NATURAL):
        card = CODES[rank]
        counts[rank] = cards[card] + cards[card + RANKS] + cards[card + 2 * RANKS] + cards[card + 3 * RANKS]
    counts[SMALL_JOKER] = cards[CARDS]
    counts[BIG_JOKER] = cards[CARDS + 1]


@rule
def ranks_with(counts, width):
    """The ranks with at least so many cards, as bits."""
    ranks = 0
    for rank in range(ALL_RANKS):
        ranks |= int(counts[rank] >= width) << rank
    return ranks


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
    """How many cards of a rank a move has."""
    shape = SHAPE_OF[kind]
    return WIDTH[shape] * is_main(kind, rank) + UNIT[shape] * carried[rank]


@rule
def most_carried(counts, kind, rank, options):
    """How many units of a rank a hand could carry along with a kind."""
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
    """How many units a move lacks."""
    return CARRIED[SHAPE_OF[kind]] - arrays.total(carried)


@rule
def free_to_carry(counts, carried, kind, rank, options):
    """How many more units of a rank a hand could carry along, besides those carried so far."""
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
