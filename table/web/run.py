"""Starts the server and prints its address."""

import socket
from pathlib import Path

import uvicorn

from cardzoo.table.web.connections import MOST_IN_ALL, Connection
from cardzoo.table.web.security import new_token
from cardzoo.table.web.server import make_app
from cardzoo.table.web.store import data_folder
from cardzoo.table.web.tables import Tables

STOP_S = 2  # for pending requests when the server stops
HTTP_PORT = 80  # browsers leave it out


def run_server(host: str, port: int, token: bool, data: Path | None, runs: Path) -> None:
    """Serve until Ctrl-C.

    Args:
        host: the address to listen on.
        port: the port; 0 for any free port.
        token: whether to make and require an access token.
        data: folder of the databases; None for the default in the user's home folder.
        runs: folder of the trained models.

    Raises:
        ValueError: if the address cannot be used.
    """
    try:
        listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as problem:
        raise ValueError(f"{host}:{port} cannot be used: {problem.strerror}; choose another --port") from None
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else own_address(host)
    end = "" if port == HTTP_PORT else f":{port}"
    access = new_token() if token else None
    hosts = frozenset(name + end for name in ("127.0.0.1", "localhost", shown))
    app = make_app(data or data_folder(), runs, hosts, access)
    print(f"http://{shown}{end}/" + (f"?token={access}" if access else ""), flush=True)
    config = uvicorn.Config(
        app,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=STOP_S,
        limit_concurrency=MOST_IN_ALL,
        http=Connection,
        ws="none",
        lifespan="off",
    )
    Server(config, app.state.tables).run(sockets=[listener])


def own_address(host: str) -> str:
    """Address by which others reach this machine: the listening address, or for 0.0.0.0 the outgoing one."""
    if host != "0.0.0.0":
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; nothing is sent
        except OSError:
            return host
        return str(probe.getsockname()[0])


class Server(uvicorn.Server):
    """A uvicorn server that ends the streams of events before it stops, since it would wait for them.

    Args:
        config: configuration of uvicorn.
        tables: all tables.
    """

    def __init__(self, config: uvicorn.Config, tables: Tables) -> None:
        super().__init__(config)
        self._tables = tables

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams of events and stop."""
        self._tables.close()
        await super().shutdown(sockets)
