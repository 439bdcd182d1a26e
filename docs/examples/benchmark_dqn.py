"""Masked deep Q-learning on one page, as in CleanRL, in the benchmark's track of algorithms.

It is double DQN (van Hasselt et al., 2016) in which illegal actions have no value: neither the behaviour nor the target
takes them. The tables are played in parallel, so the replay buffer has a row for each of the last steps.

Install: ``pip install "cardzoo[train]"``
Run: ``cardzoo benchmark --train docs.examples.benchmark_dqn:train --steps 200000 --seeds 2``
"""

from copy import deepcopy

import numpy as np
import torch

from cardzoo.training.algorithms import ActTogether, EnvFactory

TABLES = 64
KEPT = 512  # steps of all tables in the replay buffer
BATCH_SIZE, UPDATES = 256, 2  # decisions in a gradient step, and gradient steps after each step of the tables
LEARNING_RATE = 5e-4
EXPLORATION = 1.0, 0.05, 0.3  # share of random actions at the start and at the end, and the share of the run between
TARGET_EVERY = 100  # gradient steps after which the target network is replaced


def best_legal(values: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """The legal action of the highest value, (n,)."""
    return values.masked_fill(~masks, -torch.inf).argmax(dim=1)


def train(env_factory: EnvFactory, steps: int, seed: int) -> ActTogether:
    """Train against experts; the policy takes the action of the highest value."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    env = env_factory(num_envs=TABLES, opponents="expert", seat="rotate")
    width, count = env.single_observation_space.shape[0], int(env.single_action_space.n)
    network = torch.nn.Sequential(
        torch.nn.Linear(width, 128), torch.nn.ReLU(), torch.nn.Linear(128, 128), torch.nn.ReLU(),
        torch.nn.Linear(128, count),
    )  # fmt: skip
    target, optimizer = deepcopy(network), torch.optim.Adam(network.parameters(), LEARNING_RATE)
    observations, masks = torch.zeros(KEPT, TABLES, width), torch.ones(KEPT, TABLES, count, dtype=torch.bool)
    actions = torch.zeros(KEPT, TABLES, dtype=torch.long)
    rewards, going_on = torch.zeros(KEPT, TABLES), torch.zeros(KEPT, TABLES)
    first, last, length = EXPLORATION
    rounds = steps // TABLES
    observation, _ = env.reset(seed=seed)
    for step in range(rounds):
        row, after = step % KEPT, (step + 1) % KEPT
        observations[row], masks[row] = torch.from_numpy(observation), torch.from_numpy(env.action_masks()).bool()
        with torch.no_grad():
            best = best_legal(network(observations[row]), masks[row])
        explored = best_legal(torch.rand(TABLES, count), masks[row])
        share = max(first + (last - first) * step / (length * rounds), last)
        actions[row] = torch.where(torch.from_numpy(generator.random(TABLES) < share), explored, best)
        observation, reward, terminated, truncated, _ = env.step(actions[row].numpy())
        rewards[row], going_on[row] = torch.from_numpy(reward), torch.from_numpy(~(terminated | truncated)).float()
        observations[after], masks[after] = torch.from_numpy(observation), torch.from_numpy(env.action_masks()).bool()
        for update in range(UPDATES):
            age = generator.integers(min(step + 1, KEPT - 1), size=BATCH_SIZE)  # the row after this one is the oldest
            rows, tables = (row - age) % KEPT, generator.integers(TABLES, size=BATCH_SIZE)
            nexts = (rows + 1) % KEPT
            with torch.no_grad():
                chosen = best_legal(network(observations[nexts, tables]), masks[nexts, tables])
                future = target(observations[nexts, tables]).gather(1, chosen[:, None])[:, 0]
            values = network(observations[rows, tables]).gather(1, actions[rows, tables][:, None])[:, 0]
            wanted = rewards[rows, tables] + going_on[rows, tables] * future
            optimizer.zero_grad()
            torch.nn.functional.smooth_l1_loss(values, wanted).backward()
            optimizer.step()
            if (step * UPDATES + update) % TARGET_EVERY == 0:
                target.load_state_dict(network.state_dict())

    @torch.no_grad()
    def choose(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        best: np.ndarray = best_legal(network(torch.from_numpy(observations)), torch.from_numpy(masks).bool()).numpy()
        return best

    return ActTogether(choose)
