"""Cards of which only the ranks count: sets of cards by rank, their words, and rows of them on the table.

The ranks are those of a pack with two jokers, from the lowest: 3 to 10, J Q K A 2, the small joker, the big joker.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import numpy as np
from typing_extensions import override

from cardzoo.envs.engine import CARDS, RANKS, SUITS, rule
from cardzoo.envs.engine.cards import FRENCH, RANK_WORDS, THREE
from cardzoo.envs.engine.fields import Number, Unfit
from cardzoo.envs.engine.packs import Other
from cardzoo.envs.scene import EMPTY, RANK_ONLY, Band, Kind, Look, Zone
from cardzoo.envs.scene.look import Element
from cardzoo.envs.scene.parts import Hands, Part

NATURAL = 13  # ranks without the jokers
SMALL_JOKER, BIG_JOKER = NATURAL, NATURAL + 1
ALL_RANKS = 15
COPIES = SUITS  # cards of a natural rank

WITH_JOKERS = replace(
    FRENCH,
    others=(Other("small-joker", "small joker", "#1b2238"), Other("big-joker", "big joker", "#c4122f")),
    copies=1,
    spellings={**FRENCH.spellings, "JOKER": CARDS, "JOKER2": CARDS + 1},
)
"""French pack with a small and a big joker, which are black and red."""
CODES = np.array([(THREE + rank) % RANKS for rank in range(NATURAL)] + [CARDS, CARDS + 1], np.int16)
"""(15,): a card of each rank, in clubs."""
RANK_OF = np.array([(card % RANKS - THREE) % RANKS for card in range(CARDS)] + [SMALL_JOKER, BIG_JOKER], np.int16)
"""(54,): the rank of each card."""
RANK_NAMES = (*(RANK_WORDS[code] for code in CODES[:NATURAL]), *WITH_JOKERS.words[CARDS:])
NAMES = {int(code): name for code, name in zip(CODES, RANK_NAMES, strict=True)}
Rank = IntEnum(
    "Rank", "THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING ACE TWO SMALL_JOKER BIG_JOKER", start=0
)

FACES = {int(code): RANK_ONLY + int(code) for code in CODES[:NATURAL]}
"""Cards as the table shows them: ranks alone."""


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
        if value.ndim == 1:  # a single set, or one of several
            return ranks_in_words(value)
        return self._walk(value[:num_players] if self.by_seat else value, value.ndim - 1, ranks_in_words)

    @override
    def _write(self, words: Any, record: Any, index: tuple[int, ...], shape: tuple[int, ...]) -> None:
        if len(shape) > 1:
            super()._write(words, record, index, shape)
            return
        names = words.split(", " if words else None) if isinstance(words, str) else [""]
        if not set(names) <= set(RANK_NAMES) or any(names.count(name) > COPIES for name in names):
            raise Unfit(f"ranks such as '3, 3, J, big-joker', each {COPIES} times at most", words)
        record[self.name][index] = [names.count(name) for name in RANK_NAMES]


def ranks_in_words(counts: Any) -> str:
    """Cards of some ranks in words, such as ``"3, 3, J, big-joker"``."""
    return ", ".join(name for name, count in zip(RANK_NAMES, counts, strict=True) for _ in range(count))


@dataclass(frozen=True)
class RankRows(Part):
    """Open sets of cards by rank: a row for each player, or a single one."""

    @override
    def bands(self, look: Look) -> list[Band]:
        field, value = look.field(self.field), look.view[self.field]
        rows = look.rows(field) if field.by_seat else [Element(value, "", "", None)]
        zones = [
            Zone(self.field + row.end, row.label, Kind.ROW, _cards_of(row.value) or (EMPTY,), row.seat) for row in rows
        ]
        return self.band(look, zones)


@dataclass(frozen=True)
class RankHands(Hands):
    """The players' hands: the own cards by rank, and the others' face down."""

    @override
    def seen_cards(self, look: Look, chair: int) -> tuple[int, ...]:
        return () if chair else _cards_of(look.view[self.field])


def _cards_of(counts: Any) -> tuple[int, ...]:
    """Cards of a scene from the number of each rank."""
    return tuple(int(card) for card in np.repeat(CODES, counts))


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
