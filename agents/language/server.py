"""Chat server: the usual chat-completions interface over HTTP.

Each response is bounded in time and size and checked before use. The key never appears in messages.
"""

import asyncio
import json
import os
import random
import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypedDict

import httpx

from cardzoo.envs.printable import one_line

USUAL_URL = "https://api.openai.com/v1"
TRY_AGAIN = {408, 409, 425, 429, *range(500, 600)}  # HTTP statuses of temporary errors
FIRST_WAIT, LONGEST_WAIT = 0.5, 60.0  # seconds before a retry; doubled each time
CONNECT_LIMIT = 10.0  # seconds until a connection counts as failed
LONGEST = 200  # characters quoted from a server's message
MOST_BYTES = 1 << 23  # of a response
MOST_TEXT = 1 << 18  # characters of an answer
KEPT = 1000  # characters kept of a longer answer
MOST_TOKENS = 1 << 32  # in a question or an answer
LEAST_SECRET = 8  # letters and digits of a key; a shorter one is a placeholder such as "none"


class Message(TypedDict):
    """A message of a conversation."""

    role: str
    content: str


class ServerError(ValueError):
    """A server cannot be used."""


class TooSlow(Exception):
    """An answer has not arrived in time."""


@dataclass(frozen=True)
class Reply:
    """A model's answer.

    Attributes:
        text: the answer, without the key; the beginning of one that is too long.
        input_tokens: tokens of the conversation, as reported by the server; 0 if it reports none.
        output_tokens: tokens of the answer, likewise.
        retries: number of repeated requests after server errors.
        problem: reason why the answer cannot be used; None if it can.
    """

    text: str
    input_tokens: int
    output_tokens: int
    retries: int
    problem: str | None = None


class _Garbled(Exception):
    """A response is not a completion."""


class _Unfit(Exception):
    """A completion cannot be used; an immediate retry would not help."""


@dataclass(frozen=True)
class _Response:
    """A whole response: its status and reason, the requested wait, and the unpacked content."""

    status: int
    reason: str
    wait: str
    content: bytes


class ChatServer:
    """A server; its address and key are in the environment: ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY``.

    Args:
        timeout: maximum of seconds from the request to the last byte of the answer.
        retries: maximum of repeated requests if the server is busy, broken or unreachable.

    Raises:
        ServerError: if the default server is used without a key.
    """

    def __init__(self, timeout: float, retries: int) -> None:
        self.url = os.environ.get("OPENAI_BASE_URL", "").rstrip("/") or USUAL_URL
        self.timeout = timeout
        self.retries = retries
        self._key = os.environ.get("OPENAI_API_KEY", "")
        if self.url == USUAL_URL and not self._key:
            raise ServerError("set OPENAI_API_KEY, or OPENAI_BASE_URL to a server that needs no key")
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        limits = httpx.Timeout(None, connect=CONNECT_LIMIT)  # for single steps; the deadline of `_exchange` is for all
        self._loop = _loop()
        try:
            self._client = httpx.AsyncClient(headers=headers, timeout=limits)
        except (ValueError, UnicodeError):
            raise ServerError("OPENAI_API_KEY must hold only letters that a header can have") from None

    def complete(self, messages: Sequence[Message], **settings: Any) -> Reply:
        """Request an answer to a conversation.

        Args:
            messages: the conversation.
            **settings: further keys of the request, such as ``model`` and ``temperature``.

        Raises:
            TooSlow: if the answer takes too long.
            ServerError: if the server refuses, or stays in trouble.
        """
        question = {"messages": list(messages), **settings}
        for retries in range(self.retries + 1):
            wait = min(FIRST_WAIT * 2**retries, LONGEST_WAIT) * random.uniform(0.5, 1)
            try:
                response = self._post(question)
                if response.status == httpx.codes.OK:
                    return self._read(response.content, retries)
                problem = f"answers {response.status}: {self._words(response)}"
                if response.status not in TRY_AGAIN:
                    break
                wait = _wanted_wait(response.wait) or wait
            except (httpx.TransportError, httpx.InvalidURL) as trouble:
                problem = f"cannot be reached: {self._line(str(trouble)) or type(trouble).__name__}"
            except _Garbled as trouble:
                problem = f"sends no valid answer: {trouble}"
            except _Unfit as trouble:
                return Reply("", 0, 0, retries, str(trouble))
            if retries < self.retries:
                time.sleep(wait)
        raise ServerError(f"the server at {re.sub('//[^/@]*@', '//', self.url)} {problem}")

    def _post(self, question: dict[str, Any]) -> _Response:
        """One request and its whole response.

        Raises:
            TooSlow: if it takes too long.
            _Unfit: if it is too large, or packed wrongly.
        """
        exchange = asyncio.run_coroutine_threadsafe(self._exchange(question), self._loop)
        try:
            return exchange.result()
        except TimeoutError:
            raise TooSlow from None
        except httpx.DecodingError:
            raise _Unfit("the answer cannot be unpacked") from None
        finally:
            exchange.cancel()

    async def _exchange(self, question: dict[str, Any]) -> _Response:
        """One request and its whole response, headers included, within the deadline."""
        async with (
            asyncio.timeout(self.timeout),
            self._client.stream("POST", f"{self.url}/chat/completions", json=question) as response,
        ):
            content = bytearray()
            async for part in response.aiter_bytes():
                content += part
                if len(content) > MOST_BYTES:
                    raise _Unfit(f"the answer is too long: it has more than {MOST_BYTES:,} bytes")
            wait = response.headers.get("retry-after", "")
            return _Response(response.status_code, response.reason_phrase, wait, bytes(content))

    def _read(self, content: bytes, retries: int) -> Reply:
        """The answer of a completion.

        Raises:
            _Garbled: if it is not a completion.
            _Unfit: if it cannot be used.
        """
        try:
            completion = json.loads(content, parse_int=float)  # since Python refuses integers of 5,000 digits
            text = str(completion["choices"][0]["message"]["content"] or "")
            usage = completion.get("usage") or {}
        except RecursionError:
            raise _Unfit("the answer cannot be read: it is nested too deeply") from None
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            raise _Garbled(repr(self._line(content.decode(errors="replace"))[:LONGEST])) from None
        try:
            asked, answered = (_tokens(usage.get(name) or 0) for name in ("prompt_tokens", "completion_tokens"))
        except (ValueError, TypeError, OverflowError, AttributeError):
            counts = self._line(repr(usage))[:LONGEST]
            raise _Unfit(f"the answer's numbers of tokens must be from 0 to {MOST_TOKENS:,}, got {counts}") from None
        text = text.encode(errors="replace").decode()  # lone surrogates cannot be sent or stored
        if len(text) <= MOST_TEXT:
            return Reply(self._masked(text), asked, answered, retries)
        problem = f"the answer is too long: it has {len(text):,} characters; at most {MOST_TEXT:,} are read"
        return Reply(f"{self._masked(text)[:KEPT]}...", asked, answered, retries, problem)

    def _words(self, response: _Response) -> str:
        """The server's message on a refusal, without the key."""
        try:
            error = json.loads(response.content)["error"]
            words = str(error["message"] if isinstance(error, dict) else error)
        except (ValueError, KeyError, TypeError, RecursionError):
            words = response.content.decode(errors="replace")
        return self._line(words)[:LONGEST] or self._line(response.reason)[:LONGEST]

    def _line(self, text: str) -> str:
        """Text in one line, without the key."""
        return one_line(self._masked(text))

    def _masked(self, text: str) -> str:
        """Text without the key, even if it contains blanks or signs."""
        letters = [letter for letter in self._key if letter.isalnum()]
        if len(letters) < LEAST_SECRET:
            return text
        return re.sub(r"[\W_]{0,8}".join(letters), "***", text, flags=re.IGNORECASE)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """An event loop in its own thread for all requests and their deadlines."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="language models", daemon=True).start()
    return loop


def _tokens(count: Any) -> int:
    """A number of tokens.

    Raises:
        ValueError, TypeError, OverflowError: if it is not one.
    """
    if not 0 <= int(count) <= MOST_TOKENS:
        raise ValueError
    return int(count)


def _wanted_wait(words: str) -> float | None:
    """The seconds of wait that the server requests; None if it requests none."""
    try:
        wait = float(words)
    except ValueError:
        return None
    return min(wait, LONGEST_WAIT) if wait >= 0 else None
