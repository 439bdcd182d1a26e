"""Rendering of environments: a seat's view as text or as pixels."""

import os
import sys
from importlib.util import find_spec
from typing import Any

import numpy as np

from cardzoo.envs.engine import Game, Table
from cardzoo.envs.engine.fields import must_be_one_of
from cardzoo.envs.printing import printable

RENDER_MODES = ("ansi", "human", "rgb_array")


def check_render_mode(game: Game, mode: Any) -> None:
    """Check a render mode, and Pillow for pictures.

    Raises:
        ValueError: if there is no such mode.
        ImportError: if the mode needs a library that is not installed.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(must_be_one_of(f"{game.name}: render_mode", RENDER_MODES, mode))
    if mode == "rgb_array" and find_spec("PIL") is None:
        raise ImportError("render_mode='rgb_array' needs Pillow; install it by: pip install 'cardzoo[play]'")


def render(table: Table, player: int, mode: str | None) -> str | np.ndarray | None:
    """Picture of a table as a seat sees it, with its legal actions if it is its turn.

    Args:
        table: the table.
        player: the seat.
        mode: ``"ansi"`` returns a text of at most 80 columns, with colours on a terminal unless NO_COLOR is set;
            ``"human"`` prints it; ``"rgb_array"`` returns uint8 (720, 960, 3), the table as people see it in the
            browser; None does nothing.
    """
    if mode is None:
        return None
    from cardzoo.envs.scene import table_scene

    if mode == "rgb_array":
        from cardzoo.envs.drawing.pixels import scene_pixels

        return scene_pixels(table_scene(table, player, for_people=True))
    from cardzoo.envs.drawing.ansi import draw_ansi

    text = draw_ansi(table_scene(table, player), colours=sys.stdout.isatty() and "NO_COLOR" not in os.environ)
    if mode == "ansi":
        return text
    print(printable(text, sys.stdout))
    return None
