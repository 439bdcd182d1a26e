"""A stand-in for a server of language models, with answers that a test chooses."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-never-to-be-written"


@dataclass
class Answer:
    """An answer of the server.

    Attributes:
        text: the model's words.
        status: the HTTP status.
        headers: additional headers.
        body: replaces a completion.
        wait: seconds before the answer.
        trickle: seconds between the bytes of the body.
        drips: whether the server sends bytes of a header without end.
        usage: numbers of tokens.
    """

    text: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: str | None = None
    wait: float = 0.0
    trickle: float = 0.0
    drips: bool = False
    usage: dict[str, Any] = field(default_factory=lambda: {"prompt_tokens": 1000, "completion_tokens": 10})

    def content(self) -> bytes:
        """The body."""
        if self.body is not None:
            return self.body.encode()
        return json.dumps({"choices": [{"message": {"content": self.text}}], "usage": self.usage}).encode()


class StandIn(ThreadingHTTPServer):
    """The server.

    Attributes:
        questions: the requests so far, as JSON, with their headers under ``headers``.
    """

    daemon_threads = True

    def __init__(self, answer: Callable[[dict[str, Any], int], Answer]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.questions: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        """The address for ``OPENAI_BASE_URL``."""
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: StandIn

    def log_message(self, *arguments: object) -> None:
        pass

    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.questions.append(question | {"headers": dict(self.headers), "path": self.path})
        answer = self.server.answer(question, len(self.server.questions))
        time.sleep(answer.wait)
        content = answer.content()
        try:
            self.send_response(answer.status)
            self.flush_headers()
            while answer.drips:
                self.wfile.write(b"X")
                time.sleep(0.02)
            for name, value in (answer.headers | {"Content-Length": str(len(content))}).items():
                self.send_header(name, value)
            self.end_headers()
            for byte in content if answer.trickle else ():
                self.wfile.write(bytes([byte]))
                time.sleep(answer.trickle)
            self.wfile.write(content if not answer.trickle else b"")
        except ConnectionError:
            pass  # the client has closed the connection


def first_move(question: dict[str, Any], number: int = 0) -> Answer:
    """The answer of a model that always takes the move of the example."""
    (prompt,) = (part["content"] for part in question["messages"][1:2])
    return Answer("Let me see.\n" + re.search(r"such as (\[.*\])\.$", prompt)[1])


@contextmanager
def serving(answer: Callable[[dict[str, Any], int], Answer]) -> Iterator[StandIn]:
    """A server that runs as long as the context does."""
    server = StandIn(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
