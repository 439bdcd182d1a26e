"""Self-play: the tables of a run, the opponents at each of them, and the results by opponent.

At a table the learner has one seat and, in partnership games, its partners' seats too. One opponent has all the other
seats, so that a result is about that opponent: a scripted agent, a snapshot of the learner, or the learner itself. With
``opponents.by_seat`` each side of them has an opponent of its own, independent of the others; a result then counts for
the one at the learner's left. Opponents are sampled again after each game. In a cooperative game they are the learner's
partners.

Each table (`cardzoo.training.tables.seating`) depends only on the run's seed and the table's number. So shares of the
tables may be played in other processes, with the same results.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from cardzoo.agents import TRAINED, bots
from cardzoo.agents.trained import TrainedAgent, shipped_for
from cardzoo.envs.batch import Batch, side_by_side
from cardzoo.envs.deals import make_tables
from cardzoo.envs.engine import Game, rng
from cardzoo.envs.engine.kernels import FIRST_NETWORK, RESUME, YOURS
from cardzoo.envs.policies.models import Network, count_weights
from cardzoo.envs.policies.network_input import NetworkInput
from cardzoo.training import processes
from cardzoo.training.config import TrainingConfig
from cardzoo.training.tables.seating import (
    GAMES,
    HEAD_START,
    ITSELF,
    LENGTHS,
    RETURNS,
    WINS,
    Seating,
    find_seats,
    move_all_ahead,
    seat_opponents,
    settle_all,
)
from cardzoo.training.tables.streams import Stream, table_seeds

OWN = YOURS - 1  # an actor code: the learner as well, in a seat beside its first one
FADE = 0.95  # weight of results after another update: half after 14


class SelfPlay:
    """N tables of a run, their opponents and results.

    Args:
        game: the game.
        config: configuration of the run.
        threads: number of threads that share the tables.
        all_seats: whether the learner decides for all its seats. If not, it decides for one seat a table, and the
            `present` network plays its others.
        numbers: numbers of these tables within the run; None for all of them.

    Attributes:
        numbers: numbers of these tables within the run.
        batch: the tables; after each step it is the learner's turn at all of them.
        seating: arrays of the opponents and results.
        input: input of the learner's network.
        trained: the game's trained agent, if it is among the opponents; else None.
        dones: (N,) bool, whether a game ended in the last step.
        rewards: (N, P) float32, each seat's reward of that step.
        own_rewards: (N,) float32, the reward of the learner's first seat.
        generators: (N,) records, random generators of the opponents' seats and the learner's decisions.
    """

    def __init__(
        self, game: Game, config: TrainingConfig, threads: int, all_seats: bool, numbers: range | None = None
    ) -> None:
        compiled = self._bots(game, config)
        self.numbers = range(config.tables) if numbers is None else numbers
        tables = len(self.numbers)
        table = {"num_players": config.num_players, "encoding": config.encoding, "reward": config.reward}
        settings = {**table, **config.options, "bots": compiled, "rotate": True}
        if config.deals is not None:
            settings["deals"] = config.deals
        self.batch = self._make_batch(game, tables, threads, settings)
        self.config = config.opponents
        seats = self.batch.num_players
        self.input = NetworkInput(game, seats, config.encoding, config.advisor or "")
        self.trained = self._find_trained() if TRAINED in self.config.scripted else None
        self.has_opponents = seats > 1
        self._scripted = len(self.config.scripted)
        pool = [self._code_of(place) for place in range(self.config.pool_size)]
        own = OWN if all_seats else self._code_of(self.config.pool_size)
        codes = {name: code for code, name in enumerate(compiled)} | {TRAINED: self._code_of_trained()}
        self._codes = np.array([*(codes[name] for name in self.config.scripted), *pool, own])
        self._wins = np.zeros(len(self._codes) - 1)
        self._games = np.zeros(len(self._codes) - 1)
        self._snapshots = np.zeros(1, np.int64)  # how many so far
        self._edges = np.zeros(len(self._codes))
        self._make_networks((self.input.width, *config.learning.hidden, len(game.actions)))
        self.seating = at = self._make_seating()
        self.generators, self.rewards, self.own_rewards, self.dones = (
            at.generators,
            at.rewards,
            at.own_rewards,
            at.dones,
        )
        self.always_itself = config.warm_start.agent is not None

    @staticmethod
    def _bots(game: Game, config: TrainingConfig) -> Mapping[str, Any]:
        """The compiled agents that may play: all of them, because evaluation uses the same compiled code."""
        return bots(game)

    def _find_trained(self) -> TrainedAgent:
        """The game's trained agent.

        Raises:
            ValueError: if there is none for these options, or it has another encoding or advisor than the learner.
        """
        trained, encoder = shipped_for(self.batch.game, self.batch.blank), self.batch.encoder
        trained.sit_down(self.batch.blank)
        if trained.card.encoding != encoder.name:
            raise ValueError(
                f"opponents: {self.batch.game.name}'s trained agent sees {trained.card.encoding!r}, and the learner "
                f"must see the same; set encoding={trained.card.encoding}"
            )
        if self.input.advisor and trained.card.advisor not in ("", self.input.advisor):
            raise ValueError(
                f"opponents: {self.batch.game.name}'s trained agent has the advisor {trained.card.advisor!r}, "
                f"and the learner cannot have another one; set advisor={trained.card.advisor}"
            )
        return trained

    @staticmethod
    def _code_of(place: int) -> int:
        """The actor code of a network."""
        return FIRST_NETWORK + place

    def _code_of_trained(self) -> int:
        """The actor code of the trained agent; its network is after the pool's and the learner's present one."""
        return FIRST_NETWORK + self.config.pool_size + 1

    def _make_batch(self, game: Game, tables: int, threads: int, settings: Mapping[str, Any]) -> Batch:
        return make_tables(game, tables, threads=threads, **settings)

    def _make_networks(self, sizes: tuple[int, ...]) -> None:
        """Give the batch the networks of the pool, the present one, all with these sizes, and the trained agent's."""
        own = self.config.pool_size + 1
        others = [] if self.trained is None else [self.trained]
        blank = np.zeros(count_weights(sizes), np.float32)
        self._networks = side_by_side([blank] * own + [other.network.parameters for other in others])
        all_sizes = [sizes] * own + [other.network.sizes for other in others]
        greedy = [False] * own + [other.greedy for other in others]
        advisor = self.input.advisor or (self.trained.card.advisor if self.trained else "")
        self.batch.set_networks(self._networks, all_sizes, greedy, advisor=advisor)  # which keeps no copy

    def _make_seating(self) -> Seating:
        batch, tables, seats = self.batch, len(self.numbers), self.batch.num_players
        return Seating(
            players=batch.players,
            actors=batch.actors,
            paid=batch.rewards,
            terminations=batch.terminations,
            truncations=batch.truncations,
            actions=self._zeros(tables, np.int64),
            generators=self._records(tables, rng.GENERATOR),
            seats=self._zeros(tables, np.int64),
            opponents=self._zeros(tables, np.int64),
            sides=batch.game.sides_of(seats),
            cooperative=batch.game.cooperative,
            by_seat=self.config.by_seat,
            codes=self._there(self._codes),
            edges=self._there(self._edges),
            returns=self._zeros(tables, np.float32),
            lengths=self._zeros(tables, np.int64),
            results=self._zeros((tables, len(self._codes), 4), np.float64),  # since the last report
            rewards=self._zeros((tables, seats), np.float32),
            own_rewards=self._zeros(tables, np.float32),
            dones=self._zeros(tables, np.bool_),
        )

    def _zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """Zeros beside the tables."""
        return np.zeros(shape, dtype)

    def _records(self, count: int, dtype: np.dtype[Any]) -> Any:
        """Records beside the tables."""
        return np.zeros(count, dtype)

    def _there(self, array: np.ndarray) -> Any:
        """A constant array beside the tables."""
        return array

    @property
    def in_pool(self) -> int:
        """Number of snapshots in the pool."""
        return min(int(self._snapshots[0]), self.config.pool_size)

    def reset(self, seed: int) -> None:
        """Deal a new game at every table; all randomness follows from the run's seed and the table's number.

        If all games have the same length, tables that began together would stay in the same part of a game, and an
        update would see that part alone. So each begins with up to `HEAD_START` random decisions for all seats, before
        opponents are sampled.
        """
        tables = len(self.numbers)
        itself, self.always_itself = self.always_itself, True
        actors = np.full((tables, self.batch.num_players), self._codes[ITSELF], np.int16)
        actors[np.arange(tables), np.array(self.numbers) % self.batch.num_players] = YOURS
        deals, draws, decisions = (
            table_seeds(seed, stream, self.numbers) for stream in (Stream.DEALS, Stream.OPPONENTS, Stream.DECISIONS)
        )
        self._fill(self.generators, rng.generators(decisions))
        self._begin(deals, draws, actors)
        self.always_itself = itself
        self._seat_opponents()
        for counts in (self.seating.results, self.seating.returns, self.seating.lengths):
            counts[:] = 0

    def _begin(self, seeds: np.ndarray, agent_seeds: np.ndarray, actors: np.ndarray) -> None:
        """Deal, and play the head starts."""
        batch, tables = self.batch, len(self.numbers)
        batch.actors[:] = actors
        batch.reset(seeds, agent_seeds)
        find_seats(tables, batch.actors, self.seating.seats)
        actions, ahead = self.seating.actions, np.zeros(tables, np.int64)
        for left in range(HEAD_START, 0, -1):
            move_all_ahead(tables, left, actions, batch.action_masks, self.generators, ahead)
            self.step(actions)

    def _seat_opponents(self) -> None:
        """Sample opponents at every table."""
        seat_opponents(self.batch.num_tables, self.seating)
        self._resume()

    def step(self, actions: np.ndarray) -> None:
        """Step every table: the learner's action, then all opponents' up to the learner's next turn.

        Args:
            actions: (N,) legal ones.
        """
        self.batch.step(actions)
        settle_all(self.batch.num_tables, self.seating)
        self._resume()

    def _resume(self) -> None:
        """Step newly seated opponents up to the learner's next turn."""
        tables = np.flatnonzero(self.seating.actions == RESUME)
        if len(tables):
            self.batch.resume(tables)
            find_seats(self.batch.num_tables, self.batch.actors, self.seating.seats)

    @property
    def always_itself(self) -> bool:
        """True if the learner plays all seats of new games, in spite of the config's shares."""
        return self._always_itself

    @always_itself.setter
    def always_itself(self, always: bool) -> None:
        self._always_itself = always
        self._weigh_opponents()

    def _weigh_opponents(self) -> None:
        """Set the probability of each opponent."""
        itself = from_pool = 0.0
        if self.has_opponents:
            itself = 1.0 if self.always_itself else self.config.self_share
            from_pool = min(self.config.pool_share, 1 - itself) if self.in_pool else 0.0
        chances = np.zeros(len(self._codes))
        chances[: self._scripted] = (1 - itself - from_pool) / self._scripted
        chances[self._scripted : self._scripted + self.in_pool] = from_pool * self.weigh_pool()
        chances[ITSELF] = itself
        chances.cumsum(out=self._edges)
        self._edges /= self._edges[-1]  # in spite of rounding the last is 1, above all that may be drawn

    def weigh_pool(self) -> np.ndarray:
        """Probability of each snapshot within the pool, higher for those that win more often.

        Prioritised fictitious self-play (Vinyals et al., "Grandmaster level in StarCraft II using multi-agent
        reinforcement learning", 2019): in proportion to (1 - x) ^ priority, where x is the share of games that the
        learner wins. A game with return 0 counts half. In a cooperative game x is the team's mean reward.

        Returns:
            (snapshots,) float64, adding up to 1.
        """
        pool = slice(self._scripted, self._scripted + self.in_pool)
        weights: np.ndarray = (1 - (self._wins[pool] + 1) / (self._games[pool] + 2)) ** self.config.priority
        weights /= weights.sum()
        return weights

    def add_snapshot(self, network: Network) -> None:
        """Add a network to the pool; in a full pool it replaces the oldest."""
        place = int(self._snapshots[0]) % self.config.pool_size
        self._keep_network(place, network.parameters)
        self._wins[self._scripted + place] = self._games[self._scripted + place] = 0
        self._snapshots += 1
        self._weigh_opponents()

    def _keep_network(self, place: int, parameters: np.ndarray) -> None:
        self._networks[place, : len(parameters)] = parameters

    def set_present(self, network: Network) -> None:
        """Set the network that plays the learner's other seats."""
        self._keep_network(self.config.pool_size, network.parameters)

    def report(self) -> dict[str, Any]:
        """Summary of the games against opponents; older results count less after each report.

        Returns:
            Mean ``return`` and ``length`` in decisions of the games since the last report, None if there were none;
            ``won``: the share of late games won, by scripted agent and for the pool as a whole; ``opponents_in_pool``.
            In a cooperative game ``reward_with`` is the mean reward with each partner, instead of ``won``, and the last
            one is ``partners_in_pool``.
        """
        results = self._count_results()[:ITSELF]
        self._games += results[:, GAMES]
        self._wins += results[:, WINS]
        games, returns, lengths = results[:, [GAMES, RETURNS, LENGTHS]].sum(axis=0).tolist()
        won: dict[str, float] = {}
        if self.has_opponents:
            for place, name in enumerate(self.config.scripted):
                if self._games[place] >= 1:
                    won[name] = round(float(self._wins[place] / self._games[place]), 4)
            if self._games[self._scripted :].sum() >= 1:
                share = self._wins[self._scripted :].sum() / self._games[self._scripted :].sum()
                won["pool"] = round(float(share), 4)
        self._wins *= FADE
        self._games *= FADE
        self._weigh_opponents()
        of_others, in_pool = "won", "opponents_in_pool"
        if self.batch.game.cooperative:
            of_others, in_pool = "reward_with", "partners_in_pool"
        return {
            "return": round(returns / games, 5) if games else None,
            "length": round(lengths / games, 2) if games else None,
            of_others: won,
            in_pool: self.in_pool,
        }

    def _count_results(self) -> np.ndarray:
        """Results by opponent since the last report, in all processes."""
        results: np.ndarray = self.seating.results.sum(axis=0)
        self.seating.results[:] = 0
        processes.add_up(torch.from_numpy(results))
        return results

    def snapshot(self) -> dict[str, Any]:
        """State of the tables and their opponents, for `restore`."""
        parts = {part: {name: self._copy(array) for name, array in arrays.items()} for part, arrays in self._arrays()}
        return {"batch": self.batch.arrays(), **parts, "always_itself": self.always_itself}

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Restore a snapshot."""
        self.batch.set_arrays(snapshot["batch"])
        for part, arrays in self._arrays():
            for name, array in arrays.items():
                self._fill(array, snapshot[part][name])
        self.always_itself = snapshot["always_itself"]

    def _arrays(self) -> list[tuple[str, dict[str, Any]]]:
        """The arrays of a snapshot by its parts, under the names that checkpoints have."""
        at = self.seating
        games = {"_seats": at.seats, "_opponents": at.opponents, "_returns": at.returns, "_lengths": at.lengths}
        pool = {"_wins": self._wins, "_games": self._games, "_snapshots": self._snapshots, "_networks": self._networks}
        return [("tables", {**games, "_results": at.results, "generators": self.generators}), ("run", pool)]

    def _copy(self, array: Any) -> np.ndarray:
        """A copy of an array of the tables, in NumPy."""
        copy: np.ndarray = array.copy()
        return copy

    def _fill(self, array: Any, values: np.ndarray) -> None:
        """Set an array of the tables."""
        array[:] = values

    def split(self, shares: Sequence[slice]) -> list[dict[str, Any]]:
        """Snapshots of shares of the tables, for workers that each have a `SelfPlay` of their ``numbers``.

        Args:
            shares: slices in order, of all tables together.
        """
        return _split(self.snapshot(), shares)

    def join(self, snapshots: Sequence[Mapping[str, Any]]) -> None:
        """Restore the shares that `split` gave, after the same number of steps in all workers."""
        self.restore(_join(snapshots))

    def snapshot_all(self) -> dict[str, Any] | None:
        """Snapshot of the tables of all processes, for `restore_own`; None in all processes but the first."""
        snapshots = processes.to_first(self.snapshot())
        return None if snapshots is None else _join(snapshots)

    def restore_own(self, snapshot: Mapping[str, Any]) -> None:
        """Restore these tables' share of a snapshot of all tables."""
        self.restore(_split(snapshot, [slice(self.numbers.start, self.numbers.stop)])[0])


_PER_TABLE = ("batch", "tables")  # parts of a snapshot


def _split(whole: Mapping[str, Any], shares: Sequence[slice]) -> list[dict[str, Any]]:
    return [
        {**whole, **{part: {name: array[share] for name, array in whole[part].items()} for part in _PER_TABLE}}
        for share in shares
    ]


def _join(snapshots: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    whole = dict(snapshots[0])
    for part in _PER_TABLE if len(snapshots) > 1 else ():
        names = whole[part]
        whole[part] = {name: np.concatenate([share[part][name] for share in snapshots]) for name in names}
    return whole
