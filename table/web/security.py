"""Which requests are let in, and the headers of every answer.

A request must be meant for this server, come from one of its own pages, be small, and not come too often. A page of
another site cannot act here: a request that changes something must come from this origin, and the server must have been
called by one of its own names. Otherwise anybody could point a name at 127.0.0.1 and pass for one of our pages. A
server that others can reach may be called by any name: a page under a foreign name lacks the cookie with the access
word.
"""

import hashlib
import hmac
import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",  # the browser asks each time whether it has changed, unless an answer says otherwise
}
SEAT, ACCESS = "cardzoo_seat", "cardzoo_access"  # cookies: who somebody is, and the access word
BIGGEST_BODY = 1 << 20  # a replay's file
SMALL_BODY = 1 << 14  # of anything else
REQUESTS_PER_S, MOST_AT_ONCE = 50.0, 200  # pages and pictures are not counted
MOST_CLIENTS = 1000
READS = ("GET", "HEAD")


def new_token() -> str:
    """A word that nobody can guess."""
    return secrets.token_urlsafe(24)


def owner_of(connection: HTTPConnection) -> str:
    """Who asks: the hash of the browser's token; empty for a browser without one."""
    token = connection.cookies.get(SEAT, "")
    return hash_of(token) if token else ""


def hash_of(token: str) -> str:
    """What is kept of a token: enough to know it again, not enough to pass for who has it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def give_token(response: Response, token: str) -> None:
    """Let the browser keep its token, out of reach of scripts and of other sites."""
    response.set_cookie(SEAT, token, max_age=400 * 24 * 3600, httponly=True, samesite="lax")


async def read_json(request: Request, most: int = SMALL_BODY) -> Any:
    """The JSON of a request's body.

    Raises:
        ValueError: if it is too long or no JSON.
    """
    body = await request.body()
    if len(body) > most:
        raise ValueError(f"at most {most} bytes are taken")
    try:
        return json.loads(body or b"{}")
    except (ValueError, RecursionError):
        raise ValueError("what was sent is not JSON") from None


class Buckets:
    """How often each client may ask.

    Args:
        rate: requests a second.
        most: requests at once after a pause.
        clock: seconds that only grow.
    """

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> bool:
        """Whether the client may ask once more now."""
        now = self._clock()
        left, then = self._clients.pop(client, (self._most, now))
        left = min(self._most, left + (now - then) * self._rate)
        self._clients[client] = (left - 1 if left >= 1 else left, now)
        while len(self._clients) > MOST_CLIENTS:
            self._clients.popitem(last=False)
        return left >= 1


class Guard:
    """Refuses requests that are not for this server, and puts headers on all answers.

    Args:
        app: what answers.
        hosts: names by which the server may be called, with the port.
        access: the word that visitors must know; None on a server that only this machine reaches.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str], access: str | None = None) -> None:
        self._app = app
        self._hosts = hosts
        self._access = access
        self._buckets = Buckets(REQUESTS_PER_S, MOST_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI has it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refuse(scope)
        if refusal is not None:
            await refusal(scope, receive, send_guarded)
        else:
            await self._app(scope, Measured(receive), send_guarded)

    def _refuse(self, scope: Scope) -> Response | None:
        """The answer to a request that is refused; None for one that is let in."""
        headers, reads = Headers(scope=scope), scope["method"] in READS
        host = headers.get("host", "")
        if self._access is None and host not in self._hosts:
            return PlainTextResponse("this server has another name", 421)
        if not reads and headers.getlist("origin") not in ([f"http://{host}"], [f"https://{host}"]):
            return PlainTextResponse("this request is not from one of this server's pages", 403)
        navigates = reads and headers.get("sec-fetch-mode") == "navigate"
        if headers.get("sec-fetch-site", "none") == "cross-site" and not navigates:
            return PlainTextResponse("this request is from another site", 403)
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or len(length) > 12 or int(length) > BIGGEST_BODY:
            return PlainTextResponse(f"at most {BIGGEST_BODY} bytes are taken", 413)
        client = (scope.get("client") or ("",))[0]
        if scope["path"].startswith("/api/") and not self._buckets.take(client):
            return PlainTextResponse("too many requests; wait a second", 429, {"Retry-After": "1"})
        return None if self._access is None else self._check_access(scope)

    def _check_access(self, scope: Scope) -> Response | None:
        """The answer to a browser without the access word; None for one that has it."""
        access = str(self._access)
        if hmac.compare_digest(HTTPConnection(scope).cookies.get(ACCESS, "").encode(), access.encode()):
            return None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if not hmac.compare_digest(given.encode(), access.encode()):
            return PlainTextResponse("open the address that the server has printed, with its token", 403)
        answer = RedirectResponse(scope["path"], 303)
        answer.set_cookie(ACCESS, access, httponly=True, samesite="lax")
        return answer


class Measured:
    """Receives a body and stops when it is too long.

    Args:
        receive: as ASGI has it.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._bytes = 0

    async def __call__(self) -> Message:
        """The next part of the request; a body that is too long counts as broken off."""
        message = await self._receive()
        self._bytes += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self._bytes > BIGGEST_BODY else message
