"""Agents as opponents in the views for one learner: found by name or as objects, and called outside the batch step.

It implements the agents' side of `cardzoo.envs.opponents`.
"""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

import numpy as np

from cardzoo.agents.base import ask, check_table, memory_of, reads_prompts
from cardzoo.agents.find import find_agent
from cardzoo.agents.third_party import make_agent
from cardzoo.envs.batch import Batch, SeatedPolicy
from cardzoo.envs.engine import Game, Table
from cardzoo.envs.engine.bots import Bot
from cardzoo.envs.language import Journal
from cardzoo.envs.policies.bots import best_of, bots

SCRIPTED = "scripted"
"""The opponents' name for a game's best compiled agent."""

ALLOWED = "a name, an agent, a network or a function (observation, mask) -> action, or a list with one for each seat"
ANSWERS = ("act", "act_at", "act_on")


class Chooser:
    """An opponent that is a function of the observation of its seat.

    Args:
        function: ``(observation, mask) -> action``.
    """

    def __init__(self, function: Callable[[Any, np.ndarray], Any]) -> None:
        self.name = getattr(function, "__name__", type(function).__name__)
        self.function = function


class Finder:
    """The `cardzoo.envs.opponents.AgentFinder`."""

    def bots(self, game: Game) -> Mapping[str, Bot]:
        """The game's own compiled agents by name."""
        return bots(game)

    def find(self, opponent: Any, batch: Batch) -> Any:
        """The agent of an opponent; see `cardzoo.envs.opponents.Opponents`.

        Raises:
            ValueError: in one line, if there is no such agent, or it cannot play at these tables.
        """
        game = batch.game
        if isinstance(opponent, str):
            name = best_of(game) if opponent == SCRIPTED else opponent
            agent: Any = find_agent(name, game, table=batch.blank)
        elif isinstance(opponent, type):
            agent = make_agent(opponent, opponent.__name__, game)
        elif any(callable(getattr(opponent, answer, None)) for answer in ANSWERS):
            agent = opponent
        elif hasattr(opponent, "parameters") and hasattr(opponent, "sizes"):
            agent = _of_network(opponent, batch)
        elif _takes_two(opponent):
            agent = Chooser(opponent)
        else:
            raise ValueError(f"{game.name}: opponents must be {ALLOWED}, got {opponent!r:.60}")
        of = getattr(agent, "game", game)
        if isinstance(of, Game) and of is not game:
            raise ValueError(f"{game.name}: opponents must be agents for {game.id}, got one for {of.id}")
        check_table([agent], batch.blank)
        return agent

    def reads(self, agent: Any) -> bool:
        """True if an agent reads all events."""
        return reads_prompts(agent)

    def beside(self, agent: Any, batch: Batch) -> SeatedPolicy:
        """A policy that asks an agent outside the batch step."""
        return Asked(agent, batch)


def _of_network(network: Any, batch: Batch) -> Any:
    """A network as an agent: it has the learner's observation and samples its actions."""
    from cardzoo.agents.trained import TrainedAgent
    from cardzoo.envs.policies.models import ModelCard

    game, inputs, actions = batch.game, batch.encoder.width, len(batch.game.actions)
    if (network.sizes[0], network.sizes[-1]) != (inputs, actions):
        given = f"{network.sizes[0]} to {network.sizes[-1]}"
        raise ValueError(f"{game.name}: networks must lead from {inputs} numbers to {actions} actions, got {given}")
    card = ModelCard(
        game=game.id,
        encoding=batch.encoder.name,
        num_players=batch.num_players,
        observation_size=inputs,
        num_actions=actions,
        hidden=tuple(network.sizes[1:-1]),
        greedy=False,
    )
    return TrainedAgent("network", game, card, network)


def _takes_two(function: Any) -> bool:
    """True if it can be called with an observation and a mask."""
    try:
        signature(function).bind(None, None)
    except (TypeError, ValueError):
        return False
    return True


class Asked:
    """An agent called outside the batch step, with its seats' memories and journals at each table.

    It draws from the same generators as an agent inside the step, and so plays the same.

    Args:
        agent: the agent, or a `Chooser`.
        batch: the tables.
    """

    def __init__(self, agent: Any, batch: Batch) -> None:
        self.name = getattr(agent, "name", type(agent).__name__)
        self.agent = agent
        memory = memory_of(agent)
        shape = (batch.num_tables, batch.num_players)
        self._memories = None if memory is None else np.broadcast_to(memory, (*shape, *memory.shape)).copy()
        self._journals = [Journal(range(batch.num_players)) for _ in range(batch.num_tables if self._reads else 0)]
        self.remembers = self._reads or memory is not None

    @property
    def _reads(self) -> bool:
        return reads_prompts(self.agent)

    def forget(self, batch: Batch, rows: np.ndarray) -> None:
        """Begin new games; see `cardzoo.envs.batch.SeatedPolicy`."""
        if self._memories is not None:
            self._memories[rows] = memory_of(self.agent)
        for row in rows if self._reads else ():
            self._journals[row] = Journal(range(batch.num_players))

    def note(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """Record actions that are about to be played; see `cardzoo.envs.batch.SeatedPolicy`."""
        for row, action in zip(rows, actions, strict=True) if self._reads else ():
            before = Table(batch.game, batch.records[row : row + 1].copy(), batch.blank)
            before.refresh()
            self._journals[row].note(before, int(action))

    def __call__(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """Choose at some tables; see `cardzoo.envs.batch.Policy`."""
        if hasattr(self.agent, "act_at_tables"):
            generators = batch.generators[rows]
            masks, players = batch.action_masks[rows], batch.players[rows]
            actions: np.ndarray = self.agent.act_at_tables(batch.records, rows, players, masks, generators)
            batch.generators[rows] = generators
            return actions
        return np.array([self._choose(batch, row) for row in rows.tolist()], np.int64)

    def _choose(self, batch: Batch, row: int) -> int:
        mask = batch.action_masks[row].copy()
        if isinstance(self.agent, Chooser):
            observation = batch.encoder.finish(batch.observations[row].copy(), mask)
            return self._whole(batch, self.agent.function(observation, mask))
        player, one = int(batch.players[row]), slice(row, row + 1)
        memory = None if self._memories is None else self._memories[row, player]
        events = self._journals[row].read(player) if self._reads else ()
        chosen = ask(self.agent, batch.game, batch.records[one], player, mask, batch.generators[one], memory, events)
        return self._whole(batch, chosen)

    def _whole(self, batch: Batch, action: Any) -> int:
        """An action as an integer.

        Raises:
            ValueError: if it is not one.
        """
        number = np.asarray(action)
        if number.shape != () or number.dtype.kind not in "iu":
            raise ValueError(
                f"{batch.game.name}: the opponent {self.name} must choose an integer, got {action!r:.60}; "
                "of a predict() that returns a pair, pass on the first part"
            )
        return int(number)
