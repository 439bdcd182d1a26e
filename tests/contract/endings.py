"""How many games a bound stops, rather than the rules.

Run as ``python -m tests.contract.endings getaway 1000``; gives the share of games truncated among players of one kind.
"""

import sys

import numpy as np

from cardzoo.agents import bots
from cardzoo.envs import Batch, Game, find_game


def share_truncated(game: Game, name: str, games: int, seed: int = 0) -> float:
    """The share of games among agents of this name that a bound stops, from as many deals."""
    compiled = bots(game)
    batch = Batch(game, games, bots=compiled, restart=False)
    batch.actors[:] = list(compiled).index(name)
    batch.reset(seed)
    assert batch.records["over"].all()
    return float(np.mean(batch.records["truncated"]))


if __name__ == "__main__":
    for agent in bots(find_game(sys.argv[1])):
        print(f"{agent}: {share_truncated(find_game(sys.argv[1]), agent, int(sys.argv[2])):.2%} truncated")
