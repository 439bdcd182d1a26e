"""Batch of tables of a game, stepped by one compiled call: for training, arenas and search."""

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any, NoReturn, Protocol

import gymnasium
import numpy as np

from cardzoo.envs.copies import duplicate
from cardzoo.envs.encoders import check_encoding, make_encoder
from cardzoo.envs.engine import Game, IllegalAction, Table, rng
from cardzoo.envs.engine.bots import Bot, bot_of, carry_memories, fresh_memories, problem_of_memories, rule_of
from cardzoo.envs.engine.kernels import FIRST_NETWORK, RESTART, RESUME, WAIT, YOURS, Workspace
from cardzoo.envs.engine.masks import first_illegal, sample_legal
from cardzoo.envs.engine.pickles import Name, name_of, without, writable
from cardzoo.envs.engine.snapshots import (
    CHECKSUM,
    HEADER,
    Snapshot,
    arrays_of,
    check_header,
    check_names,
    header_of,
    read_only,
)
from cardzoo.envs.policies.network_input import NetworkAgent, NetworkInput, alike, is_network
from cardzoo.envs.threads import Threads

Seeds = int | Sequence[int | None] | np.ndarray | None
"""Seeds of some tables: table k gets ``seed + k``, or the k-th seed; None continues the present random numbers."""

Policy = Callable[["Batch", np.ndarray], np.ndarray]
"""Policy for some tables of a batch: ``policy(batch, rows (n,)) -> actions (n,)``, from observations and masks."""


class SeatedPolicy(Protocol):
    """Policy that plays seats beside the step, with the rewards of agents inside it; see `Batch.set_policies`.

    Attributes:
        name: its name, for errors.
        remembers: whether it has a memory of the game in play, which no snapshot holds.
    """

    name: str
    remembers: bool

    def __call__(self, batch: "Batch", rows: np.ndarray) -> np.ndarray:
        """Choose actions for some tables; see `Policy`."""

    def forget(self, batch: "Batch", rows: np.ndarray) -> None:
        """Clear the memory of some tables, (n,), as new games begin there."""

    def note(self, batch: "Batch", rows: np.ndarray, actions: np.ndarray) -> None:
        """Receive the actions, (n,), that are about to be played at some tables, by any player."""


LEAST_TABLES_A_THREAD = 32  # below this, handing work to a thread costs more than it saves


_SHARED = frozenset(
    (
        "game",
        "blank",
        "encoder",
        "_pack",
        "_blank_view",
        "_bots",
        "_shares",
        "_fresh_memory",
        "_network_input",
        "_sizes",
        "_play",
        "_header",
        "_threads",
    )
)
"""Attributes of a batch that are never changed in place."""


class AgentError(RuntimeError):
    """Illegal action of an agent inside a batch, or a turn without legal actions; `reset` before going on."""


class ResetNeeded(gymnasium.error.ResetNeeded, AttributeError, AssertionError):
    """Call before the first `reset`. Its base classes are those that Gymnasium and PettingZoo raise."""


def check_count(game: Game, name: str, count: Any) -> int:
    """Number that a setting gives, as a Python int, checked.

    Raises:
        ValueError: if it is no whole number, or less than 1.
    """
    if isinstance(count, (int, np.integer)) and not isinstance(count, bool) and count >= 1:
        return int(count)
    raise ValueError(f"{game.name}: {name} must be at least 1 and a whole number, got {count!r:.60}")


def side_by_side(networks: Sequence[np.ndarray]) -> np.ndarray:
    """Networks as one array, (K, parameters of the longest) float32, padded with zeros."""
    longest = max(map(len, networks), default=0)
    return np.array([np.pad(one, (0, longest - len(one))) for one in networks], np.float32).reshape(
        len(networks), longest
    )


class Batch:
    """Batch of N tables of a game. `reset` and `step` fill the arrays in place; copy those that you keep.

    A finished table deals its next game at once. Its observation and mask are then the next game's, while its reward
    and flags are those of the game that has ended. Some deals of a patience end before your first turn: the mask is
    then all ones, and any action ends the game.

    Args:
        game: the game.
        num_tables: N.
        num_players: players at each table; None for the game's default.
        encoding: as for the AEC environment; see `observe`.
        reward: ``"outcome"`` or ``"score"``.
        threads: most threads to share the tables; None for one a core.
        bots: agents by name, which play their seats of `actors` inside `step`: compiled functions
            ``act(view, mask, generator) -> action`` or `Remembering` ones, a `CompiledAgent`, and after these trained
            agents that observe the game alike. `codes` holds their actor codes.
        restart: whether a finished table deals its next game.
        rotate: whether the players of a table move one seat to the left with each new game.
        keep_final: whether `final_observations` are kept.
        **options: the game's own options.

    Attributes:
        observations: (N, D), rows of the encoder, for the player whose turn it is.
        action_masks: (N, A) int8, the player's legal actions.
        players: (N,) int16, the seat whose turn it is at each table.
        rewards: (N, P) float32, reward of each seat in the last step; your first step of a game includes the rewards
            before it.
        terminations: (N,) bool, whether the rules ended a game in the last step.
        truncations: (N,) bool, whether a bound ended it.
        scores: (N, P) int32, points at the end of each table's latest finished game.
        final_observations: (N, D) or (0, D), the watcher's last observation at tables whose game ended in the last
            step.
        watchers: (N,) int16, the seat whose view of a finished game is shown; -1 for the one that acted last.
        actors: (N, P) int16, actor code of each seat: -1 or less for you, k for the k-th bot, 64 + k for the k-th
            network (`set_networks`).
        codes: actor codes of the ``bots`` by name.
        waits: whether finished tables are left as they are for now, even if ``restart`` is true.
        records: (N,) the tables' records, hidden cards included.
        blank: (1,) the record of a table before its deal.

    Raises:
        TypeError: for an unknown setting.
        ValueError: for a value that is not allowed, or an agent that cannot play inside `step`.
    """

    def __init__(
        self,
        game: Game,
        num_tables: int,
        num_players: int | None = None,
        encoding: str = "flat",
        reward: str = "outcome",
        threads: int | None = None,
        bots: Mapping[str, Any] | None = None,
        restart: bool = True,
        rotate: bool = False,
        keep_final: bool = False,
        **options: Any,
    ) -> None:
        game.options.check_keywords(game.name, options, Batch)
        if threads is not None:
            threads = check_count(game, "threads", threads)
        check_encoding(game, encoding)
        self.game = game
        self.num_tables = check_count(game, "num_tables", num_tables)
        self.blank = game.blank(num_players, reward, **options)
        self.num_players = int(self.blank["num_players"][0])
        self.encoder = make_encoder(encoding, game, self.num_players)
        self.restart = restart
        self.waits = False
        self.rotate = rotate
        self._pack = np.array(game.pack_of(self.num_players, self.blank[0]["options"]), np.int16)
        self._blank_view = game.view.blank()
        self._bots: Mapping[str, Bot]
        self._bots, networks = self._sort_bots(bots or {})
        self.codes: dict[str, int] = {}
        self._policies: Mapping[int, SeatedPolicy] = {}
        self._seeded = self._begun = False
        self._prepare(self._bots, threads, keep_final)
        self.set_network_agents(networks)

    def _sort_bots(self, agents: Mapping[str, Any]) -> tuple[dict[str, Bot], dict[str, NetworkAgent]]:
        """Sort agents into compiled ones and networks.

        Raises:
            ValueError: if one is neither, is for another game, or is a compiled agent after a network.
        """
        if not isinstance(agents, Mapping):
            raise ValueError(f"{self.game.name}: bots must be a dictionary of agents by name, got {agents!r:.60}")
        bots: dict[str, Bot] = {}
        networks: dict[str, NetworkAgent] = {}
        for name, agent in agents.items():
            must = f"{self.game.name}: bots: {name!r} must be"
            if getattr(agent, "game", self.game) is not self.game:
                raise ValueError(f"{must} an agent for {self.game.id}, got one for {agent.game.id}")
            if is_network(agent):
                networks[name] = agent
            elif (bot := bot_of(agent)) is None:
                raise ValueError(
                    f"{must} a compiled function, a CompiledAgent or a trained agent, got {agent!r:.60}; "
                    "mark a function with @rule, or let the agent play beside the step by set_policies"
                )
            elif networks:
                raise ValueError(f"{must} named before {', '.join(networks)}, as compiled agents come before networks")
            else:
                bots[name] = bot
        return bots, networks

    def _prepare(self, bots: Mapping[str, Bot], threads: int | None, keep_final: bool) -> None:
        """Make the arrays and the compiled code that works on them."""
        game, num_tables = self.game, self.num_tables
        seats = (num_tables, self.num_players)
        self.observations = self.encoder.empty(num_tables)
        self.action_masks = np.zeros((num_tables, len(game.actions)), np.int8)
        self.players = np.zeros(num_tables, np.int16)
        self.watchers = np.full(num_tables, -1, np.int16)
        self.rewards = np.zeros(seats, np.float32)
        self._owed = np.zeros(seats, np.float32)  # rewards not yet reported
        self.terminations = np.zeros(num_tables, np.bool_)
        self.truncations = np.zeros(num_tables, np.bool_)
        self.scores = np.zeros(seats, np.int32)
        self.final_observations = self.encoder.empty(num_tables if keep_final else 0)
        self.actors = np.full(seats, YOURS, np.int16)
        self.records = np.repeat(self.blank, num_tables)

        workers = min(threads or os.cpu_count() or 1, max(1, num_tables // LEAST_TABLES_A_THREAD))
        edges = np.linspace(0, num_tables, workers + 1).astype(int).tolist()
        self._shares = list(zip(edges[:-1], edges[1:], range(workers), strict=True))
        self._threads = Threads(workers)
        self._generators = rng.generators(np.zeros(num_tables, np.uint64))
        self._actions = np.zeros(num_tables, np.int64)
        self._memories = fresh_memories(tuple(bots.values()), *seats)
        self._fresh_memory = fresh_memories(tuple(bots.values()), 1)
        self._network_input = NetworkInput(game, self.num_players, self.encoder.name)
        self._prepare_play()

    def _prepare_play(self) -> None:
        """Make the parts that a pickle omits: compiled code, and two arrays that are views of the same memory."""
        self._play = self.game.kernels.play(self.encoder.function, self._bots, self._network_input)
        self._views = np.repeat(self._blank_view, len(self._shares))
        self._numbers = self._views.view(np.int16).reshape(len(self._shares), -1)

    def __getstate__(self) -> dict[str, Any]:
        bots = {name: name_of(bot, rule_of(bot).__module__) or bot for name, bot in self._bots.items()}
        return without(self, "_play", "_views", "_numbers", "_header") | {"_bots": bots}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(writable(state))
        self._bots = {name: bot.find() if isinstance(bot, Name) else bot for name, bot in state["_bots"].items()}
        self._prepare_play()

    def __deepcopy__(self, memo: Any) -> "Batch":
        other = duplicate(self, memo, without(self, "_views", "_numbers"), _SHARED)
        other._views = np.repeat(self._blank_view, len(self._shares))
        other._numbers = other._views.view(np.int16).reshape(len(self._shares), -1)
        return other

    def set_bots(self, bots: Mapping[str, Bot]) -> None:
        """Replace the compiled agents; agents that stay keep their memories.

        Args:
            bots: compiled functions by name: actor code k is the k-th.
        """
        if list(bots.items()) == list(self._bots.items()):
            return
        before, kept, self._bots = tuple(self._bots.values()), self._memories, dict(bots)
        networks = {name: code for name, code in self.codes.items() if code >= FIRST_NETWORK}
        self.codes = {name: code for code, name in enumerate(bots)} | networks
        self._memories = fresh_memories(tuple(bots.values()), self.num_tables, self.num_players)
        self._fresh_memory = fresh_memories(tuple(bots.values()), 1)
        carry_memories(before, kept, tuple(bots.values()), self._memories)
        vars(self).pop("_header", None)  # it names the bots
        self._prepare_play()

    def set_network_agents(self, agents: Mapping[str, NetworkAgent]) -> None:
        """Set trained agents as the networks; see `set_networks`.

        Args:
            agents: K agents by name, which observe the game alike.

        Raises:
            ValueError: if they are for another number of players, or do not observe the game alike.
        """
        self.codes = {name: code for code, name in enumerate(self._bots)}
        self.codes |= {name: FIRST_NETWORK + place for place, name in enumerate(agents)}
        if not agents:
            self.set_networks((), (0, 0))
            return
        for agent in agents.values():
            agent.sit_down(self.blank)
        for (name, agent), (other_name, other) in combinations(agents.items(), 2):
            if not alike(agent, other):
                raise ValueError(
                    f"{self.game.name}: networks must observe the game alike, got {name!r} and {other_name!r}, "
                    "whose encoding or advisor differs; leave one of them out"
                )
        encoding = next(agent.input.encoder.name for agent in agents.values())
        advisor = max(agent.input.advisor for agent in agents.values())  # all that are not empty are the same
        networks = [agent.network for agent in agents.values()]
        parameters, sizes = [one.parameters for one in networks], [one.sizes for one in networks]
        self.set_networks(parameters, sizes, [agent.greedy for agent in agents.values()], encoding, advisor)

    def set_policies(self, policies: Mapping[int, SeatedPolicy]) -> None:
        """Set policies that play seats beside the step: slower than agents inside it, but any function can be one.

        `reset` and `step` then go on until it is your turn: rewards and ends are the same as with agents inside.

        Args:
            policies: policies by actor code, -2 or less.
        """
        self._policies = dict(policies)

    def set_networks(
        self,
        networks: Sequence[np.ndarray] | np.ndarray,
        sizes: Sequence[int] | Sequence[Sequence[int]],
        greedy: bool | Sequence[bool] = False,
        encoding: str | None = None,
        advisor: str = "",
    ) -> None:
        """Set networks that may play seats inside the step: actor code ``FIRST_NETWORK + k`` is the k-th.

        Args:
            networks: K networks, (parameters,) float32 each; see `cardzoo.envs.engine.network`. One array of all,
                padded with zeros, is kept as it is, and may change.
            sizes: layer sizes, from the encoder's row to the actions; for all, or for each.
            greedy: whether they take their likeliest action rather than a sampled one; for all, or for each.
            encoding: encoding of their observations; None for that of yours.
            advisor: the compiled agent whose action they receive too; see `cardzoo.envs.policies.network_input`.

        Raises:
            ValueError: if the networks do not fit their input, the actions or their sizes.
        """
        inputs = NetworkInput(self.game, self.num_players, encoding or self.encoder.name, advisor)
        self._sizes = self._sizes_of_each(networks, sizes, inputs)
        self._num_networks = len(networks)
        self._networks = networks if isinstance(networks, np.ndarray) else side_by_side(networks)
        self._networks = np.ascontiguousarray(self._networks, np.float32)
        self._greedy = np.array(np.broadcast_to(greedy, len(self._sizes)), np.bool_)
        self._hidden = np.zeros((len(self._shares), 2, self._sizes.max()), np.float32)
        self._rows = inputs.empty(len(self._shares))
        is_new = inputs.names != self._network_input.names
        self._network_input = inputs
        if is_new:
            self._prepare_play()

    def _sizes_of_each(
        self, networks: Any, sizes: Sequence[int] | Sequence[Sequence[int]], network_input: NetworkInput
    ) -> np.ndarray:
        """Layer sizes of each network, checked: (K, layers + 1) int64; one row if there is no network."""
        given: Any = sizes
        each = [list(one) for one in (given if np.ndim(given[0]) else [given] * max(len(networks), 1))]
        if len(each) != max(len(networks), 1):
            raise ValueError(f"{self.game.name}: sizes must be of {len(networks)} networks, got {len(each)}")
        lengths = [networks.shape[1]] * len(networks) if hasattr(networks, "shape") else list(map(len, networks))
        for one, length in zip(each, lengths, strict=False):  # compiled code would read beyond the end of a short one
            widths = dict.fromkeys((network_input.encoder.width, network_input.width))  # without and with advice
            if one[0] not in widths or one[-1] != len(self.game.actions):
                raise ValueError(
                    f"{self.game.name}: networks must lead from {' or '.join(map(str, widths))} numbers to "
                    f"{len(self.game.actions)} actions, got {one[0]} and {one[-1]}"
                )
            needed = sum((inputs + 1) * outputs for inputs, outputs in pairwise(one))
            if length < needed:
                raise ValueError(f"{self.game.name}: a network of {one} must have {needed} parameters, got {length}")
        longest = max(map(len, each))
        return np.array([one + [0] * (longest - len(one)) for one in each], np.int64)

    def reset(self, seed: Seeds = None, agent_seeds: np.ndarray | None = None) -> None:
        """Deal a new game at every table.

        Args:
            seed: table k gets ``seed + k``, or the k-th of N seeds; None, or None among them, continues the present
                random numbers (random ones at first).
            agent_seeds: (N,) uint64, seeds of bots, networks and `sample_actions`; None derives them from the tables'
                seeds.
        """
        self._check_actors()
        self.seed(seed)
        if agent_seeds is not None:
            self._generators[:] = rng.generators(agent_seeds)
        self._actions[:] = RESTART
        self._begun = True
        self._play_on()

    def _check_actors(self) -> None:
        """Check that actor codes are of seated agents: in compiled code others have undefined behaviour.

        Raises:
            ValueError: for a code of no agent.
        """
        networks = FIRST_NETWORK + np.arange(len(self._networks))
        unknown = self.actors[(self.actors >= len(self._bots)) & ~np.isin(self.actors, networks)]
        if len(unknown):
            codes = ", ".join(f"{code} for {name}" for name, code in self.codes.items())
            must = f"{self.game.name}: actors must be -1 or less, or the codes of agents ({codes or 'none are seated'})"
            raise ValueError(f"{must}, got {unknown[0]}")

    def seed(self, seed: Seeds) -> None:
        """Seed the tables and their agents, without dealing; see `reset`."""
        tables: Any = slice(None)
        if isinstance(seed, (list, tuple)) and None in seed:
            self.seed(None)
            tables = [table for table, one in enumerate(seed) if one is not None]
            seed = [0 if one is None else one for one in seed]
        seeds = self._seeds_of(seed)
        if seeds is not None:
            self.records["seed"][tables] = seeds[tables]
            self.records["draws"][tables] = 0
            self._generators[tables] = rng.generators(rng.agent_seeds(seeds[tables]))
            self._seeded = True

    @property
    def generators(self) -> np.ndarray:
        """(N,) records: the random generators of agents and `sample_actions` at each table."""
        return self._generators

    def _seeds_of(self, seed: Seeds) -> np.ndarray | None:
        """Seeds for the tables, (N,) uint64; None if they continue their present random numbers."""
        if seed is None:
            if self._seeded:
                return None
            seed = secrets.randbits(63)
        if not isinstance(seed, (Sequence, np.ndarray)):
            return np.uint64(rng.check_seed(seed)) + np.arange(self.num_tables, dtype=np.uint64)
        seeds = np.array([rng.check_seed(one) for one in seed], np.uint64)
        if seeds.shape != (self.num_tables,):
            raise ValueError(f"{self.game.name}: seeds must be {self.num_tables}, one a table, got {seeds.size}")
        return seeds

    def play_policies(self, policies: Mapping[int, "Policy"]) -> np.ndarray:
        """Play one action of each policy whose turn it is.

        Args:
            policies: policies by actor code, -1 or less.

        Returns:
            (N,) bool, the tables that have moved.
        """
        turns = self.actors[np.arange(self.num_tables), self.players]
        over, waiting = self.records["over"], self.action_masks.any(axis=1)
        actions = np.full(self.num_tables, WAIT, np.int64)
        actions[over & waiting] = 0  # over before the first turn: any action ends the game
        turns[over | ~waiting] = 0
        for code, policy in policies.items():
            rows = np.flatnonzero(turns == code)
            if len(rows):
                actions[rows] = policy(self, rows)
        moved: np.ndarray = actions != WAIT
        if moved.any():
            self.step(actions)
        return moved

    def resume(self, tables: np.ndarray | None = None) -> None:
        """Update all arrays after a change of `records` or `actors`; bots play up to your next turn.

        Args:
            tables: (n,) the changed tables; None for all.
        """
        self._actions[:] = RESUME if tables is None else WAIT
        if tables is not None:
            self._actions[tables] = RESUME
        self._seeded = self._begun = True
        self._play_on()

    def whole_numbers(self, actions: Any) -> np.ndarray:
        """Actions as an array, (N,) of an integer type.

        Raises:
            IllegalAction: if they are no such array.
        """
        given: np.ndarray = np.asarray(actions)
        if given.shape != (self.num_tables,) or given.dtype.kind not in "iu":
            kind = f"{given.dtype} of shape {given.shape}"
            raise IllegalAction(f"{self.game.name}: actions must be ({self.num_tables},) whole numbers, got {kind}")
        return given

    def step(self, actions: Any) -> None:
        """Play one action at every table, then the bots' actions up to your next turn.

        Args:
            actions: (N,) integers; -1 leaves a table, with its rewards and flags, as it is. At a finished table
                that does not restart, all actions are ignored.

        Raises:
            IllegalAction: if an action is not legal; no table has changed.
            AgentError: if an action of a bot or network is not legal.
            ResetNeeded: before `reset`.
        """
        if not self._begun:
            self._refuse()
        self._actions[:] = self.whole_numbers(actions)
        wrong = first_illegal(self.action_masks, self._actions)
        if wrong >= 0:
            raise IllegalAction(self._explain(wrong, self._actions, self.action_masks, self.players))
        if self._policies:
            moved = np.flatnonzero((self._actions >= 0) & (self.records["over"] == 0))
            self._note(moved, self._actions[moved])
        self._play_on()

    def _refuse(self) -> NoReturn:
        raise ResetNeeded(f"{self.game.name}: no game has begun; call reset() first")

    def _explain(self, table: int, actions: np.ndarray, masks: np.ndarray, players: np.ndarray) -> str:
        action = int(actions[table])
        names = self.game.actions
        words = repr(names.words[action]) if 0 <= action < len(names) else str(action)
        return (
            f"{self.game.name}: action {words} at table {table} is not legal for player {players[table]}; "
            f"legal: {names.list_legal(masks[table])}"
        )

    def forget(self, tables: np.ndarray) -> None:
        """Clear rewards and agents' memories of the last games, before a change of `records`.

        Args:
            tables: (n,) the tables to be cleared.
        """
        self._owed[tables] = 0
        self._memories[tables] = self._fresh_memory[0]
        self._begin_beside(tables)

    def sample_actions(self, out: np.ndarray | None = None) -> np.ndarray:
        """Random legal action for every table, all equally likely, from the generators that `reset` seeds.

        Args:
            out: (N,) int64 to be filled; None for a new array.

        Raises:
            ResetNeeded: before `reset`.
        """
        if not self._begun:
            self._refuse()
        actions = np.zeros(self.num_tables, np.int64) if out is None else out

        def sample(first: int, last: int, worker: int) -> None:
            sample_legal(self.action_masks[first:last], self._generators[first:last], actions[first:last])

        self._share_out(sample)
        return actions

    def observe(self) -> Any:
        """Observations in the encoder's final form: an array, for ``"view"`` a dict of arrays, for ``"text"`` texts."""
        return self.encoder.finish_batch(self.observations, self.action_masks)

    def _share_out(self, work: Callable[[int, int, int], Any]) -> list[Any]:
        """Run work on the tables in all threads; this thread takes the first share."""
        return self._threads.share_out([work] * len(self._shares), self._shares)

    def _play_on(self) -> None:
        """Play `_actions`, then the actions of all agents up to your next turn.

        Raises:
            AgentError: if an agent's action is not legal.
        """
        self._play_inside()
        if self._policies:
            self._play_beside(self._actions.copy())

    def _play_beside(self, actions: np.ndarray) -> None:
        """Play the actions of policies up to your next turn; rewards and ends are as with agents inside the step.

        Args:
            actions: (N,) the actions that the step has just played.
        """
        results = (self.rewards, self.terminations, self.truncations)
        ended = (actions >= 0) & (self.terminations | self.truncations)
        rewards, *ends = kept = [array.copy() for array in results]  # resuming a table clears them
        dealt = (actions == RESTART) | (ended & self._deals)
        self._begin_beside(np.flatnonzero(dealt))
        going = np.flatnonzero((actions >= 0) & ~ended)
        self._ask_policies(going)
        over = self.records["over"][going] != 0
        rewards[going[~over]] += self._owed[going[~over]]
        self._owed[going[~over]] = 0
        if over.any():  # a game that other players have ended needs one more action of yours
            finished = going[over]
            self._do(finished, 0)
            rewards[finished] += self.rewards[finished]
            for end, now in zip(ends, results[1:], strict=True):
                end[finished] = now[finished]
            dealt[finished] = self._deals
            self._begin_beside(finished[dealt[finished]])
        self._ask_policies(np.flatnonzero(dealt | (actions == RESUME)))
        for array, value in zip(results, kept, strict=True):
            array[:] = value

    def _ask_policies(self, tables: np.ndarray) -> None:
        """Play the actions of policies at some tables, up to your turns or the ends of games.

        Rewards accumulate until your next step; games that have ended wait for it.
        """
        codes = [*self._policies]
        while True:
            waiting = tables[np.isin(self.actors[tables, self.players[tables]], codes)]
            going = waiting[self.records["over"][waiting] == 0]
            if not len(going):
                break
            self._move(going)
        if len(waiting):  # games that are over before your turn: your action ends them, not a policy's
            actors, owed = self.actors.copy(), self._owed[waiting]
            self.actors[np.isin(actors, codes)] = 0
            self._do(waiting, RESUME)
            self.actors[:] = actors
            self._owed[waiting] = owed

    def _move(self, tables: np.ndarray) -> None:
        """Play the actions of the policies whose turn it is at some tables, then those of agents inside the step."""
        codes, actions = self.actors[tables, self.players[tables]], np.zeros(len(tables), np.int64)
        for code in np.unique(codes).tolist():
            asked = codes == code
            actions[asked] = self._policies[code](self, tables[asked])
        for table, action, code in zip(tables.tolist(), actions.tolist(), codes.tolist(), strict=True):
            if not 0 <= action < self.action_masks.shape[1] or not self.action_masks[table, action]:
                shown = (np.full(self.num_tables, action), self.action_masks, self.players)
                raise AgentError(f"{self._explain(table, *shown)}; chosen by {self._policies[code].name}")
        self._note(tables, actions)
        mask = np.zeros(self.action_masks.shape[1], np.int8)
        for table, action in zip(tables.tolist(), actions.tolist(), strict=True):
            self.game.kernels.step(self.records[table : table + 1], action, mask)
            self._owed[table] += self.records["reward"][table, : self.num_players]
        self._do(tables, RESUME)

    def _do(self, tables: np.ndarray, action: int) -> None:
        """Play an action, or a code in its place, at some tables, then the actions of agents inside the step."""
        self._actions[:] = WAIT
        self._actions[tables] = action
        self._play_inside()

    def _begin_beside(self, tables: np.ndarray) -> None:
        for policy in self._policies.values() if len(tables) else ():
            policy.forget(self, tables)

    def _note(self, tables: np.ndarray, actions: np.ndarray) -> None:
        for policy in self._policies.values() if len(tables) else ():
            policy.note(self, tables, actions)

    def _play_inside(self) -> None:
        """Play `_actions`, then the actions of agents inside the step.

        Raises:
            AgentError: if an agent's action is not legal.
        """
        stuck = max(self._share_out(self._play_share))
        if stuck >= 0:
            raise AgentError(self._explain_agent(stuck, self._actions, self.action_masks, self.players, self.actors))

    @property
    def _deals(self) -> bool:
        return self.restart and not self.waits

    def _play_share(self, first: int, last: int, worker: int) -> int:
        stuck: int = self._play(first, last, worker, self._deals, self.rotate, self._workspace())
        return stuck

    def _explain_agent(
        self, table: int, actions: np.ndarray, masks: np.ndarray, players: np.ndarray, actors: np.ndarray
    ) -> str:
        if not masks[table].any():
            turn = f"player {players[table]} has no legal action at table {table}"
            return f"{self.game.name}: {turn}, and the game is not over: a rule is wrong; reset before going on"
        actor = int(actors[table, players[table]])
        agent = list(self._bots)[actor] if actor < FIRST_NETWORK else f"network {actor - FIRST_NETWORK}"
        return f"{self._explain(table, actions, masks, players)}; chosen by {agent}; reset before going on"

    def _workspace(self) -> Workspace:
        return Workspace(
            records=self.records,
            blank=self.blank,
            pack=self._pack,
            actions=self._actions,
            actors=self.actors,
            generators=self._generators,
            blank_view=self._blank_view,
            views=self._views,
            numbers=self._numbers,
            layout=self.encoder.layout,
            factors=self.encoder.factors,
            observations=self.observations,
            masks=self.action_masks,
            players=self.players,
            watchers=self.watchers,
            rewards=self.rewards,
            owed=self._owed,
            terminations=self.terminations,
            truncations=self.truncations,
            scores=self.scores,
            final_observations=self.final_observations,
            networks=self._networks,
            sizes=self._sizes,
            greedy=self._greedy,
            network_layout=self._network_input.encoder.layout,
            network_factors=self._network_input.encoder.factors,
            rows=self._rows,
            hidden=self._hidden,
            memories=self._memories,
            fresh_memory=self._fresh_memory,
        )

    def snapshot(self) -> Mapping[str, Any]:
        """Snapshot of all tables, read-only, for `restore` of a batch with the same settings, in any process.

        Networks are no part of it.

        Raises:
            ValueError: if a policy beside the step has a memory.
        """
        for policy in self._policies.values():
            if policy.remembers:
                must = f"{self.game.name}: a snapshot must be of opponents whose memory is inside the batch"
                raise ValueError(f"{must}, got {policy.name}; copy the environment instead, by copy.deepcopy")
        return Snapshot({HEADER: self._header} | {name: read_only(array) for name, array in self.arrays().items()})

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Go back to a snapshot of a batch with the same settings, on a GPU or not.

        A snapshot from another process or a file is checked table by table, like written positions.

        Raises:
            ValueError: if the snapshot is of another game or other settings, was changed, or is impossible; the batch
                is as it was.
        """
        check_names(self.game.name, snapshot, (HEADER, *self._kept, CHECKSUM))
        try:
            check_header(snapshot, self._header)
            if not isinstance(snapshot, Snapshot):
                snapshot = arrays_of(snapshot, self._header, {name: getattr(self, name) for name in self._kept})
                self._check_tables(snapshot)
            if snapshot["actors"].max() >= FIRST_NETWORK + self._num_networks:
                allowed = f"networks 0 to {self._num_networks - 1}" if self._num_networks else "no networks"
                raise ValueError(f"the snapshot's actors must be of {allowed}; call set_networks first")
        except ValueError as problem:
            raise ValueError(f"{self.game.name}: {problem}") from None
        self.set_arrays(snapshot)

    @cached_property
    def _header(self) -> bytes:
        seen = {"num_tables": self.num_tables, "encoding": self.encoder.name, "bots": list(self._bots)}
        return header_of(self.game, self.blank, **seen, restart=self.restart)

    def _check_tables(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Check arrays for impossible values, with which compiled code would read and write out of range.

        Raises:
            ValueError: if a value is impossible; the message names it.
        """
        table, seats = Table(self.game, self.blank.copy(), self.blank), self.num_players
        records, masks, players = arrays["records"], arrays["action_masks"], arrays["players"]
        for row in range(self.num_tables):
            try:
                legal = table.check_record(records[row : row + 1])
            except ValueError as problem:
                raise ValueError(f"table {row}: {problem}") from None
            is_mask = (masks[row] == (1 if records["over"][row] else legal)).all() or not masks[row].any()
            if not is_mask or not (records["over"][row] or players[row] == records["player"][row]):
                raise ValueError(f"table {row}: the snapshot's masks and players must be those of its records")
        of_bots = arrays["actors"][arrays["actors"] < FIRST_NETWORK]
        fits = {
            "players": (players >= 0) & (players < seats),
            "watchers": (arrays["watchers"] >= -1) & (arrays["watchers"] < seats),
            "actors": of_bots < len(self._bots),
            "rewards": np.isfinite(arrays["rewards"]),
            "_owed": np.isfinite(arrays["_owed"]),
            "terminations": arrays["terminations"].view(np.uint8) <= 1,
            "truncations": arrays["truncations"].view(np.uint8) <= 1,
        }
        for name, is_fit in fits.items():
            if not is_fit.all():
                raise ValueError(f"the snapshot's {name} hold an impossible value")
        if wrong := problem_of_memories(tuple(self._bots.values()), arrays["_memories"], seats):
            raise ValueError(f"the snapshot's memories: {wrong}")

    def arrays(self) -> dict[str, np.ndarray]:
        """Copies of the arrays that `restore` sets, (N, ...) each."""
        return {name: getattr(self, name).copy() for name in self._kept}

    def set_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Set the arrays that `arrays` of a batch with the same settings has returned, without a check."""
        for name in self._kept:
            getattr(self, name)[:] = arrays[name]
        self._go_on_from(arrays)

    def _go_on_from(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Note that games have been dealt in these arrays, if they have."""
        self._seeded = True
        self._begun = bool(arrays["records"]["over"].any() or arrays["action_masks"].any())

    _kept = (
        "records",
        "observations",
        "action_masks",
        "players",
        "watchers",
        "rewards",
        "_owed",
        "terminations",
        "truncations",
        "scores",
        "actors",
        "_generators",
        "_memories",
    )
