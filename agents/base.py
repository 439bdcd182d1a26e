"""Agents: the protocols that they follow, compiled ones, and how any of them is asked for an action."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from cardzoo.envs.engine import Game, Remembering, rng
from cardzoo.envs.engine.bots import Bot, Rule
from cardzoo.envs.engine.pickles import without, writable
from cardzoo.envs.language.prompts import options_in_words, write_prompt
from cardzoo.envs.policies.bots import bots


class Agent(Protocol):
    """Whoever can play a seat of a game.

    One with a memory has an attribute ``memory`` too, the (1,) record with which each seat begins each game, and its
    ``act`` takes the seat's own record last, to read and to write.
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
    """An agent that plays games on in thought: it gets a table whose hidden cards are guesses, never the true one."""

    name: str

    def act_at(self, table: np.ndarray, player: int, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action.

        Args:
            table: (1,) record of the game's table, in which all that the seat cannot know has been drawn again.
            player: the seat, whose turn it is.
            mask: (A,) int8, the legal actions.
            generator: (1,) record of `cardzoo.envs.engine.rng.GENERATOR`, to be drawn from.

        Returns:
            A legal action.
        """


@runtime_checkable
class ReadingAgent(Protocol):
    """An agent that reads what it sees: what has happened since its last choice, its view and its legal moves in words.

    Those who are also slow, since they ask a server, may have an attribute ``parallel``: how many games may ask them at
    a time, each in a thread of its own.
    """

    name: str

    def act_on(self, prompt: str, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action.

        Args:
            prompt: what `cardzoo.envs.language.write_prompt` tells the seat.
            mask: (A,) int8, the legal actions.
            generator: (1,) record of `cardzoo.envs.engine.rng.GENERATOR`, to be drawn from.

        Returns:
            A legal action.
        """


class MemoryNeeded(ValueError):
    """An agent that remembers was asked without its memory."""


class CompiledAgent:
    """A compiled ``act(view, mask, generator) -> action`` as an `Agent`, or one with a memory.

    Args:
        name: its name.
        bot: the function; its docstring tells the policy.
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
        """What asks it by the table instead of a memory; see `cardzoo.envs.engine.kernels.Kernels.advise`.

        None if it has no memory, or a table does not show what it would remember.
        """
        can = isinstance(self.bot, Remembering) and self.bot.act_at is not None
        return self.game.kernels.advise(self.name, self.bot) if can else None

    def __getstate__(self) -> dict[str, Any]:
        is_own = bots(self.game).get(self.name) is self.bot  # which goes by its name, so that there is one of it
        return without(self, "_choose") | {"bot": None if is_own else self.bot}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(writable(state))
        if self.bot is None:
            self.bot = bots(self.game)[self.name]
        self._choose = self.game.kernels.act(self.name, self.bot)

    def act(self, view: Any, mask: np.ndarray, generator: np.ndarray, memory: np.ndarray | None = None) -> int:
        """Choose an action; see `Agent`.

        Raises:
            MemoryNeeded: if it has a memory, and is asked without one: it would play as if it had seen nothing.
        """
        if self.memory is None:
            return int(self._choose(view, mask, generator))
        if memory is None:
            raise MemoryNeeded(forgets(self))
        return int(self._choose(view, mask, generator, memory))


AnyAgent: TypeAlias = Agent | StateAgent | ReadingAgent


def check_table(agents: Iterable[Any], table: np.ndarray) -> None:
    """Refuse agents that go by a model for another number of players, or for other options.

    Args:
        agents: of a table. Those that cannot play at every table have a method ``sit_down(table)``.
        table: (1,) record of that table, as `Game.blank` gives it.

    Raises:
        ValueError: in one line, naming the first of them.
    """
    for agent in agents:
        if hasattr(agent, "sit_down"):
            agent.sit_down(table)


def memory_of(agent: Any) -> np.ndarray | None:
    """The (1,) record with which an agent begins a game; None if it keeps nothing."""
    memory = getattr(agent, "memory", None)
    return memory.copy() if isinstance(memory, np.ndarray) else None


def forgets(agent: Any) -> str:
    """The reason why an agent that remembers is not asked without its memory, in one line."""
    return (
        f"{agent.name} must be asked with a memory, as it remembers what it has seen, got none; "
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
    told: Sequence[str] = (),
    redeals: np.ndarray | None = None,
) -> int:
    """Let an agent choose for a seat, from what the seat may know: its view, words for it, or a table of guesses.

    Args:
        agent: the agent.
        game: the game.
        table: (1,) record of the true table, which the agent does not get.
        player: the seat, whose turn it is.
        mask: (A,) int8, the legal actions.
        generator: (1,) record to be drawn from, as in `Agent.act`.
        memory: (1,) record, what the agent has kept of this game in this seat; `memory_of` it before its first turn.
            Without it, a compiled agent with an ``act_at`` (see `Remembering`) remembers by the table what it would
            have kept.
        told: what has happened since the seat's last choice, for agents that read; see `cardzoo.envs.language.Journal`.
        redeals: (1,) record from which hidden cards are drawn again for a `StateAgent`; None to take ``generator``, by
            which the agent could undo the shuffle.

    Returns:
        A legal action.

    Raises:
        MemoryNeeded: if an agent remembers otherwise, and there is no memory.
    """
    if isinstance(agent, StateAgent):
        guess = rng.reseed(table.copy(), generator if redeals is None else redeals)
        game.kernels.redeal(guess, player)
        if redeals is not None:
            rng.reseed(guess, generator)
        return agent.act_at(guess, player, mask, generator)
    blank = game.view.blank()
    views = blank.copy()
    game.kernels.observe(table, player, blank, views)
    if isinstance(agent, ReadingAgent):
        options = options_in_words(game, table["options"][0])
        prompt = write_prompt(game, int(table["num_players"][0]), views[0], mask, told, options)
        return agent.act_on(prompt, mask, generator)
    if memory is not None:
        return int(agent.act(views[0], mask, generator, memory))  # type: ignore[call-arg]
    if memory_of(agent) is None:
        return int(agent.act(views[0], mask, generator))
    if not isinstance(agent, CompiledAgent) or agent.recollect is None:
        raise MemoryNeeded(forgets(agent))
    actions = np.zeros(1, np.int64)
    agent.recollect(table, np.array([player], np.int16), blank, views, mask[np.newaxis], generator, actions)
    return int(actions[0])


def agent_generator(seed: int) -> np.ndarray:
    """A generator for `Agent.act`: (1,) record. Its numbers are others than those of a deal with the same seed."""
    return rng.generators(rng.agent_seeds(np.array([seed], np.uint64)))
