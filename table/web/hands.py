"""End of a hand of a match for the page: its cards laid open, the reason in a sentence, and its points."""

from collections.abc import Sequence
from typing import Any

from cardzoo.table.terminal.hand_ends import scene_of_end
from cardzoo.table.terminal.session import HandEnd
from cardzoo.table.terminal.words import why_ended


def describe_end(end: HandEnd, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """End of a hand for the page, as all players lay down their cards.

    Args:
        end: the end.
        seat: the seat to look from.
        names: names of the seats for the viewer.
    """
    return {
        "number": end.number,
        "why": why_ended(end, names),
        "gained": end.gained,
        "totals": end.totals,
        "trick": end.line.trick,
        "scene": scene_of_end(end, seat, names).as_dict() | {"pick": None},
    }
