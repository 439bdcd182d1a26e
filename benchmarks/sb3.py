"""Stable-Baselines3 vector environments, ours on the native batch and its own: ``python benchmarks/sb3.py``.

Both play the same games with masks, without learning; see contenders/sb3_tables.py.
"""

import argparse
import sys
from pathlib import Path

from harness import compete, show, write_json
from rich.console import Console

INSTALL = {"sb3_tables": "pip install 'cardzoo[train]'"}


def main() -> None:
    """Read the command line, run, report."""
    parser = argparse.ArgumentParser(description="Learner steps per second with masks, without learning.")
    parser.add_argument("--repeats", type=int, default=5, help="rounds; each contender runs once in each (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of each run (default 1)")
    parser.add_argument("--envs", type=int, default=128, choices=(8, 128), help="number of environments (default 128)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all rounds to a file")
    arguments = parser.parse_args()
    if arguments.repeats < 1 or arguments.seconds <= 0:
        parser.error("--repeats must be at least 1 and --seconds above 0")

    console = Console()
    report = compete(
        list(INSTALL),
        [sys.executable],
        INSTALL,
        ours="sb3_tables: getaway, native",
        seconds=arguments.seconds,
        repeats=arguments.repeats,
        console=console,
        only=[f" {arguments.envs} environments"],
    )
    show(report, console, "Learner steps per second, with masks")
    if arguments.json:
        write_json(report.as_json(), arguments.json)


if __name__ == "__main__":
    main()
