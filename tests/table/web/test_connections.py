"""Clients that send almost nothing on many connections, by real sockets."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection

import pytest

from tests.table.web.serving import Server

ARRIVAL_S, MOST = 2.0, 4
HURRIED = f"""
from functools import partial
from cardzoo.table.web import connections, run
connections.ARRIVAL_S = {ARRIVAL_S}
connections.MOST_OF_AN_ADDRESS = {MOST}
run.uvicorn.Config = partial(run.uvicorn.Config, timeout_keep_alive=600)  # a busy machine needs longer than usual
"""


@pytest.fixture
def server(tmp_path) -> Iterator[Server]:
    server = Server(tmp_path, HURRIED)
    yield server
    server.kill()


def call(server: Server, text: str) -> socket.socket:
    """A connection on which some bytes are sent."""
    connection = socket.create_connection(("127.0.0.1", int(server.port)), timeout=60)
    connection.sendall(text.replace("\n", "\r\n").encode())
    return connection


def answer(connection: socket.socket) -> str:
    """All bytes until the server closes the connection, perhaps without having read the request."""
    received = b""
    with connection, suppress(ConnectionResetError):
        while part := connection.recv(4096):
            received += part
    return received.decode()


def request(server: Server, words: str, *headers: str) -> str:
    host = f"127.0.0.1:{server.port}"
    return "\n".join([f"{words} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", *headers, "\n"])


def test_a_request_that_does_not_come_in_is_given_up(server):
    unfinished = [
        "",
        "POST /api/tables HTTP/1.1\nHost: ",
        request(server, "POST /api/sheets/evening-1", "Content-Length: 100") + "{",
    ]
    waiting = [call(server, text) for text in unfinished]
    assert all(answer(one).startswith("HTTP/1.1 408 ") for one in waiting)


def test_a_body_that_drips_on_behind_its_answer_is_given_up(server):
    """A page that accepts no posts refuses at once; the connection does not wait for the rest of the body."""
    slow = call(server, request(server, "POST /", "Content-Length: 1000000"))
    assert answer(slow).startswith("HTTP/1.1 405 ")


def test_long_answers_are_not_given_up(server):
    """A stream of events stays open, and so does a connection with one request after another."""
    with closing(HTTPConnection("127.0.0.1", int(server.port), timeout=60)) as connection:
        connection.request("GET", "/")
        page = connection.getresponse()
        page.read()
        headers = {"Cookie": page.headers["Set-Cookie"], "Origin": f"http://127.0.0.1:{server.port}"}
        plan = {"game": "black_hole-v0", "players": 1, "seats": ["me"], "seed": 7}
        connection.request("POST", "/api/tables", json.dumps(plan), headers)
        table = json.load(connection.getresponse())["id"]
        time.sleep(2 * ARRIVAL_S)
        connection.request("GET", f"/api/tables/{table}/events", headers=headers)
        events = connection.getresponse()
        assert events.readline().startswith(b"retry: ")
        events.readline()
        assert events.readline().startswith(b"data: ")
        events.readline()
        assert connection.sock is not None
        connection.sock.settimeout(2 * ARRIVAL_S)
        with pytest.raises(TimeoutError):
            events.readline()


def test_an_address_has_only_some_connections(server):
    with ExitStack() as stack:
        held = [stack.enter_context(call(server, request(server, "GET /api/games"))) for _ in range(MOST)]
        assert all(one.recv(4096).startswith(b"HTTP/1.1 200 ") for one in held)
        assert f"more than {MOST} connections" in answer(call(server, ""))
        held.pop().close()
        while not answer(call(server, "GET / HTTP/1.0\n\n")).startswith("HTTP/1.1 421 "):
            pass  # until the server knows that one is closed


def test_a_new_connection_takes_the_place_of_the_slowest_request(server):
    with ExitStack() as stack:
        slow = [stack.enter_context(call(server, request(server, "GET /").strip())) for _ in range(MOST)]
        assert answer(call(server, request(server, "GET /api/games", "Connection: close"))).startswith("HTTP/1.1 200 ")
        assert answer(slow[0]).startswith("HTTP/1.1 408 ")
