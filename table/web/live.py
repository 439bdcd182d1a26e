"""One table in memory: the game, the messages to each viewer, and the task that runs its agents.

Rules and agents run in threads. A table's lock lets only one of them change it at a time. An action is written to the
database before it is sent to viewers, so a kill of the server loses at most the action that is being written.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from cardzoo.envs.replay import Replay, record
from cardzoo.table.terminal.session import Session
from cardzoo.table.web.choices import Plan, check_name, check_pace
from cardzoo.table.web.hints import Hint, ask_for_hint
from cardzoo.table.web.match_sheet import MatchSheet
from cardzoo.table.web.messages import PUBLIC, describe_table, public_names, viewers, why_not
from cardzoo.table.web.people import People, Person, TableError
from cardzoo.table.web.security import hash_of, new_token
from cardzoo.table.web.store import StoreError

Keep = Callable[[int, int | None, str], None]
KeepPerson = Callable[[int, Person], None]
_Done = TypeVar("_Done")
PLAYING, OVER, SHOWN = "playing", "over", "shown"
"""The statuses of a table. In a game for one player, the last steps can be taken back until the replay is shown."""

SLOWER = 2.5  # paces for which a finished trick or hand stays on the table


class LiveTable:
    """A table in memory.

    Args:
        id: the table's id in addresses, which nobody can guess.
        owner: hash of the token of the browser that made the table.
        plan: settings of the table.
        session: the game.
        helpers: agents for hints: names on the page, and the names by which they are found.
        keep: writes an action with its number and the table's new status; for None instead of an action, deletes the
            actions from that number on.
        sheet: the score sheet that follows the game.
        people: the people on the seats without agents.
        keep_person: writes the person on a seat.

    Attributes:
        trouble: reason why the table has stopped, in a sentence; empty if it has not.
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
        self._plan = plan
        self.pace = plan.pace
        self.paused = False
        self.people = people
        self.next = ""
        self.closed = False  # deleted, or different from the database; the next request opens it again
        self.trouble = ""
        self.actions: list[int] = []
        self.changed = asyncio.Event()
        self._messages: dict[str, dict[str, Any]] = {}
        self._own_actions: Counter[int] = Counter()  # by seat
        self._hands: list[tuple[int, list[int]]] = []  # number of actions at the end of each hand, and the scores then
        self._helpers = helpers
        self._keep = keep
        self._keep_person = keep_person
        self._sheet = sheet
        self._shown = False
        self._has_onlookers = False
        self._lock = asyncio.Lock()
        self._runner: asyncio.Task[None] | None = None

    def replay_actions(self, actions: list[int], shown: bool = False) -> None:
        """Replay the actions of the database.

        Args:
            actions: ids of the actions, from the first.
            shown: whether the replay was shown.
        """
        for action in actions:
            self._advance(action)
        for seat, person in self.people.seats.items():
            if person.stand_in in self._helpers:
                self.session.stand_in(seat, self._helpers[person.stand_in])
        self._name_people()
        self._keep_score()
        if shown:
            self._settle()

    async def message(self, browser: str, wanted: str | None = None) -> dict[str, Any]:
        """Message to a browser about the table. While an agent computes, it shows the table before its action.

        Args:
            browser: hash of the browser's token.
            wanted: the requested seat to look from, by number; None for the default.
        """
        own = self.people.seats_of(browser)
        self._has_onlookers |= len(own) != 1
        while not self._messages or (len(own) != 1 and self._messages.get(PUBLIC) == {}):
            async with self._lock:
                await asyncio.to_thread(self._describe)
        messages = self._messages  # a thread may replace them
        message = messages[self._viewer(messages, own, wanted)]
        is_host, is_one_of_several = browser == self.owner, self.people.are_several
        return message | {
            "host": is_host,
            "me": own[0] if len(own) == 1 else None if is_one_of_several else self.session.me,
            "here": own if is_one_of_several else [],
            "people": self.people.describe(),
            "helpers": list(self._helpers) if (is_host or own) and is_one_of_several else [],
            "again": message["over"] and is_host,
            "next": self.next if own else "",
        }

    def _viewer(self, messages: Mapping[str, Any], own: list[int], wanted: str | None) -> str:
        """Viewer that a browser gets: a seat by number, or the public view.

        Args:
            messages: messages by viewer.
            own: the browser's seats.
            wanted: the requested seat to look from.
        """
        if PUBLIC not in messages:  # every seat's view is allowed
            usual = own[0] if own else self.session.me or 0
            return wanted if wanted is not None and wanted in messages else str(usual)
        if wanted is not None and wanted in map(str, own):
            return wanted
        return str(own[0]) if len(own) == 1 else PUBLIC

    async def play(self, browser: str, action: Any, number: Any, wanted: str | None = None) -> None:
        """Play a person's action.

        Args:
            browser: hash of the token of the person's browser.
            action: id of the action.
            number: number of actions the person has played before, so that a repeated request has no effect.
            wanted: the seat from which the person looks; needed where a browser has several.
        """
        async with self._lock:
            seat = self._seat_to_play(browser, wanted)
            if number != self._own_actions[seat]:
                raise TableError("the game has moved on; reload the page")
            if type(action) is not int:
                raise TableError(f"action must be an action's number, got {action!r:.40}")
            if not self.session.table.is_legal(action):
                raise TableError(self.session.table.explain_illegal(action))
            await self._write_in_thread(self._change, action)
        self.go_on()

    def _seat_to_play(self, browser: str, wanted: str | None = None) -> int:
        """The seat whose turn it is, if it is the browser's.

        Raises:
            TableError: if it is not the browser's turn, or the game waits for people.
        """
        if self.people.open_seats:
            raise TableError("the game begins when all players are here")
        own, seat = self.people.seats_of(browser), self.session.table.player
        viewing_seat = str(own[0]) if len(own) == 1 else wanted
        if not self.session.waits or seat not in own or viewing_seat != str(seat):
            raise TableError("it is not your turn")
        return seat

    async def invite(self, seat: Any) -> str:
        """Make a new invitation to an open seat; an earlier one becomes invalid.

        Raises:
            TableError: if the seat is not open.
        """
        async with self._lock:
            person = self._person(seat)
            if person.browser:
                raise TableError(f"this seat belongs to {person.name}")
            invitation = new_token()
            await self._write_in_thread(self._seat, seat, replace(person, invitation=hash_of(invitation)))
        return invitation

    async def join(self, browser: str, invitation: Any, name: Any = None) -> None:
        """Give an invited guest the seat; without a name, only check that it can be taken.

        Args:
            browser: hash of the token of the guest's browser.
            invitation: token of the invitation.
            name: the guest's name.

        Raises:
            TableError: if the seat cannot be taken.
            ValueError: for a name that is not allowed.
        """
        async with self._lock:
            seat = self.people.find_invited(invitation, browser)
            if name is None:
                return
            others = [other for number, other in enumerate(self.session.names) if number != seat]
            person = replace(self.people.seats[seat], name=check_name(name, others), browser=browser, stand_in="")
            await self._write_in_thread(self._seat, seat, person)
        self.go_on()

    async def stand_in(self, browser: str, seat: Any, agent: Any) -> None:
        """Let an agent play on an open seat, or for a person who is away.

        The table's owner may do so at once. Other players may do so when the person has been away for a while.

        Args:
            browser: hash of the token of the browser that asks for it.
            seat: the seat.
            agent: the agent's name on the page; None to wait for the person again.

        Raises:
            TableError: if the person is present, or the agent is unknown.
        """
        async with self._lock:
            person = self._person(seat)
            own, is_host = self.people.seats_of(browser), browser == self.owner
            if person.browser == browser or not self.people.is_away(seat):
                raise TableError(f"{person.name} is present")
            if not is_host and (not own or person.stand_in or not self.people.is_long_away(seat)):
                raise TableError(f"wait a little longer for {person.name}, or ask the table's owner")
            if agent is not None and not (isinstance(agent, str) and agent in self._helpers):
                raise TableError(f"{agent!r} is not an agent of this table")
            asked_by = "" if is_host or not agent else self.people.seats[own[0]].name
            await self._write_in_thread(self._seat, seat, replace(person, stand_in=agent or "", asked_by=asked_by))
        self.go_on()

    async def take_back_seats(self, browser: str) -> None:
        """Return a person's seats from the agents that played there."""
        async with self._lock:
            for seat in self.people.seats_of(browser):
                if self.people.seats[seat].stand_in:
                    await self._write_in_thread(
                        self._seat, seat, replace(self.people.seats[seat], stand_in="", asked_by="")
                    )
        self.go_on()

    def come(self, browser: str) -> None:
        """Count a page that shows the table from now on."""
        self.people.come(browser)
        self.go_on()

    def leave(self, browser: str) -> None:
        """Stop counting a page that showed the table."""
        self.people.leave(browser)
        self._notify()

    def _person(self, seat: Any) -> Person:
        """Person who has a seat or is invited to it."""
        if type(seat) is not int or seat not in self.people.seats or not self.people.are_several:
            raise TableError("this seat is not for an invited person")
        return self.people.seats[seat]

    def _seat(self, seat: int, person: Person) -> None:
        """Assign a seat to a person: write it, and make the messages."""
        self.session.stand_in(seat, self._helpers.get(person.stand_in))
        self._keep_person(seat, person)
        self.people.seats[seat] = person
        self._name_people()
        self._keep_score()
        self._describe()

    def _name_people(self) -> None:
        """Use people's names at a table of several people."""
        if not self.people.are_several:
            return
        people = self.people.seats
        names = (people[seat].name if seat in people else name for seat, name in enumerate(self.session.names))
        self.session.names = self._sheet.names = tuple(names)

    async def step(self) -> None:
        """Let an agent play if it is an agent's turn."""
        async with self._lock:
            if not self.session.table.over and not self.session.waits and not self.people.open_seats:
                await self._write_in_thread(self._change)
        self._notify()

    async def undo(self, number: Any) -> None:
        """Take back the last step of the person's move.

        Args:
            number: number of actions the person has played before, so that a repeated request has no effect.
        """
        async with self._lock:
            if self.people.are_several:
                raise TableError("nothing can be taken back among several people")
            if self._shown:
                raise TableError("nothing can be taken back: the replay was shown, and it reveals hidden cards")
            if number != self._own_actions[self.session.me or 0]:
                raise TableError("the game has moved on; reload the page")
            if not await self._write_in_thread(self._undo):
                raise TableError("nothing can be taken back")
        self._notify()

    async def why_not(self, browser: str, zone: Any, card: Any, wanted: str | None = None) -> str:
        """Reason why a person cannot play a card of the scene.

        Args:
            browser: hash of the token of the person's browser.
            zone: id of the zone.
            card: the card's place in the zone.
            wanted: the seat from which the person looks.
        """
        async with self._lock:
            self._seat_to_play(browser, wanted)
            return await asyncio.to_thread(why_not, self.session, zone, card)

    def plan_again(self, same: Any, next_seat: Any) -> tuple[Plan, dict[int, Person]]:
        """Settings of another game with the same people, and these people by seat.

        Args:
            same: whether to deal the same cards.
            next_seat: whether everybody moves to the next seat.

        Raises:
            TableError: if the game is not over.
        """
        if not self.session.table.over:
            raise TableError("this game is not over")
        seats, shift = self._plan.seats, 1 if next_seat is True else 0
        people = {(seat + shift) % len(seats): person for seat, person in self.people.seats.items()}
        seats = (*seats[len(seats) - shift :], *seats[: len(seats) - shift])
        seed = self._plan.seed if same is True else None
        plan = replace(self._plan, seats=seats, seed=seed, seed_chosen=seed is not None, pace=self.pace)
        return plan, people

    def lead_on(self, table: str) -> None:
        """Publish the id of the table at which the same people play again."""
        self.next = table
        self._notify()

    async def set_pace(self, pace: Any, paused: Any) -> None:
        """Set the agents' pace, and pause or resume them."""
        self.pace, self.paused, self.trouble = check_pace(pace), paused is True, ""
        async with self._lock:
            await asyncio.to_thread(self._describe)
        self.go_on()

    async def hint(self, browser: str, name: str) -> Hint:
        """Hint from an agent for the person. There are no hints at a table of several people."""
        async with self._lock:
            self._seat_to_play(browser)
            if name not in self._helpers or self.people.are_several:
                raise TableError(f"{name!r} is no agent for hints here")
            return await asyncio.to_thread(ask_for_hint, self.session, name, self._helpers[name])

    def close(self) -> None:
        """End all streams, because the table was deleted or the server stops."""
        self.closed = True
        self._notify()

    def go_on(self) -> None:
        """Notify all viewers, and run the agents while it is their turn and a page shows the table."""
        self._notify()
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())

    async def replay(self) -> Replay:
        """The game's replay, after which nothing can be taken back.

        Raises:
            TableError: if the game is not over; the seed would reveal hidden cards.
        """
        async with self._lock:
            if not self.session.table.over:
                raise TableError("a replay needs a finished game: it reveals hidden cards")
            if not self._shown:
                await self._write_in_thread(self._show)
                self._notify()
            return record(self.session.table, self._plan.seed or 0, self.actions, public_names(self.session))

    @property
    def _agents_go_on(self) -> bool:
        stopped = self.closed or self.paused or self.trouble or not self.people.watchers or self.people.open_seats
        return not (stopped or self.session.table.over or self.session.waits)

    async def _run(self) -> None:
        while self._agents_go_on:
            try:
                await self.step()
            except StoreError:
                return  # the table is closed, and all viewers are notified
            except Exception as problem:  # an agent may be third-party code; the page shows the error
                self.trouble = f"The agents have stopped: {type(problem).__name__}: {problem}"
                async with self._lock:
                    await asyncio.to_thread(self._describe)
                self._notify()
            await asyncio.sleep(self.pace * (SLOWER if self._trick_ended or self._hand_ended else 1))

    @property
    def _trick_ended(self) -> bool:
        log = self.session.log
        return bool(log and log[-1].trick)

    @property
    def _hand_ended(self) -> bool:
        return bool(self._hands and self._hands[-1][0] == len(self.actions))

    def _notify(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    async def _write_in_thread(self, change: Callable[..., _Done], *arguments: Any) -> _Done:
        """Make and write a change in a thread. If writing fails, the table is closed and the change is lost."""
        try:
            done = await asyncio.to_thread(change, *arguments)
        except StoreError as problem:
            self.trouble = f"The table has stopped: {problem}"
            self.close()
            raise
        return done

    def _change(self, action: int | None = None) -> None:
        """Play a person's or an agent's action, write it, and make the messages."""
        self._advance(action)
        self._write(len(self.actions) - 1, self.actions[-1])
        self._keep_score()
        self._describe()

    def _write(self, number: int, action: int | None) -> None:
        self._keep(number, action, SHOWN if self._shown else OVER if self.session.table.over else PLAYING)
        self.trouble = ""

    def _show(self) -> None:
        """Record that the replay is shown."""
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
        """Play an action, or let the agent choose one, and update the counts."""
        session, table = self.session, self.session.table
        before = self._counter
        if session.waits and action is not None:
            seat = table.player
            session.play(action)
            self._own_actions[seat] += 1
        else:
            action = session.play_agent(action)
        self.actions.append(action)
        if table.game.scores_hands:
            self._hands += [(len(self.actions), table.scores())] * (self._counter - before)

    @property
    def _counter(self) -> int:
        """Number of finished hands of a match."""
        table = self.session.table
        match = table.game.match if table.game.scores_hands else None
        return int(table.state[match.counter.name]) if match else 0

    def _undo(self) -> bool:
        if not self.session.undo():
            return False
        self.actions.pop()
        self._own_actions[self.session.table.player] -= 1
        self._hands = [hand for hand in self._hands if hand[0] <= len(self.actions)]
        self._write(len(self.actions), None)
        self._keep_score()
        self._describe()
        return True

    def _describe(self) -> None:
        session = self.session
        shared = {
            "id": self.id,
            "pace": self.pace,
            "paused": self.paused or bool(self.trouble),
            "trouble": self.trouble,
            "hands": [scores for _, scores in self._hands],
            "sheet": self._sheet.id,
            "sheet_problem": self._sheet.problem,
            "watching": not session.people,
            "deal_chosen": self._plan.seed_chosen and self.people.are_several,
        }
        messages: dict[str, dict[str, Any]] = {}
        for viewer in viewers(session):
            if viewer == PUBLIC and not self._has_onlookers:
                messages[viewer] = {}  # made on request, since it takes a while
                continue
            is_mine = session.waits and viewer == str(session.table.player) and not self.people.open_seats
            is_own = viewer != PUBLIC and int(viewer) in session.people
            messages[viewer] = shared | {
                **describe_table(session, viewer),
                "mine": is_mine,
                "hints": list(self._helpers) if is_mine and not self.people.are_several else [],
                "moved": self._own_actions[int(viewer)] if is_own else 0,
            }
        self._messages = messages
