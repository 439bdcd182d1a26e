"""Messages about a table from the server to a browser, made only from what that viewer may see."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from cardzoo.envs.engine import Table
from cardzoo.envs.scene import BACK, EMPTY, Scene, Zone, card_name, find_layout, table_scene
from cardzoo.table.names import YOU, usual_name
from cardzoo.table.outcome import Outcome, headline, outcome_of
from cardzoo.table.terminal.session import LogLine, Session
from cardzoo.table.terminal.words import log_in_words, signed, words_of
from cardzoo.table.web.deciding import what_decided
from cardzoo.table.web.moves import describe_moves

LOG_LINES = 200
FEW = 4  # legal moves or scores that a sentence lists
PUBLIC = "public"


def viewers(session: Session) -> list[str]:
    """Possible viewers of a table: seats, by number, or ``"public"``.

    While people play, these are their seats and the public view. After the game, or if only agents play, they are all
    seats.
    """
    if session.people and not session.table.over:
        return [*map(str, session.people), PUBLIC]
    return [str(seat) for seat in range(session.table.num_players)]


def scene_for(session: Session, viewer: str, table: Table | None = None) -> Scene:
    """Scene of a viewer, of the current or an earlier table."""
    names, table = names_for(session, viewer), table or session.table
    if viewer != PUBLIC:
        scene = table_scene(table, int(viewer), names, for_people=True)
    else:
        scene = public_scene([table_scene(table, seat, names) for seat in range(table.num_players)])
    return session.with_real_cards(scene, table)


def public_names(session: Session) -> tuple[str, ...]:
    """Names of the seats in the public view."""
    return tuple(usual_name(seat) if name == YOU else name for seat, name in enumerate(session.names))


def names_for(session: Session, viewer: str) -> tuple[str, ...]:
    """Names of the seats for a viewer. After the game people may view other seats, so nobody is ``"you"``."""
    if viewer == PUBLIC:
        return public_names(session)
    own = () if session.table.over else session.people
    return tuple(YOU if seat in own and str(seat) == viewer else name for seat, name in enumerate(session.names))


def describe_table(session: Session, viewer: str) -> dict[str, Any]:
    """Everything that the page shows of a table.

    It does not reveal the number of actions, which would reveal secret actions.

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
        "scene": scene.as_dict() | (describe_moves(table, scene) if own else {"moves": [], "pick": None}),
        "names": list(scene.names),
        "family": session.game.family,
        "log": tell_log(session, scene.names, viewer),
        "turns": {} if table.num_players == 1 else tell_turns(session, viewer),
        "over": table.over,
        "turn": None if table.over else table.player,
        "undo": own and session.can_undo and str(session.me) == viewer,
        "result": None if result is None else asdict(result),
        "low_wins": find_layout(session.game).low_wins,
        "headline": "" if result is None else headline(session, tell_seat(session, viewer), scene.names),
        "outcome": tell_outcome(session, viewer) if table.over else "",
        "together": "" if result is None else result.together("You" if own else "The team"),
        "decided": tell_decision(session, scene.names) if table.over else "",
    }


def tell_log(session: Session, names: Sequence[str], viewer: str) -> list[dict[str, Any]]:
    """Log in sentences, with the finished tricks.

    Args:
        session: the table.
        names: names of the seats.
        viewer: one of `viewers`.
    """
    if viewer == PUBLIC:
        log = session.public_log()
    else:
        log = session.log_of(int(viewer)) if int(viewer) in session.people else session.log
    return [asdict(entry) for entry in log_in_words(session, log, names, LOG_LINES)]


def tell_turns(session: Session, viewer: str) -> dict[str, Any]:
    """Changes on the table in each seat's last turn, by seat."""

    def look(table: Table) -> Scene:
        return scene_for(session, viewer, table)

    seats = set() if session.table.over or not session.people else {*range(session.table.num_players)}
    witnesses = seats if viewer == PUBLIC else seats & {int(viewer)}
    return {str(seat): asdict(change) for seat, change in session.last_turns(viewer, witnesses, look).items()}


def tell_seat(session: Session, viewer: str) -> int | None:
    """Seat of a viewer who has played; None for others."""
    return int(viewer) if viewer != PUBLIC and int(viewer) in session.people else None


def tell_outcome(session: Session, viewer: str) -> str:
    """Outcome of a finished game for a viewer who has played; empty for others."""
    seat = tell_seat(session, viewer)
    return "" if seat is None else outcome_of(session, seat)


def tell_decision(session: Session, names: Sequence[str]) -> str:
    """Turning point of a finished game as a sentence; for one player, the last action; empty if there is none."""
    ranks = session.results[-1].ranks
    scores, hands, actions = session.course()

    def done(line: LogLine) -> str:
        return f"{names[line.player]} {words_of(line, names)}"

    if len(ranks) == 1:
        return f"Last move: {done(actions[-1])}." if actions and outcome_of(session, 0) != Outcome.GAVE_UP else ""
    found = what_decided(scores, hands, ranks)
    if found is None or session.game.for_points:
        return ""
    if found.action is None:
        moment = f"hand {found.hand} of {hands[-1]}"
    else:
        line = actions[found.action]
        if found.at_the_end and line.trick:
            return ""  # tricks are counted at the end: the last card decides nothing
        kind = "the last move" if found.at_the_end else "this trick" if line.trick else "this move"
        moment = f"{kind}: {done(line)}"
    moment += ", and the lead was never lost again" * found.for_good
    second = min((rank for rank in ranks if rank > 1), default=1)
    seats = sorted((seat for seat in range(len(ranks)) if ranks[seat] <= second), key=ranks.__getitem__)
    unit = -1 if find_layout(session.game).low_wins else 1
    changes = ", ".join(f"{names[seat]} {signed(unit * found.gained[seat])}" for seat in seats[:FEW])
    return f"Decided by {moment} ({changes})."


def why_not(session: Session, zone: Any, card: Any) -> str:
    """Reason why the person whose turn it is cannot play a card; with opponents, also the legal moves.

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
    pack = session.game.cards
    suits = {one // len(pack.ranks) if isinstance(one, int) and one < pack.suited else None for one in played}
    if 0 <= face < pack.suited and led >= 0 and suits == {led} and face // len(pack.ranks) != led:
        return f"You must follow {pack.suits[led].word}."
    thing = card_name(face, pack) if face >= 0 else "This"
    if session.table.num_players == 1:
        return f"{thing} does not fit anywhere yet."
    moves = list(dict.fromkeys(move.says for move in scene.moves))
    if len(moves) > FEW:
        moves = list(dict.fromkeys(move.kind.replace(" …", "") for move in scene.moves))
    options = ", or ".join(move[:1].lower() + move[1:] for move in moves[:FEW])
    return f"{thing} cannot be played now. You can {options}{' …' if len(moves) > FEW else ''}."


def public_scene(scenes: Sequence[Scene]) -> Scene:
    """Public scene: the cards that everybody knows.

    Numbers and notes are left out. A number that is private to each seat may by chance be the same for all, and showing
    it would reveal that.

    Args:
        scenes: scenes of the same table with the same names, one from each seat.
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
    """Returns whether each seat sees cards of its own in a zone, such as cards passed to it."""
    first = zones[0]
    differ = any(zone.cards != first.cards for zone in zones)
    return differ and first.seat is None and not any(BACK in zone.cards for zone in zones)


def public_zone(zones: Sequence[Zone]) -> Zone:
    """Public zone: the cards that all seats know, then backs for the others if all know their number."""
    first = zones[0]
    label = first.label if all(zone.label == first.label for zone in zones) else ""
    if all(zone.cards == first.cards for zone in zones):
        return replace(first, label=label, note="")
    shared = Counter(first.cards)
    for zone in zones[1:]:
        shared &= Counter(zone.cards)
    faces = sorted(card for card in shared.elements() if card not in (BACK, EMPTY))
    rest = first.count - len(faces) if all(zone.count == first.count for zone in zones) else 0
    return replace(first, cards=(*faces, *[BACK] * rest) or (EMPTY,), label=label, note="")
