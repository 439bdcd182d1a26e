"""Length and difficulty of each game, for the first page of the table in the browser.

Run as ``python -m results.lengths [game ...]``. Experts play some deals against each other; their lead over other
agents is from ``results/baselines.jsonl``. The figures of a game are an entry of ``table/web/figures.json``.
"""

import argparse
import json
from typing import Any

import numpy as np

from cardzoo.agents import best_of, find_agent
from cardzoo.envs import IDS, Game, find_game
from cardzoo.envs.files.whole import write_file
from cardzoo.table.web.figures import FILE, read_figures
from cardzoo.training.evaluation.play import play_games
from cardzoo.training.evaluation.schedule import deal_seeds
from results.baselines import SEARCH, Pairing, estimate, figure_alone, read_lines, search_pairing

DEALS = 6


def measured(game: Game) -> dict[str, Any]:
    """The measured strength of a game's expert.

    Returns:
        ``"figure"``, see `Pairing`, and the values of ``"expert"`` and, in a game without opponents, ``"novice"`` and
        ``"random"``. Where the search has beaten the expert, its name as ``"stronger"``.
    """
    lines = read_lines()
    if not game.plays_alone:
        found = estimate(lines.get(Pairing(game.id, "expert", "novice", "reward").key, ()))
        search = estimate(lines.get(search_pairing(game).key, ()))
        is_stronger = search is not None and search.sign > 0
        return {
            "figure": "reward",
            "expert": round(found.value, 3) if found else None,
            **({"stronger": SEARCH} if is_stronger else {}),
        }
    values: dict[str, Any] = {"figure": figure_alone(game)}
    for name in ("expert", "novice", "random"):
        found = estimate(lines.get(Pairing(game.id, name, None, figure_alone(game)).key, ()))
        values[name] = round(found.value, 3) if found else None
    return values


def main() -> None:
    """Measure, and write the figures."""
    parser = argparse.ArgumentParser(description="Measures how long games are.")
    parser.add_argument("games", nargs="*", default=IDS, help="names or ids of games; all by default")
    for game in map(find_game, parser.parse_args().games):
        seats = np.zeros((DEALS, game.default_players), np.int64)
        played = play_games(game, [find_agent(best_of(game), game)], seats, deal_seeds(0, DEALS), threads=1)
        figures = read_figures() | {game.id: {"moves": round(float(played.moves.mean()), 1)} | measured(game)}
        lines = ",\n".join(f"{json.dumps(id)}: {json.dumps(figures[id])}" for id in sorted(figures))
        write_file(FILE, f"{{\n{lines}\n}}\n".encode())
        print(f"{game.id}: {figures[game.id]}", flush=True)


if __name__ == "__main__":
    main()
