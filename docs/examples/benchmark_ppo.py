"""MaskablePPO of sb3-contrib in the benchmark's track of algorithms: against the expert, or in self-play only.

Install: ``pip install "cardzoo[train]"``, tested with sb3-contrib 2.9.2
Run: ``cardzoo benchmark --train docs.examples.benchmark_ppo:train --steps 200000 --seeds 2``, or ``:self_play``
"""

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from cardzoo.envs.sb3 import VecEnv
from cardzoo.training.algorithms import ActTogether, EnvFactory
from docs.examples.stable_baselines3_self_play import SelfPlay, network_of

TABLES, ROLLOUT = 64, 32  # decisions at each table between two updates


def train(env_factory: EnvFactory, steps: int, seed: int, callback: BaseCallback | None = None) -> ActTogether:
    """Train against experts, or against the opponents of a callback; the policy takes its likeliest action."""
    tables = VecEnv(env_factory(num_envs=TABLES, opponents="expert", seat="rotate"))
    layers = {"net_arch": [128, 128], "activation_fn": torch.nn.ReLU}
    settings = {"gamma": 1.0, "n_steps": ROLLOUT, "batch_size": 512, "n_epochs": 4, "ent_coef": 0.01}
    model = MaskablePPO(
        "MlpPolicy", tables, learning_rate=lambda left: 1e-3 * left, **settings, policy_kwargs=layers, seed=seed
    )
    model.learn(steps - steps % (TABLES * ROLLOUT), callback)  # whole rollouts
    network = network_of(model.policy)
    return ActTogether(lambda observations, masks: np.where(masks, network.logits(observations), -np.inf).argmax(1))


def self_play(env_factory: EnvFactory, steps: int, seed: int) -> ActTogether:
    """Train against the policy itself, as it is before each rollout."""
    return train(env_factory, steps, seed, SelfPlay())
