"""Records of people: the results of their finished games, and statistics of them by game and opponents."""

import csv
import io
import time
from dataclasses import astuple, dataclass, fields
from itertools import groupby
from typing import Any

from cardzoo.table.outcome import Outcome
from cardzoo.table.web.store import Store

CREATE = """
    CREATE TABLE records (
        table_id TEXT PRIMARY KEY, owner TEXT NOT NULL, game TEXT NOT NULL, opponents TEXT NOT NULL,
        outcome TEXT NOT NULL, points INTEGER NOT NULL, moves INTEGER NOT NULL, seconds REAL NOT NULL,
        ended REAL NOT NULL
    );
    CREATE INDEX records_of ON records (owner, game, opponents, ended);
    ALTER TABLE tables ADD COLUMN seconds REAL NOT NULL DEFAULT 0;
"""
"""Migration of the tables' database."""


@dataclass(frozen=True)
class Record:
    """Result of one game of a person.

    Attributes:
        table: id of the table.
        owner: hash of the token of the person's browser.
        game: the game's id.
        opponents: names of the agents, each once; empty for a patience.
        outcome: the outcome.
        points: the person's points, as people count them.
        moves: number of the person's actions.
        seconds: time of play.
    """

    table: str
    owner: str
    game: str
    opponents: str
    outcome: Outcome
    points: int
    moves: int
    seconds: float


class Records:
    """The records in a tables' database.

    Args:
        store: the database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, record: Record) -> None:
        """Write a record, once for each table."""
        with self._store.connect() as database:
            database.execute(
                "INSERT OR IGNORE INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*astuple(record), time.time())
            )

    def forget(self, table: str) -> None:
        """Delete the record of a table whose last move was taken back."""
        with self._store.connect() as database:
            database.execute("DELETE FROM records WHERE table_id = ?", (table,))

    def delete(self, owner: str) -> None:
        """Delete all records of a browser."""
        with self._store.connect() as database:
            database.execute("DELETE FROM records WHERE owner = ?", (owner,))

    def summary(self, record: Record) -> dict[str, Any]:
        """Statistics of the games like that of a record, up to now, with its own moves and time.

        Returns:
            ``"played"``, ``"won"``, the current ``"streak"`` of won games, the ``"best_streak"``, and ``"fastest"``,
            the seconds of the fastest won game, or None.
        """
        query = """
            SELECT table_id, outcome, seconds FROM records WHERE owner = ? AND game = ? AND opponents = ? ORDER BY ended
        """
        with self._store.connect() as database:
            rows = database.execute(query, (record.owner, record.game, record.opponents)).fetchall()
        runs = [(won, len(list(run))) for won, run in groupby(row["outcome"] == Outcome.WON for row in rows)]
        times = [row["seconds"] for row in rows if row["outcome"] == Outcome.WON]
        return {
            "moves": record.moves,
            "seconds": round(next((row["seconds"] for row in rows if row["table_id"] == record.table), record.seconds)),
            "played": len(rows),
            "won": len(times),
            "streak": runs[-1][1] if runs and runs[-1][0] else 0,
            "best_streak": max((count for won, count in runs if won), default=0),
            "fastest": round(min(times)) if times else None,
        }

    def to_csv(self, owner: str) -> str:
        """All records of a browser as CSV, the oldest first."""
        columns = [field.name for field in fields(Record)][2:]
        with self._store.connect() as database:
            rows = database.execute(
                f"SELECT {', '.join(columns)}, ended FROM records WHERE owner = ? ORDER BY ended", (owner,)
            ).fetchall()
        file = io.StringIO()
        writer = csv.writer(file)
        writer.writerow([*columns, "ended"])
        writer.writerows(map(tuple, rows))
        return file.getvalue()
