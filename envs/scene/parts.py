"""Parts of a layout: they turn fields of a view into bands of a scene."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from typing_extensions import override

from cardzoo.envs.engine import Card, Pile
from cardzoo.envs.scene.look import Look, by_rank, codes_of, in_words, is_flag
from cardzoo.envs.scene.scene import BACK, EMPTY, Arrangement, Band, Kind, Zone

At = Sequence[tuple[int, int]]
OWN_HAND = "hand"  # the id of the own hand's band, the last one; prefix of the ids of all hands


@dataclass(frozen=True)
class Part(ABC):
    """A part of a layout: shows a field of a view.

    Attributes:
        field: the field's name.
        label: text beside it; None for its name.
        arrangement: arrangement of its zones, unless they have their own places.
    """

    field: str
    label: str | None = None
    arrangement: Arrangement = Arrangement.LINE

    @property
    def fields(self) -> set[str]:
        """All the fields that it shows."""
        return {self.field}

    @property
    def starts(self) -> dict[str, str]:
        """Prefixes of the ids of the zones that show each of its fields."""
        return dict.fromkeys(self.fields, self.field)

    @abstractmethod
    def bands(self, look: Look) -> list[Band]:
        """The bands of the part."""

    def remarks(self, look: Look) -> list[tuple[str, str]]:
        """Additional notes: titles and words."""
        return []

    def band(self, look: Look, zones: Iterable[Zone]) -> list[Band]:
        """A band of zones, the own one last; none without zones. A single one without a label takes the part's."""
        zones = sorted(zones, key=lambda zone: zone.seat == look.player)
        label = in_words(self.field) if self.label is None else self.label
        if not zones:
            return []
        if len(zones) == 1 and not zones[0].label:
            zones, label = [replace(zones[0], label=label)], ""
        arrangement = Arrangement.GRID if zones[0].at else self.arrangement
        return [Band(zones[0].id.split(".")[0], label, arrangement, tuple(zones))]


@dataclass(frozen=True, init=False)
class Parts(Part):
    """Parts that are shown together.

    Attributes:
        parts: the parts in order.
    """

    parts: tuple[Part, ...] = ()

    def __init__(self, *parts: Part) -> None:
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "field", parts[0].field)

    @property
    @override
    def fields(self) -> set[str]:
        return set().union(*(part.fields for part in self.parts))

    @property
    @override
    def starts(self) -> dict[str, str]:
        return {field: start for part in self.parts for field, start in part.starts.items()}

    @override
    def bands(self, look: Look) -> list[Band]:
        return [band for part in self.parts for band in part.bands(look)]

    @override
    def remarks(self, look: Look) -> list[tuple[str, str]]:
        return [remark for part in self.parts for remark in part.remarks(look)]


@dataclass(frozen=True, init=False)
class Beside(Parts):
    """Parts side by side, from left to right."""

    @override
    def bands(self, look: Look) -> list[Band]:
        bands = super().bands(look)
        zones = []
        for band in bands:
            of = f"{band.label}: " if band.label and band.zones[0].seat is not None else ""
            zones += [replace(zone, label=of + zone.label) for zone in band.zones]
        return [Band(bands[0].id, "", Arrangement.LINE, tuple(zones))] if bands else []


@dataclass(frozen=True, init=False)
class During(Parts):
    """Parts that are shown in some phases only, from top to bottom.

    Attributes:
        phases: the words of the phases.
    """

    phases: tuple[str, ...] = ()

    def __init__(self, phases: Iterable[str], *parts: Part) -> None:
        super().__init__(*parts)
        object.__setattr__(self, "phases", tuple(phases))

    @override
    def bands(self, look: Look) -> list[Band]:
        phase = look.words(look.field("phase"), look.view["phase"])
        return super().bands(look) if phase in self.phases else []


@dataclass(frozen=True)
class Spread(Part):
    """Cards that lie open: a set, a pile, a place, or an array of them.

    Attributes:
        kind: kind of the zones; None for the default of a pile or a row.
        at: places of the elements of an array.
        sparse: True to leave out elements without cards.
        sets: True to sort cards by rank rather than by suit.
        backs: the field that counts the face-down cards of each element.
        notes: fields with further facts on each element.
        fan: the field that counts the visible cards on top of a pile.
    """

    kind: Kind | None = None
    at: At = ()
    sparse: bool = False
    sets: bool = False
    backs: str = ""
    notes: tuple[str, ...] = ()
    fan: str = ""

    @property
    @override
    def fields(self) -> set[str]:
        return {self.field, *self.notes, *([self.backs] if self.backs else [])}

    @override
    def bands(self, look: Look) -> list[Band]:
        field = look.field(self.field)
        kind = self.kind or (Kind.PILE if isinstance(field, Pile) else Kind.ROW)
        is_trick = isinstance(field, Card) and field.by_seat and len(field.shape) == 1
        zones = []
        for place, (value, end, label, seat) in enumerate(look.elements(field)):
            cards = codes_of(field, value)
            if self.sets:
                cards = by_rank(cards, look.game.cards)
            if self.backs:
                cards += (BACK,) * int(look.view[self.backs][place])
            if any(card != EMPTY for card in cards) or not self.sparse:
                at = self.at[place] if self.at else None
                note = self._note(look, place) if self.notes else ""
                fan = int(look.view[self.fan]) if self.fan else 1
                zones.append(Zone(self.field + end, label, kind, cards or (EMPTY,), seat, note=note, at=at, fan=fan))
        bands = self.band(look, zones)
        return [replace(band, arrangement=Arrangement.RING) for band in bands] if is_trick else bands

    def _note(self, look: Look, place: int) -> str:
        words = []
        for name in self.notes:
            field, value = look.field(name), look.view[name][place]
            if is_flag(field):
                words += [in_words(name)] if value else []
            else:
                words.append(look.words(field, value, 1))
        return ", ".join(words)


@dataclass(frozen=True)
class Hands(Part):
    """The players' hands: the own cards, and the others' known cards, with backs for the rest.

    Attributes:
        sizes: the field that counts the cards of each player, or a function of a chair; None to show only the cards in
            the view.
        known: the field of cards that are known to be in each hand, if there is one.
    """

    sizes: str | Callable[[Look, int], int] | None = "hand_sizes"
    known: str = ""

    @property
    @override
    def fields(self) -> set[str]:
        sizes = {self.sizes} if isinstance(self.sizes, str) else set()
        return ({self.field, self.known} | sizes) - {""}

    @property
    @override
    def starts(self) -> dict[str, str]:
        return dict.fromkeys(self.fields, OWN_HAND)

    @override
    def bands(self, look: Look) -> list[Band]:
        field = look.field(self.field)
        chairs = range(look.num_players if self.sizes or field.by_seat else 1)
        zones = []
        for chair in chairs:
            cards = self.seen_cards(look, chair)
            if self.sizes:
                size = int(look.view[self.sizes][chair] if isinstance(self.sizes, str) else self.sizes(look, chair))
                cards += (BACK,) * (size - len(cards))
                if isinstance(field, Card):
                    cards = cards[:size]  # the places of such a field that are not used come last
            seat = look.seat(chair)
            zones.append(Zone(f"{OWN_HAND}.{seat}", look.names[seat], Kind.HAND, cards or (EMPTY,), seat))
        others = [replace(band, id="hands") for band in self.band(look, zones[1:])]
        own = self.band(look, zones[:1])
        return [replace(band, label=self.label or "") for band in others + own]

    def seen_cards(self, look: Look, chair: int) -> tuple[int, ...]:
        """The cards of a player's hand that the view shows."""
        field = look.field(self.field)
        if field.by_seat:
            return tuple(card for card in codes_of(field, look.view[self.field][chair]) if card != EMPTY)
        if chair == 0:
            return codes_of(field, look.view[self.field])
        return codes_of(look.field(self.known), look.view[self.known][chair]) if self.known else ()

    @override
    def remarks(self, look: Look) -> list[tuple[str, str]]:
        words = look.words(look.field(self.known), look.view[self.known][0], 1) if self.known else ""
        return [("known of the own hand", words)] if words else []


@dataclass(frozen=True)
class Backs(Part):
    """Piles of face-down cards, whose number is in the view.

    Attributes:
        at: places of the elements of an array.
        size: a function for the number of cards, if no field of the view shows it.
    """

    at: At = ()
    size: Callable[[Look], int] | None = None

    @property
    @override
    def fields(self) -> set[str]:
        return {self.field} if self.size is None else set()

    @override
    def bands(self, look: Look) -> list[Band]:
        if self.size is not None:
            return self.band(look, [Zone(self.field, "", Kind.PILE, (BACK,) * self.size(look) or (EMPTY,))])
        return self.band(
            look,
            [
                Zone(
                    self.field + element.end,
                    element.label,
                    Kind.PILE,
                    (BACK,) * int(element.value) or (EMPTY,),
                    element.seat,
                    at=self.at[place] if self.at else None,
                )
                for place, element in enumerate(look.elements(look.field(self.field)))
            ],
        )
