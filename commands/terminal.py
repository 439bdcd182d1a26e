"""Shared parts of the commands: the console, common parameters, and tables of results."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.segment import Segment
from rich.table import Table
from typing_extensions import override

if TYPE_CHECKING:
    from cardzoo.envs.engine import Game
    from cardzoo.envs.engine.units import Unit
    from cardzoo.training.evaluation.progress import RunProgress


class Terminal(Console):
    """A console that makes all text `printable` and keeps its own colours and bars."""

    @override
    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yields segments of text and style, without control characters in the text."""
        from cardzoo.envs.printable import printable

        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))


console = Terminal()

Json = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON instead of a table.")]
GameName = Annotated[
    str, Parameter(help="Name of the game, such as getaway or getaway-v0; or module:GAME for one of your own.")
]
MoreGames = Annotated[
    list[str] | None,
    Parameter(name="--game", negative="", help="Game that is not installed, as module:GAME; may be repeated."),
]
Key = Annotated[
    str | None,
    Parameter(help="Key of a recorded result with isolated agents, to repeat its games; random by default."),
]
Settings = Annotated[
    list[str] | None, Parameter(help="Option of the game, such as takers=anyone; may be repeated.", negative="")
]


def print_problem(problem: object) -> None:
    """Print a problem on stderr, in a line that begins with the program's name."""
    from cardzoo.envs.printable import printable

    print(f"cardzoo: {printable(str(problem))}", file=sys.stderr)


def import_games(names: Sequence[str] | None) -> None:
    """Import games that are not installed, so that their names are known.

    Raises:
        ValueError: if there is no such game.
    """
    from cardzoo.envs import find_game

    for name in names or ():
        find_game(name)


def all_games() -> list["Game"]:
    """All usable games; reports games that cannot be imported on stderr."""
    from cardzoo.envs.registry import usable_games

    games, problems = usable_games()
    for problem in problems:
        print_problem(problem)
    return games


def parse_options(settings: Sequence[str], game: "Game") -> dict[str, Any]:
    """Options from ``--set option=value``.

    Raises:
        ValueError: for a setting without a value, or an option that the game does not have.
    """
    from cardzoo.envs.files.settings import parse_setting

    options = dict(map(parse_setting, settings))
    for name in options:
        try:
            game.options.field(name)
        except ValueError as problem:
            raise ValueError(f"{game.name}: {problem}") from None
    return options


def titled(game: "Game", options: Mapping[str, Any]) -> str:
    """The game's title, with the options that differ from the defaults."""
    from cardzoo.envs.language.prompts import options_in_words

    words = options_in_words(game, game.blank(**options)["options"][0])
    return f"{game.title}, {words}" if words else game.title


def progress_on_stderr(done: float = 0.0) -> "RunProgress":
    """A progress bar on stderr, which may begin with a share that is done already."""
    from cardzoo.training.evaluation.progress import RunProgress

    return RunProgress(Terminal(stderr=True), done)


def print_comparisons(game: "Game", rows: list[dict[str, Any]], title: str, unit: "Unit") -> None:
    """Show `cardzoo.training.evaluation.duplicate.Comparison`s of a game as a table, with advantages in a unit."""
    from cardzoo.training.evaluation.games import FIRST_IN_WORDS, FULL_IN_WORDS
    from cardzoo.training.evaluation.intervals import Estimate
    from cardzoo.training.evaluation.report.tables import COLOURS

    headings = ("against", "deals", unit.heading("advantage"), "95 % interval", "came first", "mean score")
    caption = FIRST_IN_WORDS
    if game.cooperative:
        headings = ("team of", "deals", "more reward", "95 % interval", "full score", "mean points")
        caption = FULL_IN_WORDS
    table = Table(*headings, title=escape(title), caption=caption)
    for row in rows:
        advantage = Estimate(row["advantage"], row["low"], row["high"]).times(unit.per_reward)
        table.add_row(
            escape(row["opponent"]),
            f"{row['deals']:,}",
            f"[{COLOURS[advantage.sign]}]{advantage.value:{unit.signed}}[/]",
            f"{advantage.low:{unit.signed}} to {advantage.high:{unit.signed}}",
            f"{row['first']:.1%}",
            f"{row['score']:.2f}",
        )
    console.print(table)


def print_key(key: str) -> None:
    """Print the key that repeats the games, if the seed alone does not."""
    if key:
        console.print(f"To repeat these games: --key {key}", highlight=False)


def print_json(rows: list[dict[str, Any]]) -> None:
    """Print each row as a line of JSON."""
    from cardzoo.envs.printable import printable

    for row in rows:
        print(printable(json.dumps(row, ensure_ascii=False)))
