"""Databases of the server, in SQLite: a kill at any moment loses nothing that was written.

Each part of the server has a database of its own in the data folder, with its own list of migrations. A migration is a
script of SQL. SQLite's ``user_version`` counts the scripts that were run. A released script is never changed: to change
the tables, add a script at the end.
"""

import json
import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WAIT_S = 10.0  # for another writing connection

_UNUSABLE = (sqlite3.Error, UnicodeDecodeError)  # the second if SQLite's message quotes damaged text


class StoreError(ValueError):
    """A database that cannot be used, with the reason: a full disk, a damaged file, another program's lock."""


def data_folder() -> Path:
    """Default folder of the server's data: the user's folder for data of programs.

    Raises:
        StoreError: for a user without a folder, such as a container's.
    """
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local"))
    elif sys.platform == "darwin":
        base = Path("~/Library/Application Support")
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share")
    try:
        return base.expanduser() / "cardzoo"
    except RuntimeError:
        raise StoreError("this user has no home folder; choose a folder with --data") from None


class Store:
    """One database.

    Args:
        file: path of the database; its folder is made if missing, without access for other users.
        migrations: scripts that create the current tables from an empty database, in order.

    Raises:
        StoreError: if the file cannot be opened, is no database, or was written by a newer version.
    """

    def __init__(self, file: Path, migrations: Sequence[str]) -> None:
        self.file = file
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self._open() as database:
                database.execute("PRAGMA journal_mode = WAL")
                self._migrate(database, migrations)
        except (OSError, *_UNUSABLE) as problem:
            raise StoreError(f"{file} cannot be used: {problem}; choose another folder with --data") from None

    def _migrate(self, database: sqlite3.Connection, migrations: Sequence[str]) -> None:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version > len(migrations):
            raise StoreError(f"{self.file} is of a newer version of cardzoo; choose another folder with --data")
        for number, script in enumerate(migrations[version:], version + 1):
            database.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;")

    @contextmanager
    def connect(self) -> Iterator[sqlite3.Connection]:
        """Context of a connection for one transaction: all of it is written at the end, or nothing if it fails.

        Rows can be read by the names of their columns. Enter and exit it in the same thread.

        Raises:
            StoreError: if the file cannot be read or written.
        """
        try:
            with self._open() as database:
                yield database
        except _UNUSABLE as problem:
            words = " ".join(str(problem).split())  # SQLite quotes damaged text
            raise StoreError(f"{self.file.name} cannot be used: {words}") from None

    def load(self, text: str) -> Any:
        """Load a value from stored JSON.

        Raises:
            StoreError: if it is damaged.
        """
        try:
            return json.loads(text)
        except ValueError:
            raise self.damaged() from None

    def damaged(self) -> StoreError:
        """Make the error for content that this server cannot have written."""
        return StoreError(f"{self.file.name} is damaged: its content cannot be read")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        database = sqlite3.connect(self.file, timeout=WAIT_S)
        try:
            database.row_factory = sqlite3.Row
            database.execute("PRAGMA foreign_keys = ON")
            with database:
                yield database
        finally:
            database.close()
