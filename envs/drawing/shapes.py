"""Shapes of the cards: suits, rank signs and figures, as curves.

They were made for this project under its licence, MIT. Coordinates are x to the right and y downwards. SVG files and
pixels are made from the same shapes.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
WIDTH, HEIGHT = 100, 140  # of a card
ROUND = 0.5523  # distance of the handles of a curve that is a quarter of a unit circle


@dataclass(frozen=True)
class Path:
    """A line of straight and curved parts.

    Attributes:
        start: its first point.
        parts: two numbers lead straight to a point; six are a cubic curve: its two handles, then its end.
        closed: True if it leads back to the start.
    """

    start: Point
    parts: tuple[tuple[float, ...], ...]
    closed: bool = True

    def placed(self, x: float, y: float, scale: float = 1, turned: bool = False) -> "Path":
        """The path turned upside down around its origin if requested, then scaled and moved."""
        factor = -scale if turned else scale

        def move(numbers: Sequence[float]) -> tuple[float, ...]:
            return tuple(factor * number + (y if place % 2 else x) for place, number in enumerate(numbers))

        start = move(self.start)
        return Path((start[0], start[1]), tuple(map(move, self.parts)), self.closed)

    def points(self, steps: int = 12) -> list[Point]:
        """Points along the path; a curve is divided into ``steps`` steps."""
        points = [self.start]
        for part in self.parts:
            if len(part) == 2:
                points.append((part[0], part[1]))
                continue
            (x0, y0), (x1, y1, x2, y2, x3, y3) = points[-1], part
            for step in range(1, steps + 1):
                t = step / steps
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
                points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        return points


@dataclass(frozen=True)
class Shape:
    """A path with its colours.

    Attributes:
        path: the path.
        fill: the colour inside, such as ``"#ffffff"``; None for none.
        stroke: the colour of the line; None for none.
        width: the width of the line.
    """

    path: Path
    fill: str | None = None
    stroke: str | None = None
    width: float = 0


def line(*points: Point) -> Path:
    """An open line through points."""
    return Path(points[0], tuple(points[1:]), closed=False)


def polygon(*points: Point) -> Path:
    """A closed line through points."""
    return Path(points[0], tuple(points[1:]))


def curve(start: Point, *parts: tuple[float, ...]) -> Path:
    """An open line of straight and curved parts."""
    return Path(start, parts, closed=False)


def ellipse(x: float, y: float, width: float, height: float | None = None) -> Path:
    """An ellipse around a point, of half this width and half this height; a circle without a height."""
    a, b = width, width if height is None else height
    p, q = ROUND * a, ROUND * b
    return Path(
        (x + a, y),
        (
            (x + a, y + q, x + p, y + b, x, y + b),
            (x - p, y + b, x - a, y + q, x - a, y),
            (x - a, y - q, x - p, y - b, x, y - b),
            (x + p, y - b, x + a, y - q, x + a, y),
        ),
    )


def rectangle(x: float, y: float, width: float, height: float, radius: float) -> Path:
    """A rectangle with round corners, from its upper left corner."""
    r, h = radius, (1 - ROUND) * radius
    right, bottom = x + width, y + height
    return Path(
        (x + r, y),
        (
            (right - r, y),
            (right - h, y, right, y + h, right, y + r),
            (right, bottom - r),
            (right, bottom - h, right - h, bottom, right - r, bottom),
            (x + r, bottom),
            (x + h, bottom, x, bottom - h, x, bottom - r),
            (x, y + r),
            (x, y + h, x + h, y, x + r, y),
        ),
    )


def mirrored(start: Point, *parts: tuple[float, ...]) -> Path:
    """A closed symmetric path from its one half, from the top to the bottom of the middle line."""
    points = [start, *parts]
    back: list[tuple[float, ...]] = []
    for place in range(len(parts) - 1, -1, -1):
        end = points[place][-2:]
        handles = parts[place][:-2]
        there = (*handles[2:], *handles[:2], *end)
        back.append(tuple(number if k % 2 else -number for k, number in enumerate(there)))
    return Path(start, (*parts, *back))


# Each suit around its middle, within 1 to each side.
FOOT = mirrored((0, 0.1), (0.06, 0.55, 0.16, 0.8, 0.42, 1), (0, 1))
CLUB = (ellipse(0, -0.5, 0.47), ellipse(-0.51, 0.25, 0.47), ellipse(0.51, 0.25, 0.47), ellipse(0, 0.05, 0.3), FOOT)
DIAMOND = (mirrored((0, -1), (0.2, -0.6, 0.48, -0.25, 0.76, 0), (0.48, 0.25, 0.2, 0.6, 0, 1)),)
HEART = (
    mirrored(
        (0, -0.52),
        (0.12, -0.82, 0.32, -0.95, 0.54, -0.95),
        (0.8, -0.95, 1, -0.74, 1, -0.42),
        (1, 0.12, 0.36, 0.5, 0, 1),
    ),
)
SPADE = (
    mirrored(
        (0, -1),
        (0.34, -0.52, 0.94, -0.2, 0.94, 0.3),
        (0.94, 0.56, 0.74, 0.72, 0.52, 0.72),
        (0.32, 0.72, 0.14, 0.62, 0, 0.42),
    ),
    FOOT,
)
SUITS = (CLUB, DIAMOND, HEART, SPADE)
PIPS = {
    "club": CLUB,
    "diamond": DIAMOND,
    "heart": HEART,
    "spade": SPADE,
    "disc": (ellipse(0, 0, 0.9),),
    "square": (rectangle(-0.82, -0.82, 1.64, 1.64, 0.3),),
    "triangle": (polygon((0, -0.95), (1, 0.8), (-1, 0.8)),),
    "cross": (rectangle(-0.34, -1, 0.68, 2, 0.2), rectangle(-1, -0.34, 2, 0.68, 0.2)),
}
"""Signs of suits by name, around their middle, within 1 to each side."""

STAR = tuple(
    (radius * x, radius * y)
    for (x, y), radius in zip(
        (
            (0, -1), (0.588, -0.809), (0.951, -0.309), (0.951, 0.309), (0.588, 0.809),
            (0, 1), (-0.588, 0.809), (-0.951, 0.309), (-0.951, -0.309), (-0.588, -0.809),
        ),
        (1, 0.42) * 5,
        strict=True,
    )
)  # fmt: skip
JOKER = (polygon(*STAR),)

# Rank signs as lines, 1 high and about 0.6 wide, from their upper left corner.
NINE = (
    curve(
        (0.1, 0.92),
        (0.4, 1.1, 0.58, 0.7, 0.58, 0.35),
        (0.58, -0.12, 0.02, -0.12, 0.02, 0.32),
        (0.02, 0.7, 0.5, 0.7, 0.58, 0.35),
    ),
)
RANKS: tuple[tuple[Path, ...], ...] = (
    (line((0, 1), (0.31, 0), (0.62, 1)), line((0.12, 0.66), (0.5, 0.66))),
    (curve((0.04, 0.24), (0.06, -0.08, 0.58, -0.1, 0.57, 0.27), (0.56, 0.52, 0.2, 0.66, 0.03, 1), (0.6, 1)),),
    (curve((0.06, 0), (0.55, 0), (0.27, 0.4), (0.62, 0.36, 0.72, 0.96, 0.29, 1), (0.14, 1.01, 0.04, 0.93, 0, 0.8)),),
    (line((0.45, 1), (0.45, 0), (0, 0.7), (0.62, 0.7)),),
    (curve((0.54, 0), (0.12, 0), (0.07, 0.46), (0.3, 0.27, 0.62, 0.4, 0.59, 0.68), (0.56, 1.04, 0.12, 1.1, 0, 0.82)),),
    tuple(path.placed(0.6, 1, turned=True) for path in NINE),
    (line((0.02, 0), (0.58, 0), (0.2, 1)),),
    (
        ellipse(0.3, 0.24, 0.23, 0.24),
        ellipse(0.3, 0.74, 0.28, 0.26),
    ),
    NINE,
    (line((0, 0.2), (0.16, 0), (0.16, 1)), ellipse(0.62, 0.5, 0.22, 0.5)),
    (curve((0.5, 0), (0.5, 0.7), (0.5, 1.1, 0.03, 1.1, 0.03, 0.7)),),
    (ellipse(0.32, 0.5, 0.3, 0.5), line((0.36, 0.72), (0.64, 1.04))),
    (line((0.06, 0), (0.06, 1)), line((0.56, 0), (0.06, 0.62)), line((0.22, 0.44), (0.6, 1))),
)


ONE = (line((0.08, 0.22), (0.34, 0), (0.34, 1)),)
SMALL_TWO, SMALL_FOUR = (
    tuple(path.placed(0.56, 0.1, 0.8) for path in RANKS[rank]) for rank in (1, 3)
)  # behind a plus of the same height
PLUS = (line((0.22, 0.32), (0.22, 0.72)), line((0.02, 0.52), (0.42, 0.52)))
SIGNS: dict[str, tuple[Path, ...]] = {
    **dict(zip(("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"), RANKS, strict=True)),
    "0": (ellipse(0.31, 0.5, 0.29, 0.5),),
    "1": ONE,
    "+2": (*PLUS, *SMALL_TWO),
    "+4": (*PLUS, *SMALL_FOUR),
    "stop": (ellipse(0.4, 0.5, 0.4), line((0.13, 0.77), (0.67, 0.23))),
    "turn": (
        curve((0.06, 0.6), (0.06, 0.1, 0.5, 0.1, 0.78, 0.32)),
        line((0.78, 0.06), (0.8, 0.34), (0.5, 0.36)),
        curve((0.8, 0.6), (0.8, 0.98, 0.34, 1, 0.08, 0.76)),
        line((0.08, 1), (0.06, 0.74), (0.36, 0.72)),
    ),
    "star": (polygon(*((0.42 + 0.42 * x, 0.5 + 0.42 * y) for x, y in STAR)),),
}
"""Signs of ranks by name, as lines 1 high, from their upper left corner."""
WIDE = {"10": 0.84, "+2": 1.05, "+4": 1.05, "stop": 0.8, "turn": 0.86, "star": 0.84}
"""Widths of signs that are wider than 0.62."""


def sign_width(sign: str) -> float:
    """The width of a rank's sign of height 1."""
    return WIDE.get(sign, 0.62)


def named(shapes: Mapping[str, tuple[Path, ...]], name: str) -> tuple[Path, ...]:
    """Paths of a name, or of SVG path data with absolute ``M``, ``L``, ``C`` and ``Z``.

    Raises:
        ValueError: if it is neither.
    """
    paths = shapes.get(name) or tuple(map(path_of, re.findall("M[^M]+", name)))
    if not paths:
        raise ValueError(f"a sign must be one of {', '.join(shapes)} or SVG path data, got {name!r:.60}")
    return paths


def path_of(data: str) -> Path:
    """A path from its SVG path data.

    Raises:
        ValueError: if a letter has another number of coordinates than its two or six.
    """
    letters, numbers = (
        re.findall("[MLCZ]", data),
        [tuple(map(float, re.findall(r"-?[\d.]+", part))) for part in re.split("[MLCZ]", data)[1:]],
    )
    sizes = {"M": 2, "L": 2, "C": 6, "Z": 0}
    if any(len(some) != sizes[letter] for letter, some in zip(letters, numbers, strict=True)):
        raise ValueError(f"SVG path data must have 2 numbers after M and L, 6 after C, none after Z, got {data!r:.60}")
    (x, y), *parts = numbers
    return Path((x, y), tuple(part for part in parts if part), closed=letters[-1] == "Z")


def filled(paths: Iterable[Path], colour: str, x: float, y: float, scale: float, turned: bool = False) -> list[Shape]:
    """Paths as areas of one colour."""
    return [Shape(path.placed(x, y, scale, turned), fill=colour) for path in paths]


def drawn(
    paths: Iterable[Path], colour: str, x: float, y: float, scale: float, width: float, turned: bool = False
) -> list[Shape]:
    """Paths as lines of one colour."""
    return [Shape(path.placed(x, y, scale, turned), stroke=colour, width=width) for path in paths]
