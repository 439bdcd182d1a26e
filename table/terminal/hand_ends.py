"""Scene of the end of a hand of a match, with the players' cards laid open."""

from collections.abc import Sequence
from dataclasses import replace

from cardzoo.envs.engine import Table
from cardzoo.envs.scene import BACK, Arrangement, Band, Kind, Scene, Zone, find_layout, reveal, table_scene
from cardzoo.table.terminal.session import HandEnd

Trick = Sequence[tuple[int, int]]


def scene_of_end(end: HandEnd, seat: int, names: Sequence[str]) -> Scene:
    """Scene of the end of a hand: the trick that ends it on the table, or what its last action has made.

    Numbers and notes are those after the trick.

    Args:
        end: the end.
        seat: the seat to look from.
        names: names of the seats.
    """
    scene = open_scene(end.before if end.line.trick else end.after, seat, names, end.line.trick)
    if end.cards is not None:
        scene = end.cards.shown(scene)
    if not end.line.trick or end.after is end.before:
        return scene
    counts = {band.id: band for band in table_scene(end.after, seat, names, for_people=True).bands if is_counts(band)}
    bands = [counts.pop(band.id, band) if is_counts(band) else band for band in scene.bands]
    return replace(scene, bands=(*bands, *counts.values()))


def is_counts(band: Band) -> bool:
    """True if a band has numbers and notes, and no cards."""
    return all(zone.kind in (Kind.TABLE, Kind.NOTE) for zone in band.zones)


def open_scene(table: Table, seat: int, names: Sequence[str], trick: Trick = ()) -> Scene:
    """Scene of a table on which every player shows the own cards, if the game's layout opens them.

    Args:
        table: the table after the action that ends the hand, or before it if this completes a trick.
        seat: the seat to look from.
        names: names of the seats.
        trick: the seats and their cards in the trick that this action completes.
    """
    seats = range(table.num_players)
    scenes = [reveal(table, table_scene(table, player, names, for_people=True)) for player in seats]
    own = {(zone.seat, zone.id): zone for scene in scenes for zone in scene.zones() if zone.seat == scene.player}
    played, is_open = dict(trick), find_layout(table.game).opens

    def laid_open(band: Band, zone: Zone) -> Zone:
        if zone.seat is None:
            return zone
        if band.arrangement == Arrangement.RING and zone.seat in played:
            return replace(zone, cards=(played[zone.seat],))
        shown = own.get((zone.seat, zone.id), zone) if BACK in zone.cards and is_open else zone
        if zone.kind == Kind.HAND and zone.seat == table.player and trick:
            cards = list(shown.cards)
            if played[zone.seat] in cards:
                cards.remove(played[zone.seat])
            return replace(zone, cards=tuple(cards))
        return replace(zone, cards=shown.cards)

    bands = (replace(band, zones=tuple(laid_open(band, zone) for zone in band.zones)) for band in scenes[seat].bands)
    return replace(scenes[seat], turn=None, bands=tuple(bands), moves=(), asks="", rests=True)
