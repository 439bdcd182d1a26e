"""Limits of connections: their number for each address, and the time in which a request must arrive.

Without these limits one broken or hostile client could hold all of the server's connections by sending almost nothing
on each. A new connection replaces the oldest one of its address whose request has not arrived. So such a client does
not lock out others who share its address.
"""

import asyncio
from collections import defaultdict
from typing import ClassVar

import h11
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_IN_ALL = 400
MOST_OF_AN_ADDRESS = 40  # a browser opens six; a proxy has one for each pending request
ARRIVAL_S = 15.0  # for a request with its body; a browser sends it at once


class Connection(H11Protocol):
    """One connection to the server, made by uvicorn."""

    _held: ClassVar[defaultdict[str, list["Connection"]]] = defaultdict(list)  # by address, the oldest first
    _address = ""
    _deadline: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection; if its address has too many, replace a slow one or refuse this one."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        others = self._held[self._address]
        slowest = next((other for other in others if other._deadline is not None), None)
        if len(others) < MOST_OF_AN_ADDRESS:
            self._wait()
        elif slowest:
            slowest._give_up()
            self._wait()
        else:
            self._refuse("429 Too Many Requests", f"more than {MOST_OF_AN_ADDRESS} connections; close some")
        others.append(self)

    @override
    def data_received(self, data: bytes) -> None:
        """Receive a part of a request."""
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait()
        else:
            self._wait_no_more()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection and its unfinished request."""
        self._held[self._address].remove(self)
        if not self._held[self._address]:
            del self._held[self._address]
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Start the deadline for the whole request, unless it is running."""
        if self._deadline is None:
            self._deadline = self.loop.call_later(ARRIVAL_S, self._give_up)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._refuse("408 Request Timeout", "the request was too slow")

    def _refuse(self, status: str, words: str) -> None:
        """Close the connection, and send the reason unless a response has begun."""
        self._wait_no_more()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: {len(words)}"
            self.transport.write(f"{head}\r\n\r\n{words}".encode())
        self.transport.close()
