"""MaskablePPO with all of its own defaults. A step is one decision of the learner; a call is one iteration."""

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from cardzoo import envs  # noqa: F401 - registers the games with Gymnasium
from contenders import Contender, Play

PACKAGES = ("sb3_contrib", "stable_baselines3", "torch")
ENVS = 8


def getaway() -> Play:
    """Iterations on single-seat environments side by side."""
    torch.set_num_threads(1)
    make_env = lambda: gymnasium.make("cardzoo/getaway-v0", opponents="expert", seat="rotate")  # noqa: E731
    model = MaskablePPO("MlpPolicy", DummyVecEnv([make_env] * ENVS), seed=0, device="cpu")
    steps = model.n_steps * ENVS

    def play() -> int:
        model.learn(steps, reset_num_timesteps=False)
        return steps

    return play


CONTENDERS = (
    Contender("getaway, MaskablePPO", f"library defaults, {ENVS} single-seat environments in a DummyVecEnv", getaway),
)
