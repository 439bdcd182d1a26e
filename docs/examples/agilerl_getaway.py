"""AgileRL trains a player of Getaway by PPO, on the game's Gymnasium vector environment.

The learner holds one seat at each table, which moves with every game; compiled ``novice`` agents hold the others.
AgileRL reads the masks from the infos, and learns with them. Its IPPO, for several agents, wants plain observations and
the masks in the infos too, as ``envs.make_parallel("getaway-v0", mask="info")`` has them, but fails on any mask in the
tested version. So here one seat learns.

Measured: 40,000 steps, in a quarter of a minute of one core, take it from -0.84 to -0.07.

Install: ``pip install cardzoo agilerl peft``, tested with AgileRL 2.58.0, which does not name PEFT among its needs
Run: ``python docs/examples/agilerl_getaway.py``
"""

import cyclopts
import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts.on_policy import collect_rollouts
from evaluation import tell

import cardzoo.envs  # noqa: F401 - its ids

TABLES, ROLLOUT = 32, 2048  # side by side, and decisions between updates


def main(steps: int = 40_000) -> None:
    """Train for a number of steps, which are decisions of the learner."""
    torch.manual_seed(0)
    np.random.seed(0)
    env = gymnasium.make_vec("cardzoo/getaway-v0", num_envs=TABLES, opponents="novice", seat="rotate", illegal="raise")
    learner = PPO(
        env.single_observation_space,
        env.single_action_space,
        num_envs=TABLES,
        learn_step=ROLLOUT,
        batch_size=512,
        lr=1e-3,
        gamma=1.0,
        net_config={"encoder_config": {"hidden_size": [128]}, "head_config": {"hidden_size": [128]}},
    )

    def choose(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return learner.get_action(observations, action_mask=masks)[0]

    tell(0, choose)
    trained = told = 0
    position = {}
    while trained < steps:
        _, *there = collect_rollouts(learner, env, **position)
        position = dict(zip(("last_obs", "last_done", "last_scores", "last_info"), there, strict=True))
        learner.learn()
        trained += ROLLOUT
        if trained >= min(told + 10_000, steps):
            tell(trained, choose)
            told = trained


if __name__ == "__main__":
    cyclopts.run(main)
