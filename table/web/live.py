"""One table in memory: the game, what each viewer is told of it, and the task that lets its agents play.

Rules and agents run in threads. A table's lock lets only one of them change it at a time. An action is written to the
database before anybody is told of it, so a kill of the server loses at most the one action that is being written.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from cardzoo.envs.replay import Replay, record
from cardzoo.table.terminal.session import Session
from cardzoo.table.web.choices import Plan, check_pace
from cardzoo.table.web.hints import Hint, ask_for_hint
from cardzoo.table.web.match_sheet import MatchSheet
from cardzoo.table.web.messages import PUBLIC, describe_table, public_names, viewers, why_not
from cardzoo.table.web.store import StoreError

Keep = Callable[[int, int | None, str], None]
_Done = TypeVar("_Done")
PLAYING, OVER, SHOWN = "playing", "over", "shown"
"""The statuses of a table. In a game for one, the last steps can be taken back until the replay was shown."""

SLOWER = 2.5  # paces for which a trick lies that has ended


class TableError(ValueError):
    """What cannot be done at a table, and why."""


class LiveTable:
    """A table in memory.

    Args:
        id: its name in addresses, which nobody can guess.
        owner: the hash of the token of the browser that made it.
        plan: what it was made from.
        session: the game.
        helpers: who can be asked for a hint: what they are called on the page, and the names by which they are found.
        keep: writes an action with its number and the table's new status. For None instead of an action it takes back
            the actions from that number on.
        sheet: the score sheet that follows the game.

    Attributes:
        trouble: why the table stands still, in a sentence; empty if it does not.
    """

    def __init__(
        self,
        id: str,
        owner: str,
        plan: Plan,
        session: Session,
        helpers: Mapping[str, str],
        keep: Keep,
        sheet: MatchSheet,
    ) -> None:
        self.id = id
        self.owner = owner
        self.session = session
        self._plan = plan
        self.pace = plan.pace
        self.paused = False
        self.watchers = 0
        self.closed = False  # taken away, or not as the database has it; the next request opens it anew
        self.trouble = ""
        self.actions: list[int] = []
        self.changed = asyncio.Event()
        self._messages: dict[str, dict[str, Any]] = {}
        self._own_actions = 0
        self._hands: list[tuple[int, list[int]]] = []  # after so many actions a hand was over, with these scores
        self._helpers = helpers
        self._keep = keep
        self._sheet = sheet
        self._shown = False
        self._has_onlookers = False
        self._lock = asyncio.Lock()
        self._runner: asyncio.Task[None] | None = None

    def replay_actions(self, actions: list[int], shown: bool = False) -> None:
        """Play the actions of the database again.

        Args:
            actions: from the first.
            shown: whether the replay was shown.
        """
        for action in actions:
            self._advance(action)
        self._keep_score()
        if shown:
            self._settle()

    async def message(self, owner: str, wanted: str | None = None) -> dict[str, Any]:
        """What a browser is told of the table. While an agent thinks, it is the table before its action.

        Args:
            owner: the hash of the browser's token.
            wanted: the seat from which it would like to look, by number; None for the usual one.
        """
        self._has_onlookers |= owner != self.owner
        while not self._messages or (owner != self.owner and self._messages.get(PUBLIC) == {}):
            async with self._lock:
                await asyncio.to_thread(self._describe)
        messages, mine = self._messages, str(self.session.me)  # a thread may put new ones in their place
        if PUBLIC in messages:
            return messages[mine if owner == self.owner else PUBLIC]
        usual = mine if mine in messages else "0"
        message = messages[wanted if wanted in messages else usual]
        return message if owner == self.owner else message | {"again": False}

    async def play(self, action: Any, number: Any) -> None:
        """Play the person's action.

        Args:
            action: its id.
            number: how many actions the person has played before, so that a repeated request does nothing twice.
        """
        async with self._lock:
            if number != self._own_actions:
                raise TableError("the table has gone on meanwhile")
            if type(action) is not int or not self.session.is_mine:
                raise TableError("it is not your turn")
            if not self.session.table.is_legal(action):
                raise TableError(self.session.table.explain_illegal(action))
            await self._write_in_thread(self._change, action)
        self.go_on()

    async def step(self) -> None:
        """Let the agent whose turn it is play, if it is one's."""
        async with self._lock:
            if not self.session.table.over and not self.session.is_mine:
                await self._write_in_thread(self._change)
        self._tell()

    async def undo(self) -> None:
        """Take back the last step of the person's move."""
        async with self._lock:
            if self._shown:
                raise TableError("nothing can be taken back: the replay was shown, and it tells what is hidden")
            if not await self._write_in_thread(self._undo):
                raise TableError("nothing can be taken back")
        self._tell()

    async def why_not(self, zone: Any, card: Any) -> str:
        """Why the person cannot play with a card that lies at a place of the scene.

        Args:
            zone: the zone's id.
            card: the card's place in the zone.
        """
        async with self._lock:
            if not self.session.is_mine:
                raise TableError("it is not your turn")
            return await asyncio.to_thread(why_not, self.session, zone, card)

    def plan_again(self, same: Any, next_seat: Any) -> Plan:
        """The plan of another game at a table like this one.

        Args:
            same: whether the same cards are dealt.
            next_seat: whether everybody moves on to the next seat.

        Raises:
            TableError: as long as the game goes on.
        """
        if not self.session.table.over:
            raise TableError("this game is not over")
        seats = self._plan.seats
        if next_seat is True:
            seats = (*seats[-1:], *seats[:-1])
        return replace(self._plan, seats=seats, seed=self._plan.seed if same is True else None, pace=self.pace)

    async def set_pace(self, pace: Any, paused: Any) -> None:
        """Set how fast agents play, and whether they pause."""
        self.pace, self.paused, self.trouble = check_pace(pace), paused is True, ""
        async with self._lock:
            await asyncio.to_thread(self._describe)
        self.go_on()

    async def hint(self, name: str) -> Hint:
        """What an agent would play in the person's place."""
        async with self._lock:
            if not self.session.is_mine:
                raise TableError("it is not your turn")
            if name not in self._helpers:
                raise TableError(f"{name!r} gives no hints here")
            return await asyncio.to_thread(ask_for_hint, self.session, name, self._helpers[name])

    def close(self) -> None:
        """End all streams: the table was taken away, or the server stops."""
        self.closed = True
        self._tell()

    def go_on(self) -> None:
        """Tell all viewers, and let the agents play while it is their turn and somebody looks."""
        self._tell()
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())

    async def replay(self) -> Replay:
        """The game's replay, after which nothing can be taken back.

        Raises:
            TableError: if the game is not over: the seed would tell what is hidden.
        """
        async with self._lock:
            if not self.session.table.over:
                raise TableError("a replay is given when the game is over: it tells what is hidden")
            if not self._shown:
                await self._write_in_thread(self._show)
                self._tell()
            return record(self.session.table, self._plan.seed or 0, self.actions, public_names(self.session))

    @property
    def _agents_go_on(self) -> bool:
        waits = self.closed or self.paused or self.trouble or not self.watchers
        return not (waits or self.session.table.over or self.session.is_mine)

    async def _run(self) -> None:
        while self._agents_go_on:
            try:
                await self.step()
            except StoreError:
                return  # all viewers know by now: the table is closed
            except Exception as problem:  # an agent may be anybody's code; the page shows what happened
                self.trouble = f"The agents have stopped: {type(problem).__name__}: {problem}"
                async with self._lock:
                    await asyncio.to_thread(self._describe)
                self._tell()
            await asyncio.sleep(self.pace * (SLOWER if self._trick_ended else 1))

    @property
    def _trick_ended(self) -> bool:
        log = self.session.log
        return bool(log and log[-1].trick)

    def _tell(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    async def _write_in_thread(self, change: Callable[..., _Done], *arguments: Any) -> _Done:
        """Make a change in a thread, and write it. If that fails the table is closed, as if nothing had happened."""
        try:
            done = await asyncio.to_thread(change, *arguments)
        except StoreError as problem:
            self.trouble = f"The table stands still: {problem}"
            self.close()
            raise
        return done

    def _change(self, action: int | None = None) -> None:
        """Play an action, or the agent's, write it, and make the messages."""
        self._advance(action)
        self._write(len(self.actions) - 1, self.actions[-1])
        self._keep_score()
        self._describe()

    def _write(self, number: int, action: int | None) -> None:
        self._keep(number, action, SHOWN if self._shown else OVER if self.session.table.over else PLAYING)
        self.trouble = ""

    def _show(self) -> None:
        """Write down that the replay is shown."""
        self._settle()
        self._write(len(self.actions), None)
        self._describe()

    def _settle(self) -> None:
        self._shown = True
        self.session.settle()

    def _keep_score(self) -> None:
        over = self.session.table.over
        self._sheet.keep([scores for _, scores in self._hands], self.session.results[-1].scores if over else None)

    def _advance(self, action: int | None) -> None:
        """Play an action, or let the agent choose one, and count."""
        session, table = self.session, self.session.table
        before = self._counter
        if session.is_mine and action is not None:
            session.play(action)
            self._own_actions += 1
        else:
            action = session.play_agent(action)
        self.actions.append(action)
        if table.game.scores_hands:
            self._hands += [(len(self.actions), table.scores())] * (self._counter - before)

    @property
    def _counter(self) -> int:
        """How many hands of a match are over."""
        table = self.session.table
        match = table.game.match if table.game.scores_hands else None
        return int(table.state[match.counter.name]) if match else 0

    def _undo(self) -> bool:
        if not self.session.undo():
            return False
        self.actions.pop()
        self._own_actions -= 1
        self._hands = [hand for hand in self._hands if hand[0] <= len(self.actions)]
        self._write(len(self.actions), None)
        self._keep_score()
        self._describe()
        return True

    def _describe(self) -> None:
        session = self.session
        told = {
            "id": self.id,
            "pace": self.pace,
            "paused": self.paused or bool(self.trouble),
            "trouble": self.trouble,
            "hands": [scores for _, scores in self._hands],
            "sheet": self._sheet.id,
            "sheet_problem": self._sheet.problem,
            "watching": session.me is None,
        }
        messages: dict[str, dict[str, Any]] = {}
        for viewer in viewers(session):
            if viewer == PUBLIC and not self._has_onlookers:
                messages[viewer] = {}  # made when somebody asks for it, for it takes a while
                continue
            is_mine = session.is_mine and viewer == str(session.me)
            messages[viewer] = told | {
                **describe_table(session, viewer),
                "mine": is_mine,
                "hints": list(self._helpers) if is_mine else [],
                "moved": self._own_actions if viewer == str(session.me) else 0,
                "again": session.table.over,
            }
        self._messages = messages
