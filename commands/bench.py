"""``cardzoo bench``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.table import Table

from cardzoo.commands.terminal import Json, all_games, console, print_json, progress_on_stderr

if TYPE_CHECKING:
    from cardzoo.training.evaluation.bench import Measurement

BASELINE, BATCH = "getaway", 1  # the game that others are compared with, and the row: batch, one thread


def bench(
    *names: Annotated[str, Parameter(help="Names of games, or module:GAME; by default all games.")],
    seconds: Annotated[float, Parameter(help="Duration of each measurement, in seconds.")] = 1.0,
    repeats: Annotated[int, Parameter(help="Number of measurements of each figure; the table shows the median.")] = 3,
    json: Json = False,
) -> None:
    """Measure steps per second on this machine, one row for each game, compared with Getaway."""
    from cardzoo.envs import find_game
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
    """Table of medians, one row for each game; if Getaway is measured, also the ratio of the batches' speeds."""
    from cardzoo.envs import find_game

    spread = max((row.most - row.least) / row.median for rows in figures for row in rows)
    table = Table(
        title="random play with observation and mask, steps per second",
        caption=f"medians; repeats differ by up to {spread:.0%}; single-threaded rows use CPU time",
    )
    table.add_column("game", no_wrap=True)
    for row in figures[0]:
        table.add_column(row.what.replace(", ", ",\n"), justify="right", no_wrap=True)
    id = find_game(BASELINE).id
    baseline = next((rows[BATCH].median for rows in figures if rows[0].game == id), None)
    if baseline:
        table.add_column("of\nGetaway's", justify="right")
    for rows in figures:
        cells = [f"{row.median:,.0f}" for row in rows]
        table.add_row(rows[0].game, *cells, f"{rows[BATCH].median / baseline:.2f}" if baseline else None)
    return table
