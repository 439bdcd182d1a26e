"""The tables of a run: where the learner sits, whom it meets there, and how it fares against each of them.

At a table the learner holds one seat and, where players sit in partnerships, its partners' seats too. One opponent
holds all the others, so that a result tells about that opponent: a scripted agent, a snapshot of the learner's past,
or the learner itself. Opponents are drawn again whenever a game ends.

What goes on at a table (`cardzoo.training.tables.seating`) follows from the run's seed and the table's number, so that
the tables may be played in shares, in other processes, and give the same.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from cardzoo.agents import TRAINED, bots
from cardzoo.agents.trained import TrainedAgent, shipped
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
    find_seats,
    move_all_ahead,
    seat_opponents,
    settle_all,
)
from cardzoo.training.tables.streams import Stream, table_seeds

OWN = YOURS - 1  # an actor code: the learner as well, in a seat beside its first one
FADE = 0.95  # what results count for after another update: half after 14


class SelfPlay:
    """N tables of a run, their opponents and results.

    Args:
        game: the game.
        config: of the run.
        threads: to share the tables.
        all_seats: whether the learner decides for all its seats. If not, it decides for one seat a table, and the
            `present` network plays its others.
        numbers: which of the run's tables these are; None for all of them.

    Attributes:
        numbers: which of the run's tables these are.
        batch: the tables; wherever it is somebody's turn, it is the learner's.
        input: what the learner's network is told.
        trained: the agent that the game brings along, if it is among the opponents; else None.
        done: (N,) bool, whether a game ended in the last step.
        rewards: (N, P) float32, what each seat earned in that step.
        own_rewards: (N,) float32, the same for the learner's first seat.
        generators: (N,) records, from which the opponents and the learner's decisions are drawn.
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
        self._sides = game.sides or seats
        self._scripted = len(self.config.scripted)
        pool = [self._code_of(place) for place in range(self.config.pool_size)]
        own = OWN if all_seats else self._code_of(self.config.pool_size)
        codes = {name: code for code, name in enumerate(compiled)} | {TRAINED: self._code_of_trained()}
        self._codes = np.array([*(codes[name] for name in self.config.scripted), *pool, own])
        sizes = (self.input.width, *config.learning.hidden, len(game.actions))
        self._wins = np.zeros(len(self._codes) - 1)
        self._games = np.zeros(len(self._codes) - 1)
        self._snapshots = np.zeros(1, np.int64)  # taken so far
        self._edges = np.zeros(len(self._codes))
        self._make_arrays(sizes)
        self.always_itself = config.warm_start.agent is not None

    @staticmethod
    def _bots(game: Game, config: TrainingConfig) -> Mapping[str, Any]:
        """The compiled agents that may play: all, as evaluation takes the same compiled code."""
        return bots(game)

    def _find_trained(self) -> TrainedAgent:
        """The trained agent that the game brings along.

        Raises:
            ValueError: if there is none for these options, or it sees the game otherwise than the learner, or has
                another advisor.
        """
        trained, encoder = shipped(self.batch.game, self.batch.num_players), self.batch.encoder
        trained.sit_down(self.batch.blank)
        if trained.card.encoding != encoder.name:
            raise ValueError(
                f"opponents: {self.batch.game.name}'s trained agent sees {trained.card.encoding!r}, which the learner "
                f"has to see as well; set encoding={trained.card.encoding}"
            )
        if self.input.advisor and trained.card.advisor not in ("", self.input.advisor):
            raise ValueError(
                f"opponents: {self.batch.game.name}'s trained agent is told what {trained.card.advisor!r} would do, "
                f"and the learner cannot be told of another one; set advisor={trained.card.advisor}"
            )
        return trained

    @staticmethod
    def _code_of(place: int) -> int:
        """The actor code of a network."""
        return FIRST_NETWORK + place

    def _code_of_trained(self) -> int:
        """The actor code of the trained agent, whose network comes after the pool's and the learner's present one."""
        return FIRST_NETWORK + self.config.pool_size + 1

    def _make_batch(self, game: Game, tables: int, threads: int, settings: Mapping[str, Any]) -> Batch:
        return make_tables(game, tables, threads=threads, **settings)

    def _make_arrays(self, sizes: tuple[int, ...]) -> None:
        """Make what has a place a table, and the networks, whose layers have these sizes."""
        tables, seats = len(self.numbers), self.batch.num_players
        own = self.config.pool_size + 1
        others = [] if self.trained is None else [self.trained]
        blank = np.zeros(count_weights(sizes), np.float32)
        self._networks = side_by_side([blank] * own + [other.network.parameters for other in others])
        all_sizes = [sizes] * own + [other.network.sizes for other in others]
        greedy = [False] * own + [other.greedy for other in others]
        advisor = self.input.advisor or (self.trained.card.advisor if self.trained else "")
        self.batch.set_networks(self._networks, all_sizes, greedy, advisor=advisor)  # which keeps no copy
        self.done = np.zeros(tables, np.bool_)
        self.rewards = np.zeros((tables, seats), np.float32)
        self.own_rewards = np.zeros(tables, np.float32)
        self._actions = np.zeros(tables, np.int64)
        self._seats = np.zeros(tables, np.int64)
        self._opponents = np.zeros(tables, np.int64)  # places in _codes
        self._returns = np.zeros(tables, np.float32)
        self._lengths = np.zeros(tables, np.int64)
        self._results = np.zeros((tables, len(self._codes), 4))  # since the last report
        self.generators = np.zeros(tables, rng.GENERATOR)

    @property
    def in_pool(self) -> int:
        """Snapshots that may be met."""
        return min(int(self._snapshots[0]), self.config.pool_size)

    def reset(self, seed: int) -> None:
        """Deal a new game at every table, and seed all that is drawn there from the run's seed and the table's number.

        Where all games are as long, tables that began together would be in the same part of a game ever after, and an
        update would see that part alone. So each begins with up to `HEAD_START` decisions for all seats, drawn blindly,
        before opponents sit down.
        """
        tables = len(self.numbers)
        itself, self.always_itself = self.always_itself, True
        actors = np.full((tables, self.batch.num_players), self._codes[ITSELF], np.int16)
        actors[np.arange(tables), np.array(self.numbers) % self.batch.num_players] = YOURS
        deals, draws, decisions = (
            table_seeds(seed, stream, self.numbers) for stream in (Stream.DEALS, Stream.OPPONENTS, Stream.DECISIONS)
        )
        self._put_back("generators", rng.generators(decisions))
        self._begin(deals, draws, actors)
        self.always_itself = itself
        self._seat_opponents()
        for counts in (self._results, self._returns, self._lengths):
            counts[:] = 0

    def _begin(self, seeds: np.ndarray, agent_seeds: np.ndarray, actors: np.ndarray) -> None:
        """Deal, and play the head starts."""
        batch, tables = self.batch, len(self.numbers)
        batch.actors[:] = actors
        batch.reset(seeds, agent_seeds)
        find_seats(tables, batch.actors, self._seats)
        ahead = np.zeros(tables, np.int64)
        for left in range(HEAD_START, 0, -1):
            move_all_ahead(tables, left, self._actions, batch.action_masks, self.generators, ahead)
            self.step(self._actions)

    def _seat_opponents(self) -> None:
        """Let opponents sit down at every table."""
        seat_opponents(self.batch.num_tables, *self._at_tables)
        self._resume()

    def step(self, actions: np.ndarray) -> None:
        """Play the learner's action at every table, and everybody else's up to the learner's next turn.

        Args:
            actions: (N,) legal ones.
        """
        self.batch.step(actions)
        settle_all(self.batch.num_tables, *self._at_tables, *self._of_step)
        self._resume()

    @property
    def _at_tables(self) -> tuple[Any, ...]:
        """What is needed to seat opponents, in the order of `cardzoo.training.tables.seating.seat_opponent`."""
        return (
            self._actions,
            self.batch.players,
            self.batch.actors,
            self.generators,
            self._seats,
            self._opponents,
            self._sides,
            self._codes,
            self._edges,
        )

    @property
    def _of_step(self) -> tuple[Any, ...]:
        """What `cardzoo.training.tables.seating.settle` needs besides, in its order."""
        return (
            self.batch.rewards,
            self.batch.terminations,
            self.batch.truncations,
            self._returns,
            self._lengths,
            self._results,
            self.rewards,
            self.own_rewards,
            self.done,
        )

    def _resume(self) -> None:
        """Let opponents play who have sat down where it was the learner's turn till now."""
        tables = np.flatnonzero(self._actions == RESUME)
        if len(tables):
            self.batch.resume(tables)
            find_seats(self.batch.num_tables, self.batch.actors, self._seats)

    @property
    def always_itself(self) -> bool:
        """Whether the learner plays all seats of new games, whatever the config's shares are."""
        return self._always_itself

    @always_itself.setter
    def always_itself(self, always: bool) -> None:
        self._always_itself = always
        self._weigh_opponents()

    def _weigh_opponents(self) -> None:
        """How likely each opponent is to be drawn from now on."""
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
        """How likely each snapshot is to be drawn when one is: more so the more often it wins.

        Prioritised fictitious self-play (Vinyals et al., "Grandmaster level in StarCraft II using multi-agent
        reinforcement learning", 2019): in proportion to (1 - x) ^ priority, where x is the share of games that the
        learner wins, a game that earns it nothing counting half.

        Returns:
            (snapshots,) float64, adding up to 1.
        """
        pool = slice(self._scripted, self._scripted + self.in_pool)
        weights: np.ndarray = (1 - (self._wins[pool] + 1) / (self._games[pool] + 2)) ** self.config.priority
        weights /= weights.sum()
        return weights

    def add_snapshot(self, network: Network) -> None:
        """The network joins the pool; in a full one it takes the oldest one's place."""
        place = int(self._snapshots[0]) % self.config.pool_size
        self._keep_network(place, network.parameters)
        self._wins[self._scripted + place] = self._games[self._scripted + place] = 0
        self._snapshots += 1
        self._weigh_opponents()

    def _keep_network(self, place: int, parameters: np.ndarray) -> None:
        self._networks[place, : len(parameters)] = parameters

    def set_present(self, network: Network) -> None:
        """The network that plays the learner's other seats from now on."""
        self._keep_network(self.config.pool_size, network.parameters)

    def report(self) -> dict[str, Any]:
        """How games against others have gone; what has been won before counts a little less from then on.

        Returns:
            Mean ``return`` and ``length`` in decisions of the games since the last report, None if there were none;
            ``won``: the share of late games won, by scripted agent and for the pool as a whole; ``opponents_in_pool``.
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
        return {
            "return": round(returns / games, 5) if games else None,
            "length": round(lengths / games, 2) if games else None,
            "won": won,
            "opponents_in_pool": self.in_pool,
        }

    def _count_results(self) -> np.ndarray:
        """Results by opponent since the last report, in all processes."""
        results: np.ndarray = self._results.sum(axis=0)
        self._results[:] = 0
        processes.add_up(torch.from_numpy(results))
        return results

    def snapshot(self) -> dict[str, Any]:
        """The tables and all about opponents, for `restore`."""
        return {
            "batch": self.batch.arrays(),
            "tables": {name: self._copy(name) for name in self._of_tables},
            "run": {name: self._copy(name) for name in self._of_run},
            "always_itself": self.always_itself,
        }

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Go on from a snapshot."""
        self.batch.set_arrays(snapshot["batch"])
        for name, array in {**snapshot["tables"], **snapshot["run"]}.items():
            self._put_back(name, array)
        self.always_itself = snapshot["always_itself"]

    def _copy(self, name: str) -> np.ndarray:
        """An array of the snapshot."""
        array: np.ndarray = getattr(self, name)
        return array.copy()

    def _put_back(self, name: str, array: np.ndarray) -> None:
        getattr(self, name)[:] = array

    def split(self, shares: Sequence[slice]) -> list[dict[str, Any]]:
        """Snapshots of shares of the tables, from which others go on, each with a `SelfPlay` of its ``numbers``.

        Args:
            shares: in order, and all tables together.
        """
        return _split(self.snapshot(), shares)

    def join(self, snapshots: Sequence[Mapping[str, Any]]) -> None:
        """Go on from where others have come with the shares that `split` gave, all by the same number of steps."""
        self.restore(_join(snapshots))

    def snapshot_all(self) -> dict[str, Any] | None:
        """The tables of all processes of the run, whose shares these are, for `restore_own`; None but in the first."""
        snapshots = processes.to_first(self.snapshot())
        return None if snapshots is None else _join(snapshots)

    def restore_own(self, snapshot: Mapping[str, Any]) -> None:
        """Go on from these tables' share of a snapshot of all."""
        self.restore(_split(snapshot, [slice(self.numbers.start, self.numbers.stop)])[0])

    _of_tables = ("_seats", "_opponents", "_returns", "_lengths", "_results", "generators")
    _of_run = ("_wins", "_games", "_snapshots", "_networks")


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
