"""Kills a run of ``cardzoo train`` repeatedly, at random moments, and compares its result with an unbroken run's.

Every second kill comes during the writing of a file.

``python -m tests.training.kills --kills 50 --trainer ppo``
"""

import argparse
import hashlib
import json
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.envs.files.whole import UNFINISHED
from cardzoo.envs.policies.models import CARD, WEIGHTS
from cardzoo.training.run_folder import RunFolder
from tests.training.small_run import SMALL

UPDATE = 512  # steps in one update of a small run
UPDATES_A_KILL = 6
PAUSE = 0.5  # seconds: some updates and checkpoints
WRITING = 0.003  # seconds: roughly the time to write a file
MORE = {
    "ppo": ("opponents.self_share=0.25", "warm_start.agent=novice", "warm_start.share=0.125"),
    "maskable_ppo": ("opponents.self_share=0.25",),
}
TIMED = ("seconds", "steps_per_second")


def main() -> None:
    """Run, kill and compare; the exit status is 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--trainer", choices=MORE, default="ppo")
    parser.add_argument("--seed", type=int, default=0, help="of the moments")
    parser.add_argument("--fresh", action="store_true", help="each time a new Python: slow, and nothing is shared")
    arguments = parser.parse_args()
    fork = sys.platform == "linux" and not arguments.fresh
    if fork:
        load()
    context = multiprocessing.get_context("fork" if fork else "spawn")
    updates = UPDATES_A_KILL * (arguments.kills + 2)
    settings = (*SMALL, f"total_steps={updates * UPDATE}", f"checkpoint_every={2 * UPDATE}")
    settings += (f"evaluation.every={updates // 3 * UPDATE}", f"trainer={arguments.trainer}", *MORE[arguments.trainer])
    begin = ["train", "getaway", *(part for setting in settings for part in ("--set", setting)), "--out"]
    generator = np.random.default_rng(arguments.seed)
    targets = sorted(generator.integers(0, updates - 2 * UPDATES_A_KILL, arguments.kills))
    with tempfile.TemporaryDirectory() as name:
        whole, broken = Path(name, "whole"), Path(name, "broken")
        start(context, [*begin, str(whole)]).join()
        kills = writing = 0
        for number, target in enumerate(targets):
            process = start(context, resume(broken) or [*begin, str(broken)])
            wait(process, broken, target, generator.uniform(0, PAUSE))
            if number % 2:
                wait_for_writing(process, broken, generator.uniform(0, WRITING))
            process.kill()
            process.join()
            kills += process.exitcode == -signal.SIGKILL
            writing += is_writing(broken)
        start(context, resume(broken)).join()
        differing = [part for part, value in outcome(whole).items() if outcome(broken)[part] != value]
    print(f"{arguments.trainer}: {kills} kills in {updates} updates, {writing} of them while a file was written")
    print(f"these differ from the unbroken run's: {', '.join(differing)}" if differing else "the same to the last bit")
    sys.exit(bool(differing) or not kills)


def load() -> None:
    """Import the modules of a run, so that forked processes need not."""
    for module in ("commands.main", "commands.train", "training.train"):
        import_module(f"cardzoo.{module}")
    for module in ("imitation", "maskable_ppo"):
        import_module(f"cardzoo.training.learners.{module}")
    for module in ("matplotlib.figure", "torch._dynamo"):
        import_module(module)


def start(context: Any, arguments: list[str]) -> BaseProcess:
    """The command in a process of its own."""
    process: BaseProcess = context.Process(target=run, args=(arguments,))
    process.start()
    return process


def run(arguments: list[str]) -> None:
    """The command ``cardzoo``."""
    from cardzoo_command import make_app

    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        make_app()(arguments)


def resume(folder: Path) -> list[str] | None:
    """The command that continues the run; None if the run was killed before it printed one."""
    return ["train", "--resume", str(folder)] if RunFolder(folder).config.is_file() else None


def wait(process: BaseProcess, folder: Path, updates: int, seconds: float) -> None:
    """Wait for some time after the run has made so many updates."""
    metrics = RunFolder(folder).metrics
    while process.is_alive() and (metrics.read_bytes().count(b"\n") if metrics.is_file() else 0) < updates:
        time.sleep(0.01)
    process.join(seconds)


def wait_for_writing(process: BaseProcess, folder: Path, seconds: float) -> None:
    """Wait for a moment after the run has begun to write a file."""
    while process.is_alive() and not is_writing(folder):
        time.sleep(0)
    process.join(seconds)


def is_writing(folder: Path) -> bool:
    """Returns whether a file is being written."""
    return any(folder.glob(f".*{UNFINISHED}"))


def outcome(folder: Path) -> dict[str, Any]:
    """All files of a run, without times."""
    run = RunFolder(folder)
    card = json.loads((folder / CARD).read_text())
    card["training"].pop("seconds")
    return {
        "weights": hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest(),
        "card": card,
        "metrics": [{key: value for key, value in line.items() if key not in TIMED} for line in run.read_metrics()],
        "evaluation": json.loads(run.evaluation.read_text()),
        "leftovers": [path.name for path in folder.iterdir() if path.name.startswith(".")],
    }


if __name__ == "__main__":
    main()
