"""Writes all files of a game that are not written by hand: ``python -m results.game <game>``.

The steps run in order, each a program that can also be run by itself. The first one that fails ends the command, which
then shows how to continue. ``--from STEP`` leaves out the steps before that one.
"""

import argparse
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardzoo.envs import find_game
from cardzoo.training.evaluation.signals import signals_request, status_of

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Step:
    """A program that writes some files.

    Attributes:
        writes: its files, in words.
        words: module and arguments; ``{game}`` is the game's name.
        settings: environment variables.
    """

    writes: str
    words: Sequence[str]
    settings: Mapping[str, str] = field(default_factory=dict)


STEPS = {
    "golden": Step("the golden game", ("tests.golden.write", "{game}")),
    "measure": Step("the agents' figures", ("results.measure", "{game}")),
    "lengths": Step("length and difficulty", ("results.lengths", "{game}")),
    "train_games": Step("a trained agent's figures", ("results.train_games", "{game}")),
    "company": Step("the trained agent's figures in other company", ("results.company", "{game}")),
    "ranked": Step("the leaderboard", ("results.ranked", "{game}")),
    "pictures": Step("the kept pictures of the board", ("tests.table.web.test_pictures", "{game}")),
    "tiles": Step("the picture on the table's first page", ("docs.tiles", "{game}"), {"NUMBA_DISABLE_JIT": "1"}),
    "docs": Step("the pages, as make docs", ("docs.build_pages",), {"NUMBA_DISABLE_JIT": "1"}),
}
"""Steps by name; a step may read what those before it have written."""


def run(step: Step, game: str) -> int:
    """Run a step; after Ctrl-C it ends in its own way.

    Returns:
        Its exit status.
    """
    command = [sys.executable, "-m", *(word.format(game=game) for word in step.words)]
    with signals_request() as request:
        status = subprocess.call(command, cwd=ROOT, env=os.environ | step.settings)
    return status_of(request.interrupt) if request.interrupt else status


def main() -> int:
    """Run the steps; returns the exit status of the last one."""
    parser = argparse.ArgumentParser(prog="python -m results.game", description="Writes the files of a game.")
    parser.add_argument("game", help="name or id of the game")
    parser.add_argument("--from", dest="first", choices=STEPS, default=next(iter(STEPS)), help="step to begin with")
    arguments = parser.parse_args()
    try:
        game = find_game(arguments.game).name
    except ValueError as problem:
        parser.error(str(problem))
    names = list(STEPS)
    for number, name in enumerate(names):
        progress = f"{number + 1} of {len(names)}  {name}: {STEPS[name].writes}"
        if number < names.index(arguments.first):
            print(f"{progress}: left out by --from {arguments.first}", flush=True)
            continue
        print(progress, flush=True)
        if status := run(STEPS[name], game):
            print(f"{name} failed with status {status}; {continuing(game, names[number:])}", file=sys.stderr)
            return status
    return 0


def continuing(game: str, names: Sequence[str]) -> str:
    """The commands that continue after a failure, by the names of the failed step and those after it."""
    ways = zip(("to repeat it", "to continue after it"), names, strict=False)
    return "; ".join(f"{way}: python -m results.game {shlex.quote(game)} --from {name}" for way, name in ways)


if __name__ == "__main__":
    sys.exit(main())
