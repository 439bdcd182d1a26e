"""Evaluation of a player of Getaway, printed by the other examples while they train."""

from collections.abc import Callable

import gymnasium
import numpy as np

import cardzoo.envs  # noqa: F401 - its ids

Choose = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""From observations (N, D) float32 and masks (N, A) int8 to legal actions (N,)."""

GAMES = 1000
"""Number of games of a mean."""


def tell(steps: int, choose: Choose) -> None:
    """Print how good a player is after some steps of training."""
    print(f"{steps:>7} steps: mean reward {mean_reward(choose):+.3f} against novice", flush=True)


def mean_reward(choose: Choose, opponents: str = "novice") -> float:
    """Play Getaway in one seat, rotating, with three compiled agents in the others.

    Returns:
        The mean over the games, which are played side by side: -1 if all are lost, 0 for parity, +1/3 if none is lost.
    """
    tables = gymnasium.make_vec("cardzoo/getaway-v0", num_envs=GAMES, opponents=opponents, seat="rotate")
    observations, infos = tables.reset(seed=1)
    rewards, playing = np.zeros(GAMES), np.ones(GAMES, bool)
    while playing.any():
        observations, paid, terminated, truncated, infos = tables.step(choose(observations, infos["action_mask"]))
        rewards += paid * playing
        playing &= ~(terminated | truncated)
    return float(rewards.mean())
