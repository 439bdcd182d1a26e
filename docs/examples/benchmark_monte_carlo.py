"""Deep Monte Carlo on one page, as in DouZero, in the benchmark's track of algorithms.

The network receives an observation and an action, and predicts the game's return (Zha et al., 2021). There is no
bootstrapping: the targets are the returns of finished games. DouZero plays itself; here the others are experts.

Install: ``pip install "cardzoo[train]"``
Run: ``cardzoo benchmark --train docs.examples.benchmark_monte_carlo:train --steps 200000 --seeds 2``
"""

import numpy as np
import torch

from cardzoo.training.algorithms import ActTogether, EnvFactory

TABLES = 64
KEPT = 1 << 15  # decisions of finished games in memory
BATCH_SIZE, UPDATES = 256, 2  # decisions in a gradient step, and gradient steps after each step of the tables
LEARNING_RATE = 5e-4
EXPLORATION = 0.05  # share of random actions


class ReturnNetwork(torch.nn.Module):
    """Return of an observation and an action, one-hot: the first layer adds a row of weights for the action."""

    def __init__(self, width: int, actions: int) -> None:
        super().__init__()
        self.observation = torch.nn.Linear(width, 128)
        self.action = torch.nn.Embedding(actions, 128)
        self.head = torch.nn.Sequential(
            torch.nn.ReLU(), torch.nn.Linear(128, 128), torch.nn.ReLU(), torch.nn.Linear(128, 1)
        )

    def forward(self, observations: torch.Tensor, rows: torch.Tensor, actions: torch.Tensor) -> torch.Tensor:
        """Returns of n pairs, (n,): an observation's row and an action each."""
        returns: torch.Tensor = self.head(self.observation(observations)[rows] + self.action(actions))[:, 0]
        return returns

    @torch.no_grad()
    def best(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The legal action of the highest return, (n,)."""
        legal = np.nonzero(masks)
        returns = np.full(masks.shape, -np.inf, np.float32)
        returns[legal] = self(torch.from_numpy(observations), *map(torch.from_numpy, legal)).numpy()
        best: np.ndarray = returns.argmax(axis=1)
        return best


def train(env_factory: EnvFactory, steps: int, seed: int) -> ActTogether:
    """Train against experts; the policy takes the action of the highest return."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    env = env_factory(num_envs=TABLES, opponents="expert", seat="rotate")
    network = ReturnNetwork(env.single_observation_space.shape[0], int(env.single_action_space.n))
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE)
    seen = torch.zeros(KEPT, env.single_observation_space.shape[0])
    played, returns = torch.zeros(KEPT, dtype=torch.long), torch.zeros(KEPT)
    games: list[list[tuple[np.ndarray, int]]] = [[] for _ in range(TABLES)]  # decisions of the games in play
    finished = 0
    observation, _ = env.reset(seed=seed)
    for _ in range(steps // TABLES):
        masks = env.action_masks()
        explored = np.where(masks, generator.random(masks.shape), -1).argmax(axis=1)
        actions = np.where(generator.random(TABLES) < EXPLORATION, explored, network.best(observation, masks))
        for game, row, action in zip(games, observation, actions.tolist(), strict=True):
            game.append((row.copy(), action))
        observation, reward, terminated, truncated, _ = env.step(actions)
        for table in np.flatnonzero(terminated | truncated):
            places = torch.arange(finished, finished + len(games[table])) % KEPT
            seen[places] = torch.from_numpy(np.array([row for row, _ in games[table]]))
            played[places] = torch.tensor([action for _, action in games[table]])
            returns[places] = float(reward[table])
            finished += len(games[table])
            games[table].clear()
        for _ in range(UPDATES if finished else 0):
            sample = torch.from_numpy(generator.integers(min(finished, KEPT), size=BATCH_SIZE))
            predicted = network(seen[sample], torch.arange(BATCH_SIZE), played[sample])
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(predicted, returns[sample]).backward()
            optimizer.step()
    return ActTogether(network.best)
