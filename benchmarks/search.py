"""Simulation speed of tree search: ``python benchmarks/search.py [game ...]``.

It counts simulated actions per second of CPU time on one thread, at the decisions of games between random players, with
each scripted agent as rollout policy.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from harness import Spread, write_json
from rich.console import Console
from rich.table import Table

from cardzoo.agents import agent_generator, bots, find_agent
from cardzoo.envs import Game, find_game

SIMULATIONS = 1000


def simulated_steps(game: Game, rollout: str, seconds: float, seed: int) -> float:
    """Simulated steps per second of search, over at least so many seconds."""
    agent = find_agent(f"search:{SIMULATIONS}:rollout={rollout}", game)
    table, generator, chance = game.table(seed), agent_generator(seed), np.random.default_rng(seed)
    steps, spent, warm = 0, 0.0, False
    while spent < seconds:
        if table.over:
            table.reset()
        if table.mask.sum() > 1:
            guess = table.redeal(table.player).records
            start = time.process_time()
            agent.act_at(guess, table.player, table.mask.copy(), generator)
            if warm:
                steps, spent = steps + agent.steps, spent + time.process_time() - start
            warm = True
        table.step(int(chance.choice(np.flatnonzero(table.mask))))
    return steps / spent


def main() -> None:
    """Read the command line, run, report."""
    parser = argparse.ArgumentParser(description="Simulated steps per second of tree search.")
    parser.add_argument("games", nargs="*", default=["getaway"], help="games; getaway if none is given")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of search in each measurement")
    parser.add_argument("--repeats", type=int, default=5, help="number of measurements of each figure")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    arguments = parser.parse_args()
    table, rows = Table("game", "rollouts", "steps/s, median", "least", "most", title="simulated by one thread"), []
    for game in map(find_game, arguments.games):
        for rollout in bots(game):
            rates = [simulated_steps(game, rollout, arguments.seconds, seed) for seed in range(arguments.repeats)]
            spread = Spread.of(rates)
            table.add_row(game.id, rollout, *(format(spread, name) for name in ("median", "least", "most")))
            rows.append({"game": game.id, "rollout": rollout, "steps_a_second": rates})
    Console().print(table)
    if arguments.json:
        write_json({"search": rows}, arguments.json)


if __name__ == "__main__":
    main()
