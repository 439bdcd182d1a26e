"""Picture of each game for the first page of the table: a position in the middle of a hand, small.

Run as ``python -m docs.tiles [game ...]``; ``table/web/static/games`` holds the pictures.
"""

import argparse
from pathlib import Path

from PIL import Image

from cardzoo.envs import IDS, Game, find_game
from cardzoo.envs.drawing.blocks import PICTURE_WIDTH
from cardzoo.envs.drawing.pixels import scene_picture
from cardzoo.envs.scene import lay_real_cards, table_scene
from docs.pictures import position

FOLDER = Path(__file__).parent.parent / "table/web/static/games"
FELT = (0, 40, PICTURE_WIDTH, 676)  # without the lines of words above and below the cards
SIZE = (288, 190)
QUALITY = 60  # of WebP


def tile(game: Game) -> Image.Image:
    """Small picture of a game: the same position as on its page."""
    table = position(game)
    scene = table_scene(table, table.player, for_people=True, cards=lay_real_cards(table, 0))
    return scene_picture(scene).crop(FELT).resize(SIZE, Image.Resampling.LANCZOS)


def main() -> None:
    """Draw the pictures."""
    parser = argparse.ArgumentParser(description="Draws the games for the first page of the table.")
    parser.add_argument("games", nargs="*", default=IDS, help="names or ids of games; all by default")
    FOLDER.mkdir(exist_ok=True)
    for game in map(find_game, parser.parse_args().games):
        tile(game).save(FOLDER / f"{game.name}.webp", quality=QUALITY)
        print(game.name, flush=True)


if __name__ == "__main__":
    main()
