"""Cardzoo's trainer with a game's default configuration, with either learner, on one thread and two.

A call is one iteration; a step is one decision of the learner. Compiled experts hold every other seat, as in the
baseline. Evaluations and checkpoints are not included.
"""

import tempfile
from functools import partial
from pathlib import Path

from rich.console import Console

from cardzoo.training.config import load_config
from cardzoo.training.run_folder import RunFolder
from cardzoo.training.train import Trainer
from contenders import Contender, Play

PACKAGES = ("cardzoo", "sb3_contrib", "stable_baselines3", "torch")


def getaway(learner: str, threads: int) -> Play:
    """Iterations of a learner on getaway."""
    settings = [f"threads={threads}", "opponents.scripted=[expert]", f"trainer={learner}"]
    config = load_config("getaway", settings=settings)
    with tempfile.TemporaryDirectory() as folder:  # nothing is kept
        trainer = Trainer(config, RunFolder(Path(folder)), Console(quiet=True))
    trainer.tables.reset(config.seed)
    steps = config.tables * config.learning.steps

    def play() -> int:
        trainer.learner.update(1.0)
        return steps

    return play


SETTINGS = "the config of cardzoo train but for threads and opponents"
CONTENDERS = (
    Contender("getaway", SETTINGS, partial(getaway, "ppo", 1)),
    Contender("MaskablePPO, getaway", SETTINGS, partial(getaway, "maskable_ppo", 1)),
    Contender("getaway, 2 threads", SETTINGS, partial(getaway, "ppo", 2), cores=2),
    Contender("MaskablePPO, getaway, 2 threads", SETTINGS, partial(getaway, "maskable_ppo", 2), cores=2),
)
