"""PettingZoo AEC environment: a game, one agent's turn after the other."""

from collections.abc import Mapping
from copy import deepcopy
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from cardzoo.envs.batch import ResetNeeded
from cardzoo.envs.copies import duplicate, without_fresh
from cardzoo.envs.deals import Deals
from cardzoo.envs.encoders import Encoder, check_encoding, make_encoder
from cardzoo.envs.engine import Game, IllegalAction, Table
from cardzoo.envs.engine.fields import must_be_one_of
from cardzoo.envs.engine.pickles import writable
from cardzoo.envs.engine.snapshots import Snapshot, check_names
from cardzoo.envs.engine.table import known_options, whole_number
from cardzoo.envs.render import RENDER_MODES, check_render_mode, render

ILLEGAL = ("terminate", "raise")
MASKS = ("observation", "info")

Observation = Any
"""Observation of an agent: a dictionary with its mask, or the encoder's output alone."""

GAME_ATTRIBUTES = ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "agent_selection")
"""PettingZoo's attributes of a game, absent before the first `reset`."""

_KEPT = ("agents", *GAME_ATTRIBUTES, "illegal_reason")


def check_illegal(game: Game, illegal: Any) -> None:
    """Check the setting ``illegal``.

    Raises:
        ValueError: if ``illegal`` is not one of `ILLEGAL`.
    """
    if illegal not in ILLEGAL:
        raise ValueError(must_be_one_of(f"{game.name}: illegal", ILLEGAL, illegal))


def check_mask(game: Game, mask: Any) -> None:
    """Check the setting ``mask``.

    Raises:
        ValueError: if ``mask`` is not one of `MASKS`.
    """
    if mask not in MASKS:
        raise ValueError(must_be_one_of(f"{game.name}: mask", MASKS, mask))


def make_space(encoder: Encoder, num_actions: int, mask: str) -> spaces.Space[Any]:
    """Observation space of one agent. It is a new object, so that each agent's space has its own seed.

    Args:
        encoder: encoder of the observations.
        num_actions: length of the mask.
        mask: place of the mask, see `CardEnv`.
    """
    seen = deepcopy(encoder.space)
    if mask == "info":
        return seen
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (num_actions,), np.int8)})


_SPACES = ("observation_spaces", "action_spaces", "state_space")
_SHARED = frozenset(
    (
        "game",
        "encoder",
        "metadata",
        "possible_agents",
        "_names",
        "_seats",
        "_finish",
        "_no_mask",
        "_encode",
        "_blank_view",
    )
)
"""Attributes that never change."""


def make_info(score: int = 0, rank: int = 0, illegal_action: bool = False) -> dict[str, Any]:
    """Info of one agent, without its mask. Names and types never change: libraries fix them at the first reset."""
    return {"score": np.int64(score), "rank": np.int64(rank), "illegal_action": np.bool_(illegal_action)}


class CardEnv(AECEnv[str, Observation, int | None]):
    """PettingZoo AEC environment of one table.

    An observation is ``{"observation": ..., "action_mask": int8 (A,)}``. The mask holds the legal actions of the seat
    whose turn it is, and zeros for the others. Every seat receives rewards at every step; they accumulate until the
    seat's next `last`. Infos always hold the same NumPy scalars: ``score`` and ``rank``, int64, which are 0 until the
    game is over, and ``illegal_action``, bool: True if an illegal action of this agent has ended the game.
    ``metadata["cooperative"]`` is True if all seats always receive the same reward.

    Args:
        game: the game.
        num_players: players at the table; None for the game's default.
        encoding: ``"flat"``, ``"planes"``, ``"tokens"``, ``"text"`` or ``"view"``; see `cardzoo.envs.encoders`.
        reward: ``"outcome"`` (zero-sum or common, at the end) or ``"score"`` (points as they are scored, scaled to
            [-1, 1]).
        illegal: effect of an illegal action. ``"terminate"`` ends the game with -1 for the offender and 0 for the
            others, or -1 for all in a cooperative game; ``"raise"`` raises `IllegalAction` and changes nothing.
        mask: place of the masks: ``"observation"``, or ``"info"`` for libraries that take plain arrays. With
            ``"info"`` an observation is the encoder's output alone, and the mask ``infos[agent]["action_mask"]``.
        render_mode: None, ``"ansi"`` (`render` returns a text), ``"human"`` (`render` prints it) or ``"rgb_array"``
            (`render` returns pixels; Pillow is required).
        deals: for a patience, deals that replace random ones if `reset` receives no deck or position: ``"won"`` for
            those that ``cardzoo solve`` has won, or its file of results; see `cardzoo.envs.deals`.
        **options: the game's own options.

    Attributes:
        table: the table, with all hidden cards.
        illegal_reason: one line on the illegal action that has ended the game; empty if none has. Infos hold no text,
            as libraries cannot convert it to tensors.

    Raises:
        TypeError: for an unknown setting.
        ValueError: for a value that is not allowed.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: Game,
        num_players: int | None = None,
        encoding: str = "flat",
        reward: str = "outcome",
        illegal: str = "terminate",
        mask: str = "observation",
        render_mode: str | None = None,
        deals: str | Path | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        game.options.check_keywords(game.name, options, CardEnv)
        self.game = game
        self.table = Table(game, game.blank(num_players, reward, **options))
        self.deals = None if deals is None else Deals(deals, game, self.table.records)
        check_encoding(game, encoding)
        self.encoder = make_encoder(encoding, game, self.table.num_players)
        check_illegal(game, illegal)
        check_mask(game, mask)
        check_render_mode(game, render_mode)
        self.illegal = illegal
        self.mask = mask
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "cooperative": game.cooperative,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{player}" for player in range(self.table.num_players)]
        self.agents: list[str] = []
        self._names = tuple(self.possible_agents)
        self._seats = {agent: player for player, agent in enumerate(self._names)}
        self.illegal_reason = ""
        self._finish = None if encoding == "flat" else self.encoder.finish
        self._no_mask = np.zeros(len(game.actions), np.int8)
        self._prepare_observe()

    def _prepare_observe(self) -> None:
        """Make the parts that a pickle omits: compiled code, and two arrays that are views of the same memory."""
        self._encode = self.game.kernels.encode(self.encoder.function)
        self._blank_view = self.game.view.blank()
        self._make_memory()

    def _make_memory(self) -> None:
        """Make the memory of the views that are encoded, as a (1,) record and as (1, numbers) int16."""
        self._views = self.game.view.blank()
        self._numbers: np.ndarray | None = self._views.view(np.int16).reshape(1, -1)

    def __getstate__(self) -> dict[str, Any]:
        return without_fresh(self, _SPACES, "_encode", "_blank_view", "_views", "_numbers")

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(writable(state))
        self._prepare_observe()

    def __deepcopy__(self, memo: Any) -> "CardEnv":
        other = duplicate(self, memo, without_fresh(self, _SPACES, "_views", "_numbers"), _SHARED)
        other._numbers = None  # made at the first observation: most copies only play
        return other

    @cached_property
    def observation_spaces(self) -> dict[str, spaces.Space[Any]]:
        """Observation space of each agent, made at the first use; always the same objects."""
        return {agent: make_space(self.encoder, len(self.game.actions), self.mask) for agent in self._names}

    @cached_property
    def action_spaces(self) -> dict[str, spaces.Space[Any]]:
        """Action space of each agent, made at the first use; always the same objects."""
        return {agent: spaces.Discrete(len(self.game.actions)) for agent in self._names}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Observation space of an agent, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Action space of an agent, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: random seed of this game and later ones; None continues the present random numbers.
            options: ``{"deck": [...]}`` deals a written deck, whose order of dealing is on the game's page;
                ``"dealer"`` names the seat that deals; ``{"position": {...}}`` starts from a written position
                (`Game.position`). Other names, which wrappers may pass through, are ignored.

        Some deals of a patience end the game at once: all agents are then terminated, with their rewards.

        Raises:
            ValueError: for options that are no dictionary, a misspelt name, or an unfit deck, dealer or position.
        """
        options = known_options(self.game, options)
        if self.deals is not None and not {"deck", "position"} & set(options):
            self.table.seed(seed)
            self.deals.put(self.table.records, np.zeros(1, int))
            self.table.refresh()
        else:
            self.table.begin(seed, options)
        self._begin()

    def _begin(self) -> None:
        """Set all that PettingZoo keeps beside the table."""
        self.agents = list(self._names)
        self.rewards = dict.fromkeys(self._names, 0.0)
        self._cumulative_rewards = dict.fromkeys(self._names, 0.0)
        self.terminations = dict.fromkeys(self._names, False)
        self.truncations = dict.fromkeys(self._names, False)
        self.infos: dict[str, dict[str, Any]] = {agent: make_info() for agent in self._names}
        self.illegal_reason = ""
        self.agent_selection = self._names[self.table.player]
        if self.table.over:  # a deal may end the game, such as a patience without a move
            self._assign_rewards()
            self._end()
        if self.mask == "info":
            self._add_masks()

    def _add_masks(self) -> None:
        """Add every agent's mask to the infos. These are new objects, as users may keep the old ones."""
        self.infos = {agent: info | {"action_mask": self._mask_of(agent)} for agent, info in self.infos.items()}

    def _mask_of(self, agent: str) -> np.ndarray:
        """Action mask of an agent, (A,) int8; a new array."""
        return (self.table.mask if agent == self.agent_selection else self._no_mask).copy()

    def _refuse(self, reason: str) -> NoReturn:
        raise ResetNeeded(f"{self.game.name}: {reason}; call reset() first")

    @property
    def begun(self) -> bool:
        """True if `reset` has been called."""
        return "agent_selection" in vars(self)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Iterator over the agents in turn; call `step` for each before asking for the next."""
        if not self.begun:
            self._refuse("no game has begun")
        return super().agent_iter(max_iter)

    def step(self, action: Any) -> None:
        """Play an action for the agent whose turn it is; None for an agent whose game has ended.

        Raises:
            IllegalAction: for an action that is no integer, and with ``illegal="raise"`` for an illegal one; nothing
                has changed.
            ResetNeeded: before `reset`, and after the last agent has left.
        """
        table, agent = self.table, self.agent_selection
        if table.over:
            if not self.agents:
                self._refuse("the game is over")
            self._was_dead_step(action)
            return
        if not table.is_legal(action):
            self._play_illegal(agent, action)
            return
        self._cumulative_rewards[agent] = 0.0
        if table.paid:
            self._clear_rewards()
        self.agent_selection = self._names[table.step_legal(action)]
        if table.paid:
            self._assign_rewards()
        if table.over:
            self._end()
        if self.mask == "info":
            self._add_masks()
        if self.render_mode == "human":
            self.render()

    def _assign_rewards(self) -> None:
        """Assign the rewards of the last step to all seats."""
        rewards: list[float] = self.table.records["reward"][0].tolist()  # fields of an array are read faster
        self.rewards = dict(zip(self._names, rewards, strict=False))
        self._accumulate_rewards()

    def _end(self) -> None:
        """End the game by its rules or a bound: flags and infos of all agents."""
        truncated = bool(self.table.records["truncated"][0])
        for agent, score, rank in zip(self._names, self.table.scores(), self.table.ranks(), strict=True):
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
            self.infos[agent] = make_info(score, rank)
        self.agent_selection = self.agents[0]

    def _play_illegal(self, agent: str, action: Any) -> None:
        message = self.table.explain_illegal(whole_number(self.game, action))
        if self.illegal == "raise":
            raise IllegalAction(message)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {name: -1.0 if name == agent or self.game.cooperative else 0.0 for name in self._names}
        self._accumulate_rewards()
        for name in self._names:
            self.terminations[name] = True
        self.infos[agent] = make_info(illegal_action=True)
        self.illegal_reason = message
        self.table.stop()
        self.agent_selection = self.agents[0]
        if self.mask == "info":
            self._add_masks()

    def observe(self, agent: str) -> Observation:
        """Observation of an agent, at any time; new arrays."""
        table, player = self.table, self._seats[agent]
        mask = (table.mask if agent == self.agent_selection else self._no_mask).copy()  # `_mask_of`, without a call
        row = np.empty(self.encoder.width, self.encoder.dtype)
        if self._numbers is None:
            self._make_memory()
        self._encode(
            table.records,
            player,
            self._blank_view,
            self._views,
            self._numbers,
            self.encoder.layout,
            self.encoder.factors,
            row,
        )
        seen = row if self._finish is None else self._finish(row, mask)
        return seen if self.mask == "info" else {"observation": seen, "action_mask": mask}

    def state(self) -> np.ndarray:
        """Full state of the table as float32, hidden cards included, for centralised critics."""
        if not self.begun:
            self._refuse("no game has begun")
        return self._state_vector(self.table.state)

    @cached_property
    def state_space(self) -> spaces.Box:
        """Space of `state`: from the least to the greatest numbers of the table's fields."""
        least, greatest = self.table.records.copy(), self.table.records.copy()
        self.game.state.set_bounds(least, greatest)
        for name in ("player", "dealer"):
            least[name], greatest[name] = 0, self.table.num_players - 1
        least["over"], greatest["over"] = False, True
        least["score"], greatest["score"] = np.iinfo(np.int32).min, np.iinfo(np.int32).max
        low, high = self._state_vector(least[0]), self._state_vector(greatest[0])
        return spaces.Box(low, np.maximum(high, low + 1), dtype=np.float32)  # PettingZoo requires low < high

    def _state_vector(self, record: Any) -> np.ndarray:
        parts = [np.asarray([record.player, record.dealer, record.over]), record.score[: self.table.num_players]]
        for field in self.game.state:
            value = record[field.name]
            arrays = [value["height"], value["cards"]] if value.dtype.names else [value]
            parts += [np.ravel(array) for array in arrays]
        return np.concatenate(parts).astype(np.float32)

    def render(self) -> str | np.ndarray | None:
        """Picture of the table as the agent whose turn it is sees it; see `cardzoo.envs.render`."""
        return render(self.table, self._seats[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Close the environment; there is nothing to close."""

    def view(self, agent: str) -> Any:
        """View of an agent, a record of the game's `View`: the input of scripted agents."""
        return self.table.view(self._seats[agent])

    def describe_action(self, action: int) -> str:
        """Words of an action, such as ``"play 7♥"``.

        Raises:
            ValueError: if there is no such action.
        """
        return self.game.actions.describe(action)

    def parse_action(self, words: str) -> int:
        """Id of an action in words.

        Raises:
            ValueError: if no action has these words.
        """
        return self.game.actions.parse(words)

    def snapshot(self) -> Mapping[str, Any]:
        """Snapshot of the whole environment, read-only, for `restore` in any process.

        Raises:
            ResetNeeded: before `reset`.
        """
        if not self.begun:
            self._refuse("no game has begun")
        table = self.table
        parts: dict[str, Any] = {"table": table.snapshot(), "over": table.over, "paid": table.paid}
        for name in _KEPT:
            value = getattr(self, name)
            parts[name] = value if type(value) is str else value.copy()
        if self.mask == "info":
            parts["infos"] = {agent: _without_mask(info) for agent, info in self.infos.items()}
        return Snapshot(parts)

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Go back to a snapshot of this environment, or of one with the same game, players, reward and options.

        The settings ``mask``, ``encoding`` and ``illegal`` may differ. A snapshot from another process or a file is
        checked like a written position.

        Raises:
            ValueError: if the snapshot is of another game or other settings, was changed, or is impossible; the
                environment is as it was.
        """
        if not isinstance(snapshot, Snapshot):
            snapshot = self._checked(snapshot)
        self.table.restore(snapshot["table"])
        self.table.paid = snapshot["paid"]
        if snapshot["over"]:  # an illegal action may have ended it, which the record does not show
            self.table.stop()
        for name in _KEPT:
            value = snapshot[name]
            setattr(self, name, value if type(value) is str else value.copy())
        if self.mask == "info":
            self._add_masks()

    def _checked(self, parts: Any) -> Snapshot:
        """Snapshot of unknown origin, checked.

        Raises:
            ValueError: if a part is wrong; the message names it.
        """
        table = self.table.copy()
        check_names(self.game.name, parts, ("table", "over", "paid", *_KEPT))
        table.restore(parts["table"])
        if name := self._find_unfit(parts, table):
            raise ValueError(f"{self.game.name}: the snapshot's {name} must be those of its table")
        return Snapshot({**parts, "table": table.snapshot()})

    def _find_unfit(self, parts: Mapping[str, Any], table: Table) -> str:
        """Name of a part of a snapshot that does not fit its table; empty if all fit."""
        agents, over, selected = parts["agents"], parts["over"], parts["agent_selection"]
        if type(agents) is not list or agents != [name for name in self._names if name in agents]:
            return "agents"
        if type(over) is not bool or (table.over and not over):
            return "over"
        if not over and agents != list(self._names):
            return "agents"
        if selected not in (self._names if over else [self._names[table.player]]):
            return "agent_selection"
        kinds = {
            "rewards": float,
            "_cumulative_rewards": float,
            "terminations": bool,
            "truncations": bool,
            "infos": dict,
        }
        for name, kind in kinds.items():
            values: Any = parts[name]
            if type(values) is not dict or values.keys() != set(agents):
                return name
            if not all(type(value) is kind for value in values.values()):
                return name
            if kind is float and not all(map(isfinite, values.values())):
                return name
        if any((parts["terminations"][agent] or parts["truncations"][agent]) != over for agent in agents):
            return "terminations"
        fresh = {name: type(value) for name, value in make_info().items()}
        if any({name: type(value) for name, value in info.items()} != fresh for info in parts["infos"].values()):
            return "infos"
        return next(
            (name for name, kind in (("paid", bool), ("illegal_reason", str)) if type(parts[name]) is not kind), ""
        )


def _without_mask(info: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in info.items() if name != "action_mask"}


class _NotBegun:
    """Descriptor of an attribute that an environment has from its first game on; the instance's own then hides it.

    A `__getattr__` would do the same, but slow down every attribute of the environment.
    """

    def __get__(self, env: CardEnv | None, owner: type[CardEnv]) -> Any:
        if env is not None:
            env._refuse("no game has begun")
        return self


for _name in GAME_ATTRIBUTES:
    if not _name.startswith("_"):
        setattr(CardEnv, _name, _NotBegun())
