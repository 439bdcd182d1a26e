"""A score sheet: its events and its state after them.

A sheet is a list of events that only grows: a score, a correction and an undo are all events. The page shows a fold
over that list (`fold`). So nothing is ever lost, and everything can be undone, undos too. The page's `score_sheet.js`
computes the same fold, so that an entry shows before the server has answered.
"""

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

MOST_POINTS = 1_000_000
MOST_PLAYERS = 99
MOST_HANDS = 999
MOST_EVENTS = 10_000
COLOURS = (  # of players, one after another
    "#d1495b", "#2e86ab", "#3a9d5d", "#e08e1b", "#7d5ba6", "#16a3a3",
    "#c2557f", "#6b7f1e", "#8c5a3c", "#4f6d9e", "#b8a000", "#5b6770",
)  # fmt: skip


class SheetError(ValueError):
    """An event that cannot be written on the sheet, with the reason in one line."""


def _printable(text: str) -> str:
    """Normalize a name: no control characters, no surrogates, no surrounding space, composed accents."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    for character in text:
        if unicodedata.category(character) in ("Cc", "Cs") or character in _DIRECTIONS:
            raise ValueError(f"Text should be printable, without U+{ord(character):04X}")
    return text


# They would change the direction of the text around them: https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
_DIRECTIONS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")

SheetId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$")]  # not "__proto__"
Mark = Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9][A-Za-z0-9_-]{7,63})?$")]
Title = Annotated[str, StringConstraints(max_length=80), AfterValidator(_printable), StringConstraints(min_length=1)]
Name = Annotated[str, StringConstraints(max_length=40), AfterValidator(_printable), StringConstraints(min_length=1)]
Note = Annotated[str, StringConstraints(max_length=80), AfterValidator(_printable)]
Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]
Points = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
Scores = Annotated[dict[Id, Points], Field(min_length=1, max_length=MOST_PLAYERS)]
Hand = Annotated[int, Field(ge=1, le=MOST_HANDS)]
Target = Annotated[int, Field(ge=0, le=MOST_POINTS)]
Shelf = Literal["open", "finished", "removed"]


class Event(BaseModel):
    """One event of a sheet. The writer makes its ``id``, so that repeated messages are recognized."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    id: Id


class Set(Event):
    """Settings of the sheet; omitted ones stay. The first event of a sheet sets its name."""

    kind: Literal["set"]
    name: Title | None = None
    low_wins: bool | None = None
    by_hand: bool | None = None
    """True if new scores go into the row of the current hand; otherwise each has a row of its own."""
    hand: Hand | None = None
    """The current hand."""
    dealer: Mark | None = None
    """The current dealer; "" for nobody."""
    target: Target | None = None
    """The total that ends the game; 0 for none."""
    shelf: Shelf | None = None


class Player(Event):
    """A player joins, or changes name or colour."""

    kind: Literal["player"]
    player: Id
    name: Name
    colour: Colour


class Leave(Event):
    """A player is removed; the scores come back with the player."""

    kind: Literal["leave"]
    player: Id


class Order(Event):
    """The players in turn order; players that are not named follow."""

    kind: Literal["order"]
    players: Annotated[list[Id], Field(min_length=1, max_length=MOST_PLAYERS)]


class Score(Event):
    """Points of one or more players: a scoring event, a whole hand, or a game's result."""

    kind: Literal["score"]
    points: Scores
    hand: Hand | None = None
    note: Note = ""
    next_hand: Hand | None = None
    """The next hand."""
    dealer: Mark | None = None
    """The dealer of the next hand; "" for nobody."""


class Edit(Event):
    """Other points for players of an earlier entry."""

    kind: Literal["edit"]
    entry: Id
    points: Scores


class Undo(Event):
    """An earlier event no longer counts. The undo of an undo makes it count again."""

    kind: Literal["undo"]
    event: Id


AnyEvent = Annotated[Set | Player | Leave | Order | Score | Edit | Undo, Field(discriminator="kind")]
_EVENT: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent)


@dataclass
class Entry:
    """A valid score: its event's id, the points by player, the hand, a note, and whether it was corrected."""

    id: str
    points: dict[str, int]
    hand: int | None
    note: str
    edited: bool = False


@dataclass
class Sheet:
    """State of a sheet after some events."""

    name: str = ""
    low_wins: bool = False
    by_hand: bool = False
    hand: int = 1
    dealer: str = ""
    target: int = 0
    shelf: Shelf = "open"
    players: dict[str, Player] = field(default_factory=dict)
    """In turn order."""
    entries: dict[str, Entry] = field(default_factory=dict)
    """In the order in which they were written."""


@dataclass(frozen=True)
class Standing:
    """A player's total, place (equal totals share the better one), and number of rows with a score."""

    player: str
    total: int
    place: int
    rounds: int


def parse_event(value: Any) -> AnyEvent:
    """Parse an event from JSON values.

    Raises:
        SheetError: for an invalid event; the message names the key and the allowed values.
    """
    try:
        return _EVENT.validate_python(value)
    except ValidationError as problem:
        error = problem.errors(include_url=False)[0]
        if error["type"] in ("union_tag_invalid", "union_tag_not_found", "model_attributes_type"):
            raise SheetError(
                "an event must be an object with the kind set, player, leave, order, score, edit or undo"
            ) from None
        key = ".".join(str(part) for part in error["loc"][1:] if part != "[key]")
        message = {"extra_forbidden": "there is no such key", "missing": "this key is missing"}.get(error["type"])
        raise SheetError(f"{key:.60}: {message or error['msg'].removeprefix('Value error, ')}") from None


def check_event(events: Sequence[AnyEvent], event: AnyEvent) -> None:
    """Check that an event can follow others.

    Raises:
        SheetError: if it cannot.
    """
    if not events:
        if not isinstance(event, Set) or event.name is None:
            raise SheetError("the first event of a sheet must set its name")
        return
    if len(events) >= MOST_EVENTS:
        raise SheetError(f"the sheet is full: it has {MOST_EVENTS} events; begin a new one")
    sheet = fold(events)
    match event:
        case Set() | Score() if event.dealer and event.dealer not in sheet.players:
            raise SheetError("the dealer is not a player of this sheet")
        case Player() if event.player not in sheet.players and len(sheet.players) >= MOST_PLAYERS:
            raise SheetError(f"a sheet can have at most {MOST_PLAYERS} players")
        case Leave() if event.player not in sheet.players:
            raise SheetError("there is no such player on this sheet")
        case Order() if len(set(event.players)) < len(event.players) or set(event.players) - set(sheet.players):
            raise SheetError("the order must name players of the sheet, each at most once")
        case Score() if set(event.points) - set(sheet.players):
            raise SheetError("points must be for players of this sheet")
        case Edit() if event.entry not in sheet.entries:
            raise SheetError("there is no such entry, or it was undone")
        case Edit() if set(event.points) - set(sheet.entries[event.entry].points):
            raise SheetError("the entry has no points of that player")
        case Undo() if event.event == events[0].id:
            raise SheetError("the first event of a sheet cannot be undone; remove the sheet instead")
        case Undo() if event.event not in {earlier.id for earlier in events} - undone(events):
            raise SheetError("there is no such event, or it is already undone")


def undone(events: Sequence[AnyEvent]) -> set[str]:
    """Ids of undone events. An undo follows its event, so one pass from the end finds all."""
    ids: set[str] = set()
    for event in reversed(events):
        if isinstance(event, Undo) and event.id not in ids:
            ids.add(event.event)
    return ids


def fold(events: Sequence[AnyEvent]) -> Sheet:
    """Compute the state of a sheet. Events that refer to undone ones are ignored."""
    sheet = Sheet()
    gone = undone(events)
    for event in events:
        if event.id not in gone:
            _apply(sheet, event)
    for entry in sheet.entries.values():
        entry.points = {player: points for player, points in entry.points.items() if player in sheet.players}
    sheet.entries = {id: entry for id, entry in sheet.entries.items() if entry.points}
    if sheet.dealer not in sheet.players:
        sheet.dealer = ""
    return sheet


def _apply(sheet: Sheet, event: AnyEvent) -> None:
    match event:
        case Set():
            for key in ("name", "low_wins", "by_hand", "hand", "dealer", "target", "shelf"):
                if (value := getattr(event, key)) is not None:
                    setattr(sheet, key, value)
        case Player():
            sheet.players[event.player] = event
        case Leave():
            sheet.players.pop(event.player, None)
        case Order():
            named = [player for player in event.players if player in sheet.players]
            rest = [player for player in sheet.players if player not in named]
            sheet.players = {player: sheet.players[player] for player in named + rest}
        case Score():
            sheet.entries[event.id] = Entry(event.id, dict(event.points), event.hand, event.note)
            sheet.hand = event.next_hand or sheet.hand
            sheet.dealer = sheet.dealer if event.dealer is None else event.dealer
        case Edit() if event.entry in sheet.entries:
            sheet.entries[event.entry].points.update(event.points)
            sheet.entries[event.entry].edited = True


def rows(sheet: Sheet) -> list[tuple[str, list[Entry]]]:
    """Rows of the table with labels: hands by number, then every other entry in a row of its own."""
    hands: dict[int, list[Entry]] = {}
    for entry in sheet.entries.values():
        if entry.hand is not None:
            hands.setdefault(entry.hand, []).append(entry)
    loose = [entry for entry in sheet.entries.values() if entry.hand is None]
    return [(f"hand {hand}", hands[hand]) for hand in sorted(hands)] + [
        (f"score {number}", [entry]) for number, entry in enumerate(loose, start=1)
    ]


def standings(sheet: Sheet) -> list[Standing]:
    """Standings of the players, the leader first; equal totals in turn order."""
    totals = dict.fromkeys(sheet.players, 0)
    rounds = dict.fromkeys(sheet.players, 0)
    for _, entries in rows(sheet):
        for player in {player for entry in entries for player in entry.points}:
            rounds[player] += 1
            totals[player] += sum(entry.points.get(player, 0) for entry in entries)
    order = sorted(totals.values(), reverse=not sheet.low_wins)
    places = {player: order.index(total) + 1 for player, total in totals.items()}
    return [
        Standing(player, totals[player], places[player], rounds[player])
        for player in sorted(sheet.players, key=lambda player: places[player])
    ]


def to_csv(sheet: Sheet) -> str:
    """CSV of the sheet: a column for each player, a row for each hand or entry, and the totals.

    Text that a spreadsheet would run as a formula gets a leading apostrophe
    (https://owasp.org/www-community/attacks/CSV_Injection).
    """
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["row", "note", *(_harmless(player.name) for player in sheet.players.values())])
    for label, entries in rows(sheet):
        notes = "; ".join(dict.fromkeys(entry.note for entry in entries if entry.note))
        writer.writerow([label, _harmless(notes), *_cells(entries, sheet.players)])
    totals = {standing.player: standing.total for standing in standings(sheet)}
    writer.writerow(["total", "", *(totals[player] for player in sheet.players)])
    return file.getvalue()


def _cells(entries: Sequence[Entry], players: Iterable[str]) -> list[int | str]:
    def cell(player: str) -> int | str:
        points = [entry.points[player] for entry in entries if player in entry.points]
        return sum(points) if points else ""

    return [cell(player) for player in players]


def _harmless(text: str) -> str:
    return f"'{text}" if text.lstrip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠")) else text
