"""Prints scenes of every game as JSON, by its name. It runs without compiling.

The scenes are the deal, the table after some random moves and, with several players, a table of novices, on which
more cards lie.
"""

import json
from typing import Any

import numpy as np

from cardzoo.envs.engine import Game
from cardzoo.envs.scene import table_scene
from cardzoo.table.terminal.session import Session
from tests.playing import GAMES

STEPS = (0, 9, 30)
LATER = 100


def main() -> None:
    """Print the scenes."""
    made = {}
    for game in GAMES:
        table, choose = game.table(5), np.random.default_rng(5)
        scenes = []
        for step in range(STEPS[-1] + 1):
            if step in STEPS:
                scenes.append(table_scene(table, table.player, for_people=True).as_dict())
            if table.over:
                break
            table.step(int(choose.choice(np.flatnonzero(table.mask))))
        if table.num_players > 1:
            scenes.append(later_scene(game))
        made[game.name] = scenes
    print(json.dumps(made))


def later_scene(game: Game) -> dict[str, Any]:
    """The table after many moves of novices, or before the last one."""
    session = Session(game, ["novice"], game.default_players, seed=11)
    scene = session.table
    for _ in range(LATER):
        scene = session.table.copy()
        session.play_agent()
        if session.table.over:
            break
    return table_scene(scene, scene.player, for_people=True).as_dict()


if __name__ == "__main__":
    main()
