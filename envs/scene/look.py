"""Access to the fields of a view: their elements, names, cards and words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cardzoo.envs.engine import NO_CARD, Card, Cards, Choice, Game, Number, Pack, Pile, Seats
from cardzoo.envs.engine.fields import Field
from cardzoo.envs.scene.scene import BACK, EMPTY, card_name


class Element(NamedTuple):
    """One value of an array.

    Attributes:
        value: the value in the record.
        end: the end of its zone's id.
        label: its name.
        seat: its player, if any.
    """

    value: Any
    end: str
    label: str
    seat: int | None


@dataclass(frozen=True)
class Look:
    """A seat's view with the names for reading it.

    Attributes:
        game: the game.
        view: the view's record.
        player: the viewing seat.
        num_players: players at the table.
        names: names of the seats, from player 0.
        labels: names of the places of a field's last dimension, or of the values of a single number.
        faces: cards that are shown as others.
    """

    game: Game
    view: Any
    player: int
    num_players: int
    names: tuple[str, ...]
    labels: Mapping[str, Sequence[str]]
    faces: Mapping[int, int]

    def field(self, name: str) -> Field:
        """The declaration of a field of the view."""
        return self.game.view.field(name)

    @property
    def phase(self) -> str:
        """The word of the phase; empty in a game without phases."""
        return str(self.field("phase").element_to_words(self.view["phase"])) if "phase" in self.game.view.fields else ""

    def marked(self, name: str) -> str:
        """The names of the players whose flag in a field is set."""
        return ", ".join(label for value, _, label, _ in self.rows(self.field(name)) if value)

    def seat(self, chair: int) -> int:
        """The player in a chair, counted to the left from the viewing player."""
        return (self.player + chair) % self.num_players

    def name(self, chair: int) -> str:
        """Name of the player on a chair."""
        return self.names[self.seat(chair)]

    def is_by_side(self, field: Field) -> bool:
        """True if a field counts sides, the own one first."""
        return not field.by_seat and field.shape[:1] == (self.game.sides,)

    def names_of(self, field: Field, dimension: int = 0) -> Sequence[str]:
        """The names of the places along one of a field's dimensions."""
        size = field.shape[dimension]
        if field.name in self.labels and dimension == len(field.shape) - 1:
            return self.labels[field.name]
        if isinstance(size, Seats):
            return [self.name(chair) for chair in range(self.num_players)]
        if dimension == 0 and self.is_by_side(field):
            return [self.side(side) for side in range(size)]
        for parts in (self.game.cards.suits, self.game.cards.ranks):
            if len(parts) == size:
                return [part.word for part in parts]
        return [str(place + 1) for place in range(size)]

    def side(self, side: int) -> str:
        """The players of a side, the own side being 0."""
        step = self.game.sides_of(self.num_players)
        return " and ".join(
            self.names[player] for player in sorted(map(self.seat, range(side, self.num_players, step)))
        )

    def end_of(self, field: Field, place: int) -> str:
        """The end of the id of a zone that shows a part of a field along its first dimension."""
        if field.by_seat:
            return f".{self.seat(place)}"
        return f".{(self.player + place) % field.shape[0] if self.is_by_side(field) else place}"

    def top(self, place: Any) -> str:
        """The word of the last open card at a place; empty if there is none."""
        field = self.field(place.field)
        value = self.view[place.field]
        for index in place.index:
            value = value[index]
        cards = [card for card in codes_of(field, value) if card != EMPTY]
        return card_name(cards[-1], self.game.cards) if cards and cards[-1] != BACK else ""

    def rows(self, field: Field) -> Iterator[Element]:
        """The parts of a field along its first dimension; only the seats in play."""
        value = self.view[field.name]
        for place, label in enumerate(self.names_of(field)[: self.num_players if field.by_seat else None]):
            seat = self.seat(place) if field.by_seat else None
            yield Element(value[place], self.end_of(field, place), label, seat)

    def elements(self, field: Field) -> Iterator[Element]:
        """All elements of a field, in order."""
        if not field.shape:
            yield Element(self.view[field.name], "", "", None)
        elif len(field.shape) == 1:
            yield from self.rows(field)
        else:
            inner = self.names_of(field, 1)
            for row in self.rows(field):
                for place, value in enumerate(row.value):
                    yield Element(value, f"{row.end}.{place}", f"{row.label} {inner[place]}", row.seat)

    def words(self, field: Field, value: Any, depth: int = 0) -> str:
        """A value of a field, or of its part at some depth, as a text; empty if there is nothing to show."""
        if type(field).to_words is not Field.to_words:  # a game's own field has its own words
            own_words = field.to_words(value, self.num_players)
            return own_words if isinstance(own_words, str) else ", ".join(map(str, own_words))
        if depth == len(field.shape):
            return self._element_words(field, value)
        last = depth == len(field.shape) - 1
        texts: list[str] = []
        are_names = field.name in self.labels or isinstance(field.shape[depth], Seats)
        between = " " if last and is_flag(field) and not are_names else ", "
        kind = ""  # the first word of names such as "win ♣" appears once
        for name, part in zip(self.names_of(field, depth), value, strict=False):
            is_blank = last and isinstance(field, (Number, Choice)) and part == field.blank
            part_words = "" if is_blank else self.words(field, part, depth + 1)
            if not part_words:
                continue
            first, _, others = name.partition(" ")
            if others and field.name in self.labels and not is_flag(field):
                name, kind = (others if first == kind else name), first
            texts.append(name if last and is_flag(field) else f"{name} {part_words}".strip())
        return between.join(texts)

    def _element_words(self, field: Field, value: Any) -> str:
        """One element as a text."""
        if isinstance(field, (Cards, Card, Pile)):
            cards = [self.faces.get(card, card) for card in codes_of(field, value) if card != EMPTY]
            pack = self.game.cards
            return (
                set_words(cards, pack)
                if isinstance(field, Cards)
                else " ".join(card_name(card, pack) for card in cards)
            )
        if not field.shape and field.name in self.labels and field.element_to_words(value) is not None:
            return str(self.labels[field.name][value])
        if is_flag(field):
            return "yes" if value else ""
        words: Any = field.element_to_words(value)
        return "" if words is None else in_words(str(words))


def codes_of(field: Field, value: Any) -> tuple[int, ...]:
    """The cards of a field's element, as in scenes."""
    if isinstance(field, Cards):
        first = len(field.pack.words) if field.codes == len(field.pack.ranks) < field.pack.codes else 0
        return tuple((first + np.repeat(np.arange(field.codes), np.maximum(value, 0))).tolist())
    if isinstance(field, Pile):
        return tuple(BACK if card == NO_CARD else int(card) for card in value["cards"][: value["height"]])
    return tuple(EMPTY if card == NO_CARD else int(card) for card in np.atleast_1d(value))


def set_words(cards: Sequence[int], pack: Pack) -> str:
    """Cards in no order, suit by suit, such as ``"♣A 7 K ♥2"``."""
    words, size = [], len(pack.ranks)
    for place, suit in enumerate(pack.suits):
        ranks = [pack.ranks[card % size].word for card in cards if size * place <= card < size * (place + 1)]
        if ranks:
            words.append(suit.word + " " * (len(suit.word) > 1) + " ".join(ranks))
    return " ".join(words + [card_name(card, pack) for card in cards if card >= pack.suited])


def by_rank(cards: Sequence[int], pack: Pack) -> tuple[int, ...]:
    """Cards sorted by rank, then suit."""
    ranks = len(pack.ranks)
    return tuple(sorted(cards, key=lambda card: (card % ranks, card) if 0 <= card < pack.suited else (ranks, card)))


def is_flag(field: Field) -> bool:
    """True if a field is a flag."""
    return isinstance(field, Number) and (field.low, field.high, field.optional) == (0, 1, False)


def in_words(name: str) -> str:
    """A field's or a choice's name as words."""
    return name.replace("_", " ")
