"""A scene in pixels, by Pillow.

Bands lie below each other, their zones side by side. The cards are as large as they can be on a picture of the same
size for all scenes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from PIL import Image, ImageDraw

from cardzoo.envs.drawing.paint import TEXT, card_height, card_picture, draw_text, text_width
from cardzoo.envs.scene import BACK, EMPTY, Arrangement, Band, Kind, Scene, Zone

PICTURE_WIDTH, PICTURE_HEIGHT = 960, 720
CARD_WIDTHS = (84, 78, 72, 66, 60, 54, 48, 43, 38, 34, 30, 26, 22)
STEPS = (1.06, 0.75, 0.5, 0.36, 0.27)  # from a card to the next one in a row, in widths of a card
BACK_STEP = 0.2  # the same for backs in a hand
DOWN, BACK_DOWN = 0.27, 0.12  # the same in a column, in heights of a card
OTHERS = 0.75  # the size of cards in others' hands, to that of the own ones
MARGIN, GAP = 16, 14
SPACE = PICTURE_WIDTH - 2 * MARGIN
LINE = TEXT + 4  # height of a line of text
COLUMN_GAP = 18  # between the columns of a table
LONG_TABLE = 4  # lines of a table that is not cut in two
LONG_LIST = 6  # the same of a list of zones
BETWEEN, MOST_BETWEEN = 6, 30  # from one band to the next
MOST_MOVES = 3  # lines for the legal actions

TABLE, PANEL, WORDS, FAINT, ACCENT = "#24553d", "#1c4431", "#f4f1e6", "#b9cdbf", "#ffd75e"


def scene_pixels(scene: Scene) -> np.ndarray:
    """A scene as an array of pixels.

    Returns:
        (720, 960, 3) uint8, rows from the top.
    """
    return np.array(scene_picture(scene))


def scene_picture(scene: Scene) -> Image.Image:
    """A scene as a picture."""
    return lay_out(scene).paint()


def lay_out(scene: Scene) -> "Page":
    """A scene with the largest cards that fit."""
    for width in CARD_WIDTHS:
        page = Page(scene, width)
        if page.height <= PICTURE_HEIGHT:
            break
    return page


@dataclass
class Text:
    """Words at a place, the upper left corner."""

    x: float
    y: float
    words: str
    colour: str = WORDS


@dataclass
class Placed:
    """A card at a place, the upper left corner."""

    x: float
    y: float
    card: int
    width: int
    marked: bool


@dataclass
class Block:
    """A zone as it is drawn: its size, and what lies in it, counted from its upper left corner."""

    width: float
    height: float
    items: list[Text | Placed] = field(default_factory=list)

    def moved(self, x: float, y: float) -> "Block":
        """The same further to the right and further down."""
        return Block(self.width, self.height, [replace(item, x=item.x + x, y=item.y + y) for item in self.items])


class Page:
    """Everything of a scene at its place: the cards, and a panel of tables and notes at the bottom.

    Args:
        scene: the scene.
        card_width: the width of the own cards in pixels.

    Attributes:
        height: the height that all takes.
    """

    def __init__(self, scene: Scene, card_width: int) -> None:
        self.scene = scene
        self.card_width = card_width
        self.touched = {(target.zone, target.card) for move in scene.moves for target in move.targets[:1]}
        status = Text(SPACE - text_width(scene.status), 0, scene.status, ACCENT)
        head: list[Text | Placed] = [Text(0, 0, f"{scene.title} · seen by {scene.names[scene.player]}"), status]
        cards, tables, panel = [Block(SPACE, LINE, head)], [], []
        for band in scene.bands:
            if band.zones[0].kind == Kind.TABLE:
                tables.append(self._table(band.zones[0]))
            elif band.zones[0].kind == Kind.NOTE:
                panel += [paragraph(words, WORDS) for words in band.zones[0].paragraphs()]
            else:
                cards.append(below_each_other(self._band(band)))
        if scene.moves:
            words = "legal: " + ", ".join(move.words for move in scene.moves)
            panel.append(paragraph(words, ACCENT, MOST_MOVES))
        self.cards = below_each_other(cards)
        self.panel = below_each_other(beside_if_fits(tables) + panel)
        self.height = self.cards.height + self.panel.height + 4 * MARGIN
        between = BETWEEN + (PICTURE_HEIGHT - self.height) / len(cards)
        if between > BETWEEN:
            self.cards = below_each_other(cards, min(between, MOST_BETWEEN))

    @property
    def panel_top(self) -> float:
        """Where the panel begins; the lower edge of the picture if there is none."""
        return PICTURE_HEIGHT - self.panel.height - 2 * MARGIN if self.panel.items else PICTURE_HEIGHT

    def items(self) -> list[Text | Placed]:
        """All texts and cards at their places on the picture, in the order in which they are drawn."""
        return self.cards.moved(MARGIN, MARGIN).items + self.panel.moved(MARGIN, self.panel_top + MARGIN).items

    def paint(self) -> Image.Image:
        """The picture."""
        picture = Image.new("RGB", (PICTURE_WIDTH, PICTURE_HEIGHT), TABLE)
        ImageDraw.Draw(picture).rectangle((0, self.panel_top, PICTURE_WIDTH, PICTURE_HEIGHT), fill=PANEL)
        for item in self.items():
            if isinstance(item, Text):
                draw_text(picture, item.x, item.y, item.words, item.colour)
            else:
                card = card_picture(item.card, item.width, ACCENT if item.marked else None)
                picture.paste(card, (round(item.x), round(item.y)), card)
        return picture

    def _band(self, band: Band) -> list[Block]:
        """A band's label and lines, in the middle of the picture."""
        if band.arrangement == Arrangement.GRID:
            return [self._grid(band)]
        if band.arrangement == Arrangement.LIST:
            return [paragraph(band.label, FAINT)] * bool(band.label) + [self._list(band.zones)]
        lines = [self._line(band.zones, STEPS[-2])]
        for step in STEPS:
            blocks = self._line(band.zones, step)
            if sum(block.width + GAP for block in blocks) - GAP <= SPACE:
                lines = [blocks]
                break
        else:
            lines = broken(lines[0])
        blocks = [side_by_side(line) for line in lines]
        centred = [block.moved((SPACE - block.width) / 2, 0) for block in blocks]
        if not band.label:
            return centred
        if (SPACE - blocks[0].width) / 2 < text_width(band.label) + GAP:
            return [paragraph(band.label, FAINT), *centred]
        centred[0].items.append(Text(0, centred[0].height / 2, band.label, FAINT))
        return centred

    def _line(self, zones: Sequence[Zone], step: float) -> list[Block]:
        return [self._block(zone, step, with_label=True) for zone in zones]

    def _list(self, zones: Sequence[Zone]) -> Block:
        """Each zone beside its label, a long list in two halves side by side."""
        half = -(-len(zones) // 2) if len(zones) > LONG_LIST else len(zones)
        parts = [part for part in (zones[:half], zones[half:]) if part]
        space = (SPACE - GAP * (len(parts) - 1)) / len(parts)
        indent = max(text_width(zone.label) for zone in zones) + GAP
        most = max(len(zone.cards) for zone in zones)
        fitting = (step for step in STEPS if indent + ((most - 1) * step + 1) * self.card_width <= space)
        step = next(fitting, STEPS[-1])
        listed = side_by_side([self._half_list(part, step, indent) for part in parts])
        return listed.moved((SPACE - listed.width) / 2, 0)

    def _half_list(self, zones: Sequence[Zone], step: float, indent: float) -> Block:
        """Zones below each other, the labels at the left."""
        lines = []
        for zone in zones:
            block = self._block(zone, step, with_label=False)
            label = Text(0, block.height / 2 - LINE / 2, zone.label, FAINT)
            lines.append(Block(indent + block.width, block.height, [label, *block.moved(indent, 0).items]))
        return below_each_other(lines)

    def _grid(self, band: Band) -> Block:
        """Zones at their places, which count halves of a card."""
        x_unit, y_unit = self.card_width / 2 + 3, card_height(self.card_width) / 2
        places = [zone.at or (0, 0) for zone in band.zones]
        left = (SPACE - max(x for x, _ in places) * x_unit - self.card_width) / 2
        grid = Block(SPACE, 0)
        for zone, (x, y) in zip(band.zones, places, strict=True):
            block = self._block(zone, 1, with_label=True).moved(left + x * x_unit, y * y_unit)
            grid.items += [item for item in block.items if isinstance(item, Text) or item.card != EMPTY]
            grid.height = max(grid.height, y * y_unit + block.height)
        return grid

    def _block(self, zone: Zone, step: float, with_label: bool) -> Block:
        """A zone's cards, below its label if that is wanted."""
        is_others = zone.kind == Kind.HAND and zone.seat != self.scene.player
        width = round(self.card_width * OTHERS) if is_others else self.card_width
        block = Block(width, 0)
        label = zone_label(zone) if with_label else ""
        if label:
            is_turn = zone.seat is not None and zone.seat == self.scene.turn
            block = Block(max(width, text_width(label)), LINE, [Text(0, 0, label, ACCENT if is_turn else FAINT)])
        x, y, height = 0.0, block.height, card_height(width)
        step = min(step, (SPACE / width - 1) / max(1, len(zone.cards) - 1))
        for place in range(len(zone.cards) - 1 if zone.kind == Kind.PILE else 0, len(zone.cards)):
            card = zone.cards[place]
            if card != EMPTY or step >= 1 or not zone.count:  # empty places that overlap only confuse
                block.items.append(Placed(x, y, card, width, (zone.id, place) in self.touched))
            block.width, block.height = max(block.width, x + width), y + height
            if zone.kind == Kind.COLUMN:
                y += height * (BACK_DOWN if card == BACK else DOWN)
            else:
                x += width * (min(step, BACK_STEP) if zone.kind == Kind.HAND and card == BACK else step)
        block.height = max(block.height, (LINE if label else 0) + height)
        return block

    def _table(self, zone: Zone) -> Block:
        """Words in lines and columns: a long table in two halves side by side, one that is too wide row by row."""
        head, *lines = zone.lines
        half = -(-len(lines) // 2) if len(lines) > LONG_TABLE else len(lines)
        for parts in ((lines[:half], lines[half:]), (lines,)):
            block = side_by_side([self._half_table([head, *part], zone.columns) for part in parts if part])
            if block.width <= SPACE:
                return block
        return below_each_other([paragraph(words, WORDS) for words in zone.rows_in_words()])

    def _half_table(self, lines: Sequence[tuple[str, ...]], kept: Sequence[int]) -> Block:
        turn = None if self.scene.turn is None else self.scene.names[self.scene.turn]
        block = Block(0, LINE * len(lines))
        for k in kept:
            for place, line in enumerate(lines):
                colour = FAINT if place == 0 else ACCENT if k == 0 and line[0] == turn else WORDS
                block.items.append(Text(block.width, LINE * place, line[k], colour))
            block.width += max(text_width(line[k]) for line in lines) + COLUMN_GAP
        return block


def below_each_other(blocks: Sequence[Block], gap: float = BETWEEN) -> Block:
    """Blocks below each other as one."""
    joined = Block(0, -gap if blocks else 0)
    for block in blocks:
        joined.items += block.moved(0, joined.height + gap).items
        joined.width, joined.height = max(joined.width, block.width), joined.height + gap + block.height
    return joined


def side_by_side(blocks: Sequence[Block]) -> Block:
    """Blocks side by side as one."""
    joined = Block(-GAP, 0)
    for block in blocks:
        joined.items += block.moved(joined.width + GAP, 0).items
        joined.width += GAP + block.width
        joined.height = max(joined.height, block.height)
    return joined


def beside_if_fits(blocks: Sequence[Block]) -> list[Block]:
    """Blocks side by side as one, or as they are if that is too wide."""
    joined = side_by_side(blocks)
    return [joined] if blocks and joined.width <= SPACE else [*blocks]


def broken(blocks: Sequence[Block]) -> list[list[Block]]:
    """Blocks in lines that are not too wide."""
    lines: list[list[Block]] = [[]]
    for block in blocks:
        if lines[-1] and sum(other.width + GAP for other in lines[-1]) + block.width > SPACE:
            lines.append([])
        lines[-1].append(block)
    return lines


def paragraph(words: str, colour: str, most: int | None = None) -> Block:
    """A text in lines, at most so many."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer) > SPACE:
            lines.append(word)
        else:
            lines[-1] = longer
    if most and len(lines) > most:
        lines[most - 1 :] = [lines[most - 1].rpartition(",")[0] + " ..."]
    block = Block(SPACE, LINE * len(lines))
    block.items += [Text(0, LINE * k, line, colour) for k, line in enumerate(lines)]
    return block


def zone_label(zone: Zone) -> str:
    """What is written above a zone: its label, the number of cards that lie or are held unseen, and its note."""
    parts = [zone.label] if zone.label else []
    if (zone.kind == Kind.PILE and zone.count > 1) or (zone.kind == Kind.HAND and BACK in zone.cards):
        parts.append(f"×{zone.count}")
    if zone.note:
        parts.append(f"({zone.note})")
    return " ".join(parts)
