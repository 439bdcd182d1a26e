"""Vector environment of a run's tables for Stable-Baselines3, with one seat a table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.spaces.utils import flatten_space
from typing_extensions import override

from cardzoo.envs.sb3 import TablesEnv
from cardzoo.training.tables.self_play import SelfPlay

_NO_INFO: dict[str, Any] = {}


class LearnerEnv(TablesEnv):
    """A vector environment with the learner's seat at each of N tables.

    Masks come from the step itself: MaskablePPO asks for them by `env_method`, and receives one block for all tables. A
    game that is stopped at its bound ends like any other: it has its reward, and no future value.

    Args:
        tables: the tables, which the run resets.
    """

    render_mode = None

    def __init__(self, tables: SelfPlay) -> None:
        self.tables = tables
        batch = tables.batch
        rows = flatten_space(batch.encoder.space)
        super().__init__(self, batch.num_tables, rows, spaces.Discrete(len(batch.game.actions)))

    def reset(self) -> np.ndarray:
        """The tables as they are."""
        return self.tables.batch.observations.copy()

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play the actions; finished tables give the next game's observation."""
        tables = self.tables
        tables.step(self._actions)
        infos = [_NO_INFO] * self.num_envs
        return tables.batch.observations.copy(), tables.own_rewards.copy(), tables.dones.copy(), infos

    def action_masks(self) -> np.ndarray:
        """(N, A) int8, the learner's legal actions."""
        return self.tables.batch.action_masks

    @override
    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call a method; its one result is for all tables."""
        return [getattr(self, method_name)(*args, **kwargs)]

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Ignored: the run has seeded the tables."""
        return [None] * self.num_envs
