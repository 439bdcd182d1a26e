"""Training speed of our PPO, MaskablePPO tuned, and MaskablePPO with its defaults: ``python benchmarks/training.py``.

All learn the same game against the same opponents, in turns within one run: contenders/cardzoo_training.py and
contenders/sb3_contrib.py. The agents' strength is not measured.
"""

import argparse

from harness import add_lengths, run

INSTALL = dict.fromkeys(("cardzoo_training", "sb3_contrib"), "pip install 'cardzoo[train]'")


def main() -> None:
    """Read the command line, run, report."""
    parser = argparse.ArgumentParser(
        description="Learner steps per second: our PPO, and MaskablePPO tuned and with its defaults."
    )
    add_lengths(parser, repeats=3, seconds=10.0)
    arguments = parser.parse_args()
    run(parser, arguments, INSTALL, "Learner steps per second, playing and updating", "cardzoo_training: getaway")


if __name__ == "__main__":
    main()
