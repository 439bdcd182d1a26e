"""A server that answers conversations: the usual chat-completions interface over HTTP."""

import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

import httpx

USUAL_URL = "https://api.openai.com/v1"
TRY_AGAIN = {408, 409, 425, 429, *range(500, 600)}  # HTTP statuses of trouble that passes
FIRST_WAIT, LONGEST_WAIT = 0.5, 60.0  # seconds before asking again; doubled each time
LONGEST = 200  # characters of a server's own words


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
    """What a model has answered.

    Attributes:
        text: the answer.
        input_tokens: that the server has counted in the conversation; 0 if it tells none.
        output_tokens: likewise in the answer.
        retries: how often it was asked again, since the server was in trouble.
    """

    text: str
    input_tokens: int
    output_tokens: int
    retries: int


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
        try:
            self._client = httpx.Client(headers=headers, timeout=timeout)
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
                if response.status_code == httpx.codes.OK:
                    return _read(response, retries)
                problem = f"answers {response.status_code}: {self._words(response)}"
                if response.status_code not in TRY_AGAIN:
                    break
                wait = _wanted_wait(response) or wait
            except (httpx.TransportError, httpx.InvalidURL) as trouble:
                problem = f"cannot be reached: {' '.join(str(trouble).split()) or type(trouble).__name__}"
            except _Garbled as trouble:
                problem = f"answers what is no answer: {trouble}"
            if retries < self.retries:
                time.sleep(wait)
        raise ServerError(f"the server at {self.url} {problem}")

    def _post(self, question: dict[str, Any]) -> httpx.Response:
        """One request and its whole response.

        Raises:
            TooSlow: if it takes too long.
        """
        deadline = time.monotonic() + self.timeout
        try:
            with self._client.stream("POST", f"{self.url}/chat/completions", json=question) as response:
                content = bytearray()
                for part in response.iter_bytes():
                    content += part
                    if time.monotonic() > deadline:
                        raise TooSlow
                return httpx.Response(response.status_code, headers=_plain(response.headers), content=bytes(content))
        except (httpx.ReadTimeout, httpx.WriteTimeout):
            raise TooSlow from None

    def _words(self, response: httpx.Response) -> str:
        """What the server says of a refusal, without the key."""
        try:
            told = response.json()["error"]
            words = str(told["message"] if isinstance(told, dict) else told)
        except (ValueError, KeyError, TypeError):
            words = response.text
        words = " ".join(words.split())
        return (words.replace(self._key, "***") if self._key else words)[:LONGEST] or response.reason_phrase


class _Garbled(Exception):
    """A response that is no completion."""


def _read(response: httpx.Response, retries: int) -> Reply:
    try:
        content = response.json()
        text = content["choices"][0]["message"]["content"] or ""
        usage = content.get("usage") or {}
        asked, answered = (int(usage.get(name) or 0) for name in ("prompt_tokens", "completion_tokens"))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        raise _Garbled(repr(response.text[:LONGEST])) from None
    return Reply(str(text), asked, answered, retries)


def _plain(headers: httpx.Headers) -> dict[str, str]:
    """Headers of content that has been unpacked."""
    return {name: value for name, value in headers.items() if name not in ("content-encoding", "content-length")}


def _wanted_wait(response: httpx.Response) -> float | None:
    """The seconds that the server wants one to wait; None if it does not say."""
    try:
        return min(max(float(response.headers["retry-after"]), 0), LONGEST_WAIT)
    except (KeyError, ValueError):
        return None
