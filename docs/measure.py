"""Measures the scripted agents of games against each other, for the pages: ``python docs/measure.py [game ...]``.

Writes the games' part of ``docs/figures.yaml``; then run ``make docs``. Takes up to some minutes a game.
"""

import argparse
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from cardzoo.agents import bots, find_agent
from cardzoo.agents.files import write_file
from cardzoo.envs import IDS, Game, find_game
from cardzoo.training.evaluate import compare, play_deals
from cardzoo.training.intervals import bootstrap

FILE = Path(__file__).parent / "figures.yaml"
DEALS = 5000
FEWER_DEALS = dict.fromkeys(("commune", "king", "lorum", "superfecta", "triple_play", "vazhushal"), 1000)  # long games
ALONE = 20_000

VARIANTS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "cactus": [("without the memory aid", {}), ("with the memory aid", {"memory_aid": True})],
    "gin_rummy": [("in a single deal", {"target": None}), ("in a match", {})],
    "king": [("in the ten hands", {}), ("in one of the last four hands", {"hand": "positive"})],
}
"""The options that are measured, where the defaults are not the only ones that matter."""


def win_rates(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """How often each agent wins a game for one."""
    rows = []
    for name in bots(game):
        agent = find_agent(name, game)
        won = play_deals(game, agent, agent, ALONE, options=options)[2].mean(axis=1).astype(np.float64)
        low, high = bootstrap(won)
        rows.append({"agent": name, "wins": f"{won.mean():.1%}", "95 % interval": f"{low:.1%} to {high:.1%}"})
    return {"title": "How often the agents win", "note": f"The same {ALONE:,} deals for each.", "rows": rows}


def ladder(game: Game, what: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Each agent in one seat, against each weaker one in all others."""
    deals, rows = FEWER_DEALS.get(game.name, DEALS), []
    for weaker, stronger in combinations(bots(game), 2):
        result = compare(game, find_agent(stronger, game), find_agent(weaker, game), deals, options=options)
        interval = f"{result.low:+.3f} to {result.high:+.3f}"
        rows.append(
            {"agent": stronger, "against": weaker, "mean reward": f"{result.advantage:+.3f}", "95 % interval": interval}
        )
    note = f"{deals:,} deals, each played from every seat, {game.default_players} players; 0 is parity."
    return {"title": f"How the agents compare {what}".strip(), "note": note, "rows": rows}


def main() -> None:
    """Measure games and write their part of the file."""
    parser = argparse.ArgumentParser(description="Measures the scripted agents of games against each other.")
    parser.add_argument("games", nargs="*", default=IDS, help="names or ids; all if none is given")
    for game in map(find_game, parser.parse_args().games):
        tables = []
        for what, options in VARIANTS.get(game.name, [("", {})]):
            tables.append(win_rates(game, options) if game.seats == 1 else ladder(game, what, options))
            print(f"{game.name} {what}".strip(), flush=True)
        figures = yaml.safe_load(FILE.read_text(encoding="utf-8")) | {game.name: tables}
        figures = {name: figures[name] for name in (find_game(id).name for id in IDS) if name in figures}
        head = "# Written by docs/measure.py; shown on the games' pages.\n"
        write_file(FILE, (head + yaml.safe_dump(figures, sort_keys=False, allow_unicode=True)).encode())


if __name__ == "__main__":
    main()
