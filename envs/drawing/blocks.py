"""Blocks of a picture: a size and its contents; and words as blocks.

This module does not depend on scenes, and draws nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from cardzoo.envs.drawing.letters import BLANK, LINE, text_width

PICTURE_WIDTH, PICTURE_HEIGHT = 960, 720
MARGIN, GAP, NEAR = 14, 14, 6  # around the picture; between blocks; within a group
SPACE = PICTURE_WIDTH - 2 * MARGIN


class Tone(StrEnum):
    """Colours of the table, the same as in the browser."""

    FELT = "#24583f"
    BAR = "#173a29"
    PLATE = "#193e2c"
    LIST = "#1f4c36"
    BADGE = "#12261c"
    WORDS = "#f3f8f4"
    FAINT = "#b6d0c2"
    ACCENT = "#ffd24a"


class Text(NamedTuple):
    """Words in a line."""

    words: str
    tone: Tone


class Card(NamedTuple):
    """A card: its code in the scene, its width, its rotation in degrees, and a flag for a legal card."""

    card: int
    width: int
    turned: int = 0
    marked: bool = False


class Area(NamedTuple):
    """A coloured rectangle with round corners and, if a tone is given, an edge."""

    width: float
    height: float
    tone: Tone
    radius: int = 6
    edge: Tone | None = None


Item = Text | Card | Area


class Lying(NamedTuple):
    """An item at its place: the upper left corner, for a turned card before its rotation."""

    x: float
    y: float
    item: Item


class Region(NamedTuple):
    """The rectangle of a named block, such as ``"zone hand.0"`` or ``"plate 1"``."""

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass
class Block:
    """A group of items.

    Attributes:
        width: width of the group.
        height: height of the group.
        parts: its items in drawing order, each with its place from the upper left corner.
        name: name of its rectangle, if it is a region of the picture.
    """

    width: float = 0
    height: float = 0
    parts: list[tuple[float, float, "Block | Item"]] = field(default_factory=list)
    name: str = ""

    def lying(self, x: float, y: float) -> Iterator[Lying]:
        """All items of the block at their places, if the block is at this one."""
        for dx, dy, part in self.parts:
            if isinstance(part, Block):
                yield from part.lying(x + dx, y + dy)
            else:
                yield Lying(x + dx, y + dy, part)

    def regions(self, x: float, y: float) -> Iterator[Region]:
        """The regions of the block, if the block is at this place."""
        if self.name:
            yield Region(self.name, x, y, self.width, self.height)
        for dx, dy, part in self.parts:
            if isinstance(part, Block):
                yield from part.regions(x + dx, y + dy)


Span = list[Text]
"""Words that stay together in a line if possible."""


def stack(blocks: Iterable[Block], gap: float = NEAR) -> Block:
    """Blocks below each other, centred."""
    blocks = [block for block in blocks if block.height]
    if len(blocks) == 1:
        return blocks[0]
    whole = Block(max([block.width for block in blocks], default=0), -gap if blocks else 0)
    for block in blocks:
        whole.parts.append(((whole.width - block.width) / 2, whole.height + gap, block))
        whole.height += gap + block.height
    return whole


def flow(blocks: Iterable[Block], space: float, gap: float, between: float = 0) -> Block:
    """Blocks side by side on a common base line, in more lines if they are too wide for one."""
    lines: list[list[Block]] = [[]]
    between = between or gap
    for block in blocks:
        if lines[-1] and sum(other.width + between for other in lines[-1]) + block.width > space:
            lines.append([])
        lines[-1].append(block)
    return stack((side_by_side(line, between) for line in lines), gap)


def side_by_side(blocks: Sequence[Block], gap: float) -> Block:
    """Blocks side by side on a common base line."""
    if len(blocks) == 1:
        return blocks[0]
    line = Block(-gap if blocks else 0, max([block.height for block in blocks], default=0))
    for block in blocks:
        line.parts.append((line.width + gap, line.height - block.height, block))
        line.width += gap + block.width
    return line


def labelled(label: str, block: Block, gap: float = 2, space: float = SPACE) -> Block:
    """A block below its label, if it has one."""
    if not label:
        return block
    return stack([label_lines(label, space), block], gap)


@lru_cache(1000)
def label_lines(label: str, space: float) -> Block:
    """A label in lines."""
    return centred_lines(text_lines([[Text(label, Tone.FAINT)]], space))


def count_badge(count: int) -> Block:
    """The number of cards, written on one of them."""
    words = str(count)
    width = max(LINE + 2, text_width(words) + 8)
    return Block(
        width,
        LINE,
        [
            (0, 0, Area(width, LINE, Tone.BADGE, LINE // 2)),
            ((width - text_width(words)) / 2, 1, Text(words, Tone.WORDS)),
        ],
    )


def titled(title: str, words: str) -> Span:
    """A title and its words."""
    return [Text(title, Tone.FAINT), Text(words, Tone.WORDS)] if words else [Text(title, Tone.FAINT)]


def span_width(span: Span) -> float:
    """The width of a span."""
    return sum(text_width(text.words) for text in span) + BLANK * (len(span) - 1)


def text_lines(spans: Iterable[Span], space: float) -> list[list[Span]]:
    """Spans in lines; one that is too wide for a line is cut between words."""
    lines: list[list[Span]] = [[]]
    left = space
    for span in spans:
        for part in [span] if span_width(span) <= space else cut(span, space):
            width = span_width(part)
            if lines[-1] and width + GAP > left:
                lines.append([])
                left = space
            left -= width + (GAP if lines[-1] else 0)
            lines[-1].append(part)
    return lines


def cut(span: Span, space: float) -> list[Span]:
    """A span in lines, filled with words; a word that is too wide is cut, too."""
    parts: list[Span] = [[]]
    for text in span:
        for word in text.words.split():
            for piece in cut_word(word, space):
                longer = [*parts[-1], Text(piece, text.tone)]
                if parts[-1] and span_width(longer) > space:
                    parts.append([Text(piece, text.tone)])
                else:
                    parts[-1] = longer
    return parts


def cut_word(word: str, space: float) -> list[str]:
    """A word in pieces that fit."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and text_width(pieces[-1] + letter) > space:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def written(words: str, tone: Tone) -> Block:
    """Words in a line."""
    return span_block([Text(words, tone)])


def span_block(span: Span) -> Block:
    """A span in a line."""
    block = Block(span_width(span), LINE)
    x = 0.0
    for text in span:
        block.parts.append((x, 1, text))
        x += text_width(text.words) + BLANK
    return block


def centred_lines(lines: Sequence[Sequence[Span]]) -> Block:
    """Lines of text, each centred."""
    return stack((side_by_side([span_block(span) for span in line], GAP) for line in lines), 0)


def bar(name: str, lines: Sequence[Sequence[Span]]) -> Block:
    """Lines of text over the full width."""
    block = Block(PICTURE_WIDTH, LINE * len(lines) + 2 * NEAR, name=name)
    block.parts = [(0, 0, Area(PICTURE_WIDTH, block.height, Tone.BAR, 0))]
    for place, line in enumerate(lines):
        block.parts.append((MARGIN, NEAR + LINE * place, side_by_side([span_block(span) for span in line], GAP)))
    return block
