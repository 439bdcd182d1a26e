"""Storage of score sheets, as lists of events in SQLite.

An event is on disk before the response is sent. The browser makes its id, so that repeated messages are recognized.
"""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from cardzoo.table.web.score_sheet import (
    AnyEvent,
    Sheet,
    SheetError,
    SheetId,
    Shelf,
    check_event,
    fold,
    parse_event,
    standings,
)
from cardzoo.table.web.store import Store

MOST_SHEETS = 10_000
PAGE = 50
"""Number of sheets in one response."""
KNOWN_PLAYERS = 100
"""Number of names offered for a new sheet."""
OF_TABLES = "table-"
"""Prefix of the ids of sheets made by tables. Their players are not offered as names for a new sheet."""

MIGRATIONS = (
    """
    CREATE TABLE sheets (
        id TEXT PRIMARY KEY,
        changed INTEGER NOT NULL,  -- counts the changes of all sheets: the last changed has the most
        shelf TEXT NOT NULL,
        summary TEXT NOT NULL      -- JSON of `_summary`
    );
    CREATE INDEX sheets_by_change ON sheets (changed);
    CREATE TABLE events (
        sheet TEXT NOT NULL REFERENCES sheets (id),
        number INTEGER NOT NULL,   -- 1, 2, 3, ... within the sheet
        id TEXT NOT NULL,
        made INTEGER NOT NULL,     -- seconds since 1970
        event TEXT NOT NULL,       -- JSON, as score_sheet.py reads it
        PRIMARY KEY (sheet, number),
        UNIQUE (sheet, id)
    );
    CREATE INDEX events_by_id ON events (id);
    """,
)

_ID: TypeAdapter[str] = TypeAdapter(SheetId)


class Sheets:
    """All score sheets.

    Args:
        store: the database, made with `MIGRATIONS`.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    def write(self, sheet: str, value: Any) -> int:
        """Write an event on a sheet; the first one makes the sheet. A repeated event has no effect.

        Args:
            sheet: the sheet's id.
            value: the event, as JSON values.

        Returns:
            The event's number on the sheet.

        Raises:
            SheetError: if it cannot be written.
        """
        event = parse_event(value)
        with self.open(sheet) as log:
            return log.append(event)

    def events(self, sheet: str, after: int = 0) -> tuple[list[dict[str, Any]], int]:
        """Events of a sheet after a number, as JSON values with ``number`` and ``made``; and the last number."""
        with self.store.connect() as database:
            found = database.execute(
                "SELECT number, made, event FROM events WHERE sheet = ? AND number > ? ORDER BY number", (sheet, after)
            ).fetchall()
            (last,) = database.execute("SELECT count(*) FROM events WHERE sheet = ?", (sheet,)).fetchone()
        return [{**self.store.load(event), "number": number, "made": made} for number, made, event in found], last

    def read(self, sheet: str) -> Sheet:
        """State of a sheet.

        Raises:
            SheetError: if there is no such sheet.
        """
        with self.store.connect() as database:
            events = Log(self.store, database, sheet).events
        if not events:
            raise SheetError("there is no such sheet")
        return fold(events)

    def shelf(self, sheet: str) -> Shelf | None:
        """Shelf of a sheet; None if there is no such sheet."""
        with self.store.connect() as database:
            found = database.execute("SELECT shelf FROM sheets WHERE id = ?", (sheet,)).fetchone()
        return None if found is None else cast(Shelf, found["shelf"])

    def holder(self, event: str) -> str | None:
        """Id of the sheet that holds an event; None if there is none."""
        with self.store.connect() as database:
            found = database.execute("SELECT sheet FROM events WHERE id = ?", (event,)).fetchone()
        return None if found is None else str(found["sheet"])

    def summaries(self, shelf: Shelf, offset: int = 0) -> list[dict[str, Any]]:
        """Names and standings of up to `PAGE` sheets of a shelf, the most recently changed first."""
        with self.store.connect() as database:
            found = database.execute(
                "SELECT id, summary FROM sheets WHERE shelf = ? ORDER BY changed DESC LIMIT ? OFFSET ?",
                (shelf, PAGE, offset),
            ).fetchall()
        return [{"id": id, **self.store.load(summary)} for id, summary in found]

    def known_players(self) -> list[dict[str, str]]:
        """Names and colours of the players of people's latest sheets, each name once."""
        with self.store.connect() as database:
            found = database.execute(
                "SELECT summary FROM sheets WHERE id NOT LIKE ? ORDER BY changed DESC LIMIT 200", (f"{OF_TABLES}%",)
            ).fetchall()
        players: dict[str, dict[str, str]] = {}
        for (summary,) in found:
            for player in self.store.load(summary)["players"]:
                players.setdefault(player["name"].casefold(), {"name": player["name"], "colour": player["colour"]})
        return list(players.values())[:KNOWN_PLAYERS]

    @contextmanager
    def open(self, sheet: str) -> Iterator["Log"]:
        """Open a sheet to append events, in one transaction. Other writers wait.

        Raises:
            SheetError: for an invalid id.
        """
        try:
            _ID.validate_python(sheet)
        except ValidationError:
            raise SheetError("a sheet's id must have 8 to 64 letters, digits, - or _") from None
        with self.store.connect() as database:
            database.execute("BEGIN IMMEDIATE")
            yield Log(self.store, database, sheet)


class Log:
    """A sheet's events within a transaction.

    Args:
        store: the database of the sheet.
        database: a connection within a transaction.
        sheet: the sheet's id.

    Attributes:
        events: all events of the sheet, from the first.
    """

    def __init__(self, store: Store, database: sqlite3.Connection, sheet: str) -> None:
        self.database = database
        self.sheet = sheet
        found = database.execute("SELECT event FROM events WHERE sheet = ? ORDER BY number", (sheet,))
        try:
            self.events = [parse_event(store.load(event)) for (event,) in found]
        except SheetError:
            raise store.damaged() from None

    def find(self, id: str) -> AnyEvent | None:
        """The event with this id."""
        return next((event for event in self.events if event.id == id), None)

    def append(self, event: AnyEvent) -> int:
        """Check and write an event and the sheet's summary, unless the event is there already.

        Returns:
            The event's number on the sheet.

        Raises:
            SheetError: if it cannot follow the events of the sheet.
        """
        if (earlier := self.find(event.id)) is not None:
            if earlier != event:
                raise SheetError("another event of the sheet has this id")
            return self.events.index(earlier) + 1
        check_event(self.events, event)
        self.events.append(event)
        if len(self.events) == 1:
            (sheets,) = self.database.execute("SELECT count(*) FROM sheets").fetchone()
            if sheets >= MOST_SHEETS:
                raise SheetError(f"there are {MOST_SHEETS} sheets, and there is no room for more")
        sheet = fold(self.events)
        self.database.execute(
            "INSERT INTO sheets VALUES (?, (SELECT coalesce(max(changed), 0) + 1 FROM sheets), ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET changed = excluded.changed, shelf = excluded.shelf,"
            " summary = excluded.summary",
            (self.sheet, sheet.shelf, json.dumps(_summary(sheet))),
        )
        self.database.execute(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
            (self.sheet, len(self.events), event.id, int(time.time()), event.model_dump_json(exclude_none=True)),
        )
        return len(self.events)


def _summary(sheet: Sheet) -> dict[str, Any]:
    return {
        "name": sheet.name,
        "shelf": sheet.shelf,
        "changed": int(time.time()),
        "players": [
            {
                "name": sheet.players[standing.player].name,
                "colour": sheet.players[standing.player].colour,
                "total": standing.total,
                "place": standing.place,
            }
            for standing in standings(sheet)
        ],
    }
