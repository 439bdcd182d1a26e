"""Stable-Baselines3 vector environments, ours on the native batch and its own: ``python benchmarks/sb3.py``.

Both play the same games with masks, without learning; see contenders/sb3_tables.py.
"""

import argparse

from harness import add_lengths, run

INSTALL = {"sb3_tables": "pip install 'cardzoo[train]'"}


def main() -> None:
    """Read the command line, run, report."""
    parser = argparse.ArgumentParser(description="Learner steps per second with masks, without learning.")
    add_lengths(parser, repeats=5, seconds=1.0)
    parser.add_argument("--envs", type=int, default=128, choices=(8, 128), help="number of environments (default 128)")
    arguments = parser.parse_args()
    run(
        parser,
        arguments,
        INSTALL,
        "Learner steps per second, with masks",
        "sb3_tables: getaway, native",
        only=[f" {arguments.envs} environments"],
    )


if __name__ == "__main__":
    main()
