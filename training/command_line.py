"""The command ``cardzoo``: games, play, train, evaluate, solve, bench, compile."""

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from cardzoo.envs import IDS, find_game, make, make_batch

app = App(
    name="cardzoo",
    help="Card games as reinforcement-learning environments: list, play, train, evaluate, solve, measure.",
    help_format="plaintext",
    version=lambda: version("cardzoo"),
)
console = Console()
INTERRUPTED = 130  # the exit status of a program that Ctrl-C has stopped

Json = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON instead of a table.")]
Game = Annotated[str, Parameter(help="A game, such as getaway or getaway-v0.")]


@app.command
def games(*, json: Json = False) -> None:
    """List the games."""
    rows = [_describe(id) for id in IDS]
    if json:
        _print_json(rows)
        return
    table = Table(title="cardzoo's games")
    for heading in ("id", "family", "players", "actions", "observation"):
        table.add_column(heading, justify="right" if heading in ("actions", "observation") else "left", no_wrap=True)
    for row in rows:
        players = find_game(row["id"]).players_in_words
        table.add_row(
            row["id"],
            row["family"],
            f"{players} ({row['default_players']})" if len(row["players"]) > 1 else players,
            str(row["actions"]),
            str(row["observation_size"]),
        )
    console.print(table)


def _describe(id: str) -> dict[str, Any]:
    from cardzoo.agents import bots

    game = find_game(id)
    return {
        "name": game.title,
        "id": game.id,
        "family": game.family,
        "players": list(game.numbers_of_players),
        "default_players": game.default_players,
        "actions": len(game.actions),
        "observation_size": make(id).encoder.width,
        "agents": list(bots(game)),
    }


@app.command
def play(
    game: Game,
    *,
    seats: Annotated[
        str, Parameter(help="Who sits where, from player 0, such as me,expert,search:500; without me you watch.")
    ] = "me",
    players: Annotated[
        int | None, Parameter(help="Players at the table; by default the seats named, or as usual.")
    ] = None,
    seed: Annotated[int | None, Parameter(help="Of the deals and of the agents' choices.")] = None,
    pace: Annotated[float, Parameter(help="Seconds between the agents' moves.")] = 0.5,
    set: Annotated[
        list[str] | None, Parameter(help="An option of the game, such as takers=anyone.", negative="")
    ] = None,
) -> None:
    """Play a game on the terminal, against agents or alone, or watch agents play."""
    from cardzoo.training.play.session import Session

    names = [name.strip() for name in seats.split(",")]
    session = Session(find_game(game), names, players, _options(set or ()), seed)
    if pace < 0:
        raise ValueError(f"--pace {pace:g}: a number of seconds from 0 is expected")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ValueError("play needs a terminal; its input and output must not be redirected")
    try:
        from cardzoo.training.play.screen import PlayApp
    except ImportError as problem:
        raise ValueError(f"play needs {problem.name}; install it by: pip install 'cardzoo[play]'") from None
    PlayApp(session, pace).run()


@app.command
def train(
    game: Annotated[str | None, Parameter(help="A game; not needed with --resume.")] = None,
    *,
    config: Annotated[Path | None, Parameter(help="A YAML file instead of the game's own config.")] = None,
    set: Annotated[
        list[str] | None, Parameter(help="A setting, such as learning.batch_size=4096; may be repeated.", negative="")
    ] = None,
    steps: Annotated[int | None, Parameter(help="Decisions of the learner in all: total_steps of the config.")] = None,
    seed: Annotated[int | None, Parameter(help="Of everything that is drawn.")] = None,
    out: Annotated[Path | None, Parameter(help="The run's folder; by default runs/GAME-TIME.")] = None,
    resume: Annotated[Path | None, Parameter(help="Go on with the run in this folder.")] = None,
) -> None:
    """Train an agent, then evaluate it on duplicate deals against the game's scripted agents."""
    # Idle threads of torch shall sleep, not spin: on busy cores spinning costs up to fifteen times. Before torch loads.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    from cardzoo.training.config import dump_config, load_config
    from cardzoo.training.run_folder import RunError, RunFolder

    if resume is not None:
        if config or set or steps is not None or seed is not None or out is not None:
            raise RunError("--resume goes on with the run's own settings; leave the other options away")
        folder = RunFolder(resume)
        file = folder.read_config()
        settings = load_config(game or _game_of(file), file)
    else:
        if game is None:
            raise RunError("name a game, such as: cardzoo train getaway; `cardzoo games` lists them")
        extra = list(set or ())
        extra += [] if steps is None else [f"total_steps={steps}"]
        extra += [] if seed is None else [f"seed={seed}"]
        settings = load_config(game, config, extra)
        name = settings.game.rpartition("-v")[0]
        folder = RunFolder(out or Path("runs") / f"{name}-{datetime.now():%Y%m%d-%H%M%S}")
    _check_installed()
    from cardzoo.training.train import Trainer

    trainer = Trainer(settings, folder, console)
    if resume is None:
        folder.create(dump_config(settings))
    console.print(f"training {trainer.game.title} for {settings.total_steps:,} decisions in {folder.path}")
    finished = trainer.run(resume=resume is not None)
    if not finished:
        console.print(f"stopped at {trainer.steps:,} decisions; go on with: cardzoo train --resume {folder.path}")
        sys.exit(INTERRUPTED)
    results = trainer.evaluate(settings.evaluation.deals)
    rows = [result.as_dict() for result in results]
    folder.write_json(folder.evaluation, {"game": settings.game, "steps": trainer.steps, "results": rows})
    speed = trainer.steps / max(trainer.seconds, 1e-9)
    console.print(f"{trainer.steps:,} decisions in {trainer.seconds:,.0f} s ({speed:,.0f} steps/s)")
    _print_comparisons(rows, f"{trainer.game.title}: the trained agent on duplicate deals")
    console.print(f"model, curve and metrics: {folder.path}")


def _game_of(file: Path) -> str:
    """The game that a run's config names."""
    from cardzoo.training.config import ConfigError

    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("game:"):
            return line.partition(":")[2].strip()
    raise ConfigError(f"{file}: game: this key is missing")


def _check_installed() -> None:
    try:
        import sb3_contrib  # noqa: F401
        import torch  # noqa: F401
    except ImportError as problem:
        raise ValueError(f"training needs {problem.name}; install it by: pip install 'cardzoo[train]'") from None


@app.command
def evaluate(
    game: Game,
    agent: Annotated[str, Parameter(help="random, novice, expert, or the folder of a trained model.")],
    *,
    against: Annotated[
        list[str] | None, Parameter(help="Opponents, by default all scripted ones; may be repeated.", negative="")
    ] = None,
    deals: Annotated[int, Parameter(help="Deals, each played from every seat.")] = 2000,
    players: Annotated[
        int | None, Parameter(help="Players at the table; by default the model's or the game's.")
    ] = None,
    seed: Annotated[int, Parameter(help="Of the deals and of the agents' choices.")] = 0,
    set: Annotated[
        list[str] | None, Parameter(help="An option of the game, such as takers=anyone.", negative="")
    ] = None,
    json: Json = False,
) -> None:
    """Measure an agent on duplicate deals, with 95 % intervals."""
    from cardzoo.agents import bots, find_agent
    from cardzoo.agents.trained import TrainedAgent
    from cardzoo.training.evaluate import compare

    found = find_game(game)
    player = find_agent(agent, found)
    options = _options(set or ())
    if isinstance(player, TrainedAgent):
        players = players or player.card.num_players
        options = player.card.options | options
    rows = []
    for name in against or list(bots(found)):
        opponent = find_agent(name, found)
        rows.append(compare(found, player, opponent, deals, seed, players, options).as_dict())
    if json:
        _print_json(rows)
    else:
        _print_comparisons(rows, f"{found.title}: {agent} on duplicate deals")


def _options(settings: Sequence[str]) -> dict[str, Any]:
    import yaml

    options = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"--set {setting}: write option=value, such as takers=anyone")
        options[name] = yaml.safe_load(value)
    return options


@app.command
def solve(
    game: Annotated[str, Parameter(help="A patience game, such as yukon.")],
    *,
    deals: Annotated[int, Parameter(help="How many deals: those of the seeds 0, 1, 2, ...")] = 1000,
    deals_file: Annotated[
        Path | None, Parameter(help='Solve these written decks instead: a line {"deck": "AS TH ..."} each.')
    ] = None,
    workers: Annotated[int, Parameter(help="Processes.")] = 1,
    nodes: Annotated[int | None, Parameter(help="Positions a deal may take; by default what suits the game.")] = None,
    seconds: Annotated[
        float | None, Parameter(help="Seconds a deal may take; results then depend on the machine.")
    ] = None,
    memory: Annotated[int, Parameter(help="MiB that a worker's search may take.")] = 512,
    set: Annotated[list[str] | None, Parameter(help="An option of the game, such as passes=3.", negative="")] = None,
    out: Annotated[
        Path | None, Parameter(help="The file of results; by default runs/solve-GAME.jsonl, or FILE.solved.jsonl.")
    ] = None,
    json: Annotated[bool, Parameter(name="--json", negative="", help="Print the result lines, no table.")] = False,
) -> None:
    """Solve deals of a patience with all cards known: won (with the moves), lost, or open.

    Results are JSON lines. The same command goes on where it was stopped.
    """
    from cardzoo.agents.solver import Budget, SolverError
    from cardzoo.training.solve import read_decks, solve_deals, summarise

    found = find_game(game)
    if deals < 1:
        raise SolverError(f"{deals} deals are too few; at least 1")
    seeds: list[dict[str, Any]] = [{"seed": seed} for seed in range(deals)]
    todo = seeds if deals_file is None else read_decks(deals_file, found)
    standard = Path("runs") / f"solve-{found.name}.jsonl" if deals_file is None else Path(f"{deals_file}.solved.jsonl")
    file, options, lines = out or standard, _options(set or ()), []
    try:
        with _progress() as progress:
            bar = progress.add_task(found.title, total=len(todo), counts="")
            for lines in solve_deals(found, todo, options, Budget(nodes, seconds, memory), file, workers):
                counts = Counter(line["verdict"] for line in lines)
                told = ", ".join(f"{counts[verdict]:,} {verdict}" for verdict in ("won", "lost", "open"))
                progress.update(bar, completed=len(lines), counts=told)
    except KeyboardInterrupt:
        print(
            f"cardzoo: stopped after {len(lines):,} of {len(todo):,} deals; the same command goes on", file=sys.stderr
        )
        sys.exit(INTERRUPTED)
    if json:
        _print_json(lines)
    elif lines:
        _print_summary(summarise(found, lines).as_dict(), options)
        console.print(f"results: {file}")


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[counts]}"))
    return Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True))


def _print_summary(row: dict[str, Any], options: dict[str, Any]) -> None:
    named = "".join(f", {name}={value}" for name, value in options.items())
    table = Table(title=f"{row['game']}{named}, all cards known")
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


@app.command
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
        _print_json(rows)
    else:
        console.print(table)


@app.command(name="compile")
def compile_games(*names: Annotated[str, Parameter(help="Games; by default all.")]) -> None:
    """Compile games ahead of their first use."""
    from cardzoo.envs.single import VectorSeats

    for name in names or IDS:
        start = time.perf_counter()
        env = make(name)
        env.reset(seed=0)
        env.last()
        env.step(int(env.table.mask.argmax()))
        env.table.redeal(0).view(0)
        make_batch(name, num_tables=1).reset(seed=0)
        VectorSeats(name, 1).reset(seed=0)
        console.print(f"{env.game.id}: {time.perf_counter() - start:.1f} s")


def _print_comparisons(rows: list[dict[str, Any]], title: str) -> None:
    table = Table("against", "deals", "advantage", "95 % interval", "came first", "mean score", title=title)
    for row in rows:
        low, high = row["low"], row["high"]
        colour = "green" if low > 0 else "red" if high < 0 else "yellow"
        table.add_row(
            row["opponent"],
            f"{row['deals']:,}",
            f"[{colour}]{row['advantage']:+.3f}[/]",
            f"{low:+.3f} to {high:+.3f}",
            f"{row['first']:.1%}",
            f"{row['score']:.2f}",
        )
    console.print(table)


def _print_json(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))


def main() -> None:
    """Run the command; what the user did wrong is told in one line."""
    try:
        app()
    except KeyboardInterrupt:
        print("cardzoo: stopped", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.exit(141)
    except ValueError as problem:
        print(f"cardzoo: {problem}", file=sys.stderr)
        sys.exit(2)
