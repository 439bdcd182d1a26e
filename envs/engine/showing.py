"""Observation rules generated from the declarations of views.

A field of a view that `shows` one of the state needs no line in the game's ``observe``. The same holds for the number
of hands left in a match.
"""

from collections.abc import Callable, Sequence
from typing import Any

from cardzoo.envs.engine import arrays
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import NONE, Cards, Field, Number, Pile, Seat, State, View
from cardzoo.envs.engine.match import Match
from cardzoo.envs.engine.written import loop, write_rule

Rule = Callable[..., Any]


@rule
def nothing_else(state, player, view):
    """Default of `Game.observe`, for a view that only shows fields of the state."""


def observing(
    state: State, view: View, observe: Rule, seats: int | None, sides: int | None, match: Match | None = None
) -> Rule:
    """``observe(state, player, view)``: fills the fields that show the state, then calls the game's own rule.

    Args:
        state: declaration of the state.
        view: declaration of the view.
        observe: the game's own rule.
        seats: number of players, if it is always the same.
        sides: number of sides, if there are any.
        match: match of a game of several hands.

    Raises:
        ValueError: if a field cannot show what it names.
    """
    once: list[str] = []
    by_seat: list[str] = []
    by_side: list[str] = []
    for field in view:
        if field.shows:
            lines = by_seat if field.by_seat else by_side if field.by_side else once
            lines += _lines(field, state.source(field.shows))
    names: dict[str, Any] = {"copy": arrays.copy, "total": arrays.total, "observe": observe}
    if match:
        names["length"] = match.length
        left = f"length(state.options) - state.{match.counter.name}"
        for field, begun in ((match.left, 0), (match.to_come, 1)):
            if view.fields.get(field.name) is field:
                once.append(f"view.{field.name} = max({left} - {begun}, 0)")
        if match.stops and view.fields.get(match.to_stop.name) is match.to_stop:
            until = f"state.options.{match.stop.name} - state.{match.counter.name}"
            once.append(f"view.{match.to_stop.name} = (length(state.options) == {NONE}) * ({until})")
    if by_seat:
        turn = ["other = player + seat", "if other >= seats:", "    other -= seats"]
        once += [f"seats = {seats or 'state.num_players'}", *loop("seat", "seats", turn + by_seat)]
    if by_side:
        once += loop("place", sides, [f"side = (player + place) % {sides}", *by_side])
    if not once:
        return observe
    if observe is not nothing_else:
        once.append("observe(state, player, view)")
    doc = "Fill the view: declared fields, then those that the game computes."
    return write_rule("show(state, player, view)", doc, once, names, observe.__module__)


def _lines(field: Field, source: Field) -> list[str]:
    """Lines of code that show a field: ``seat`` and ``place`` index the view, ``other`` and ``side`` the state."""
    if isinstance(source, Seat) and not source.shape and isinstance(field, Number) and field.by_seat:
        return [f"view.{field.name}[seat] = state.{source.name} == other"]
    if field.by_seat:
        at, origin = ["seat"], ["other"]
    elif field.by_side:
        at, origin = ["place"], ["side"]
    else:
        at, origin = [], ["player"] if source.by_seat else []
    shape = field.shape[len(at) :]
    counts = isinstance(field, Number) and isinstance(source, (Cards, Pile)) and shape == source.shape[len(origin) :]
    alike = isinstance(source, type(field)) and not isinstance(source, Seat) and field.entry[1] == source.entry[1]
    same = alike and field.entry[2][len(at) :] == source.entry[2][len(origin) :]
    has_places = source.by_seat or source.by_side or not origin
    if not has_places or not (counts or same):
        raise ValueError(f"{field.name}: it cannot show {source.name!r}, which is of another kind or shape")
    loops = [f"k{axis}" for axis in range(len(shape))] if counts or isinstance(source, Pile) else []
    target, value = _element("view", field, at + loops), _element("state", source, origin + loops)
    if counts:
        lines = [f"{target} = {f'{value}.height' if isinstance(source, Pile) else f'total({value})'}"]
    elif len(field.entry[2]) > len(at + loops):
        lines = [f"copy({value}, {target})"]
    else:
        lines = [f"{target} = {value}"]
    for index, size in reversed(list(zip(loops, shape, strict=False))):
        lines = loop(index, size, lines)
    return lines


def _element(record: str, field: Field, index: Sequence[str]) -> str:
    return f"{record}.{field.name}[{', '.join(index)}]" if index else f"{record}.{field.name}"
