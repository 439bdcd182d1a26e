"""Stable-Baselines3 vector environments: ours on the native batch, its own of single-seat environments.

A step is one action of a random learner, with the masks for MaskablePPO; a call is one step of all environments.
Compiled experts hold the other seats.
"""

from functools import partial
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.vec_env import DummyVecEnv

from cardzoo.envs.sb3 import VecEnv
from contenders import Contender, Play

PACKAGES = ("cardzoo", "stable_baselines3", "sb3_contrib")
SETTINGS: dict[str, Any] = {"opponents": "expert", "seat": "rotate"}


def native(envs: int) -> Play:
    """Loop of our vector environment."""
    return play_at_random(VecEnv("getaway-v0", envs, threads=1, **SETTINGS))


def dummy(envs: int) -> Play:
    """Loop of the library's own vector environment."""
    return play_at_random(DummyVecEnv([lambda: gymnasium.make("cardzoo/getaway-v0", **SETTINGS)] * envs))


def play_at_random(env: Any) -> Play:
    """Loop of random legal actions."""
    generator = np.random.default_rng(0)
    env.seed(0)
    env.reset()

    def play() -> int:
        masks = get_action_masks(env)
        env.step((generator.random(masks.shape) * masks).argmax(axis=1))
        return int(env.num_envs)

    return play


CONTENDERS = tuple(
    Contender(f"getaway, {kind}, {envs} environments", "masks, a random choice, step", partial(make, envs))
    for envs in (8, 128)
    for kind, make in (("native", native), ("DummyVecEnv", dummy))
)
