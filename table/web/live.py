"""One table in memory: the game, what each viewer is told of it, and the task that lets its agents play.

Rules and agents run in threads. A table's lock lets only one of them change it at a time. An action is written to the
database before anybody is told of it, so a kill of the server loses at most the one action that is being written.
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
"""The statuses of a table. In a game for one, the last steps can be taken back until the replay was shown."""

SLOWER = 2.5  # paces for which a trick, or a hand, lies that has ended


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
        people: who sits on the seats that no agent has.
        keep_person: writes who sits on a seat.

    Attributes:
        trouble: why the table stands still, in a sentence; empty if it does not.
        next: the id of the table at which the same people play again; empty if there is none.
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
        self.closed = False  # taken away, or not as the database has it; the next request opens it anew
        self.trouble = ""
        self.actions: list[int] = []
        self.changed = asyncio.Event()
        self._messages: dict[str, dict[str, Any]] = {}
        self._own_actions: Counter[int] = Counter()  # by seat
        self._hands: list[tuple[int, list[int]]] = []  # after so many actions a hand was over, with these scores
        self._helpers = helpers
        self._keep = keep
        self._keep_person = keep_person
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
        for seat, person in self.people.seats.items():
            if person.stand_in in self._helpers:
                self.session.stand_in(seat, self._helpers[person.stand_in])
        self._name_people()
        self._keep_score()
        if shown:
            self._settle()

    async def message(self, browser: str, wanted: str | None = None) -> dict[str, Any]:
        """What a browser is told of the table. While an agent thinks, it is the table before its action.

        Args:
            browser: the hash of the browser's token.
            wanted: the seat from which it would like to look, by number; None for the usual one.
        """
        own = self.people.seats_of(browser)
        self._has_onlookers |= len(own) != 1
        while not self._messages or (len(own) != 1 and self._messages.get(PUBLIC) == {}):
            async with self._lock:
                await asyncio.to_thread(self._describe)
        messages = self._messages  # a thread may put new ones in their place
        message = messages[self._viewer(messages, own, wanted)]
        is_host, is_one_of_several = browser == self.owner, self.people.are_several
        return message | {
            "host": is_host,
            "me": own[0] if len(own) == 1 else None if is_one_of_several else self.session.me,
            "here": own if is_one_of_several else [],
            "people": self.people.told(),
            "helpers": list(self._helpers) if (is_host or own) and is_one_of_several else [],
            "again": message["over"] and is_host,
            "next": self.next if own else "",
        }

    def _viewer(self, messages: Mapping[str, Any], own: list[int], wanted: str | None) -> str:
        """From where a browser looks at the table.

        Args:
            messages: by viewer.
            own: the browser's seats.
            wanted: the seat from which it would like to look.
        """
        if PUBLIC not in messages:  # then all may look from all seats
            usual = own[0] if own else self.session.me or 0
            return wanted if wanted is not None and wanted in messages else str(usual)
        if wanted is not None and wanted in map(str, own):
            return wanted
        return str(own[0]) if len(own) == 1 else PUBLIC

    async def play(self, browser: str, action: Any, number: Any, wanted: str | None = None) -> None:
        """Play a person's action.

        Args:
            browser: the hash of the person's browser's token.
            action: its id.
            number: how many actions the person has played before, so that a repeated request does nothing twice.
            wanted: the seat from which the person looks; it matters where a browser has several.
        """
        async with self._lock:
            seat = self._seat_to_play(browser, wanted)
            if number != self._own_actions[seat]:
                raise TableError("the table has gone on meanwhile")
            if type(action) is not int:
                raise TableError("an action's number was expected")
            if not self.session.table.is_legal(action):
                raise TableError(self.session.table.explain_illegal(action))
            await self._write_in_thread(self._change, action)
        self.go_on()

    def _seat_to_play(self, browser: str, wanted: str | None = None) -> int:
        """The seat whose turn it is, if it is the browser's.

        Raises:
            TableError: if it is not, or the game waits for somebody.
        """
        if self.people.open_seats:
            raise TableError("the game begins when all have come")
        own, seat = self.people.seats_of(browser), self.session.table.player
        looks_from = str(own[0]) if len(own) == 1 else wanted
        if not self.session.waits or seat not in own or looks_from != str(seat):
            raise TableError("it is not your turn")
        return seat

    async def invite(self, seat: Any) -> str:
        """A new invitation to an open seat; one that was given before is not valid any more.

        Raises:
            TableError: if the seat is not open.
        """
        async with self._lock:
            person = self._person(seat)
            if person.browser:
                raise TableError(f"this seat is taken: {person.name} sits there")
            invitation = new_token()
            await self._write_in_thread(self._seat, seat, replace(person, invitation=hash_of(invitation)))
        return invitation

    async def join(self, browser: str, invitation: Any, name: Any = None) -> None:
        """Let a guest sit down; without a name, only see whether that can be.

        Args:
            browser: the hash of the guest's browser's token.
            invitation: the word that the guest was sent.
            name: what the guest wants to be called.

        Raises:
            TableError: if the seat cannot be taken.
            ValueError: if nobody can be called so.
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
        """Let an agent play on an open seat, or for somebody who is away.

        Who has made the table decides at once; others who sit there, when somebody has been away for a while.

        Args:
            browser: the hash of the token of the browser that asks for it.
            seat: the seat.
            agent: what the agent is called on the page; None to wait for the person again.

        Raises:
            TableError: if the person is there, or the agent is not known.
        """
        async with self._lock:
            person = self._person(seat)
            own, is_host = self.people.seats_of(browser), browser == self.owner
            if person.browser == browser or not self.people.is_away(seat):
                raise TableError(f"{person.name} sits there")
            if not is_host and (not own or person.stand_in or not self.people.is_long_away(seat)):
                raise TableError(f"wait a little longer for {person.name}, or ask who has made the table")
            if agent is not None and not (isinstance(agent, str) and agent in self._helpers):
                raise TableError(f"{agent!r} plays for nobody here")
            asked_by = "" if is_host or not agent else self.people.seats[own[0]].name
            await self._write_in_thread(self._seat, seat, replace(person, stand_in=agent or "", asked_by=asked_by))
        self.go_on()

    async def take_back_seats(self, browser: str) -> None:
        """Let a person play again for whom an agent has played."""
        async with self._lock:
            for seat in self.people.seats_of(browser):
                if self.people.seats[seat].stand_in:
                    await self._write_in_thread(
                        self._seat, seat, replace(self.people.seats[seat], stand_in="", asked_by="")
                    )
        self.go_on()

    def come(self, browser: str) -> None:
        """A page shows the table from now on."""
        self.people.come(browser)
        self.go_on()

    def leave(self, browser: str) -> None:
        """A page shows the table no more."""
        self.people.leave(browser)
        self._tell()

    def _person(self, seat: Any) -> Person:
        """Who sits on a seat, or is invited to."""
        if type(seat) is not int or seat not in self.people.seats or not self.people.are_several:
            raise TableError("nobody is invited to this seat")
        return self.people.seats[seat]

    def _seat(self, seat: int, person: Person) -> None:
        """Let somebody have a seat: write it, and make the messages."""
        self.session.stand_in(seat, self._helpers.get(person.stand_in))
        self._keep_person(seat, person)
        self.people.seats[seat] = person
        self._name_people()
        self._keep_score()
        self._describe()

    def _name_people(self) -> None:
        """Call people by their names, where there are several."""
        if not self.people.are_several:
            return
        people = self.people.seats
        names = (people[seat].name if seat in people else name for seat, name in enumerate(self.session.names))
        self.session.names = self._sheet.names = tuple(names)

    async def step(self) -> None:
        """Let the agent whose turn it is play, if it is one's."""
        async with self._lock:
            if not self.session.table.over and not self.session.waits and not self.people.open_seats:
                await self._write_in_thread(self._change)
        self._tell()

    async def undo(self, number: Any) -> None:
        """Take back the last step of the person's move.

        Args:
            number: how many actions the person has played before, so that a repeated request does nothing twice.
        """
        async with self._lock:
            if self.people.are_several:
                raise TableError("among several people nothing is taken back")
            if self._shown:
                raise TableError("nothing can be taken back: the replay was shown, and it tells what is hidden")
            if number != self._own_actions[self.session.me or 0]:
                raise TableError("the table has gone on meanwhile")
            if not await self._write_in_thread(self._undo):
                raise TableError("nothing can be taken back")
        self._tell()

    async def why_not(self, browser: str, zone: Any, card: Any, wanted: str | None = None) -> str:
        """Why a person cannot play with a card that lies at a place of the scene.

        Args:
            browser: the hash of the person's browser's token.
            zone: the zone's id.
            card: the card's place in the zone.
            wanted: the seat from which the person looks.
        """
        async with self._lock:
            self._seat_to_play(browser, wanted)
            return await asyncio.to_thread(why_not, self.session, zone, card)

    def plan_again(self, same: Any, next_seat: Any) -> tuple[Plan, dict[int, Person]]:
        """The plan of another game at a table like this one, and its people: the same ones.

        Args:
            same: whether the same cards are dealt.
            next_seat: whether everybody moves on to the next seat.

        Raises:
            TableError: as long as the game goes on.
        """
        if not self.session.table.over:
            raise TableError("this game is not over")
        seats, on = self._plan.seats, 1 if next_seat is True else 0
        people = {(seat + on) % len(seats): person for seat, person in self.people.seats.items()}
        seats = (*seats[len(seats) - on :], *seats[: len(seats) - on])
        seed = self._plan.seed if same is True else None
        plan = replace(self._plan, seats=seats, seed=seed, seed_chosen=seed is not None, pace=self.pace)
        return plan, people

    def lead_on(self, table: str) -> None:
        """Tell the people at which table they play again."""
        self.next = table
        self._tell()

    async def set_pace(self, pace: Any, paused: Any) -> None:
        """Set how fast agents play, and whether they pause."""
        self.pace, self.paused, self.trouble = check_pace(pace), paused is True, ""
        async with self._lock:
            await asyncio.to_thread(self._describe)
        self.go_on()

    async def hint(self, browser: str, name: str) -> Hint:
        """What an agent would play in the person's place. Among several people nobody is helped."""
        async with self._lock:
            self._seat_to_play(browser)
            if name not in self._helpers or self.people.are_several:
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
        waits = self.closed or self.paused or self.trouble or not self.people.watchers or self.people.open_seats
        return not (waits or self.session.table.over or self.session.waits)

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
            await asyncio.sleep(self.pace * (SLOWER if self._trick_ended or self._hand_ended else 1))

    @property
    def _trick_ended(self) -> bool:
        log = self.session.log
        return bool(log and log[-1].trick)

    @property
    def _hand_ended(self) -> bool:
        return bool(self._hands and self._hands[-1][0] == len(self.actions))

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
        """How many hands of a match are over."""
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
        told = {
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
                messages[viewer] = {}  # made when somebody asks for it, for it takes a while
                continue
            is_mine = session.waits and viewer == str(session.table.player) and not self.people.open_seats
            is_own = viewer != PUBLIC and int(viewer) in session.people
            messages[viewer] = told | {
                **describe_table(session, viewer),
                "mine": is_mine,
                "hints": list(self._helpers) if is_mine and not self.people.are_several else [],
                "moved": self._own_actions[int(viewer)] if is_own else 0,
            }
        self._messages = messages
