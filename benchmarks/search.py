"""How fast the search simulates: ``python benchmarks/search.py [game ...]``.

Actions that simulations play, by the second of CPU time of one thread, over the decisions of games between random
players, for rollouts by each scripted agent.
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
    """Steps a second of thought, over at least so many seconds."""
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
    """The command line."""
    parser = argparse.ArgumentParser(description="Times the simulations of tree search.")
    parser.add_argument("games", nargs="*", default=["getaway"], help="games; getaway if none is given")
    parser.add_argument("--seconds", type=float, default=2.0, help="of thought in each measurement")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of each figure")
    parser.add_argument("--json", type=Path, help="write the figures here")
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
