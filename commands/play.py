"""``cardzoo play``."""

import sys
from typing import Annotated

from cyclopts import Parameter

from cardzoo.commands.terminal import GameName, Settings, parse_options


def play(
    game: GameName,
    *,
    seats: Annotated[
        str, Parameter(help="Names of the seats from player 0, such as me,expert,search:500; without me you watch.")
    ] = "me",
    players: Annotated[
        int | None,
        Parameter(help="Number of players; by default the number of seats named, or the game's if these are too few."),
    ] = None,
    seed: Annotated[int | None, Parameter(help="Random seed of the deals and the agents' choices.")] = None,
    hints: Annotated[
        str | None,
        Parameter(help="Agents for hints (f2), such as expert,search:500; by default those that suit the game."),
    ] = None,
    pace: Annotated[float, Parameter(help="Pause between the agents' moves, in seconds.")] = 0.5,
    set: Settings = None,
) -> None:
    """Play a game on the terminal, against agents or alone, or watch agents play."""
    from cardzoo.envs import find_game
    from cardzoo.envs.extras import check_extra
    from cardzoo.table.terminal.session import Session

    if pace < 0:
        raise ValueError(f"--pace must be 0 or more seconds, got {pace:g}")
    found = find_game(game)
    options = parse_options(set or (), found)
    session = Session(found, names_of(seats), players, options, seed, names_of(hints) if hints else ())
    check_extra("play")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ValueError("play needs a terminal; its input and output must not be redirected")
    from cardzoo.table.terminal.screen import PlayApp

    PlayApp(session, pace).run()


def names_of(listed: str) -> list[str]:
    """Agents' names, split at commas."""
    return [name.strip() for name in listed.split(",")]
