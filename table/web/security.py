"""Security of the server: checks of every request, and headers of every response.

A request must address this server, come from one of its own pages, be small and not be too frequent. A page of another
site cannot act here: a request that changes something must have this origin, and its host must be one of the server's
names. Otherwise anybody could point a name at 127.0.0.1 and imitate one of our pages. A server that others can reach
accepts any host name, because a page under a foreign name lacks the cookie with the access token.
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
from starlette.exceptions import HTTPException
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
    "Cache-Control": "no-cache",  # the browser revalidates each time, unless a response says otherwise
}
SEAT, ACCESS = "cardzoo_seat", "cardzoo_access"  # cookies: the browser's token, and the access token
BIGGEST_BODY = 1 << 20  # a replay's file
SMALL_BODY = 1 << 14  # any other request
REQUESTS_PER_S, MOST_AT_ONCE = 50.0, 200  # pages and pictures are not counted
MOST_CLIENTS = 1000
READS = ("GET", "HEAD")


def new_token() -> str:
    """Make a random token."""
    return secrets.token_urlsafe(24)


def owner_of(connection: HTTPConnection) -> str:
    """Hash of the browser's token; empty for a browser without one."""
    token = connection.cookies.get(SEAT, "")
    return hash_of(token) if token else ""


def require_owner(request: HTTPConnection) -> str:
    """Hash of the browser's token.

    Raises:
        HTTPException: for a browser without a token.
    """
    found = owner_of(request)
    if not found:
        raise HTTPException(403, "open a page of this server first; it needs cookies")
    return found


def hash_of(token: str) -> str:
    """Hash of a token, which recognizes the token but does not reveal it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def give_token(response: Response, token: str) -> None:
    """Set the browser's token as a cookie that scripts and other sites cannot read."""
    response.set_cookie(SEAT, token, max_age=400 * 24 * 3600, httponly=True, samesite="lax")


async def read_json(request: Request, most: int = SMALL_BODY) -> Any:
    """Read the JSON of a request's body.

    Raises:
        ValueError: if the body is too long or no JSON.
    """
    body = await request.body()
    if len(body) > most:
        raise ValueError(f"a request must have at most {most} bytes, got {len(body)}")
    try:
        return json.loads(body or b"{}")
    except (ValueError, RecursionError):
        raise ValueError("the request's body must be JSON") from None


class Buckets:
    """Token buckets: a rate limit for each client.

    Args:
        rate: requests a second.
        most: size of a burst after a pause.
        clock: monotonic clock, in seconds.
    """

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> bool:
        """Count a request. Returns whether the client's limit allows it."""
        now = self._clock()
        tokens, then = self._clients.pop(client, (self._most, now))
        tokens = min(self._most, tokens + (now - then) * self._rate)
        self._clients[client] = (tokens - 1 if tokens >= 1 else tokens, now)
        while len(self._clients) > MOST_CLIENTS:
            self._clients.popitem(last=False)
        return tokens >= 1


class Guard:
    """Middleware that rejects unsafe requests and adds headers to all responses.

    Args:
        app: the application behind it.
        hosts: host names of the server, with the port.
        access: access token; None on a server that only this machine reaches.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str], access: str | None = None) -> None:
        self._app = app
        self._hosts = hosts
        self._access = access
        self._buckets = Buckets(REQUESTS_PER_S, MOST_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI request."""
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
        """Response to a rejected request; None for an accepted one."""
        headers, reads = Headers(scope=scope), scope["method"] in READS
        host = headers.get("host", "")
        if self._access is None and host not in self._hosts:
            return PlainTextResponse("the host must be one of this server's names", 421)
        if not reads and headers.getlist("origin") not in ([f"http://{host}"], [f"https://{host}"]):
            return PlainTextResponse("this request is not from one of this server's pages", 403)
        navigates = reads and headers.get("sec-fetch-mode") == "navigate"
        if headers.get("sec-fetch-site", "none") == "cross-site" and not navigates:
            return PlainTextResponse("this request is from another site", 403)
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or len(length) > 12 or int(length) > BIGGEST_BODY:
            return PlainTextResponse(f"a request must have at most {BIGGEST_BODY} bytes", 413)
        client = (scope.get("client") or ("",))[0]
        if scope["path"].startswith("/api/") and not self._buckets.take(client):
            return PlainTextResponse("too many requests; wait a second", 429, {"Retry-After": "1"})
        return None if self._access is None else self._check_access(scope)

    def _check_access(self, scope: Scope) -> Response | None:
        """Response to a browser without the access token; None for one that has it."""
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
    """Receives a request's body up to the size limit.

    Args:
        receive: ASGI's function to receive.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._bytes = 0

    async def __call__(self) -> Message:
        """Receive the next part of the request; a body that is too long counts as a disconnect."""
        message = await self._receive()
        self._bytes += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self._bytes > BIGGEST_BODY else message
