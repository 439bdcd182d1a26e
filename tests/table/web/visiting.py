"""A browser for tests: it keeps cookies, and runs the server in the test's own process."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette

from cardzoo.table.web.server import make_app

HOST = "127.0.0.1:8028"
GETAWAY = {"game": "getaway-v0", "players": 3, "seats": ["me", "random", "random"], "seed": 101}


def serve(folder: Path) -> Starlette:
    """A server whose data are below a folder."""
    return make_app(folder / "data", folder / "runs", frozenset({HOST}))


class Browser:
    """One person's browser.

    Args:
        app: the server.
        runner: the event loop, one for all browsers of a test.
    """

    def __init__(self, app: Starlette, runner: asyncio.Runner) -> None:
        self._runner = runner
        transport = httpx.ASGITransport(app)
        self._client = httpx.AsyncClient(
            transport=transport, base_url=f"http://{HOST}", headers={"origin": f"http://{HOST}"}
        )
        self.get("/")

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self._runner.run(self._client.request(method, path, **more))

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, content: Any = None, **more: Any) -> httpx.Response:
        return self.request("POST", path, content=json.dumps({} if content is None else content), **more)

    def sit_down(self, **plan: Any) -> str:
        """The id of a new table."""
        answer = self.post("/api/tables", GETAWAY | plan)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def look(self, id: str, seat: int | None = None) -> dict[str, Any]:
        """The message for a table's page."""
        answer = self.get(f"/api/tables/{id}" + ("" if seat is None else f"?seat={seat}"))
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def go_on(self, id: str, message: dict[str, Any]) -> dict[str, Any]:
        """Play the first legal move, or let an agent play."""
        if message["mine"]:
            move = {"action": message["scene"]["moves"][0]["action"], "moved": message["moved"]}
            answer = self.post(f"/api/tables/{id}/play", move)
        else:
            answer = self.post(f"/api/tables/{id}/step")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def take_back(self, id: str) -> httpx.Response:
        """Take back the last step."""
        return self.post(f"/api/tables/{id}/undo", {"moved": self.look(id)["moved"]})

    def play_out(self, id: str) -> dict[str, Any]:
        """Play to the end."""
        message = self.look(id)
        while not message["over"]:
            message = self.go_on(id, message)
        return message


@contextmanager
def browsers(app: Starlette, number: int = 1) -> Iterator[list[Browser]]:
    """Browsers of as many people."""
    with asyncio.Runner() as runner:
        yield [Browser(app, runner) for _ in range(number)]
