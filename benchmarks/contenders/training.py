"""Learners on the same game: steps of the learner per second over whole iterations, playing and updating.

A step is one decision of the learner; what the other seats do between two of them is part of it. One torch thread.
"""

import gymnasium
import torch
from cardzoo import envs  # noqa: F401 - registers the games with Gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from contenders import Contender, Play

PACKAGES = ("cardzoo", "sb3_contrib", "stable_baselines3", "torch")

GAME = "getaway-v0"
OPPONENTS = "scripted"
ENVS = 8

torch.set_num_threads(1)


def library_defaults() -> Play:
    """MaskablePPO as it comes, on single-seat environments side by side: one iteration a call."""
    tables = DummyVecEnv([lambda: gymnasium.make(f"cardzoo/{GAME}", opponents=OPPONENTS) for _ in range(ENVS)])
    model = MaskablePPO("MlpPolicy", tables, seed=0, device="cpu")
    steps = model.n_steps * ENVS

    def play() -> int:
        model.learn(steps, reset_num_timesteps=False)
        return steps

    return play


def own_defaults() -> Play:
    """Our trainer with its default configuration, against the same opponents: one iteration a call."""
    raise NotImplementedError("cardzoo.training has no trainer yet")


CONTENDERS = (
    Contender("cardzoo, default configuration", "our trainer's iterations", own_defaults),
    Contender("MaskablePPO, library defaults", f"{ENVS} single-seat environments in a DummyVecEnv", library_defaults),
)
