"""Training speed of our PPO, MaskablePPO tuned, and MaskablePPO with its defaults: ``python benchmarks/training.py``.

All learn the same game against the same opponents, in turns within one run: contenders/cardzoo_training.py and
contenders/sb3_contrib.py. The agents' strength is not measured.
"""

import argparse
import sys
from pathlib import Path

from harness import compete, show, write_json
from rich.console import Console

INSTALL = dict.fromkeys(("cardzoo_training", "sb3_contrib"), "pip install 'cardzoo[train]'")


def main() -> None:
    """Read the command line, run, report."""
    parser = argparse.ArgumentParser(
        description="Learner steps per second: our PPO, and MaskablePPO tuned and with its defaults."
    )
    parser.add_argument("--repeats", type=int, default=3, help="rounds; each learner runs once in each (default 3)")
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="seconds of each run, at least one iteration (default 10)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all rounds to a file")
    arguments = parser.parse_args()
    if arguments.repeats < 1 or arguments.seconds <= 0:
        parser.error("--repeats must be at least 1 and --seconds above 0")

    console = Console()
    report = compete(
        list(INSTALL),
        [sys.executable],
        INSTALL,
        ours="cardzoo_training: getaway",
        seconds=arguments.seconds,
        repeats=arguments.repeats,
        console=console,
    )
    show(report, console, "Learner steps per second, playing and updating")
    if arguments.json:
        write_json(report.as_json(), arguments.json)


if __name__ == "__main__":
    main()
