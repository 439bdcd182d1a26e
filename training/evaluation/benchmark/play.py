"""Games of a benchmark: one agent on duplicate deals in a fixed field.

Each deal is played from every side and with every order of the field. In order r the k-th side to the left of the
agent's holds agent ``(r + k - 1) mod F`` of the field's F. So each agent of the field sits at each place equally
often, and luck of the cards and of the seat cancels out. An agent holds all seats of its side. In a game for one
each deal is played once.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardzoo.agents import AnyAgent
from cardzoo.envs.engine import Game
from cardzoo.training.evaluation.benchmark.suites import digest_of
from cardzoo.training.evaluation.play import play_games
from cardzoo.training.evaluation.progress import next_share

DECIMALS = 5  # of a deal's value: rewards are float32


@dataclass(frozen=True)
class Outcome:
    """The outcome of an agent's deals.

    Attributes:
        values: (deals,) float64, the agent's mean reward over a deal's games; in a game for one its score, or 1
            for a win and 0 otherwise.
        forfeits: number of games that the agent forfeited.
        digest: hash of all games: their lengths, scores and rewards.
    """

    values: np.ndarray
    forfeits: int
    digest: str


def seat_field(players: int, sides: int, field: int) -> np.ndarray:
    """Seats of one deal's games, (G, players) int16: 0 for the measured agent, 1 to F for those of the field.

    Args:
        players: number of players; with one, there is one game.
        sides: number of sides: player k is of side ``k % sides``.
        field: F, number of agents of the field.
    """
    if players == 1:
        return np.zeros((1, 1), np.int16)
    side, order, seat = np.ix_(np.arange(sides), np.arange(field), np.arange(players))
    distance = (seat - side) % sides
    seats = np.where(distance == 0, 0, 1 + (order + distance - 1) % field)
    return seats.reshape(-1, players).astype(np.int16)


def play_field(
    game: Game,
    agent: AnyAgent,
    field: Sequence[AnyAgent],
    seeds: np.ndarray,
    players: int,
    options: Mapping[str, Any],
    key: str = "",
) -> Outcome:
    """Play an agent's deals, all at once.

    Args:
        game: the game.
        agent: the measured agent.
        field: agents of the field.
        seeds: (deals,) uint64, seeds of the deals.
        players: number of players.
        options: options of the game.
        key: key of the games; empty if the agent is cardzoo's own. See `cardzoo.training.evaluation.keys`.
    """
    one = seat_field(players, game.sides_of(players), len(field))
    seats = np.tile(one, (len(seeds), 1))
    keys = [key] * len(seats) if key else ()
    played = play_games(game, [agent, *field], seats, seeds.repeat(len(one)), options=options, keys=keys)
    mine = seats == 0
    by_game = (_value(game, played.rewards, played.scores) * mine).sum(axis=1) / mine.sum(axis=1)
    values = by_game.reshape(len(seeds), -1).mean(axis=1).round(DECIMALS) + 0.0
    forfeits = sum(bool(mine[failure.game, failure.seat]) for failure in played.failures)
    numbers = b"".join(part.astype("<f8").tobytes() for part in (played.moves, played.scores, played.rewards))
    return Outcome(values, forfeits, digest_of(numbers))


def play_in_parts(play: Callable[[np.ndarray], Outcome], seeds: np.ndarray) -> Iterator[Outcome]:
    """Play deals in parts that grow while they take little time; a deal's value does not depend on its part.

    Args:
        play: plays the deals of some seeds.
        seeds: (deals,) uint64, seeds of the deals.
    """
    done, share = 0, 1
    while done < len(seeds):
        start = time.perf_counter()
        part = seeds[done : done + share]
        yield play(part)
        done += len(part)
        share = next_share(len(part), time.perf_counter() - start)


def _value(game: Game, rewards: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Value of a game at each seat, (N, P) float64: the reward; in a game for one the score, or 1 for a win."""
    if game.seats > 1:
        return rewards.astype(np.float64)
    return scores.astype(np.float64) if game.for_points else (rewards > 0).astype(np.float64)
