"""Runs the examples whose libraries conflict with others, each in an environment of its own, for a few steps or a game.

Finally it installs and plays the package with a game; see `tests.examples.package`.

``docs/examples/<library>.txt`` lists the packages that such an environment adds to those installed here.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from tests.environments import make_environment
from tests.examples import package

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs/examples"
# Learners that take one row at a time would need most of a minute for the thousand games of the examples.
FEWER_GAMES = """
import runpy, sys

folder, example = sys.argv[1:3]
sys.path.insert(0, folder)
sys.argv[:3] = [example]
import evaluation

evaluation.GAMES = 50
runpy.run_path(example, run_name="__main__")
"""


def run_example(python: Path, example: Path) -> str:
    """Run an example for one round of training, or one game.

    Returns:
        The last line that it printed.
    """
    quiet = os.environ | {"PYTHONWARNINGS": "ignore"}
    command = [str(python), "-c", FEWER_GAMES, str(example.parent), str(example), "--steps", "1"]
    printed = subprocess.run(command, env=quiet, stdout=subprocess.PIPE, text=True, timeout=600, check=True).stdout
    return printed.splitlines()[-1]


def main() -> None:
    """Run all of them; the first that fails ends it."""
    for requirements in sorted(EXAMPLES.glob("*.txt")):
        (example,) = EXAMPLES.glob(f"{requirements.stem}_*.py")
        start = time.monotonic()
        python = make_environment(requirements.stem, requirements)
        made = time.monotonic()
        last = run_example(python, example)
        if not re.search(r"[1-9]\d* (steps|games): mean reward [+-]\d", last):
            sys.exit(f"{example.name} ended without a result: {last}")
        print(
            f"{example.name}: {last.strip()} (installed in {made - start:.0f} s, ran {time.monotonic() - made:.0f} s)"
        )
    package.main()


if __name__ == "__main__":
    main()
