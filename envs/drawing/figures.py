"""Half figures of court cards, as shapes."""

from collections.abc import Callable

from cardzoo.envs.drawing.shapes import HEIGHT, WIDTH, Path, Shape, ellipse, filled, line, polygon, rectangle

PAPER = "#ffffff"
GOLD, SKIN, HAIR = "#e8b83a", "#f7dfc2", "#6b4a35"


def diamond(x: float, y: float, radius: float) -> Path:
    """A square on its corner."""
    return polygon((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y))


def court(name: str, colour: str, pip: tuple[Path, ...]) -> list[Shape]:
    """A court card: a half figure of `FIGURES`, and the same upside down."""
    figure = [*robe(colour, pip), *FIGURES[name](colour)]
    turned = [
        Shape(shape.path.placed(WIDTH, HEIGHT, turned=True), shape.fill, shape.stroke, shape.width) for shape in figure
    ]
    frame = Shape(rectangle(27, 12, 46, 116, 3), stroke=colour, width=1.5)
    return [*figure, *turned, Shape(line((28, 70), (72, 70)), stroke=GOLD, width=4), frame]


def robe(colour: str, pip: tuple[Path, ...]) -> list[Shape]:
    """Shoulders with the suit on the breast."""
    return [
        Shape(polygon((28, 70), (28, 62), (40, 52), (60, 52), (72, 62), (72, 70)), fill=colour),
        Shape(polygon((43, 52), (57, 52), (50, 66)), fill=PAPER),
        *filled(pip, colour, 50, 57.5, 4.2),
    ]


def king(colour: str) -> list[Shape]:
    """A head with a beard and a crown of points."""
    return [
        Shape(ellipse(50, 40, 11, 13), fill=SKIN),
        Shape(polygon((39, 41), (61, 41), (59, 52), (50, 59), (41, 52)), fill=HAIR),
        Shape(polygon((45, 45), (55, 45), (50, 48)), fill=SKIN),
        *eyes(38),
        Shape(polygon((37, 33), (34, 15), (43, 24), (50, 14), (57, 24), (66, 15), (63, 33)), fill=GOLD),
        Shape(diamond(50, 27, 3.2), fill=colour),
    ]


def queen(colour: str) -> list[Shape]:
    """A head with long hair and a crown of pearls."""
    hair = rectangle(36.5, 29, 27, 28, 11)
    pearls = [Shape(ellipse(x, y, 2.6), fill=GOLD) for x, y in ((38, 22), (44, 18.5), (50, 17), (56, 18.5), (62, 22))]
    return [
        Shape(hair, fill=HAIR),
        Shape(ellipse(50, 43, 9, 11.5), fill=SKIN),
        *eyes(42),
        Shape(polygon((46.5, 48), (53.5, 48), (50, 50.5)), fill=colour),
        Shape(polygon((38, 33), (38, 23), (44, 27), (50, 20), (56, 27), (62, 23), (62, 33)), fill=GOLD),
        *pearls,
    ]


def jack(colour: str) -> list[Shape]:
    """A head with a cap and a feather."""
    return [
        Shape(rectangle(38.5, 30, 23, 21, 5), fill=HAIR),
        Shape(ellipse(50, 42, 9, 11.5), fill=SKIN),
        *eyes(41),
        Shape(line((46.5, 48), (53.5, 48)), stroke=HAIR, width=1.6),
        Shape(polygon((36, 34), (40, 23), (60, 23), (64, 34)), fill=colour),
        Shape(polygon((36, 34), (64, 34), (64, 30.5), (36, 30.5)), fill=GOLD),
        Shape(Path((57, 30), ((58, 20, 62, 14, 68, 13), (68, 20, 64, 27, 57, 30))), fill=GOLD),
    ]


def eyes(y: float) -> list[Shape]:
    """Two eyes."""
    return [Shape(ellipse(x, y, 1.3, 1.6), fill=HAIR) for x in (46, 54)]


def knight(colour: str) -> list[Shape]:
    """A head in a helmet with a plume."""
    return [
        Shape(ellipse(50, 41, 10, 12), fill=SKIN),
        *eyes(41),
        Shape(line((46.5, 48), (53.5, 48)), stroke=HAIR, width=1.6),
        Shape(
            Path((37, 38), ((37, 20, 63, 20, 63, 38), (63, 50), (59, 50), (59, 37), (41, 37), (41, 50), (37, 50))),
            fill=GOLD,
        ),
        Shape(Path((50, 24), ((48, 16, 56, 12, 64, 14), (60, 17, 58, 21, 56, 25))), fill=colour),
    ]


FIGURES: dict[str, Callable[[str], list[Shape]]] = {"jack": jack, "knight": knight, "queen": queen, "king": king}
"""Figures by name: functions of a colour."""
