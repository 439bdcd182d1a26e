"""Advice: the actions that agents would take at a table, their probabilities, and a search's value of each action."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cardzoo.agents.base import AnyAgent, CompiledAgent, agent_generator, ask, check_table, memory_of
from cardzoo.agents.find import find_agent
from cardzoo.agents.search.agent import ActionValue, SearchAgent
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs.engine import Game, Table
from cardzoo.envs.policies.bots import TRAINED, best_of
from cardzoo.envs.policies.shipped import shipped_players

ASKED = 40  # samples from a compiled agent, as some draw their actions
SEARCH = "search:1000"  # the default search


@dataclass(frozen=True)
class Advice:
    """The advice of one agent.

    Attributes:
        agent: the agent's name.
        action: the action that it takes, or takes most often.
        chances: probability of each action, the likeliest first.
        values: a search's value of each action, the chosen one first; empty for other agents.
    """

    agent: str
    action: int
    chances: Mapping[int, float]
    values: tuple[ActionValue, ...] = ()


def usual_advisers(game: Game, num_players: int) -> list[str]:
    """The agents that are asked by default: the best scripted one, the trained one if there is one, and a search."""
    return [best_of(game), *([TRAINED] if num_players in shipped_players(game) else []), SEARCH]


def advise(table: Table, agents: Sequence[str] | None = None, seed: int = 0) -> list[Advice]:
    """Ask agents what they would do for the seat whose turn it is, from what that seat knows.

    A trained agent gives its own probabilities. A compiled agent is asked several times, and its choices are counted.
    Any other agent is asked once. An agent with a memory is asked as in its first turn.

    Args:
        table: the table, as `cardzoo.envs.guess_position` returns it; hidden cards are drawn again for a search.
        agents: their names, as `find_agent` takes them; None for `usual_advisers`.
        seed: random seed.

    Raises:
        ValueError: if the game is over, or an agent is unknown or does not play with this number of players.
    """
    if table.over:
        raise ValueError(f"{table.game.name}: the game is over; there is nothing to advise")
    found = []
    for name in usual_advisers(table.game, table.num_players) if agents is None else agents:
        agent = find_agent(name, table.game, table=table.records)
        check_table([agent], table.records)
        found.append(_ask(name, agent, table, agent_generator(seed)))
    return found


def _ask(name: str, agent: AnyAgent, table: Table, generator: np.ndarray) -> Advice:
    """One agent's advice."""
    if isinstance(agent, TrainedAgent):
        chances = network_chances(agent.logits(table.view(table.player), table.mask, generator), table.mask)
    else:
        times = ASKED if isinstance(agent, CompiledAgent) else 1
        counts = Counter(
            ask(agent, table.game, table.records, table.player, table.mask.copy(), generator, memory_of(agent))
            for _ in range(times)
        )
        chances = {action: count / times for action, count in counts.items()}
    ordered = dict(sorted(chances.items(), key=lambda one: (-one[1], one[0])))
    values = tuple(agent.values()) if isinstance(agent, SearchAgent) else ()
    return Advice(name, next(iter(ordered)), ordered, values)


def network_chances(logits: np.ndarray, mask: np.ndarray) -> dict[int, float]:
    """Action probabilities of a trained network: the softmax of the legal actions' logits.

    Args:
        logits: (A,), one for each action.
        mask: (A,) int8, the legal actions.
    """
    legal = np.flatnonzero(mask)
    numbers = logits[legal].astype(float)
    weights = np.exp(numbers - numbers.max())
    return dict(zip(legal.tolist(), (weights / weights.sum()).tolist(), strict=True))
