"""A game as a film: a picture after each action, written as GIF by Pillow or as MP4 by PyAV."""

import io
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice

from PIL import Image

from cardzoo.envs.drawing.blocks import PICTURE_HEIGHT, PICTURE_WIDTH
from cardzoo.envs.drawing.letters import TEXT
from cardzoo.envs.drawing.pixels import scene_picture
from cardzoo.envs.replay import Replay
from cardzoo.envs.scene import table_scene

MOST_PICTURES = 500
COLOURS = 64  # of a GIF; with more its files grow, with fewer the edges of cards are rough
LAST = 4  # how much longer the last picture stays than the others
NARROWEST = 8 * TEXT


def film(
    replay: Replay, seat: int | None = None, width: int = PICTURE_WIDTH, first: int = 0, last: int | None = None
) -> Iterator[Image.Image]:
    """The pictures of a replay.

    Args:
        replay: the game.
        seat: whose view it is; None for that of whoever is to move.
        width: of the pictures, in pixels; they are three quarters as high.
        first: the position that the film begins with, 0 being the one before any action.
        last: the position that it ends with; None for the end of the game.

    Raises:
        ValueError: if there is no such seat, no such position or no such width, or if the film gets too long.
    """
    last = len(replay.actions) if last is None else last
    if seat is not None and not 0 <= seat < replay.num_players:
        raise ValueError(f"seat {seat}: a number from 0 to {replay.num_players - 1} is expected")
    if not NARROWEST <= width <= PICTURE_WIDTH or width % 8:
        raise ValueError(f"width {width}: a multiple of 8 from {NARROWEST} to {PICTURE_WIDTH} is expected")
    if not 0 <= first <= last <= len(replay.actions):
        raise ValueError(f"positions {first} to {last}: the game has those from 0 to {len(replay.actions)}")
    if last - first >= MOST_PICTURES:
        raise ValueError(
            f"{last - first + 1:,} positions: a film has at most {MOST_PICTURES}; name the first and the last to show"
        )
    size = (width, width * PICTURE_HEIGHT // PICTURE_WIDTH)
    return (
        scene_picture(table_scene(table, table.player if seat is None else seat, replay.names, for_people=True)).resize(
            size, Image.Resampling.LANCZOS
        )
        for table in islice(replay.tables(), first, last + 1)
    )


def gif(pictures: Iterable[Image.Image], seconds: float) -> bytes:
    """A GIF that begins again at its end.

    Args:
        pictures: of the same size.
        seconds: how long each is shown.
    """
    shown = list(pictures)
    both = Image.new("RGB", (shown[0].width, 2 * shown[0].height))  # the same colours for all, so that little changes
    both.paste(shown[0])
    both.paste(shown[len(shown) // 2], (0, shown[0].height))
    palette = both.quantize(COLOURS)
    first, *others = (picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in shown)
    times = [round(1000 * seconds)] * len(shown)
    times[-1] *= LAST
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    return file.getvalue()


def mp4(pictures: Iterable[Image.Image], seconds: float) -> bytes:
    """An MP4 in H.264, which browsers play; see `gif`."""
    import av

    shown = list(pictures)
    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=Fraction(1 / seconds).limit_denominator(1000))
        stream.width, stream.height, stream.pix_fmt = *shown[0].size, "yuv420p"
        for picture in shown + shown[-1:] * (LAST - 1):
            container.mux(stream.encode(av.VideoFrame.from_image(picture)))
        container.mux(stream.encode())
    return file.getvalue()
