"""Ends of games: the share that a bound truncates, and the lengths of games.

``python -m cardzoo.testing.endings getaway 20000 tricks 3`` prints, for each agent, the share of truncated games and
the mean and maximum of a field of the state: here the tricks of games of three. The default field is the steps, and the
default number of players is the game's. The pages' sections on the end show such figures.
"""

import sys

import numpy as np

from cardzoo.agents import bots
from cardzoo.envs import Game, find_game
from cardzoo.testing.setting import Setting


def play_to_the_end(game: Game, name: str, games: int, seed: int = 0, num_players: int | None = None) -> np.ndarray:
    """The final records, (games,), of so many deals among agents of this name."""
    batch = Setting(game, num_players or game.default_players, {}).batch(games, restart=False)
    batch.actors[:] = batch.codes[name]
    batch.reset(seed)
    assert batch.records["over"].all()
    return batch.records


def tell_ends(game: Game, games: int, field: str = "steps", num_players: int | None = None) -> None:
    """Print a summary of the ends of so many games among agents of each kind."""
    for name in bots(game):
        tables = play_to_the_end(game, name, games, num_players=num_players)
        counted = tables[field]
        print(f"{name}: {tables['truncated'].mean():.2%} truncated, {field} {counted.mean():.1f} on average, ", end="")
        print(f"{counted.max()} at most", flush=True)


if __name__ == "__main__":
    tell_ends(
        find_game(sys.argv[1]), int(sys.argv[2]), (sys.argv[3:] or ["steps"])[0], next(map(int, sys.argv[4:]), None)
    )
