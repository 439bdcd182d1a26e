"""Agents that try to compute the others' cards from their inputs alone."""

import numpy as np

from cardzoo.agents import agent_generator
from cardzoo.envs.engine import Game, rng
from cardzoo.training.evaluation.schedule import agent_seeds, deal_seeds

SEEDS = 3  # of arenas and evaluations that are searched
DEALS = 12
AGENT_BITS = int(agent_generator(0)["seed"][0])  # the difference between a deal's seed and its agents'


class Known(Exception):
    """The agent knows all cards."""


class Looks:
    """Looks for a deal with its own hand among those of known seeds, and of all seeds derived from its generator.

    Raises:
        Known: if it finds one.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = "looks"
        self.public = [int(deal) for seed in range(SEEDS) for deal in deal_seeds(seed, DEALS)]
        self.by_draws = {
            int(draws) + 1 + seat: int(deal_seeds(seed, DEALS)[deal])
            for seed in range(SEEDS)
            for deal in range(DEALS)
            for draws in agent_seeds(deal, seed, 8)
            for seat in range(game.seats)
        }

    def act(self, view, mask, generator):
        seed = int(generator["seed"][0])
        undone = [(seed - place) % (1 << 64) ^ AGENT_BITS for place in range(self.game.seats + 1)]
        found = self.by_draws.get(seed)
        for deal in [seed, *undone, *([] if found is None else [found]), *self.public]:
            table = self.game.table(seed=deal)
            if any(np.array_equal(table.view(seat).hand, view.hand) for seat in range(table.num_players)):
                raise Known(deal)
        return int(mask.argmax())


def content(table: np.ndarray) -> bytes:
    """The content of a table without its generator."""
    same = table.copy()
    same["seed"] = same["draws"] = 0
    return same.tobytes()


class Unshuffles:
    """Shuffles guesses at the true table in the same way as its input was shuffled, and compares the results.

    Attributes:
        claims: for each decision, its claim of the true table, as in `content`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = "unshuffles"
        self.claims: list[bytes] = []

    def act_at(self, table, player, mask, generator):
        before = generator.copy()
        before["draws"] -= 2  # the source of the table's seed
        claim = b""
        for seed in range(20):
            guess = table.copy()
            guess["seed"], guess["draws"] = seed, 0
            self.game.kernels.redeal(guess, player)
            shuffled = rng.reseed(guess.copy(), before.copy())
            self.game.kernels.redeal(shuffled, player)
            if content(shuffled) == content(table):
                claim = content(guess)
        self.claims.append(claim)
        return int(mask.argmax())
