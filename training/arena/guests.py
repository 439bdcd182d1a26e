"""Third parties' agents, each in a process of its own: what goes wrong there costs it the game, and no more.

A guest is asked over a pipe. It gets what the agent may see and the legal actions, and what to draw from; it never has
the true table in its memory. It forfeits a game (`Forfeit`) by one of these:

=============  =================================================================
``exception``  the agent raised
``illegal``    its answer is no whole number, out of range or not allowed
``stall``      it took longer than its time limit
``crash``      its process ended
``start``      it could not be started again after one of the last two
=============  =================================================================
"""

import inspect
import json
import multiprocessing
import os
import signal
import time
from contextlib import suppress
from importlib.metadata import EntryPoint
from multiprocessing.connection import Connection, wait
from typing import Any

import numpy as np

from cardzoo.agents import Agent, StateAgent, agent_generator, memory_of
from cardzoo.agents.third_party import AgentError, load_agent
from cardzoo.envs.engine import Game
from cardzoo.envs.imports import describe
from cardzoo.envs.registry import find_game, reference_of
from cardzoo.training.arena.play import Forfeit
from cardzoo.training.workers import stay_with_parent

END_LIMIT = 30.0  # seconds in which a process ends that has closed its pipe; a busy machine needs more than one
START_LIMIT = 120.0  # seconds for imports and construction, the compilation of what they need among them
LONGEST = 200  # characters of a reason


class _Process:
    """An agent's process.

    Args:
        entry: where the agent comes from.
        game: the game.
        limit: seconds a decision.

    Attributes:
        takes_tables: whether the agent is a `StateAgent`.
        memory: (bytes,) uint8, what it begins a game with; None if it keeps nothing.
        about: what its docstring says.
        spent: seconds of the processor that its answers have taken.

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
        self.takes_tables = bool(agent["takes_tables"])
        self.memory = None if agent["memory"] is None else _bytes(agent["memory"])
        self.about = str(agent["about"])

    def _start(self) -> dict[str, Any]:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self.entry, reference_of(self.game)), daemon=True)
        self._process.start()
        theirs.close()
        try:
            reply = self._hear(START_LIMIT)
        except Forfeit as end:
            raise Forfeit("start", f"the agent {self.entry.name} cannot be made: {end.reason}") from None
        if "problem" in reply:
            self.close()
            raise Forfeit("start", reply["problem"])
        return reply

    def ask(self, question: bytes, mask: np.ndarray, generator: np.ndarray, memory: np.ndarray | None = None) -> int:
        """A legal action.

        Args:
            question: the bytes of a view, or of a seat and a table.
            mask: (A,) int8, the legal actions.
            generator: (1,) record to be drawn from; it goes on as the agent has left it.
            memory: (bytes,) uint8, what it keeps of the game in this seat; as the agent has left it, too.

        Raises:
            Forfeit: if there is none.
        """
        if self._process is None:
            self._start()
        try:
            kept = b"" if memory is None else memory.tobytes()
            self._pipe.send_bytes(generator.tobytes() + mask.tobytes() + question + kept)
        except OSError:
            raise self._ended() from None
        reply = self._hear(self.limit)
        self.spent += reply["spent"]
        if "exception" in reply:
            raise Forfeit("exception", reply["exception"])
        generator["draws"] = reply["draws"]
        if memory is not None:
            memory[:] = _bytes(reply["memory"])
        action = reply["action"]
        if not isinstance(action, int):
            raise Forfeit("illegal", f"answered {reply['words']}, which is no whole number")
        if not 0 <= action < len(mask):
            raise Forfeit("illegal", f"answered {action}, but actions are 0 to {len(mask) - 1}")
        if not mask[action]:
            words = self.game.actions.words[action]
            raise Forfeit("illegal", f"answered {action} ({words}); legal: {self.game.actions.list_legal(mask)}")
        return action

    def _hear(self, limit: float) -> dict[str, Any]:
        """The agent's reply.

        Raises:
            Forfeit: if its process ends, or nothing comes within so many seconds.
        """
        ready = wait([self._pipe, self._process.sentinel], limit)
        if not ready:
            self.close()
            raise Forfeit("stall", f"no answer within {limit:g} s")
        if self._pipe not in ready and not self._pipe.poll():
            raise self._ended()
        try:
            reply: dict[str, Any] = json.loads(self._pipe.recv_bytes())
        except (EOFError, OSError, ValueError):
            raise self._ended() from None
        return reply

    def _ended(self) -> Forfeit:
        """What has become of the process."""
        self._process.join(END_LIMIT)
        code = self._process.exitcode
        self.close()
        if code is None:
            return Forfeit("crash", "its process does not answer any more")
        if code < 0:
            return Forfeit("crash", f"its process was ended by {signal.Signals(-code).name}")
        return Forfeit("crash", f"its process ended with exit status {code}")

    def close(self) -> None:
        """End the process; the next question starts another one."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None


class Guest:
    """A third party's `Agent`.

    Args:
        process: where it lives.
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
        process: where it lives.
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
        entry: where it comes from.
        game: the game.
        limit: seconds a decision.

    Raises:
        AgentError: if the agent cannot be made.
    """
    process = _Process(entry, game, limit)
    return TableGuest(process) if process.takes_tables else Guest(process)


def _serve(pipe: Connection, entry: EntryPoint, id: str) -> None:
    """The guest's process: answers until the pipe is closed, or breaks since the arena was killed."""
    stay_with_parent()
    os.dup2(2, 1)  # what it prints shall not get among the results
    with suppress(EOFError, ConnectionError):
        _answer(pipe, entry, id)


def _answer(pipe: Connection, entry: EntryPoint, id: str) -> None:
    """Make the agent, and answer one question after the other.

    Raises:
        EOFError, ConnectionError: once nobody asks any more.
    """
    try:
        game = find_game(id)
        agent = load_agent(entry, game)
    except BaseException as problem:
        _tell(pipe, problem=str(problem) if isinstance(problem, AgentError) else describe(problem))
        return
    takes_tables, memory = isinstance(agent, StateAgent), memory_of(agent)
    about = (inspect.getdoc(type(agent)) or "")[:LONGEST]
    _tell(pipe, takes_tables=takes_tables, memory=None if memory is None else memory.tobytes().hex(), about=about)
    mask, seat = np.zeros(len(game.actions), np.int8), np.zeros(1, np.int64)
    shown = [seat, game.blank()] if takes_tables else [game.view.blank()]
    question = [agent_generator(0), mask, *shown, *([] if memory is None else [memory])]
    ends = np.cumsum([part.nbytes for part in question])
    while True:
        told = pipe.recv_bytes()
        generator, mask, *shown = (
            np.frombuffer(told[end - part.nbytes : end], part.dtype).copy()
            for part, end in zip(question, ends, strict=True)
        )
        start = time.process_time()
        try:
            if takes_tables:
                answer = agent.act_at(shown[1], int(shown[0][0]), mask, generator)
            else:
                answer = agent.act(shown[0][0], mask, generator, *shown[1:])
        except BaseException as problem:
            _tell(pipe, exception=describe(problem)[:LONGEST], spent=time.process_time() - start)
            continue
        spent = time.process_time() - start
        whole = isinstance(answer, (int, np.integer)) and not isinstance(answer, bool)
        words = "" if whole else repr(answer)[:LONGEST]
        action, kept = int(answer) if whole else None, "" if memory is None else shown[-1].tobytes().hex()
        _tell(pipe, action=action, words=words, draws=int(generator["draws"][0]), memory=kept, spent=spent)


def _bytes(digits: str) -> np.ndarray:
    """(bytes,) uint8, from hexadecimal digits."""
    return np.frombuffer(bytes.fromhex(digits), np.uint8).copy()


def _tell(pipe: Connection, **reply: Any) -> None:
    pipe.send_bytes(json.dumps(reply).encode())
