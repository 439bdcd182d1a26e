"""Ratings by the Plackett-Luce model: maximum likelihood of the rankings.

Each entrant has a strength. A party's strength is the sum of its members'. A ranking is made from the top: each place
goes to one of the remaining parties, with a probability in proportion to its strength (Plackett, 1975, Applied
Statistics 24). The estimate is that of Hunter's MM algorithm (2004, Annals of Statistics 32), for partnerships that of
Huang, Weng and Lin (2006, Journal of Machine Learning Research 7), sped up by squared extrapolation (Varadhan and
Roland, 2008, Scandinavian Journal of Statistics 35).

*Ties* count as equal shares of all the orders that they allow. If more than `MOST_TIED` parties are tied, a fixed
sample of orders represents all of them.

*The prior* is a phantom entrant that has ranked once before and once behind each entrant. It has the weight of two
games of each, so it hardly matters among many; but without it an entrant that has always won has no finite strength.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb, log

import numpy as np

from cardzoo.training.evaluation.ratings.meetings import NOBODY, Meetings, ranks

POINTS = 400 / log(10)  # points of a scale such as Elo's: ten times as strong is 400 more
MOST_TIED = 8
TOLERANCE = 1e-9  # of the logarithms of strengths, in a step
MOST_STEPS = 2000
FARTHEST = 100.0  # bound of a leap, which keeps strengths finite
BLOCK = 1 << 22  # entries of the arrays that are fitted together

Party = tuple[int, ...]


@dataclass(frozen=True)
class Choices:
    """Counts for the likelihood: how often each set of entrants was offered and chosen.

    Attributes:
        sets: (S, E) float64, multiplicity of each entrant in the set: a party, or all remaining parties.
        chosen: (D, S) float64, how often the set took a place, by deal.
        offered: (D, S) float64, how often the place went to one of the set, by deal.
    """

    sets: np.ndarray
    chosen: np.ndarray
    offered: np.ndarray


def count_choices(meetings: Meetings, entrants: int) -> Choices:
    """Decompose rankings into choices.

    Args:
        meetings: the meetings, with their rewards.
        entrants: number of entrants.
    """
    members = np.sort(meetings.members, axis=2)
    parties, number = np.unique(members.reshape(-1, members.shape[2]), axis=0, return_inverse=True)
    codes = ranks(meetings) * len(parties) + number.reshape(meetings.rewards.shape)
    codes = np.sort(np.where(np.isnan(meetings.rewards), -1, codes), axis=1)  # a ranking, without the seats
    rankings, which = np.unique(codes, axis=0, return_inverse=True)
    names: list[Party] = [tuple(int(one) for one in party if one != NOBODY) for party in parties]
    numbers: dict[Party, int] = {}
    found: list[np.ndarray] = []  # for each ranking: rows of a set, its times chosen, its times offered
    for ranking in rankings:
        tied: dict[int, list[Party]] = {}
        for code in ranking[ranking >= 0]:
            tied.setdefault(int(code) // len(parties), []).append(names[int(code) % len(parties)])
        rows = []
        for winners, losers, weight in _choices(list(tied.values())):
            offered_set = tuple(sorted(one for party in winners + losers for one in party))
            rows.append((numbers.setdefault(offered_set, len(numbers)), 0.0, weight))
            rows += [(numbers.setdefault(party, len(numbers)), weight / len(winners), 0.0) for party in winners]
        found.append(np.array(rows).reshape(-1, 3))
    sets = np.zeros((len(numbers), entrants))
    for party, place in numbers.items():
        np.add.at(sets[place], list(party), 1)
    return Choices(sets, *_by_deal(found, which.ravel(), meetings.deals, len(numbers)))


def _choices(tied: list[list[Party]]) -> Iterator[tuple[list[Party], list[Party], float]]:
    """The choices of a ranking, given as groups of tied parties.

    Yields:
        Parties that took a place in equal shares of the orders, those that could not, and the share of all orders.
    """
    for place, group in enumerate(tied):
        behind = [party for other in tied[place + 1 :] for party in other]
        for left, weight in _left(group):
            if len({*left, *behind}) > 1:  # one entrant against itself has no information
                yield left, behind, weight


def _left(group: list[Party]) -> Iterator[tuple[list[Party], float]]:
    """Subsets of tied parties that remain while places are taken, with their shares of the orders."""
    count = len(group)
    for size in range(1, count + 1):
        if count <= MOST_TIED:
            for left in combinations(group, size):
                yield list(left), 1 / comb(count, size)
        else:  # those that are neighbours in a circle
            for first in range(count):
                yield [group[(first + place) % count] for place in range(size)], 1 / count


def _by_deal(found: list[np.ndarray], which: np.ndarray, deals: np.ndarray, sets: int) -> tuple[np.ndarray, np.ndarray]:
    """Counts of each set in each deal's rankings: chosen and offered, (D, S) each."""
    rows = np.array([len(each) for each in found])
    first = np.cumsum(rows) - rows
    lengths = rows[which]
    place = np.arange(lengths.sum()) + np.repeat(first[which] - (np.cumsum(lengths) - lengths), lengths)
    table = np.concatenate(found)[place]
    shape = (int(deals.max()) + 1, sets)
    at = np.repeat(deals, lengths) * sets + table[:, 0].astype(np.int64)
    chosen, offered = (np.bincount(at, table[:, column], shape[0] * sets).reshape(shape) for column in (1, 2))
    return chosen, offered


def fit(sets: np.ndarray, chosen: np.ndarray, offered: np.ndarray) -> np.ndarray:
    """Estimate strengths, of many samples at once.

    Args:
        sets: (S, E) floats; see `Choices`.
        chosen: (R, S) floats, how often each set was chosen, by sample.
        offered: (R, S) floats, how often it was offered.

    Returns:
        (R, E) float64, logarithms of strengths, with mean 0 over the entrants.
    """
    sets, chosen, offered = _add_phantom(sets, chosen, offered)
    logs = np.zeros((len(chosen), sets.shape[1]))
    rows = max(BLOCK // max(len(sets), 1), 1)
    for start in range(0, len(logs), rows):
        part = slice(start, start + rows)
        logs[part] = _climb(logs[part], sets, chosen[part], offered[part])
    entrants = logs[:, :-1]
    return np.asarray(entrants - entrants.mean(axis=1, keepdims=True))


def _add_phantom(
    sets: np.ndarray, chosen: np.ndarray, offered: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Add the phantom as the last entrant: each entrant, the phantom, and their pairs are further sets."""
    entrants = sets.shape[1]
    alone = np.eye(entrants + 1)
    pairs = alone[:-1] + alone[-1]
    once, never = np.ones((len(chosen), entrants)), np.zeros((len(chosen), entrants))
    return (
        np.vstack([np.hstack([sets, np.zeros((len(sets), 1))]), alone, pairs]),
        np.hstack([chosen, once, entrants * once[:, :1], never]),
        np.hstack([offered, never, never[:, :1], 2 * once]),
    )


def _climb(logs: np.ndarray, sets: np.ndarray, chosen: np.ndarray, offered: np.ndarray) -> np.ndarray:
    """Iterate until the strengths of all samples converge."""
    result = logs.copy()
    left = np.arange(len(logs))
    for _ in range(MOST_STEPS):
        once = _step(logs, sets, chosen, offered)
        twice = _step(once, sets, chosen, offered)
        result[left] = twice
        moving = np.abs(twice - once).max(axis=1) > TOLERANCE
        if not moving.any():
            break
        leap = _leap(logs, once, twice)
        better = _likelihood(leap, sets, chosen, offered) > _likelihood(twice, sets, chosen, offered)
        logs = np.where((moving & better)[:, None], leap, twice)
        if moving.sum() < len(left) / 2:
            left, logs, chosen, offered = left[moving], logs[moving], chosen[moving], offered[moving]
    return result


def _step(logs: np.ndarray, sets: np.ndarray, chosen: np.ndarray, offered: np.ndarray) -> np.ndarray:
    """One step of the MM algorithm."""
    strengths = np.exp(logs)
    sums = strengths @ sets.T
    logs = logs + np.log((chosen / sums) @ sets) - np.log((offered / sums) @ sets)
    return np.asarray(logs - logs.mean(axis=1, keepdims=True))


def _leap(start: np.ndarray, once: np.ndarray, twice: np.ndarray) -> np.ndarray:
    """Extrapolation of two steps (Varadhan and Roland's scheme S3)."""
    first, bend = once - start, twice - 2 * once + start
    lengths = np.linalg.norm(first, axis=1) / np.maximum(np.linalg.norm(bend, axis=1), 1e-12)
    length = lengths.clip(1, 1e6)[:, None]
    return np.asarray((start + 2 * length * first + length**2 * bend).clip(-FARTHEST, FARTHEST))


def _likelihood(logs: np.ndarray, sets: np.ndarray, chosen: np.ndarray, offered: np.ndarray) -> np.ndarray:
    """The log-likelihood, up to a constant: (R,)."""
    return np.asarray(((chosen - offered) * np.log(np.exp(logs) @ sets.T)).sum(axis=1))
