import numpy as np
import pytest

from cardzoo import envs
from cardzoo.envs.engine import rng


def source(seed, draws=0):
    """A generator after so many draws."""
    sources = rng.generators(np.array([seed], np.uint64))
    sources["draws"] = draws
    return sources[0]


@pytest.mark.parametrize(
    ("counter", "key", "first"),
    [
        ((0x00000000, 0x00000000), 0x00000000, 0xFF1DAE59),
        ((0xFFFFFFFF, 0xFFFFFFFF), 0xFFFFFFFF, 0x2C3F628B),
        ((0x243F6A88, 0x85A308D3), 0x13198A2E, 0xDD7CE038),
    ],
)
def test_draws_are_those_of_philox(counter, key, first):
    """The draws are the known answers of the Random123 library for philox2x32-10: a draw is the first word.

    The counter is the number of the draw and the upper half of the seed, the key its lower half.
    """
    draws, upper = counter
    assert rng.draw(source((upper << 32) | key, (draws - 1) % 2**32)) == first


def test_every_bit_of_a_seed_counts():
    firsts = {int(rng.draw(source(seed))) for seed in [0, *(1 << bit for bit in range(64))]}
    assert len(firsts) == 65


def test_draws_are_counted():
    generator = source(3)
    for _ in range(5):
        rng.draw(generator)
    assert generator.draws == 5
    assert rng.draw(generator) == rng.draw(source(3, 5))


def test_below_is_fair():
    """Each of 52 values is within five standard deviations of its share."""
    generator = source(11)
    draws = 5_200
    counts = np.bincount([rng.below(generator, 52) for _ in range(draws)], minlength=52)
    assert len(counts) == 52
    assert np.abs(counts - draws / 52).max() < 5 * (draws / 52) ** 0.5


def test_below_one_is_zero():
    assert rng.below(source(1), 1) == 0


def test_uniform_is_between_zero_and_one():
    generator = source(2)
    values = [rng.uniform(generator) for _ in range(1000)]
    assert 0 <= min(values) < 0.01
    assert 0.99 < max(values) < 1


@pytest.mark.parametrize("seed", [0, 2**64 - 1, np.int64(5), np.uint64(7)])
def test_seeds(seed):
    assert rng.check_seed(seed) == int(seed)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", None, True])
def test_values_that_are_no_seeds_are_refused(seed):
    with pytest.raises(ValueError, match="seed must be a whole number from 0"):
        rng.check_seed(seed)


def test_agents_draw_other_numbers_than_the_deal():
    seeds = np.arange(1000, dtype=np.uint64)
    deals, agents = rng.generators(seeds), rng.generators(rng.agent_seeds(seeds))
    same = [rng.draw(deal) == rng.draw(agent) for deal, agent in zip(deals, agents, strict=True)]
    assert not any(same)


def test_independent_seeds_of_neighbours_are_others_and_fewer_are_the_first_ones():
    seeds = [rng.independent_seeds(seed, 1000, purpose) for seed in (0, 1, 2**64 - 1) for purpose in (0, 1)]
    assert len(np.unique(seeds)) == 6000
    assert max(map(np.max, seeds)) < 2**63
    assert np.array_equal(rng.independent_seeds(1, 10), rng.independent_seeds(1, 1000)[:10])


def test_batches_with_independent_seeds_of_neighbours_share_no_table():
    batches = [envs.make_batch("kuhn_poker", num_tables=64) for _ in range(2)]
    for seed, batch in enumerate(batches):
        batch.reset(envs.independent_seeds(seed, 64))
    assert not np.intersect1d(*(batch.records["seed"] for batch in batches)).size
