"""Speed of a game's environments: random legal moves with observation and mask, by the same loops everywhere.

A step is one player's action. Its time includes everything that a learner needs: the observation, the mask, the choice
of a random legal action and, between games, the new deal.
"""

import math
import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

Play = Callable[[], int]
"""Plays some steps and returns their number."""

BATCH_STEPS = 20  # steps of a whole batch between two looks at the clock
WARM_UP = 0.3  # seconds


@dataclass(frozen=True)
class Measurement:
    """Speed of one way of playing a game.

    Attributes:
        game: id of the game.
        what: the way of playing.
        median: median of the repeats, in `unit`.
        least: the slowest repeat.
        most: the fastest repeat.
        unit: steps per second, with the clock.
    """

    game: str
    what: str
    median: float
    least: float
    most: float
    unit: str

    def as_dict(self) -> dict[str, Any]:
        """All attributes by name."""
        return asdict(self)


def measure(game_id: str, seconds: float = 1.0, repeats: int = 5) -> list[Measurement]:
    """Time a game's AEC loop and its batch of 4,096 tables on one thread and on two.

    Args:
        game_id: id of the game, such as ``"getaway-v0"``.
        seconds: seconds of each repeat.
        repeats: number of repeats of each way; the ways take turns, so that other work on the machine slows all alike.

    Returns:
        One measurement for each way. One thread is timed by its CPU time, two by the wall clock.

    Raises:
        ValueError: without a time or a number of repeats.
    """
    if not 0 < seconds < math.inf:
        raise ValueError(f"seconds must be a number above 0, got {seconds:g}; the default is 1")
    if repeats < 1:
        raise ValueError(f"repeats must be at least 1, got {repeats}")
    from cardzoo.envs import find_game

    ways: list[tuple[str, Play, Callable[[], float]]] = [
        ("AEC loop", aec_loop(game_id), time.process_time),
        ("batch, 1 thread", batch_loop(game_id), time.process_time),
        ("batch, 2 threads", batch_loop(game_id, threads=2), time.perf_counter),
    ]
    for _, play, clock in ways:
        rate(play, WARM_UP, clock)
    rounds = [[rate(play, seconds, clock) for _, play, clock in ways] for _ in range(repeats)]
    return [
        Measurement(
            game=find_game(game_id).id,
            what=what,
            median=median(rates),
            least=min(rates),
            most=max(rates),
            unit="steps per CPU second" if clock is time.process_time else "steps per second",
        )
        for (what, _, clock), rates in zip(ways, zip(*rounds, strict=True), strict=True)
    ]


def rate(play: Play, seconds: float, clock: Callable[[], float]) -> float:
    """Steps per second by a clock, over at least the given seconds."""
    steps = 0
    begin = clock()
    while True:
        steps += play()
        elapsed = clock() - begin
        if elapsed >= seconds:
            return steps / elapsed


def aec_loop(game_id: str, seed: int = 0, **settings: Any) -> Play:
    """PettingZoo's loop, one game after the other.

    Args:
        game_id: id of the game, such as ``"getaway-v0"``.
        seed: seed of the first game and of the choices.
        **settings: see `cardzoo.envs.make`.

    Returns:
        A function that plays one game.
    """
    import numpy as np

    from cardzoo import envs

    env = envs.make(game_id, **settings)
    env.reset(seed=seed)
    chance = random.Random(seed).random

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(chance() * len(legal))]))
                steps += 1
        return steps

    return play


def batch_loop(game_id: str, num_tables: int = 4096, threads: int = 1, seed: int = 0, **settings: Any) -> Play:
    """A batch of many tables; finished games restart.

    Args:
        game_id: id of the game, such as ``"getaway-v0"``.
        num_tables: number of tables.
        threads: number of threads that share the tables.
        seed: seed of the tables and of the choices.
        **settings: see `cardzoo.envs.make_batch`.

    Returns:
        A function that plays some steps of every table.
    """
    from cardzoo import envs

    batch = envs.make_batch(game_id, num_tables=num_tables, threads=threads, **settings)
    batch.reset(seed=seed)
    actions = batch.sample_actions()

    def play() -> int:
        for _ in range(BATCH_STEPS):
            batch.sample_actions(out=actions)
            batch.step(actions)
        return BATCH_STEPS * num_tables

    return play
