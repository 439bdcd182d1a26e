"""Film of a game: a picture after each action, written as GIF by Pillow or as MP4 by PyAV."""

import io
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice

from PIL import Image, ImageColor

from cardzoo.envs.drawing.blocks import PICTURE_HEIGHT, PICTURE_WIDTH
from cardzoo.envs.drawing.letters import TEXT
from cardzoo.envs.drawing.paint import LIGHT_SUITS
from cardzoo.envs.drawing.pixels import scene_picture
from cardzoo.envs.engine import FRENCH
from cardzoo.envs.replay import Replay
from cardzoo.envs.scene import follow_real_cards, table_scene

MOST_PICTURES = 500
COLOURS = 64  # colours of a GIF; more make larger files, fewer make rough edges
KEPT = (*(suit.colour for suit in FRENCH.suits), *LIGHT_SUITS)  # colours that no GIF mixes with others
LAST = 4  # duration of the last picture, in pictures
NARROWEST = 8 * TEXT


def film(
    replay: Replay, seat: int | None = None, width: int = PICTURE_WIDTH, first: int = 0, last: int | None = None
) -> Iterator[Image.Image]:
    """The pictures of a replay.

    Args:
        replay: the game.
        seat: the seat whose view is shown; None for the seat on turn.
        width: width of the pictures in pixels; the height is three quarters of it.
        first: the first position; 0 is the one before any action.
        last: the last position; None for the end of the game.

    Raises:
        ValueError: if the seat, a position or the width is not allowed, or if the film is too long.
    """
    last = len(replay.actions) if last is None else last
    if seat is not None and not 0 <= seat < replay.num_players:
        raise ValueError(f"seat must be from 0 to {replay.num_players - 1}, got {seat}")
    if not NARROWEST <= width <= PICTURE_WIDTH or width % 8:
        raise ValueError(f"width must be a multiple of 8 from {NARROWEST} to {PICTURE_WIDTH}, got {width}")
    if not 0 <= first <= last <= len(replay.actions):
        raise ValueError(f"positions must be from 0 to {len(replay.actions)}, got {first} to {last}")
    if last - first >= MOST_PICTURES:
        raise ValueError(
            f"positions must be at most {MOST_PICTURES}, got {last - first + 1:,}; name the first and the last to show"
        )
    size = (width, width * PICTURE_HEIGHT // PICTURE_WIDTH)
    positions = follow_real_cards(replay.tables(), replay.actions, replay.seed)
    scenes = (
        table_scene(table, table.player if seat is None else seat, replay.names, for_people=True, cards=cards)
        for table, cards in islice(positions, first, last + 1)
    )
    return (scene_picture(scene).resize(size, Image.Resampling.LANCZOS) for scene in scenes)


def gif(pictures: Iterable[Image.Image], seconds: float) -> bytes:
    """A GIF in an endless loop.

    Args:
        pictures: pictures of the same size.
        seconds: duration of each picture.
    """
    shown = list(pictures)
    both = Image.new("RGB", (shown[0].width, 2 * shown[0].height))  # the same colours for all, for small differences
    both.paste(shown[0])
    both.paste(shown[len(shown) // 2], (0, shown[0].height))
    palette = both.quantize(COLOURS - len(KEPT))
    found = (palette.getpalette() or [])[: 3 * (COLOURS - len(KEPT))]
    palette.putpalette([*found, *(part for colour in KEPT for part in ImageColor.getrgb(colour)[:3])])
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
