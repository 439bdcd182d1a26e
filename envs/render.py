"""What `render` of an environment gives: a seat's view as text or as pixels."""

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
    """Refuse what is no render mode, and pictures without Pillow.

    Raises:
        ValueError: if there is no such mode.
        ImportError: if the mode needs a library that is not there.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(must_be_one_of(f"{game.name}: render_mode", RENDER_MODES, mode))
    if mode == "rgb_array" and find_spec("PIL") is None:
        raise ImportError("render_mode='rgb_array' needs Pillow; install it by: pip install 'cardzoo[play]'")


def render(table: Table, player: int, mode: str | None) -> str | np.ndarray | None:
    """What a seat sees, and what it may do if it is its turn.

    Args:
        table: the table.
        player: the seat that looks.
        mode: ``"ansi"`` gives a text, never wider than 80 columns, with colours if it goes to a terminal that wants
            them; ``"human"`` prints it; ``"rgb_array"`` gives uint8 (720, 960, 3), the table as people see it in the
            browser: all cards, and what players at a table are told; None does nothing.
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
