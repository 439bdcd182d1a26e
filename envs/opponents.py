"""Opponents: the agents that hold the other seats in single-seat environments, and their seats in a batch.

Environments import no agents. `cardzoo.agents` provides an `AgentFinder` at its import, which `cardzoo` does.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Protocol

from cardzoo.envs.batch import Batch, SeatedPolicy
from cardzoo.envs.engine import Game
from cardzoo.envs.engine.bots import Bot, bot_of
from cardzoo.envs.engine.kernels import FIRST_NETWORK, YOURS
from cardzoo.envs.policies.network_input import NetworkAgent, alike, is_network

Opponents = Any
"""Opponent for all other seats, or a list with one for each seat, the learner's left neighbour first.

An opponent is one of these:

- a name, as in an arena: ``"expert"``, ``"scripted"`` for the best compiled agent, ``"trained"``, ``"search:20"``, the
  folder of a run, ``"module:Class"``, ``"llm:NAME"``;
- an agent, or its class, which is called with the game;
- a `cardzoo.envs.policies.models.Network`, which has the learner's encoding and samples its actions;
- a function ``(observation, mask) -> action``, with the learner's encoding and a mask (A,) int8.
"""


class AgentFinder(Protocol):
    """Finder of agents for environments."""

    def bots(self, game: Game) -> Mapping[str, Bot]:
        """Compiled agents of a game by name."""

    def find(self, opponent: Any, batch: Batch) -> Any:
        """Agent of an opponent; see `Opponents`.

        Raises:
            ValueError: in one line, if there is no such agent, or it cannot play at the batch's tables.
        """

    def reads(self, agent: Any) -> bool:
        """Returns whether an agent reads all actions, so that all agents at its table must play beside the step."""

    def beside(self, agent: Any, batch: Batch) -> SeatedPolicy:
        """Policy that calls an agent beside the step."""


_finders: list[AgentFinder] = []


def provide(finder: AgentFinder) -> None:
    """Set the finder of agents for all environments."""
    _finders[:] = [finder]


def finder() -> AgentFinder:
    """Finder of agents for environments."""
    return _finders[-1]


@dataclass(eq=False)
class Seated:
    """Agent at the tables of a batch.

    Attributes:
        agent: the agent.
        policy: policy that calls it beside the step; None if it plays inside.
        code: its actor code in the batch.
    """

    agent: Any
    policy: SeatedPolicy | None
    code: int = YOURS

    def __deepcopy__(self, memo: Any) -> "Seated":
        """Copy; an agent inside the step has no state outside the batch, and is shared."""
        if self.policy is None:
            return replace(self)
        policy = deepcopy(self.policy, memo)
        return Seated(deepcopy(self.agent, memo), policy, self.code)


def find_seated(opponents: Opponents, batch: Batch) -> list[Seated]:
    """Agents of the other seats, the learner's left neighbour first; call `seat` next.

    Args:
        opponents: see `Opponents`.
        batch: the tables.

    Returns:
        One for each other seat; the same object for seats of the same opponent.

    Raises:
        ValueError: in one line, for an opponent that is unfit, or a wrong number of them.
    """
    others = batch.num_players - 1
    named = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else None
    if named is not None and len(named) != others:
        raise ValueError(f"{batch.game.name}: opponents must be one or a list of {others}, got a list of {len(named)}")
    each = [opponents] * others if named is None else named
    keys = [one if isinstance(one, str) else id(one) for one in each]
    agents = {key: finder().find(one, batch) for key, one in dict(zip(keys, each, strict=True)).items()}
    all_beside = any(map(finder().reads, agents.values()))
    seated = {
        key: Seated(agent, finder().beside(agent, batch) if all_beside else None) for key, agent in agents.items()
    }
    return [seated[key] for key in keys]


def seat(batch: Batch, seated: Sequence[Seated]) -> None:
    """Set the agents of a batch: compiled ones and networks of one encoding inside its step, all others beside it.

    Args:
        batch: the tables; their `actors` stay.
        seated: the agents; their codes are set.
    """
    bots = dict(finder().bots(batch.game))
    networks: dict[str, NetworkAgent] = {}
    policies: dict[int, SeatedPolicy] = {}
    for one in dict.fromkeys(seated):
        agent, bot = one.agent, bot_of(one.agent)
        if one.policy is None and bot is not None:
            if bot not in bots.values():
                bots[_unused(agent.name, bots)] = bot
            one.code = list(bots.values()).index(bot)
        elif one.policy is None and is_network(agent) and all(alike(agent, other) for other in networks.values()):
            one.code = FIRST_NETWORK + len(networks)
            networks[_unused(agent.name, networks)] = agent
        else:
            one.policy = one.policy or finder().beside(agent, batch)
            one.code = YOURS - 1 - len(policies)
            policies[one.code] = one.policy
    batch.set_bots(bots)
    batch.set_network_agents(networks)
    batch.set_policies(policies)


def _unused(name: str, names: Mapping[str, Any]) -> str:
    """Name that is not in use yet."""
    return name if name not in names else next(f"{name}_{n}" for n in range(2, 99) if f"{name}_{n}" not in names)
