"""Engine for games of any mix of agents: many at once, with independent outcomes.

Compiled agents and networks of one shape play inside the batch step. Other networks are asked for all waiting tables in
one compiled call, and so are agents that read observations (`ObservingAgent`). All other agents are asked for one table
at a time, or for a few if an agent's server is slow. If an agent reads the game's history, all agents are asked, so
that their actions can be recorded. The agents' draws are seeded game by game, so no outcome depends on the other games.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from typing_extensions import override

from cardzoo.agents import AnyAgent, CompiledAgent, ask, bots, check_table, memory_of, reads_prompts
from cardzoo.agents.third_party import AgentError, is_from_cardzoo, raised, wrong_answer
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs.batch import Batch
from cardzoo.envs.engine import Game, Table, rng
from cardzoo.envs.engine.kernels import FIRST_NETWORK, WAIT, YOURS
from cardzoo.envs.language import Journal
from cardzoo.training.evaluation.games import Failure
from cardzoo.training.evaluation.keys import make_seeds


@runtime_checkable
class ObservingAgent(Protocol):
    """An agent that chooses at many tables at once, from their encoded observations.

    Attributes:
        encoding: name of the observations' encoder.
    """

    name: str
    encoding: str

    def act_on_observations(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Choose actions.

        Args:
            observations: (n, D) of the seats whose turn it is.
            masks: (n, A) int8, their legal actions.

        Returns:
            (n,) integers, legal actions.
        """


class Forfeit(Exception):
    """A forfeit: an agent cannot go on, and its side loses the game.

    Args:
        kind: kind of the failure.
        reason: description in one line.
    """

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason


class Stopped(Exception):
    """The games are no longer needed."""


@dataclass(frozen=True)
class Played:
    """The outcome of N games.

    Attributes:
        rewards: (N, P) float32, each seat's total reward. In a forfeited game the side that forfeits gets -1, the
            others get 0; in a cooperative game all get 0, the least reward.
        scores: (N, P) int32, at the end, or at the forfeit; 0 in a forfeited cooperative game.
        failures: the forfeited games, in their order.
        moves: (N,) number of actions.
        decisions: (K,) int64, of each agent that is asked from outside the batch step; 0 for the others.
        seconds: (K,) float, seconds of these decisions.
    """

    rewards: np.ndarray
    scores: np.ndarray
    failures: list[Failure]
    moves: np.ndarray
    decisions: np.ndarray
    seconds: np.ndarray

    @property
    def forfeits(self) -> np.ndarray:
        """(N,) int16, the seat that forfeited; -1: none."""
        forfeits = np.full(len(self.rewards), -1, np.int16)
        for failure in self.failures:
            forfeits[failure.game] = failure.seat
        return forfeits


def play_games(
    game: Game,
    agents: Sequence[AnyAgent],
    seats: np.ndarray,
    seeds: np.ndarray,
    agent_seeds: np.ndarray | None = None,
    options: Mapping[str, Any] | None = None,
    threads: int | None = None,
    keys: Sequence[str] = (),
    stop: Callable[[], bool] = lambda: False,
) -> Played:
    """Play games.

    Args:
        game: the game.
        agents: K agents.
        seats: (N, P) integers, the agent at each seat.
        seeds: (N,) uint64, seeds of the deals.
        agent_seeds: (N,) uint64, seeds of the agents' draws; None to derive them from the deals' seeds, so that games
            of one deal share their draws.
        options: options of the game.
        threads: number of threads that share the tables; None for one a core.
        keys: N keys of the games; none if all agents are cardzoo's own. See `cardzoo.training.evaluation.keys`.
        stop: called before decisions; True ends the games.

    Raises:
        ValueError: for unfit settings, or a trained agent for another number of players or other options.
        Stopped: if `stop` returned True.
    """
    num_games, num_players = seats.shape
    models = [agent for agent in agents if isinstance(agent, TrainedAgent)]
    journals, encoding = _journals(agents, seats), _encoding(agents, models)
    inside = [
        model for model in models if model.shape == models[0].shape and model.card.encoding == encoding and not journals
    ]
    settings = {"threads": threads, "bots": bots(game), "restart": False, **(options or {})}
    batch = Batch(game, num_games, num_players, encoding, **settings)
    check_table(agents, batch.blank)
    _set_networks(batch, inside)
    made = make_seeds(seeds, rng.agent_seeds(seeds) if agent_seeds is None else agent_seeds, num_players, keys)
    generators = _generators(made.seats)
    redeals = None if made.redeals is None else _generators(made.redeals)
    asked: dict[int, _Asked] = {}
    codes = [None if journals else _inside_code(agent, game, inside) for agent in agents]
    for number, agent in enumerate(agents):
        if codes[number] is None:
            codes[number] = code = YOURS - number
            asked[code] = _way_to_ask(agent)(agent, game, generators, stop, journals, redeals)
    batch.actors[:] = np.array(codes)[seats]
    batch.reset(made.deals, made.inside)
    while batch.play_policies(asked).any():
        pass
    rewards, scores = (batch.records[name][:, :num_players].copy() for name in ("reward", "score"))
    failures = sorted((failure for one in asked.values() for failure in one.failures), key=lambda each: each.game)
    if game.cooperative:
        _forfeit_together(rewards, scores, failures)
    else:
        _forfeit(rewards, failures, game.sides_of(num_players))
    return Played(rewards, scores, failures, batch.records["steps"].copy(), *_spent(asked, codes))


def _spent(asked: Mapping[int, "_Asked"], codes: Sequence[int | None]) -> tuple[np.ndarray, np.ndarray]:
    """The decisions and the seconds of each agent; 0 of those inside the batch."""
    spent = [
        (0, 0.0) if code is None or code not in asked else (asked[code].decisions, asked[code].seconds)
        for code in codes
    ]
    decisions, seconds = (np.array(column) for column in zip(*spent, strict=True))
    return decisions, seconds


def _journals(agents: Sequence[AnyAgent], seats: np.ndarray) -> list[Journal]:
    """A journal of each game, if an agent reads it; else none."""
    readers = [reads_prompts(agent) for agent in agents]
    return [Journal(player for player, one in enumerate(row) if readers[one]) for row in seats] * any(readers)


def _encoding(agents: Sequence[AnyAgent], models: Sequence[TrainedAgent]) -> str:
    """The encoding of the batch: that of the agents that read its observations, else of the first model.

    Raises:
        ValueError: if such agents need two encodings.
    """
    needed = {agent.encoding for agent in agents if isinstance(agent, ObservingAgent)}
    if len(needed) > 1:
        raise ValueError(f"agents that read observations must share one encoding, got {', '.join(sorted(needed))}")
    return needed.pop() if needed else models[0].card.encoding if models else "flat"


def _alike(models: Sequence[TrainedAgent], encoding: str) -> list[TrainedAgent]:
    """The models of the first one's shape, if it has this encoding: those that play inside the batch."""
    return [model for model in models if model.shape == models[0].shape and model.card.encoding == encoding]


def _way_to_ask(agent: AnyAgent) -> "type[_Asked]":
    """The policy of the batch that asks an agent."""
    if isinstance(agent, TrainedAgent):
        return _AskedTogether
    return _Observing if isinstance(agent, ObservingAgent) else _AskedAlone


def _set_networks(batch: Batch, models: Sequence[TrainedAgent]) -> None:
    """Let models of the same shape play inside the batch."""
    if models:
        first, networks = models[0], [model.network.parameters for model in models]
        batch.set_networks(networks, first.network.sizes, first.greedy, advisor=first.card.advisor)


def _forfeit(rewards: np.ndarray, failures: Sequence[Failure], sides: int) -> None:
    """Let the side of each agent that failed lose its game."""
    for failure in failures:
        rewards[failure.game] = 0
        rewards[failure.game, failure.seat % sides :: sides] = -1


def _forfeit_together(rewards: np.ndarray, scores: np.ndarray, failures: Sequence[Failure]) -> None:
    """Let the team of each agent that failed get the least reward and no points."""
    for failure in failures:
        rewards[failure.game] = scores[failure.game] = 0


def _generators(seeds: np.ndarray) -> np.ndarray:
    """(N, P) generators, by seeds of the same shape."""
    return rng.generators(seeds.ravel()).reshape(seeds.shape)


def _inside_code(agent: AnyAgent, game: Game, networks: Sequence[TrainedAgent]) -> int | None:
    """The actor code of an agent that plays inside the batch step; None for one that cannot."""
    compiled = bots(game)
    if isinstance(agent, TrainedAgent) and agent in networks:
        return FIRST_NETWORK + networks.index(agent)
    if isinstance(agent, CompiledAgent) and agent.bot is compiled.get(agent.name):
        return list(compiled).index(agent.name)
    return None


class _Asked(ABC):
    """An agent outside the batch step, as a policy of the batch.

    Args:
        agent: the agent.
        game: the game.
        generators: (N, P), generator of each seat of each game.
        stop: returns whether to end the games.
        journals: (N,) journals of the games, if an agent reads them; else none.
        redeals: (N, P), generators of the hidden cards for each seat; None for the seat's own generator.
    """

    def __init__(
        self,
        agent: Any,
        game: Game,
        generators: np.ndarray,
        stop: Callable[[], bool],
        journals: Sequence[Journal] = (),
        redeals: np.ndarray | None = None,
    ) -> None:
        self.agent = agent
        self.game = game
        self.generators = generators
        self.stop = stop
        self.journals = journals
        self.redeals = redeals
        memory = memory_of(agent)
        self.memories = None if memory is None else np.broadcast_to(memory, (*generators.shape, *memory.shape)).copy()
        self.failures: list[Failure] = []
        self.decisions = 0
        self.seconds = 0.0

    def __call__(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """Actions for some tables; see `cardzoo.envs.batch.Policy`."""
        start = time.perf_counter()
        actions = self.choose(batch, rows)
        self.seconds += time.perf_counter() - start
        self.decisions += len(rows)
        for row, action in zip(rows, actions, strict=True) if self.journals else ():
            if action != WAIT:
                before = Table(self.game, batch.records[row : row + 1].copy(), batch.blank)
                before.refresh()
                self.journals[row].note(before, int(action))
        return actions

    @abstractmethod
    def choose(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """Actions for some tables."""


class _AskedTogether(_Asked):
    """A network, asked for all tables in one compiled call."""

    @override
    def choose(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        if self.stop():
            raise Stopped
        players = batch.players[rows]
        generators = self.generators[rows, players]
        actions: np.ndarray = self.agent.act_at_tables(
            batch.records, rows, players, batch.action_masks[rows], generators
        )
        self.generators[rows, players] = generators
        return actions


class _Observing(_Asked):
    """An agent that is given the batch's own observations; see `ObservingAgent`."""

    @override
    def choose(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        if self.stop():
            raise Stopped
        actions: np.ndarray = np.asarray(
            self.agent.act_on_observations(batch.observations[rows], batch.action_masks[rows])
        )
        if actions.shape != rows.shape or actions.dtype.kind not in "iu":
            got = f"{actions.dtype} of shape {actions.shape}"
            raise ValueError(f"{self.agent.name}: actions must be ({len(rows)},) whole numbers, one a row, got {got}")
        return actions


class _AskedAlone(_Asked):
    """Any other agent, asked for one table at a time, or for several if it allows that."""

    @override
    def choose(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        actions = np.zeros(len(rows), np.int64)
        with self._threads(len(rows)) as each:
            for place, action in enumerate(each(lambda row: self._choose_at(batch, int(row)), rows)):
                actions[place] = action
        return actions

    @contextmanager
    def _threads(self, rows: int) -> Iterator[Callable[..., Iterable[int]]]:
        """The `map` over tables: the built-in one, or that of some threads."""
        parallel = min(rows, getattr(self.agent, "parallel", 1))
        if parallel == 1:
            yield map
            return
        pool = ThreadPoolExecutor(parallel)
        try:
            yield pool.map
        finally:
            pool.shutdown(cancel_futures=True)

    def _choose_at(self, batch: Batch, row: int) -> int:
        """The action at one table; `WAIT` if the agent forfeits the game.

        Raises:
            Stopped: if the games are no longer needed.
            AgentError: naming an agent from elsewhere that raises, or any that does not choose a legal action.
        """
        if self.stop():
            raise Stopped
        player, mask = int(batch.players[row]), batch.action_masks[row]
        try:
            action = ask(
                self.agent,
                self.game,
                batch.records[row : row + 1],
                player,
                mask.copy(),
                self.generators[row, player : player + 1],
                None if self.memories is None else self.memories[row, player],
                self.journals[row].read(player) if reads_prompts(self.agent) else (),
                None if self.redeals is None else self.redeals[row, player : player + 1],
            )
        except Forfeit as end:
            self.failures.append(Failure(row, player, end.kind, end.reason))
            mask[:] = 0  # the game is over
            return WAIT
        except (Exception, SystemExit) as problem:
            if isinstance(problem, AgentError) or is_from_cardzoo(self.agent):
                raise
            raise raised(self.agent, problem) from problem
        if not (0 <= action < len(mask) and mask[action]):
            raise wrong_answer(self.agent, mask, action)
        return action
