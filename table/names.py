"""Names of the seats at a table, as people see them."""

from collections.abc import Sequence

ME = "me"  # the person at the terminal, or the owner of a table in the browser
HERE, GUEST = "here", "guest"  # another person on the owner's device; an invited person on another device
PEOPLE = (ME, HERE, GUEST)
YOU = "you"  # name of the person's seat
NAMES = (
    *("Clara", "Hugo", "Nora", "Otto", "Mina", "Felix", "Ruth", "Emil"),
    *("Greta", "Simon", "Vera", "Jonas", "Lena", "Oscar", "Tilda", "Walter"),
)
"""Names of agents, in the order of the seats from the one after the table's owner."""


def name_seats(seats: Sequence[str]) -> tuple[str, ...]:
    """Names of the seats: agents have names that follow the table's owner to the next seat.

    Args:
        seats: each seat's person or agent, as in `Plan`.
    """
    first = seats.index(ME) + 1 if ME in seats else 0
    names = []
    for seat, name in enumerate(seats):
        person = YOU if name == ME else usual_name(seat) if name in PEOPLE else ""
        names.append(person or NAMES[(seat - first) % len(seats)])
    return tuple(names)


def name_agents(seats: Sequence[str]) -> tuple[str, ...]:
    """The same with the agents behind the names; see `seat_names`."""
    agents = seat_names(seats)
    return tuple(name if seats[seat] in PEOPLE else agents[seat] for seat, name in enumerate(name_seats(seats)))


def seat_names(seats: Sequence[str]) -> tuple[str, ...]:
    """Names of the agents on the seats, numbered if several seats have the same."""
    names = []
    for player, name in enumerate(seats):
        same = [other for other, its_name in enumerate(seats) if its_name == name]
        names.append(YOU if name == ME else name if len(same) == 1 else f"{name} {same.index(player) + 1}")
    return tuple(names)


def usual_name(seat: int) -> str:
    """Default name of a person at a table of several people."""
    return f"player {seat + 1}"


def agents_in_words(seats: Sequence[str]) -> str:
    """The agents behind the names, such as ``"Clara, Hugo: expert · Nora: novice"``; empty without agents."""
    by_agent: dict[str, list[str]] = {}
    for agent, name in zip(seats, name_seats(seats), strict=True):
        if agent not in PEOPLE:
            by_agent.setdefault(agent, []).append(name)
    return " · ".join(f"{', '.join(names)}: {agent}" for agent, names in by_agent.items())
