"""Solving many deals: worker processes, results as JSON lines, resumable.

A result is one line: the deal (``"seed"``, or all of the written deck's own line), then ``"game"``, ``"options"``,
``"limit"`` (largest number of positions), ``"verdict"``, ``"nodes"`` (number of positions), ``"seconds"``, and
``"moves"`` if it is won. Lines are in the order of the deals, so that a file is the same for any number of workers,
except for the seconds.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, JsonValue, TypeAdapter

from cardzoo.agents.solver import Budget, Solution, Solver, SolverError
from cardzoo.envs.engine import Game
from cardzoo.envs.files.lines import Line, add_lines, cut_off, parse_line, read_lines
from cardzoo.envs.files.lock import lock
from cardzoo.envs.registry import find_game, reference_of
from cardzoo.training.evaluation.intervals import wilson
from cardzoo.training.evaluation.workers import check_workers, stopping, work_beside

AHEAD = 8  # deals that wait for each worker


@dataclass(frozen=True)
class Summary:
    """Summary of many deals of a game.

    Attributes:
        game: id of the game.
        deals: number of deals.
        won, lost, open: number of each verdict.
        low, high: ends of the 95 % interval (Wilson, 1927) of the share that can be won: the low end as if all open
            deals were lost, the high end as if all were won.
        nodes: positions a deal.
        seconds: seconds of one process a deal.
    """

    game: str
    deals: int
    won: int
    lost: int
    open: int
    low: float
    high: float
    nodes: float
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The summary for JSON, rounded."""
        return {name: round(value, 5) if isinstance(value, float) else value for name, value in asdict(self).items()}


def summarise(game: Game, lines: Sequence[Mapping[str, Any]]) -> Summary:
    """Count results, of which there is at least one."""
    deals = len(lines)
    won, lost, left = (sum(line["verdict"] == verdict for line in lines) for verdict in ("won", "lost", "open"))
    nodes, seconds = (sum(line[name] for line in lines) / deals for name in ("nodes", "seconds"))
    low, high = wilson(won, deals)[0], wilson(won + left, deals)[1]
    return Summary(game.id, deals, won, lost, left, low, high, nodes, seconds)


def read_decks(file: Path, game: Game) -> list[dict[str, Any]]:
    """The lines of a file of written decks, checked.

    Raises:
        SolverError, LineError: naming the file and the line.
    """
    decks = []
    for number, line in _read(file, _OBJECTS):
        if "deck" not in line:
            raise SolverError(
                f'{file}, line {number}: an object with a "deck" is expected, such as {{"deck": "AS TH"}}'
            )
        deck: Any = line["deck"]  # the game checks it
        try:
            game.deck(deck, game.default_players)
        except ValueError as problem:
            raise SolverError(f"{file}, line {number}: {problem}") from None
        decks.append(line)
    return decks


class _Result(BaseModel):
    """A line of results, without its deal and settings."""

    verdict: Literal["won", "lost", "open"]
    nodes: Annotated[int, Field(ge=0, le=1 << 48)]
    seconds: Annotated[float, Field(ge=0, le=1e15, allow_inf_nan=False)]
    moves: list[str] = []


_OBJECTS: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])
_RESULTS = TypeAdapter(_Result)


def _read(file: Path, kind: TypeAdapter[Line]) -> Iterator[tuple[int, Line]]:
    """Lines of JSON with their numbers; empty ones are left out."""
    try:
        lines = read_lines(file)
    except OSError as problem:
        raise SolverError(f"{file} cannot be read: {problem.strerror}") from None
    for number, text in enumerate(lines, 1):
        if text.strip():
            yield number, parse_line(kind, text, file, number)


class Results:
    """The file of results. Incomplete lines are removed, and their deals solved again.

    Args:
        file: the file; it is made if need be.
        deals: the deals, in order; see `solve_deals`.
        settings: settings that each line must have; other lines belong to another run.

    Attributes:
        lines: the results so far.

    Raises:
        SolverError: if the file holds other results or cannot be written.
        LineError: if a line of it is no result.
    """

    def __init__(self, file: Path, deals: Sequence[Mapping[str, Any]], settings: Mapping[str, Any]) -> None:
        self.file = file
        self.settings = settings
        self.lines: list[dict[str, Any]] = []
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            cut_off(file)
        except OSError as problem:
            raise SolverError(f"{file} cannot be written: {problem.strerror}; choose another --out") from None
        rows = zip(_read(file, _OBJECTS), _read(file, _RESULTS), deals, strict=False)
        for (number, line), (_, result), deal in rows:
            for name, value in ({**deal, **settings}).items():
                if name not in _Result.model_fields and not _same(line.get(name), value):
                    raise SolverError(
                        f"{file}, line {number} is of another run: its {name} is {line.get(name)!r:.60}, "
                        f"not {value!r:.60}; choose another --out"
                    )
            if (result.verdict == "won") != ("moves" in line):
                raise SolverError(f"{file}, line {number}: moves: they are there if the verdict is won, and only then")
            self.lines.append(line)

    def add(self, deal: Mapping[str, Any], solution: Solution) -> dict[str, Any]:
        """Write a result."""
        line = {
            **deal,
            **self.settings,
            "verdict": solution.verdict,
            "nodes": solution.nodes,
            "seconds": solution.seconds,
        }
        if solution.verdict == "won":
            line["moves"] = solution.moves
        add_lines(self.file, [json.dumps(line, ensure_ascii=False)])
        self.lines.append(line)
        return line


def _same(one: Any, other: Any) -> bool:
    """Returns whether values are the same in JSON, where 1 is neither 1.0 nor true."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def solve_deals(
    game: Game,
    deals: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    budget: Budget,
    file: Path,
    workers: int = 1,
) -> Iterator[list[dict[str, Any]]]:
    """Solve deals that the file does not hold yet.

    Args:
        game: the game.
        deals: deals in order, each with a ``"seed"`` or a ``"deck"``.
        options: options of the game.
        budget: budget of each deal.
        file: file of the results.
        workers: number of processes; with 1 it is this process.

    Yields:
        The lines so far: first those that the file holds already, then after each deal.

    Raises:
        ValueError: for unfit settings, or if the file holds results of another run or is in use by another process.
    """
    check_workers(workers)
    game.blank(**options)
    solver = Solver(game, budget)
    settings = {"game": game.id, "options": dict(options), "limit": solver.nodes}
    with lock(file):
        results = Results(file, deals, settings)
        yield results.lines
        left = deals[len(results.lines) :]
        solve = _solve_here if workers == 1 else partial(_solve_beside, workers=workers)
        for deal, solution in zip(left, solve(solver, left, options), strict=True):
            results.add(deal, solution)
            yield results.lines


def _solve(solver: Solver, deal: Mapping[str, Any], options: Mapping[str, Any], stop: Any = None) -> Solution:
    given = {name: deal[name] for name in ("seed", "deck") if name in deal}
    if "deck" in given:
        given["seed"] = 0
    table = solver.game.table(**given, **options)
    return solver.solve(table, stop) if stop else solver.solve(table)


def _solve_here(solver: Solver, deals: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> Iterator[Solution]:
    for deal in deals:
        yield _solve(solver, deal, options)


def _solve_beside(
    solver: Solver, deals: Sequence[Mapping[str, Any]], options: Mapping[str, Any], workers: int
) -> Iterator[Solution]:
    """Solve in worker processes; results come in order."""
    _warm_up(solver, deals, options)
    setup = partial(_start_worker, reference_of(solver.game), solver.budget, dict(options))
    return work_beside(_work, map(dict, deals), workers, AHEAD, setup)


def _warm_up(solver: Solver, deals: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
    """Compile the search before the workers start, so that they find it on disk."""
    if deals:
        _solve(Solver(solver.game, Budget(nodes=1)), deals[0], options)


class _Worker:
    """State of a worker process from deal to deal."""

    solver: Solver
    options: dict[str, Any]


def _start_worker(game: str, budget: Budget, options: dict[str, Any]) -> None:
    _Worker.solver, _Worker.options = Solver(find_game(game), budget), options


def _work(deal: dict[str, Any]) -> Solution:
    return _solve(_Worker.solver, deal, _Worker.options, stopping)
