"""Decisions a second of an agent, in processor time: its own decisions, one at a time, without the rest of the game."""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from cardzoo.agents import AnyAgent, StateAgent, find_agent, memory_of
from cardzoo.envs.engine import Game
from cardzoo.envs.policies.bots import best_of
from cardzoo.training.evaluation.guests import Guest, TableGuest
from cardzoo.training.evaluation.keys import key_for
from cardzoo.training.evaluation.play import Forfeit, play_games
from cardzoo.training.evaluation.schedule import deal_seeds

KEPT = 500  # decisions that are repeated
MOST_GAMES = 20
SEED = 1 << 32  # seed of the deals


class Watched:
    """An `Agent` whose decisions are recorded.

    Args:
        agent: the agent.
        keep: number of decisions whose arguments are kept.

    Attributes:
        spent: processor seconds of each decision.
        actions: its actions in each of its seats, by the seed of the seat's generator.
        questions: arguments of the first decisions.
        failures: its forfeits.
    """

    def __init__(self, agent: Any, keep: int = 0) -> None:
        self.agent = agent
        self.name = agent.name
        self.memory = memory_of(agent)
        self.keep = keep
        self.spent: list[float] = []
        self.actions: dict[int, list[int]] = defaultdict(list)
        self.questions: list[tuple[Any, ...]] = []
        self.failures: list[Forfeit] = []
        self.clock = clock_of(agent)

    def act(self, *question: Any) -> int:
        """Choose an action; see `cardzoo.agents.Agent`."""
        return self._watch(self.agent.act, question, question[2])

    def _watch(self, choose: Callable[..., int], question: tuple[Any, ...], generator: np.ndarray) -> int:
        if len(self.questions) < self.keep:
            self.questions.append(tuple(part.copy() if hasattr(part, "copy") else part for part in question))
        start = self.clock()
        try:
            action = int(choose(*question))
        except Forfeit as end:
            self.failures.append(end)
            raise
        self.spent.append(self.clock() - start)
        self.actions[int(generator["seed"][0])].append(action)
        return action


class WatchedAtTables(Watched):
    """A `StateAgent` whose decisions are recorded."""

    def act_at(self, *question: Any) -> int:
        """Choose an action; see `cardzoo.agents.StateAgent`."""
        return self._watch(self.agent.act_at, question, question[3])


def watch(agent: AnyAgent, keep: int = 0) -> Watched:
    """The agent with a record of its decisions.

    Args:
        agent: the agent.
        keep: number of decisions whose arguments are kept.
    """
    return WatchedAtTables(agent, keep) if isinstance(agent, StateAgent) else Watched(agent, keep)


def clock_of(agent: AnyAgent) -> Callable[[], float]:
    """Clock of an agent's processor seconds: in this process, or in a guest's own."""
    if isinstance(agent, Guest | TableGuest):
        process = agent.process
        return lambda: process.spent
    return time.process_time


def decisions_a_second(
    game: Game,
    agent: AnyAgent,
    num_players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seconds: float = 0.5,
) -> float | None:
    """Decisions of an agent in a second of the processor.

    It plays some games against the best compiled agent. The first decision does not count, because it may compile. The
    decisions of a fast agent are then repeated in a loop, because reading the clock takes as long as they do. Agents
    with a memory are not asked again: a memory belongs to the turns of one game.

    Args:
        game: the game.
        agent: the agent, which is asked from Python, one decision at a time.
        num_players: number of players at the table; None for the game's default.
        options: options of the game.
        seconds: processor seconds of the measurement, about.

    Returns:
        Decisions a second; None if the agent has hardly anything to decide, or forfeits.
    """
    watched = watch(agent, KEPT)
    players = int(game.blank(num_players, **(options or {}))["num_players"][0])
    other = find_agent(best_of(game), game)
    key = key_for([agent], game)
    for number, seed in enumerate(deal_seeds(SEED, MOST_GAMES)):
        seats = (np.arange(players)[None] != number % players).astype(np.int16)
        play_games(game, [watched, other], seats, seed[None], options=options, threads=1, keys=[key] if key else ())
        if watched.failures or len(watched.spent) > KEPT or sum(watched.spent[1:]) > seconds:
            break
    times = watched.spent[1:]
    if not times or watched.failures:
        return None
    if sum(times) > seconds or watched.clock is not time.process_time or watched.memory is not None:
        return len(times) / max(sum(times), 1e-9)
    choose = agent.act_at if isinstance(agent, StateAgent) else agent.act  # type: ignore[union-attr]
    asked, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        for question in watched.questions:
            choose(*question)
        asked += len(watched.questions)
    return asked / elapsed
