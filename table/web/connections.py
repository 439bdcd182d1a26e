"""Connections: how many one address may have, and how long a request may take to come in.

Without these limits one broken or hostile client could hold all of the server's connections by sending almost nothing
on each.
"""

import asyncio
from collections import Counter
from typing import ClassVar

import h11
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_IN_ALL = 400
MOST_OF_AN_ADDRESS = 40  # a browser opens six; a proxy has one for each request that is being answered
ARRIVAL_S = 15.0  # for a request with its body; a browser sends it at once


class Connection(H11Protocol):
    """One connection to the server; uvicorn makes it."""

    _held: ClassVar[Counter[str]] = Counter()  # by address
    _address = ""
    _deadline: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Refuse the connection if its address has enough of them."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._held[self._address] += 1
        if self._held[self._address] > MOST_OF_AN_ADDRESS:
            self._refuse("429 Too Many Requests", f"more than {MOST_OF_AN_ADDRESS} connections; close some")
        else:
            self._wait()

    @override
    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait()
        else:
            self._wait_no_more()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more, and forget the request that was coming in."""
        self._held[self._address] -= 1
        if not self._held[self._address]:
            del self._held[self._address]
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Set the time by which the whole request must be here, unless it is set."""
        if self._deadline is None:
            self._deadline = self.loop.call_later(ARRIVAL_S, self._refuse, "408 Request Timeout", "the request is slow")

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, status: str, words: str) -> None:
        """Close the connection; tell why, unless an answer has begun."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: {len(words)}"
            self.transport.write(f"{head}\r\n\r\n{words}".encode())
        self.transport.close()
