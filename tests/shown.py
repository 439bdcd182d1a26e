"""A table as people see it, in texts that tests compare."""

from typing import NamedTuple

from cardzoo.envs import Table
from cardzoo.envs.scene import Kind, table_scene


class Shown(NamedTuple):
    """The texts shown to a seat.

    Attributes:
        asks: the question to the seat.
        moves: its moves as sentences.
        cells: the tables of players and sides, by the names of row and column; cells without a column are under ``""``.
        notes: other texts, by title.
    """

    asks: str
    moves: list[str]
    cells: dict[tuple[str, str], str]
    notes: dict[str, str]


def shown(table: Table, player: int | None = None, *, for_people: bool = True) -> Shown:
    """The texts shown to a seat, by default the one on turn; in the browser, or else in a terminal."""
    scene = table_scene(table, table.player if player is None else player, for_people=for_people)
    cells, notes = {}, {}
    for zone in scene.zones():
        if zone.kind == Kind.TABLE:
            heads, *lines = zone.lines
            cells |= {(line[0], head): cell for line in lines for head, cell in zip(heads[1:], line[1:], strict=True)}
        elif zone.kind == Kind.NOTE:
            notes |= dict(zone.lines)
    return Shown(scene.asks, [move.says for move in scene.moves], cells, notes)
