"""The faces and the back of the cards, as shapes."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from cardzoo.envs.drawing import shapes
from cardzoo.envs.drawing.figures import GOLD, PAPER, court, diamond
from cardzoo.envs.drawing.shapes import HEIGHT, WIDTH, Path, Shape, drawn, filled, rectangle
from cardzoo.envs.engine import FRENCH, Other, Pack, Rank, Suit
from cardzoo.envs.scene import BACK, EMPTY

RADIUS = 9

EDGE, PLAIN = "#8b9098", "#4b5062"
BACKS = {"blue": ("#2f4a7d", "#7f9bd1"), "red": ("#8c2233", "#d98a96"), "green": ("#23603f", "#7fbd99")}
"""Colours of the backs, and of the lines on them; the first one is the usual one."""

BLUE, *_ = BACKS
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


def card_shapes(card: int, pack: Pack = FRENCH, colour: str = BLUE) -> list[Shape]:
    """The shapes of a scene's card, 100 wide and 140 high, in drawing order.

    Args:
        card: a card code, or ``BACK``, ``EMPTY`` or a rank alone, as in scenes.
        pack: the pack of the card.
        colour: colour of its back, one of `BACKS`.
    """
    if card == EMPTY:
        return [Shape(rectangle(2, 2, WIDTH - 4, HEIGHT - 4, RADIUS), stroke=PLACE, width=2.5)]
    paper = Shape(rectangle(1, 1, WIDTH - 2, HEIGHT - 2, RADIUS), fill=PAPER, stroke=EDGE, width=1.6)
    if card == BACK:
        return [paper, *back(colour)]
    if card >= len(pack.words):
        sign = sign_of(pack.ranks[card - len(pack.words)])
        return [paper, *corners(sign, PLAIN), *large(sign, PLAIN)]
    if card >= pack.suited:
        return [paper, *without_suit(pack.others[card - pack.suited], pack)]
    suit, rank = divmod(card, len(pack.ranks))
    return [paper, *face(pack.suits[suit], pack.ranks[rank])]


@cache
def in_two_colours(pack: Pack) -> Pack:
    """A pack with diamonds as red as hearts, and clubs as black as spades; itself if it has no such suits."""
    colours = {suit.pip: suit.colour for suit in pack.suits}
    others = {"diamond": "heart", "club": "spade"}
    suits = (replace(suit, colour=colours.get(others.get(suit.pip, ""), suit.colour)) for suit in pack.suits)
    return replace(pack, suits=tuple(suits))


def face(suit: Suit, rank: Rank) -> list[Shape]:
    """The face of a card with a suit and a rank."""
    colour, pip, sign = suit.colour, shapes.named(shapes.PIPS, suit.pip), sign_of(rank)
    found = corners(sign, colour, pip)
    if rank.figure:
        return [*found, *court(rank.figure, colour, pip)]
    if rank.pips == 1:
        return [*found, *filled(pip, colour, 50, 70, 27 if suit.pip == "spade" else 23)]
    if not rank.pips:
        return [ground((colour,)), *corners(sign, PAPER, pip), *large(sign, PAPER)]
    for x, y in PIPS[rank.pips]:
        found += filled(pip, colour, x, y, 8.5, turned=y > HEIGHT / 2)
    return found


def without_suit(card: Other, pack: Pack) -> list[Shape]:
    """The face of a card without a suit: stars, or its sign on a ground of all suits' colours."""
    if not card.sign:
        return joker(card.colour or PLAIN)
    colours = (card.colour,) if card.colour else tuple(suit.colour for suit in pack.suits) or (PLAIN,)
    stripes = [ground(colours, place) for place in range(len(colours))]
    return [*stripes, *corners(card.sign, PAPER), *large(card.sign, PAPER)]


def ground(colours: Sequence[str], place: int = 0) -> Shape:
    """One of a card's stripes of these colours, from left to right."""
    width = (WIDTH - 10) / len(colours)
    return Shape(rectangle(5 + width * place, 5, width, HEIGHT - 10, RADIUS / 2), fill=colours[place])


def sign_of(rank: Rank) -> str:
    """The sign in the corners of a rank's cards."""
    return rank.sign or rank.word


def large(sign: str, colour: str) -> list[Shape]:
    """A sign in the middle."""
    return drawn(shapes.named(shapes.SIGNS, sign), colour, 50 - 25 * shapes.sign_width(sign), 45, 50, 6.5)


def corners(sign: str, colour: str, pip: tuple[Path, ...] = ()) -> list[Shape]:
    """A card's sign, and its suit below it, in two corners."""
    found = []
    for turned in (False, True):
        side = -1 if turned else 1
        x, y = (WIDTH, HEIGHT) if turned else (0, 0)
        left = 14 - SIGN * shapes.sign_width(sign) / 2
        paths = shapes.named(shapes.SIGNS, sign)
        found += drawn(paths, colour, x + side * left, y + side * 9, SIGN, 4.2, turned)
        found += filled(pip, colour, x + side * 14, y + side * 45, 8.5, turned)
    return found


def back(colour: str) -> list[Shape]:
    """The back: a lattice."""
    ground_colour, lines = BACKS[colour]
    found = [Shape(rectangle(7, 7, WIDTH - 14, HEIGHT - 14, 5), fill=ground_colour)]
    for x in range(5):
        for y in range(7):
            found.append(Shape(diamond(18 + 16 * x, 22 + 16 * y, 6), stroke=lines, width=2))
    return found


def joker(colour: str) -> list[Shape]:
    """A joker: stars."""
    stars = filled(shapes.JOKER, colour, 50, 70, 27)
    stars += filled(shapes.JOKER, GOLD, 50, 70, 12)
    for turned in (False, True):
        side = -1 if turned else 1
        x, y = (WIDTH, HEIGHT) if turned else (0, 0)
        stars += filled(shapes.JOKER, colour, x + side * 15, y + side * 19, 11, turned)
    return stars
