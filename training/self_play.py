"""The tables of a run: where the learner sits, whom it meets there, and how it fares against each of them.

At a table the learner holds one seat and, where players sit in partnerships, its partners' seats too. One opponent
holds all the others, so that a result tells about that opponent: a scripted agent, a snapshot of the learner's past,
or the learner itself. Opponents are drawn again whenever a game ends.

Whatever is drawn at a table follows from the run's seed and the table's number, so that the tables may be played in
shares, in other processes, and give the same.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardzoo.agents import bots
from cardzoo.agents.models import Network, count_weights
from cardzoo.envs.batch import Batch
from cardzoo.envs.engine import Game, rng
from cardzoo.envs.engine.kernels import FIRST_NETWORK, WAIT, YOURS
from cardzoo.training.config import TrainingConfig

OWN = YOURS - 1  # an actor code: the learner as well, in a seat beside its first one
ITSELF = -1  # in place of an opponent: the learner plays all seats; its code is the last
HEAD_START = 512  # decisions by which tables may be apart when a run begins
FADE = 0.95  # what results count for after another update: half after 14
LEARNER_DRAWS = np.uint64(0xAC7_0000_0000)  # XORed with a table's seed: that of what the learner draws there
GAMES, WINS, RETURNS, LENGTHS = range(4)  # what is counted of games against each opponent


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
        batch: the tables; wherever it is somebody's turn, it is the learner's.
        done: (N,) bool, whether a game ended in the last step.
        rewards: (N, P) float32, what each seat earned in that step.
        own_rewards: (N,) float32, the same for the learner's first seat.
        generators: (N,) records, from which the learner's decisions may be drawn.
        always_itself: whether the learner plays all seats of new games, whatever the config's shares are.
    """

    def __init__(
        self, game: Game, config: TrainingConfig, threads: int, all_seats: bool, numbers: range | None = None
    ) -> None:
        compiled = bots(game)
        self._all_tables = config.tables
        self._numbers = range(config.tables) if numbers is None else numbers
        tables = len(self._numbers)
        self.batch = Batch(
            game,
            tables,
            config.num_players,
            reward=config.reward,
            threads=threads,
            bots=compiled,
            rotate=True,
            **config.options,
        )
        self.config = config.opponents
        self.always_itself = config.warm_start.agent is not None
        seats = self.batch.num_players
        self.has_opponents = seats > 1
        self._sides = game.sides or seats
        self._scripted = len(self.config.scripted)
        pool = range(FIRST_NETWORK, FIRST_NETWORK + self.config.pool_size)
        own = OWN if all_seats else pool.stop
        self._codes = np.array([*(list(compiled).index(name) for name in self.config.scripted), *pool, own])
        sizes = (self.batch.encoder.width, *config.learning.hidden, len(game.actions))
        self._networks = np.zeros((self.config.pool_size + 1, count_weights(sizes)), np.float32)
        self.batch.set_networks(self._networks, sizes)  # which keeps no copy

        self.done = np.zeros(tables, np.bool_)
        self.rewards = np.zeros((tables, seats), np.float32)
        self.own_rewards = np.zeros(tables, np.float32)
        self._rows = np.arange(tables)
        self._seats = self._rows % seats
        self._opponents = np.zeros(tables, np.int64)  # places in _codes
        self._returns = np.zeros(tables, np.float32)
        self._lengths = np.zeros(tables, np.int64)
        self._wins = np.zeros(len(self._codes) - 1)
        self._games = np.zeros(len(self._codes) - 1)
        self._results = np.zeros((4, len(self._codes) - 1))  # GAMES to LENGTHS since the last report
        self._snapshots = np.zeros(1, np.int64)  # taken so far
        self._generator = np.random.Generator(np.random.PCG64(config.seed))
        seeds = np.arange(self._numbers.start, self._numbers.stop, dtype=np.uint64)
        self.generators = rng.generators(np.uint64(config.seed) ^ LEARNER_DRAWS ^ seeds)

    @property
    def in_pool(self) -> int:
        """Snapshots that may be met."""
        return min(int(self._snapshots[0]), self.config.pool_size)

    def reset(self, seed: int) -> None:
        """Deal a new game at every table; the run's table k gets ``seed + k``.

        Where all games are as long, tables that began together would be in the same part of a game ever after, and an
        update would see that part alone. So each begins with up to `HEAD_START` decisions for all seats, drawn blindly,
        before opponents sit down.
        """
        itself, self.always_itself = self.always_itself, True
        self.batch.actors[self._rows, self._seats] = YOURS
        self._sit(self._rows, self._draw(self._rows))
        self.batch.reset(seed + self._numbers.start)
        self._find_seats(self._rows)
        numbers = np.arange(self._numbers.start, self._numbers.stop)
        ahead = self._generator.integers(HEAD_START, size=self._all_tables, endpoint=True)[numbers]
        masks = self.batch.action_masks
        for left in range(HEAD_START, 0, -1):
            luck = self._generator.random((self._all_tables, masks.shape[1]), np.float32)[numbers]
            self.step(np.where(ahead >= left, (luck * masks).argmax(axis=1), WAIT))
        self.always_itself = itself
        self._sit(self._rows, self._draw(self._rows))
        self.batch.resume()
        self._find_seats(self._rows)
        for counts in (self._results, self._returns, self._lengths):
            counts[:] = 0

    def step(self, actions: np.ndarray) -> None:
        """Play the learner's action at every table, and everybody else's up to the learner's next turn.

        Args:
            actions: (N,) legal ones.
        """
        batch = self.batch
        batch.step(actions)
        np.logical_or(batch.terminations, batch.truncations, out=self.done)
        self.rewards[:] = batch.rewards
        self.own_rewards[:] = self.rewards[self._rows, self._seats]
        self._returns += self.own_rewards
        self._lengths += 1
        ended = np.flatnonzero(self.done)
        opponents = self._draw(ended)
        if len(ended):
            self._count(ended)
            self._find_seats(ended)
            self._sit(ended, opponents)
            taken = ended[batch.actors[ended, batch.players[ended]] >= 0]  # seats that were the learner's till now
            if len(taken):
                batch.resume(taken)
                self._find_seats(taken)

    def _find_seats(self, tables: np.ndarray) -> None:
        """Where the learner's first seat is, after games that may have come and gone in one step."""
        self._seats[tables] = (self.batch.actors[tables] == YOURS).argmax(axis=1)

    def _count(self, tables: np.ndarray) -> None:
        """Note the results of games that have ended."""
        against = self._opponents[tables] != ITSELF
        opponents, returns = self._opponents[tables[against]], self._returns[tables[against]]
        np.add.at(self._results[GAMES], opponents, 1)
        np.add.at(self._results[WINS], opponents, (returns > 0) + 0.5 * (returns == 0))
        np.add.at(self._results[RETURNS], opponents, returns)
        np.add.at(self._results[LENGTHS], opponents, self._lengths[tables[against]])
        self._returns[tables] = 0
        self._lengths[tables] = 0

    def _draw(self, tables: np.ndarray) -> np.ndarray:
        """An opponent for the next game of each of some tables: (n,) as in `_opponents`.

        Each call draws for all tables of the run, so that a table's luck does not depend on what goes on at others.
        """
        luck = self._generator.random((2, self._all_tables))[:, self._numbers.start : self._numbers.stop]
        kind, which = luck[:, tables]
        if self.always_itself and self.has_opponents:
            return np.full(len(tables), ITSELF)
        opponents: np.ndarray = (which * self._scripted).astype(np.int64)
        if self.has_opponents:
            opponents[kind < self.config.self_share] = ITSELF
        if self.has_opponents and self.in_pool:
            from_pool = (kind >= self.config.self_share) & (kind < self.config.self_share + self.config.pool_share)
            edges = self.weigh_pool().cumsum()[:-1]
            opponents[from_pool] = self._scripted + np.searchsorted(edges, which[from_pool], side="right")
        return opponents

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

    def _sit(self, tables: np.ndarray, opponents: np.ndarray) -> None:
        """Seat opponents around the learner."""
        self._opponents[tables] = opponents
        actors, first = self.batch.actors, self._seats[tables]
        for place in range(1, actors.shape[1]):
            is_partner = place % self._sides == 0
            actors[tables, (first + place) % actors.shape[1]] = self._codes[ITSELF if is_partner else opponents]

    def add_snapshot(self, network: Network) -> None:
        """The network joins the pool; in a full one it takes the oldest one's place."""
        place = int(self._snapshots[0]) % self.config.pool_size
        self._networks[place] = network.parameters
        self._wins[self._scripted + place] = self._games[self._scripted + place] = 0
        self._snapshots += 1

    def set_present(self, network: Network) -> None:
        """The network that plays the learner's other seats from now on."""
        self._networks[-1] = network.parameters

    def report(self) -> dict[str, Any]:
        """How games against others have gone; what has been won before counts a little less from then on.

        Returns:
            Mean ``return`` and ``length`` in decisions of the games since the last report, None if there were none;
            ``won``: the share of late games won, by scripted agent and for the pool as a whole; ``opponents_in_pool``.
        """
        games, _, returns, lengths = self._results.sum(axis=1).tolist()
        self._games += self._results[GAMES]
        self._wins += self._results[WINS]
        self._results[:] = 0
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
        return {
            "return": round(returns / games, 5) if games else None,
            "length": round(lengths / games, 2) if games else None,
            "won": won,
            "opponents_in_pool": self.in_pool,
        }

    def snapshot(self) -> dict[str, Any]:
        """The tables and all about opponents, for `restore`: arrays, and the generator's own state."""
        return {
            "batch": self.batch.snapshot(),
            "tables": {name: getattr(self, name).copy() for name in self._of_tables},
            "run": {name: getattr(self, name).copy() for name in self._of_run},
            "results": self._results.copy(),
            "generator": self._generator.bit_generator.state,
            "always_itself": self.always_itself,
        }

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Go on from a snapshot."""
        self.batch.restore(snapshot["batch"])
        for name, array in {**snapshot["tables"], **snapshot["run"]}.items():
            getattr(self, name)[:] = array
        self._results[:] = snapshot["results"]
        self._generator.bit_generator.state = snapshot["generator"]
        self.always_itself = snapshot["always_itself"]

    def split(self, shares: Sequence[slice]) -> list[dict[str, Any]]:
        """Snapshots of shares of the tables, from which others go on, each with a `SelfPlay` of its ``numbers``.

        Args:
            shares: in order, and all tables together.
        """
        whole = self.snapshot() | {"results": np.zeros_like(self._results)}
        per_table = ("batch", "tables")
        return [
            whole | {part: {name: array[share] for name, array in whole[part].items()} for part in per_table}
            for share in shares
        ]

    def join(self, snapshots: Sequence[Mapping[str, Any]]) -> None:
        """Go on from where others have come with the shares that `split` gave, all by the same number of steps."""
        whole = dict(snapshots[0])
        for part in ("batch", "tables"):
            names = whole[part]
            whole[part] = {name: np.concatenate([share[part][name] for share in snapshots]) for name in names}
        self.restore(whole | {"results": self._results + sum(share["results"] for share in snapshots)})

    _of_tables = ("_seats", "_opponents", "_returns", "_lengths", "generators")
    _of_run = ("_wins", "_games", "_snapshots", "_networks")
