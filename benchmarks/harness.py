"""Benchmark harness: one process a library, contenders in turn within each round, ratios within a round.

On a machine with other work a rate alone means little. So every round times each contender once, one after the other
on the same core. A ratio is taken between two rates of one round, and the medians over the rounds are reported.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from cardzoo.training.evaluation.machine import processor

FOLDER = Path(__file__).parent
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class UnavailableError(Exception):
    """Library or contender that cannot run here; the text has the reason."""


@dataclass(frozen=True)
class Spread:
    """Spread of numbers over several rounds.

    Attributes:
        median, least, most: median and extremes of the rounds.
        rounds: all numbers, in order.
    """

    median: float
    least: float
    most: float
    rounds: list[float]

    @classmethod
    def of(cls, rounds: Sequence[float]) -> "Spread":
        """Spread of some numbers."""
        return cls(median(rounds), min(rounds), max(rounds), list(rounds))

    def __format__(self, spec: str) -> str:
        return short(getattr(self, spec))


@dataclass
class Row:
    """Row of a contender, with its rates.

    Attributes:
        library: the library's module in contenders/.
        name: the contender's name.
        does: description of its timed loop.
        cores: number of its cores.
        cpu: steps per second of the process's CPU time, one for each round.
        wall: steps per second by the wall clock, likewise.
    """

    library: str
    name: str
    does: str
    cores: int
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    @property
    def rates(self) -> Spread:
        """Steps per second by `clock`."""
        return Spread.of(self.cpu if self.clock == "cpu" else self.wall)

    @property
    def clock(self) -> str:
        """Clock of the rates: ``"cpu"`` with one core, ``"wall"`` with more."""
        return "cpu" if self.cores == 1 else "wall"

    @property
    def title(self) -> str:
        """Title: library and contender."""
        return f"{self.library}: {self.name}"


@dataclass(frozen=True)
class Ratio:
    """Ratio of the rates of one of our rows and a peer's.

    Attributes:
        ours, peer: titles of the rows.
        times: our rate divided by the peer's, round by round.
    """

    ours: str
    peer: str
    times: Spread


class Worker:
    """Process that serves one library's contenders; see contenders/__main__.py.

    Args:
        python: the interpreter that has the library.
        library: the module in contenders/.

    Attributes:
        library: the module in contenders/.
        versions: versions of the library's packages, by name.
        rows: rows of the contenders.

    Raises:
        UnavailableError: if the interpreter cannot run the library.
    """

    def __init__(self, python: str, library: str) -> None:
        try:
            self._process = subprocess.Popen(
                [python, "-m", "contenders", library],
                cwd=FOLDER,
                env=os.environ | dict.fromkeys(ONE_THREAD, "1"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        except OSError as problem:
            raise UnavailableError(f"{python}: {problem.strerror}") from None
        self.library = library
        hello = self._read()
        if "missing" in hello:
            self.close()
            raise UnavailableError(hello["missing"])
        self.versions: dict[str, str] = hello["versions"]
        self.rows = [Row(library, **contender) for contender in hello["contenders"]]

    def run(self, row: Row, seconds: float) -> None:
        """Time one contender and record its rates; with 0 seconds only prepare it.

        Raises:
            UnavailableError: if it cannot run here.
        """
        assert self._process.stdin
        print(json.dumps({"contender": row.name, "seconds": seconds}), file=self._process.stdin, flush=True)
        answer = self._read()
        if "error" in answer:
            raise UnavailableError(answer["error"])
        if seconds:
            row.cpu.append(answer["steps"] / answer["cpu"])
            row.wall.append(answer["steps"] / answer["wall"])

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise UnavailableError(f"its process ended with {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer


@dataclass
class Report:
    """Report of a run.

    Attributes:
        seconds, repeats: settings of the run.
        rows: rows of the contenders that ran.
        ratios: ratios of our rows and the peers'.
        missing: reasons, by contender or library that did not run.
        versions: versions of the packages used, by library and package.
        machine: description of the machine.
    """

    seconds: float
    repeats: int
    rows: list[Row]
    ratios: list[Ratio]
    missing: dict[str, str]
    versions: dict[str, dict[str, str]]
    machine: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Report with every round, for JSON."""
        rows = [asdict(row) | {"clock": row.clock, "rates": asdict(row.rates)} for row in self.rows]
        return asdict(self) | {"rows": rows}


def find_workers(
    libraries: Sequence[str], pythons: Sequence[str], install: Mapping[str, str], missing: dict[str, str]
) -> Iterator[Worker]:
    """Start each library under the first interpreter that has it.

    Args:
        libraries: modules in contenders/.
        pythons: interpreters.
        install: command that installs a library, by name.
        missing: receives libraries that no interpreter has.
    """
    for library in libraries:
        reasons = []
        for python in pythons:
            try:
                worker = Worker(python, library)
            except UnavailableError as problem:
                reasons.append(str(problem))
                continue
            yield worker
            break
        else:
            missing[library] = f"{'; '.join(dict.fromkeys(reasons))}. To install it: {install[library]}"


def compete(
    libraries: Sequence[str],
    pythons: Sequence[str],
    install: Mapping[str, str],
    *,
    ours: str,
    seconds: float,
    repeats: int,
    console: Console,
    only: Sequence[str] = (),
) -> Report:
    """Run all contenders, round after round.

    Args:
        libraries: modules in contenders/.
        pythons: interpreters that may have them, in order.
        install: command that installs a library, by name.
        ours: start of the titles of rows that are compared with all others.
        seconds: seconds of each run.
        repeats: number of rounds.
        console: console for the progress.
        only: run rows whose title contains one of these; empty for all.

    Returns:
        The report.
    """
    missing: dict[str, str] = {}
    load_before = load()
    workers = list(find_workers(libraries, pythons, install, missing))
    try:
        runs = [
            (worker, row)
            for worker in workers
            for row in worker.rows
            if not only or any(part in row.title for part in only)
        ]
        with Progress(console=console, transient=True) as progress:
            task = progress.add_task("", total=len(runs) * (repeats + 1))
            for turn in range(repeats + 1):
                for worker, row in list(runs):
                    progress.update(task, advance=1, description=f"round {turn} of {repeats}: {row.title}")
                    try:
                        worker.run(row, seconds if turn else 0)
                    except UnavailableError as problem:
                        missing[row.title] = str(problem)
                        runs.remove((worker, row))
    finally:
        for worker in workers:
            worker.close()
    rows = [row for _, row in runs]
    mine = [row for row in rows if row.title.startswith(ours)]
    peers = [row for row in rows if not row.title.startswith(ours)]
    ratios = [
        Ratio(a.title, b.title, Spread.of([x / y for x, y in zip(a.rates.rounds, b.rates.rounds, strict=True)]))
        for a in mine
        for b in peers
    ]
    versions = {worker.library: worker.versions for worker in workers}
    return Report(seconds, repeats, rows, ratios, missing, versions, machine() | {"load": [load_before, load()]})


def add_lengths(parser: argparse.ArgumentParser, repeats: int, seconds: float) -> None:
    """Add the arguments of all comparisons: ``--repeats``, ``--seconds`` and ``--json``, with these defaults."""
    parser.add_argument("--repeats", type=int, default=repeats, help=f"rounds of all contenders (default {repeats})")
    parser.add_argument("--seconds", type=float, default=seconds, help=f"seconds of each run (default {seconds:g})")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all rounds to a file")


def run(
    parser: argparse.ArgumentParser,
    arguments: argparse.Namespace,
    install: Mapping[str, str],
    title: str,
    ours: str,
    pythons: Sequence[str] = (),
    only: Sequence[str] = (),
) -> None:
    """Compare the contenders as the arguments of `add_lengths` say, and report.

    Args:
        parser: the parser, for errors.
        arguments: the arguments.
        install: command that installs a library, by name.
        title: title of the table.
        ours: start of the titles of rows that are compared with all others.
        pythons: further interpreters.
        only: see `compete`.
    """
    if arguments.repeats < 1 or arguments.seconds <= 0:
        parser.error("--repeats must be at least 1 and --seconds above 0")
    console = Console()
    report = compete(
        list(install),
        [sys.executable, *pythons],
        install,
        ours=ours,
        seconds=arguments.seconds,
        repeats=arguments.repeats,
        console=console,
        only=only,
    )
    show(report, console, title)
    if arguments.json:
        write_json(report.as_json(), arguments.json)


def show(report: Report, console: Console, title: str) -> None:
    """Print the rows, the ratios and what is missing."""
    table = Table("contender", "steps/s", "least..most", "clock", "cores got", title=title)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in report.rows:
        rates = row.rates
        got = median(wall / cpu for cpu, wall in zip(row.cpu, row.wall, strict=True))
        table.add_row(
            row.title, f"{rates:median}", f"{rates:least}..{rates:most}", row.clock, f"{got:.2f} of {row.cores}"
        )
    console.print(table)
    if report.ratios:
        peers = list(dict.fromkeys(ratio.peer for ratio in report.ratios))
        table = Table("times as fast as", *peers, title="Median of the ratios within a round, and least..most")
        for column in table.columns[1:]:
            column.justify = "right"
        for ours in dict.fromkeys(ratio.ours for ratio in report.ratios):
            times = [ratio.times for ratio in report.ratios if ratio.ours == ours]
            table.add_row(ours, *[f"{spread:median}\n{spread:least}..{spread:most}" for spread in times])
        console.print(table)
    for what, reason in report.missing.items():
        console.print(f"[bold]not run:[/] {what}: {reason}", highlight=False)
    versions = [f"{library} ({', '.join(map(' '.join, found.items()))})" for library, found in report.versions.items()]
    console.print("Versions:", ", ".join(versions), highlight=False)
    if report.machine["load"] != [None, None]:
        console.print(f"Load average before and after: {report.machine['load']}", highlight=False)


def write_json(content: Mapping[str, Any], file: Path) -> None:
    """Write a report to a file."""
    file.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def machine() -> dict[str, Any]:
    """Description of this machine."""
    return {
        "cpu": processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def load() -> float | None:
    """Load average of the last minute; None if the system does not report it."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def short(number: float) -> str:
    """Number with three digits and a unit prefix.

    >>> short(3_214_000), short(48_300), short(6.32)
    ('3.21 M', '48.3 k', '6.32')
    """
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"
