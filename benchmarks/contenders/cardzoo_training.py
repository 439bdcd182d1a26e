"""Our trainer with a game's default configuration, on one thread, with either learner: a call is one iteration.

A step is one decision of the learner. The opponents are the baseline's, compiled experts in every other seat;
evaluations and checkpoints are not included.
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


def getaway(learner: str) -> Play:
    """The trainer's learner and tables on one thread."""
    config = load_config("getaway", settings=["threads=1", "opponents.scripted=[expert]", f"trainer={learner}"])
    with tempfile.TemporaryDirectory() as folder:  # nothing is kept
        trainer = Trainer(config, RunFolder(Path(folder)), Console(quiet=True))
    trainer.tables.reset(config.seed)
    steps = config.tables * config.learning.steps

    def play() -> int:
        trainer.learner.update(1.0)
        return steps

    return play


SETTINGS = "default configuration but for one thread and the opponents"
CONTENDERS = (
    Contender("getaway", SETTINGS, partial(getaway, "ppo")),
    Contender("getaway, trainer: maskable_ppo", SETTINGS, partial(getaway, "maskable_ppo")),
)
