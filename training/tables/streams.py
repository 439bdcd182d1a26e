"""Random streams of a training run, one for each purpose and table; runs with different seeds share none."""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine.rng import independent_seeds


class Stream(IntEnum):
    """The purpose of a stream."""

    DEALS = 1
    OPPONENTS = 2  # draws of agents and networks inside the batch step
    DECISIONS = 3  # draws of the learner and its teachers, and of the opponents' seats
    WEIGHTS = 4
    MINIBATCHES = 5
    SELECTION = 6  # deals by which a response is selected
    FRESH = 7  # deals on which the selected response is measured


def table_seeds(seed: int, stream: Stream, numbers: range) -> np.ndarray:
    """The seeds of a stream at some of the run's tables: (tables,) uint64.

    Args:
        seed: seed of the run.
        stream: the purpose.
        numbers: numbers of the tables within the run.
    """
    return independent_seeds(seed, numbers.stop, stream)[numbers.start :]


def run_seed(seed: int, stream: Stream) -> int:
    """The seed of a stream that the whole run shares; see `table_seeds`."""
    return int(independent_seeds(seed, 1, stream)[0])
