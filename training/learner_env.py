"""The learner's seats as Stable-Baselines3 wants them: a vector environment over the native batch."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from cardzoo.envs.single import LearnerSeats

_NO_INFO: dict[str, Any] = {}


class LearnerEnv(VecEnv):
    """One learner's seat at each of N tables.

    Masks come from the step itself: MaskablePPO asks for them by `env_method`, and gets one block for all tables.

    Args:
        seats: the tables.
    """

    def __init__(self, seats: LearnerSeats) -> None:
        self.seats = seats
        self.render_mode = None
        batch = seats.batch
        super().__init__(batch.num_tables, batch.encoder.space, spaces.Discrete(len(batch.game.actions)))
        self._actions = np.zeros(batch.num_tables, np.int64)
        self._lengths = np.zeros(batch.num_tables, np.int64)
        self._returns = np.zeros(batch.num_tables, np.float32)

    def reset(self) -> np.ndarray:
        """Deal a new game at every table."""
        self.seats.reset()
        self._lengths[:] = 0
        self._returns[:] = 0
        return self.seats.batch.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play the actions; finished tables give the next game's observation."""
        seats = self.seats
        seats.step(self._actions)
        done = seats.terminations | seats.truncations
        self._lengths += 1
        self._returns += seats.rewards
        infos = [_NO_INFO] * self.num_envs
        for table in np.flatnonzero(done):
            # No "TimeLimit.truncated": a game that is stopped at its bound has been paid for, and has no future value.
            infos[table] = {"episode": {"r": float(self._returns[table]), "l": int(self._lengths[table]), "t": 0.0}}
        self._lengths[done] = 0
        self._returns[done] = 0
        return seats.batch.observations.copy(), seats.rewards, done, infos

    def action_masks(self) -> np.ndarray:
        """(N, A) int8, the learner's legal actions."""
        return self.seats.batch.action_masks

    def snapshot(self) -> dict[str, np.ndarray]:
        """All of the tables and the running episodes, for `restore`."""
        return self.seats.batch.snapshot() | {"lengths": self._lengths.copy(), "returns": self._returns.copy()}

    def restore(self, snapshot: dict[str, np.ndarray]) -> None:
        """Go on from a snapshot."""
        self._lengths[:] = snapshot.pop("lengths")
        self._returns[:] = snapshot.pop("returns")
        self.seats.batch.restore(snapshot)

    def has_attr(self, attr_name: str) -> bool:
        """Whether there is such an attribute; `action_masks` tells MaskablePPO that it may mask."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, once for each table asked for."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute for all tables."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call a method; its result stands for all tables."""
        return [getattr(self, method_name)(*args, **kwargs)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Never: there are no environments behind this one."""
        return [False] * len(list(self._get_indices(indices)))

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the tables: table k gets ``seed + k``."""
        if seed is not None:
            self.seats.reset(seed)
        return [None if seed is None else seed + table for table in range(self.num_envs)]

    def close(self) -> None:
        """Nothing is open."""
