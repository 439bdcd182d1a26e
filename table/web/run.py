"""Listening, and telling where."""

import socket
from pathlib import Path

import uvicorn

from cardzoo.table.web.connections import MOST_IN_ALL, Connection
from cardzoo.table.web.security import new_token
from cardzoo.table.web.server import make_app
from cardzoo.table.web.store import data_folder
from cardzoo.table.web.tables import Tables

STOP_S = 2  # for requests that are being answered, when the server is stopped
HTTP_PORT = 80  # browsers leave it out


def run_server(host: str, port: int, token: bool, data: Path | None, runs: Path) -> None:
    """Serve until Ctrl-C.

    Args:
        host: the address to listen on.
        port: the port; 0 for any that is free.
        token: whether an access token is made and asked for.
        data: the folder of the databases; None for the user's.
        runs: the folder below which trained models lie.

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
    """The address by which others reach this machine: the one it listens on, or for 0.0.0.0 that of its way out."""
    if host != "0.0.0.0":
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # an address for documentation; nothing is sent
        except OSError:
            return host
        return str(asked.getsockname()[0])


class Server(uvicorn.Server):
    """A server that ends the streams of events when it is stopped, for otherwise it would wait for them.

    Args:
        config: as uvicorn has it.
        tables: the tables that are looked at.
    """

    def __init__(self, config: uvicorn.Config, tables: Tables) -> None:
        super().__init__(config)
        self._tables = tables

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, as uvicorn does."""
        self._tables.close()
        await super().shutdown(sockets)
