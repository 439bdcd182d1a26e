"""How good a policy is: what the examples of Getaway print before and after training."""

from collections.abc import Callable

import gymnasium
import numpy as np

import cardzoo.envs  # noqa: F401 - its ids


def mean_reward(choose: Callable[[np.ndarray, np.ndarray], np.ndarray], opponents: str, games: int = 1000) -> float:
    """The mean reward of a policy in one seat of Getaway, compiled agents holding the three others.

    Args:
        choose: from observations (games, D) float32 and masks (games, A) int8 to legal actions (games,).
        opponents: who they are: ``"random"``, ``"novice"`` or ``"expert"``.
        games: how many are played, side by side, the seat rotating.

    Returns:
        -1 if every game is lost, 0 is parity, +1/3 if none is lost.
    """
    tables = gymnasium.make_vec("cardzoo/getaway-v0", num_envs=games, opponents=opponents, seat="rotate")
    observations, infos = tables.reset(seed=1)
    rewards, playing = np.zeros(games), np.ones(games, bool)
    while playing.any():
        observations, paid, terminated, truncated, infos = tables.step(choose(observations, infos["action_mask"]))
        rewards += paid * playing
        playing &= ~(terminated | truncated)
    return float(rewards.mean())
