"""A film of each game for its page on the site: the beginning of a hand of novices, from one seat, as GIF.

Run as ``python -m docs.films FOLDER``; `make site` does so. Films are large, and their bytes depend on Pillow's
version, so they are not kept with the pages.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from cardzoo.envs import IDS, Game, find_game
from cardzoo.envs.drawing.blocks import PICTURE_HEIGHT, PICTURE_WIDTH
from cardzoo.envs.drawing.film import gif
from cardzoo.envs.drawing.pixels import scene_picture
from cardzoo.envs.scene import table_scene
from docs.pictures import hand

SEAT = 0
LONGEST = 24  # positions
WIDTH = 400
SECONDS = 1.2  # for each position


def pictures(game: Game) -> Iterator[Image.Image]:
    """The seat's pictures, position by position."""
    table, positions = hand(game)
    for position in positions[:LONGEST]:
        table.restore(position)
        picture = scene_picture(table_scene(table, SEAT, for_people=True))
        yield picture.resize((WIDTH, WIDTH * PICTURE_HEIGHT // PICTURE_WIDTH), Image.Resampling.LANCZOS)


def main(folder: Path) -> None:
    """Write the films of all games."""
    folder.mkdir(parents=True, exist_ok=True)
    for id in IDS:
        game = find_game(id)
        (folder / f"{game.name}.gif").write_bytes(gif(pictures(game), SECONDS))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
