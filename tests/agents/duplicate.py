"""Duplicate deals: how much better one compiled agent is than another."""

from typing import Any

import numpy as np

from cardzoo.agents import bots
from cardzoo.envs import Batch, Game

RESAMPLES = 1000


def compare(
    game: Game, challenger: str, baseline: str, deals: int, num_players: int | None = None, seed: int = 0, **options: Any
) -> tuple[float, float, float]:
    """Play every deal once with the challenger in each seat and the baseline in all others.

    A deal's value is the challenger's mean reward over its seats, which is 0 for equals, as rewards are zero-sum. In
    games for one player it is the challenger's win less the baseline's win with the same cards.

    Args:
        game: the game.
        challenger: the name of one of the game's compiled agents.
        baseline: the name of another.
        deals: how many deals.
        num_players: players at the table; None for the game's default.
        seed: the first deal's seed; each further deal has the next.
        **options: the game's own options.

    Returns:
        The mean value of a deal, and the bounds of its 95 % interval by a bootstrap over the deals.
    """
    if game.players[1] == 1:
        won = [play(game, [[name]], deals, seed, **options)[:, 0, 0] > 0 for name in (challenger, baseline)]
        values = won[0].astype(float) - won[1]
    else:
        seats = range(num_players or game.default_players)
        tables = [[challenger if seat == own else baseline for seat in seats] for own in seats]
        values = play(game, tables, deals, seed, **options)[:, seats, seats].mean(axis=1)
    resampled = np.random.default_rng(seed).choice(values, (RESAMPLES, deals)).mean(axis=1)
    low, high = np.quantile(resampled, (0.025, 0.975))
    return float(values.mean()), float(low), float(high)


def play(game: Game, tables: list[list[str]], deals: int, seed: int = 0, **options: Any) -> np.ndarray:
    """Play every deal once at each of some tables.

    Args:
        game: the game.
        tables: for each table the name of the agent in each seat.
        deals: how many deals.
        seed: the first deal's seed; each further deal has the next.
        **options: the game's own options.

    Returns:
        (deals, tables, seats) float: the rewards.
    """
    agents = bots(game)
    codes = [[list(agents).index(name) for name in seats] for seats in tables]
    batch = Batch(game, deals * len(tables), len(tables[0]), threads=1, bots=agents, restart=False, **options)
    batch.actors[:] = np.tile(codes, (deals, 1))
    batch.reset(np.repeat(np.arange(seed, seed + deals), len(tables)))
    return batch.records["reward"][:, : batch.num_players].reshape(deals, len(tables), -1).astype(float)
