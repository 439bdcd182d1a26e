"""``cardzoo check``."""

import re
import sys
from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.table import Table

from cardzoo.commands.terminal import GameName, Json, console, print_json, progress_on_stderr

if TYPE_CHECKING:
    from cardzoo.testing.run import Choice, Result


def check(
    game: GameName,
    *,
    checks: Annotated[
        list[str] | None,
        Parameter(name="--check", negative="", help="Name of a check to run; may be repeated; by default all checks."),
    ] = None,
    setting: Annotated[str, Parameter(help="Setting to check, named as in the results; by default all settings.")] = "",
    mode: Annotated[
        list[str] | None,
        Parameter(negative="", help="Mode: interpreted, bounds or compiled; may be repeated; by default all modes."),
    ] = None,
    json: Json = False,
) -> None:
    """Check that a game keeps its contract: interpreted, with bounds checks and compiled. Status 1 if not."""
    from cardzoo.envs import find_game
    from cardzoo.envs.engine.fields import must_be_one_of
    from cardzoo.testing.run import MODES, NAMES, Choice, setting_names

    for name in checks or ():
        if name not in NAMES:
            raise ValueError(f"--check must be a name of a check, got {name!r:.60}; {_nearest(name, NAMES)}")
    for name in mode or ():
        if name not in MODES:
            raise ValueError(must_be_one_of("--mode", MODES, name))
    if find_spec("PIL") is None:
        raise ValueError("checks of pictures need Pillow; install it by: pip install 'cardzoo[play]'")
    known = setting_names(find_game(game))
    if setting and setting not in known:
        raise ValueError(must_be_one_of("--setting", known, setting))
    choice = Choice(game, tuple(checks or ()), setting, tuple(mode or MODES))
    results = _run(choice)
    if not results:
        raise ValueError(
            f"--check must name a check that runs with {setting or 'a setting'} in this mode; leave it out"
        )
    if json:
        print_json([result.as_dict() for result in results])
    else:
        console.print(_table(choice, results))
        _print_problems(choice, results)
    if any(result.problem for result in results):
        sys.exit(1)


def _nearest(word: str, known: Sequence[str]) -> str:
    """End of an error message: the nearest known names, of which there are too many to show all."""
    near = get_close_matches(word, known, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"the nearest are {', '.join(get_close_matches(word, known, n=3, cutoff=0))}"


def _run(choice: "Choice") -> list["Result"]:
    """Run all checks and show the progress, to which each mode contributes an equal share."""
    from cardzoo.testing.run import Start, run_checks
    from cardzoo.training.evaluation.progress import Pace

    results: list[Result] = []
    total, done, before, pace = 1, 0, 0, Pace("check")
    with progress_on_stderr() as progress:
        for event in run_checks(choice):
            if isinstance(event, Start):
                total, done, before, pace = event.total, 0, choice.modes.index(event.mode), Pace("check")
                continue
            results.append(event)
            done += 1
            failed = sum(bool(result.problem) for result in results)
            speed = [words] if (words := pace.words(done)) else []
            share = (before + min(done / max(total, 1), 1)) / len(
                choice.modes
            )  # a mode that breaks off has one result more
            progress.tell(share, f"{event.mode}  {', '.join([*speed, f'{failed} failed'])}")
    return results


def _table(choice: "Choice", results: list["Result"]) -> Table:
    """Table of the numbers of checks made and failed, by topic and mode."""
    from cardzoo.envs import find_game
    from cardzoo.testing import CHECKS
    from cardzoo.testing.run import ENDED, SAME

    topics = {check.name: check.topic.replace("_", " ") for check in CHECKS} | {SAME: "modes", ENDED: "modes"}
    made = Counter((topics[result.check], result.mode) for result in results)
    failed = Counter((topics[result.check], result.mode) for result in results if result.problem)
    table = Table("checks", title=f"{find_game(choice.game).title}: checks, each with each setting")
    for mode in choice.modes:
        table.add_column(mode, justify="right")
    for topic in dict.fromkeys(topics[result.check] for result in results):
        cells = []
        for mode in choice.modes:
            total, wrong = made[topic, mode], failed[topic, mode]
            cells.append(f"[red]{wrong} of {total} failed[/]" if wrong else f"[green]{total}[/]" if total else "")
        table.add_row(topic, *cells)
    return table


def _print_problems(choice: "Choice", results: list["Result"]) -> None:
    """Print the first problem of each check or line of the rules, with the command that reproduces it."""
    found: dict[str, list[Result]] = {}
    for result in results:
        if result.problem:
            line = re.search(r"\S+:\d+(?=: in )", result.problem)
            found.setdefault(line[0] if line else result.check, []).append(result)
    for place, (first, *others) in found.items():
        same = "of this check" if place == first.check else "at this line"
        more = f" ({len(others)} more {same})" if others else ""
        console.print(f"[red]{first.mode}:[/] ", end="")
        console.print(f"{first.problem}{more}", markup=False, highlight=False, soft_wrap=True)
        console.print(f"    {choice.command(first)}", markup=False, highlight=False, soft_wrap=True)
