"""``cardzoo replay``: recorded games."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from cardzoo.commands.terminal import MoreGames, console, import_games

LIBRARIES = {".gif": ("PIL",), ".mp4": ("PIL", "av")}
"""Libraries that write each kind of film."""

MOST_BYTES = 4_000_000  # of a replay: it has at most 100,000 actions

replay = App(name="replay", help="Export recorded games.", help_format="plaintext")


@replay.command
def export(
    file: Annotated[Path, Parameter(help="File of a replay, written by the table in the browser or by `record`.")],
    out: Annotated[Path, Parameter(help="Film to write, .gif or .mp4.")],
    *,
    seat: Annotated[int | None, Parameter(help="Seat whose view is shown; by default the seat to move.")] = None,
    seconds: Annotated[float, Parameter(help="Duration of each position, in seconds.")] = 1.0,
    width: Annotated[int, Parameter(help="Width of the film, in pixels.")] = 640,
    first: Annotated[int, Parameter(help="First position to show; 0 is the deal.")] = 0,
    last: Annotated[int | None, Parameter(help="Last position to show; by default the end of the game.")] = None,
    games: MoreGames = None,
) -> None:
    """Write a replay as a film, with a picture after each action."""
    from cardzoo.envs.extras import check_extra

    if out.suffix not in LIBRARIES:
        raise ValueError(f"{out}: the name of a film must end in {' or '.join(LIBRARIES)}")
    if not 0.02 <= seconds <= 60:
        raise ValueError(f"--seconds must be from 0.02 to 60, got {seconds:g}")
    check_extra("film", *LIBRARIES[out.suffix])
    from cardzoo.envs.drawing import film
    from cardzoo.envs.files.whole import read_file, write_file
    from cardzoo.envs.replay import Replay

    import_games(games)
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
