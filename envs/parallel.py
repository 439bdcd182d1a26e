"""PettingZoo parallel environment of a game, in which idle seats have exactly one action."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from cardzoo.envs.aec import CardEnv, Observation, check_mask, make_space
from cardzoo.envs.copies import duplicate, without_fresh
from cardzoo.envs.engine import Game
from cardzoo.envs.engine.snapshots import Snapshot, check_names

_SPACES = ("observation_spaces", "action_spaces")
_SHARED = frozenset(("metadata", "possible_agents"))


class ParallelCardEnv(ParallelEnv[str, Observation, int]):
    """PettingZoo parallel environment, for libraries that take no other.

    Every agent gives an action at every step. The seat whose turn it is chooses among the game's actions; every
    other seat has one legal action, the last id, which does nothing. Masks are never empty. Some deals of a patience
    end the game at once: it then ends with the first step, for which all seats are idle.

    Args:
        game: the game.
        mask: as for `CardEnv`. With ``"info"`` every agent's mask is in its info, that of idle agents too.
        **settings: as for `CardEnv`.
    """

    metadata: dict[str, Any]

    def __init__(self, game: Game, mask: str = "observation", **settings: Any) -> None:
        check_mask(game, mask)
        self.mask = mask
        self.aec = CardEnv(game, **settings)
        self.metadata = self.aec.metadata | {"is_parallelizable": True}
        self.render_mode = self.aec.render_mode
        self.possible_agents = self.aec.possible_agents
        self.agents: list[str] = []
        self.idle_action = len(game.actions)

    def __getstate__(self) -> dict[str, Any]:
        return without_fresh(self, _SPACES)

    def __deepcopy__(self, memo: Any) -> "ParallelCardEnv":
        return duplicate(self, memo, self.__getstate__(), _SHARED)

    @cached_property
    def observation_spaces(self) -> dict[str, spaces.Space[Any]]:
        """Observation space of each agent, made at the first use; always the same objects."""
        agents = self.possible_agents
        return {agent: make_space(self.aec.encoder, self.idle_action + 1, self.mask) for agent in agents}

    @cached_property
    def action_spaces(self) -> dict[str, spaces.Space[Any]]:
        """Action space of each agent, made at the first use; always the same objects."""
        return {agent: spaces.Discrete(self.idle_action + 1) for agent in self.possible_agents}

    @property
    def state_space(self) -> spaces.Box:
        """Space of `state`; see `CardEnv.state_space`."""
        return self.aec.state_space

    @property
    def illegal_reason(self) -> str:
        """One line on the illegal action that has ended the game; empty if none has."""
        return self.aec.illegal_reason

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Observation space of an agent, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Action space of an agent, always the same object."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game; see `CardEnv.reset`."""
        self.aec.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._look()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the action of the seat whose turn it is; the other actions have no effect.

        Args:
            actions: an action for every agent; the idle ones may be left out.

        Raises:
            ValueError: if the action of the seat whose turn it is is missing.
            IllegalAction: as for `CardEnv.step`.
            ResetNeeded: before `reset`.
        """
        if not self.agents and self.aec.begun:
            return {}, {}, {}, {}, {}
        aec = self.aec
        if not aec.table.over:  # a deal may end the game
            if aec.agent_selection not in actions:
                raise ValueError(f"{aec.game.name}: the action of {aec.agent_selection}, whose turn it is, is missing")
            aec.step(actions[aec.agent_selection])
        observations, infos = self._look()
        if aec.table.over:
            self.agents = []
        return observations, dict(aec.rewards), dict(aec.terminations), dict(aec.truncations), infos

    def _look(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Observations and infos of all agents."""
        observations: dict[str, Observation] = {}
        infos = dict(self.aec.infos)
        for agent in self.possible_agents:
            seen = self.aec.observe(agent)
            mask = np.append(seen["action_mask"], np.int8(not seen["action_mask"].any()))
            if self.mask == "info":
                observations[agent] = seen["observation"]
                infos[agent] = infos[agent] | {"action_mask": mask}
            else:
                observations[agent] = seen | {"action_mask": mask}
        return observations, infos

    def snapshot(self) -> Mapping[str, Any]:
        """Snapshot of the whole environment, read-only, for `restore` in any process; see `CardEnv.snapshot`."""
        return Snapshot({"aec": self.aec.snapshot(), "agents": list(self.agents)})

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Go back to a snapshot; see `CardEnv.restore`.

        Raises:
            ValueError: if the snapshot is of another game or other settings, was changed, or is impossible; the
                environment is as it was.
        """
        check_names(self.aec.game.name, snapshot, ("aec", "agents"))
        agents = snapshot["agents"]
        if agents not in ([], self.possible_agents):
            raise ValueError(f"{self.aec.game.name}: the snapshot's agents must be all or none, got {agents!r:.60}")
        self.aec.restore(snapshot["aec"])
        self.agents = list(agents)

    def state(self) -> np.ndarray:
        """Full state of the table; see `CardEnv.state`."""
        return self.aec.state()

    def render(self) -> str | np.ndarray | None:
        """Picture of the table as the seat whose turn it is sees it."""
        return self.aec.render()

    def close(self) -> None:
        """Close the environment; there is nothing to close."""
