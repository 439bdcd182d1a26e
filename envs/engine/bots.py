"""Compiled agents, with or without a memory, and rules that call them inside compiled code."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from inspect import isfunction
from typing import Any

import numpy as np
from numba.core.registry import CPUDispatcher

from cardzoo.envs.engine import arrays
from cardzoo.envs.engine.compiling import INTERPRETED, rule
from cardzoo.envs.engine.fields import View

Rule = Callable[..., Any]


class Memory(View):
    """Memory of an agent: fields of a record, one record a seat, fresh after every deal."""


@dataclass(frozen=True, eq=False)
class Remembering:
    """Compiled agent with a memory.

    Attributes:
        act: ``act(view, mask, generator, memory) -> action``. Only this function reads and writes the memory. Its
            docstring describes the policy.
        memory: the fields.
        act_at: ``act_at(state, player, view, mask, generator, memory) -> action``, for `adviser`: the action of an
            agent that has played the seat since the deal, from a fresh memory. It may use all of the state that the
            seat has seen so far. None if the state does not hold that history; `adviser` then plays with an empty
            memory.
    """

    act: Rule
    memory: Memory
    act_at: Rule | None = None
    __doc__: str | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "__doc__", self.act.__doc__)


Bot = Rule | Remembering
"""Compiled agent: ``act(view, mask, generator) -> action``, or one with a memory."""


def rule_of(bot: Bot) -> Rule:
    """Compiled function of an agent."""
    return bot.act if isinstance(bot, Remembering) else bot


def bot_of(agent: Any) -> Bot | None:
    """Compiled agent of an agent: its ``bot``, or the agent itself if it is compiled; otherwise None."""
    bot = getattr(agent, "bot", agent)
    is_rule = isfunction(bot) if INTERPRETED else isinstance(bot, CPUDispatcher)
    return bot if is_rule or isinstance(bot, Remembering) else None


def module_of_bot(bot: Bot) -> str:
    """Name of the module with an agent's compiled function."""
    return rule_of(bot).__module__


def adviser(bot: Bot) -> Rule:
    """``advise(state, player, view, mask, generator) -> action``: action of an agent that has not played so far.

    The view is that of the player, whose turn it is.
    """
    if not isinstance(bot, Remembering):

        @rule
        def advise(state: Any, player: Any, view: Any, mask: Any, generator: Any) -> Any:
            return bot(view, mask, generator)

        return advise

    act_at, dtype, fresh = bot.act_at or _forgetting(bot.act), bot.memory.dtype, bot.memory.blank()

    @rule
    def advise_at(state: Any, player: Any, view: Any, mask: Any, generator: Any) -> Any:
        memory = arrays.zeros(1, dtype)
        memory[0] = fresh[0]
        return act_at(state, player, view, mask, generator, memory[0])

    return advise_at


def _forgetting(act: Rule) -> Rule:
    @rule
    def act_at(state: Any, player: Any, view: Any, mask: Any, generator: Any, memory: Any) -> Any:
        return act(view, mask, generator, memory)

    return act_at


def fresh_memories(bots: Sequence[Bot], *shape: int) -> np.ndarray:
    """Fresh memories: records with a part for each bot that has a memory; of shape (..., 0) if none has."""
    fields = {_part(number): bot.memory for number, bot in enumerate(bots) if isinstance(bot, Remembering)}
    if not fields:
        return np.zeros((*shape, 0), np.int16)
    dtype = np.dtype((np.record, [(name, memory.dtype) for name, memory in fields.items()]))
    memories = np.zeros(shape, dtype)
    for name, memory in fields.items():
        memory.set_blank(memories[name])
    return memories


def problem_of_memories(bots: Sequence[Bot], memories: np.ndarray, num_players: int) -> str:
    """Error in memories of unknown origin, in words; empty if every number is in its field's range."""
    for number, bot in enumerate(bots):
        for part in bot.memory if isinstance(bot, Remembering) else ():
            if problem := part.problem_of(memories[_part(number)][part.name], num_players):
                return f"{part.name}: {problem}"
    return ""


def carry_memories(before: Sequence[Bot], kept: np.ndarray, after: Sequence[Bot], memories: np.ndarray) -> None:
    """Copy the memories of bots that stay at the same tables.

    Args:
        before: the bots till now.
        kept: their memories.
        after: the bots from now on.
        memories: fresh memories of these, of the same shape.
    """
    for number, bot in enumerate(after):
        if isinstance(bot, Remembering) and bot in before:
            memories[_part(number)] = kept[_part(before.index(bot))]


def forgetter(bots: Sequence[Bot]) -> Rule:
    """``forget(memories, table, fresh, seats)``: clears the memories of a table before a deal."""

    @rule
    def forget_all(memories: Any, table: Any, fresh: Any, seats: Any) -> None:
        for player in range(seats):
            memories[table, player] = fresh[0]

    @rule
    def nothing_to_forget(memories: Any, table: Any, fresh: Any, seats: Any) -> None:
        pass

    return forget_all if any(isinstance(bot, Remembering) for bot in bots) else nothing_to_forget


def chooser(bots: Sequence[Bot]) -> Rule:
    """``choose(actor, view, mask, generator, memories, table, player)``: action of the bot with a given number."""
    choose: Rule = _no_bot
    for number, bot in reversed(list(enumerate(bots))):
        choose = _ask(number, bot, choose)
    return choose


def _part(number: int) -> str:
    """Name of a bot's part of a table's memories."""
    return f"bot_{number}"


@rule
def _no_bot(actor, view, mask, generator, memories, table, player):
    """Default of `chooser` without bots, which is never called."""
    return 0


def _ask(number: int, bot: Bot, others: Rule) -> Rule:
    act, part = rule_of(bot), _part(number)

    @rule
    def ask(actor: Any, view: Any, mask: Any, generator: Any, memories: Any, table: Any, player: Any) -> Any:
        if actor == number:
            return act(view, mask, generator)
        return others(actor, view, mask, generator, memories, table, player)

    @rule
    def ask_remembering(
        actor: Any, view: Any, mask: Any, generator: Any, memories: Any, table: Any, player: Any
    ) -> Any:
        if actor == number:
            return act(view, mask, generator, memories[table, player][part])
        return others(actor, view, mask, generator, memories, table, player)

    return ask_remembering if isinstance(bot, Remembering) else ask
