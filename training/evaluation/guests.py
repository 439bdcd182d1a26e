"""Guests: third parties' agents, each in a process of its own; a failure there costs it the game, and no more.

A guest is asked over a pipe of sockets. It receives its view, the legal actions and a generator; the true table is
never in its memory. It forfeits a game (`Forfeit`) by one of these:

=============  =================================================================
``exception``  the agent raised
``illegal``    its answer is no whole number, out of range or not allowed
``stall``      it took longer than its time limit
``crash``      its process ended, or closed its end of the pipe
``garbled``    its process sent something that is no reply
``start``      it could not be started again after one of the last three
=============  =================================================================
"""

import inspect
import io
import multiprocessing
import os
import signal
import socket
import sys
import time
import weakref
from importlib.metadata import EntryPoint
from typing import Any, TextIO

import numpy as np
from typing_extensions import override

from cardzoo.agents import Agent, StateAgent, agent_generator, memory_of
from cardzoo.agents.third_party import AgentError, load_agent
from cardzoo.envs.engine import Game
from cardzoo.envs.imports import describe
from cardzoo.envs.printable import one_line, printable
from cardzoo.envs.registry import find_game, reference_of
from cardzoo.training.evaluation.play import Forfeit
from cardzoo.training.evaluation.replies import (
    LONGEST,
    MOST_MEMORY,
    Answer,
    Garbled,
    Made,
    Reply,
    receive,
    receive_question,
    reply,
    send,
)
from cardzoo.training.evaluation.workers import stay_with_parent

PROCESSES = multiprocessing.get_context("spawn")
START_LIMIT = 120.0  # seconds for imports and construction, with their compilation


class _Process:
    """An agent's process.

    Args:
        entry: entry point of the agent.
        game: the game.
        limit: seconds for a decision.

    Attributes:
        takes_tables: whether the agent is a `StateAgent`.
        memory: (bytes,) uint8, its memory at the start of a game; None if it has none.
        about: its docstring.
        spent: processor seconds of its answers.

    Raises:
        AgentError: if the agent cannot be made.
    """

    def __init__(self, entry: EntryPoint, game: Game, limit: float) -> None:
        self.entry = entry
        self.game = game
        self.limit = limit
        self.spent = 0.0
        self._process: Any = None
        try:
            agent = self._start()
        except Forfeit as end:
            raise AgentError(end.reason) from None
        self.takes_tables = agent.takes_tables
        self.memory = None if agent.memory is None else _bytes(agent.memory)
        self.about = agent.about

    def _start(self) -> Made:
        self._pipe, theirs = socket.socketpair()
        self._process = PROCESSES.Process(
            target=_serve, args=(theirs, self.entry, reference_of(self.game)), daemon=True
        )
        self._process.start()
        theirs.close()
        # Also at this process's end, where multiprocessing would wait for a guest that ignores SIGTERM.
        self._end = weakref.finalize(self, _end_process, self._process, self._pipe)
        try:
            made = self._hear(Made, START_LIMIT)
        except Forfeit as end:
            raise Forfeit("start", f"the agent {self.entry.name} cannot be made: {end.reason}") from None
        if made.problem:
            self.close()
            raise Forfeit("start", made.problem)
        return made

    def ask(self, question: bytes, mask: np.ndarray, generator: np.ndarray, memory: np.ndarray | None = None) -> int:
        """A legal action.

        Args:
            question: the bytes of a view, or of a seat and a table.
            mask: (A,) int8, the legal actions.
            generator: (1,) record of the seat's generator; the agent's draws advance it.
            memory: (bytes,) uint8, its memory of the game in this seat; the agent may change it.

        Raises:
            Forfeit: if there is none.
        """
        if self._process is None:
            self._start()
        kept = b"" if memory is None else memory.tobytes()
        answer = self._hear(Answer, self.limit, generator.tobytes() + mask.tobytes() + question + kept)
        self.spent += answer.spent
        if answer.exception:
            raise Forfeit("exception", answer.exception)
        if len(answer.memory) != 2 * len(kept):
            raise self._garbled(f"a memory of {len(answer.memory) // 2} bytes instead of {len(kept)}")
        generator["draws"] = answer.draws
        if memory is not None:
            memory[:] = _bytes(answer.memory)
        action = answer.action
        if action is None or action >= len(mask):
            words = answer.words if action is None else action
            raise Forfeit("illegal", f"answered {words}; actions are whole numbers from 0 to {len(mask) - 1}")
        if not mask[action]:
            words = self.game.actions.words[action]
            raise Forfeit("illegal", f"answered {action} ({words}); legal: {self.game.actions.list_legal(mask)}")
        return action

    def _hear(self, kind: type[Reply], limit: float, question: bytes = b"") -> Reply:
        """The reply to a question; without one the process is ended.

        Raises:
            Forfeit: if its process ends, sends anything else, or sends nothing within the limit.
        """
        deadline = time.monotonic() + limit
        try:
            send(self._pipe, question, deadline)
            return receive(self._pipe, self._process.sentinel, kind, deadline)
        except TimeoutError:
            self.close()
            raise Forfeit("stall", f"no answer within {limit:g} s") from None
        except Garbled as problem:
            raise self._garbled(str(problem)) from None
        except (EOFError, OSError):
            self._process.join(max(deadline - time.monotonic(), 0))
            code = self._process.exitcode
            self.close()
            raise Forfeit("crash", _end(code)) from None

    def _garbled(self, problem: str) -> Forfeit:
        self.close()
        return Forfeit("garbled", f"its process sent what is no reply: {problem}")

    def close(self) -> None:
        """End the process; the next question starts another one."""
        if self._process is not None:
            self._end()
            self._process = None


def _end_process(process: Any, pipe: socket.socket) -> None:
    """End a guest's process, whatever it does with signals."""
    process.kill()
    process.join()
    pipe.close()


class Guest:
    """A third party's `Agent`.

    Args:
        process: its process.
    """

    def __init__(self, process: _Process) -> None:
        self.name = process.entry.name
        self.process = process
        self.memory = process.memory

    def act(self, view: Any, mask: np.ndarray, generator: np.ndarray, memory: np.ndarray | None = None) -> int:
        """Choose an action; see `cardzoo.agents.Agent`.

        Raises:
            Forfeit: if the agent cannot.
        """
        return self.process.ask(view.tobytes(), mask, generator, memory)


class TableGuest:
    """A third party's `StateAgent`.

    Args:
        process: its process.
    """

    def __init__(self, process: _Process) -> None:
        self.name = process.entry.name
        self.process = process

    def act_at(self, table: np.ndarray, player: int, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action; see `cardzoo.agents.StateAgent`.

        Raises:
            Forfeit: if the agent cannot.
        """
        return self.process.ask(np.int64(player).tobytes() + table.tobytes(), mask, generator)


def invite(entry: EntryPoint, game: Game, limit: float) -> Agent | StateAgent:
    """Start a third party's agent in a process of its own.

    Args:
        entry: entry point of the agent.
        game: the game.
        limit: seconds for a decision.

    Raises:
        AgentError: if the agent cannot be made.
    """
    process = _Process(entry, game, limit)
    return TableGuest(process) if process.takes_tables else Guest(process)


def _end(code: int | None) -> str:
    """The end of a process in words, by its exit status; None for one that still runs."""
    if code is None:
        return "its process does not answer any more"
    if code < 0:
        names = {each.value: each.name for each in signal.Signals}
        return f"its process was ended by {names.get(-code, f'signal {-code}')}"
    return f"its process ended with exit status {code}"


class _Printed(io.TextIOBase):
    """Standard output and error of a guest's process, with control characters made visible.

    Args:
        stream: the stream below.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @override
    def write(self, text: str) -> int:
        self._stream.write(printable(text))
        return len(text)

    @override
    def flush(self) -> None:
        self._stream.flush()


def _serve(pipe: socket.socket, entry: EntryPoint, id: str) -> None:
    """The guest's process: answers until the pipe is closed, or broken by a killed arena."""
    stay_with_parent()
    os.dup2(2, 1)  # its prints must not mix with the results
    sys.stdout = sys.stderr = _Printed(sys.stderr)
    try:
        _answer(pipe, entry, id)
    except (EOFError, ConnectionError):
        return
    except BaseException as problem:  # an agent's errors are no reason for a traceback
        sys.exit(f"cardzoo: the process of {one_line(entry.name)} was ended by {type(problem).__name__}")


def _answer(pipe: socket.socket, entry: EntryPoint, id: str) -> None:
    """Make the agent, and answer one question after the other.

    Raises:
        EOFError, ConnectionError: after the last question.
    """
    try:
        game = find_game(id)
        agent = load_agent(entry, game)
        takes_tables, memory = isinstance(agent, StateAgent), memory_of(agent)
        if memory is not None and memory.nbytes > MOST_MEMORY:
            raise AgentError(f"the agent {entry.name} has a memory of {memory.nbytes:,} bytes; at most {MOST_MEMORY:,}")
    except BaseException as problem:
        words = one_line(str(problem)) if isinstance(problem, AgentError) else describe(problem)
        reply(pipe, problem=words[: 5 * LONGEST])
        return
    about = printable(inspect.getdoc(type(agent)) or "")[:LONGEST]
    reply(pipe, takes_tables=takes_tables, memory=None if memory is None else memory.tobytes().hex(), about=about)
    mask, seat = np.zeros(len(game.actions), np.int8), np.zeros(1, np.int64)
    shown = [seat, game.blank()] if takes_tables else [game.view.blank()]
    question = [agent_generator(0), mask, *shown, *([] if memory is None else [memory])]
    ends = np.cumsum([part.nbytes for part in question])
    while True:
        asked = receive_question(pipe, int(ends[-1]))
        generator, mask, *shown = (
            np.frombuffer(asked[end - part.nbytes : end], part.dtype).copy()
            for part, end in zip(question, ends, strict=True)
        )
        action, words, exception = None, "", ""
        start = time.process_time()
        try:
            if takes_tables:
                answer = agent.act_at(shown[1], int(shown[0][0]), mask, generator)
            else:
                answer = agent.act(shown[0][0], mask, generator, *shown[1:])
            whole = isinstance(answer, (int, np.integer)) and not isinstance(answer, bool)
            if whole and 0 <= answer < len(game.actions):
                action = int(answer)
            else:
                words = _shown(answer)
        except BaseException as problem:
            exception = describe(problem)[:LONGEST]
        reply(
            pipe,
            exception=exception,
            action=action,
            words=words,
            draws=int(generator["draws"][0]),
            memory="" if memory is None else shown[-1].tobytes().hex(),
            spent=time.process_time() - start,
        )


def _shown(answer: Any) -> str:
    """The representation of an answer that is no action."""
    try:
        return one_line(repr(answer))[:LONGEST]
    except Exception:  # such as a number of more digits than Python shows
        return f"a value that cannot be shown, of type {one_line(type(answer).__name__)}"[:LONGEST]


def _bytes(digits: str) -> np.ndarray:
    """(bytes,) uint8, from hexadecimal digits."""
    return np.frombuffer(bytes.fromhex(digits), np.uint8).copy()
