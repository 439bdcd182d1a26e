"""``cardzoo arena``."""

import json as json_text
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from cardzoo.commands.terminal import (
    GameName,
    Settings,
    console,
    parse_options,
    progress_on_stderr,
    titled,
)
from cardzoo.training.evaluation.limits import TIME_LIMIT

if TYPE_CHECKING:
    from cardzoo.training.evaluation.arena.arena import Arena
    from cardzoo.training.evaluation.arena.results import Results, Speed

SHOWN = 5  # forfeited games
STDOUT = Path("-")

AgentNames = Annotated[
    list[str],
    Parameter(
        help="Agents, separated by commas: random, novice, expert, trained, search:200, solver, folders of "
        "trained models, llm:NAME, module:Class, installed agents; may be repeated.",
        negative="",
    ),
]
JsonFile = Annotated[
    Path | None,
    Parameter(help="File for all figures as JSON; - prints them instead of the table.", allow_leading_hyphen=True),
]


def arena(
    game: GameName,
    *,
    agents: AgentNames,
    deals: Annotated[
        int, Parameter(help="Number of deals, each played with seats rotated; a larger number extends a run.")
    ] = 1000,
    players: Annotated[int | None, Parameter(help="Number of players; by default the models' or the game's.")] = None,
    set: Settings = None,
    seed: Annotated[int, Parameter(help="Random seed of the deals, the seats and the agents' choices.")] = 0,
    workers: Annotated[int, Parameter(help="Number of worker processes; results do not depend on it.")] = 1,
    ray: Annotated[
        str | None, Parameter(help="Address of the Ray cluster to use, auto for this machine's; or local.")
    ] = None,
    until_decided: Annotated[bool, Parameter(help="Stop as soon as the ranking is decided.", negative="")] = False,
    time_limit: Annotated[float, Parameter(help="Time limit of isolated agents, in seconds a decision.")] = TIME_LIMIT,
    json: JsonFile = None,
    html: Annotated[
        Path | None, Parameter(help="File for the report; by default report.html in the run's folder.")
    ] = None,
    out: Annotated[Path | None, Parameter(help="Folder of the run; by default runs/arena-GAME.")] = None,
    keys: Annotated[
        Path | None, Parameter(help="Folder of an arena with isolated agents whose deals are played again.")
    ] = None,
) -> None:
    """Let agents play each other on duplicate deals, and rate them, with 95 % intervals and a report.

    In a cooperative game teams of each agent and of every two agents play the same deals, and nothing is rated.

    The same command resumes a stopped run.
    """
    from cardzoo.envs import find_game
    from cardzoo.envs.extras import check_extra
    from cardzoo.envs.files.lock import LOCK, lock
    from cardzoo.training.evaluation.arena.contest import enter
    from cardzoo.training.evaluation.arena.results import Record, Results

    check_extra("arena")
    found = find_game(game)
    names = [name for words in agents for name in _split(words)]
    if ray and workers != 1:
        raise ValueError("--workers counts processes of this machine; leave it out with --ray")
    recorded = Record(keys).keys() if keys else []
    contest = enter(found, names, players, parse_options(set or (), found), seed, time_limit, recorded)
    folder = out or Path("runs") / f"arena-{found.name}"
    report = html or folder / "report.html"
    with lock(folder / LOCK):
        results = Results(folder, contest)
        for file in (report, json):
            _check_file(file)
        run = _make_run(results, deals, workers, ray, until_decided)
        _play(run)
    _publish(run, report, json, until_decided)


def _split(words: str) -> list[str]:
    """Split names at commas, except within the path of a file or folder that exists."""
    parts, names = words.split(","), []
    while parts:
        lengths = range(len(parts), 1, -1)
        length = next((length for length in lengths if Path(",".join(parts[:length])).exists()), 1)
        names.append(",".join(parts[:length]))
        del parts[:length]
    return [name for name in names if name]


def _check_file(file: Path | None) -> None:
    """Make the folder of an output file and try to write there, so that the run does not fail at its end."""
    from cardzoo.envs.files.whole import check_writable

    if file is not None and file != STDOUT:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            check_writable(file)
        except OSError as problem:
            raise ValueError(f"{file} cannot be written: {problem.strerror}; choose another file") from None


def _make_run(results: "Results", deals: int, workers: int, ray: str | None, until_decided: bool) -> "Arena":
    """The contest's run, on a Ray cluster or in processes of this machine."""
    from cardzoo.training.evaluation.arena.arena import Arena, local_hands
    from cardzoo.training.evaluation.arena.ray_workers import ray_hands
    from cardzoo.training.evaluation.ratings.ratings import is_decided
    from cardzoo.training.evaluation.teams import in_self_play

    contest = results.contest
    hands = ray_hands(contest, ray) if ray else local_hands(contest, workers)
    if not until_decided:
        return Arena(results, deals, hands)
    counted = in_self_play if contest.cooperative else lambda games: games
    return Arena(
        results,
        deals,
        hands,
        lambda games, looks: is_decided(counted(games), contest.agents, contest.sides, looks=looks),
    )


def _play(run: "Arena") -> None:
    """Play the games and show the progress; if the run is stopped, print how far it came."""
    from cardzoo.training.evaluation.progress import Pace
    from cardzoo.training.evaluation.signals import status_of

    before, pace = run.counted, Pace("deal")
    try:
        with progress_on_stderr(before / run.deals) as progress:
            for deals in run.play():
                progress.tell(
                    deals / run.deals, f"{deals:,} of {run.deals:,} deals  {pace.words(deals - before)}".rstrip()
                )
    except KeyboardInterrupt as interrupt:
        message = f"stopped after {run.counted:,} of {run.deals:,} deals; the same command resumes the run"
        print(f"cardzoo: {message}", file=sys.stderr)
        sys.exit(status_of(interrupt))


def _publish(run: "Arena", report: Path, json: Path | None, until_decided: bool) -> None:
    """Write the report and the file of figures, and print the ranking."""
    from cardzoo.envs import find_game
    from cardzoo.training.evaluation.ratings.ratings import rank
    from cardzoo.training.evaluation.report.report import Event, command_of, write_report, write_team_report
    from cardzoo.training.evaluation.report.tables import print_ranking, print_teams
    from cardzoo.training.evaluation.teams import rank_teams

    results, contest = run.results, run.results.contest
    found = find_game(contest.game)
    games = results.games(run.counted)
    tallies, forfeits, speed = results.tallies(run.counted), results.forfeits(run.counted), results.speed()
    usages = results.usages()
    command = command_of(contest, run.deals, results.folder if results.has_keys else None)
    event = Event(
        game=found.title,
        id=found.id,
        num_players=contest.num_players,
        options=dict(contest.options),
        seed=contest.seed,
        command=command + " --until-decided" * until_decided,
        moves_a_second=speed.moves_a_second,
    )
    title = titled(found, event.options)
    if contest.cooperative:
        teams = rank_teams(games, contest.agents)
        write_team_report(report, event, games, teams, tallies, forfeits, usages)
        figures, show = teams.as_dict(), partial(print_teams, console, teams, title)
    else:
        ranking = rank(games, contest.agents, contest.sides)
        shown = ranking.in_unit(found.unit_of(contest.num_players, **event.options))
        write_report(report, event, games, shown, tallies, forfeits, usages)
        figures, show = ranking.as_dict(), partial(print_ranking, console, shown, tallies, title)
    if json is not None:
        played = {"decided": run.decided, "tallies": {name: asdict(tally) for name, tally in tallies.items()}}
        played["language_models"] = {name: asdict(usage) for name, usage in usages.items()}
        _write_json(json, asdict(event) | figures | played | {"forfeits": forfeits})
    if json != STDOUT:
        show()
        _print_forfeits(forfeits)
        for name, usage in usages.items():
            console.print(f"{name}: {usage.words}", markup=False, highlight=False)
        _print_end(run, speed, report)


def _write_json(file: Path, figures: Mapping[str, Any]) -> None:
    from cardzoo.envs.files.whole import write_file
    from cardzoo.envs.printable import printable

    text = json_text.dumps(figures, indent=2, ensure_ascii=False)
    if file == STDOUT:
        print(printable(text))
    else:
        write_file(file, text.encode() + b"\n")


def _print_forfeits(forfeits: Sequence[Mapping[str, Any]]) -> None:
    """Print the number of forfeits by agent and reason, and details of the first ones."""
    if not forfeits:
        return
    counts = Counter((forfeit["agent"], forfeit["kind"]) for forfeit in forfeits)
    summary = ", ".join(f"{agent}: {kind} {number:,}" for (agent, kind), number in counts.items())
    console.print(f"forfeits: {summary}", markup=False, highlight=False)
    for forfeit in forfeits[:SHOWN]:
        where = f"deal {forfeit['deal']}, game {forfeit['game']}, seat {forfeit['seat']}"
        console.print(f"  {where}: {forfeit['agent']}: {forfeit['reason']}", markup=False, highlight=False)
    if len(forfeits) > SHOWN:
        console.print(f"  ... and {len(forfeits) - SHOWN:,} more", highlight=False)


def _print_end(run: "Arena", speed: "Speed", report: Path) -> None:
    if run.decided:
        console.print(f"The ranking was decided after {run.counted:,} deals.", highlight=False)
    if speed.moves_a_second is not None:
        console.print(f"{speed.moves_a_second:,.0f} moves a second for each process", highlight=False)
    console.print(f"report: {report}", highlight=False, soft_wrap=True, markup=False)
