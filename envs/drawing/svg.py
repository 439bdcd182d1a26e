"""Cards as SVG, for pages on the web."""

from collections.abc import Iterable
from functools import cache

from cardzoo.envs.drawing.cards import HEIGHT, WIDTH, card_shapes
from cardzoo.envs.drawing.shapes import Path, Shape


@cache
def card_svg(card: int) -> str:
    """A card as an SVG picture of its own, 100 wide and 140 high, without a font.

    Args:
        card: a card code, or ``BACK``, ``EMPTY`` or a rank alone, as in scenes (`cardzoo.envs.scene`).
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" stroke-linecap="round" '
        f'stroke-linejoin="round">{shapes_svg(card_shapes(card))}</svg>'
    )


def shapes_svg(shapes: Iterable[Shape]) -> str:
    """Shapes as SVG's paths, the first one below the others."""
    parts = []
    for shape in shapes:
        stroke = f' stroke="{shape.stroke}" stroke-width="{shape.width:g}"' if shape.stroke else ""
        parts.append(f'<path d="{path_data(shape.path)}" fill="{shape.fill or "none"}"{stroke}/>')
    return "".join(parts)


def path_data(path: Path) -> str:
    """A path as SVG path data."""
    parts = [f"M{numbers(path.start)}"]
    parts += [("L" if len(part) == 2 else "C") + numbers(part) for part in path.parts]
    return "".join(parts) + ("Z" if path.closed else "")


def numbers(values: tuple[float, ...]) -> str:
    """Numbers with at most two decimals."""
    return " ".join(f"{round(value, 2):g}" for value in values)
