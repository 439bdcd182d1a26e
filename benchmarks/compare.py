"""Cardzoo and its peers, side by side in one run: ``python benchmarks/compare.py``.

See README.md for the peers' environments and for how to read the figures.
"""

import argparse
import sys
from pathlib import Path

from harness import compete, show, write_json
from rich.console import Console

INSTALL = {
    "cardzoo": "pip install cardzoo",
    "rlcard": "pip install rlcard==1.2.0",
    "pettingzoo": "pip install rlcard==1.2.0 pettingzoo==1.25.0 pygame (not beside cardzoo, which needs a later one)",
    "openspiel": "pip install open_spiel==2.0.2",
}


def main() -> None:
    """Read the command line, run, report."""
    parser = argparse.ArgumentParser(description="Steps per second of cardzoo and its peers, and their ratios.")
    parser.add_argument("--repeats", type=int, default=5, help="rounds; every contender runs once in each (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of each run (default 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all rounds to a file")
    parser.add_argument(
        "--peer-python",
        action="append",
        default=[],
        metavar="PATH",
        help="Python interpreter of an environment that has peers; repeatable",
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="TEXT",
        help="run only rows whose title contains this; repeatable",
    )
    arguments = parser.parse_args()
    if arguments.repeats < 1 or arguments.seconds <= 0:
        parser.error("--repeats must be at least 1 and --seconds above 0")

    console = Console()
    report = compete(
        list(INSTALL),
        [sys.executable, *arguments.peer_python],
        INSTALL,
        ours="cardzoo:",
        seconds=arguments.seconds,
        repeats=arguments.repeats,
        console=console,
        only=arguments.only,
    )
    show(report, console, "Random legal play, steps per second")
    if arguments.json:
        write_json(report.as_json(), arguments.json)


if __name__ == "__main__":
    main()
