"""A scene in pixels, by Pillow, laid out by `cardzoo.envs.drawing.geometry`."""

import numpy as np
from PIL import Image, ImageDraw

from cardzoo.envs.drawing.blocks import PICTURE_HEIGHT, PICTURE_WIDTH, Area, Card, Text, Tone
from cardzoo.envs.drawing.geometry import lay_out
from cardzoo.envs.drawing.paint import card_picture, edge_picture, text_picture
from cardzoo.envs.engine import Pack
from cardzoo.envs.scene import Scene


def scene_pixels(scene: Scene) -> np.ndarray:
    """A scene as an array of pixels.

    Returns:
        (720, 960, 3) uint8, rows from the top.
    """
    return np.array(scene_picture(scene))


def scene_picture(scene: Scene) -> Image.Image:
    """A scene as a picture."""
    picture = Image.new("RGB", (PICTURE_WIDTH, PICTURE_HEIGHT), Tone.FELT)
    pen = ImageDraw.Draw(picture)
    for x, y, item in lay_out(scene).items:
        match item:
            case Text():
                words = text_picture(item.words, item.tone)
                picture.paste(words, (round(x), round(y)), words)
            case Card():
                paste_card(picture, x, y, item, scene.pack)
            case Area():
                corners = (x, y, x + item.width - 1, y + item.height - 1)
                pen.rounded_rectangle(corners, item.radius, fill=item.tone, outline=item.edge, width=2)
    return picture


def paste_card(picture: Image.Image, x: float, y: float, card: Card, pack: Pack) -> None:
    """Paste a card at its place; a turned one keeps its centre."""
    drawn = card_picture(card.card, card.width, card.turned, pack)
    flat = card_picture(card.card, card.width, pack=pack)
    at = (round(x - (drawn.width - flat.width) / 2), round(y - (drawn.height - flat.height) / 2))
    picture.paste(drawn, at, drawn)
    if card.marked:
        edge = edge_picture(card.width, Tone.ACCENT, card.turned)
        picture.paste(edge, at, edge)
