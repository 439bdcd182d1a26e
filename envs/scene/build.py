"""Construction of a scene from a view: the parts of the game's layout, then the other fields."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import numpy as np

from cardzoo.envs.engine import NO_CARD, Card, Cards, Game, Number, Pile, Place, Seats, Table
from cardzoo.envs.engine.fields import Field
from cardzoo.envs.scene.layout import Layout, find_layout
from cardzoo.envs.scene.look import Look, in_words, is_flag
from cardzoo.envs.scene.moves import find_moves
from cardzoo.envs.scene.parts import OWN_HAND, Hands, Part, Spread
from cardzoo.envs.scene.scene import EMPTY, Arrangement, Band, Kind, Scene, Zone
from cardzoo.envs.scene.suits import RealCards
from cardzoo.envs.scene.words import COUNTED, IN_PLAY, Sentence, find_sentences, player_title, ways_of

MOST_FLAGS = 3  # flags of a player that are listed one by one


def make_scene(
    game: Game,
    view: Any,
    player: int,
    num_players: int,
    *,
    mask: np.ndarray | None = None,
    turn: int | None = None,
    names: Sequence[str] | None = None,
    for_people: bool = False,
) -> Scene:
    """Make the scene of a seat.

    Args:
        game: the game.
        view: the seat's view, a record of the game's `View`.
        player: the seat.
        num_players: players at the table.
        mask: (actions,) int8, the legal actions, if it is the seat's turn.
        turn: the player on turn; None after the end of the game.
        names: names of the seats, from player 0; None for ``"player 0"`` and so on.
        for_people: True to describe in words only the fields that have a title for players.
    """
    layout = find_layout(game)
    look = look_at(game, view, player, num_players, names, for_people=for_people)
    parts = parts_of(game, layout)
    bands = [layout.faced(band) for part in parts for band in part.bands(look)]
    bands.sort(key=lambda band: band.id == OWN_HAND)
    if for_people:
        bands = [layout.turned(band) for band in bands]
    bands += describe_for_people(look, layout, turn is None) if for_people else describe_rest(look, layout)
    moves = () if mask is None else find_moves(look, bands, find_starts(game), np.flatnonzero(mask))
    asks = (asked(look, layout) or ways_of(move.kind for move in moves)) if moves else ""
    on_turn = None if turn is None else int(turn)
    return Scene(game.id, game.title, look.player, look.names, on_turn, tuple(bands), moves, asks, game.cards)


def look_at(
    game: Game,
    view: Any,
    player: int,
    num_players: int,
    names: Sequence[str] | None = None,
    *,
    for_people: bool = False,
) -> Look:
    """A seat's `Look` at its view; the arguments are those of `make_scene`."""
    layout = find_layout(game)
    called = tuple(names) if names is not None else tuple(f"player {seat}" for seat in range(num_players))
    named = {**layout.labels, **(layout.calls if for_people else {})}
    labels = {name: game.actions.objects(of) if isinstance(of, str) else of for name, of in named.items()}
    return Look(game, view, int(player), num_players, called, labels, layout.faces)


def table_scene(
    table: Table,
    player: int,
    names: Sequence[str] | None = None,
    *,
    for_people: bool = False,
    cards: RealCards | None = None,
) -> Scene:
    """The scene of a table's seat, with its legal actions if it is its turn; people see all cards at the end.

    Args:
        table: the table.
        player: the seat.
        names: names of the seats, from player 0; None for ``"player 0"`` and so on.
        for_people: as in `make_scene`.
        cards: the real cards on the table; None to show what its engine keeps.
    """
    turn = None if table.over else table.player
    scene = make_scene(
        table.game,
        table.view(player),
        player,
        table.num_players,
        mask=table.mask if turn == player else None,
        turn=turn,
        names=names,
        for_people=for_people,
    )
    scene = reveal(table, scene) if table.over and for_people else scene
    return scene if cards is None else cards.shown(scene)


def reveal(table: Table, scene: Scene) -> Scene:
    """A scene with the cards that all players show at the end, by the ``reveals`` of the game's layout."""
    reveals = find_layout(table.game).reveals

    def shown(zone: Zone) -> Zone:
        name = reveals.get(zone.id.split(".")[0])
        if name is None or zone.seat is None:
            return zone
        cards = table.state[name][zone.seat][: len(zone.cards)]
        return replace(zone, cards=tuple(EMPTY if card == NO_CARD else int(card) for card in cards))

    bands = (replace(band, zones=tuple(map(shown, band.zones))) for band in scene.bands)
    return replace(scene, bands=tuple(bands)) if reveals else scene


def lay_real_cards(table: Table, seed: int) -> RealCards | None:
    """The real cards on a table whose engine keeps ranks; None in a game whose cards have suits.

    Args:
        table: the table, usually after the deal.
        seed: its seed; the same seed and the same actions bring the same suits.
    """
    pack = find_layout(table.game).real
    return None if pack is None else RealCards.dealt(pack, table, seed)


def follow_real_cards(
    tables: Iterable[Table], actions: Iterable[int], seed: int
) -> Iterator[tuple[Table, RealCards | None]]:
    """The tables of a game, each with its real cards if the engine keeps ranks.

    Args:
        tables: the table after the deal, then after each action; it may be the same object.
        actions: the actions.
        seed: the table's seed.
    """
    cards, moved = None, []
    for number, (table, action) in enumerate(zip_longest(tables, actions)):
        cards = lay_real_cards(table, seed) if number == 0 else cards and cards.after(table, moved)
        moved = moved_cards(table, action) if cards and action is not None else []
        yield table, cards


def moved_cards(table: Table, action: int) -> list[int]:
    """The top cards of the columns that an action names."""
    cards = []
    for place in table.game.actions.touches[action]:
        if isinstance(place, Place) and place.index and isinstance(table.game.state.field(place.field), Pile):
            pile = table.state[place.field][place.index]
            cards += pile["cards"][: pile["height"]][-1:].tolist()
    return cards


def table_sentences(table: Table, names: Sequence[str] | None = None) -> Sequence[Sentence]:
    """Each action of a table as sentences, from the view of the seat on turn.

    Args:
        table: the table.
        names: names of the seats, from player 0; None for ``"player 0"`` and so on.
    """
    player = table.player
    return find_sentences(table.game, look_at(table.game, table.view(player), player, table.num_players, names))


def asked(look: Look, layout: Layout) -> str:
    """The layout's request for this phase; empty if there is none."""
    ask = layout.asks_now.get(look.phase)
    return (ask(look) if ask else "") or layout.phases.get(look.phase, "")


def find_starts(game: Game) -> dict[str, str]:
    """Prefixes of the ids of the zones that show a field, if they differ from its name."""
    return {field: start for part in parts_of(game, find_layout(game)) for field, start in part.starts.items()}


def parts_of(game: Game, layout: Layout) -> list[Part]:
    """The layout's parts, then a part for each field of cards that it does not name."""
    parts = list(layout.parts)
    for field in game.view:
        if field.name in layout.shown or field.name in layout.noted or not isinstance(field, (Cards, Card, Pile)):
            continue
        if field.name == "hand":
            parts.append(Hands("hand", sizes="hand_sizes" if "hand_sizes" in game.view.fields else ""))
        else:
            parts.append(Spread(field.name))
    return parts


def describe_rest(look: Look, layout: Layout) -> list[Band]:
    """The fields without cards: a table of the players, one of the sides, and notes.

    Fields that only mark a player, such as the dealer, name the player in the notes.
    """
    parts, shown = parts_of(look.game, layout), shown_fields(look, layout)
    players, sides = [], []
    notes = [note for part in parts for note in part.remarks(look)]
    for field in look.game.view:
        if field.name in shown or not layout.is_meant(field.name, look.phase):
            continue
        if field.by_seat and look.num_players > 1 and not isinstance(field, (Cards, Card, Pile)):
            players.append(field)
        elif look.is_by_side(field):
            sides.append(field)
        else:
            words = look.words(field, look.view[field.name])
            notes += [(title_of(layout, field), words)] if words else []
    players = [field for field in players if is_mark(field) or has_words(look, field)]
    if all(is_mark(field) for field in players):
        marked = [(title_of(layout, field), look.marked(field.name)) for field in players]
        notes[:0] = [(title, names) for title, names in marked if names]
        players = []
    bands = [
        table_band(look, layout, name, fields) for name, fields in (("players", players), ("sides", sides)) if fields
    ]
    if notes:
        bands.append(Band("notes", "", Arrangement.LINE, (Zone("notes", "", Kind.NOTE, lines=tuple(notes)),)))
    return bands


def shown_fields(look: Look, layout: Layout) -> set[str]:
    """Names of the fields that cards and lines of their own show, or that are hidden."""
    return layout.shown.union(*(part.fields for part in parts_of(look.game, layout))) - set(layout.noted)


def describe_for_people(look: Look, layout: Layout, is_over: bool) -> list[Band]:
    """Like `describe_rest`, for the fields with a title for players; sets of cards are shown by their size."""
    shown = shown_fields(look, layout)
    groups: dict[str, list[Field]] = {"players": [], "sides": [], "notes": []}
    for field in look.game.view:
        is_shown = player_title(layout, field.name) and layout.is_meant(field.name, look.phase)
        if is_shown and field.name not in shown and not (is_over and field.name in IN_PLAY.union(layout.in_play)):
            by_side = look.is_by_side(field)
            by_seat = field.by_seat or (by_side and look.game.sides_of(look.num_players) == look.num_players)
            groups["players" if by_seat and look.num_players > 1 else "sides" if by_side else "notes"].append(field)
    bands = [table_band(look, layout, name, groups[name], True) for name in ("players", "sides") if groups[name]]
    notes = [(player_title(layout, one.name), note_words(look, layout, one)) for one in groups["notes"]]
    sums = [(title, str(int(look.view[name].sum()))) for name, title in layout.sums.items()]
    lines = tuple(note for note in [*sums, *notes] if note[1])
    return bands + [Band("notes", "", Arrangement.LINE, (Zone("notes", "", Kind.NOTE, lines=lines),))] * bool(lines)


def note_words(look: Look, layout: Layout, field: Field) -> str:
    """The words of a field in a note; of a field by seats, with one player, those of that player's row."""
    value = look.view[field.name]
    if field.by_seat and field.name in layout.words:
        return layout.words[field.name](look, value[0])
    return words_for_people(look, layout, field, value)


def table_band(look: Look, layout: Layout, name: str, fields: Sequence[Field], for_people: bool = False) -> Band:
    """A table with a line for each player or side. Flags share one column, by the fields' names."""

    def title(field: Field) -> str:
        return player_title(layout, field.name) if for_people else title_of(layout, field)

    def cell(field: Field, value: Any) -> str:
        if for_people and isinstance(field, Cards) and len(field.shape) == 1:
            return str(int(value.sum())) if value.any() else ""
        if for_people and field.name in layout.words:
            return layout.words[field.name](look, value)
        return words_for_people(look, layout, field, value, 1) if for_people else look.words(field, value, 1)

    def mark(field: Field, place: int) -> str:
        name = layout.marks.get(field.name) if for_people else None
        return name(look, place) if name else title(field)

    marks = [field for field in fields if is_mark(field)]
    others = [field for field in fields if field not in marks]
    lines = [(name, *map(title, others), "")]
    for place, label in enumerate(look.names_of(fields[0])):
        cells = (cell(field, look.view[field.name][place]) for field in others)
        marks_here = ", ".join(mark(field, place) for field in marks if look.view[field.name][place])
        lines.append((label, *cells, marks_here))
    return Band(name, "", Arrangement.LINE, (Zone(name, "", Kind.TABLE, lines=tuple(lines)),))


def words_for_people(look: Look, layout: Layout, field: Field, value: Any, depth: int = 0) -> str:
    """A value in words, many flags by their number; empty for a 0 without meaning."""
    flags = is_flag(field) and field.by_seat and depth == 1 == len(field.shape) - 1
    if flags and value.sum() > MOST_FLAGS:
        return f"{value.sum()} of {value.size}"
    counts = isinstance(field, Number) and not is_flag(field) and depth == len(field.shape) - 1
    if counts and (field.shape[depth] == len(look.game.cards.ranks) or isinstance(field.shape[depth], Seats)):
        names = look.names_of(field, depth)
        return ", ".join(
            f"{names[place]} ×{value[place]}".removesuffix(" ×1") for place in np.flatnonzero(value).tolist()
        )
    if field.shows == "score":
        value = layout.points(value)
    if field.name in layout.units:
        value = np.multiply(value, layout.units[field.name], dtype=np.int64)
    words = look.words(field, value, depth)
    return "" if words == "0" and field.name not in COUNTED else words


def is_mark(field: Field) -> bool:
    """True if a field is a flag for each player or side."""
    return len(field.shape) == 1 and is_flag(field)


def has_words(look: Look, field: Field) -> bool:
    """True if a field that counts players or sides has anything to show."""
    return any(look.words(field, element.value, 1) for element in look.rows(field))


def title_of(layout: Layout, field: Field) -> str:
    """The title of a field in a table or a note."""
    return layout.titles.get(field.name, in_words(field.name))
