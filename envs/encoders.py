"""Encoders: from a seat's view to an observation as flat vector, card planes, tokens, text or named arrays.

An encoder is built for a game and a number of players. Its compiled function fills one row of numbers from a view;
`Encoder.finish` turns the row into the observation. The functions read a table with a line for each field, so one
compilation serves all games.

===========  ==============================================================================  =================
``flat``     all fields side by side, scaled; decodes back to the view (`decode`)             float32 (D,)
``planes``   cards as pictures of suits x ranks, numbers as constant ones                     float32 (C, 4, 13)
``tokens``   (word, field) pairs of ids, padded with 0                                        int32 (L, 2)
``text``     the view and the legal actions in words                                          str
``view``     the view's arrays by name                                                        dict of int16
===========  ==============================================================================  =================

`WholeTable` is for critics in training: it shows hidden cards, and so is none of these.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces
from typing_extensions import override

from cardzoo.envs.engine import Card, Cards, Choice, Game, Number, Pile
from cardzoo.envs.engine.encoding import (
    COUNTED,
    DEPTHS,
    LISTED,
    ONE_HOT,
    SCALED,
    SPREAD,
    SPREAD_ONE_HOT,
    STACKED,
    copy_numbers,
    encode_numbers,
    encode_rows,
    encode_tokens,
)
from cardzoo.envs.engine.fields import Field, must_be_one_of


class Encoder(ABC):
    """Encoder of a game's views as observations.

    Args:
        game: the game.
        num_players: players at the table; fields with a place a seat show only these.

    Attributes:
        function: the compiled function that fills a row.
        layout: (lines, 6) int32 and `factors`: (lines,) float32, its table.
        width: length of a row.
        segments: each field with its start and stop in a row; empty for encoders without fixed places.
        dtype: type of a row.
        space: space of a finished observation.
    """

    name: str
    function: Callable[..., Any]
    dtype: type[np.generic]
    space: spaces.Space[Any]

    def __init__(self, game: Game, num_players: int) -> None:
        self.game = game
        self.num_players = num_players
        self.width = 0
        self.segments: list[tuple[Field, int, int]] = []
        self._lines: list[tuple[int, ...]] = []
        self._factors: list[float] = []
        for field, source in self._sources():
            self._lay_out(field, source)
        self.layout = np.array(self._lines, np.int32).reshape(-1, 6)
        self.factors = np.array(self._factors, np.float32)

    def _sources(self) -> Iterator[tuple[Field, int]]:
        """Fields to encode, each with its offset among the record's int16 numbers."""
        for field in self.game.view:
            yield field, _number_offset(self.game.view.dtype, field.name)

    @property
    def scales(self) -> np.ndarray:
        """(width,) float32: factors that scale a row to -1 .. 1 for a network; of `ARRAYS` only.

        A number with a usual greatest value is scaled to 1 there, and exceeds 1 at unusual values.
        """
        assert isinstance(self.space, spaces.Box)
        largest = np.maximum(np.abs(self.space.low), np.abs(self.space.high)).astype(np.float32)
        scales = 1 / np.maximum(largest.ravel(), np.float32(1))
        for field, start, stop in self.segments:
            if isinstance(field, Number) and field.usual is not None:
                scales[start:stop] *= _largest(field) / field.usual
        return scales

    def empty(self, *shape: int) -> np.ndarray:
        """Rows to be filled, of shape (..., width)."""
        return np.zeros((*shape, self.width), self.dtype)

    def finish(self, row: np.ndarray, mask: np.ndarray) -> Any:
        """Observation from a filled row.

        Args:
            row: (width,), kept by the observation.
            mask: (actions,) int8, the viewer's legal actions.
        """
        return row

    def finish_batch(self, rows: np.ndarray, masks: np.ndarray) -> Any:
        """Observations from filled rows of shape (N, width)."""
        return rows

    @abstractmethod
    def _lay_out(self, field: Field, source: int) -> None:
        """Add the lines and the width of a field that begins at this number of the view."""

    def _add(
        self, kind: int, source: int, count: int, stride: int, target: int, width: int, factor: float = 1.0
    ) -> None:
        self._lines.append((kind, source, count, stride, target, width))
        self._factors.append(factor)


class SideBySide(Encoder):
    """Base of vector encoders: cards as counts, single cards and choices one-hot, numbers over their range.

    A pile is its height over its capacity, then one number a card: 1 on top, less with each card above it, and 0 if the
    card is not seen in the pile. If a card may have several copies, the same follows for the second ones from below,
    and so on.
    """

    function = staticmethod(encode_numbers)
    dtype = np.float32

    def __init__(self, game: Game, num_players: int) -> None:
        super().__init__(game, num_players)
        least = min((_least(field) for field, _, _ in self.segments), default=0.0)
        self.space = spaces.Box(least, 1, (self.width,), np.float32)

    def _lay_out(self, field: Field, source: int) -> None:
        count, start = field.count(self.num_players), self.width
        if isinstance(field, Cards):
            size = count * field.codes
            self._add(SCALED, source, size, 1, start, 1, 1 / field.packs)
        elif isinstance(field, Pile):
            width = 1 + field.packs * field.codes
            for k in range(count):
                first = source + k * (1 + field.capacity)
                self._add(DEPTHS, first, 1, field.codes, start + k * width, width, 1 / field.capacity)
            size = count * width
        elif isinstance(field, Card):
            size = count * field.codes
            self._add(ONE_HOT, source, count, 1, start, field.codes)
        elif isinstance(field, Choice):
            size = count * len(field.choices)
            self._add(ONE_HOT, source, count, 1, start, len(field.choices))
        else:
            size = count
            self._add(SCALED, source, count, 1, start, 1, 1 / _largest(field))
        self.segments.append((field, start, start + size))
        self.width += size


class Flat(SideBySide):
    """Flat vector of a view, which `decode` reads back."""

    name = "flat"

    def decode(self, row: np.ndarray) -> dict[str, Any]:
        """View in words, from an encoded row.

        Args:
            row: (width,) float32.
        """
        views = self.game.view.blank()
        numbers = views.view(np.int16).reshape(-1)
        for (kind, source, count, stride, target, width), factor in zip(
            self.layout.tolist(), self.factors.tolist(), strict=True
        ):
            if kind == SCALED:
                numbers[source : source + count] = np.rint(row[target : target + count] / factor)
                continue
            for k in range(count):
                part = row[target + k * width : target + (k + 1) * width]
                if kind == ONE_HOT:
                    numbers[source + k] = part.argmax() if part.any() else -1
                else:
                    height = round(float(part[0]) / factor)
                    numbers[source] = height
                    for cell in np.flatnonzero(part[1:]):
                        above = round((1 - float(part[1 + cell])) / factor)
                        numbers[source + height - above] = cell % stride
        return self.game.view.to_words(views[0], self.num_players)


class WholeTable(SideBySide):
    """Full state of tables, with hidden cards and the player whose turn it is, for critics."""

    name = "table"

    @override
    def _sources(self) -> Iterator[tuple[Field, int]]:
        dtype = self.game.dtype
        yield Card("player", codes=self.num_players), _number_offset(dtype, "player")
        for field in self.game.state:
            yield field, _number_offset(dtype, field.name)

    def encode(self, tables: np.ndarray, out: np.ndarray) -> None:
        """Fill rows from tables.

        Args:
            tables: (N,) records of the game.
            out: (N, width) float32.
        """
        encode_rows(tables.view(np.int16).reshape(len(tables), -1), self.layout, self.factors, out)


class Planes(Encoder):
    """Planes of suits by ranks, such as 4 x 13: one for a set of cards, a card or a pile, constant ones for the rest.

    A field with jokers has two planes; the second holds the jokers in its first cells. A pile has as many planes for
    each copy of a card, those of the lower copies first.
    """

    name = "planes"
    function = staticmethod(encode_numbers)
    dtype = np.float32

    def __init__(self, game: Game, num_players: int) -> None:
        self._rows, self._columns = game.view.pack.grid
        super().__init__(game, num_players)
        least = min((_least(field) for field in game.view), default=0.0)
        self.space = spaces.Box(least, 1, self.finish(self.empty(), np.zeros(0)).shape, np.float32)

    def _lay_out(self, field: Field, source: int) -> None:
        count, start, plane = field.count(self.num_players), self.width, self._rows * self._columns
        if isinstance(field, (Cards, Card, Pile)):
            width = plane * -(-field.codes // plane)
            if isinstance(field, Card):
                self._add(ONE_HOT, source, count, 1, start, width)
            elif isinstance(field, Pile):
                # The height's output is the cell before the plane; `planes` have none to spare, so it gets a plane.
                stride, width = width, field.packs * width
                for k in range(count):
                    first, target = source + k * (1 + field.capacity), start + k * (plane + width)
                    self._add(DEPTHS, first, 1, stride, target + plane - 1, width, 1 / field.capacity)
                    self._add(SPREAD, first, 1, 1, target, plane, 1 / field.capacity)
                self.width += count * plane
            else:
                for k in range(count):
                    first = source + k * field.codes
                    self._add(SCALED, first, field.codes, 1, start + k * width, 1, 1 / field.packs)
            self.width += count * width
        elif isinstance(field, Choice):
            self._add(SPREAD_ONE_HOT, source, count, len(field.choices), start, plane)
            self.width += count * len(field.choices) * plane
        else:
            self._add(SPREAD, source, count, 1, start, plane, 1 / _largest(field))
            self.width += count * plane
        self.segments.append((field, start, self.width))

    @override
    def finish(self, row: np.ndarray, mask: np.ndarray) -> Any:
        return row.reshape(-1, self._rows, self._columns)

    @override
    def finish_batch(self, rows: np.ndarray, masks: np.ndarray) -> Any:
        return rows.reshape(len(rows), -1, self._rows, self._columns)


class Tokens(Encoder):
    """Sequence of (word, field) ids for sequence models.

    Words: 0 none, then the pack's cards, an unknown card, numbers (from their least value) and choices. With the French
    pack the cards are 1..54, an unknown card is 55, and numbers begin at 56.
    Fields: 1 and up, one for each element of each field of the view, in order; the cards of a pile come bottom first.
    """

    name = "tokens"
    function = staticmethod(encode_tokens)
    dtype = np.int32
    space: spaces.Box

    def __init__(self, game: Game, num_players: int) -> None:
        self._element = 1
        self._unknown = 1 + len(game.view.pack.words)
        self._words = self._first_number = self._unknown + 1
        super().__init__(game, num_players)
        high = np.tile(np.array([self._words, self._element], np.int32) - 1, (self.width // 2, 1))
        self.space = spaces.Box(np.zeros_like(high), high, dtype=np.int32)

    def _lay_out(self, field: Field, source: int) -> None:
        count = field.count(self.num_players)
        if isinstance(field, Cards):
            self._add(COUNTED, source, count, field.codes, self._element, 0)
            most = field.codes * field.packs  # a card lies in one element of the field
        elif isinstance(field, Pile):
            self._add(STACKED, source, count, 1 + field.capacity, self._element, self._unknown)
            most = min(count * field.capacity, max(field.packs * field.codes, field.capacity))
        elif isinstance(field, Card):
            self._add(LISTED, source, count, 0, self._element, 1)
            most = count
        else:
            low = 0 if isinstance(field, Choice) else _low(field)
            words = len(field.choices) if isinstance(field, Choice) else _high(field) - low + 1
            self._add(LISTED, source, count, low, self._element, self._first_number)
            self._words = max(self._words, self._first_number + words)
            most = count
        self._element += count
        self.width += 2 * most

    @override
    def finish(self, row: np.ndarray, mask: np.ndarray) -> Any:
        return row.reshape(-1, 2)

    @override
    def finish_batch(self, rows: np.ndarray, masks: np.ndarray) -> Any:
        return rows.reshape(len(rows), -1, 2)


class Views(Encoder):
    """Arrays of the view by name; a pile is a dictionary of ``height`` and ``cards``, a number has shape (1,)."""

    name = "view"
    function = staticmethod(copy_numbers)
    dtype = np.int16

    def __init__(self, game: Game, num_players: int) -> None:
        super().__init__(game, num_players)
        self.width = game.view.dtype.itemsize // 2
        self.space = spaces.Dict({field.name: self._space(field) for field in game.view})

    def _lay_out(self, field: Field, source: int) -> None:
        """Lay out nothing: the numbers are copied."""

    def _space(self, field: Field) -> spaces.Space[Any]:
        sizes = tuple(self.num_players if place == 0 and field.by_seat else n for place, n in enumerate(field.shape))
        if isinstance(field, Cards):
            return spaces.Box(0, field.packs, (*sizes, field.codes), np.int16)
        shape = sizes or (1,)  # networks take no arrays without a dimension
        if isinstance(field, Pile):
            cards = spaces.Box(-1, field.codes - 1, (*sizes, field.capacity), np.int16)
            return spaces.Dict({"height": spaces.Box(0, field.capacity, shape, np.int16), "cards": cards})
        if isinstance(field, Card):
            return spaces.Box(-1, field.codes - 1, shape, np.int16)
        if isinstance(field, Choice):
            return spaces.Box(-1, len(field.choices) - 1, shape, np.int16)
        return spaces.Box(_low(field), _high(field), shape, np.int16)

    @override
    def finish(self, row: np.ndarray, mask: np.ndarray) -> Any:
        return {name: _first(part) for name, part in self.finish_batch(row.reshape(1, -1), mask).items()}

    @override
    def finish_batch(self, rows: np.ndarray, masks: np.ndarray) -> Any:
        views = np.ascontiguousarray(rows).view(self.game.view.dtype).reshape(-1)
        parts: dict[str, Any] = {}
        for field in self.game.view:
            part = views[field.name]
            if field.by_seat:
                part = part[:, : self.num_players]
            parts[field.name] = (
                {"height": _with_shape(part["height"]), "cards": part["cards"]}
                if isinstance(field, Pile)
                else _with_shape(np.asarray(part, np.int16))
            )
        return parts


class Text(Views):
    """Text prompt: the game, the fields of the view, and the legal actions, a line each."""

    name = "text"

    def __init__(self, game: Game, num_players: int) -> None:
        super().__init__(game, num_players)
        characters = "".join(
            sorted({chr(code) for code in range(32, 127)} | set(f"\n♣♦♥♠—{game.title}{''.join(game.view.pack.words)}"))
        )
        self.space = spaces.Text(100_000, min_length=1, charset=characters)

    @override
    def finish(self, row: np.ndarray, mask: np.ndarray) -> str:
        view = np.ascontiguousarray(row).view(self.game.view.dtype)[0]
        words = self.game.view.to_words(view, self.num_players)
        lines = [f"{self.game.title}, {self.num_players} players; seats are counted from you, clockwise."]
        lines += [f"{name.replace('_', ' ')}: {_plain(value)}" for name, value in words.items()]
        legal = [self.game.actions.words[action] for action in np.flatnonzero(mask)]
        lines.append(f"legal actions: {', '.join(legal) or 'none'}")
        return "\n".join(lines)

    @override
    def finish_batch(self, rows: np.ndarray, masks: np.ndarray) -> list[str]:
        return [self.finish(row, mask) for row, mask in zip(rows, masks, strict=True)]


ARRAYS: dict[str, type[Encoder]] = {kind.name: kind for kind in (Flat, Planes, Tokens)}
"""Encoders whose observations are arrays of numbers, the input of networks."""

ENCODERS: dict[str, type[Encoder]] = ARRAYS | {kind.name: kind for kind in (Text, Views)}


def check_encoding(game: Game, encoding: Any) -> None:
    """Check the setting ``encoding``, before `make_encoder` looks it up in its cache.

    Raises:
        ValueError: if ``encoding`` is not one of `ENCODERS`.
    """
    if encoding not in [*ENCODERS]:  # a list, as what is given need not be hashable
        raise ValueError(must_be_one_of(f"{game.name}: encoding", ENCODERS, encoding))


@cache
def make_encoder(encoding: str, game: Game, num_players: int) -> Encoder:
    """Encoder of this name.

    Raises:
        ValueError: if there is none.
    """
    check_encoding(game, encoding)
    return ENCODERS[encoding](game, num_players)


def _number_offset(dtype: np.dtype[Any], name: str) -> int:
    """Offset of a field in a record, in int16 numbers."""
    fields: Any = dtype.fields
    return int(fields[name][1]) // 2


def _first(part: Any) -> Any:
    """First element of a batch of one."""
    return {name: array[0, ...] for name, array in part.items()} if isinstance(part, dict) else part[0, ...]


def _with_shape(numbers: np.ndarray) -> np.ndarray:
    """Batch of arrays, in which a single number is an array of one."""
    return numbers[:, None] if numbers.ndim == 1 else numbers


def _low(field: Field) -> int:
    """Least value of a number in a record."""
    assert isinstance(field, Number)
    return min(field.low, -1) if field.optional else field.low


def _high(field: Field) -> int:
    """Greatest value of a number in a record."""
    assert isinstance(field, Number)
    return field.high


def _largest(field: Field) -> int:
    """Divisor of a number in the flat encoder."""
    return max(abs(_low(field)), abs(_high(field)), 1)


def _least(field: Field) -> float:
    """Least output of the flat encoder for a field."""
    return _low(field) / _largest(field) if isinstance(field, Number) else 0.0


def _plain(value: Any) -> str:
    """Words and lists of words as one line."""
    if isinstance(value, list):
        return " | ".join(_plain(part) for part in value)
    return "—" if value is None or value == "" else str(value)
