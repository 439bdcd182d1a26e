"""Our trainer with a game's default configuration. A step is one decision of the learner; a call is one iteration.

The opponents are the baseline's, compiled experts in every other seat; evaluations and checkpoints are not included.
"""

import tempfile
from functools import partial
from pathlib import Path

import torch
from cardzoo.training.config import load_config
from cardzoo.training.run_folder import RunFolder
from cardzoo.training.train import Trainer
from rich.console import Console

from contenders import Contender, Play

PACKAGES = ("cardzoo", "sb3_contrib", "stable_baselines3", "torch")


def getaway(threads: int) -> Play:
    """The trainer's model and tables on some threads."""
    config = load_config("getaway", settings=[f"threads={threads}", "opponents.scripted=[expert]"])
    with tempfile.TemporaryDirectory() as folder:  # nothing is kept
        trainer = Trainer(config, RunFolder(Path(folder)), Console(quiet=True))
    steps = config.tables * config.learning.steps

    def play() -> int:
        torch.set_num_threads(threads)
        trainer.model.learn(steps, reset_num_timesteps=False)
        return steps

    return play


CONTENDERS = (
    Contender("getaway", "default configuration, one thread", partial(getaway, 1)),
    Contender("getaway, 2 threads", "default configuration", partial(getaway, 2), cores=2),
)
