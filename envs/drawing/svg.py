"""Drawings as SVG, for pages on the web: elements with escaped texts, and cards."""

from collections.abc import Iterable
from functools import cache
from html import escape

from cardzoo.envs.drawing.cards import BLUE, card_shapes
from cardzoo.envs.drawing.shapes import HEIGHT, WIDTH, Path, Shape
from cardzoo.envs.engine import FRENCH, Pack

NAMESPACE = "http://www.w3.org/2000/svg"


def element(name: str, inside: str = "", /, **attributes: object) -> str:
    """An element of SVG.

    Args:
        name: its name.
        inside: the SVG inside it.
        **attributes: its attributes, which are escaped: ``stroke_width`` for ``stroke-width``, ``class_`` for
            ``class``; None leaves one out.
    """
    words = "".join(
        f' {key.strip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{words}>{inside}</{name}>" if inside else f"<{name}{words}/>"


def text_element(words: str, /, **attributes: object) -> str:
    """An element that shows words, which are escaped.

    Args:
        words: the words.
        **attributes: as for `element`.
    """
    return element("text", escape(words), **attributes)


def svg_file(lines: Iterable[str], /, **attributes: object) -> str:
    """The content of a file, from a line for each element.

    Args:
        lines: the elements.
        **attributes: attributes of the whole, as for `element`.
    """
    return element("svg", "\n".join(["", *lines, ""]), xmlns=NAMESPACE, **attributes) + "\n"


@cache
def card_svg(card: int, pack: Pack = FRENCH, colour: str = BLUE) -> str:
    """A card as an SVG picture of its own, 100 wide and 140 high, without a font.

    Args:
        card: a card code, or ``BACK``, ``EMPTY`` or a rank alone, as in scenes (`cardzoo.envs.scene`).
        pack: the pack of the card.
        colour: colour of its back; see `card_shapes`.
    """
    size, shapes = f"0 0 {WIDTH} {HEIGHT}", shapes_svg(card_shapes(card, pack, colour))
    return element("svg", shapes, xmlns=NAMESPACE, viewBox=size, stroke_linecap="round", stroke_linejoin="round")


def shapes_svg(shapes: Iterable[Shape]) -> str:
    """Shapes as SVG's paths, the first one below the others."""
    parts = []
    for shape in shapes:
        width = f"{shape.width:g}" if shape.stroke else None
        fill, stroke = shape.fill or "none", shape.stroke or None
        parts.append(element("path", d=path_data(shape.path), fill=fill, stroke=stroke, stroke_width=width))
    return "".join(parts)


def path_data(path: Path) -> str:
    """A path as SVG path data."""
    parts = [f"M{numbers(path.start)}"]
    parts += [("L" if len(part) == 2 else "C") + numbers(part) for part in path.parts]
    return "".join(parts) + ("Z" if path.closed else "")


def numbers(values: tuple[float, ...]) -> str:
    """Numbers with at most two decimals."""
    return " ".join(f"{round(value, 2):g}" for value in values)
