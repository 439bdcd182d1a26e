"""Our trainer with a game's default configuration, on one thread: a call is one iteration.

A step is one decision of the learner. The opponents are the baseline's, compiled experts in every other seat;
evaluations and checkpoints are not included.
"""

import tempfile
from pathlib import Path

from rich.console import Console

from cardzoo.training.config import load_config
from cardzoo.training.run_folder import RunFolder
from cardzoo.training.train import Trainer
from contenders import Contender, Play

PACKAGES = ("cardzoo", "sb3_contrib", "stable_baselines3", "torch")


def getaway() -> Play:
    """The trainer's model and tables on one thread."""
    config = load_config("getaway", settings=["threads=1", "opponents.scripted=[expert]"])
    with tempfile.TemporaryDirectory() as folder:  # nothing is kept
        trainer = Trainer(config, RunFolder(Path(folder)), Console(quiet=True))
    steps = config.tables * config.learning.steps

    def play() -> int:
        trainer.model.learn(steps, reset_num_timesteps=False)
        return steps

    return play


CONTENDERS = (Contender("getaway", "default configuration but for one thread and the opponents", getaway),)
