"""What an agent is, and how one is found by name."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Protocol, TypeAlias, TypeGuard, runtime_checkable

import numpy as np

from cardzoo.agents.random import random_player
from cardzoo.agents.third_party import find_entry, installed_agents, load_agent
from cardzoo.envs.engine import Game, Remembering, rng
from cardzoo.envs.engine.bots import Bot, Rule, rule_of
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.engine.pickles import without, writable
from cardzoo.envs.language.prompts import options_in_words, write_prompt
from cardzoo.envs.registry import part_of


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


TRAINED = "trained"
"""The name of the agent that a game brings along as a model, if it does; see `cardzoo.agents.trained`."""

AnyAgent: TypeAlias = Agent | StateAgent | ReadingAgent


KINDS = {
    "search": "cardzoo.agents.search:parse_search",
    "solver": "cardzoo.agents.solver.player:parse_solver",
    "llm": "cardzoo.agents.language.agent:parse_language_agent",
}
"""What makes an agent of a name such as ``search:500`` and a game, by the word before the colon.

What one of them needs besides is installed by the extra of its name.
"""


def bots(game: Game) -> dict[str, Bot]:
    """A game's compiled agents by name, the weakest first: ``random``, and mostly ``novice`` and ``expert``.

    Raises:
        ValueError: if the module with them cannot be imported, or holds no agents.
    """
    agents = part_of(game, "AGENTS", {})
    if not isinstance(agents, Mapping) or not all(callable(rule_of(bot)) for bot in agents.values()):
        raise ValueError(f"{game.name}: AGENTS is {agents!r:.60}; compiled agents by their names are expected")
    return {"random": random_player, **agents}


def best_of(game: Game) -> str:
    """The name of a game's best compiled agent."""
    return list(bots(game))[-1]


def guess_of(game: Game) -> Rule | None:
    """What a game's scripted agents know of how others play, for those who play on in thought; None for nothing.

    ``guess(state, player, blank_view, views)`` turns a table whose hidden parts have been drawn again into a likelier
    one that the seat cannot tell from it. The views are (1,) records.
    """
    guess: Rule | None = part_of(game, "GUESS")
    return guess


def rollout_of(game: Game) -> str:
    """The compiled agent with which to play a game on in thought: the best one, but where it is far too slow."""
    return str(part_of(game, "ROLLOUT") or best_of(game))


def is_search(name: str | None) -> TypeGuard[str]:
    """Whether an agent's name is that of a search, such as ``search:200``."""
    return name is not None and name.partition(":")[0] == "search"


def find_agent(
    name: str,
    game: Game,
    invite: Callable[[EntryPoint, Game], Agent | StateAgent] = load_agent,
    num_players: int | None = None,
) -> AnyAgent:
    """An agent for a game.

    Args:
        name: one of the `bots`, such as ``"expert"``; ``"trained"`` for the model that the game brings along,
            ``"search"``, ``"solver"`` for most patience games, the folder of a trained model, ``"llm:NAME"`` for a
            language model, or an agent from elsewhere (`cardzoo.agents.third_party`).
        game: the game it shall play.
        invite: makes an agent from elsewhere; by default in this process.
        num_players: players at the table, as trained agents play with one number of them; None for whichever it is.

    Raises:
        ValueError: if there is no such agent, or the model is not for this game.
    """
    compiled = bots(game)
    if name in compiled:
        return CompiledAgent(name, compiled[name], game)
    from cardzoo.agents.trained import TrainedAgent, own_agents, shipped

    if name == TRAINED:
        return shipped(game, num_players)
    kind = name.partition(":")[0]
    if kind in KINDS:
        try:
            parse = resolve_name(KINDS[kind])
        except ModuleNotFoundError as problem:
            raise ValueError(f"{name} needs {problem.name}; install it by: pip install 'cardzoo[{kind}]'") from None
        agent: AnyAgent = parse(name, game)
        return agent
    if Path(name).is_dir():
        return TrainedAgent.load(name, game)
    if entry := find_entry(name):
        return invite(entry, game)
    known = [*own_agents(game, num_players), *installed_agents()]
    raise ValueError(f"there is no agent {name!r} for {game.name} and no such model folder; {suggest(name, known)}")


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
