"""What an agent is, and how one is found by name."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from cardzoo.agents.random import random_player
from cardzoo.agents.third_party import find_entry, installed_agents, load_agent
from cardzoo.envs.engine import Game, Remembering, rng
from cardzoo.envs.engine.bots import Bot, Rule
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.language.prompts import options_in_words, write_prompt


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
        self.bot = bot
        self.memory = bot.memory.blank() if isinstance(bot, Remembering) else None
        self._choose = game.kernels.act(name, bot)
        self.__doc__ = bot.__doc__

    def act(self, view: Any, mask: np.ndarray, generator: np.ndarray, memory: np.ndarray | None = None) -> int:
        """Choose an action; see `Agent`. Without the seat's memory it plays as if it had forgotten all."""
        if self.memory is None:
            return int(self._choose(view, mask, generator))
        return int(self._choose(view, mask, generator, self.memory.copy() if memory is None else memory))


AnyAgent: TypeAlias = Agent | StateAgent | ReadingAgent


def _scripted(game: Game) -> ModuleType:
    """The file with a game's rule-of-thumb players."""
    return import_module(f"cardzoo.agents.scripted.{game.name}")


@cache
def bots(game: Game) -> dict[str, Bot]:
    """A game's compiled agents by name, the weakest first: ``random``, ``novice`` and ``expert``."""
    return {"random": random_player, **_scripted(game).AGENTS}


@cache
def guess_of(game: Game) -> Rule | None:
    """What a game's scripted agents know of how others play, for those who play on in thought; None for nothing.

    ``guess(state, player, blank_view, view)`` turns a table whose hidden parts have been drawn again into a likelier
    one that the seat cannot tell from it. The views are (1,) records.
    """
    return getattr(_scripted(game), "GUESS", None)


def rollout_of(game: Game) -> str:
    """The scripted agent with which to play a game on in thought: the expert, but where it is far too slow."""
    return getattr(_scripted(game), "ROLLOUT", "expert")


def find_agent(
    name: str, game: Game, invite: Callable[[EntryPoint, Game], Agent | StateAgent] = load_agent
) -> AnyAgent:
    """An agent for a game.

    Args:
        name: ``"random"``, ``"novice"``, ``"expert"``, ``"search"``, ``"solver"`` for most patience games, the folder
            of a trained model, ``"llm:NAME"`` for a language model, or an agent from elsewhere
            (`cardzoo.agents.third_party`).
        game: the game it shall play.
        invite: makes an agent from elsewhere; by default in this process.

    Raises:
        ValueError: if there is no such agent, or the model is not for this game.
    """
    compiled = bots(game)
    if name in compiled:
        return CompiledAgent(name, compiled[name], game)
    if name.split(":")[0] == "search":
        from cardzoo.agents.search import parse_search

        return parse_search(name, game)
    if name.split(":")[0] == "solver":
        from cardzoo.agents.solver.player import parse_solver

        return parse_solver(name, game)
    if name.split(":")[0] == "llm":
        try:
            from cardzoo.agents.language.agent import parse_language_agent
        except ModuleNotFoundError as problem:
            raise ValueError(f"{name} needs {problem.name}; install it by: pip install 'cardzoo[llm]'") from None
        return parse_language_agent(name, game)
    if Path(name).is_dir():
        from cardzoo.agents.trained import TrainedAgent

        return TrainedAgent.load(name, game)
    if entry := find_entry(name):
        return invite(entry, game)
    known = [*compiled, *installed_agents()]
    raise ValueError(f"there is no agent {name!r} for {game.name} and no such model folder; {suggest(name, known)}")


def memory_of(agent: Any) -> np.ndarray | None:
    """The (1,) record with which an agent begins a game; None if it keeps nothing."""
    memory = getattr(agent, "memory", None)
    return memory.copy() if isinstance(memory, np.ndarray) else None


def ask(
    agent: AnyAgent,
    game: Game,
    table: np.ndarray,
    player: int,
    mask: np.ndarray,
    generator: np.ndarray,
    memory: np.ndarray | None = None,
    told: Sequence[str] = (),
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
        told: what has happened since the seat's last choice, for agents that read; see `cardzoo.envs.language.Journal`.

    Returns:
        A legal action.
    """
    if isinstance(agent, StateAgent):
        guess = rng.reseed(table.copy(), generator)
        game.kernels.redeal(guess, player)
        return agent.act_at(guess, player, mask, generator)
    blank = game.view.blank()
    views = blank.copy()
    game.kernels.observe(table, player, blank, views)
    if isinstance(agent, ReadingAgent):
        options = options_in_words(game, table["options"][0])
        prompt = write_prompt(game, int(table["num_players"][0]), views[0], mask, told, options)
        return agent.act_on(prompt, mask, generator)
    if memory is None:
        return int(agent.act(views[0], mask, generator))
    return int(agent.act(views[0], mask, generator, memory))  # type: ignore[call-arg]


def agent_generator(seed: int) -> np.ndarray:
    """A generator for `Agent.act`, apart from the tables' ones: (1,) record."""
    return rng.generators(np.array([seed], np.uint64))
