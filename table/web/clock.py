"""Clock of a table: the task in which agents play at the chosen pace."""

import asyncio
from dataclasses import dataclass

from cardzoo.table.web.changes import Changes
from cardzoo.table.web.live_game import LiveGame
from cardzoo.table.web.people import People
from cardzoo.table.web.store import StoreError

HAND_S = 5.0  # for which a finished hand of agents stays on the table
SLOWER = 2.5  # paces for which a finished trick or hand stays on the table


@dataclass
class Pace:
    """Pace of a table's agents.

    Attributes:
        seconds: time between two of their actions.
        paused: whether they wait until they are resumed.
    """

    seconds: float
    paused: bool = False


class Clock:
    """Clock of a table.

    Args:
        game: the game.
        people: the people at the table.
        pace: the agents' pace.
        changes: changes of the table.

    Attributes:
        task: the task that lets the agents play; None before the first one.
    """

    def __init__(self, game: LiveGame, people: People, pace: Pace, changes: Changes) -> None:
        self.task: asyncio.Task[None] | None = None
        self._game = game
        self._people = people
        self._pace = pace
        self._changes = changes

    def start(self, table: object) -> None:
        """Run the agents while it is their turn and a page shows the table.

        Args:
            table: the table, which stays in memory until the task ends: a second one could miss the task's action.
        """
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._run(table))

    async def step(self) -> None:
        """Let an agent play if it is an agent's turn."""
        session = self._game.session
        async with self._changes.lock:
            is_going_on = not (session.table.over or self._game.resigned or self._people.open_seats)
            if is_going_on and not session.waits:
                await self._changes.make(self._game.play)
        self._changes.announce()

    async def _run(self, table: object) -> None:
        while self._goes_on:
            try:
                await self.step()
            except StoreError:
                return  # the table is closed, and all viewers are notified
            except Exception as problem:  # an agent may be third-party code; the page shows the error
                self._game.trouble = f"The agents have stopped: {type(problem).__name__}: {problem}"
                await self._changes.describe()
                self._changes.announce()
            await asyncio.sleep(self._wait_s)

    @property
    def _wait_s(self) -> float:
        """Seconds until the next action."""
        pace = self._pace.seconds
        shown = HAND_S if self._game.is_at_an_end and pace else 0.0
        return max(shown, pace * (SLOWER if self._game.is_at_a_pause else 1))

    @property
    def _goes_on(self) -> bool:
        stopped = self._changes.closed or self._pace.paused or self._game.trouble or self._game.rests
        waits = not self._people.watchers or self._people.open_seats or self._game.session.waits
        return not (stopped or waits or self._game.session.table.over or self._game.resigned)
