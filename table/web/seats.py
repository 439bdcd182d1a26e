"""Seats of a table: whose turn it is, invitations, guests, and agents that play for people who are away."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from cardzoo.table.web.changes import Changes
from cardzoo.table.web.choices import check_name
from cardzoo.table.web.live_game import LiveGame
from cardzoo.table.web.people import People, Person, TableError
from cardzoo.table.web.security import hash_of, new_token

KeepPerson = Callable[[int, Person], None]


class Seats:
    """Seats of a table, and the requests that change them.

    Args:
        owner: hash of the token of the browser that made the table.
        game: the game.
        people: the people on the seats without agents.
        helpers: agents that may play for people: names on the page, and the names by which they are found.
        changes: changes of the table.
        keep: writes the person on a seat.
    """

    def __init__(
        self,
        owner: str,
        game: LiveGame,
        people: People,
        helpers: Mapping[str, str],
        changes: Changes,
        keep: KeepPerson,
    ) -> None:
        self._owner = owner
        self._game = game
        self._people = people
        self._helpers = helpers
        self._changes = changes
        self._keep = keep

    def restore(self) -> None:
        """Assign the seats as the database has them."""
        for seat, person in self._people.seats.items():
            if person.stand_in in self._helpers:
                self._game.session.stand_in(seat, self._helpers[person.stand_in])
        self._name_people()

    def find_turn(self, browser: str, wanted: str | None = None) -> int:
        """The seat whose turn it is, if it is the browser's.

        Args:
            browser: hash of the browser's token.
            wanted: the seat from which the person looks; needed where a browser has several.

        Raises:
            TableError: if it is not the browser's turn, or the game waits for people.
        """
        if self._people.open_seats:
            raise TableError("the game begins when all players are here")
        if self._game.resigned:
            raise TableError("you have resigned; deal a new game")
        session, own = self._game.session, self._people.seats_of(browser)
        viewing_seat = str(own[0]) if len(own) == 1 else wanted
        if not session.waits or session.table.player not in own or viewing_seat != str(session.table.player):
            raise TableError("it is not your turn")
        return session.table.player

    async def invite(self, seat: Any) -> str:
        """Make a new invitation to an open seat; an earlier one becomes invalid.

        Raises:
            TableError: if the seat is not open.
        """
        async with self._changes.lock:
            person = self._person(seat)
            if person.browser:
                raise TableError(f"this seat belongs to {person.name}")
            invitation = new_token()
            await self._changes.make(self._assign, seat, replace(person, invitation=hash_of(invitation)))
        return invitation

    async def join(self, browser: str, invitation: Any, name: Any = None) -> bool:
        """Give an invited guest the seat; without a name, only check that it can be taken.

        Args:
            browser: hash of the token of the guest's browser.
            invitation: token of the invitation.
            name: the guest's name.

        Returns:
            True if the guest has the seat now.

        Raises:
            TableError: if the seat cannot be taken.
            ValueError: for a name that is not allowed.
        """
        async with self._changes.lock:
            seat = self._people.find_invited(invitation, browser)
            if name is None:
                return False
            others = [other for number, other in enumerate(self._game.session.names) if number != seat]
            guest = replace(self._people.seats[seat], name=check_name(name, others), browser=browser, stand_in="")
            await self._changes.make(self._assign, seat, guest)
        return True

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
        people = self._people
        async with self._changes.lock:
            person = self._person(seat)
            own, is_host = people.seats_of(browser), browser == self._owner
            if person.browser == browser or not people.is_away(seat):
                raise TableError(f"{person.name} is present")
            if not is_host and (not own or person.stand_in or not people.is_long_away(seat)):
                raise TableError(f"wait a little longer for {person.name}, or ask the table's owner")
            if agent is not None and not (isinstance(agent, str) and agent in self._helpers):
                raise TableError(f"{agent!r} is not an agent of this table")
            asked_by = "" if is_host or not agent else people.seats[own[0]].name
            await self._changes.make(self._assign, seat, replace(person, stand_in=agent or "", asked_by=asked_by))

    async def take_back(self, browser: str) -> None:
        """Return a person's seats from the agents that played there."""
        async with self._changes.lock:
            for seat in self._people.seats_of(browser):
                person = self._people.seats[seat]
                if person.stand_in:
                    await self._changes.make(self._assign, seat, replace(person, stand_in="", asked_by=""))

    def _person(self, seat: Any) -> Person:
        """Person who has a seat or is invited to it."""
        if type(seat) is not int or seat not in self._people.seats or not self._people.are_several:
            raise TableError("this seat is not for an invited person")
        return self._people.seats[seat]

    def _assign(self, seat: int, person: Person) -> None:
        """Assign a seat to a person, and write it."""
        self._game.session.stand_in(seat, self._helpers.get(person.stand_in))
        self._keep(seat, person)
        self._people.seats[seat] = person
        self._name_people()
        self._game.keep_score()

    def _name_people(self) -> None:
        """Use people's names at a table of several people."""
        people, names = self._people.seats, self._game.session.names
        if self._people.are_several:
            self._game.rename([people[seat].name if seat in people else name for seat, name in enumerate(names)])
