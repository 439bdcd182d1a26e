"""``cardzoo play``."""

import sys
from typing import Annotated

from cyclopts import Parameter

from cardzoo.commands.terminal import GameName, Settings, parse_options
from cardzoo.envs import find_game


def play(
    game: GameName,
    *,
    seats: Annotated[
        str, Parameter(help="Who sits where, from player 0, such as me,expert,search:500; without me you watch.")
    ] = "me",
    players: Annotated[
        int | None,
        Parameter(help="Players at the table; by default the seats named, or as usual if these are too few."),
    ] = None,
    seed: Annotated[int | None, Parameter(help="Of the deals and of the agents' choices.")] = None,
    hints: Annotated[
        str | None, Parameter(help="Agents that f2 asks, such as expert,search:500; by default what suits the game.")
    ] = None,
    pace: Annotated[float, Parameter(help="Seconds between the agents' moves.")] = 0.5,
    set: Settings = None,
) -> None:
    """Play a game on the terminal, against agents or alone, or watch agents play."""
    from cardzoo.envs.extras import check_extra
    from cardzoo.table.terminal.session import Session

    if pace < 0:
        raise ValueError(f"--pace {pace:g}: a number of seconds from 0 is expected")
    found = find_game(game)
    options = parse_options(set or (), found)
    session = Session(found, names_of(seats), players, options, seed, names_of(hints) if hints else ())
    check_extra("play")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ValueError("play needs a terminal; its input and output must not be redirected")
    from cardzoo.table.terminal.screen import PlayApp

    PlayApp(session, pace).run()


def names_of(listed: str) -> list[str]:
    """Agents' names, which commas part."""
    return [name.strip() for name in listed.split(",")]
