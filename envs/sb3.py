"""Stable-Baselines3 vector environment, in which one batch plays all games.

Install Stable-Baselines3 by ``pip install "cardzoo[train]"``. No other module of the environments needs it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common import vec_env
from typing_extensions import override

from cardzoo.envs.opponents import Opponents
from cardzoo.envs.single import VectorSeats

AT_THE_END = ("score", "rank", "illegal_action")
"""Keys of `cardzoo.envs.single.SingleSeat`'s infos that the infos of finished games have here too."""


class TablesEnv(vec_env.VecEnv):
    """Base of vector environments whose N environments are the tables of one object.

    Args:
        behind: the object, whose attributes and methods stand for those of each environment.
        num_envs: N.
        observation_space: observation space of one environment.
        action_space: action space of one environment.
    """

    def __init__(
        self, behind: Any, num_envs: int, observation_space: spaces.Space[Any], action_space: spaces.Space[Any]
    ) -> None:
        self._behind = behind
        super().__init__(num_envs, observation_space, action_space)

    def step_async(self, actions: np.ndarray) -> None:
        """Store the actions for `step_wait`."""
        self._actions = actions

    def has_attr(self, attr_name: str) -> bool:
        """Returns whether there is such an attribute; MaskablePPO looks for `action_masks`."""
        return hasattr(self._behind, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Attribute, once for each environment of ``indices``."""
        return [getattr(self._behind, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute for all environments."""
        setattr(self._behind, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call a method once for all environments; returns rows of the result for ``indices``, or the result itself."""
        result = getattr(self._behind, method_name)(*args, **kwargs)
        if isinstance(result, (np.ndarray, tuple)) and len(result) == self.num_envs:
            return [result[k] for k in self._get_indices(indices)]
        return [result for _ in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Returns False for all: there are no single environments that could be wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Close the environment; there is nothing to close."""


class VecEnv(TablesEnv):
    """Vector environment of N games in one batch, much faster than a `DummyVecEnv` of single environments.

    The learner has one seat of each game. Observations, rewards and masks are those of ``gymnasium.make`` with the same
    settings and the seed plus k. A table that ends its game deals the next one. Infos are empty within games; at the
    end of one they hold ``terminal_observation``, ``TimeLimit.truncated``, ``score``, ``rank`` and ``illegal_action``,
    and with a `VecMonitor` the episode's return. MaskablePPO receives the masks of all games by one call.

    Args:
        game: the game's id; or a `cardzoo.envs.single.VectorSeats`, which brings all settings.
        num_envs: N.
        **settings: as for `cardzoo.envs.single.VectorSeats`: ``opponents``, ``seat``, ``encoding``, ``threads`` and
            so on, and the game's own options.

    Attributes:
        tables: the `VectorSeats` behind it.

    Raises:
        TypeError: for an unknown setting.
        ValueError: for a value that is not allowed.
    """

    def __init__(self, game: str | VectorSeats, num_envs: int = 64, **settings: Any) -> None:
        self.tables = game if isinstance(game, VectorSeats) else VectorSeats(game, num_envs, **settings)
        both = self.tables.single_observation_space, self.tables.single_action_space
        super().__init__(self.tables, self.tables.num_envs, *both)

    def action_masks(self) -> np.ndarray:
        """Action masks, (N, A) bool."""
        return self.tables.action_masks()

    def set_opponents(self, opponents: Opponents) -> None:
        """Replace the opponents from each table's next game on; see `VectorSeats.set_opponents`."""
        self.tables.set_opponents(opponents)

    @override
    def reset(self) -> Any:
        """Deal a new game at every table, with the seeds and options set since the last reset.

        Raises:
            ValueError: if options differ among the environments.
        """
        if any(one != self._options[0] for one in self._options):
            raise ValueError(f"{self.tables.game.name}: options must be the same for all environments; set one dict")
        observations, _ = self.tables.reset(seed=self._seeds, options=self._options[0])
        self._reset_seeds()
        self._reset_options()
        return observations

    @override
    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play the actions; observations of finished tables are those of their next games."""
        observations, rewards, terminations, truncations, summary = self.tables.step(self._actions)
        done = terminations | truncations
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for k in np.flatnonzero(done).tolist():
            infos[k] = {name: summary["final_info"][name][k] for name in AT_THE_END}
            infos[k]["terminal_observation"] = summary["final_obs"][k]
            infos[k]["TimeLimit.truncated"] = bool(truncations[k] and not terminations[k])
        return observations, rewards, done, infos

    @override
    def get_images(self) -> Sequence[np.ndarray | None]:
        """Pictures of all tables, with ``render_mode="rgb_array"``."""
        return self.tables.render()
