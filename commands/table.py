"""``cardzoo table``."""

import ipaddress
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cardzoo.commands.terminal import Guests, all_games, meet


def table(
    *,
    port: Annotated[int, Parameter(help="The port; 0 for any that is free.")] = 8028,
    host: Annotated[str, Parameter(help="The address to listen on; another one than this machine's needs --token.")] = (
        "127.0.0.1"
    ),
    token: Annotated[
        bool, Parameter(help="Let in only those who have the token that is printed.", negative="")
    ] = False,
    data: Annotated[Path | None, Parameter(help="The folder for tables and replays; by default the user's.")] = None,
    runs: Annotated[Path, Parameter(help="The folder in which trained models are looked for.")] = Path("runs"),
    games: Guests = None,
) -> None:
    """Play and watch games in the browser."""
    from cardzoo.envs.extras import check_extra

    check_extra("web")
    if not is_loopback(host) and not token:
        raise ValueError(
            f"--host {host}: others can reach this address; add --token, so that only those you ask come in"
        )
    if not 0 <= port < 1 << 16:
        raise ValueError(f"--port {port}: a number from 0 to 65535 is expected")
    from cardzoo.table.web.run import run_server

    meet(games)
    all_games()  # tells of those that cannot be had
    run_server(host, port, token, data, runs)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
