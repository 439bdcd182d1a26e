"""Scene: the view of a seat as plain data, the source of pictures on a terminal, in pixels and in a browser.

A `Scene` has bands from top to bottom, a band has zones: a hand, a pile, a column, a table of numbers, a note. A card
is its code in the game's pack (`cardzoo.envs.engine.packs`) or one of these:

- `BACK`: a card that the seat does not know.
- `EMPTY`: a place without a card.
- the number of the pack's codes + rank: a card of which the seat sees only the rank; `RANK_ONLY` is that number of the
  French pack.

A scene is made from a `View`, so it holds nothing that the seat may not see.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from cardzoo.envs.engine.cards import FRENCH
from cardzoo.envs.engine.packs import Pack

BACK = -1
EMPTY = -2
RANK_ONLY = len(FRENCH.words)

SHORT = 32  # letters of a note that shares its line with others


class Kind(StrEnum):
    """The kind of a zone: its cards' arrangement, or words."""

    HAND = "hand"  # side by side, held by a seat
    ROW = "row"  # side by side, on the table; the order has a meaning only if the label says so
    PILE = "pile"  # on each other, the last one on top, the only visible one unless `Zone.fan` says otherwise
    COLUMN = "column"  # downwards, each half over the one before; the last one is on top
    TABLE = "table"  # no cards: lines of words, the first one with the heads of the columns
    NOTE = "note"  # no cards: lines of words


class Arrangement(StrEnum):
    """The arrangement of a band's zones."""

    LINE = "line"  # side by side, in more lines if they do not fit into one
    LIST = "list"  # below each other
    GRID = "grid"  # at the places of `Zone.at`
    RING = "ring"  # around the middle, each before its player; side by side if there is no middle


@dataclass(frozen=True)
class Zone:
    """Some cards that lie together, or some words.

    Attributes:
        id: its name, always the same for the same place of the game: ``"hand.0"`` is player 0's.
        label: text beside it; may be empty.
        kind: its kind.
        cards: the cards, in order.
        seat: its player; None if it is common.
        lines: the words of a table or a note.
        note: an additional text, such as the value of a build; may be empty.
        at: column and line in a grid, in halves of a card.
        home: True if it is a destination of a patience's cards.
        fan: the number of cards on top of a pile that are visible, such as the last ones turned.
    """

    id: str
    label: str
    kind: Kind
    cards: tuple[int, ...] = ()
    seat: int | None = None
    lines: tuple[tuple[str, ...], ...] = ()
    note: str = ""
    at: tuple[int, int] | None = None
    home: bool = False
    fan: int = 1

    @property
    def count(self) -> int:
        """The number of cards."""
        return sum(card != EMPTY for card in self.cards)

    @property
    def columns(self) -> list[int]:
        """The visible columns of a table: the first one, and those with any words."""
        heads, *rows = self.lines
        return [column for column in range(len(heads)) if column == 0 or any(row[column] for row in rows)]

    def rows_in_words(self) -> list[str]:
        """The lines of a table as texts, such as ``"player 0: scores 3 · turn"``."""
        heads, *rows = self.lines
        pairs = (zip(heads[1:], row[1:], strict=True) for row in rows)
        cells = (" · ".join(f"{head} {cell}".strip() for head, cell in row if cell) for row in pairs)
        return [f"{row[0]}: {cell}" for row, cell in zip(rows, cells, strict=True)]

    def paragraphs(self) -> list[str]:
        """The lines of a note as texts, the short ones in one."""
        notes = [": ".join(words) for words in self.lines]
        short = " · ".join(note for note in notes if len(note) <= SHORT)
        return [short] * bool(short) + [note for note in notes if len(note) > SHORT]


@dataclass(frozen=True)
class Band:
    """Zones that are shown together.

    Attributes:
        id: the field of the view that it shows.
        label: text above or beside it; may be empty.
        arrangement: arrangement of its zones.
        zones: the zones.
    """

    id: str
    label: str
    arrangement: Arrangement
    zones: tuple[Zone, ...]


@dataclass(frozen=True)
class Target:
    """A place that an action touches.

    Attributes:
        zone: the zone's id.
        card: the place of the card in ``Zone.cards``; None for the zone as a whole.
    """

    zone: str
    card: int | None = None


@dataclass(frozen=True)
class Move:
    """A legal action.

    Attributes:
        action: its id.
        words: its words.
        targets: the places that it touches, in the order of its words: a click on the first one, then on the second
            one, chooses it. Empty for an action that names no card and no place.
        says: its words as a sentence for people, such as ``"Play 7♥"``.
        kind: the common text of its kind, such as ``"Play …"``.
        then: ids of the actions that follow in the same move of a person, whose targets have no order; see
            `cardzoo.envs.scene.whole_moves`.
    """

    action: int
    words: str
    targets: tuple[Target, ...]
    says: str
    kind: str
    then: tuple[int, ...] = ()


@dataclass(frozen=True)
class Scene:
    """The view of a seat.

    Attributes:
        game: the game's id.
        title: its name.
        player: the viewing seat.
        names: names of the seats, from player 0.
        turn: the player on turn; None after the end of the game.
        bands: the bands, from top to bottom.
        moves: the legal actions, if it is the seat's turn.
        asks: the request to the seat, as a sentence that begins with a verb; empty if it is not its turn.
        pack: the pack of the cards.
        rests: True after a hand of a match, before the next deal.
        by_rank: True if the cards of a rank are alike to the game, and have their suits from `RealCards`.
    """

    game: str
    title: str
    player: int
    names: tuple[str, ...]
    turn: int | None
    bands: tuple[Band, ...]
    moves: tuple[Move, ...]
    asks: str = ""
    pack: Pack = FRENCH
    rests: bool = False
    by_rank: bool = False

    @property
    def status(self) -> str:
        """The player on turn, in words."""
        if self.rests:
            return "the hand is over"
        return "the game is over" if self.turn is None else f"{self.names[self.turn]} to play"

    def is_own_hand(self, zone: Zone) -> bool:
        """True if a zone is the hand of the seat that looks."""
        return zone.kind == Kind.HAND and zone.seat == self.player

    def zones(self) -> Iterator[Zone]:
        """All zones in reading order."""
        for band in self.bands:
            yield from band.zones

    def as_dict(self) -> dict[str, Any]:
        """The scene as dictionaries, lists, texts and numbers for JSON, with the status in words."""
        words = {field.name: getattr(self, field.name) for field in fields(self)}
        lists = {"bands": tuple(map(asdict, self.bands)), "moves": tuple(map(asdict, self.moves))}
        return words | lists | {"status": self.status, "pack": describe_pack(self.pack)}


def card_name(card: int, pack: Pack = FRENCH) -> str:
    """A card of a scene in words: ``"?"`` for a back, ``"·"`` for an empty place, ``"7"`` for a rank alone."""
    if card == BACK:
        return "?"
    if card == EMPTY:
        return "·"
    rank = card - len(pack.words)
    return pack.words[card] if rank < 0 else pack.ranks[rank].word


def describe_pack(pack: Pack) -> dict[str, Any] | None:
    """A pack for the page of the table: names of its cards and ranks; None for the French one, which the page knows."""
    if pack is FRENCH:
        return None
    suits, ranks = pack.grid if pack.suited else (0, 0)
    names = [*pack.names, *(rank.name or rank.word for rank in pack.ranks)]
    return {"suits": suits, "ranks": ranks, "cards": len(pack.words), "names": names}
