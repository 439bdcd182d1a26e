"""The people at a table: their seats and invitations, the pages that show the table, and stand-in agents.

A seat belongs to a browser. A guest's seat is open until a browser sends its invitation and a name. From then on it
belongs to that browser, whether the browser is connected or not. An agent may play for a person who is away, until the
person takes the seat back.
"""

import hmac
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardzoo.table.names import GUEST, PEOPLE, usual_name
from cardzoo.table.web.choices import Plan
from cardzoo.table.web.security import hash_of

PATIENCE_S = 60.0  # after which other players may let an agent play for a person who is away


class TableError(ValueError):
    """An action that a table does not allow, with the reason."""


@dataclass(frozen=True)
class Person:
    """A person at a table.

    Attributes:
        name: the person's name.
        browser: hash of the browser's token; empty as long as the seat is open.
        invitation: hash of the invitation's token; empty if there is none.
        stand_in: name on the page of the agent that plays in the person's place; empty if there is none.
        asked_by: name of the player who asked for that agent; empty if the table's owner did.
    """

    name: str
    browser: str = ""
    invitation: str = ""
    stand_in: str = ""
    asked_by: str = ""


def first_people(plan: Plan, owner: str) -> dict[int, Person]:
    """People of a new table, by seat: guests' seats are open, the other people use the owner's browser."""
    names = plan.names or ("",) * len(plan.seats)
    return {
        seat: Person(names[seat] or usual_name(seat), "" if name == GUEST else owner)
        for seat, name in enumerate(plan.seats)
        if name in PEOPLE
    }


class People:
    """The people at a table, and the browsers that show it.

    Args:
        seats: the people by seat.
        are_several: whether there are other people than the table's owner.

    Attributes:
        seats: the current people by seat.
    """

    def __init__(self, seats: Mapping[int, Person], are_several: bool) -> None:
        self.seats = dict(seats)
        self.are_several = are_several
        self._looking: Counter[str] = Counter()
        self._started = time.monotonic()
        self._left: dict[str, float] = {}  # when each browser's last page was closed

    @property
    def watchers(self) -> int:
        """Number of pages that show the table."""
        return self._looking.total()

    @property
    def open_seats(self) -> list[int]:
        """Seats for which the game waits: open seats without a stand-in."""
        return [seat for seat, person in self.seats.items() if not person.browser and not person.stand_in]

    def come(self, browser: str) -> None:
        """Count a page that shows the table from now on."""
        self._looking[browser] += 1

    def leave(self, browser: str) -> None:
        """Stop counting a page that showed the table."""
        self._looking[browser] -= 1
        self._left[browser] = time.monotonic()

    def seats_of(self, browser: str) -> list[int]:
        """Seats of a browser."""
        return [seat for seat, person in self.seats.items() if browser and person.browser == browser]

    def is_away(self, seat: int) -> bool:
        """Returns whether the seat is open, or no page of its person shows the table."""
        return not self._looking[self.seats[seat].browser] or not self.seats[seat].browser

    def is_long_away(self, seat: int) -> bool:
        """Returns whether the person of a seat has been away for so long that others need not wait."""
        browser = self.seats[seat].browser
        since = self._left.get(browser, self._started)  # the server may have been restarted
        return bool(browser) and not self._looking[browser] and time.monotonic() - since >= PATIENCE_S

    def find_invited(self, invitation: Any, browser: str) -> int:
        """Seat of an invitation.

        Raises:
            TableError: if this browser cannot take the seat.
        """
        word = hash_of(invitation) if isinstance(invitation, str) else ""
        found = [seat for seat, person in self.seats.items() if hmac.compare_digest(person.invitation, word)]
        if not found or not word:
            raise TableError("this invitation is no longer valid; ask for a new one")
        if self.seats[found[0]].browser:
            raise TableError(f"this seat belongs to {self.seats[found[0]].name}")
        if self.seats_of(browser):
            raise TableError("this browser has a seat at the table already")
        return found[0]

    def describe(self) -> list[dict[str, Any]]:
        """Public information about the people; empty unless there are several."""
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
