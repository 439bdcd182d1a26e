"""Runs with different seeds share no random draws."""

from itertools import combinations

import numpy as np
import pytest

from cardzoo.envs import find_game
from cardzoo.training.learners.collecting import LocalCollector
from cardzoo.training.learners.ppo import PPO
from cardzoo.training.tables.self_play import SelfPlay
from cardzoo.training.tables.streams import Stream, run_seed, table_seeds
from tests.training.small_run import small_config

TABLES = 64


def begin(seed: int, numbers: range | None = None) -> SelfPlay:
    """The tables of a run, dealt."""
    config = small_config("kuhn_poker", f"tables={TABLES}", f"seed={seed}")
    tables = SelfPlay(find_game("kuhn_poker"), config, threads=1, all_seats=True, numbers=numbers)
    tables.reset(seed)
    return tables


def streams_of(tables: SelfPlay) -> list[np.ndarray]:
    """The seeds of deals, opponents and decisions at the tables."""
    batch = tables.batch
    return [batch.records["seed"], batch._generators["seed"], tables.generators["seed"]]


def test_neighbouring_seeds_share_no_deal_nor_draw():
    runs = [np.concatenate(streams_of(begin(seed))).tolist() for seed in range(3)]
    assert [len(set(seeds)) for seeds in runs] == [3 * TABLES] * 3
    assert not any(set(one) & set(other) for one, other in combinations(runs, 2))


def test_each_purpose_has_streams_of_its_own_at_every_table_and_seed():
    seeds = [table_seeds(seed, stream, range(1000)) for seed in (0, 1, 2, 1 << 32, (1 << 63) - 1) for stream in Stream]
    assert len(np.unique(seeds)) == len(seeds) * 1000


def test_a_table_s_streams_do_not_depend_on_who_plays_it():
    for whole, share in zip(streams_of(begin(1)), streams_of(begin(1, range(16, 48))), strict=True):
        assert np.array_equal(whole[16:48], share)


@pytest.mark.parametrize("seed", [1, 1 << 32])  # PyTorch's own seeds on a CPU have 32 bits
def test_weights_and_minibatches_of_another_seed_are_others(seed):
    learners = []
    for one in (0, 0, seed):
        tables = begin(one)
        config = small_config("kuhn_poker", f"tables={TABLES}", f"seed={one}")
        learners.append(PPO(config, tables, LocalCollector(config, tables, threads=1)))
    weights = [learner.policy.layers[0].weight for learner in learners]
    orders = [learner._shuffler.initial_seed() for learner in learners]
    assert weights[0].equal(weights[1])
    assert not weights[0].equal(weights[2])
    assert orders[0] == orders[1] != orders[2]
    assert orders[2] == run_seed(seed, Stream.MINIBATCHES)
