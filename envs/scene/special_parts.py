"""Parts of a layout for fields that encode cards by heights, ranks, places, codes or words."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from typing_extensions import override

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS, Cards, Choice, Number
from cardzoo.envs.engine.cards import RANK_WORDS, TWO
from cardzoo.envs.engine.fields import Field
from cardzoo.envs.scene.look import Element, Look, codes_of
from cardzoo.envs.scene.parts import OWN_HAND, Part
from cardzoo.envs.scene.scene import BACK, EMPTY, RANK_ONLY, Band, Kind, Zone

CANASTA = 7  # cards of a meld that make a canasta


@dataclass(frozen=True)
class Foundations(Part):
    """Piles that rise from the ace; the view shows their heights, or all cards as one set.

    Attributes:
        suits: True if each is of a suit; else only ranks are shown.
    """

    suits: bool = True

    @override
    def bands(self, look: Look) -> list[Band]:
        field, pack = look.field(self.field), look.game.cards
        zones = []
        for place, (height, end, _, seat) in enumerate(_foundations(look, field)):
            suit = place // (field.shape[1] if len(field.shape) > 1 else 1)
            first = len(pack.ranks) * suit if self.suits else len(pack.words)
            cards = tuple(range(first, first + int(height)))
            label = pack.suits[suit].word if self.suits else str(place + 1)
            zones.append(Zone(self.field + end, label, Kind.PILE, cards or (EMPTY,), seat, home=True))
        return self.band(look, zones)


def _foundations(look: Look, field: Field) -> Iterable[Element]:
    """The height of each foundation."""
    if not isinstance(field, Cards):
        return look.elements(field)
    heights = look.view[field.name].reshape(field.pack.grid).sum(axis=1)
    return [Element(height, f".{suit}", "", None) for suit, height in enumerate(heights)]


@dataclass(frozen=True)
class Completed(Part):
    """Places for complete suits, which the view counts by suit; the first ones are filled.

    Attributes:
        places: the number of places.
    """

    places: int = 0

    @override
    def bands(self, look: Look) -> list[Band]:
        size = len(look.game.cards.ranks)
        suits = [suit for suit, count in enumerate(look.view[self.field]) for _ in range(int(count))]
        cards = [tuple(range(size * suit, size * (suit + 1))) for suit in suits]
        cards += [(EMPTY,)] * (self.places - len(cards))
        return self.band(
            look, [Zone(f"{self.field}.{place}", "", Kind.PILE, here, home=True) for place, here in enumerate(cards)]
        )


@dataclass(frozen=True)
class Top(Part):
    """A pile that the view shows as a set of cards, with the card or the rank on top.

    Attributes:
        top: the field of the top card or rank.
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
            cards.append(len(look.game.cards.words) + value)
        elif value in cards:
            cards.remove(value)
            cards.append(value)
        return self.band(look, [Zone(self.field, "", Kind.PILE, tuple(cards) or (EMPTY,))])


@dataclass(frozen=True)
class Ranks(Part):
    """Places for cards of which the view shows only ranks, a row for each player, the own row last.

    Attributes:
        occupied: the field of the occupied places; empty places behind the last card are left out.
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
                EMPTY if not lies else BACK if rank < 0 else len(look.game.cards.words) + int(rank)
                for rank, lies in zip(ranks, look.view[self.occupied][chair], strict=True)
            )
            last = max((place for place, card in enumerate(cards) if card != EMPTY), default=0)
            zones.append(Zone(self.field + end, label, Kind.ROW, cards[: last + 1], seat))
        own = [replace(band, id=OWN_HAND) for band in self.band(look, zones[:1])]
        return self.band(look, zones[1:]) + own


@dataclass(frozen=True)
class Suits(Part):
    """A set of cards of one pack, of all players together, each at its place in a row of its suit.

    Attributes:
        ranks: the ranks of a row, in their order; None for all.
    """

    ranks: Sequence[int] | None = None

    @override
    def bands(self, look: Look) -> list[Band]:
        field, counts = look.field(self.field), look.view[self.field]
        lies = counts.sum(axis=0) if field.by_seat else counts
        zones = []
        suits, size = look.game.cards.suits, len(look.game.cards.ranks)
        for place, suit in enumerate(suits):
            codes = (size * place + rank for rank in (range(size) if self.ranks is None else self.ranks))
            cards = tuple(code if lies[code] else EMPTY for code in codes)
            zones.append(Zone(f"{self.field}.{place}", suit.word, Kind.ROW, cards))
        return self.band(look, zones)


@dataclass(frozen=True)
class Track(Part):
    """The progress of each suit's ace, as a number of spaces in the view."""

    @override
    def bands(self, look: Look) -> list[Band]:
        field = cast(Number, look.field(self.field))
        zones = []
        for suit, (spaces, end, sign, _) in enumerate(look.elements(field)):
            cards = tuple(
                len(look.game.cards.ranks) * suit if place == spaces else EMPTY for place in range(field.high + 1)
            )
            zones.append(Zone(self.field + end, sign, Kind.ROW, cards))
        return self.band(look, zones)


@dataclass(frozen=True)
class Codes(Part):
    """Ordered cards that the view shows as numbers."""

    @override
    def bands(self, look: Look) -> list[Band]:
        cards = tuple(int(card) for card in look.view[self.field] if card != NO_CARD)
        return self.band(look, [Zone(self.field, "", Kind.ROW, cards)]) if cards else []


@dataclass(frozen=True)
class Bundles(Part):
    """Melds that the view shows in words: a player's chair and the cards.

    Attributes:
        wilds: the field of the wild cards in them, in words a meld's place and the wild card for another.
    """

    wilds: str = ""

    @property
    @override
    def fields(self) -> set[str]:
        return {self.field, self.wilds} - {""}

    @override
    def bands(self, look: Look) -> list[Band]:
        zones, notes = [], defaultdict(list)
        for line in self._lines(look, self.wilds) if self.wilds else ():
            number, _, words = line.partition(": ")
            notes[number].append(words)
        for place, line in enumerate(self._lines(look, self.field)):
            chair, _, words = line.partition(": ")
            seat, cards, note = look.seat(int(chair)), look.game.cards.parse_all(words), ", ".join(notes[str(place)])
            zones.append(Zone(f"{self.field}.{place}", look.names[seat], Kind.ROW, tuple(cards), seat, note=note))
        return self.band(look, zones)

    def _lines(self, look: Look, field: str) -> Sequence[str]:
        """Lines of a field in words."""
        return cast(Sequence[str], look.field(field).to_words(look.view[field], look.num_players))


@dataclass(frozen=True)
class RankMelds(Part):
    """Melds of one rank each with wild cards among them, those of a side together; a canasta is marked by its colour.

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
                kind = "wild" if rank == TWO else "black" if twos + jokers else "red"  # the colour of the card on top
                note = f"{kind} canasta" if len(cards) >= CANASTA else ""
                if cards:
                    zones.append(Zone(f"{self.field}{end}.{rank}", f"{RANK_WORDS[rank]}s", Kind.ROW, cards, note=note))
            bands += [replace(band, id=self.field + end, label=label) for band in self.band(look, zones)]
        return bands
