"""``cardzoo submit``."""

import json as json_text
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table

from cardzoo.commands.terminal import Json, Key, console, print_json, print_key, progress_on_stderr
from cardzoo.training.evaluation.limits import GAMES, TIME_LIMIT

if TYPE_CHECKING:
    from cardzoo.training.evaluation.leaderboard.submission import Verdict

RESULT = ".json"  # ending of a benchmark's result
LATER = "[yellow]not yet[/]"  # passed, but there is more to do before it can be sent
WORDS = {True: "[green]yes[/]", False: "[red]no[/]"}


def submit(
    agent: Annotated[
        str,
        Parameter(
            help="Folder of a model, exported file, name of an installed agent, or module:Class; with --check also the "
            "JSON file of a benchmark's result."
        ),
    ],
    *,
    check: Annotated[bool, Parameter(help="Check the agent without writing anything.", negative="")] = False,
    game: Annotated[str | None, Parameter(help="Name of its game, such as getaway; not needed for a model.")] = None,
    players: Annotated[str, Parameter(help="Numbers of players that it supports, such as 3,4; by default all.")] = "",
    games: Annotated[
        int, Parameter(help="Minimum number of games with each number of players; each is played twice.")
    ] = GAMES,
    time_limit: Annotated[float, Parameter(help="Time limit, in seconds a decision.")] = TIME_LIMIT,
    seed: Annotated[int, Parameter(help="Random seed of the deals.")] = 0,
    key: Key = None,
    out: Annotated[Path, Parameter(help="File to which the agent's line is added.")] = Path("entrants.jsonl"),
    json: Json = False,
) -> None:
    """Check an agent for the leaderboards, and write the line to send. Status 1 if a check fails."""
    if agent.endswith(RESULT):
        _check_result(Path(agent), check, time_limit, json)
        return
    from cardzoo.envs import find_game
    from cardzoo.training.evaluation.leaderboard.submission import check_submission

    found = find_game(game) if game else None
    with progress_on_stderr() as progress:
        verdict = check_submission(
            agent,
            found,
            _numbers(players),
            games,
            time_limit,
            seed,
            lambda done, news: progress.tell(done, news, is_due=False),
            key,
        )
    if json:
        print_json([verdict.as_dict()])
    else:
        console.print(_table(verdict))
        console.print(_ending(verdict), highlight=False, soft_wrap=True, markup=False)
        print_key(verdict.key)
    if not verdict.accepted:
        sys.exit(1)
    if not check:
        if not verdict.source:
            raise ValueError(f"{agent} is a module of this folder, which others do not have; make it a package")
        _add(out, verdict)
        print(f"cardzoo: added to {out}", file=sys.stderr)


def _check_result(file: Path, check: bool, time_limit: float, json: bool) -> None:
    """Check a benchmark's result, and print the verdict in one line; exit with status 1 if it has a problem."""
    from cardzoo.training.evaluation.benchmark.submission import check_result

    if not check:
        raise ValueError(f"{file} must be checked by --check, got no --check; then send the file itself")
    with progress_on_stderr() as progress:
        result, problems = check_result(file, time_limit=time_limit, report=progress.tell)
    if json:
        print_json([{"file": str(file), "accepted": not problems, "problems": problems}])
    elif result is None or problems:
        more = f" (and {len(problems) - 1:,} more)" * (len(problems) > 1)
        console.print(f"not accepted yet: {problems[0]}{more}", highlight=False, soft_wrap=True, markup=False)
    else:
        score = f"{result.agent} has IQM {result.summary()['iqm']:.1f} on {result.suite}"
        console.print(f"accepted: {score}, and its replayed deals agree", highlight=False, soft_wrap=True, markup=False)
    if problems:
        sys.exit(1)


def _numbers(words: str) -> list[int]:
    try:
        return [int(word) for word in words.split(",") if word]
    except ValueError:
        raise ValueError(f"players must be numbers separated by commas, such as 3,4; got {words!r}") from None


def _table(verdict: "Verdict") -> Table:
    table = Table("check", "passed", "found", "what to do", title=f"{escape(verdict.agent)} in {verdict.game or '?'}")
    for check in verdict.checks:
        passed = LATER if check.passed and check.todo else WORDS[check.passed]
        table.add_row(check.name, passed, escape(check.told), escape(check.todo))
    return table


def _ending(verdict: "Verdict") -> str:
    if verdict.accepted:
        return "It would be accepted." if verdict.source else "It would be accepted once it comes from a package."
    failed = [check.name for check in verdict.checks if not check.passed]
    return f"It would not be accepted yet: {', '.join(failed)}."


def _add(file: Path, verdict: "Verdict") -> None:
    """Write the agent's line into a file, replacing an older line of the same agent."""
    from cardzoo.envs.files.lines import read_lines
    from cardzoo.envs.files.whole import write_file

    def key(line: dict[str, Any]) -> tuple[Any, Any]:
        return line.get("game"), line.get("agent")

    try:
        lines = [json_text.loads(line) for line in (read_lines(file) if file.exists() else ())]
        kept = [line for line in lines if key(line) != key(verdict.as_dict())]
        text = "".join(json_text.dumps(line, ensure_ascii=False) + "\n" for line in [*kept, verdict.as_dict()])
        file.parent.mkdir(parents=True, exist_ok=True)
        write_file(file, text.encode())
    except OSError as problem:
        raise ValueError(f"{file} cannot be written: {problem.strerror}; choose another --out") from None
    except (AttributeError, json_text.JSONDecodeError):
        raise ValueError(f"{file} does not hold lines of agents; choose another --out") from None
