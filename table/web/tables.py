"""All tables of a server. The database stores each as a replay; opening a table replays its actions."""

import asyncio
import json
import secrets
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import astuple, replace
from functools import lru_cache
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary, ref

from cardzoo.envs.engine import Game
from cardzoo.envs.registry import registered_game
from cardzoo.envs.replay import Replay
from cardzoo.envs.scene import find_layout
from cardzoo.table.names import ME, name_agents, name_seats
from cardzoo.table.outcome import Outcome, outcome_of
from cardzoo.table.terminal.session import Session
from cardzoo.table.web import records
from cardzoo.table.web.choices import Models, Plan
from cardzoo.table.web.live import LiveTable
from cardzoo.table.web.live_game import OVER, PLAYING, RESIGNED, SHOWN, Keep
from cardzoo.table.web.match_sheet import MatchSheet, columns_of
from cardzoo.table.web.people import People, Person, TableError, first_people
from cardzoo.table.web.seats import KeepPerson
from cardzoo.table.web.sheet_log import Sheets
from cardzoo.table.web.store import Store

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, game TEXT NOT NULL, num_players INTEGER NOT NULL,
        options TEXT NOT NULL, seats TEXT NOT NULL, seed INTEGER NOT NULL, pace REAL NOT NULL, made REAL NOT NULL,
        status TEXT NOT NULL DEFAULT 'playing'
    );
    CREATE INDEX tables_of ON tables (owner, made);
    CREATE TABLE actions (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, number INTEGER NOT NULL,
        action INTEGER NOT NULL, PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE replays (id TEXT PRIMARY KEY, owner TEXT NOT NULL, made REAL NOT NULL, replay TEXT NOT NULL);
    CREATE INDEX replays_of ON replays (owner, made);
    """,
    """
    CREATE TABLE people (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
        browser TEXT NOT NULL, invitation TEXT NOT NULL, stand_in TEXT NOT NULL, PRIMARY KEY (table_id, seat)
    ) WITHOUT ROWID;
    CREATE INDEX people_of ON people (browser);
    ALTER TABLE tables ADD COLUMN next TEXT NOT NULL DEFAULT '';
    """,
    "ALTER TABLE people ADD COLUMN asked_by TEXT NOT NULL DEFAULT '';",
    "ALTER TABLE tables ADD COLUMN seed_chosen INTEGER NOT NULL DEFAULT 0;",
    records.CREATE,
    "ALTER TABLE tables ADD COLUMN deals TEXT NOT NULL DEFAULT '[]';",
)
MOST_TABLES = 200  # of one browser
MOST_IN_ALL = 5000
MOST_LIVE = 40  # tables that stay in memory without viewers
MOST_READ = 8  # replays in memory
MOST_DEALS = 20  # earlier deals of a table whose totals are kept
LONGEST_MOVE_S = 60.0  # that counts as time of play: a person may be away


class Tables:
    """All tables of a server.

    Args:
        folder: folder of the database.
        models: the trained models on this machine.
        sheets: the score sheets, on which tables write their results.
    """

    def __init__(self, folder: Path, models: Models, sheets: Sheets) -> None:
        self._store = Store(folder / "tables.sqlite3", MIGRATIONS)
        self.records = records.Records(self._store)
        self._models = models
        self._sheets = sheets
        self._live: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()  # never two of the same table
        self._recent: OrderedDict[str, LiveTable] = OrderedDict()
        self._opening = asyncio.Lock()
        self._prepared: dict[str, asyncio.Task[None]] = {}
        self._compiling = asyncio.Lock()  # one game after the other
        self._read_replay = lru_cache(MOST_READ)(Replay.from_json)

    async def prepare(self, game: Game) -> None:
        """Compile a game's rules and agents, once. It continues even if nobody waits for it any more."""
        if game.id not in self._prepared:
            self._prepared[game.id] = asyncio.create_task(self._compile(game))
        await asyncio.shield(self._prepared[game.id])

    async def _compile(self, game: Game) -> None:
        async with self._compiling:
            await asyncio.to_thread(play_a_little, game)

    async def make(self, owner: str, plan: Plan, people: Mapping[int, Person] | None = None) -> LiveTable:
        """Make a new table and deal.

        Args:
            owner: hash of the token of the browser that asks for it.
            plan: settings of the table.
            people: the people by seat; None for new people, with open seats for guests.

        Raises:
            ValueError: if the seats are invalid, or there are too many tables.
        """
        if plan.seed is None:
            plan = replace(plan, seed=secrets.randbits(63), seed_chosen=False)
        id = secrets.token_urlsafe(12)
        table = await asyncio.to_thread(self._live_table, id, owner, plan, people)
        await asyncio.to_thread(self._insert, table, plan)
        await asyncio.to_thread(table.replay_actions, [])  # writes the score of a game that is over at once
        return self._hold(table)

    async def make_again(self, table: LiveTable, same: Any, next_seat: Any) -> LiveTable:
        """Make another table for the same people, and publish its id at the old one.

        Args:
            table: the table, whose game is over, or is given up by the only person.
            same: whether to deal the same cards.
            next_seat: whether everybody moves to the next seat.
        """
        made = await self.make(table.owner, *table.plan_again(same, next_seat))
        if not table.session.table.over:
            await asyncio.to_thread(self._give_up, table)
        await asyncio.to_thread(self._lead_on, table.id, made.id)
        table.lead_on(made.id)
        return made

    async def resign(self, table: LiveTable) -> None:
        """End a game that its only person resigns. It has no result; after a move it counts as given up.

        Raises:
            TableError: if the game is over, or several people play.
        """
        async with table.changes.lock:
            is_over = table.session.table.over or table.game.resigned
            if is_over or table.session.me is None or table.people.are_several:
                raise TableError("only a person alone can resign a game, and before its end")
            table.game.resigned = True
            await table.changes.make(self._give_up, table)
        table.changes.announce()

    async def deal_on(self, table: LiveTable) -> LiveTable:
        """Deal the next hand at a table that deals one after another; the points of its seats are added up.

        Raises:
            TableError: if the hand is not over, or the table has only one.
        """
        async with table.changes.lock:
            if not table.session.table.over or not find_layout(table.session.game).deals_on:
                raise TableError("this table deals no other hand now")
            plan, people = table.plan_again(same=False, next_seat=False)
            plan = replace(plan, seed=secrets.randbits(63))
            deals = table.game.deals[-MOST_DEALS:]
            made = await asyncio.to_thread(self._live_table, table.id, table.owner, plan, people, deals)
            await asyncio.to_thread(self._write_deal, table.id, plan, deals)
            await asyncio.to_thread(made.replay_actions, [])
        self._hold(made)
        table.changes.close()
        return made

    async def find(self, id: str) -> LiveTable:
        """Find a table by its id, in memory or in the database.

        Raises:
            KeyError: if there is none.
            ValueError: if it cannot be opened.
        """
        table = self._find_live(id)
        if table is None:
            async with self._opening:
                table = self._find_live(id) or await self._reopen(id)
        return self._hold(table)

    def exists(self, id: str) -> bool:
        """Returns whether there is a table with this id, without opening it."""
        with self._store.connect() as database:
            return database.execute("SELECT 1 FROM tables WHERE id = ?", (id,)).fetchone() is not None

    def has_replay(self, id: str) -> bool:
        """Returns whether there is an uploaded replay or a table with this id."""
        with self._store.connect() as database:
            uploaded = database.execute("SELECT 1 FROM replays WHERE id = ?", (id,)).fetchone()
        return uploaded is not None or self.exists(id)

    def list_of(self, owner: str) -> list[dict[str, Any]]:
        """Tables that a browser has made or has a seat at, the newest first.

        A table that cannot be opened any more has a ``problem``. Only a table that is ``own`` can be deleted. Of a
        patience that the browser has chosen by the number of its deal, this is the ``deal``.
        """
        query = """
            SELECT id, game, seats, made, status, owner = :browser AS own, seed, seed_chosen FROM tables
            WHERE owner = :browser OR id IN (SELECT table_id FROM people WHERE browser = :browser) ORDER BY made DESC
        """
        with self._store.connect() as database:
            rows = database.execute(query, {"browser": owner}).fetchall()
            return [self._entry(row, self._people_of(database, row["id"])) for row in rows]

    def _entry(self, row: sqlite3.Row, people: Mapping[int, Person]) -> dict[str, Any]:
        status = OVER if row["status"] in (SHOWN, RESIGNED) else row["status"]
        names = name_seats(self._store.load(row["seats"]))
        seats = [people[seat].name if seat in people else name for seat, name in enumerate(names)]
        entry = {key: row[key] for key in ("id", "game", "made")}
        entry |= {"seats": seats, "status": status, "own": bool(row["own"])}
        if row["seed_chosen"] and len(seats) == 1:
            entry["deal"] = str(row["seed"])
        try:
            return entry | {"title": registered_game(row["game"]).title}
        except ValueError as problem:
            return entry | {"title": row["game"], "problem": str(problem)}

    async def delete(self, id: str, owner: str) -> None:
        """Delete a browser's own table.

        Raises:
            KeyError: if the browser has no such table.
        """
        await asyncio.to_thread(self._delete, id, owner)
        if table := self._live.get(id):
            table.changes.close()

    def close(self) -> None:
        """End all streams of events, before the server stops."""
        for table in list(self._live.values()):
            table.changes.close()

    def keep_replay(self, owner: str, replay: Replay) -> str:
        """Store an uploaded replay. Returns its id, the same for the same replay."""
        id = replay.digest()[:24]
        with self._store.connect() as database:
            if count_kept(database, "replays", owner)[1]:
                raise TableError(f"you have the maximum number of replays already, {MOST_TABLES}")
            row = (id, owner, time.time(), replay.to_json())
            database.execute("INSERT OR IGNORE INTO replays VALUES (?, ?, ?, ?)", row)
        return id

    async def find_replay(self, id: str) -> Replay:
        """Find an uploaded replay, or the replay of a finished table.

        Raises:
            KeyError: if there is none.
            ValueError: if the game is not over, or the replay is of another version.
        """
        with self._store.connect() as database:
            row = database.execute("SELECT replay FROM replays WHERE id = ?", (id,)).fetchone()
        if row is not None:
            return await asyncio.to_thread(self._read_replay, row["replay"])
        return await (await self.find(id)).replay()

    def _insert(self, table: LiveTable, plan: Plan) -> None:
        id, owner, over = table.id, table.owner, table.session.table.over
        with self._store.connect() as database:
            count, is_full = count_kept(database, "tables", owner)
            if is_full:
                raise TableError(f"you have {count} tables; delete some before you make another")
            row = (id, owner, plan.game, plan.num_players, json.dumps(dict(plan.options)), json.dumps(plan.seats))
            database.execute(
                "INSERT INTO tables (id, owner, game, num_players, options, seats, seed, pace, made, status,"
                " seed_chosen) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, plan.seed, plan.pace, time.time(), OVER if over else PLAYING, plan.seed_chosen),
            )
            if plan.is_for_several:
                rows = [(id, seat, *astuple(person)) for seat, person in table.people.seats.items()]
                database.executemany("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def _write_deal(self, id: str, plan: Plan, deals: Sequence[Sequence[int]]) -> None:
        with self._store.connect() as database:
            database.execute("DELETE FROM actions WHERE table_id = ?", (id,))
            database.execute(
                "UPDATE tables SET seed = ?, seed_chosen = 0, pace = ?, status = ?, seconds = 0, deals = ?"
                " WHERE id = ?",
                (plan.seed, plan.pace, PLAYING, json.dumps(deals), id),
            )

    def _lead_on(self, id: str, next_id: str) -> None:
        with self._store.connect() as database:
            database.execute("UPDATE tables SET next = ? WHERE id = ?", (next_id, id))

    def _people_of(self, database: sqlite3.Connection, id: str) -> dict[int, Person]:
        query = "SELECT seat, name, browser, invitation, stand_in, asked_by FROM people WHERE table_id = ?"
        return {seat: Person(*columns) for seat, *columns in database.execute(query, (id,))}

    def _delete(self, id: str, owner: str) -> None:
        with self._store.connect() as database:
            if not database.execute("DELETE FROM tables WHERE id = ? AND owner = ?", (id, owner)).rowcount:
                raise KeyError(id)

    async def _reopen(self, id: str) -> LiveTable:
        before = self._live.get(id)
        table = await asyncio.to_thread(self._restore, id)
        if before is not None:
            table.game.trouble = before.game.trouble
        return self._hold(table)

    def _restore(self, id: str) -> LiveTable:
        with self._store.connect() as database:
            row = database.execute("SELECT * FROM tables WHERE id = ?", (id,)).fetchone()
            if row is None:
                raise KeyError(id)
            query = "SELECT action FROM actions WHERE table_id = ? ORDER BY number"
            actions = [action for (action,) in database.execute(query, (id,))]
            people = self._people_of(database, id)
        options, seats = self._store.load(row["options"]), tuple(self._store.load(row["seats"]))
        chosen = bool(row["seed_chosen"])
        plan = Plan(row["game"], row["num_players"], options, seats, row["seed"], row["pace"], seed_chosen=chosen)
        table = self._live_table(id, row["owner"], plan, people, self._store.load(row["deals"]))
        table.next = row["next"]
        table.replay_actions(actions, shown=row["status"] == SHOWN)
        table.game.resigned = row["status"] == RESIGNED
        if table.game.resigned:
            self._give_up(table)
        else:
            self._record(table)
        return table

    def _live_table(
        self,
        id: str,
        owner: str,
        plan: Plan,
        people: Mapping[int, Person] | None,
        deals: Sequence[Sequence[int]] = (),
    ) -> LiveTable:
        people = people or first_people(plan, owner)
        game = registered_game(plan.game)
        models = self._models.find(game)
        seats = [str(models[name].folder) if name in models else name for name in plan.seats]
        session = Session(game, seats, plan.num_players, plan.options, plan.seed, others=people.keys())
        session.names = name_seats(plan.seats)
        matching = {name: str(model.folder) for name, model in models.items() if model.num_players == plan.num_players}
        helpers = {name: name for name in session.hint_names()} | matching
        columns = columns_of(game, session.names)
        agents = dict(zip(columns, columns_of(game, name_agents(plan.seats)), strict=True))
        deal = name_deal(id, plan, deals)
        sheet = MatchSheet(self._sheets, deal, owner, game.title, columns, find_layout(game).low_wins, agents)
        sitting = People(people, plan.is_for_several)
        write, keep_person = self._keeper(id), self._keeper_of_people(id)

        made: list[ref[LiveTable]] = []  # the table, which is not kept in memory by its own function

        def keep(number: int, action: int | None, status: str) -> None:
            write(number, action, status)
            table = made[0]()
            if table is not None and (action is None or status != PLAYING):
                self._record(table)

        table = LiveTable(id, owner, plan, session, helpers, keep, sheet, sitting, keep_person)
        table.game.earlier = [*map(list, deals)]
        made.append(ref(table))
        return table

    def _record(self, table: LiveTable) -> None:
        """Write or delete the record of the only person at a table."""
        session = table.session
        if session.me is None or table.plan.is_for_several:
            return
        if not session.table.over:
            self.records.forget(name_deal(table.id, table.plan, table.game.earlier))
            return
        record = self._keep_record(table, outcome_of(session, session.me), session.results[-1].scores[session.me])
        table.record = self.records.summary(record)

    def _keep_record(self, table: LiveTable, outcome: Outcome, points: int) -> records.Record:
        """Write the record of the only person at a table."""
        me, plan = table.session.me, table.plan
        assert me is not None
        with self._store.connect() as database:
            (seconds,) = database.execute("SELECT seconds FROM tables WHERE id = ?", (table.id,)).fetchone()
        deal, moves = name_deal(table.id, plan, table.game.earlier), table.game.own_actions[me]
        opponents = ", ".join(sorted({name for name in plan.seats if name != ME}))
        record = records.Record(deal, table.owner, plan.game, opponents, outcome, points, moves, seconds)
        self.records.keep(record)
        return record

    def _give_up(self, table: LiveTable) -> None:
        """End a table whose only person resigns or leaves it for another game; after a move it counts as given up."""
        me, status = table.session.me, RESIGNED if table.game.resigned else OVER
        with self._store.connect() as database:
            database.execute("UPDATE tables SET status = ? WHERE id = ?", (status, table.id))
        if me is not None and not table.plan.is_for_several and table.game.own_actions[me]:
            record = self._keep_record(table, Outcome.GAVE_UP, table.session.points()[me])
            table.record = self.records.summary(record)

    def _keeper(self, id: str) -> Keep:
        last = time.monotonic()

        def keep(number: int, action: int | None, status: str) -> None:
            nonlocal last
            now = time.monotonic()
            spent, last = min(now - last, LONGEST_MOVE_S), now
            with self._store.connect() as database:
                if action is None:
                    database.execute("DELETE FROM actions WHERE table_id = ? AND number >= ?", (id, number))
                else:
                    database.execute("INSERT INTO actions VALUES (?, ?, ?)", (id, number, action))
                database.execute(
                    "UPDATE tables SET status = ?, seconds = seconds + ? WHERE id = ?", (status, spent, id)
                )

        return keep

    def _keeper_of_people(self, id: str) -> KeepPerson:
        def keep(seat: int, person: Person) -> None:
            with self._store.connect() as database:
                database.execute("REPLACE INTO people VALUES (?, ?, ?, ?, ?, ?, ?)", (id, seat, *astuple(person)))

        return keep

    def _find_live(self, id: str) -> LiveTable | None:
        table = self._live.get(id)
        return None if table is None or table.changes.closed else table

    def _hold(self, table: LiveTable) -> LiveTable:
        self._live[table.id] = self._recent[table.id] = table
        self._recent.move_to_end(table.id)
        if len(self._recent) > MOST_LIVE:
            self._recent.popitem(last=False)  # it stays in memory while a request or a stream uses it
        return table


def name_deal(id: str, plan: Plan, earlier: Sequence[Sequence[int]]) -> str:
    """Name of a deal of a table in records and on score sheets: the table's id for its first deal."""
    return f"{id}/{plan.seed}" if earlier else id


def play_a_little(game: Game) -> None:
    """Compile all that a game needs, by dealing and playing the first actions of a person and of agents."""
    session = Session(game, [ME])
    for _ in range(2 * session.table.num_players):
        if session.table.over:
            break
        if session.is_mine:
            session.play(int(session.table.mask.argmax()))
        else:
            session.play_agent()


def count_kept(database: sqlite3.Connection, table: str, owner: str) -> tuple[int, bool]:
    """Number of a browser's rows in a database table, and whether the limit is reached."""
    (count,) = database.execute(f"SELECT count(*) FROM {table} WHERE owner = ?", (owner,)).fetchone()
    (total,) = database.execute(f"SELECT count(*) FROM {table}").fetchone()
    return count, count >= MOST_TABLES or total >= MOST_IN_ALL
