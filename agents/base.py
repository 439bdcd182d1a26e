"""Agents: their protocols, compiled agents, and the function that asks any agent for an action."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from typing_extensions import TypeIs

from cardzoo.agents.third_party import wrong_answer
from cardzoo.envs.engine import Game, Remembering, rng
from cardzoo.envs.engine.bots import Bot, Rule
from cardzoo.envs.engine.pickles import without, writable
from cardzoo.envs.language.prompts import options_in_words, write_prompt
from cardzoo.envs.policies.bots import bots


class Agent(Protocol):
    """An agent that chooses actions from a view.

    An agent with a memory has an attribute ``memory``: the (1,) record with which each seat begins each game. Its
    ``act`` takes the seat's own record as last argument, to read and to write.
    """

    name: str

    def act(self, view: Any, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action.

        Args:
            view: the seat's view, a record of the game's `View`.
            mask: (A,) int8, the legal actions.
            generator: (1,) record of `cardzoo.envs.engine.rng.GENERATOR`, to be drawn from.

        Returns:
            A legal action.
        """


@runtime_checkable
class StateAgent(Protocol):
    """An agent that simulates games. It receives a table whose hidden cards are guesses, never the true one."""

    name: str

    def act_at(self, table: np.ndarray, player: int, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action.

        Args:
            table: (1,) record of the game's table, with everything hidden from the seat drawn again.
            player: the seat, whose turn it is.
            mask: (A,) int8, the legal actions.
            generator: (1,) record of `cardzoo.envs.engine.rng.GENERATOR`, to be drawn from.

        Returns:
            A legal action.
        """


@runtime_checkable
class ReadingAgent(Protocol):
    """An agent that reads a prompt: the events since its last choice, its view and its legal moves in words.

    A slow agent, such as one that asks a server, may have an attribute ``parallel``. It is the number of games that may
    ask it at the same time, each in its own thread.
    """

    name: str

    def act_on(self, prompt: str, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action.

        Args:
            prompt: the text of `cardzoo.envs.language.write_prompt` for the seat.
            mask: (A,) int8, the legal actions.
            generator: (1,) record of `cardzoo.envs.engine.rng.GENERATOR`, to be drawn from.

        Returns:
            A legal action.
        """


def guesses_tables(agent: object) -> TypeIs[StateAgent]:
    """Returns whether an agent is a `StateAgent`; `isinstance` would take as long as a quick agent's choice."""
    return hasattr(agent, "act_at")


def reads_prompts(agent: object) -> TypeIs[ReadingAgent]:
    """Returns whether an agent is a `ReadingAgent`, likewise."""
    return hasattr(agent, "act_on")


class MemoryNeeded(ValueError):
    """An agent that remembers was asked without its memory."""


class CompiledAgent:
    """A compiled ``act(view, mask, generator) -> action`` as an `Agent`, or one with a memory.

    Args:
        name: its name.
        bot: the function; its docstring describes the policy.
        game: the game it plays.

    Attributes:
        memory: (1,) record, fresh; None for an agent without a memory.
    """

    def __init__(self, name: str, bot: Bot, game: Game) -> None:
        self.name = name
        self.game = game
        self.bot = bot
        self.memory = bot.memory.blank() if isinstance(bot, Remembering) else None
        self._choose = game.kernels.act(name, bot)
        self.__doc__ = bot.__doc__

    @property
    def recollect(self) -> Rule | None:
        """The kernel that asks it without a memory, from the table; see `cardzoo.envs.engine.kernels.Kernels.advise`.

        None if it has no memory, or if a table does not show the content of its memory.
        """
        can = isinstance(self.bot, Remembering) and self.bot.act_at is not None
        return self.game.kernels.advise(self.name, self.bot) if can else None

    def __getstate__(self) -> dict[str, Any]:
        is_own = bots(self.game).get(self.name) is self.bot  # then pickled by name, so that it stays one object
        return without(self, "_choose") | {"bot": None if is_own else self.bot}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(writable(state))
        if self.bot is None:
            self.bot = bots(self.game)[self.name]
        self._choose = self.game.kernels.act(self.name, self.bot)

    def act(self, view: Any, mask: np.ndarray, generator: np.ndarray, memory: np.ndarray | None = None) -> int:
        """Choose an action; see `Agent`.

        Raises:
            MemoryNeeded: if it has a memory and is asked without one; it would play as if it had seen nothing.
        """
        if self.memory is None:
            return int(self._choose(view, mask, generator))
        if memory is None:
            raise MemoryNeeded(forgets(self))
        return int(self._choose(view, mask, generator, memory))


AnyAgent: TypeAlias = Agent | StateAgent | ReadingAgent


def check_table(agents: Iterable[Any], table: np.ndarray) -> None:
    """Check that agents can play at a table: a model fits one number of players and some options.

    Args:
        agents: the agents. Those that cannot play at every table have a method ``sit_down(table)``.
        table: (1,) record of the table, as `Game.blank` returns it.

    Raises:
        ValueError: in one line, naming the first agent that cannot play.
    """
    for agent in agents:
        if hasattr(agent, "sit_down"):
            agent.sit_down(table)


def memory_of(agent: Any) -> np.ndarray | None:
    """The (1,) record with which an agent begins a game; None if it has no memory."""
    memory = getattr(agent, "memory", None)
    return memory.copy() if isinstance(memory, np.ndarray) else None


def forgets(agent: Any) -> str:
    """The error message for an agent asked without its memory, in one line."""
    return (
        f"{agent.name} must be asked with a memory, got none; "
        "give each seat memory_of(agent) at the deal, and pass it with every question"
    )


def ask(
    agent: AnyAgent,
    game: Game,
    table: np.ndarray,
    player: int,
    mask: np.ndarray,
    generator: np.ndarray,
    memory: np.ndarray | None = None,
    events: Sequence[str] = (),
    redeals: np.ndarray | None = None,
) -> int:
    """Ask an agent for an action of a seat. It sees only what the seat may know: a view, a prompt, or a guessed table.

    Args:
        agent: the agent.
        game: the game.
        table: (1,) record of the true table, which the agent does not get.
        player: the seat, whose turn it is.
        mask: (A,) int8, the legal actions.
        generator: (1,) record to be drawn from, as in `Agent.act`.
        memory: (1,) record of the agent's memory in this game and seat; `memory_of` the agent before its first turn.
            Without it, a compiled agent with an ``act_at`` (see `Remembering`) derives its memory from the table.
        events: sentences on all that has happened since the seat's last choice, for a `ReadingAgent`; see
            `cardzoo.envs.language.Journal`.
        redeals: (1,) record from which hidden cards are drawn again for a `StateAgent`; None for ``generator``, with
            which the agent could undo the shuffle.

    Returns:
        A legal action.

    Raises:
        MemoryNeeded: if any other agent has a memory, and none is given.
        AgentError: if the answer is no whole number.
    """
    if guesses_tables(agent):
        guess = rng.reseed(table.copy(), generator if redeals is None else redeals)
        game.kernels.redeal(guess, player)
        if redeals is not None:
            rng.reseed(guess, generator)
        return _whole(agent.act_at(guess, player, mask, generator), agent, mask)
    blank = _blank_view(game)
    views = blank.copy()
    game.kernels.observe(table, player, blank, views)
    if reads_prompts(agent):
        options = options_in_words(game, table["options"][0])
        prompt = write_prompt(game, int(table["num_players"][0]), views[0], mask, events, options)
        return _whole(agent.act_on(prompt, mask, generator), agent, mask)
    if memory is not None:
        return _whole(agent.act(views[0], mask, generator, memory), agent, mask)  # type: ignore[call-arg]
    if memory_of(agent) is None:
        return _whole(agent.act(views[0], mask, generator), agent, mask)
    if not isinstance(agent, CompiledAgent) or agent.recollect is None:
        raise MemoryNeeded(forgets(agent))
    actions = np.zeros(1, np.int64)
    agent.recollect(table, np.array([player], np.int16), blank, views, mask[np.newaxis], generator, actions)
    return int(actions[0])


def _whole(answer: Any, agent: AnyAgent, mask: np.ndarray) -> int:
    """An agent's answer as an int; see `ask`."""
    if type(answer) is int:
        return answer
    if isinstance(answer, (int, np.integer)) and not isinstance(answer, bool):
        return int(answer)
    raise wrong_answer(agent, mask, answer)


@cache
def _blank_view(game: Game) -> np.ndarray:
    """(1,) record of a game's blank view, to be copied."""
    return game.view.blank()


def agent_generator(seed: int) -> np.ndarray:
    """A generator for `Agent.act`: (1,) record. It is independent of the deal with the same seed."""
    return rng.generators(rng.agent_seeds(np.array([seed], np.uint64)))
