"""What the server tells a browser about a table. It is made only of what that viewer may see."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from cardzoo.envs.scene import BACK, EMPTY, Scene, Zone, table_scene
from cardzoo.table.terminal.session import Session

LOG_LINES = 200
A_PERSON = "the player"  # what a person is called in the public view
PUBLIC = "public"


def viewers(session: Session) -> list[str]:
    """From where a table can be looked at: seats, by number, or ``"public"``.

    While a person plays, these are the person's seat and the public view. When the game is over, or where only agents
    play, they are all seats.
    """
    if session.me is not None and not session.table.over:
        return [str(session.me), PUBLIC]
    return [str(seat) for seat in range(session.table.num_players)]


def scene_for(session: Session, viewer: str) -> Scene:
    """The scene that a viewer sees."""
    if viewer != PUBLIC:
        return table_scene(session.table, int(viewer), session.names)
    names = public_names(session)
    scenes = [table_scene(session.table, seat, names) for seat in range(session.table.num_players)]
    return public_scene(scenes)


def public_names(session: Session) -> tuple[str, ...]:
    """What the seats are called in the public view."""
    return tuple(A_PERSON if seat == session.me else name for seat, name in enumerate(session.names))


def describe_table(session: Session, viewer: str) -> dict[str, Any]:
    """All that the page shows of a table.

    No number in it tells how many actions there have been, for that would tell of actions done in secret.

    Args:
        session: the table.
        viewer: one of `viewers`.
    """
    table = session.table
    own, allowed = viewer != PUBLIC, viewers(session)
    result = session.results[-1] if table.over else None
    scene = scene_for(session, viewer)
    return {
        "viewer": viewer,
        "viewers": [] if PUBLIC in allowed else allowed,
        "scene": scene.as_dict() | {"moves": [asdict(move) for move in scene.moves] if own else []},
        "names": list(scene.names),
        "log": [asdict(line) for line in session.log[-LOG_LINES:]] if own else [],
        "over": table.over,
        "turn": None if table.over else table.player,
        "undo": own and session.can_undo and str(session.me) == viewer,
        "result": None if result is None else asdict(result),
    }


def public_scene(scenes: Sequence[Scene]) -> Scene:
    """The cards that everybody knows.

    Numbers and notes are left out. A number that is private to each seat may by chance be the same for all, and showing
    it would tell the viewers so.

    Args:
        scenes: of the same table with the same names, one from each seat.
    """
    first = scenes[0]
    zones = [{zone.id: zone for zone in scene.zones() if zone.cards} for scene in scenes]
    bands = []
    for band in first.bands:
        seen = [[here[zone.id] for here in zones] for zone in band.zones if all(zone.id in here for here in zones)]
        if seen:
            bands.append(replace(band, zones=tuple(map(public_zone, seen))))
    return replace(first, bands=tuple(bands), moves=())


def public_zone(zones: Sequence[Zone]) -> Zone:
    """The cards of a zone that all seats know, then backs for the rest if all know how many there are."""
    first = zones[0]
    label = first.label if all(zone.label == first.label for zone in zones) else ""
    if all(zone.cards == first.cards for zone in zones):
        return replace(first, label=label, note="")
    known = Counter(first.cards)
    for zone in zones[1:]:
        known &= Counter(zone.cards)
    faces = sorted(card for card in known.elements() if card not in (BACK, EMPTY))
    rest = first.count - len(faces) if all(zone.count == first.count for zone in zones) else 0
    return replace(first, cards=(*faces, *[BACK] * rest) or (EMPTY,), label=label, note="")
