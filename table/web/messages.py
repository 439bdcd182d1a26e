"""What the server tells a browser about a table. It is made only of what that viewer may see."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from cardzoo.envs.engine import CARDS, Table
from cardzoo.envs.engine.cards import SUIT_WORDS, suit_of
from cardzoo.envs.scene import BACK, EMPTY, Scene, Zone, card_name, table_scene
from cardzoo.table.terminal.session import YOU, LogLine, Session
from cardzoo.table.web.deciding import what_decided

LOG_LINES = 200
FEW = 4  # ways to go on that are told one by one
A_PERSON = "the player"  # what a person is called in the public view
PUBLIC = "public"


def viewers(session: Session) -> list[str]:
    """From where a table can be looked at: seats, by number, or ``"public"``.

    While people play, these are their seats and the public view. When the game is over, or where only agents play, they
    are all seats.
    """
    if session.people and not session.table.over:
        return [*map(str, session.people), PUBLIC]
    return [str(seat) for seat in range(session.table.num_players)]


def scene_for(session: Session, viewer: str, table: Table | None = None) -> Scene:
    """The scene that a viewer sees; of the table as it is now, or as it was."""
    names, table = names_for(session, viewer), table or session.table
    if viewer != PUBLIC:
        return table_scene(table, int(viewer), names, for_people=True)
    return public_scene([table_scene(table, seat, names) for seat in range(table.num_players)])


def public_names(session: Session) -> tuple[str, ...]:
    """What the seats are called in the public view."""
    return tuple(A_PERSON if name == YOU else name for name in session.names)


def names_for(session: Session, viewer: str) -> tuple[str, ...]:
    """What the seats are called by a viewer. When the game is over people look from other seats too, and have names."""
    if viewer == PUBLIC:
        return public_names(session)
    own = () if session.table.over else session.people
    return tuple(YOU if seat in own and str(seat) == viewer else name for seat, name in enumerate(session.names))


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
        "family": session.game.family,
        "log": tell_log(session, scene.names, viewer),
        "turns": {} if table.num_players == 1 else tell_turns(session, viewer),
        "over": table.over,
        "turn": None if table.over else table.player,
        "undo": own and session.can_undo and str(session.me) == viewer,
        "result": None if result is None else asdict(result),
        "decided": tell_decision(session, scene.names) if table.over else "",
    }


def tell_log(session: Session, names: Sequence[str], viewer: str) -> list[dict[str, Any]]:
    """What has happened, in sentences, and the tricks that have ended.

    Args:
        session: the table.
        names: what the seats are called.
        viewer: one of `viewers`.
    """
    if viewer == PUBLIC:
        log = session.public_log()
    else:
        log = session.log_of(int(viewer)) if int(viewer) in session.people else session.log
    lines = []
    for line in log[-LOG_LINES:]:
        lines.append({"player": line.player, "words": words_of(line, names), "trick": line.trick})
    return lines


def tell_turns(session: Session, viewer: str) -> dict[str, Any]:
    """What each seat's last turn has changed on the table, by seat."""

    def look(table: Table) -> Scene:
        return scene_for(session, viewer, table)

    seats = set() if session.table.over or not session.people else {*range(session.table.num_players)}
    witnesses = seats if viewer == PUBLIC else seats & {int(viewer)}
    return {str(seat): asdict(change) for seat, change in session.last_turns(viewer, witnesses, look).items()}


def words_of(line: LogLine, names: Sequence[str]) -> str:
    """What a seat has done, to be read behind its name."""
    if line.sentence is None:
        return line.words
    if names[line.player] != YOU:
        return line.sentence.done.format(*names)
    first, _, rest = line.sentence.to_do.format(*names).partition(" ")
    return f"{first.lower()} {rest}".strip()


def tell_decision(session: Session, names: Sequence[str]) -> str:
    """What has decided a game that is over, in a sentence; alone, how it ended; empty where nothing can be said."""
    ranks = session.results[-1].ranks
    scores, hands, actions = session.course()

    def done(line: LogLine) -> str:
        return f"{names[line.player]} {words_of(line, names)}"

    if len(ranks) == 1:
        return f"What ended it: {done(actions[-1])}." if actions else ""
    found = what_decided(scores, hands, ranks)
    if found is None:
        return ""
    if found.action is None:
        what = f"hand {found.hand} of {hands[-1]}"
    else:
        line = actions[found.action]
        what = (
            done(line) + ", which ends the trick" * bool(line.trick) + ", and with that it is over" * found.at_the_end
        )
    what += ", and the lead was never lost again" * found.for_good
    second = min((rank for rank in ranks if rank > 1), default=1)
    told = sorted((seat for seat in range(len(ranks)) if ranks[seat] <= second), key=ranks.__getitem__)
    signed = (f"{found.gained[seat]:+d}".replace("-", "−").replace("+0", "±0") for seat in told[:FEW])
    gains = ", ".join(f"{names[seat]} {gain}" for seat, gain in zip(told, signed, strict=False))
    return f"What decided it: {what} ({gains})."


def why_not(session: Session, zone: Any, card: Any) -> str:
    """Why the person whose turn it is cannot play with a card: a suit must be followed, or what can be done instead.

    Args:
        session: the table.
        zone: the id of the zone in which the card lies.
        card: its place there.
    """
    scene = scene_for(session, str(session.table.player))
    view = session.table.view(scene.player)
    face = next((one.cards[card] for one in scene.zones() if one.id == zone and card in range(len(one.cards))), EMPTY)
    led = int(view["suit_led"]) if "suit_led" in session.game.view.fields else -1
    played = [touched for move in scene.moves for touched in session.game.actions.touches[move.action]]
    suits = {suit_of(one) if isinstance(one, int) and one < CARDS else None for one in played}
    if 0 <= face < CARDS and led >= 0 and suits == {led} and suit_of(face) != led:
        return f"You must follow {SUIT_WORDS[led]}."
    ways = list(dict.fromkeys(move.says for move in scene.moves))
    if len(ways) > FEW:
        ways = list(dict.fromkeys(move.kind.replace(" …", "") for move in scene.moves))
    told = ", or ".join(way[:1].lower() + way[1:] for way in ways[:FEW])
    thing = card_name(face) if face >= 0 else "This"
    return f"{thing} cannot be used now. You can {told}{' …' if len(ways) > FEW else ''}."


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
        shared = [each for each in seen if not is_private(each)]
        if shared:
            bands.append(replace(band, zones=tuple(map(public_zone, shared))))
    return replace(first, bands=tuple(bands), moves=())


def is_private(zones: Sequence[Zone]) -> bool:
    """Whether each seat sees cards of its own in a zone, such as those passed to it: they are nobody else's concern."""
    first = zones[0]
    differ = any(zone.cards != first.cards for zone in zones)
    return differ and first.seat is None and not any(BACK in zone.cards for zone in zones)


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
