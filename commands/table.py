"""``cardzoo table``."""

import ipaddress
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cardzoo.commands.terminal import MoreGames, all_games, import_games


def table(
    *,
    port: Annotated[int, Parameter(help="Port to listen on; 0 for any free port.")] = 8028,
    host: Annotated[str, Parameter(help="Address to listen on; an address that others can reach needs --token.")] = (
        "127.0.0.1"
    ),
    token: Annotated[
        bool, Parameter(help="Require an access token, which is printed at the start.", negative="")
    ] = False,
    data: Annotated[
        Path | None, Parameter(help="Folder for tables and replays; by default in the user's home folder.")
    ] = None,
    runs: Annotated[Path, Parameter(help="Folder with trained models.")] = Path("runs"),
    games: MoreGames = None,
) -> None:
    """Play and watch games in the browser."""
    from cardzoo.envs.extras import check_extra

    check_extra("web")
    if not is_loopback(host) and not token:
        raise ValueError(f"--host {host}: others can reach this address; add --token to require an access token")
    if not 0 <= port < 1 << 16:
        raise ValueError(f"--port must be 0 to 65535, got {port}")
    from cardzoo.table.web.run import run_server

    import_games(games)
    all_games()  # reports games that cannot be imported
    run_server(host, port, token, data, runs)


def is_loopback(host: str) -> bool:
    """Returns whether an address can be reached from this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
