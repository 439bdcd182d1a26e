"""Tianshou trains a player of Getaway by DQN and self-play, on the game's PettingZoo AEC environment.

The four seats share one learner. Tianshou keeps the steps of all seats in one row, so what follows a step there is
another player's view, from which no value can be bootstrapped. Therefore values are learned from how games ended: the
horizon of the returns is longer than a game.

Measured: 24,000 steps, in a minute or two of one core, take it from -0.68 to -0.22.

Install: ``pip install cardzoo tianshou``, tested with Tianshou 2.0.1
Run: ``python docs/examples/tianshou_getaway.py``
"""

import logging

import cyclopts
import numpy as np
import torch
from evaluation import tell
from tianshou.algorithm import DQN, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.utils.net.common import Net
from tianshou.utils.torch_utils import policy_within_training_step

from cardzoo import envs

TABLES, GAMES, UPDATES = 8, 64, 32  # side by side, between updates, and how many these are
HORIZON = 100  # decisions, more than a game has


def make_table() -> PettingZooEnv:
    """A table as Tianshou sees it: the mask goes beside the observation."""
    return PettingZooEnv(envs.make("getaway-v0"))


def main(steps: int = 20_000) -> None:
    """Train for a number of steps, which are decisions of all seats together."""
    logging.getLogger("tianshou").setLevel(logging.ERROR)  # it warns of rewards of several players
    np.random.seed(0)
    torch.manual_seed(0)
    table = make_table()
    network = Net(
        state_shape=table.observation_space["observation"].shape,
        action_shape=table.action_space.n,
        hidden_sizes=[128, 128],
    )
    # Tianshou sets the mode of the policy of all seats, but not of the one in it: that takes eps_inference.
    policy = DiscreteQLearningPolicy(model=network, action_space=table.action_space, eps_inference=0.1)
    learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, n_step_return_horizon=HORIZON)
    players = MultiAgentOffPolicyAlgorithm(algorithms=[learner] * len(table.agents), env=table)
    buffer = VectorReplayBuffer(total_size=20_000, buffer_num=TABLES)
    tables = DummyVectorEnv([make_table] * TABLES)
    tables.seed(0)
    collector = Collector(players, tables, buffer, exploration_noise=True)
    collector.reset()

    def choose(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            values, _ = network(observations)
        return values.masked_fill(torch.from_numpy(masks) == 0, -torch.inf).argmax(dim=1).numpy()

    tell(0, choose)
    trained = told = 0
    while trained < steps:
        with policy_within_training_step(players.policy):
            trained += collector.collect(n_episode=GAMES).n_collected_steps
            for _ in range(UPDATES):
                players.update(buffer, sample_size=256)
        if trained >= min(told + 5_000, steps):
            tell(trained, choose)
            told = trained


if __name__ == "__main__":
    cyclopts.run(main)
