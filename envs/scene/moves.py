"""Places of a scene that a legal action touches, as declared by the game's actions."""

from collections.abc import Iterable, Mapping, Sequence

from cardzoo.envs.engine import Place
from cardzoo.envs.scene.look import Look
from cardzoo.envs.scene.scene import EMPTY, Band, Kind, Move, Target, Zone
from cardzoo.envs.scene.words import find_sentences


def find_moves(
    look: Look, bands: Sequence[Band], starts: Mapping[str, str], actions: Iterable[int]
) -> tuple[Move, ...]:
    """The legal actions with the places that they touch.

    If a card lies in several zones, the own ones come first, and a hand before others; those of other players do not
    count. Hidden places are not touched.

    Args:
        look: the view of the seat.
        bands: the scene's bands.
        starts: prefixes of the ids of the zones that show a field, if they differ from its name.
        actions: the ids of the legal actions.
    """
    sentences, words = find_sentences(look.game, look), look.game.actions.words
    return tuple(
        Move(
            action,
            words[action],
            find_targets(look, bands, starts, [action]),
            sentences[action].to_do,
            sentences[action].kind,
        )
        for action in map(int, actions)
    )


def find_targets(
    look: Look, bands: Sequence[Band], starts: Mapping[str, str], actions: Iterable[int]
) -> tuple[Target, ...]:
    """The places that some actions touch, as in `find_moves`, each place once."""
    zones = [zone for band in bands for zone in band.zones if zone.cards]
    nearest = [zone for zone in zones if zone.seat in (look.player, None)]
    nearest.sort(key=lambda zone: (zone.seat is None, zone.kind != Kind.HAND))
    targets: list[Target] = []
    for action in actions:
        among = [starts.get(field, field) for field in look.game.actions.among[action]]
        meant = [zone for zone in nearest if zone.id.split(".")[0] in among] if among else nearest
        for touched in look.game.actions.touches[action]:
            if isinstance(touched, Place):
                target = _find_place(look, zones, starts.get(touched.field, touched.field), touched)
            else:
                target = _find_card(meant, look.faces.get(touched, touched), targets)
            targets += [target] if target else []
    return tuple(targets)


def _find_card(zones: Sequence[Zone], card: int, taken: Sequence[Target]) -> Target | None:
    """The first place that shows a card and is not in use."""
    for zone in zones:
        places = range(len(zone.cards))
        for place in places[-1:] if zone.kind == Kind.PILE else places:
            target = Target(zone.id, place)
            if zone.cards[place] == card and target not in taken:
                return target
    return None


def _find_place(look: Look, zones: Sequence[Zone], start: str, place: Place) -> Target | None:
    """The zone of a place, or the place in a zone whose last index counts its cards."""
    if not place.index:
        shown = [zone for zone in zones if zone.id.split(".")[0] == start]
        return next((_top(zone) for zone in shown if zone.count), _top(shown[0]) if shown else None)
    field = look.field(place.field)
    first, *others = place.index
    *ends, last = [look.end_of(field, first), *(f".{other}" for other in others)]
    inside = start + "".join(ends)
    for zone in zones:
        if zone.id == inside + last:
            return _top(zone)
        if zone.id == inside:
            return Target(zone.id, place.index[-1])
    return None


def _top(zone: Zone) -> Target:
    """The last card of a zone, or its last place if it has none."""
    lying = [place for place, card in enumerate(zone.cards) if card != EMPTY]
    return Target(zone.id, lying[-1] if lying else len(zone.cards) - 1)
