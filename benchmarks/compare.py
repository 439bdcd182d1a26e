"""Cardzoo and its peers, side by side in one run: ``python benchmarks/compare.py``.

See README.md for the peers' environments and for how to read the figures.
"""

import argparse

from harness import add_lengths, run

INSTALL = {
    "cardzoo": "pip install cardzoo",
    "rlcard": "pip install rlcard==1.2.0",
    "pettingzoo": "pip install rlcard==1.2.0 pettingzoo==1.25.0 pygame (not beside cardzoo, which needs a later one)",
    "openspiel": "pip install open_spiel==2.0.2",
}


def main() -> None:
    """Read the command line, run, report."""
    parser = argparse.ArgumentParser(description="Steps per second of cardzoo and its peers, and their ratios.")
    add_lengths(parser, repeats=5, seconds=1.0)
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
    run(
        parser,
        arguments,
        INSTALL,
        "Random legal play, steps per second",
        "cardzoo:",
        pythons=arguments.peer_python,
        only=arguments.only,
    )


if __name__ == "__main__":
    main()
