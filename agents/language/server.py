"""A server that answers conversations: the usual chat-completions interface over HTTP.

Whatever it sends is bounded in time and size and checked before it is used, and its key is never repeated.
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
TRY_AGAIN = {408, 409, 425, 429, *range(500, 600)}  # HTTP statuses of trouble that passes
FIRST_WAIT, LONGEST_WAIT = 0.5, 60.0  # seconds before asking again; doubled each time
CONNECT_LIMIT = 10.0  # seconds for a connection, after which the server counts as not there
LONGEST = 200  # characters of a server's own words
MOST_BYTES = 1 << 23  # of a response
MOST_TEXT = 1 << 18  # characters of an answer
KEPT = 1000  # characters of a longer one
MOST_TOKENS = 1 << 32  # in a question or an answer
LEAST_SECRET = 8  # letters and digits of a key; a shorter one is a placeholder such as "none"


class Message(TypedDict):
    """A part of a conversation."""

    role: str
    content: str


class ServerError(ValueError):
    """A server that cannot be used, and why."""


class TooSlow(Exception):
    """An answer that has not come within its time."""


@dataclass(frozen=True)
class Reply:
    """Answer of a model.

    Attributes:
        text: the answer, without the key; the beginning of one that is too long.
        input_tokens: that the server has counted in the conversation; 0 if it reports none.
        output_tokens: likewise in the answer.
        retries: how often it was asked again, since the server was in trouble.
        problem: reason why the answer cannot be used; None if it can.
    """

    text: str
    input_tokens: int
    output_tokens: int
    retries: int
    problem: str | None = None


class _Garbled(Exception):
    """A response that is no completion."""


class _Unfit(Exception):
    """A completion that cannot be used; asking again at once is of no use."""


@dataclass(frozen=True)
class _Response:
    """A whole response: its status with words for it, the wait that it asks for, and its unpacked content."""

    status: int
    reason: str
    wait: str
    content: bytes


class ChatServer:
    """A server, whose address and key are in the environment: ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY``.

    Args:
        timeout: seconds for an answer, from the question to its last letter.
        retries: how often a question is asked again when the server is busy, broken or cannot be reached.

    Raises:
        ServerError: if the usual server is meant, and there is no key for it.
    """

    def __init__(self, timeout: float, retries: int) -> None:
        self.url = os.environ.get("OPENAI_BASE_URL", "").rstrip("/") or USUAL_URL
        self.timeout = timeout
        self.retries = retries
        self._key = os.environ.get("OPENAI_API_KEY", "")
        if self.url == USUAL_URL and not self._key:
            raise ServerError("set OPENAI_API_KEY, or OPENAI_BASE_URL to a server that needs no key")
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        limits = httpx.Timeout(None, connect=CONNECT_LIMIT)  # of single steps; the deadline of `_exchange` is for all
        self._loop = _loop()
        try:
            self._client = httpx.AsyncClient(headers=headers, timeout=limits)
        except (ValueError, UnicodeError):
            raise ServerError("OPENAI_API_KEY is no key: it has letters that a header cannot have") from None

    def complete(self, messages: Sequence[Message], **settings: Any) -> Reply:
        """Have a conversation answered.

        Args:
            messages: the conversation.
            **settings: what else the server is told, such as ``model`` and ``temperature``.

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
                problem = f"answers what is no answer: {trouble}"
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
        """One request and its whole response; the deadline holds for all of it, the header's bytes among them."""
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
            _Garbled: if it is no completion.
            _Unfit: if it cannot be used.
        """
        try:
            completion = json.loads(content, parse_int=float)  # as Python refuses integers of 5,000 digits
            text = str(completion["choices"][0]["message"]["content"] or "")
            usage = completion.get("usage") or {}
        except RecursionError:
            raise _Unfit("the answer cannot be read: it is nested too deeply") from None
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            raise _Garbled(repr(self._line(content.decode(errors="replace"))[:LONGEST])) from None
        try:
            asked, answered = (_tokens(usage.get(name) or 0) for name in ("prompt_tokens", "completion_tokens"))
        except (ValueError, TypeError, OverflowError, AttributeError):
            told = self._line(repr(usage))[:LONGEST]
            raise _Unfit(f"the answer's numbers of tokens must be from 0 to {MOST_TOKENS:,}, got {told}") from None
        text = text.encode(errors="replace").decode()  # halves of letters cannot be sent or kept
        if len(text) <= MOST_TEXT:
            return Reply(self._masked(text), asked, answered, retries)
        told = f"the answer is too long: it has {len(text):,} characters; at most {MOST_TEXT:,} are read"
        return Reply(f"{self._masked(text)[:KEPT]}...", asked, answered, retries, told)

    def _words(self, response: _Response) -> str:
        """What the server says of a refusal, without the key."""
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
        """Text without the key, also where blanks or signs stand within it."""
        letters = [letter for letter in self._key if letter.isalnum()]
        if len(letters) < LEAST_SECRET:
            return text
        return re.sub(r"[\W_]{0,8}".join(letters), "***", text, flags=re.IGNORECASE)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """An event loop in a thread of its own, in which all exchanges keep their deadlines."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="language models", daemon=True).start()
    return loop


def _tokens(count: Any) -> int:
    """A number of tokens.

    Raises:
        ValueError, TypeError, OverflowError: if it is none.
    """
    if not 0 <= int(count) <= MOST_TOKENS:
        raise ValueError
    return int(count)


def _wanted_wait(words: str) -> float | None:
    """The seconds that the server wants one to wait; None if it does not say."""
    try:
        wait = float(words)
    except ValueError:
        return None
    return min(wait, LONGEST_WAIT) if wait >= 0 else None
