"""The faces and the back of the cards, as shapes."""

from cardzoo.envs.drawing import shapes
from cardzoo.envs.drawing.shapes import Path, Shape, drawn, ellipse, filled, line, polygon, rectangle
from cardzoo.envs.engine.cards import CARDS, JACK, KING, QUEEN, RANKS, SPADES
from cardzoo.envs.scene import BACK, EMPTY, RANK_ONLY

WIDTH, HEIGHT = 100, 140
RADIUS = 9

# Clubs are greenish and diamonds orange, so that all four suits differ and yet are black and red.
SUIT_COLOURS = ("#17603b", "#dd6000", "#c4122f", "#1b2238")
PAPER, EDGE, PLAIN = "#ffffff", "#8b9098", "#4b5062"
GOLD, SKIN, HAIR = "#e8b83a", "#f7dfc2", "#6b4a35"
BACK_COLOUR, BACK_LINES = "#2f4a7d", "#7f9bd1"
PLACE = "#9fb8a6"

LEFT, MIDDLE, RIGHT = 37, 50, 63
TOP, BOTTOM = 27, 113
HALF = (TOP + BOTTOM) / 2
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((MIDDLE, TOP), (MIDDLE, BOTTOM)),
    3: ((MIDDLE, TOP), (MIDDLE, HALF), (MIDDLE, BOTTOM)),
    4: ((LEFT, TOP), (RIGHT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)),
}
PIPS[5] = (*PIPS[4], (MIDDLE, HALF))
PIPS[6] = (*PIPS[4], (LEFT, HALF), (RIGHT, HALF))
PIPS[7] = (*PIPS[6], (MIDDLE, 48.5))
PIPS[8] = (*PIPS[7], (MIDDLE, 91.5))
PIPS[9] = (*PIPS[4], (LEFT, 55.7), (RIGHT, 55.7), (LEFT, 84.3), (RIGHT, 84.3), (MIDDLE, HALF))
PIPS[10] = (*PIPS[9][:8], (MIDDLE, 41.3), (MIDDLE, 98.7))

SIGN = 23  # height of a rank sign in a corner


def card_shapes(card: int) -> list[Shape]:
    """The shapes of a scene's card, 100 wide and 140 high, in drawing order.

    Args:
        card: a card code, or ``BACK``, ``EMPTY`` or a rank alone, as in scenes.
    """
    if card == EMPTY:
        return [Shape(rectangle(2, 2, WIDTH - 4, HEIGHT - 4, RADIUS), stroke=PLACE, width=2.5)]
    paper = Shape(rectangle(1, 1, WIDTH - 2, HEIGHT - 2, RADIUS), fill=PAPER, stroke=EDGE, width=1.6)
    if card == BACK:
        return [paper, *back()]
    if card >= RANK_ONLY:
        rank = card - RANK_ONLY
        big = drawn(shapes.RANKS[rank], PLAIN, 50 - 25 * shapes.rank_width(rank), 45, 50, 6.5)
        return [paper, *corners(rank, PLAIN), *big]
    if card >= CARDS:
        return [paper, *joker(SUIT_COLOURS[2] if card == CARDS else SUIT_COLOURS[3])]
    suit, rank = divmod(card, RANKS)
    colour, pip = SUIT_COLOURS[suit], shapes.SUITS[suit]
    face = [paper, *corners(rank, colour, pip)]
    if rank >= JACK:
        return [*face, *court(rank, colour, pip)]
    if rank == 0:
        return [*face, *filled(pip, colour, 50, 70, 27 if suit == SPADES else 23)]
    for x, y in PIPS[rank + 1]:
        face += filled(pip, colour, x, y, 8.5, turned=y > HEIGHT / 2)
    return face


def corners(rank: int, colour: str, pip: tuple[Path, ...] = ()) -> list[Shape]:
    """A card's rank, and its suit below it, in two corners."""
    found = []
    for turned in (False, True):
        side = -1 if turned else 1
        x, y = (WIDTH, HEIGHT) if turned else (0, 0)
        left = 14 - SIGN * shapes.rank_width(rank) / 2
        sign = drawn(shapes.RANKS[rank], colour, x + side * left, y + side * 9, SIGN, 4.2, turned)
        found += sign + filled(pip, colour, x + side * 14, y + side * 45, 8.5, turned)
    return found


def back() -> list[Shape]:
    """The back: a lattice."""
    found = [Shape(rectangle(7, 7, WIDTH - 14, HEIGHT - 14, 5), fill=BACK_COLOUR)]
    for x in range(5):
        for y in range(7):
            found.append(Shape(diamond(18 + 16 * x, 22 + 16 * y, 6), stroke=BACK_LINES, width=2))
    return found


def diamond(x: float, y: float, radius: float) -> Path:
    """A square on its corner."""
    return polygon((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y))


def joker(colour: str) -> list[Shape]:
    """A joker: stars."""
    stars = filled(shapes.JOKER, colour, 50, 70, 27)
    stars += filled(shapes.JOKER, GOLD, 50, 70, 12)
    for turned in (False, True):
        side = -1 if turned else 1
        x, y = (WIDTH, HEIGHT) if turned else (0, 0)
        stars += filled(shapes.JOKER, colour, x + side * 15, y + side * 19, 11, turned)
    return stars


def court(rank: int, colour: str, pip: tuple[Path, ...]) -> list[Shape]:
    """A court card: a half figure, and the same upside down."""
    figure = [*robe(colour, pip), *{JACK: jack, QUEEN: queen, KING: king}[rank](colour)]
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
