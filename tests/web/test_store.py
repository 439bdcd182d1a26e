"""The databases of the server."""

import sqlite3

import pytest

from cardzoo.training.web.store import Store, StoreError

ONE = "CREATE TABLE one (number INTEGER)"
TWO = "ALTER TABLE one ADD COLUMN word TEXT"


def test_migrations_run_once_each_and_keep_what_is_there(tmp_path):
    file = tmp_path / "new" / "games.sqlite3"
    with Store(file, [ONE]).connect() as database:
        database.execute("INSERT INTO one VALUES (7)")
    for _ in range(2):
        with Store(file, [ONE, TWO]).connect() as database:
            assert [tuple(row) for row in database.execute("SELECT number, word FROM one")] == [(7, None)]


def test_work_that_fails_writes_nothing(tmp_path):
    store = Store(tmp_path / "games.sqlite3", [ONE])

    def fail() -> None:
        with store.connect() as database:
            database.execute("INSERT INTO one VALUES (1)")
            database.execute("INSERT INTO two VALUES (1)")

    with pytest.raises(sqlite3.OperationalError, match="two"):
        fail()
    with store.connect() as database:
        assert database.execute("SELECT count(*) FROM one").fetchone()[0] == 0


def test_a_migration_that_fails_leaves_the_database_as_it_was(tmp_path):
    file = tmp_path / "games.sqlite3"
    Store(file, [ONE])
    with pytest.raises(StoreError, match="--data"):
        Store(file, [ONE, f"{TWO}; SELECT nothing"])
    with Store(file, [ONE]).connect() as database, pytest.raises(sqlite3.OperationalError):
        database.execute("SELECT word FROM one")


def test_a_newer_or_foreign_file_is_refused_and_left_alone(tmp_path):
    file = tmp_path / "games.sqlite3"
    Store(file, [ONE, TWO])
    with pytest.raises(StoreError, match="newer version"):
        Store(file, [ONE])
    foreign = tmp_path / "letter.txt"
    foreign.write_text("dear all, " * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        Store(foreign, [ONE])
    assert foreign.read_text() == "dear all, " * 100
