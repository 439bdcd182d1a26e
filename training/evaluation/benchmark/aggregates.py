"""Aggregate scores over runs and games.

They are those of Agarwal et al., "Deep reinforcement learning at the edge of the statistical precipice" (2021).
Scores have the shape (..., runs, games); all functions keep the dimensions before, such as those of resamples. An agent
that is measured once has one run, and its resamples draw deals within each game. An algorithm has a run for each seed,
and its resamples draw runs within each game. Both are stratified bootstraps.
"""

from collections.abc import Sequence

import numpy as np

from cardzoo.training.evaluation.intervals import RESAMPLES, resample_sums

TRIMMED = 0.25  # share of the scores that the interquartile mean leaves out at each end


def interquartile_mean(scores: np.ndarray) -> np.ndarray:
    """Mean of the middle half of all runs and games: (...)."""
    ordered = np.sort(scores.reshape(*scores.shape[:-2], -1), axis=-1)
    cut = int(TRIMMED * ordered.shape[-1])
    return np.asarray(ordered[..., cut : ordered.shape[-1] - cut].mean(axis=-1))


def median(scores: np.ndarray) -> np.ndarray:
    """Median over games of the mean over runs: (...)."""
    return np.asarray(np.median(scores.mean(axis=-2), axis=-1))


def mean(scores: np.ndarray) -> np.ndarray:
    """Mean over games of the mean over runs: (...)."""
    return np.asarray(scores.mean(axis=-2).mean(axis=-1))


def share_above(scores: np.ndarray, bound: float = 100.0) -> np.ndarray:
    """Share of games whose mean over runs is above a bound: (...)."""
    return np.asarray((scores.mean(axis=-2) > bound).mean(axis=-1))


def probability_of_improvement(scores: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Probability that a run has a higher score than a run of another entry, as a mean over games: (...).

    Args:
        scores: (..., R, G) scores of the entry.
        others: (..., S, G) scores of the other one; an equal score counts half.
    """
    first, second = scores[..., :, None, :], others[..., None, :, :]
    return np.asarray(((first > second) + 0.5 * (first == second)).mean(axis=(-3, -2, -1)))


def performance_profile(scores: np.ndarray, bounds: Sequence[float]) -> np.ndarray:
    """Share of runs and games with a score above each bound: (..., bounds)."""
    return np.stack([(scores > bound).mean(axis=(-2, -1)) for bound in bounds], axis=-1)


def resample_deals(scores: Sequence[np.ndarray], seed: int = 0) -> np.ndarray:
    """Mean scores of one run with its deals drawn again within each game.

    Args:
        scores: (deals,) scores of each game's deals.
        seed: seed of the resampling.

    Returns:
        (RESAMPLES, 1, G) float64.
    """
    means = [resample_sums(part[:, None], seed + game)[:, 0] / len(part) for game, part in enumerate(scores)]
    return np.stack(means, axis=-1)[:, None, :]


def resample_runs(scores: np.ndarray, seed: int = 0) -> np.ndarray:
    """Scores with the runs drawn again within each game.

    Args:
        scores: (R, G) scores of each run.
        seed: seed of the resampling.

    Returns:
        (RESAMPLES, R, G) float64.
    """
    runs, games = scores.shape
    drawn = np.random.default_rng(seed).integers(runs, size=(RESAMPLES, runs, games))
    return np.take_along_axis(scores[None], drawn, axis=1)
