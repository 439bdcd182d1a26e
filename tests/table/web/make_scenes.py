"""Prints scenes of every game as JSON, by its name. It runs without compiling.

The scenes are the deal, and the table after some random moves; `make_messages` has tables on which more cards lie.
"""

import json

import numpy as np

from cardzoo.envs.scene import lay_real_cards, table_scene
from tests.playing import GAMES

STEPS = (0, 9, 30)


def main() -> None:
    """Print the scenes."""
    made = {}
    for game in GAMES:
        table, choose = game.table(5), np.random.default_rng(5)
        scenes = []
        for step in range(STEPS[-1] + 1):
            if step in STEPS:
                scene = table_scene(table, table.player, for_people=True, cards=lay_real_cards(table, 5))
                scenes.append(scene.as_dict())
            if table.over:
                break
            table.step(int(choose.choice(np.flatnonzero(table.mask))))
        made[game.name] = scenes
    print(json.dumps(made))


if __name__ == "__main__":
    main()
