"""Check of a benchmark's result that is sent in: complete, of this version, and with the same values in a replay."""

from functools import partial
from importlib.metadata import version
from pathlib import Path

from cardzoo.training.evaluation.benchmark.result import Result, read_result
from cardzoo.training.evaluation.benchmark.run import Report, verify
from cardzoo.training.evaluation.benchmark.suites import HELD_OUT
from cardzoo.training.evaluation.limits import TIME_LIMIT

DIRTY = "-dirty"  # ending of a commit with changed files; see `cardzoo.training.evaluation.machine.commit`


def check_result(
    file: Path,
    sample: int = 10,
    seed: int | None = None,
    time_limit: float = TIME_LIMIT,
    report: Report = lambda *_: None,
) -> tuple[Result | None, list[str]]:
    """Check a result: its hashes of suite, references and deals, its version, and a replayed sample of its deals.

    Args:
        file: file of the result.
        sample: number of deals of each game that are replayed.
        seed: seed of the sample; None for a random one.
        time_limit: seconds for a decision of a third party's agent.
        report: receives the progress of the replay.

    Returns:
        The result, None if the file holds none; and its problems, a line each, none if it would be accepted.
    """
    try:
        result = read_result(file)
    except ValueError as problem:
        return None, [str(problem)]
    problems = _find_incomplete(result)
    if not problems:
        replay = partial(verify, result, sample, seed, time_limit, report)
        try:
            problems = [str(mismatch) for mismatch in replay()]
        except ValueError as problem:  # the agent is not here, or does not play one of the games
            problems = [str(problem)]
    return result, problems


def _find_incomplete(result: Result) -> list[str]:
    """Problems that are seen without a replay."""
    problems, installed = [], version("cardzoo")
    if result.split != HELD_OUT:
        problems.append(f"deals must be {HELD_OUT}, got {result.split}; run the benchmark with --held-out")
    for entry, game in zip(result.content.games, result.games, strict=True):
        if len(game.values) != entry.deals:
            problems.append(
                f"deals of {entry.game} must be {entry.deals:,}, got {len(game.values):,}; run it without --deals"
            )
    if result.version != installed:
        problems.append(f"version must be {installed}, got {result.version}; run the benchmark with this version")
    if (result.commit or "").endswith(DIRTY):
        problems.append(f"commit must be clean, got {result.commit}; commit the changes and run the benchmark again")
    return problems
