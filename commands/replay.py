"""``cardzoo replay``: recorded games."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from cardzoo.commands.terminal import Guests, console, meet
from cardzoo.envs.extras import check_extra

LIBRARIES = {".gif": ("PIL",), ".mp4": ("PIL", "av")}
"""What writes each kind of film."""

MOST_BYTES = 4_000_000  # of a replay: it has at most 100,000 actions

replay = App(name="replay", help="Recorded games.", help_format="plaintext")


@replay.command
def export(
    file: Annotated[Path, Parameter(help="A replay, as the table in the browser and `record` write them.")],
    out: Annotated[Path, Parameter(help="The film to write, .gif or .mp4.")],
    *,
    seat: Annotated[int | None, Parameter(help="Whose view it is; by default that of whoever is to move.")] = None,
    seconds: Annotated[float, Parameter(help="How long each position is shown.")] = 1.0,
    width: Annotated[int, Parameter(help="Of the film, in pixels.")] = 640,
    first: Annotated[int, Parameter(help="The first position to show, 0 being the deal.")] = 0,
    last: Annotated[int | None, Parameter(help="The last one; by default the end of the game.")] = None,
    games: Guests = None,
) -> None:
    """Write a game as a film, a picture after each action."""
    if out.suffix not in LIBRARIES:
        raise ValueError(f"{out}: the name of a film ends in {' or '.join(LIBRARIES)}")
    if not 0.02 <= seconds <= 60:
        raise ValueError(f"--seconds {seconds:g}: a number from 0.02 to 60 is expected")
    check_extra("film", *LIBRARIES[out.suffix])
    from cardzoo.envs.drawing import film
    from cardzoo.envs.files.whole import read_file, write_file
    from cardzoo.envs.replay import Replay

    meet(games)
    try:
        content = read_file(file, MOST_BYTES)
    except OSError as problem:
        raise ValueError(f"{file}: {problem.strerror}") from None
    pictures = film.film(Replay.from_json(content), seat, width, first, last)
    written = film.gif(pictures, seconds) if out.suffix == ".gif" else film.mp4(pictures, seconds)
    try:
        write_file(out, written)
    except OSError as problem:
        raise ValueError(f"{out}: {problem.strerror}") from None
    console.print(f"{out}: {len(written):,} bytes", highlight=False, soft_wrap=True, markup=False)
