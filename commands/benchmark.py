"""``cardzoo benchmark``."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table

from cardzoo.commands.terminal import Json, Key, console, print_json, progress_on_stderr
from cardzoo.training.evaluation.limits import TIME_LIMIT

if TYPE_CHECKING:
    from cardzoo.training.algorithms import Hands
    from cardzoo.training.evaluation.benchmark.result import Result

MINI = "cardzoo-mini-v1"


def benchmark(
    agent: Annotated[
        str | None,
        Parameter(help="Agent as in an arena, such as expert or module:Class; {game} stands for the game's name."),
    ] = None,
    *,
    suite: Annotated[str, Parameter(help="Name of the suite.")] = MINI,
    held_out: Annotated[
        bool, Parameter(help="Play the deals for results instead of those for development.", negative="")
    ] = False,
    deals: Annotated[int | None, Parameter(help="Number of deals of each game; by default the suite's own.")] = None,
    time_limit: Annotated[float, Parameter(help="Time limit of isolated agents, in seconds a decision.")] = TIME_LIMIT,
    key: Key = None,
    train: Annotated[
        str | None,
        Parameter(
            help="Trainer module:function, for train(env_factory, steps, seed) -> act; or a config of cardzoo train: a "
            "YAML file, or {game} for each game's own."
        ),
    ] = None,
    steps: Annotated[int, Parameter(help="Largest number of decisions of --train.")] = 1_000_000,
    seeds: Annotated[int, Parameter(help="Number of runs of --train with each number of decisions.")] = 5,
    workers: Annotated[int, Parameter(help="Number of processes for the runs of --train.")] = 1,
    ray: Annotated[
        str | None,
        Parameter(help="Address of the Ray cluster for the runs of --train, auto for this machine's; or local."),
    ] = None,
    compare: Annotated[
        list[Path] | None, Parameter(help="File of another result to show beside it; may be repeated.", negative="")
    ] = None,
    verify: Annotated[
        Path | None, Parameter(help="File of a result; replays a random sample of its deals. Status 1 if they differ.")
    ] = None,
    sample: Annotated[int, Parameter(help="Number of deals of each game that --verify replays.")] = 10,
    out: Annotated[
        Path | None,
        Parameter(help="File for the result as JSON. After a stop, the same command goes on with what is left."),
    ] = None,
    latex: Annotated[Path | None, Parameter(help="File for the table in LaTeX.")] = None,
    picture: Annotated[Path | None, Parameter(help="File for the picture as SVG; needs the extra [arena].")] = None,
    profile: Annotated[
        Path | None, Parameter(help="File for the performance profiles as SVG; needs the extra [arena].")
    ] = None,
    json: Json = False,
) -> None:
    """Measure an agent on a suite of games: 0 is random, 100 is expert, with 95 % intervals."""
    from cardzoo.training.evaluation.benchmark import outputs
    from cardzoo.training.evaluation.benchmark.references import scale_digest
    from cardzoo.training.evaluation.benchmark.result import (
        basis_of,
        check_comparable,
        check_output,
        read_result,
        write_output,
    )
    from cardzoo.training.evaluation.benchmark.run import run_benchmark
    from cardzoo.training.evaluation.benchmark.suites import load_suite

    files = {"--latex": latex, "--picture": picture, "--profile": profile}
    of_agents = {"AGENT": agent, "--key": key, "--compare": compare, **files}
    if verify is not None:
        _refuse_beside("--verify", of_agents | {"--deals": deals, "--train": train, "--out": out})
        _verify(verify, sample, time_limit)
        return
    split = "held_out" if held_out else "public"
    for file in filter(None, (out, *files.values())):
        check_output(file)
    if train is not None:
        _refuse_beside("--train", of_agents)
        _train(train, suite, (steps, seeds), split, deals, _hands(workers, ray), out, json)
        return
    if agent is None and not compare:
        raise ValueError("agent must be named, got none; for example: cardzoo benchmark expert")
    if picture or profile:
        from cardzoo.envs.extras import check_extra

        check_extra("arena")
    results = [read_result(file) for file in compare or ()]
    bases = [result.basis for result in results]
    if agent is not None:
        content = load_suite(suite)
        numbers = [len(seeds) for seeds in content.game_seeds(split, deals)]
        bases.insert(0, basis_of(content.name, split, scale_digest(content), numbers))
    for basis in bases[1:]:
        check_comparable(bases[0], basis)
    if agent is not None:
        kept = out.with_suffix(".parts.jsonl") if out else None
        with progress_on_stderr() as progress:
            result = run_benchmark(agent, content, split, deals, key, time_limit, progress.tell, kept)
        results.insert(0, result)
        if out and kept:
            result.write(out)
            kept.unlink()  # not before: if the result cannot be written, the deals are still there
    if latex:
        write_output(latex, outputs.latex(results))
    if picture:
        write_output(picture, outputs.picture(results[0]))
    if profile:
        write_output(profile, outputs.profile_picture(results))
    if json:
        chances = [{"improvement": asdict(results[0].improvement_on(other))} for other in results[1:]]
        print_json([each.line() | more for each, more in zip(results, [{}, *chances], strict=True)])
    else:
        _print(results)


def _refuse_beside(mode: str, others: Mapping[str, object]) -> None:
    """Refuse options that another one would leave without effect.

    Raises:
        ValueError: if one of them is given.
    """
    for name, value in others.items():
        if value is not None:
            got = ", ".join(map(str, value)) if isinstance(value, list) else value
            raise ValueError(f"{name} must be left out with {mode}, got {got}; run the command without it")


def _verify(file: Path, sample: int, time_limit: float) -> None:
    """Replay a sample of a result's deals; exit with status 1 if a value differs."""
    from cardzoo.training.evaluation.benchmark.result import read_result
    from cardzoo.training.evaluation.benchmark.run import verify

    result = read_result(file)
    with progress_on_stderr() as progress:
        found = verify(result, sample, time_limit=time_limit, report=progress.tell)
    for each in found:
        console.print(str(each), markup=False, highlight=False)
    if found:
        sys.exit(1)
    numbers = sorted({min(sample, deals) for deals in result.numbers_of_deals})
    few = " to ".join(dict.fromkeys((f"{numbers[0]:,}", f"{numbers[-1]:,}")))
    print(f"{file}: the recorded values are confirmed; deals replayed of each game: {few}.")


def _hands(workers: int, ray: str | None) -> "Hands":
    """Workers for training runs: this process, processes of this machine, or a cluster."""
    from functools import partial

    from cardzoo.training.algorithms import work_here
    from cardzoo.training.evaluation.cluster import connect, finish_on_cluster
    from cardzoo.training.evaluation.workers import check_workers, finish_beside

    check_workers(workers)
    if ray is not None:
        if workers != 1:
            raise ValueError("--workers counts processes of this machine; leave it out with --ray")
        connect(ray)
        return finish_on_cluster
    return work_here if workers == 1 else partial(finish_beside, workers=workers)


def _train(
    name: str,
    suite: str,
    size: tuple[int, int],
    split: str,
    deals: int | None,
    hands: "Hands",
    out: Path | None,
    as_json: bool,
) -> None:
    """Measure an algorithm, and print its score after each number of decisions.

    Args:
        name: the trainer.
        suite: name of the suite.
        size: largest number of decisions, and number of runs.
        split: range of the deals of the evaluation.
        deals: number of deals of each game; None for the suite's own.
        hands: workers.
        out: file for the curve.
        as_json: whether the curve is printed as a line of JSON instead of a table.
    """
    from json import dumps

    from cardzoo.training.algorithms import measure_algorithm
    from cardzoo.training.evaluation.benchmark.result import write_output
    from cardzoo.training.evaluation.benchmark.suites import load_suite

    runs = out.with_suffix(".runs.jsonl") if out else None
    with progress_on_stderr() as progress:
        curve = measure_algorithm(name, load_suite(suite), *size, split, deals, progress.tell, hands, runs)
    if out:
        write_output(out, dumps(curve.as_dict()) + "\n")
    if as_json:
        print_json([curve.as_dict()])
        return
    table = Table("decisions", "IQM", "95 % interval", title=f"{escape(name)} on {suite}, {size[1]} seeds")
    for budget, estimate in zip(curve.budgets, curve.interquartile_means(), strict=True):
        interval = f"{estimate.low:.1f} to {estimate.high:.1f}" if size[1] > 1 else "takes two seeds"
        table.add_row(f"{budget:,}", f"{estimate.value:.1f}", interval)
    console.print(table)


def _print(results: Sequence["Result"]) -> None:
    """Print the table, and the probability of improvement of the first result on each other one."""
    from cardzoo.training.evaluation.benchmark.outputs import rows

    header, *others = rows(results)
    deals = results[0].split.replace("_", "-")
    table = Table(
        title=f"{results[0].suite}, {deals} deals", caption="0: random, 100: expert; ± half of the 95 % interval"
    )
    for number, heading in enumerate(header):
        table.add_column(escape(heading), justify="right" if number else "left", no_wrap=not number)
    for row in others:
        table.add_row(*map(escape, row))
    console.print(table)
    for other in results[1:]:
        chance = results[0].improvement_on(other)
        words = f"{chance.value:.0%} ({chance.low:.0%} to {chance.high:.0%})"
        console.print(f"{results[0].agent} improves on {other.agent} with probability {words}", markup=False)
    for result in results:
        forfeits = sum(game.forfeits for game in result.games)
        if forfeits:
            console.print(f"{result.agent} forfeited {forfeits:,} games", markup=False, highlight=False)
