"""``cardzoo games`` and ``cardzoo compile``: what games there are, ready to be played."""

import time
from typing import Annotated, Any

from cyclopts import Parameter
from rich.table import Table

from cardzoo.envs import IDS, find_game, make, make_batch
from cardzoo.training.commands.terminal import Json, console, print_json


def games(*, json: Json = False) -> None:
    """List the games."""
    rows = [_describe(id) for id in IDS]
    if json:
        print_json(rows)
        return
    table = Table(title="cardzoo's games")
    for heading in ("id", "family", "players", "actions", "observation"):
        table.add_column(heading, justify="right" if heading in ("actions", "observation") else "left", no_wrap=True)
    for row in rows:
        players = find_game(row["id"]).players_in_words
        table.add_row(
            row["id"],
            row["family"],
            f"{players} ({row['default_players']})" if len(row["players"]) > 1 else players,
            str(row["actions"]),
            str(row["observation_size"]),
        )
    console.print(table)


def _describe(id: str) -> dict[str, Any]:
    from cardzoo.agents import bots

    game = find_game(id)
    return {
        "name": game.title,
        "id": game.id,
        "family": game.family,
        "players": list(game.numbers_of_players),
        "default_players": game.default_players,
        "actions": len(game.actions),
        "observation_size": make(id).encoder.width,
        "agents": list(bots(game)),
    }


def compile_games(*names: Annotated[str, Parameter(help="Games; by default all.")]) -> None:
    """Compile games ahead of their first use."""
    from cardzoo.envs.single import VectorSeats

    for name in names or IDS:
        start = time.perf_counter()
        env = make(name)
        env.reset(seed=0)
        env.last()
        env.step(int(env.table.mask.argmax()))
        env.table.redeal(0).view(0)
        make_batch(name, num_tables=1).reset(seed=0)
        VectorSeats(name, 1).reset(seed=0)
        console.print(f"{env.game.id}: {time.perf_counter() - start:.1f} s")
