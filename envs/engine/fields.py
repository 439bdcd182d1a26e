"""Typed fields of records, from which memory, words, encoders and the tables of the pages are made.

A field is declared once in a game's `State`, `View` or `Options`::

    STATE = State(
        Cards("hands", SEATS, doc="the players' hands"),
        Card("trick", SEATS, doc="the card that each player has on the table"),
        Choice("phase", Phase),
    )

    VIEW = STATE.view(
        Cards("hand", shows="hands", doc="own hand"),
        Number("hand_sizes", SEATS, high=52, shows="hands", doc="cards in each hand"),
        "trick phase",
    )

In a record every value is an int16 (piles are records of int16). So the compiled encoders can read a view
as one vector of numbers.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from difflib import get_close_matches
from enum import IntEnum
from functools import cached_property
from inspect import Parameter, signature
from typing import Any

import numpy as np
from typing_extensions import override

from cardzoo.envs.engine.cards import FRENCH, NO_CARD
from cardzoo.envs.engine.packs import Pack

NONE = -1  # code of None in an optional number or choice


class UnknownKeyword(TypeError, ValueError):
    """Unknown setting: a TypeError for Python callers, a ValueError for settings from a file."""


class Unfit(ValueError):
    """Value that a field cannot hold; the message follows the field's name.

    Args:
        allowed: the allowed values, in words.
        given: the value.
    """

    def __init__(self, allowed: str, given: Any) -> None:
        super().__init__(f"must be {allowed}, got {given!r:.60}")


class Seats(int):
    """Dimension of a field with one place a player: the most players a game takes.

    Encoders and words show only the seats in play, so observations grow with the number of players.
    """


class Sides(int):
    """Dimension of a field with one place a side, for players in partnerships; see `Game.sides`."""


class Field(ABC):
    """Field of a record: one named value, or an array of such values.

    Args:
        name: the attribute's name in the record.
        *shape: sizes of the array; the first may be `Seats` or `Sides`.
        shows: the field of the state that a field of a view shows; see `State.view`.
        doc: its meaning, for the game's page.
    """

    blank: int = 0
    """Value of an element of a fresh record."""

    pack: Pack = FRENCH
    """Pack of its cards; see `of`."""

    has_cards: bool = False
    """Whether its values are cards."""

    describes_hands: bool = False
    """Whether its elements describe the cards at the same places of ``hands``; see `may_be`."""

    def __init__(self, name: str, *shape: int, shows: str = "", doc: str = "") -> None:
        if hasattr(np.record, name) or not name.isidentifier():
            raise ValueError(f"a field cannot be called {name!r}: NumPy's records use that name; choose another")
        self.name = name
        self.shape = shape
        self.shows = shows
        self.doc = doc

    @property
    def entry(self) -> tuple[Any, ...]:
        """Entry of the field in a NumPy dtype."""
        return (self.name, np.int16, tuple(int(size) for size in self.shape))

    @property
    def by_seat(self) -> bool:
        """True if the first dimension counts players."""
        return bool(self.shape) and isinstance(self.shape[0], Seats)

    @property
    def by_side(self) -> bool:
        """True if the first dimension counts sides."""
        return bool(self.shape) and isinstance(self.shape[0], Sides)

    def of(self, pack: Pack) -> "Field":
        """Field with the cards of this pack: itself, or a copy."""
        if self.pack is pack or not self.has_cards:
            return self
        other = copy(self)
        other.pack = pack
        return other

    def may_be(self, words: Any, card: int) -> bool:
        """Returns whether an element that describes a hidden card allows it to be this one; the element is in words."""
        return True

    def as_seen(self) -> "Field":
        """Field of a view that shows this field of a state, by its own name."""
        seen = copy(self)
        seen.shows = self.name
        return seen

    def count(self, num_players: int) -> int:
        """Number of elements in use with this many players."""
        sizes = [num_players, *self.shape[1:]] if self.by_seat else self.shape
        return int(np.prod(sizes, dtype=int))

    def to_words(self, value: Any, num_players: int) -> Any:
        """Value as words, numbers and lists of them."""
        if not self.shape:
            return self.element_to_words(value)
        return self._walk(value[:num_players] if self.by_seat else value, len(self.shape), self.element_to_words)

    def from_words(self, words: Any, record: Any) -> None:
        """Write words, as `to_words` returns them, into a record.

        Raises:
            ValueError: if the words do not fit the field.
        """
        try:
            self._write(words, record, (), self.shape)
        except Unfit as problem:
            raise ValueError(f"{self.name} {problem}") from None
        except ValueError as problem:
            raise ValueError(f"{self.name}: {problem}") from None

    def check(self, value: Any, num_players: int) -> None:
        """Check that a value is one that the field can hold.

        Args:
            value: the field's value in a record.
            num_players: players at the table; further places must be fresh.

        Raises:
            ValueError: if it is not; the message names the field and the error.
        """
        values = value[:num_players] if self.by_seat else value
        problem = self.problem_of(np.asarray(values), num_players)
        if not problem and self.by_seat and not self.is_blank(np.asarray(value[num_players:])):
            problem = f"places after the last of {num_players} players must be empty"
        if problem:
            raise ValueError(f"{self.name}: {problem}")

    @property
    @abstractmethod
    def bounds(self) -> tuple[int, int]:
        """Least and greatest value of an element in a record, the fresh value included; for a pile, of its cards."""

    @abstractmethod
    def problem_of(self, values: np.ndarray, num_players: int) -> str:
        """Error in some elements of a record, in words; empty if there is none."""

    def is_blank(self, values: np.ndarray) -> bool:
        """Returns whether all elements are as in a fresh record."""
        return bool((values == self.blank).all())

    @abstractmethod
    def element_to_words(self, value: Any) -> Any:
        """Element as a word or a number."""

    @abstractmethod
    def element_from_words(self, words: Any) -> Any:
        """Value of an element in the record, from words."""

    def _walk(self, value: Any, depth: int, visit: Callable[[Any], Any]) -> Any:
        if depth == 0:
            return visit(value)
        return [self._walk(part, depth - 1, visit) for part in value]

    def _write(self, words: Any, record: Any, index: tuple[int, ...], shape: tuple[int, ...]) -> None:
        if not shape:
            self._store(record, index, self.element_from_words(words))
            return
        if isinstance(words, str) or not isinstance(words, Sequence) or len(words) > shape[0]:
            raise Unfit(f"a list of up to {shape[0]}", words)
        for place, part in enumerate(words):
            self._write(part, record, (*index, place), shape[1:])

    def _store(self, record: Any, index: tuple[int, ...], value: Any) -> None:
        if self.shape:
            record[self.name][index] = value
        else:
            record[self.name] = value


class CardField(Field):
    """Field in which cards of the game's pack lie, or that remembers them."""

    has_cards = True
    memo: bool
    _codes: int | None
    _packs: int | None = 1

    @property
    def codes(self) -> int:
        """Number of codes that it can hold."""
        return self.pack.codes if self._codes is None else self._codes

    @property
    def packs(self) -> int:
        """Most copies of one card."""
        return self.pack.most_copies if self._packs is None else self._packs

    def check_codes(self, cards: list[int]) -> list[int]:
        """Cards, checked to be below the number of codes.

        Raises:
            ValueError: if a card is not in the pack.
        """
        for card in cards:
            if card >= self.codes:
                raise ValueError(f"{self.pack.words[card]!r} is not in the pack")
        return cards


class Cards(CardField):
    """Set of cards: the count of each code, int16 of shape (..., codes).

    Args:
        name: the attribute's name.
        *shape: sizes of the array of sets.
        packs: most copies of one card; None for as many as the pack has.
        codes: number of codes, such as 54 with jokers; None for those of the pack, 52 of the French one.
        memo: whether it only remembers cards, which then lie in another field too.
        shows: the field of the state that it shows, in a view; see `State.view`.
        doc: its meaning.
    """

    def __init__(
        self,
        name: str,
        *shape: int,
        packs: int | None = None,
        codes: int | None = None,
        memo: bool = False,
        shows: str = "",
        doc: str = "",
    ) -> None:
        super().__init__(name, *shape, shows=shows, doc=doc)
        self._packs = packs
        self._codes = codes
        self.memo = memo

    @property
    @override
    def entry(self) -> tuple[Any, ...]:
        return (self.name, np.int16, (*(int(size) for size in self.shape), self.codes))

    @property
    @override
    def bounds(self) -> tuple[int, int]:
        return 0, self.packs

    @override
    def problem_of(self, values: np.ndarray, num_players: int) -> str:
        wrong = ((values < 0) | (values > self.packs)).reshape(-1, self.codes).any(axis=0)
        return f"{self.pack.words[wrong.argmax()]} is there more than {self.packs} times" if wrong.any() else ""

    @override
    def element_to_words(self, value: Any) -> str:
        return self.pack.text(np.repeat(np.arange(self.codes), np.maximum(value, 0)).tolist())

    @override
    def element_from_words(self, words: Any) -> Any:
        cards = self.check_codes(self.pack.parse_all(words or ""))
        counts = np.bincount(np.array(cards, dtype=int), minlength=self.codes)
        if problem := self.problem_of(counts, 0):  # before int16 can overflow
            raise ValueError(problem)
        return counts


class Card(CardField):
    """Single place for a card: its code, or -1.

    Args:
        name: the attribute's name.
        *shape: sizes of the array of places.
        codes: number of codes, such as 54 with jokers; None for those of the pack, 52 of the French one.
        memo: whether it only remembers a card, which then lies in another field too.
        shows: the field of the state that it shows, in a view; see `State.view`.
        doc: its meaning.
    """

    blank = NO_CARD

    def __init__(
        self, name: str, *shape: int, codes: int | None = None, memo: bool = False, shows: str = "", doc: str = ""
    ) -> None:
        super().__init__(name, *shape, shows=shows, doc=doc)
        self._codes = codes
        self.memo = memo

    @property
    @override
    def bounds(self) -> tuple[int, int]:
        return NO_CARD, self.codes - 1

    @override
    def problem_of(self, values: np.ndarray, num_players: int) -> str:
        return _unfit(values, NO_CARD, self.codes - 1, "codes of cards")

    @override
    def element_to_words(self, value: Any) -> str | None:
        return self.pack.words[value] if value >= 0 else None

    @override
    def element_from_words(self, words: Any) -> int:
        if words is None:
            return NO_CARD
        return self.check_codes([self.pack.parse(words)] if isinstance(words, str) else self.pack.parse_all([words]))[0]


class Pile(CardField):
    """Pile of cards: a record with ``height`` and ``cards``; ``cards[height - 1]`` is the top, places above hold -1.

    In a view -1 below the top is a hidden card.

    Args:
        name: the attribute's name.
        *shape: sizes of the array of piles, then the most cards one pile may hold.
        packs: most copies of one card in a pile; None for as many as the pack has.
        codes: number of codes, such as 54 with jokers; None for those of the pack, 52 of the French one.
        memo: whether it only remembers cards, which then lie in another field too.
        shows: the field of the state that it shows, in a view; see `State.view`.
        doc: its meaning.
    """

    def __init__(
        self,
        name: str,
        *shape: int,
        packs: int | None = None,
        codes: int | None = None,
        memo: bool = False,
        shows: str = "",
        doc: str = "",
    ) -> None:
        super().__init__(name, *shape[:-1], shows=shows, doc=doc)
        self.capacity = int(shape[-1])
        self._packs = packs
        self._codes = codes
        self.memo = memo

    @property
    @override
    def entry(self) -> tuple[Any, ...]:
        pile = np.dtype((np.record, [("height", np.int16), ("cards", np.int16, (self.capacity,))]))
        return (self.name, pile, tuple(int(size) for size in self.shape))

    @property
    @override
    def bounds(self) -> tuple[int, int]:
        return NO_CARD, self.codes - 1

    @override
    def problem_of(self, values: np.ndarray, num_players: int) -> str:
        heights, cards = values["height"], values["cards"]
        problem = _unfit(heights, 0, self.capacity, "heights") or _unfit(
            cards, NO_CARD, self.codes - 1, "codes of cards"
        )
        if not problem and (cards[np.arange(self.capacity) >= heights[..., None]] != NO_CARD).any():
            problem = "cards lie above the top of a pile"
        return problem

    def check_complete(self, value: Any) -> None:
        """Check that no card of a pile is hidden: a view may have such piles, a state may not.

        Raises:
            ValueError: if one is; the message names the field.
        """
        cards = value["cards"]
        if (cards[np.arange(self.capacity) < value["height"][..., None]] == NO_CARD).any():
            raise ValueError(f"{self.name}: a card of a pile is missing")

    @override
    def is_blank(self, values: np.ndarray) -> bool:
        return not values["height"].any() and bool((values["cards"] == NO_CARD).all())

    @override
    def element_to_words(self, value: Any) -> str:
        return self.pack.text(value["cards"][: value["height"]].tolist())

    @override
    def element_from_words(self, words: Any) -> Any:
        cards = []
        for word in (words or "").split() if isinstance(words, str) else words or ():
            cards += [NO_CARD] if word == "?" else self.check_codes(self.pack.parse_all([word]))
        if len(cards) > self.capacity:
            raise Unfit(f"at most {self.capacity} cards", len(cards))
        pile: Any = np.zeros((), self.entry[1])
        pile["height"] = len(cards)
        pile["cards"] = cards + [NO_CARD] * (self.capacity - len(cards))
        return pile


class Number(Field):
    """Whole number, int16.

    Args:
        name: the attribute's name.
        *shape: sizes of the array of numbers.
        low: least value.
        high: greatest value; encoders divide by the greater of low and high.
        usual: greatest value with usual options, if it is far below ``high``. Networks scale their input by it, since
            the number would otherwise be tiny; observations do not depend on it.
        default: value in a fresh record.
        optional: whether None is a value too; it is stored as -1.
        shows: the field of the state that it shows, in a view; see `State.view`.
        doc: its meaning.
    """

    def __init__(
        self,
        name: str,
        *shape: int,
        low: int = 0,
        high: int = 1,
        usual: int | None = None,
        default: int | None = 0,
        optional: bool = False,
        shows: str = "",
        doc: str = "",
    ) -> None:
        super().__init__(name, *shape, shows=shows, doc=doc)
        self.low = low
        self.high = high
        self.usual = usual
        self.optional = optional
        self.blank = NONE if default is None else default

    @property
    @override
    def bounds(self) -> tuple[int, int]:
        least = min(self.low, self.blank)
        return min(least, NONE) if self.optional else least, max(self.high, self.blank)

    @override
    def problem_of(self, values: np.ndarray, num_players: int) -> str:
        fresh = (values == self.blank) | (values == NONE if self.optional else False)
        return _unfit(values[~fresh], self.low, self.high, "numbers")

    @override
    def element_to_words(self, value: Any) -> int | None:
        return None if self.optional and value == NONE else int(value)

    @override
    def element_from_words(self, words: Any) -> int:
        if words is None and self.optional:
            return NONE
        if isinstance(words, bool) or not isinstance(words, (int, np.integer)) or not self.low <= words <= self.high:
            raise Unfit(self.allowed, words)
        return int(words)

    @property
    def allowed(self) -> str:
        """Allowed values, in words."""
        return f"a whole number from {self.low} to {self.high}" + (" or None" if self.optional else "")


class Flag(Number):
    """Truth value, such as an option of a game: True or False, int16 1 or 0.

    Args:
        name: the attribute's name.
        default: value in a fresh record.
        doc: its meaning.
    """

    def __init__(self, name: str, default: bool = False, doc: str = "") -> None:
        super().__init__(name, default=int(default), doc=doc)

    @override
    def element_to_words(self, value: Any) -> bool:
        return bool(value)

    @override
    def element_from_words(self, words: Any) -> int:
        if not isinstance(words, (bool, np.bool_)):
            raise Unfit(self.allowed, words)
        return int(words)

    @property
    @override
    def allowed(self) -> str:
        return "True or False"


class Seat(Number):
    """Seat of a player, int16: less than the number of players; None, stored as -1, if that is the default.

    Args:
        name: the attribute's name.
        seats: most players of the game.
        *shape: sizes of the array of seats.
        default: value in a fresh record.
        doc: its meaning.
    """

    def __init__(self, name: str, seats: int, *shape: int, default: int | None = 0, doc: str = "") -> None:
        super().__init__(name, *shape, high=int(seats) - 1, default=default, optional=default is None, doc=doc)

    @override
    def problem_of(self, values: np.ndarray, num_players: int) -> str:
        return _unfit(values, NONE if self.optional else 0, num_players - 1, "seats")

    @override
    def as_seen(self) -> Field:
        return Number(self.name, Seats(self.high + 1), shows=self.name, doc=f"1 for {self.doc}")


class Choice(Field):
    """Member of an IntEnum, which must count from 0.

    Args:
        name: the attribute's name.
        choices: the enum; a member's word is its name in small letters.
        *shape: sizes of the array of choices.
        default: value in a fresh record; None is stored as -1.
        shows: the field of the state that it shows, in a view; see `State.view`.
        doc: its meaning.
    """

    def __init__(
        self,
        name: str,
        choices: type[IntEnum],
        *shape: int,
        default: IntEnum | int | None = 0,
        shows: str = "",
        doc: str = "",
    ) -> None:
        super().__init__(name, *shape, shows=shows, doc=doc)
        self.enum = choices
        self.choices = tuple(member.name.lower() for member in choices)
        self.blank = NONE if default is None else int(default)

    @property
    @override
    def bounds(self) -> tuple[int, int]:
        return min(self.blank, 0), len(self.choices) - 1

    @override
    def problem_of(self, values: np.ndarray, num_players: int) -> str:
        return _unfit(values[values != self.blank], 0, len(self.choices) - 1, "choices")

    @override
    def element_to_words(self, value: Any) -> str | None:
        return self.choices[value] if value >= 0 else None

    @override
    def element_from_words(self, words: Any) -> int:
        if words is None and self.blank == NONE:
            return NONE
        word = words.name if isinstance(words, IntEnum) else words
        if not isinstance(word, str) or word.lower() not in self.choices:
            raise Unfit(self.allowed, words)
        return self.choices.index(word.lower())

    @property
    def allowed(self) -> str:
        """Allowed values, in words."""
        return " or ".join(map(repr, self.choices)) + (" or None" if self.blank == NONE else "")


class Record:
    """Fields in order, and the record that they make.

    Args:
        *fields: the fields; no two of one name.
        pack: the pack of their cards.
    """

    noun = "field"
    """Word for a field in messages."""

    def __init__(self, *fields: Field, pack: Pack = FRENCH) -> None:
        self.pack = pack
        self.fields = {field.name: field.of(pack) for field in fields}
        if len(self.fields) != len(fields):
            raise ValueError("two fields of a record have the same name")

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields.values())

    @property
    def entries(self) -> list[tuple[Any, ...]]:
        """Entries of the fields in a NumPy dtype."""
        return [field.entry for field in self]

    def set_blank(self, records: np.ndarray) -> None:
        """Set every field of the records to its fresh value."""
        for field in self:
            if isinstance(field, Pile):
                records[field.name]["height"] = 0
                records[field.name]["cards"] = NO_CARD
            else:
                records[field.name] = field.blank

    def set_bounds(self, least: np.ndarray, greatest: np.ndarray) -> None:
        """Set every field of some records to its least value, and of others to its greatest."""
        for field in self:
            for records, height, value in ((least, 0, field.bounds[0]), (greatest, 1, field.bounds[1])):
                if isinstance(field, Pile):
                    records[field.name]["height"] = height * field.capacity
                    records[field.name]["cards"] = value
                else:
                    records[field.name] = value

    def to_words(self, record: Any, num_players: int) -> dict[str, Any]:
        """Record in words."""
        return {field.name: field.to_words(record[field.name], num_players) for field in self}

    def from_words(self, words: Mapping[str, Any], record: Any) -> None:
        """Write words into a record; fields that are not named keep their values.

        Raises:
            ValueError: if a name or a value does not fit.
        """
        for name, value in words.items():
            self.field(name).from_words(value, record)

    def field(self, name: str) -> Field:
        """Field of this name.

        Raises:
            ValueError: if there is none.
        """
        if name not in self.fields:
            raise ValueError(must_be_one_of(self.noun, self.fields, name))
        return self.fields[name]

    def holders(self) -> tuple[Field, ...]:
        """Fields in which cards lie, without those that only remember them."""
        return self._holders

    @cached_property
    def _holders(self) -> tuple[Field, ...]:
        return tuple(field for field in self if isinstance(field, CardField) and not field.memo)

    def count_cards(self, record: Any, codes: int) -> np.ndarray:
        """Count of each card in the holders, (codes,) int."""
        counts = np.zeros(codes, int)
        for field in self.holders():
            value = record[field.name]
            if isinstance(field, Cards):
                counts[: field.codes] += value.reshape(-1, field.codes).sum(axis=0)
            else:
                cards = value["cards"] if isinstance(field, Pile) else value
                counts += np.bincount(np.asarray(cards)[np.asarray(cards) >= 0].astype(int), minlength=codes)
        return counts


class View(Record):
    """View: all that one seat may see; seats are counted from its own, clockwise."""

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """Record type of the view, of int16 only. One object: Numba identifies array types by their dtype object."""
        return np.dtype((np.record, self.entries))

    def blank(self) -> np.ndarray:
        """Fresh view, of shape (1,)."""
        records = np.zeros(1, self.dtype)
        self.set_blank(records)
        return records


class Options(Record):
    """Options of a game: fields, whose defaults are the game as described on its page.

    Args:
        *fields: the options.
        either: names of options of which at most one may be given; a later one replaces an earlier one.
        titles: titles for people of options whose meaning is no title; see `title`.
        calls: names for people of the choices of an option, if their words are not clear.
        presets: known sets of house rules by their names, such as ``{"Draw one": {"draw": 1}}``; one without options
            names the default rules.

    Raises:
        ValueError: for a title, a call or a preset of an option that the game does not have.
    """

    noun = "option"

    def __init__(
        self,
        *fields: Field,
        either: Sequence[str] = (),
        titles: Mapping[str, str] | None = None,
        calls: Mapping[str, Sequence[str]] | None = None,
        presets: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        super().__init__(*fields)
        self.either = either
        self.titles = titles or {}
        self.calls = calls or {}
        self.presets = presets or {}
        for name in {*self.titles, *self.calls}.union(*self.presets.values()):
            self.field(name)

    def title(self, name: str) -> str:
        """Title of an option for people: its own, or its meaning up to the first colon or semicolon."""
        meaning = re.sub("^(whether|what) ", "", re.split("[:;]", self.field(name).doc)[0])
        return self.titles.get(name, meaning[:1].upper() + meaning[1:])

    def unset(self, name: str) -> str:
        """Words for None as an option's value, from the end of its meaning, such as ``"one deal"``."""
        return self.field(name).doc.partition("None: ")[2] or "none"

    @override
    def to_words(self, record: Any, num_players: int) -> dict[str, Any]:
        words = super().to_words(record, num_players)
        unused = [name for name in self.either if words[name] is not None][:-1]
        return {name: value for name, value in words.items() if name not in unused}

    @override
    def from_words(self, words: Mapping[str, Any], record: Any) -> None:
        given = [name for name in self.either if words.get(name) is not None]
        if len(given) > 1:
            raise ValueError(f"options {' and '.join(given)} do not go together; give one of them")
        for name, value in words.items():
            field = self.field(name)
            try:
                field.from_words(value, record)
            except ValueError as problem:
                raise ValueError(f"option {problem}") from None

    def check_keywords(self, game: str, given: Iterable[str], view: Callable[..., Any]) -> None:
        """Check that settings are of an environment or its game.

        Args:
            game: the game's name.
            given: the settings' names, besides those of the environment.
            view: the environment's class or function; its signature shows its own settings.

        Raises:
            UnknownKeyword: for an unknown setting, in Python's words, which libraries look for.
        """
        for name in given:
            if name not in self.fields:
                own = [key for key, it in signature(view).parameters.items() if it.kind is not Parameter.VAR_KEYWORD]
                near = suggest(name, [*own[1:], *self.fields])  # the first is the game
                raise UnknownKeyword(f"{game}: {view.__name__}() got an unexpected keyword argument {name!r}; {near}")

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """Record type of the options, part of every state. It is never empty, as a dtype must not be."""
        return np.dtype((np.record, [*self.entries, ("unused", np.int16)]))


class State(Record):
    """Full state of one table.

    Args:
        *fields: the game's fields; no two of one name.
        pack: the pack of the game's cards.

    The engine's own fields come first in every state:

    - ``seed``, ``draws``: the table's random generator (`rng`).
    - ``num_players``, ``player`` (the seat whose turn it is), ``dealer``: seats are 0 .. num_players - 1, clockwise.
    - ``steps``: actions so far. ``over``: True after the end of the game; ``truncated``: True if a bound ended it.
    - ``written``: True during the first deal of a written deck; False at any other time.
    - ``reward``: float32 a seat, reward of the last step. ``score``: int32 a seat, points so far.
    - ``options``: the game's options.
    """

    def view(self, *fields: Field | str) -> View:
        """View of a game with this state.

        The engine fills a field of a view that ``shows`` one of the state, or the engine's ``player``, ``dealer`` or
        ``score``; the game's ``observe`` fills the others. The shape and the type of both fields decide its content:

        - with a place a player, all players from the own seat on, clockwise; with a place a side, the own side first;
        - without a place a player, if the state has one, the own place;
        - of a seat, 1 for the player in it;
        - as a number, of cards or piles, the number of cards.

        Args:
            *fields: in the view's order. A string names fields of the state that all seats see as they are; the
                engine's ``turn`` (for its ``player``) and ``dealer`` are allowed too.
        """
        seen: list[Field] = []
        for field in fields:
            seen += [field] if isinstance(field, Field) else [self._as_seen(name) for name in field.split()]
        return View(*seen, pack=self.pack)

    def _as_seen(self, name: str) -> Field:
        if name in self.fields or name not in _MARKS:
            return self.field(name).as_seen()
        shows, doc = _MARKS[name]
        seats = next(field.shape[0] for field in self if field.by_seat)
        return Number(name, seats, shows=shows, doc=doc)

    def source(self, name: str) -> Field:
        """Field of the state or the engine that a field of a view shows.

        Raises:
            ValueError: if there is none.
        """
        return _HEADER[name] if name in _HEADER else self.field(name)

    def dtype(self, seats: int, options: Options) -> np.dtype[Any]:
        """Record type of a table.

        Args:
            seats: most players of the game.
            options: the game's options.
        """
        header: list[tuple[Any, ...]] = [
            ("seed", np.uint64),
            ("draws", np.uint64),
            ("reward", np.float32, (seats,)),
            ("score", np.int32, (seats,)),
            ("scored", np.int32, (seats,)),  # the part of score that has become reward
            ("score_range", np.float32),  # divisor of reward="score"
            ("steps", np.int32),
            ("num_players", np.int16),
            ("player", np.int16),
            ("dealer", np.int16),
            ("score_rewards", np.bool_),  # reward="score" rather than "outcome"
            ("over", np.bool_),
            ("truncated", np.bool_),
            ("written", np.bool_),
            ("options", options.dtype),
        ]
        clash = {entry[0] for entry in header} & set(self.fields)
        if clash:
            raise ValueError(f"the engine's own state has a field {clash.pop()!r} already; choose another name")
        # Padding is a field too: bytes that no field owns would differ between copies of a record.
        entries = header + self.entries
        spare = -np.dtype(entries).itemsize % 8
        return np.dtype((np.record, np.dtype(entries + [("padding", np.uint8, (spare,))] * (spare > 0), align=True)))


_HEADER = {field.name: field for field in (Seat("player", 0), Seat("dealer", 0), Number("score", Seats(0)))}
"""The engine's own fields that a view may show."""
_MARKS = {"turn": ("player", "1 for the player whose turn it is"), "dealer": ("dealer", "1 for the dealer")}
"""Fields of a view that show these by name: the field shown, and its doc."""


def _unfit(values: np.ndarray, low: int, high: int, kind: str) -> str:
    """Error in numbers that must lie in a range; empty if there is none."""
    wrong = values[(values < low) | (values > high)]
    return f"{kind} must be {low} to {high}, got {wrong.flat[0]}" if wrong.size else ""


def suggest(word: str, known: Any) -> str:
    """End of an error message: the nearest known word, or all of them."""
    near = get_close_matches(str(word), list(known), n=1)
    return f"did you mean {near[0]!r}?" if near else f"known: {', '.join(map(str, known))}"


def must_be_one_of(what: str, known: Iterable[Any], given: Any) -> str:
    """Error message for an unknown word, with the nearest known one."""
    words = [str(word) for word in known]
    near = get_close_matches(str(given), words, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    allowed = f"one of {', '.join(words)}" if len(words) > 1 else words[0] if words else "left out"
    return f"{what} must be {allowed}, got {given!r:.60}{hint}"
