"""Single cards and words in pixels, by Pillow."""

import re
from functools import cache
from unicodedata import normalize

from PIL import Image, ImageDraw, ImageFont

from cardzoo.envs.drawing.cards import HEIGHT, WIDTH, card_shapes
from cardzoo.envs.drawing.shapes import SUITS, Shape
from cardzoo.envs.engine.cards import SUIT_WORDS
from cardzoo.envs.scene import EMPTY

TEXT = 14  # height of letters
BLANK = 4  # width of a space, which the font's own metrics make too narrow
FINE = 4  # cards are drawn so many times larger, then reduced: that smooths their edges
LIGHT_SUITS = ("#8fd6a8", "#ffb066", "#ff9aa8", "#d4dcf2")  # suits in a text on the dark table


def card_height(width: float) -> int:
    """The height of a card of this width."""
    return round(width * HEIGHT / WIDTH)


@cache
def card_picture(card: int, width: int, edge: str | None = None) -> Image.Image:
    """A card so many pixels wide, with transparent corners; with an edge of a colour if that is given."""
    scale = FINE * width / WIDTH
    height = card_height(width)
    picture = Image.new("RGBA", (FINE * width, FINE * height))
    pen = ImageDraw.Draw(picture)
    for shape in card_shapes(card):
        draw_shape(pen, shape, scale)
    if edge:
        draw_shape(pen, Shape(card_shapes(EMPTY)[0].path, stroke=edge, width=max(4, 300 / width)), scale)
    return picture.resize((width, height), Image.Resampling.LANCZOS)


def draw_shape(pen: ImageDraw.ImageDraw, shape: Shape, scale: float) -> None:
    """A shape enlarged."""
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
    """A suit's sign as high as letters; fonts often lack them."""
    picture = Image.new("RGBA", (FINE * TEXT, FINE * TEXT))
    pen = ImageDraw.Draw(picture)
    for path in SUITS[suit]:
        draw_shape(pen, Shape(path.placed(FINE * TEXT / 2, FINE * TEXT / 2, FINE * TEXT * 0.42), LIGHT_SUITS[suit]), 1)
    return picture.resize((TEXT, TEXT), Image.Resampling.LANCZOS)


def pieces(words: str) -> list[str]:
    """A text cut before and after each suit sign and space, with the letters that Pillow's font has."""
    plain = normalize("NFKD", words.replace("×", "x"))
    plain = "".join(letter for letter in plain if letter.isascii() or letter in (*SUIT_WORDS, "·"))
    return [piece for piece in re.split(f"([ {''.join(SUIT_WORDS)}])", plain) if piece]


@cache
def text_width(words: str) -> float:
    """How wide a text is, in pixels."""
    return sum(piece_width(piece) for piece in pieces(words))


def piece_width(piece: str) -> float:
    """How wide a suit sign, a space or a word is, in pixels."""
    if piece == " ":
        return BLANK
    return TEXT if piece in SUIT_WORDS else font().getlength(piece)


def draw_text(picture: Image.Image, x: float, y: float, words: str, colour: str) -> None:
    """A text with signs of suits in it, from its upper left corner."""
    pen = ImageDraw.Draw(picture)
    for piece in pieces(words):
        if piece in SUIT_WORDS:
            sign = sign_picture(SUIT_WORDS.index(piece))
            picture.paste(sign, (round(x), round(y + 2)), sign)
        elif piece != " ":
            pen.text((x, y), piece, fill=colour, font=font())
        x += piece_width(piece)
