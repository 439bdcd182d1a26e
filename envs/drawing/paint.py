"""Single cards and words in pixels, by Pillow."""

import math
from collections.abc import Iterable
from functools import cache, lru_cache

from PIL import Image, ImageColor, ImageDraw, ImageFont

from cardzoo.envs.drawing.cards import card_shapes
from cardzoo.envs.drawing.geometry import card_height
from cardzoo.envs.drawing.letters import LINE, TEXT, piece_width, pieces
from cardzoo.envs.drawing.shapes import SUITS, WIDTH, Shape
from cardzoo.envs.engine import FRENCH, Pack
from cardzoo.envs.engine.cards import SUIT_WORDS
from cardzoo.envs.scene import EMPTY

MOST_KEPT = 3000  # pictures of cards, of some 20 kB each, and of texts
LARGE = 300  # width in pixels of a card that is scaled down to others
FINE = 4  # signs are drawn larger by this factor, then reduced, for smooth edges
LIGHT_SUITS = ("#8fd6a8", "#ffb066", "#ff9aa8", "#d4dcf2")  # suits in a text on the dark table


@lru_cache(MOST_KEPT)
def card_picture(card: int, width: int, turned: int = 0, pack: Pack = FRENCH) -> Image.Image:
    """The picture of a card, with transparent corners.

    Args:
        card: its code, as in scenes.
        width: width in pixels.
        turned: rotation in degrees to the right; the picture is the rectangle around the card.
        pack: the pack of the card.
    """
    flat = card_picture(card, width, pack=pack) if turned else smaller(large_picture(card, pack), width)
    return rotated(flat, turned) if turned else flat


@lru_cache(MOST_KEPT)
def edge_picture(width: int, colour: str, turned: int = 0) -> Image.Image:
    """The edge around a card, as large as the card's picture."""
    if turned:
        return rotated(edge_picture(width, colour), turned)
    edge = Shape(card_shapes(EMPTY)[0].path, stroke=colour, width=max(4, 300 / width))
    return smaller(drawn([edge], FINE * width), width)


def rotated(picture: Image.Image, turned: int) -> Image.Image:
    """A picture turned to the right, as large as the rectangle around it."""
    return picture.rotate(-turned, Image.Resampling.BILINEAR, expand=True)


@cache
def large_picture(card: int, pack: Pack) -> Image.Image:
    """The large picture of a card, from which all sizes are made."""
    return drawn(card_shapes(card, pack), LARGE)


def drawn(shapes: Iterable[Shape], width: int) -> Image.Image:
    """Shapes at a card's width in pixels, with rough edges and premultiplied colours."""
    picture = Image.new("RGBA", (width, card_height(width)))
    pen = ImageDraw.Draw(picture)
    for shape in shapes:
        draw_shape(pen, shape, width / WIDTH)
    return picture.convert("RGBa")


def smaller(picture: Image.Image, width: int) -> Image.Image:
    """A card scaled down, with smooth edges.

    Pillow first averages blocks of pixels as large as possible, which halves the time.
    """
    small = picture.resize((width, card_height(width)), Image.Resampling.LANCZOS, reducing_gap=1.01)
    return small.convert("RGBA")


def draw_shape(pen: ImageDraw.ImageDraw, shape: Shape, scale: float) -> None:
    """Draw a scaled shape."""
    points = [(scale * x, scale * y) for x, y in shape.path.points()]
    if shape.fill:
        pen.polygon(points, fill=shape.fill)
    if shape.stroke:
        width = max(1, round(scale * shape.width))
        if shape.path.closed:
            points.append(points[0])
        pen.line(points, fill=shape.stroke, width=width, joint="curve")
        for x, y in (points[0], points[-1]):  # round ends
            pen.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=shape.stroke)


@cache
def font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own font."""
    return ImageFont.load_default(TEXT)


@cache
def sign_picture(suit: int) -> Image.Image:
    """A suit's sign as high as letters; fonts often lack it."""
    picture = Image.new("RGBA", (FINE * TEXT, FINE * TEXT))
    pen = ImageDraw.Draw(picture)
    for path in SUITS[suit]:
        draw_shape(pen, Shape(path.placed(FINE * TEXT / 2, FINE * TEXT / 2, FINE * TEXT * 0.42), LIGHT_SUITS[suit]), 1)
    return picture.resize((TEXT, TEXT), Image.Resampling.LANCZOS)


@lru_cache(MOST_KEPT)
def text_picture(words: str, colour: str) -> Image.Image:
    """A text with signs of suits in it, on a transparent ground."""
    width = sum(map(piece_width, pieces(words)))
    picture = Image.new("RGBA", (math.ceil(width) + TEXT, LINE), (*ImageColor.getrgb(colour)[:3], 0))
    pen, x = ImageDraw.Draw(picture), 0.0
    for piece in pieces(words):
        if piece in SUIT_WORDS:
            picture.alpha_composite(sign_picture(SUIT_WORDS.index(piece)), (round(x), 2))
        elif piece != " ":
            pen.text((x, 0), piece, fill=colour, font=font())
        x += piece_width(piece)
    return picture
