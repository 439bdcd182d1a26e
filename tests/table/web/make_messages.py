"""Prints two messages of every game as JSON, by its name, as the page of a table gets them.

The first is from the middle of a game of novices, at the person's turn. The second one has the last position of a
random game that is cut short, and a result.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from cardzoo.agents import find_agent, memory_of
from cardzoo.envs.engine import Game
from cardzoo.envs.scene import table_scene
from cardzoo.table.terminal import session as sessions
from cardzoo.table.web.choices import Plan
from cardzoo.table.web.live import LiveTable
from cardzoo.table.web.people import People, first_people
from tests.playing import GAMES
from tests.table.web.test_secrecy import ME, NoSheet, keep_nothing

LATER = 100  # actions, after which many cards lie on the table
MOST = 300  # actions of a random game
SEED = 11


def main() -> None:
    """Print the messages, a line for each game."""
    sessions.is_seen = lambda *_: True  # the log may reveal everything here: to find out what it must not takes long
    for game in GAMES:
        middle = asyncio.run(find_middle(game))
        print(json.dumps([game.name, middle, find_end(game, middle)]), flush=True)


def new_table(game: Game) -> LiveTable:
    """A table of a person and novices."""
    seats = ("me", *["novice"] * (game.default_players - 1))
    session = sessions.Session(game, seats, len(seats), seed=SEED)
    plan = Plan(game.id, len(seats), {}, seats, SEED, 0.7)
    people = People(first_people(plan, ME), are_several=False)
    helpers = {name: name for name in ("expert", "novice", "search:200")}
    return LiveTable("id", ME, plan, session, helpers, keep_nothing, NoSheet(), people, keep_nothing)


async def find_middle(game: Game) -> dict[str, Any]:
    """The message at the person's last turn among the first `LATER` actions."""
    played, novice = new_table(game), find_agent("novice", game)
    session, memory, turns = played.session, memory_of(novice), [0]
    while not session.table.over and len(played.game.actions) < LATER:
        if session.waits:
            turns.append(len(played.game.actions))
        played.game.play(session.ask(novice, memory) if session.waits else None)
    table = new_table(game)
    table.replay_actions(played.game.actions[: turns[-1]])
    table.game.go_to_next_hand([0])
    await table.changes.describe()
    return await table.message(ME)


def find_end(game: Game, middle: Mapping[str, Any]) -> dict[str, Any]:
    """A message of the end of a game, from that of its middle."""
    table, choose = game.table(SEED), np.random.default_rng(SEED)
    for _ in range(MOST):
        if not table.over:
            table.step(int(choose.choice(np.flatnonzero(table.mask))))
    seats = range(table.num_players)
    scene = table_scene(table, 0, middle["names"], for_people=True).as_dict() | {
        "moves": [],
        "pick": None,
        "turn": None,
    }
    record = {"moves": 94, "seconds": 321, "played": 12, "won": 5, "streak": 3, "best_streak": 4, "fastest": 187}
    return middle | {
        "scene": scene,
        "over": True,
        "turn": None,
        "mine": False,
        "hints": [],
        "again": True,
        "finish": 0,
        "turns": {},
        "result": {"scores": [10 - seat for seat in seats], "ranks": [1 + seat for seat in seats]},
        "headline": "You won!",
        "outcome": "won",
        "record": record,
        "decided": f"Decided by this move: {middle['names'][0]} played 7♥, and the lead was never lost again.",
    }


if __name__ == "__main__":
    main()
