"""The wire between an arena and a guest's process: questions of a known size, and replies of one line of JSON each.

A guest may write anything to its end. Reading therefore keeps to a time and to a number of bytes, and each reply is
checked before it is used.
"""

import json
import socket
import time
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from cardzoo.envs.files.validation import explain
from cardzoo.envs.printable import one_line, printable

LONGEST = 200  # characters of a guest's own words, such as a reason
MOST_MEMORY = 1 << 16  # bytes of a memory
MOST_REPLY = 1 << 19  # bytes of a reply; each byte of a memory takes two
PART = 1 << 16  # bytes that are read at a time
SOON = 0.01  # seconds within which most agents reply

Words = Annotated[str, Field(max_length=LONGEST), AfterValidator(one_line)]
Memory = Annotated[str, Field(max_length=2 * MOST_MEMORY, pattern="^([0-9a-f]{2})*$")]


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Made(_Reply):
    """First reply of a process: the agent as it was made.

    Attributes:
        problem: reason why there is no agent; empty if there is one.
        takes_tables: whether it is a `StateAgent`.
        memory: record with which it begins a game, in hexadecimal digits; None if it keeps nothing.
        about: beginning of its docstring.
    """

    problem: Annotated[str, Field(max_length=5 * LONGEST), AfterValidator(one_line)] = ""
    takes_tables: bool = False
    memory: Memory | None = None
    about: Annotated[str, Field(max_length=LONGEST), AfterValidator(printable)] = ""


class Answer(_Reply):
    """Reply to a question.

    Attributes:
        exception: exception that the agent has raised; empty if it has answered.
        action: its answer; None if that is no action of the game.
        words: its answer as it looked, if it is no action.
        draws: state of its generator.
        memory: its memory in hexadecimal digits; empty if it keeps nothing.
        spent: processor time of the answer in seconds.
    """

    exception: Words = ""
    action: Annotated[int, Field(ge=0)] | None = None
    words: Words = ""
    draws: Annotated[int, Field(ge=0, lt=1 << 64)]
    memory: Memory = ""
    spent: Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]


Reply = TypeVar("Reply", Made, Answer)


class Garbled(Exception):
    """A message that is no reply, with the reason."""


def send(end: socket.socket, data: bytes, deadline: float) -> None:
    """Send a whole question.

    Args:
        end: the arena's end of the wire.
        data: the question.
        deadline: time until which it must be gone, by `time.monotonic`.

    Raises:
        TimeoutError: if the other side does not read it in time.
        OSError: if the other side has closed its end.
    """
    end.settimeout(max(deadline - time.monotonic(), 1e-3))
    end.sendall(data)


def receive(end: socket.socket, sentinel: int, kind: type[Reply], deadline: float) -> Reply:
    """Receive a reply.

    Args:
        end: the arena's end of the wire.
        sentinel: handle that is ready when the guest's process has ended.
        kind: class of the reply.
        deadline: time until which its last byte must be there, by `time.monotonic`.

    Raises:
        TimeoutError: if it is not there in time.
        EOFError, OSError: if the guest's process has ended or has closed its end.
        Garbled: if something else comes.
    """
    line, part = bytearray(), b""
    while b"\n" not in part:
        part = _read(end, sentinel, deadline)
        if not part:
            raise EOFError
        line += part
        if len(line) > MOST_REPLY:
            raise Garbled(f"more than the {MOST_REPLY:,} bytes that a reply may have")
    try:
        return kind.model_validate_json(bytes(line))
    except ValidationError as problem:
        raise Garbled(one_line(explain(problem))[:LONGEST]) from None


def _read(end: socket.socket, sentinel: int, deadline: float) -> bytes:
    """The next bytes of a reply; none if the guest's process has ended.

    A quick reply is read at once. Only for a slow one the process is watched too, which takes longer.

    Raises:
        TimeoutError: if nothing comes in time.
    """
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    with suppress(TimeoutError):
        end.settimeout(min(left, SOON))
        return end.recv(PART)
    ready = wait([end, sentinel], max(deadline - time.monotonic(), 0))
    if not ready:
        raise TimeoutError
    return end.recv(PART) if end in ready else b""


def receive_question(end: socket.socket, size: int) -> bytes:
    """Receive a question in a guest's process.

    Raises:
        EOFError: if no more questions will come.
        ConnectionError: if the arena was killed.
    """
    data = bytearray()
    while len(data) < size:
        part = end.recv(size - len(data))
        if not part:
            raise EOFError
        data += part
    return bytes(data)


def reply(end: socket.socket, **content: Any) -> None:
    """Send a reply from a guest's process.

    Raises:
        ConnectionError: if the arena was killed.
    """
    end.sendall(json.dumps(content).encode() + b"\n")
