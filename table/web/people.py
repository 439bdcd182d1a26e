"""The people at a table: whose seat is whose, who is still invited, who looks, and for whom an agent plays.

A seat belongs to a browser. A guest's seat is open until a browser brings its invitation and a name; from then on it is
that browser's, whether it looks or not. An agent may play for who is away, until the person wants the seat back.
"""

import hmac
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardzoo.table.web.choices import GUEST, PEOPLE, Plan, usual_name
from cardzoo.table.web.security import hash_of

PATIENCE_S = 60.0  # for which others wait for who went away, before they may let an agent play


class TableError(ValueError):
    """What cannot be done at a table, and why."""


@dataclass(frozen=True)
class Person:
    """Somebody at a table.

    Attributes:
        name: what others call the person.
        browser: the hash of the browser's token; empty as long as the seat is open.
        invitation: the hash of the word that lets a guest sit down; empty if there is none.
        stand_in: the agent that plays in the person's place, as it is called on the page; empty if none does.
        asked_by: who has asked for that agent, if it was not who has made the table.
    """

    name: str
    browser: str = ""
    invitation: str = ""
    stand_in: str = ""
    asked_by: str = ""


def first_people(plan: Plan, owner: str) -> dict[int, Person]:
    """Who sits where at a new table, by seat: guests' seats are open, the other people use the owner's browser."""
    names = plan.names or ("",) * len(plan.seats)
    return {
        seat: Person(names[seat] or usual_name(seat), "" if name == GUEST else owner)
        for seat, name in enumerate(plan.seats)
        if name in PEOPLE
    }


class People:
    """The people at a table, and all whose browsers look at it.

    Args:
        seats: the people by seat.
        are_several: whether there are others than the table's owner.

    Attributes:
        seats: the same; it changes when somebody sits down, or an agent for somebody.
    """

    def __init__(self, seats: Mapping[int, Person], are_several: bool) -> None:
        self.seats = dict(seats)
        self.are_several = are_several
        self._looking: Counter[str] = Counter()
        self._begun = time.monotonic()
        self._left: dict[str, float] = {}  # when the last page of a browser was left

    @property
    def watchers(self) -> int:
        """How many pages show the table."""
        return self._looking.total()

    @property
    def open_seats(self) -> list[int]:
        """Seats for which the game waits: nobody has taken them, and no agent plays there."""
        return [seat for seat, person in self.seats.items() if not person.browser and not person.stand_in]

    def come(self, browser: str) -> None:
        """A page shows the table from now on."""
        self._looking[browser] += 1

    def leave(self, browser: str) -> None:
        """A page shows it no more."""
        self._looking[browser] -= 1
        self._left[browser] = time.monotonic()

    def seats_of(self, browser: str) -> list[int]:
        """A browser's seats."""
        return [seat for seat, person in self.seats.items() if browser and person.browser == browser]

    def is_away(self, seat: int) -> bool:
        """Whether no page of a person shows the table, or nobody has taken the seat."""
        return not self._looking[self.seats[seat].browser] or not self.seats[seat].browser

    def is_long_away(self, seat: int) -> bool:
        """Whether somebody who had sat down is away for so long that others need not wait any more."""
        browser = self.seats[seat].browser
        since = self._left.get(browser, self._begun)  # the server may have been started anew
        return bool(browser) and not self._looking[browser] and time.monotonic() - since >= PATIENCE_S

    def find_invited(self, invitation: Any, browser: str) -> int:
        """The seat that an invitation leads to.

        Raises:
            TableError: if it cannot be taken by this browser.
        """
        word = hash_of(invitation) if isinstance(invitation, str) else ""
        found = [seat for seat, person in self.seats.items() if hmac.compare_digest(person.invitation, word)]
        if not found or not word:
            raise TableError("this invitation is not valid any more; ask for a new one")
        if self.seats[found[0]].browser:
            raise TableError(f"this seat is taken: {self.seats[found[0]].name} sits there")
        if self.seats_of(browser):
            raise TableError("this browser sits at the table already")
        return found[0]

    def told(self) -> list[dict[str, Any]]:
        """What all are told of the people, if there are several."""
        return [
            {
                "seat": seat,
                "name": person.name,
                "open": not person.browser,
                "away": self.is_away(seat),
                "long_away": self.is_long_away(seat),
                "stand_in": person.stand_in,
                "asked_by": person.asked_by,
            }
            for seat, person in self.seats.items()
            if self.are_several
        ]
