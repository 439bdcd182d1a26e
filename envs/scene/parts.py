"""The parts of a layout: how fields of a view become bands of a scene."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from typing_extensions import override

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, Choice, Number, Pile
from cardzoo.envs.engine.cards import RANK_WORDS, SUIT_WORDS, TWO, parse_cards
from cardzoo.envs.scene.look import Look, by_rank, codes_of, in_words, is_flag
from cardzoo.envs.scene.scene import BACK, EMPTY, RANK_ONLY, Arrangement, Band, Kind, Zone

At = Sequence[tuple[int, int]]
OWN_HAND = "hand"  # the id of the own hand's band, which is the last one


@dataclass(frozen=True)
class Part(ABC):
    """How a field of a view is shown.

    Attributes:
        field: its name.
        label: what to write beside it; None for its name.
        arrangement: how its zones lie, if they have no places of their own.
    """

    field: str
    label: str | None = None
    arrangement: Arrangement = Arrangement.LINE

    @property
    def fields(self) -> set[str]:
        """All the fields that it shows."""
        return {self.field}

    @abstractmethod
    def bands(self, look: Look) -> list[Band]:
        """What is seen."""

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


@dataclass(frozen=True)
class Beside(Part):
    """Parts side by side.

    Attributes:
        parts: from left to right.
    """

    parts: tuple[Part, ...] = ()

    def __init__(self, *parts: Part) -> None:
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "field", parts[0].field)

    @property
    @override
    def fields(self) -> set[str]:
        return set().union(*(part.fields for part in self.parts))

    @override
    def bands(self, look: Look) -> list[Band]:
        bands = [band for part in self.parts for band in part.bands(look)]
        zones = []
        for band in bands:
            of = f"{band.label}: " if band.label and band.zones[0].seat is not None else ""
            zones += [replace(zone, label=of + zone.label) for zone in band.zones]
        return [Band(bands[0].id, "", Arrangement.LINE, tuple(zones))] if bands else []


@dataclass(frozen=True)
class During(Part):
    """Parts that are shown in some phases only.

    Attributes:
        phases: the words of the phases.
        parts: from top to bottom.
    """

    phases: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()

    def __init__(self, phases: Iterable[str], *parts: Part) -> None:
        object.__setattr__(self, "phases", tuple(phases))
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "field", parts[0].field)

    @property
    @override
    def fields(self) -> set[str]:
        return set().union(*(part.fields for part in self.parts))

    @override
    def bands(self, look: Look) -> list[Band]:
        phase = look.words(look.field("phase"), look.view["phase"])
        return [band for part in self.parts for band in part.bands(look)] if phase in self.phases else []


@dataclass(frozen=True)
class Spread(Part):
    """Cards that lie open: a set, a pile, a place, or an array of them.

    Attributes:
        kind: how the cards lie; None for a pile's or a row's usual way.
        at: where the elements of an array lie.
        sparse: whether elements without cards are left out.
        sets: whether cards are sorted by rank rather than by suit.
        backs: the field that tells how many face-down cards lie with each element.
        notes: fields that tell more about each element.
    """

    kind: Kind | None = None
    at: At = ()
    sparse: bool = False
    sets: bool = False
    backs: str = ""
    notes: tuple[str, ...] = ()

    @property
    @override
    def fields(self) -> set[str]:
        return {self.field, *self.notes, *([self.backs] if self.backs else [])}

    @override
    def bands(self, look: Look) -> list[Band]:
        field = look.field(self.field)
        kind = self.kind or (Kind.PILE if isinstance(field, Pile) else Kind.ROW)
        zones = []
        for place, (value, end, label, seat) in enumerate(look.elements(field)):
            cards = codes_of(field, value)
            if self.sets:
                cards = by_rank(cards)
            if self.backs:
                cards += (BACK,) * int(look.view[self.backs][place])
            if any(card != EMPTY for card in cards) or not self.sparse:
                at = self.at[place] if self.at else None
                note = self._note(look, place) if self.notes else ""
                zones.append(Zone(self.field + end, label, kind, cards or (EMPTY,), seat, note=note, at=at))
        return self.band(look, zones)

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
    """The players' hands: the own cards, and of the others those that are known, with backs for the rest.

    Attributes:
        sizes: the field that tells how many cards each player holds, or what tells it for a chair; None if only the
            cards in the view are shown.
        known: the field of cards that are known to be in each hand, if there is one.
    """

    sizes: str | Callable[[Look, int], int] | None = "hand_sizes"
    known: str = ""

    @property
    @override
    def fields(self) -> set[str]:
        sizes = {self.sizes} if isinstance(self.sizes, str) else set()
        return ({self.field, self.known} | sizes) - {""}

    @override
    def bands(self, look: Look) -> list[Band]:
        field = look.field(self.field)
        chairs = range(look.num_players if self.sizes or field.by_seat else 1)
        zones = []
        for chair in chairs:
            cards: tuple[int, ...] = ()
            if field.by_seat:
                cards = codes_of(field, look.view[self.field][chair])
            elif chair == 0:
                cards = codes_of(field, look.view[self.field])
            elif self.known:
                cards = codes_of(look.field(self.known), look.view[self.known][chair])
            if self.sizes:
                size = look.view[self.sizes][chair] if isinstance(self.sizes, str) else self.sizes(look, chair)
                cards += (BACK,) * (int(size) - len(cards))
            seat = look.seat(chair)
            zones.append(Zone(f"{OWN_HAND}.{seat}", look.names[seat], Kind.HAND, cards or (EMPTY,), seat))
        others = [replace(band, id="hands") for band in self.band(look, zones[1:])]
        own = self.band(look, zones[:1])
        return [replace(band, label=self.label or "") for band in others + own]


@dataclass(frozen=True)
class Backs(Part):
    """Piles of face-down cards, of which the view tells how many there are.

    Attributes:
        at: where the elements of an array lie.
    """

    at: At = ()

    @override
    def bands(self, look: Look) -> list[Band]:
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


@dataclass(frozen=True)
class Foundations(Part):
    """Piles that rise from the ace, of which the view tells the heights.

    Attributes:
        suits: whether each is of a suit; else only ranks are told.
    """

    suits: bool = True

    @override
    def bands(self, look: Look) -> list[Band]:
        field = look.field(self.field)
        zones = []
        for place, (height, end, _, seat) in enumerate(look.elements(field)):
            suit = place // (field.shape[1] if len(field.shape) > 1 else 1)
            first = RANKS * suit if self.suits else RANK_ONLY
            cards = tuple(range(first, first + int(height)))
            label = SUIT_WORDS[suit] if self.suits else str(place + 1)
            zones.append(Zone(self.field + end, label, Kind.PILE, cards or (EMPTY,), seat))
        return self.band(look, zones)


@dataclass(frozen=True)
class Top(Part):
    """A pile that the view tells as a set of cards and the card, or the rank, on top.

    Attributes:
        top: the field of what lies on top.
    """

    top: str = ""

    @property
    @override
    def fields(self) -> set[str]:
        return {self.field, self.top}

    @override
    def bands(self, look: Look) -> list[Band]:
        top, value = look.field(self.top), int(look.view[self.top])
        cards = list(codes_of(look.field(self.field), look.view[self.field]))
        if value != NO_CARD and isinstance(top, Choice):
            cards.append(RANK_ONLY + value)
        elif value in cards:
            cards.remove(value)
            cards.append(value)
        return self.band(look, [Zone(self.field, "", Kind.PILE, tuple(cards) or (EMPTY,))])


@dataclass(frozen=True)
class Ranks(Part):
    """Places for cards of which the view tells only ranks, a row of places for each player, the own row last.

    Attributes:
        occupied: the field that tells where cards lie; empty places behind the last card are left out.
    """

    occupied: str = ""

    @property
    @override
    def fields(self) -> set[str]:
        return {self.field, self.occupied}

    @override
    def bands(self, look: Look) -> list[Band]:
        zones = []
        for chair, (ranks, end, label, seat) in enumerate(look.rows(look.field(self.field))):
            cards = tuple(
                EMPTY if not lies else BACK if rank < 0 else RANK_ONLY + int(rank)
                for rank, lies in zip(ranks, look.view[self.occupied][chair], strict=True)
            )
            last = max((place for place, card in enumerate(cards) if card != EMPTY), default=0)
            zones.append(Zone(self.field + end, label, Kind.ROW, cards[: last + 1], seat))
        own = [replace(band, id=OWN_HAND) for band in self.band(look, zones[:1])]
        return self.band(look, zones[1:]) + own


@dataclass(frozen=True)
class Suits(Part):
    """A set of cards of one pack, those of all players together, each at its place in a row of its suit.

    Attributes:
        ranks: the ranks of a row, in their order.
    """

    ranks: Sequence[int] = range(RANKS)

    @override
    def bands(self, look: Look) -> list[Band]:
        field, counts = look.field(self.field), look.view[self.field]
        lies = counts.sum(axis=0) if field.by_seat else counts
        zones = []
        for suit, sign in enumerate(SUIT_WORDS):
            cards = tuple(RANKS * suit + rank if lies[RANKS * suit + rank] else EMPTY for rank in self.ranks)
            zones.append(Zone(f"{self.field}.{suit}", sign, Kind.ROW, cards))
        return self.band(look, zones)


@dataclass(frozen=True)
class Track(Part):
    """How far each suit's ace has come, of which the view tells the number of spaces."""

    @override
    def bands(self, look: Look) -> list[Band]:
        field = cast(Number, look.field(self.field))
        zones = []
        for suit, (spaces, end, sign, _) in enumerate(look.elements(field)):
            cards = tuple(RANKS * suit if place == spaces else EMPTY for place in range(field.high + 1))
            zones.append(Zone(self.field + end, sign, Kind.ROW, cards))
        return self.band(look, zones)


@dataclass(frozen=True)
class Codes(Part):
    """Cards in order that the view tells as numbers."""

    @override
    def bands(self, look: Look) -> list[Band]:
        cards = tuple(int(card) for card in look.view[self.field] if card != NO_CARD)
        return self.band(look, [Zone(self.field, "", Kind.ROW, cards)]) if cards else []


@dataclass(frozen=True)
class Bundles(Part):
    """Melds that the view tells in words, a player's chair and the cards; they are numbered."""

    @override
    def bands(self, look: Look) -> list[Band]:
        zones = []
        for place, line in enumerate(look.field(self.field).to_words(look.view[self.field], look.num_players)):
            chair, _, cards = line.partition(": ")
            seat = look.seat(int(chair))
            label = f"{place}: {look.names[seat]}"
            zones.append(Zone(f"{self.field}.{place}", label, Kind.ROW, tuple(parse_cards(cards)), seat))
        return self.band(look, zones)


@dataclass(frozen=True)
class RankMelds(Part):
    """Melds of one rank each with wild cards among them, those of a side together.

    Attributes:
        twos: the field that counts the 2s in each meld of another rank.
        jokers: the field that counts the jokers.
    """

    twos: str = ""
    jokers: str = ""

    @property
    @override
    def fields(self) -> set[str]:
        return {self.field, self.twos, self.jokers}

    @override
    def bands(self, look: Look) -> list[Band]:
        bands = []
        for side, (naturals, end, label, _) in enumerate(look.rows(look.field(self.field))):
            zones = []
            for rank in range(RANKS):
                twos, jokers = look.view[self.twos][side, rank], look.view[self.jokers][side, rank]
                cards = (RANK_ONLY + rank,) * int(naturals[rank]) + (RANK_ONLY + TWO,) * int(twos)
                cards += (CARDS,) * int(jokers)
                if cards:
                    zones.append(Zone(f"{self.field}{end}.{rank}", f"{RANK_WORDS[rank]}s", Kind.ROW, cards))
            bands += [replace(band, id=self.field + end, label=label) for band in self.band(look, zones)]
        return bands
