"""``cardzoo bench``."""

from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from cardzoo.envs import IDS
from cardzoo.training.commands.terminal import Json, console, print_json


def bench(
    *names: Annotated[str, Parameter(help="Games; by default all.")],
    seconds: Annotated[float, Parameter(help="Seconds of each measurement.")] = 1.0,
    repeats: Annotated[int, Parameter(help="Measurements of each figure; the median is shown.")] = 3,
    json: Json = False,
) -> None:
    """Measure steps per second on this machine."""
    from cardzoo.training.bench import measure

    rows = []
    table = Table("game", "what", "median", "least", "most", "unit", title="random play with observation and mask")
    for name in names or IDS:
        for row in measure(name, seconds, repeats):
            rows.append(row.as_dict())
            figures = [f"{value:,.0f}" for value in (row.median, row.least, row.most)]
            table.add_row(row.game, row.what, *figures, row.unit)
    if json:
        print_json(rows)
    else:
        console.print(table)
