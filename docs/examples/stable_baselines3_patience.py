"""Stable-Baselines3 learns a patience, Bridge Solitaire, by DQN or plain PPO on the game's Gymnasium id.

Neither knows masks. `AnyChoice` makes every choice legal, so to the learner it is an ordinary environment, and
what it learns is right. MaskablePPO, by which ``cardzoo train`` learns, does without: see README.md.

Measured: in 30,000 steps, half a minute of one core, DQN goes from -0.25 to 0.00 (300 games), in 20 seconds PPO goes
from -0.41 to -0.13 (1000 games). ``random`` gets -0.46, ``novice`` +0.06, ``expert`` +0.21 (5000 deals).

Install: ``pip install "cardzoo[train]"``, tested with Stable-Baselines3 2.9.2; DQN's ``n_steps`` needs 2.7
Run: ``python docs/examples/stable_baselines3_patience.py dqn``, or ``ppo``
"""

from typing import Literal

import cyclopts
import gymnasium
import numpy as np
from stable_baselines3 import DQN, PPO
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy

import cardzoo.envs  # noqa: F401 - its ids


class AnyChoice(gymnasium.ActionWrapper):
    """Instead of an illegal action the next legal one is played; after the last action comes the first."""

    def action(self, action: int) -> int:
        """The action that is played."""
        legal = self.unwrapped.action_masks()
        return int((action + np.roll(legal, -action).argmax()) % len(legal))


def main(algorithm: Literal["dqn", "ppo"] = "dqn", steps: int = 30_000, games: int = 1000) -> None:
    """Train for a number of steps, and play some games before and after."""
    no_pictures = {"render_mode": None}  # Stable-Baselines3 would ask for them
    env = make_vec_env("cardzoo/bridge_solitaire-v0", n_envs=8, seed=0, wrapper_class=AnyChoice, env_kwargs=no_pictures)
    model: BaseAlgorithm
    if algorithm == "ppo":
        model = PPO("MlpPolicy", env, gamma=1.0, n_steps=256, batch_size=256, ent_coef=0.01, seed=0)
    else:
        model = DQN(
            "MlpPolicy",
            env,
            gamma=1.0,
            n_steps=20,  # a whole deal: with 1, the default, it learned nothing in this time
            train_freq=1,
            gradient_steps=2,
            learning_rate=5e-4,
            batch_size=128,
            learning_starts=1000,
            exploration_fraction=0.5,
            target_update_interval=1000,
            seed=0,
        )
    tell(model, games)
    model.learn(steps)
    tell(model, games)


def tell(model: BaseAlgorithm, games: int) -> None:
    """Play some games and print how they went."""
    mean, deviation = evaluate_policy(model, model.get_env(), games)
    print(f"{model.num_timesteps:>7} steps: mean reward {mean:+.3f} ± {1.96 * deviation / games**0.5:.3f}", flush=True)


if __name__ == "__main__":
    cyclopts.run(main)
