"""Changes on the table by an action, as a seat sees them: from the scenes before and after it.

They follow from the seat's scenes alone, so they reveal nothing hidden.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cardzoo.envs.scene.scene import BACK, Arrangement, Kind, Scene, Zone

Place = tuple[str, int]  # a zone and a card


@dataclass(frozen=True)
class Change:
    """A change on the table, hands and tricks apart.

    Attributes:
        took: cards that have left the table, such as captured ones, with the capturing card first.
        laid: zones and cards that have been added.
        ended: the last open cards of a hand, if the next hand is dealt already: the card played last, and those in the
            middle.
    """

    took: tuple[int, ...] = ()
    laid: tuple[Place, ...] = ()
    ended: tuple[int, ...] = ()


def find_change(before: Scene, after: Scene, played: Iterable[int] = ()) -> Change:
    """The change from one scene to the next, both from the same seat.

    Args:
        before: the scene before the action.
        after: the scene after it.
        played: the cards named by the action, as shown, if the seat knows it.
    """
    old, new = _on_table(before), _on_table(after)
    if _face_down(new) > _face_down(old):  # turned over, such as the discard pile for a new stock
        return Change()
    lay, lie = _faces(old), _faces(new)
    gone = _pick(((zone.id, card) for zone in old for card in zone.cards), lay - lie)
    took = [card for _, card in gone]
    grown = {zone.id: Counter(zone.cards) for zone in new}
    for zone in old:
        grown.get(zone.id, Counter()).subtract(zone.cards)
    places = ((zone.id, card) for zone in new for card in zone.cards if grown[zone.id][card] > 0)
    unseen = [card for card in played if took and card not in took and not lie[card]]
    return Change((*unseen, *took), tuple(_pick(places, lie - lay)))


def find_ended(before: Scene, played: Iterable[int] = ()) -> Change:
    """The visible change by an action that has ended a hand.

    Args:
        before: the scene before the action.
        played: the cards named by the action, as shown, if the seat knows it.
    """
    rows = [zone for zone in _on_table(before) if zone.kind == Kind.ROW and zone.seat is None]
    lay = [card for _, card in _pick(((zone.id, card) for zone in rows for card in zone.cards), _faces(rows))]
    return Change(ended=tuple([card for card in played if card not in lay] + lay) if lay else ())


def find_received(before: Scene, after: Scene) -> tuple[Place, ...]:
    """The cards that have come into the own hand, with its zone."""
    held, hand = (
        [(zone.id, card) for zone in scene.zones() if scene.is_own_hand(zone) for card in zone.cards if card >= 0]
        for scene in (before, after)
    )
    return tuple(_pick(hand, Counter(card for _, card in hand) - Counter(card for _, card in held)))


def merge(changes: Iterable[Change]) -> Change:
    """The sum of successive changes by one player."""
    took: list[int] = []
    laid: list[Place] = []
    change = Change()
    for change in changes:
        used = _pick(laid, Counter(change.took))  # laid by the player and gone again: the capturing cards
        own = [card for _, card in used]
        took += [*own, *(Counter(change.took) - Counter(own)).elements()]
        laid = [place for place in laid if place not in used] + list(change.laid)
    return Change(tuple(took), tuple(laid), change.ended)


def _pick(places: Iterable[Place], wanted: Counter[int]) -> list[Place]:
    """The wanted numbers of some cards, from the first place on."""
    left, found = Counter(wanted), []
    for zone, card in places:
        if left[card] > 0:
            left[card] -= 1
            found.append((zone, card))
    return found


def _faces(zones: Iterable[Zone]) -> Counter[int]:
    """The visible faces; a chosen card that two zones show counts once."""
    found: Counter[int] = Counter()
    for zone in zones:
        found |= Counter(card for card in zone.cards if card >= 0)
    return found


def _on_table(scene: Scene) -> Sequence[Zone]:
    """The zones on the table except for tricks, which are shown separately."""
    bands = (band for band in scene.bands if band.arrangement != Arrangement.RING)
    return [zone for band in bands for zone in band.zones if zone.kind != Kind.HAND]


def _face_down(zones: Iterable[Zone]) -> int:
    """The number of common cards that lie face down."""
    return sum(card == BACK for zone in zones if zone.seat is None for card in zone.cards)
