"""``cardzoo bench``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.table import Table

from cardzoo.commands.terminal import Json, all_games, console, print_json, progress_on_stderr
from cardzoo.envs import find_game

if TYPE_CHECKING:
    from cardzoo.training.evaluation.bench import Measurement

YARDSTICK, BATCH = find_game("getaway").id, 1  # what others are compared with: its batch on one thread


def bench(
    *names: Annotated[str, Parameter(help="Games, or module:GAME; by default all.")],
    seconds: Annotated[float, Parameter(help="Seconds of each measurement.")] = 1.0,
    repeats: Annotated[int, Parameter(help="Measurements of each figure; the median is shown.")] = 3,
    json: Json = False,
) -> None:
    """Measure steps per second on this machine: a row a game, and how it compares with Getaway."""
    from cardzoo.training.evaluation.bench import measure

    ids = [find_game(name).id for name in names] or [game.id for game in all_games()]
    figures = {}
    with progress_on_stderr() as progress:
        for number, id in enumerate(ids):
            progress.tell(number / len(ids), id)
            figures[id] = measure(id, seconds, repeats)
    if json:
        print_json([row.as_dict() for rows in figures.values() for row in rows])
    else:
        console.print(_table(list(figures.values())))


def _table(figures: Sequence[Sequence["Measurement"]]) -> Table:
    """A row a game: the median of each way of playing, and how a batch compares with Getaway's if that is measured."""
    spread = max((row.most - row.least) / row.median for rows in figures for row in rows)
    table = Table(
        title="random play with observation and mask, steps per second",
        caption=f"medians; repeats differ by up to {spread:.0%}; what has one thread is timed by its CPU time",
    )
    table.add_column("game", no_wrap=True)
    for row in figures[0]:
        table.add_column(row.what.replace(", ", ",\n"), justify="right", no_wrap=True)
    yardstick = next((rows[BATCH].median for rows in figures if rows[0].game == YARDSTICK), None)
    if yardstick:
        table.add_column("of\nGetaway's", justify="right")
    for rows in figures:
        cells = [f"{row.median:,.0f}" for row in rows]
        table.add_row(rows[0].game, *cells, f"{rows[BATCH].median / yardstick:.2f}" if yardstick else None)
    return table
