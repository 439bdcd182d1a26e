"""Templates of pages: HTML for people, made by Jinja2, which escapes every text."""

from collections.abc import Mapping
from functools import cache
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardzoo.envs.extras import check_extra

if TYPE_CHECKING:
    from jinja2 import Environment

MINUS = "\N{MINUS SIGN}"


def render(template: str, pictures: Mapping[str, str], **values: Any) -> str:
    """Render a template of this folder.

    Args:
        template: name of its file.
        pictures: pictures by name, as SVG; only they are inserted as they are.
        **values: the other values by name.

    Raises:
        ValueError: if Jinja2 is not installed.
    """
    check_extra("arena", "jinja2")
    from markupsafe import Markup

    drawn = {name: Markup(picture) for name, picture in pictures.items()}
    return _environment().get_template(template).render(values, pictures=drawn)


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(signed=_signed, share=_share, heat=_heat, number=_number)
    return environment


def _signed(figure: float, digits: int = 3) -> str:
    """A figure with its sign."""
    return "" if isnan(figure) else f"{figure:+.{digits}f}".replace("-", MINUS)


def _number(figure: float, digits: int = 0) -> str:
    return f"{figure:,.{digits}f}".replace("-", MINUS)


def _share(figure: float) -> str:
    return f"{figure:.1%}"


def _heat(figure: float, largest: float) -> str:
    """The background of a cell: blue above 0, orange below, stronger for larger figures."""
    strength = 0 if isnan(figure) else min(abs(figure) / largest, 1)
    colour = "58, 134, 200" if figure > 0 else "217, 115, 26"
    return f"background: rgba({colour}, {0.55 * strength:.2f})"
