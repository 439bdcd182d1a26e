"""Random generator inside a table's record.

Philox 2x32 with ten rounds (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy
as 1, 2, 3", 2011): the n-th number of a seed is a function of the seed and of n alone, so the
whole generator is two fields, ``seed`` and ``draws``. No product exceeds 64 bits, so compiled
and interpreted runs agree without overflow.

Every function takes a *source*: any record with these two fields, a table's state or an
agent's own generator (`GENERATOR`).
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from cardzoo.envs.engine.compiling import rule

GENERATOR = np.dtype((np.record, [("draws", np.uint64), ("seed", np.uint64)]))
"""Random generator of an agent, apart from the tables' ones.

Its fields are not in the order of a table's record: Numba would take it for a subtype, and warn.
"""

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MULTIPLIER = np.uint64(0xD256D193)
_WEYL = np.uint64(0x9E3779B9)
_ONE = np.uint64(1)


@rule
def draw(source):
    """Next 32 random bits of a source, as uint64."""
    source.draws += _ONE
    key = source.seed & _LOW
    high = source.seed >> _HALF
    low = source.draws & _LOW
    for _ in range(10):
        product = _MULTIPLIER * low
        low = (product >> _HALF) ^ key ^ high
        high = product & _LOW
        key = (key + _WEYL) & _LOW
    return low


@rule
def below(source, bound):
    """Random integer of 0 .. bound - 1, for bounds up to 2^31.

    It is the high half of a 32-bit draw times the bound: no value's probability is off by more
    than bound / 2^32, relatively (one in ten million for a pack of cards).
    """
    return np.int64((draw(source) * np.uint64(bound)) >> _HALF)


@rule
def uniform(source):
    """Random float of [0, 1), in steps of 2^-32."""
    return np.float64(draw(source)) / 4294967296.0


def check_seed(seed: Any) -> int:
    """Seed as an int, checked.

    Raises:
        ValueError: if it is no whole number, negative, or has more than 64 bits.
    """
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool) and 0 <= int(seed) < 1 << 64:
        return int(seed)
    raise ValueError(f"seed must be a whole number from 0 to 2^64 - 1, got {seed!r:.60}")


def generators(seeds: np.ndarray) -> np.ndarray:
    """Generators, one a seed.

    Args:
        seeds: (N,) non-negative integers.

    Returns:
        (N,) records of `GENERATOR`, nothing drawn yet.
    """
    sources = np.zeros(len(seeds), GENERATOR)
    sources["seed"] = seeds
    return sources


def agent_seeds(seeds: np.ndarray) -> np.ndarray:
    """Seeds of agents at tables of these seeds, (N,) uint64: the deal's own numbers would reveal cards."""
    return seeds ^ np.uint64(0x5EED_A6E7_0000_0000)


def keyed_seeds(seeds: np.ndarray, keys: Sequence[bytes], purpose: str) -> np.ndarray:
    """Seeds derived by a keyed one-way function, BLAKE2b: neither seed can be computed without the key.

    Args:
        seeds: (N,) uint64.
        keys: N secrets of up to 64 bytes.
        purpose: up to 16 bytes; each purpose has seeds of its own.

    Returns:
        (N,) uint64 below 2^63.
    """
    person, made = purpose.encode(), np.zeros(len(seeds), np.uint64)
    for place, (seed, key) in enumerate(zip(seeds, keys, strict=True)):
        digest = blake2b(int(seed).to_bytes(8, "little"), digest_size=8, key=key, person=person).digest()
        made[place] = int.from_bytes(digest, "little") >> 1
    return made


def independent_seeds(seed: int, num_tables: int, purpose: int = 0) -> np.ndarray:
    """Seeds of independent streams, one a table; two seeds share none, not even neighbouring ones.

    `Batch.reset` takes them. With ``seed`` itself a batch has the seeds ``seed + k``, so that two batches with
    neighbouring seeds share nearly all of their games.

    Args:
        seed: from 0 to 2^64 - 1.
        num_tables: N.
        purpose: number of the stream; each has seeds of its own.

    Returns:
        (N,) uint64 below 2^63. The k-th one depends only on the seed, the purpose and k (`numpy.random.SeedSequence`).

    Raises:
        ValueError: for an unfit seed.
    """
    sequence = np.random.SeedSequence(check_seed(seed), spawn_key=(purpose,))
    return sequence.generate_state(num_tables, np.uint64) >> _ONE


def reseed(tables: np.ndarray, generators: np.ndarray) -> np.ndarray:
    """Give tables new seeds, so that their old ones do not reveal later draws.

    Args:
        tables: (N,) records of a game, changed in place.
        generators: (1,) record of `GENERATOR`, the source of the seeds.

    Returns:
        The tables.
    """
    for table in range(len(tables)):
        tables["seed"][table] = int(draw(generators[0])) << 32 | int(draw(generators[0]))
    tables["draws"] = 0
    return tables
