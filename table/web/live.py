"""One table in memory: its game, its seats, the messages to each viewer, and the clock of its agents.

Rules and agents run in threads. A table's lock lets only one of them change it at a time. An action is written to the
database before it is sent to viewers, so a kill of the server loses at most the action that is being written.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from threading import Event
from typing import Any

from cardzoo.envs.replay import Replay, record
from cardzoo.table.terminal.session import Session
from cardzoo.table.web.changes import Changes
from cardzoo.table.web.choices import Plan, check_pace, strengths_of
from cardzoo.table.web.clock import Clock, Pace
from cardzoo.table.web.hints import Hint, ask_for_hint
from cardzoo.table.web.live_game import Keep, LiveGame
from cardzoo.table.web.match_sheet import MatchSheet
from cardzoo.table.web.messages import public_names, why_not
from cardzoo.table.web.moves import find_dropped, find_finish, has_safe_moves, read_move, read_touched
from cardzoo.table.web.outbox import Outbox
from cardzoo.table.web.people import People, Person, TableError
from cardzoo.table.web.seats import KeepPerson, Seats


class LiveTable:
    """A table in memory.

    Args:
        id: the table's id in addresses, which nobody can guess.
        owner: hash of the token of the browser that made the table.
        plan: settings of the table.
        session: the game.
        helpers: agents for hints: names on the page, and the names by which they are found.
        keep: writes an action, as for `LiveGame`.
        sheet: the score sheet that follows the game.
        people: the people on the seats without agents.
        keep_person: writes the person on a seat.

    Attributes:
        plan: settings of the table.
        game: the game and its actions.
        seats: the seats, and the requests that change them.
        changes: changes of the table, and their announcement.
        clock: the clock of the agents.
        record: statistics of the only person's games like this one, when it is over.
        next: id of the table at which the same people play again; empty if there is none.
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
        people: People,
        keep_person: KeepPerson,
    ) -> None:
        self.id = id
        self.owner = owner
        self.session = session
        self.people = people
        self.next = ""
        self.record: dict[str, Any] = {}
        self.plan = plan
        self._helpers = helpers
        self._stopped = Event()  # of the last hint
        self._pace = Pace(plan.pace)
        self.game = LiveGame(session, keep, sheet)
        deal_chosen = plan.seed_chosen and people.are_several
        self._outbox = Outbox(id, self.game, people, self._pace, list(helpers), deal_chosen)
        self.changes = Changes(self.game, self._outbox.fill)
        self.clock = Clock(self.game, people, self._pace, self.changes)
        self.seats = Seats(owner, self.game, people, helpers, self.changes, keep_person)

    def replay_actions(self, actions: Sequence[int], shown: bool = False) -> None:
        """Replay the actions of the database.

        Args:
            actions: ids of the actions, from the first.
            shown: whether the replay was shown.
        """
        self.game.replay(actions)
        self.seats.restore()
        self.game.keep_score()
        if shown:
            self.game.settle()

    async def message(self, browser: str, wanted: str | None = None) -> dict[str, Any]:
        """Message to a browser about the table. While an agent computes, it shows the table before its action.

        Args:
            browser: hash of the browser's token.
            wanted: the requested seat to look from, by number; None for the default.
        """
        own = self.people.seats_of(browser)
        while (message := self._outbox.find(own, wanted)) is None:
            await self.changes.describe()
        is_host, is_one_of_several = browser == self.owner, self.people.are_several
        return message | {
            "host": is_host,
            "me": own[0] if len(own) == 1 else None if is_one_of_several else self.session.me,
            "here": own if is_one_of_several else [],
            "people": self.people.describe(),
            "strengths": strengths_of(self.session.game, self.plan.seats),
            "agents": self.plan.seats,
            "helpers": list(self._helpers) if (is_host or own) and is_one_of_several else [],
            "again": message["over"] and is_host,
            "record": self.record if message["over"] and is_host else {},
            "finish": len(find_finish(self.session.table)) if is_host and message["mine"] else 0,
            "has_safe": is_host and has_safe_moves(self.session.table),
            "next": self.next if own else "",
        }

    def come(self, browser: str) -> None:
        """Count a page that shows the table from now on."""
        self.people.come(browser)
        self.go_on()

    def leave(self, browser: str) -> None:
        """Stop counting a page that showed the table."""
        self.people.leave(browser)
        self.changes.announce()

    def go_on(self) -> None:
        """Notify all viewers, and run the agents while it is their turn and a page shows the table."""
        self.changes.announce()
        self.clock.start(self)

    async def play(
        self,
        browser: str,
        action: Any,
        number: Any,
        wanted: str | None = None,
        safe: bool = False,
        touched: Any = None,
    ) -> None:
        """Play a person's action.

        Args:
            browser: hash of the token of the person's browser.
            action: id of the action, or a list of those of a whole move.
            number: number of actions the person has played before, so that a repeated request has no effect.
            wanted: the seat from which the person looks; needed where a browser has several.
            safe: True to move safe cards of a patience to the foundations afterwards.
            touched: the places that the person has touched, a list of ``{"zone": zone, "card": place}``, if any: where
                several cards fit the action, these are played. They are not in the database.
        """
        async with self.changes.lock:
            self._check_number(self.seats.find_turn(browser, wanted), number)
            actions = read_move(self.session.table, action)
            chosen = read_touched(self.session.scene_on_turn(), touched) if touched else []
            await self.changes.make(self.game.play_move, actions, safe, chosen)
        self.go_on()

    async def find_dropped(
        self, browser: str, start: Any, card: Any, end: Any, wanted: str | None = None
    ) -> int | None:
        """Action that a person means who drops a card over a zone; None if there is none.

        Args:
            browser: hash of the token of the person's browser.
            start: id of the zone in which the card lies.
            card: the card's place there.
            end: id of the zone over which it was dropped.
            wanted: the seat from which the person looks.
        """
        async with self.changes.lock:
            self.seats.find_turn(browser, wanted)
            return await asyncio.to_thread(find_dropped, self.session.table, start, card, end)

    async def finish(self, number: Any) -> None:
        """Play the open rest of a patience that is won.

        Args:
            number: number of actions the person has played before, so that a repeated request has no effect.
        """
        async with self.changes.lock:
            self._check_number(self.session.me or 0, number)
            actions = find_finish(self.session.table)
            if not actions:
                raise TableError("the game cannot be finished by itself yet")
            await self.changes.make(self.game.play_move, actions)
        self.changes.announce()

    async def undo(self, number: Any) -> None:
        """Take back the last step of the person's move.

        Args:
            number: number of actions the person has played before, so that a repeated request has no effect.
        """
        async with self.changes.lock:
            if self.people.are_several:
                raise TableError("nothing can be taken back among several people")
            if self.game.resigned:
                raise TableError("nothing can be taken back: you have resigned")
            if self.game.shown:
                raise TableError("nothing can be taken back: the replay was shown, and it reveals hidden cards")
            self._check_number(self.session.me or 0, number)
            await self.changes.make(self.game.undo)
        self.changes.announce()

    async def why_not(self, browser: str, zone: Any, card: Any, wanted: str | None = None) -> str:
        """Reason why a person cannot play a card of the scene.

        Args:
            browser: hash of the token of the person's browser.
            zone: id of the zone.
            card: the card's place in the zone.
            wanted: the seat from which the person looks.
        """
        async with self.changes.lock:
            self.seats.find_turn(browser, wanted)
            return await asyncio.to_thread(why_not, self.session, zone, card)

    async def hint(self, browser: str, name: str) -> Hint:
        """Hint from an agent for the person, while the game may go on. Among several people there are none."""
        async with self.changes.lock:
            self.seats.find_turn(browser)
            if name not in self._helpers or self.people.are_several:
                raise TableError(f"{name!r} is no agent for hints here")
            aside = self.session.aside()
        self.stop_hint()
        self._stopped = stopped = Event()
        return await asyncio.to_thread(ask_for_hint, aside, name, self._helpers[name], stopped.is_set)

    def stop_hint(self) -> None:
        """Stop the computation of a hint; a search or a solver ends after its present budget."""
        self._stopped.set()

    async def go_to_next_hand(self, browser: str) -> None:
        """Stop showing a person the hand that has ended, and let the agents play on."""
        self.game.go_to_next_hand(self.people.seats_of(browser))
        await self.changes.describe()
        self.go_on()

    async def set_pace(self, seconds: Any, paused: Any) -> None:
        """Set the agents' pace, and pause or resume them."""
        self._pace.seconds, self._pace.paused, self.game.trouble = check_pace(seconds), paused is True, ""
        await self.changes.describe()
        self.go_on()

    async def replay(self) -> Replay:
        """The game's replay, after which nothing can be taken back.

        Raises:
            TableError: if the game is not over; the seed would reveal hidden cards.
        """
        async with self.changes.lock:
            if not self.session.table.over:
                raise TableError("a replay needs a finished game: it reveals hidden cards")
            if not self.game.shown:
                await self.changes.make(self.game.show)
                self.changes.announce()
            return record(self.session.table, self.plan.seed or 0, self.game.actions, public_names(self.session))

    def plan_again(self, same: Any, next_seat: Any) -> tuple[Plan, dict[int, Person]]:
        """Settings of another game with the same people, and these people by seat. A person alone may leave a game.

        Args:
            same: whether to deal the same cards.
            next_seat: whether everybody moves to the next seat.

        Raises:
            TableError: if the game is not over.
        """
        if not self.session.table.over and self.people.are_several:
            raise TableError("this game is not over")
        seats, shift = self.plan.seats, 1 if next_seat is True else 0
        people = {(seat + shift) % len(seats): person for seat, person in self.people.seats.items()}
        seats = (*seats[len(seats) - shift :], *seats[: len(seats) - shift])
        seed = self.plan.seed if same is True else None
        plan = replace(self.plan, seats=seats, seed=seed, seed_chosen=seed is not None, pace=self._pace.seconds)
        return plan, people

    def lead_on(self, table: str) -> None:
        """Publish the id of the table at which the same people play again."""
        self.next = table
        self.changes.announce()

    def _check_number(self, seat: int, number: Any) -> None:
        """Refuse a request that was made before another action of the seat."""
        if number != self.game.own_actions[seat]:
            raise TableError("the game has moved on; reload the page")
