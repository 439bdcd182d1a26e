"""From a view to a scene: the parts of the game's layout, then what it does not name."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardzoo.envs.engine import Card, Cards, Game, Pile, Table
from cardzoo.envs.engine.fields import Field
from cardzoo.envs.scene.layout import Layout, find_layout
from cardzoo.envs.scene.look import Look, in_words, is_flag
from cardzoo.envs.scene.moves import find_moves
from cardzoo.envs.scene.parts import OWN_HAND, Hands, Part, Spread
from cardzoo.envs.scene.scene import Arrangement, Band, Kind, Scene, Zone


def make_scene(
    game: Game,
    view: Any,
    player: int,
    num_players: int,
    *,
    mask: np.ndarray | None = None,
    turn: int | None = None,
    names: Sequence[str] | None = None,
) -> Scene:
    """What a seat sees.

    Args:
        game: the game.
        view: the seat's view, a record of the game's `View`.
        player: the seat.
        num_players: players at the table.
        mask: (actions,) int8, the legal actions, if it is the seat's turn.
        turn: whose turn it is; None when the game is over.
        names: what the seats are called, from player 0; None for ``"player 0"`` and so on.
    """
    layout = find_layout(game)
    called = tuple(names) if names is not None else tuple(f"player {seat}" for seat in range(num_players))
    labels = {name: game.actions.objects(of) if isinstance(of, str) else of for name, of in layout.labels.items()}
    look = Look(game, view, int(player), num_players, called, labels, layout.faces)
    parts = parts_of(game, layout)
    bands = [layout.faced(band) for part in parts for band in part.bands(look)]
    bands.sort(key=lambda band: band.id == OWN_HAND)
    bands += describe_rest(look, layout)
    starts = {field: start for part in parts for field, start in part.starts.items()}
    moves = () if mask is None else find_moves(look, bands, starts, np.flatnonzero(mask))
    return Scene(game.id, game.title, look.player, called, None if turn is None else int(turn), tuple(bands), moves)


def table_scene(table: Table, player: int, names: Sequence[str] | None = None) -> Scene:
    """What a seat of a table sees, with its legal actions if it is its turn.

    Args:
        table: the table.
        player: the seat.
        names: what the seats are called, from player 0; None for ``"player 0"`` and so on.
    """
    turn = None if table.over else table.player
    return make_scene(
        table.game,
        table.view(player),
        player,
        table.num_players,
        mask=table.mask if turn == player else None,
        turn=turn,
        names=names,
    )


def parts_of(game: Game, layout: Layout) -> list[Part]:
    """The layout's parts, then a part for each field of cards that it does not name."""
    parts = list(layout.parts)
    for field in game.view:
        if field.name in layout.shown or field.name in layout.told or not isinstance(field, (Cards, Card, Pile)):
            continue
        if field.name == "hand":
            parts.append(Hands("hand", sizes="hand_sizes" if "hand_sizes" in game.view.fields else ""))
        else:
            parts.append(Spread(field.name))
    return parts


def describe_rest(look: Look, layout: Layout) -> list[Band]:
    """What is not told by cards: a table of the players, one of the sides, and notes.

    Players of whom there is no more to be told than who it is, such as who deals, are named in the notes.
    """
    parts = parts_of(look.game, layout)
    shown = layout.shown.union(*(part.fields for part in parts)) - set(layout.told)
    players, sides = [], []
    notes = [note for part in parts for note in part.remarks(look)]
    for field in look.game.view:
        if field.name in shown:
            continue
        if field.by_seat and look.num_players > 1 and not isinstance(field, (Cards, Card, Pile)):
            players.append(field)
        elif look.is_by_side(field):
            sides.append(field)
        else:
            words = look.words(field, look.view[field.name])
            notes += [(title_of(layout, field), words)] if words else []
    players = [field for field in players if is_mark(field) or told_of(look, field)]
    if all(is_mark(field) for field in players):
        notes[:0] = [(title_of(layout, field), marked(look, field)) for field in players if marked(look, field)]
        players = []
    bands = [
        table_band(look, layout, name, fields) for name, fields in (("players", players), ("sides", sides)) if fields
    ]
    if notes:
        bands.append(Band("notes", "", Arrangement.LINE, (Zone("notes", "", Kind.NOTE, lines=tuple(notes)),)))
    return bands


def table_band(look: Look, layout: Layout, name: str, fields: Sequence[Field]) -> Band:
    """A line for each player or side. What says only yes or no is told in one column, by the fields' names."""
    marks = [field for field in fields if is_mark(field)]
    others = [field for field in fields if field not in marks]
    lines = [(name, *(title_of(layout, field) for field in others), "")]
    for place, label in enumerate(look.names_of(fields[0])):
        cells = (look.words(field, look.view[field.name][place], 1) for field in others)
        marks_here = ", ".join(title_of(layout, field) for field in marks if look.view[field.name][place])
        lines.append((label, *cells, marks_here))
    return Band(name, "", Arrangement.LINE, (Zone(name, "", Kind.TABLE, lines=tuple(lines)),))


def is_mark(field: Field) -> bool:
    """Whether a field says yes or no of each player or side."""
    return len(field.shape) == 1 and is_flag(field)


def told_of(look: Look, field: Field) -> bool:
    """Whether there is anything to be told of a field that counts players or sides."""
    return any(look.words(field, element.value, 1) for element in look.rows(field))


def marked(look: Look, field: Field) -> str:
    """The players of whom a field says yes."""
    return ", ".join(label for value, _, label, _ in look.rows(field) if value)


def title_of(layout: Layout, field: Field) -> str:
    """What a field is called in a table or a note."""
    return layout.titles.get(field.name, in_words(field.name))
