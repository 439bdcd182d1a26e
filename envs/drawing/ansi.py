"""A scene as text for a terminal, never wider than 80 columns."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

from cardzoo.envs.scene import BACK, EMPTY, Arrangement, Band, Kind, Scene, Zone, card_name

WIDTH = 80
GAP = "   "  # between adjacent zones
INDENT = "  "
MOST_MOVES = 60

RED, BOLD, DIM, PLAIN = "\x1b[31m", "\x1b[1m", "\x1b[2m", "\x1b[0m"
RED_WORD = re.compile(r"(?:10|[2-9AJQK])?[♦♥](?:(?:10|[2-9AJQK])(?: (?:10|[2-9AJQK])(?![♣♦♥♠\w]))*)?")


def draw_ansi(scene: Scene, colours: bool = True, moves: bool = True) -> str:
    """A scene as text.

    Args:
        scene: the scene.
        colours: True for ANSI colours.
        moves: True to list the legal actions.
    """
    lines = [line for band in scene.bands for line in band_lines(band)]
    if moves and scene.moves:
        lines += move_lines([move.words for move in scene.moves])
    head = wrap(f"{scene.title} · seen by {scene.names[scene.player]} · {scene.status}", WIDTH)
    if not colours:
        return "\n".join(head + lines)
    return "\n".join([f"{BOLD}{line}{PLAIN}" for line in head] + [colour(line) for line in lines])


def colour(text: str) -> str:
    """Red cards in red, labels and backs dim."""
    text = RED_WORD.sub(lambda found: f"{RED}{found[0]}{PLAIN}", text)
    return re.sub(r"^ *[^:]{1,40}:(?= |$)|▒+(?:×\d+)?", lambda found: f"{DIM}{found[0]}{PLAIN}", text)


def band_lines(band: Band) -> Iterator[str]:
    """The lines of a band."""
    kinds = {zone.kind for zone in band.zones}
    if kinds == {Kind.NOTE}:
        for words in band.zones[0].paragraphs():
            yield from folded("", words)
        return
    if kinds == {Kind.TABLE}:
        yield from table_lines(band.zones[0])
        return
    if band.label and band.arrangement != Arrangement.LINE:
        yield f"{band.label}:"
    if band.arrangement == Arrangement.GRID:
        yield from grid_lines(band.zones)
    elif kinds == {Kind.COLUMN}:
        yield from column_lines(band.zones)
    elif band.arrangement == Arrangement.LIST:
        indent = INDENT if band.label else ""
        for zone in band.zones:
            yield from folded(indent, zone_text(zone))
    else:
        texts = [zone_text(zone) for zone in band.zones]
        yield from side_by_side(f"{band.label}: " if band.label else "", texts, GAP)


def zone_text(zone: Zone) -> str:
    """A zone's label and its cards, the top one of a pile with its height."""
    label = f"{zone.label}: " if zone.label else ""
    note = f" ({zone.note})" if zone.note else ""
    return label + cards_text(zone) + note


def cards_text(zone: Zone) -> str:
    """A zone's cards."""
    if zone.kind == Kind.PILE:
        if not zone.count:
            return card_text(EMPTY)
        top = zone.cards[-1]
        if top == BACK:
            return f"▒×{zone.count}"
        return card_name(top) + (f" ×{zone.count}" if zone.count > 1 else "")
    if zone.kind == Kind.HAND and BACK in zone.cards:
        faces = [card_text(card) for card in zone.cards if card != BACK]
        return " ".join([*faces, f"▒×{zone.cards.count(BACK)}"])
    return " ".join(map(card_text, zone.cards))


def card_text(card: int) -> str:
    """A single card."""
    return "▒▒" if card == BACK else card_name(card)


def side_by_side(label: str, texts: Iterable[str], gap: str) -> Iterator[str]:
    """Texts behind a label, as many in a line as fit."""
    line = label
    indent = INDENT if label else ""
    for text in texts:
        start = line in (label, indent)
        if not start and len(line) + len(gap) + len(text) > WIDTH:
            yield line.rstrip()
            line, start = indent, True
        line += text if start else gap + text
        *full, line = folded("", line) if len(line) > WIDTH else [line]
        yield from full
    yield line.rstrip()


def folded(indent: str, text: str) -> list[str]:
    """A text in as many lines as it needs, the later ones further to the right."""
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + INDENT) or [indent]


def column_lines(zones: Sequence[Zone]) -> Iterator[str]:
    """Columns side by side, each under the last word of its label."""
    heads = [zone.label.split()[-1] if zone.label else "" for zone in zones]
    columns = [[head, *map(card_text, zone.cards)] for head, zone in zip(heads, zones, strict=True)]
    width = max(4, *(len(head) + 1 for head in heads))
    fit = WIDTH // width
    for first in range(0, len(columns), fit):
        for row in zip_longest(*columns[first : first + fit], fillvalue=""):
            yield "".join(word.ljust(width) for word in row).rstrip()


def grid_lines(zones: Sequence[Zone]) -> Iterator[str]:
    """Zones at their places."""
    texts = [f"{zone.label} {cards_text(zone)}".strip() for zone in zones]
    half = max(2, -(-max(map(len, texts)) // 2) + 1) if any(zone.label for zone in zones) else 2
    rows: dict[int, list[tuple[int, str]]] = {}
    for zone, text in zip(zones, texts, strict=True):
        x, y = zone.at or (0, 0)
        rows.setdefault(y, []).append((x * half, text))
    for y in sorted(rows):
        line = ""
        for x, text in sorted(rows[y]):
            line = line.ljust(x) + text
        yield line


def table_lines(zone: Zone) -> Iterator[str]:
    """A table; if it is too wide, a line of words for each of its rows."""
    lines = zone.lines
    widths = {k: max(len(line[k]) for line in lines) for k in zone.columns}
    if sum(widths.values()) + 2 * (len(widths) - 1) <= WIDTH:
        for line in lines:
            yield "  ".join(line[k].ljust(width) for k, width in widths.items()).rstrip()
        return
    for words in zone.rows_in_words():
        yield from folded("", words)


def move_lines(words: Sequence[str]) -> list[str]:
    """The legal actions in words."""
    more = f", and {len(words) - MOST_MOVES} more" if len(words) > MOST_MOVES else ""
    return folded("", f"legal: {', '.join(words[:MOST_MOVES])}{more}")
