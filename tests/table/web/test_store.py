"""The databases of the server."""

import shutil
import sqlite3
import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from cardzoo.table.web.store import Store, StoreError, data_folder
from tests.table.web.visiting import Browser, browsers, serve

ONE = "CREATE TABLE one (number INTEGER)"
TWO = "ALTER TABLE one ADD COLUMN word TEXT"
PAGE = 4096  # bytes of a page of SQLite


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

    with pytest.raises(StoreError, match="two"):
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


@contextmanager
def full_disk():
    """No file can grow: a program gets the same error as from a full disk."""
    import resource

    usual, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (usual, most))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_a_full_disk_is_told_in_one_line_and_what_was_there_goes_on(tmp_path):
    score = {"id": "event-00001", "kind": "set", "name": "Evening"}
    with browsers(serve(tmp_path)) as (me,):
        id = me.sit_down(game="black_hole-v0", players=1, seats=["me"])
        start = me.look(id)
        move = {"action": start["scene"]["moves"][0]["action"], "moved": 0}
        with full_disk():
            answers = [
                me.post("/api/tables", {"game": "black_hole-v0", "players": 1, "seats": ["me"]}),
                me.post(f"/api/tables/{id}/play", move),
                me.post("/api/sheets/evening-1", score),
            ]
        assert [answer.status_code for answer in answers] == [503] * 3
        assert all("sqlite3 cannot be used: " in answer.json()["problem"] for answer in answers)
        message = me.look(id)
        assert message["trouble"].startswith("The table has stopped: tables.sqlite3 cannot be used")
        assert message | {"trouble": "", "paused": False} == start
        played = me.post(f"/api/tables/{id}/play", move).json()
        assert (played["moved"], played["trouble"], played["paused"]) == (1, "", False)
        assert me.post("/api/sheets/evening-1", score).json() == {"number": 1}


def ask_everything(me: Browser, table: str, sheet: str) -> list[int]:
    """Statuses of the answers to all requests that need a database; each refusal is one line."""
    answers = [me.get(path) for path in (
        "/api/tables", f"/api/tables/{table}", f"/api/replays/{table}",
        "/api/sheets", f"/api/sheets/{sheet}", f"/api/sheets/{sheet}/csv", "/api/sheet-players",
    )]  # fmt: skip
    answers += [me.post(f"/api/tables/{table}/{deed}") for deed in ("step", "undo")]
    answers.append(me.post(f"/api/sheets/{sheet}", {"id": "event-99999", "kind": "set", "name": "Evening"}))
    for answer in answers:
        assert answer.status_code == 200 or len(answer.json()["problem"].splitlines()) == 1
    return [answer.status_code for answer in answers]


def damage(file: Path, generator: np.random.Generator) -> None:
    """Overwrite some bytes behind the list of tables, where a starting server would read them."""
    content = np.frombuffer(file.read_bytes(), np.uint8).copy()
    places = generator.choice(np.flatnonzero(content[PAGE:]) + PAGE, 20)
    content[places] = generator.integers(256, size=len(places))
    file.write_bytes(content.tobytes())


def test_a_damaged_database_is_told_in_one_line(tmp_path):
    with browsers(serve(tmp_path / "whole")) as (me,):
        table = me.sit_down(game="black_hole-v0", players=1, seats=["random"])
        me.play_out(table)
        sheet = me.look(table)["sheet"]
        cookies = me._client.cookies
        assert set(ask_everything(me, table, sheet)) == {200, 409}
    statuses = set()
    for seed in range(10):
        folder = tmp_path / str(seed)
        shutil.copytree(tmp_path / "whole", folder)
        for file in (folder / "data").glob("*.sqlite3"):
            damage(file, np.random.default_rng(seed))
        with browsers(serve(folder)) as (me,):
            me._client.cookies = cookies
            statuses |= set(ask_everything(me, table, sheet))
    assert 503 in statuses


def test_a_damaged_list_of_tables_is_told_in_one_line(tmp_path):
    file = tmp_path / "games.sqlite3"
    Store(file, [ONE])
    file.write_bytes(file.read_bytes().replace(b"TABLE one", b"TABLE \xff(("))
    with pytest.raises(StoreError, match="cannot be used"):
        Store(file, [ONE, TWO])


@pytest.mark.skipif(sys.platform == "win32", reason="users have a folder there")
def test_a_user_without_a_folder_is_told_to_name_one(monkeypatch):
    monkeypatch.delenv("HOME")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    with pytest.raises(StoreError, match=r"^this user has no home folder; choose a folder with --data$"):
        data_folder()
