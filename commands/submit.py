"""``cardzoo submit``."""

import json as json_text
import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table

from cardzoo.commands.terminal import Json, Key, console, print_json, print_key, progress_on_stderr
from cardzoo.envs import find_game
from cardzoo.envs.files.lines import read_lines
from cardzoo.envs.files.whole import write_file
from cardzoo.training.evaluation.arena.contest import TIME_LIMIT
from cardzoo.training.evaluation.leaderboard.submission import GAMES, Verdict, check_submission

WORDS = {True: "[green]yes[/]", False: "[red]no[/]"}


def submit(
    agent: Annotated[
        str, Parameter(help="A model's folder, an exported file, an installed agent's name, or module:Class.")
    ],
    *,
    check: Annotated[bool, Parameter(help="Only check it; nothing is written.", negative="")] = False,
    game: Annotated[str | None, Parameter(help="Its game, such as getaway; a model's card tells it.")] = None,
    players: Annotated[
        str, Parameter(help="Numbers of players with which it plays, such as 3,4; by default all.")
    ] = "",
    games: Annotated[int, Parameter(help="Least number of games with each number of players; played twice.")] = GAMES,
    time_limit: Annotated[float, Parameter(help="Seconds a decision.")] = TIME_LIMIT,
    seed: Annotated[int, Parameter(help="Of the deals.")] = 0,
    key: Key = None,
    out: Annotated[Path, Parameter(help="The file to which its line is added.")] = Path("entrants.jsonl"),
    json: Json = False,
) -> None:
    """Check whether an agent can stand on the leaderboards, and write the line to be sent. Status 1 if it cannot."""
    found = find_game(game) if game else None
    with progress_on_stderr() as progress:
        verdict = check_submission(
            agent,
            found,
            _numbers(players),
            games,
            time_limit,
            seed,
            lambda done, what: progress.tell(done, what, is_due=False),
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
            raise ValueError(f"{agent} is a module of this folder, which others do not have; make a package of it")
        _add(out, verdict)
        print(f"cardzoo: added to {out}", file=sys.stderr)


def _numbers(words: str) -> list[int]:
    try:
        return [int(word) for word in words.split(",") if word]
    except ValueError:
        raise ValueError(
            f"players: {words!r} is not allowed; numbers with commas between them are, as in 3,4"
        ) from None


def _table(verdict: Verdict) -> Table:
    table = Table("check", "passed", "found", "what to do", title=f"{escape(verdict.agent)} in {verdict.game or '?'}")
    for check in verdict.checks:
        table.add_row(check.name, WORDS[check.passed], escape(check.told), escape(check.todo))
    return table


def _ending(verdict: Verdict) -> str:
    if verdict.accepted:
        return "It would be accepted." if verdict.source else "It would be accepted once it comes from a package."
    failed = [check.name for check in verdict.checks if not check.passed]
    return f"It would not be accepted yet: {', '.join(failed)}."


def _add(file: Path, verdict: Verdict) -> None:
    """Put the agent's line into a file, in the place of an older one about it."""

    def key(told: dict[str, Any]) -> tuple[Any, Any]:
        return told.get("game"), told.get("agent")

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
