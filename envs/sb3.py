"""Tables as Stable-Baselines3 wants them: one vector environment in which a batch plays all games.

Stable-Baselines3 comes with ``pip install "cardzoo[train]"``. No other module of the environments needs it.
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
"""The parts of the infos of `cardzoo.envs.single.SingleSeat` that a finished game's hold here too."""


class TablesEnv(vec_env.VecEnv):
    """A vector environment whose N environments are the tables of one object, as there are no single ones behind it.

    Args:
        behind: the object, whose attributes and methods stand for those of each environment.
        num_envs: N.
        observation_space: of one environment.
        action_space: of one environment.
    """

    def __init__(
        self, behind: Any, num_envs: int, observation_space: spaces.Space[Any], action_space: spaces.Space[Any]
    ) -> None:
        self._behind = behind
        super().__init__(num_envs, observation_space, action_space)

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def has_attr(self, attr_name: str) -> bool:
        """Whether there is such an attribute; `action_masks` shows MaskablePPO that it may mask."""
        return hasattr(self._behind, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, once for each environment asked for."""
        return [getattr(self._behind, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute for all environments."""
        setattr(self._behind, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call a method once for all environments; gives each one asked for its row of the result, or the result."""
        result = getattr(self._behind, method_name)(*args, **kwargs)
        if isinstance(result, (np.ndarray, tuple)) and len(result) == self.num_envs:
            return [result[k] for k in self._get_indices(indices)]
        return [result for _ in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Never: there are no environments behind this one."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing is open."""


class VecEnv(TablesEnv):
    """N games in one batch, one seat of each for the learner: much faster than a `DummyVecEnv` of single environments.

    Observations, rewards and masks are those of ``gymnasium.make`` with the same settings and the seed plus k. A game
    that ends is followed by the next one. Infos are empty within games; at the end of one they hold
    ``terminal_observation``, ``TimeLimit.truncated``, ``score``, ``rank`` and ``illegal_action``, and the returns of
    episodes if the environment is in a `VecMonitor`. MaskablePPO gets the masks of all games by one call.

    Args:
        game: the game's id.
        num_envs: N.
        **settings: as for `cardzoo.envs.single.VectorSeats`: ``opponents``, ``seat``, ``encoding``, ``threads`` and
            so on, and the game's own options.

    Attributes:
        tables: the `VectorSeats` behind it.

    Raises:
        TypeError: for a setting that there is not.
        ValueError: for a value that it does not take.
    """

    def __init__(self, game: str, num_envs: int = 64, **settings: Any) -> None:
        self.tables = VectorSeats(game, num_envs, **settings)
        super().__init__(self.tables, num_envs, self.tables.single_observation_space, self.tables.single_action_space)

    def action_masks(self) -> np.ndarray:
        """(N, A) bool, the legal actions."""
        return self.tables.action_masks()

    def set_opponents(self, opponents: Opponents) -> None:
        """Let others hold the other seats from each table's next game on; see `VectorSeats.set_opponents`."""
        self.tables.set_opponents(opponents)

    @override
    def reset(self) -> Any:
        """Deal a new game at every table, with the seeds and options that have been set since the last time.

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
        """Play the actions; finished tables give the next game's observation."""
        observations, rewards, terminations, truncations, told = self.tables.step(self._actions)
        done = terminations | truncations
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for k in np.flatnonzero(done).tolist():
            infos[k] = {name: told["final_info"][name][k] for name in AT_THE_END}
            infos[k]["terminal_observation"] = told["final_obs"][k]
            infos[k]["TimeLimit.truncated"] = bool(truncations[k] and not terminations[k])
        return observations, rewards, done, infos

    @override
    def get_images(self) -> Sequence[np.ndarray | None]:
        """A picture of each table, with ``render_mode="rgb_array"``."""
        return self.tables.render()
