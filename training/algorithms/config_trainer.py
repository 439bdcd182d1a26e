"""Trainer that runs cardzoo's learner by a config: cardzoo's own learner in the benchmark's track of algorithms."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs.files.settings import ConfigError
from cardzoo.envs.registry import find_game
from cardzoo.training.algorithms.env_factory import EnvFactory
from cardzoo.training.config import MOST_STEPS, TrainingConfig, load_config
from cardzoo.training.run_folder import RunFolder
from cardzoo.training.train import Trainer

PLACE = "{game}"
SUFFIXES = (".yaml", ".yml")


class ConfigTrainer:
    """The learner of ``cardzoo train`` with a config; see `cardzoo.training.algorithms`.

    Args:
        name: a YAML file, or the name of a game for its own config. ``{game}`` in it stands for the name of the game
            that is trained. A file for several games has no key ``game``.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, env_factory: EnvFactory, steps: int, seed: int) -> TrainedAgent:
        """Train an agent.

        Raises:
            ConfigError: if the config is of another game, or its rollouts are longer than the budget.
            KeyboardInterrupt: if a signal has ended the run.
        """
        with TemporaryDirectory() as folder:
            trainer = Trainer(self.config(env_factory, steps, seed), RunFolder(Path(folder)), Console(quiet=True))
            trainer.run()
        if trainer.interrupt:
            raise trainer.interrupt
        env_factory.count(trainer.steps)
        return TrainedAgent("learned", trainer.game, trainer.card(), trainer.network())

    def config(self, env_factory: EnvFactory, steps: int, seed: int) -> TrainingConfig:
        """The config with the players, the options and the budget of a suite's game.

        A run ends with a whole rollout, so its steps are bounded where another rollout could exceed the budget.
        """
        entry, game = env_factory.entry, env_factory.game
        named = self._name.replace(PLACE, game.name)
        file = Path(named) if named.endswith(SUFFIXES) else None
        fixed = {"num_players": entry.players, "evaluation.options": dict(entry.options), "seed": seed}
        quiet = dict.fromkeys(("evaluation.every", "checkpoint_every"), MOST_STEPS)
        settings = [f"{key}={json.dumps(value)}" for key, value in (fixed | quiet).items()]
        config = load_config(game.id, file, settings)
        if file is None and find_game(named) is not game:
            raise ConfigError(f"config must be of {game.name}, got {named}; write {PLACE}, or name a YAML file")
        rollout = config.tables * config.learning.steps
        if rollout > steps:
            raise ConfigError(
                f"tables times learning.steps must be at most the budget of {steps:,}, got {rollout:,}; "
                f"set them lower in a YAML file"
            )
        return config.model_copy(update={"total_steps": steps - rollout + 1})
