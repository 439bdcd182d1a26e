"""``cardzoo solve``."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table

from cardzoo.commands.terminal import console, parse_options, print_json, progress_on_stderr


def solve(
    game: Annotated[str, Parameter(help="Name of a patience game, such as yukon.")],
    *,
    deals: Annotated[int, Parameter(help="Number of deals: those of the seeds 0, 1, 2, ...")] = 1000,
    deals_file: Annotated[
        Path | None, Parameter(help='File of decks to solve instead of seeds, one line {"deck": "AS TH ..."} each.')
    ] = None,
    workers: Annotated[int, Parameter(help="Number of worker processes.")] = 1,
    nodes: Annotated[
        int | None, Parameter(help="Limit of positions for each deal; by default one that suits the game.")
    ] = None,
    seconds: Annotated[
        float | None, Parameter(help="Limit of seconds for each deal; results then depend on the machine.")
    ] = None,
    memory: Annotated[int, Parameter(help="Memory limit of each worker's search, in MiB.")] = 512,
    set: Annotated[
        list[str] | None, Parameter(help="Option of the game, such as passes=3; may be repeated.", negative="")
    ] = None,
    out: Annotated[
        Path | None, Parameter(help="File of results; by default runs/solve-GAME.jsonl, or FILE.solved.jsonl.")
    ] = None,
    json: Annotated[
        bool, Parameter(name="--json", negative="", help="Print the result lines instead of a table.")
    ] = False,
) -> None:
    """Solve deals of a patience with all cards known: won (with the moves), lost, or open.

    Results are JSON lines. The same command resumes a stopped run.
    """
    from cardzoo.agents.solver import Budget, SolverError, hints_of
    from cardzoo.envs import find_game
    from cardzoo.envs.deals import solved_file
    from cardzoo.training.evaluation.solve import read_decks, solve_deals, summarise

    found = find_game(game)
    hints_of(found)  # raises for a game without a solver
    if deals < 1:
        raise SolverError(f"deals must be at least 1, got {deals}")
    seeds: list[dict[str, Any]] = [{"seed": seed} for seed in range(deals)]
    todo = seeds if deals_file is None else read_decks(deals_file, found)
    standard = solved_file(found) if deals_file is None else Path(f"{deals_file}.solved.jsonl")
    file, options = out or standard, parse_options(set or (), found)
    lines = _follow(solve_deals(found, todo, options, Budget(nodes, seconds, memory), file, workers), len(todo))
    if json:
        print_json(lines)
    elif lines:
        _print_summary(summarise(found, lines).as_dict(), options)
        console.print(f"results: {file}", highlight=False, soft_wrap=True, markup=False)


def _follow(run: Iterator[list[dict[str, Any]]], deals: int) -> list[dict[str, Any]]:
    """All lines of a run, whose progress is shown; if it is stopped, print how far it came."""
    from cardzoo.training.evaluation.progress import Pace
    from cardzoo.training.evaluation.signals import status_of

    lines: list[dict[str, Any]] = []
    try:
        lines = next(run)
        before, pace = len(lines), Pace("deal")
        with progress_on_stderr(before / max(deals, 1)) as progress:
            for lines in run:
                counts = Counter(line["verdict"] for line in lines)
                summary = ", ".join(f"{counts[verdict]:,} {verdict}" for verdict in ("won", "lost", "open"))
                progress.tell(len(lines) / deals, f"{summary}  {pace.words(len(lines) - before)}".rstrip())
    except KeyboardInterrupt as interrupt:
        message = f"stopped after {len(lines):,} of {deals:,} deals; the same command resumes the run"
        print(f"cardzoo: {message}", file=sys.stderr)
        sys.exit(status_of(interrupt))
    return lines


def _print_summary(row: dict[str, Any], options: dict[str, Any]) -> None:
    named = "".join(f", {name}={value}" for name, value in options.items())
    table = Table(title=escape(f"{row['game']}{named}, all cards known"))
    figures = {
        "deals": f"{row['deals']:,}",
        "won": f"{row['won']:,}",
        "lost": f"{row['lost']:,}",
        "open": f"{row['open']:,}",
        "decided": f"{1 - row['open'] / row['deals']:.1%}",
        "can be won (95 %)": f"{row['low']:.2%} to {row['high']:.2%}",
        "positions a deal": f"{row['nodes']:,.0f}",
        "deals a second": f"{1 / max(row['seconds'], 1e-9):,.1f}",
    }
    for heading in figures:
        table.add_column(heading, justify="right")
    table.add_row(*figures.values())
    console.print(table)
