"""Stable-Baselines3 learns a patience by DQN, QR-DQN or plain PPO, on the game's Gymnasium id.

None of them knows masks. `AnyChoice` makes every choice legal, so to the learner it is an ordinary environment, and
what it learns is right. MaskablePPO, by which ``cardzoo train`` learns, does without: see README.md.

Install: ``pip install "cardzoo[train]"``
Run: ``python docs/examples/stable_baselines3_patience.py dqn``, or ``qrdqn`` or ``ppo``
"""

from typing import Literal

import cyclopts
import gymnasium
import numpy as np
from sb3_contrib import QRDQN
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


def main(
    algorithm: Literal["dqn", "qrdqn", "ppo"] = "dqn",
    game: str = "bridge_solitaire-v0",
    steps: int = 100_000,
    games: int = 500,
) -> None:
    """Train for a number of steps, and play some games before and after."""
    no_pictures = {"render_mode": None}  # Stable-Baselines3 would ask for them
    env = make_vec_env(f"cardzoo/{game}", n_envs=8, seed=0, wrapper_class=AnyChoice, env_kwargs=no_pictures)
    settings = {"policy": "MlpPolicy", "env": env, "gamma": 1.0, "seed": 0}
    model: BaseAlgorithm
    if algorithm == "ppo":
        model = PPO(n_steps=256, batch_size=256, ent_coef=0.01, **settings)
    else:
        learner = {"dqn": DQN, "qrdqn": QRDQN}[algorithm]
        # Returns of 20 steps, a whole deal of Bridge Solitaire: over shorter ones DQN believes its own best guesses.
        model = learner(n_steps=20, train_freq=1, gradient_steps=2, batch_size=128, learning_rate=5e-4, **settings)
    tell(model, games)
    model.learn(steps)
    tell(model, games)


def tell(model: BaseAlgorithm, games: int) -> None:
    """Play some games and print how they went."""
    rewards, _ = evaluate_policy(model, model.get_env(), games, return_episode_rewards=True)
    won = np.mean(np.array(rewards) > 0)
    print(f"{model.num_timesteps:>7} steps: mean reward {np.mean(rewards):+.3f}, {won:.1%} of the games won")


if __name__ == "__main__":
    cyclopts.run(main)
