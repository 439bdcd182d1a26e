"""What commands share: the terminal, words that they take, ways to show results."""

import json
import sys
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from cardzoo.envs.engine import Game
from cardzoo.envs.registry import find_game, usable_games
from cardzoo.training.arena.games import FIRST_IN_WORDS
from cardzoo.training.arena.tables import COLOURS
from cardzoo.training.intervals import Estimate
from cardzoo.training.progress import RunProgress

console = Console()
INTERRUPTED = 130  # the exit status of a program that Ctrl-C has stopped

Json = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON instead of a table.")]
GameName = Annotated[str, Parameter(help="A game, such as getaway or getaway-v0; or module:GAME for one of your own.")]
Guests = Annotated[
    list[str] | None,
    Parameter(name="--game", negative="", help="A game that is not installed, as module:GAME; may be repeated."),
]
Settings = Annotated[list[str] | None, Parameter(help="An option of the game, such as takers=anyone.", negative="")]


def meet(names: Sequence[str] | None) -> None:
    """Make games known that are not installed.

    Raises:
        ValueError: if there is no such game.
    """
    for name in names or ():
        find_game(name)


def all_games() -> list[Game]:
    """All games that can be had; those that cannot are told on stderr."""
    games, problems = usable_games()
    for problem in problems:
        print(f"cardzoo: {problem}", file=sys.stderr)
    return games


def parse_options(settings: Sequence[str], game: Game) -> dict[str, Any]:
    """The options of ``--set option=value``.

    Raises:
        ValueError: for words without a value, or an option that the game does not have.
    """
    from cardzoo.training.settings import parse_setting

    options = dict(map(parse_setting, settings))
    for name in options:
        try:
            game.options.field(name)
        except ValueError as problem:
            raise ValueError(f"{game.name}: option {problem}") from None
    return options


def progress_on_stderr(done: float = 0.0) -> RunProgress:
    """How far a command is, beside what it prints; a share of it may be done already."""
    return RunProgress(Console(stderr=True), done)


def print_comparisons(rows: list[dict[str, Any]], title: str) -> None:
    """Show `cardzoo.training.evaluate.Comparison`s as a table."""
    headings = ("against", "deals", "advantage", "95 % interval", "came first", "mean score")
    table = Table(*headings, title=title, caption=FIRST_IN_WORDS)
    for row in rows:
        advantage = Estimate(row["advantage"], row["low"], row["high"])
        table.add_row(
            row["opponent"],
            f"{row['deals']:,}",
            f"[{COLOURS[advantage.sign]}]{advantage.value:+.3f}[/]",
            f"{advantage.low:+.3f} to {advantage.high:+.3f}",
            f"{row['first']:.1%}",
            f"{row['score']:.2f}",
        )
    console.print(table)


def print_json(rows: list[dict[str, Any]]) -> None:
    """Print a line a row."""
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))
