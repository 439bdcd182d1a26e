"""95 % intervals of what was measured on many deals."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

RESAMPLES = 2000
LEVEL = 0.95
NORMAL = 1.959964  # the 97.5 % quantile of the normal distribution
DIGITS = 5  # what is smaller is taken for rounding
BLOCK = 1 << 22  # entries of a block of resamples


@dataclass(frozen=True)
class Estimate:
    """A figure and its interval.

    Attributes:
        value: the figure.
        low, high: ends of the 95 % interval.
    """

    value: float
    low: float
    high: float

    def __format__(self, spec: str) -> str:
        """The value and half the interval's width, such as ``+0.123 ± 0.010`` for ``+.3f``."""
        return f"{self.value:{spec}} ± {(self.high - self.low) / 2:{spec.lstrip('+')}}"

    @property
    def sign(self) -> int:
        """1 or -1 if all of the interval is above or below 0, else 0."""
        return 1 if round(self.low, DIGITS) > 0 else -1 if round(self.high, DIGITS) < 0 else 0


def bootstrap(values: np.ndarray, seed: int = 0) -> tuple[float, float]:
    """The percentile bootstrap interval of a mean (Efron, 1979).

    Args:
        values: (n,) one independent value each.
        seed: of the resampling.

    Returns:
        Low and high end of the 95 % interval.
    """
    generator = np.random.default_rng(seed)
    means = np.array([values[generator.integers(len(values), size=len(values))].mean() for _ in range(RESAMPLES)])
    low, high = quantiles(means)
    return float(low), float(high)


def resample_sums(by_deal: np.ndarray, seed: int = 0) -> np.ndarray:
    """Sums over deals that are drawn with replacement, all columns from the same deals (the cluster bootstrap).

    Args:
        by_deal: (D, C) floats, what each deal adds to each sum.
        seed: of the resampling.

    Returns:
        (RESAMPLES, C) float64.
    """
    generator = np.random.default_rng(seed)
    deals = len(by_deal)
    sums = np.empty((RESAMPLES, by_deal.shape[1]))
    rows = max(BLOCK // deals, 1)
    for start in range(0, RESAMPLES, rows):
        count = min(rows, RESAMPLES - start)
        drawn = generator.integers(deals, size=(count, deals)) + np.arange(count)[:, None] * deals
        times = np.bincount(drawn.ravel(), minlength=count * deals).reshape(count, deals)
        sums[start : start + count] = times @ by_deal
    return sums


def quantiles(resampled: np.ndarray) -> np.ndarray:
    """Ends of the 95 % intervals: (2, ...) for (RESAMPLES, ...) figures; nan where a resample lacks a figure."""
    return np.asarray(np.nanquantile(resampled, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0))


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, 1927)."""
    share, square = successes / trials, NORMAL**2 / trials
    middle = (share + square / 2) / (1 + square)
    half = NORMAL / (1 + square) * sqrt(share * (1 - share) / trials + square / (4 * trials))
    return max(middle - half, 0.0), min(middle + half, 1.0)
