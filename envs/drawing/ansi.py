"""A scene as text for a terminal, never wider than 80 columns."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import zip_longest
from textwrap import wrap

from cardzoo.envs.engine import FRENCH, Pack
from cardzoo.envs.scene import BACK, EMPTY, Arrangement, Band, Kind, Scene, Zone, card_name

WIDTH = 80
GAP = "   "  # between adjacent zones
INDENT = "  "
MOST_MOVES = 60

RED, BOLD, DIM, PLAIN = "\x1b[31m", "\x1b[1m", "\x1b[2m", "\x1b[0m"
RED_WORD = re.compile(r"(?:10|[2-9AJQK])?[♦♥](?:(?:10|[2-9AJQK])(?: (?:10|[2-9AJQK])(?![♣♦♥♠\w]))*)?")


def draw_ansi(scene: Scene, colours: bool = True, moves: bool = True, boxed: bool = False) -> str:
    """A scene as text.

    Args:
        scene: the scene.
        colours: True for ANSI colours.
        moves: True to list the legal actions.
        boxed: True to draw the cards of hands and rows as boxes, where there is room.
    """
    lines = [line for band in scene.bands for line in (boxed_lines if boxed else band_lines)(band, scene.pack)]
    if moves and scene.moves:
        lines += move_lines([move.words for move in scene.moves])
    head = wrap(f"{scene.title} · seen by {scene.names[scene.player]} · {scene.status}", WIDTH)
    if not colours:
        return "\n".join(head + lines)
    return "\n".join([f"{BOLD}{line}{PLAIN}" for line in head] + [colour(line, scene.pack) for line in lines])


def colour(text: str, pack: Pack) -> str:
    """Red cards in red, those of another pack in the colours of their suits, labels and backs dim."""
    for pattern, code in suit_patterns(pack):
        text = pattern.sub(lambda found, code=code: f"{code}{found[0]}{PLAIN}", text)  # type: ignore[misc]
    return re.sub(r"^ *[^:]{1,40}:(?= |$)|▒+(?:×\d+)?", lambda found: f"{DIM}{found[0]}{PLAIN}", text)


@cache
def suit_patterns(pack: Pack) -> list[tuple[re.Pattern[str], str]]:
    """Patterns of the cards that are not black, each with the code of its colour."""
    if pack is FRENCH:
        return [(RED_WORD, RED)]
    words = [pack.words[place : place + len(pack.ranks)] for place in range(0, pack.suited, len(pack.ranks) or 1)]
    return [
        (re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, some))})(?![^\s,])"), f"\x1b[{code_of(suit.colour)}m")
        for some, suit in zip(words, pack.suits, strict=True)
    ]


def code_of(colour: str) -> int:
    """The terminal's colour that is nearest to one such as ``"#c4122f"``: red, green, yellow, blue, purple or cyan."""
    parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    level = (min(parts) + max(parts)) / 2
    bits = sum((part > level) << bit for bit, part in enumerate(parts))
    return 30 + bits


def band_lines(band: Band, pack: Pack = FRENCH) -> Iterator[str]:
    """The lines of a band."""
    kinds = {zone.kind for zone in band.zones}
    if kinds == {Kind.NOTE}:
        for words in band.zones[0].paragraphs():
            yield from folded("", words)
        return
    if kinds == {Kind.TABLE}:
        yield from table_lines(band.zones[0])
        return
    if band.label and band.arrangement in (Arrangement.GRID, Arrangement.LIST):
        yield f"{band.label}:"
    if band.arrangement == Arrangement.GRID:
        yield from grid_lines(band.zones, pack)
    elif kinds == {Kind.COLUMN}:
        yield from column_lines(band.zones, pack)
    elif band.arrangement == Arrangement.LIST:
        indent = INDENT if band.label else ""
        for zone in band.zones:
            yield from folded(indent, zone_text(zone, pack))
    else:
        texts = [zone_text(zone, pack) for zone in band.zones]
        yield from side_by_side(f"{band.label}: " if band.label else "", texts, GAP)


def boxed_lines(band: Band, pack: Pack = FRENCH) -> Iterator[str]:
    """The lines of a band, with hands and rows as boxes; other bands as in `band_lines`."""
    zones = [zone for zone in band.zones if zone.count]
    is_open = any(card not in (BACK, EMPTY) for zone in zones for card in zone.cards)
    lies = band.arrangement == Arrangement.LINE and {zone.kind for zone in zones} <= {Kind.HAND, Kind.ROW}
    if not is_open or not (lies or band.arrangement == Arrangement.RING):
        yield from band_lines(band, pack)
        return
    blocks: list[list[str]] = []
    for block in (zone_box(zone, pack) for zone in zones):
        if blocks and len(blocks[-1][0]) + len(GAP) + max(map(len, block)) <= WIDTH and len(block) == len(blocks[-1]):
            blocks[-1] = [f"{left}{GAP}{right}" for left, right in zip(blocks[-1], padded(block), strict=True)]
        else:
            blocks.append(padded(block))
    if band.label:
        yield f"{band.label}:"
    yield from (line.rstrip() for block in blocks for line in block)


def zone_box(zone: Zone, pack: Pack) -> list[str]:
    """A zone as its label above boxes; the hidden cards share one."""
    hidden = zone.cards.count(BACK)
    words = [card_name(card, pack) for card in zone.cards if card not in (BACK, EMPTY)]
    words += [f"▒×{hidden}"] * (hidden > 0)
    width = max(3, *map(len, words))
    most = (WIDTH - 1) // (width + 1)
    lines = [f"{zone.label}{f' ({zone.note})' if zone.note else ''}:"] if zone.label or zone.note else []
    for first in range(0, len(words), most):
        row = words[first : first + most]
        edge = ["─" * width for _ in row]
        middle = "│".join(word.center(width) for word in row)
        lines += [f"┌{'┬'.join(edge)}┐", f"│{middle}│", f"└{'┴'.join(edge)}┘"]
    return lines


def padded(lines: Sequence[str]) -> list[str]:
    """Lines of the same length."""
    width = max(map(len, lines))
    return [line.ljust(width) for line in lines]


def zone_text(zone: Zone, pack: Pack) -> str:
    """A zone's label and its cards, the visible ones of a pile with its height."""
    label = f"{zone.label}: " if zone.label else ""
    note = f" ({zone.note})" if zone.note else ""
    return label + cards_text(zone, pack) + note


def cards_text(zone: Zone, pack: Pack) -> str:
    """A zone's cards."""
    if zone.kind == Kind.PILE:
        if not zone.count:
            return card_text(EMPTY, pack)
        shown = zone.cards[-zone.fan :]
        if shown[-1] == BACK:
            return f"▒×{zone.count}"
        names = " ".join(card_name(card, pack) for card in shown)
        return names + (f" ×{zone.count}" if zone.count > len(shown) else "")
    if zone.kind == Kind.HAND and BACK in zone.cards:
        faces = [card_text(card, pack) for card in zone.cards if card != BACK]
        return " ".join([*faces, f"▒×{zone.cards.count(BACK)}"])
    return " ".join(card_text(card, pack) for card in zone.cards)


def card_text(card: int, pack: Pack) -> str:
    """A single card."""
    return "▒▒" if card == BACK else card_name(card, pack)


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


def column_lines(zones: Sequence[Zone], pack: Pack) -> Iterator[str]:
    """Columns side by side, each under the last word of its label."""
    heads = [zone.label.split()[-1] if zone.label else "" for zone in zones]
    columns = [[head, *(card_text(card, pack) for card in zone.cards)] for head, zone in zip(heads, zones, strict=True)]
    width = max(4, *(len(word) + 1 for column in columns for word in column))
    fit = WIDTH // width
    for first in range(0, len(columns), fit):
        for row in zip_longest(*columns[first : first + fit], fillvalue=""):
            yield "".join(word.ljust(width) for word in row).rstrip()


def grid_lines(zones: Sequence[Zone], pack: Pack) -> Iterator[str]:
    """Zones at their places."""
    texts = [f"{zone.label} {cards_text(zone, pack)}".strip() for zone in zones]
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
