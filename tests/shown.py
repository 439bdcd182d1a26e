"""A table as people are shown it, in texts that tests compare."""

from typing import NamedTuple

from cardzoo.envs import Table
from cardzoo.envs.scene import Kind, table_scene


class Shown(NamedTuple):
    """The texts that a seat is shown.

    Attributes:
        asks: what it is to do.
        moves: its moves as sentences.
        cells: the tables of players and sides, by the names of line and column; what has no column is under ``""``.
        notes: what else is shown, by title.
    """

    asks: str
    moves: list[str]
    cells: dict[tuple[str, str], str]
    notes: dict[str, str]


def shown(table: Table, player: int | None = None, *, for_people: bool = True) -> Shown:
    """The texts that a seat is shown, by default the one on turn; in the browser, or else in a terminal."""
    scene = table_scene(table, table.player if player is None else player, for_people=for_people)
    cells, notes = {}, {}
    for zone in scene.zones():
        if zone.kind == Kind.TABLE:
            heads, *lines = zone.lines
            cells |= {(line[0], head): cell for line in lines for head, cell in zip(heads[1:], line[1:], strict=True)}
        elif zone.kind == Kind.NOTE:
            notes |= dict(zone.lines)
    return Shown(scene.asks, [move.says for move in scene.moves], cells, notes)
