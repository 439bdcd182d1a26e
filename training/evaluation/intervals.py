"""95 % intervals of figures over many deals."""

from dataclasses import dataclass
from math import log, nan, sqrt

import numpy as np

RESAMPLES = 2000
LEVEL = 0.95
NORMAL = 1.959964  # the 97.5 % quantile of the normal distribution
DIGITS = 5  # smaller differences count as rounding
FEW = 30  # with fewer deals a percentile bootstrap is too narrow: with ten it covers the mean in 90 %
STUDENT = (
    *(12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139),
    *(2.200985, 2.178813, 2.160369, 2.144787, 2.13145, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963),
    *(2.079614, 2.073873, 2.068658, 2.063899, 2.059539, 2.055529, 2.05183, 2.048407),
)
"""The 97.5 % quantiles of Student's t distribution, by degrees of freedom from 1 on."""
BLOCK = 1 << 22  # entries of a block of resamples
SOONEST = 100  # values at which `estimate_anytime` is narrowest


@dataclass(frozen=True)
class Estimate:
    """A figure and its interval, rounded to `DIGITS`, so that rounding errors decide nothing.

    Attributes:
        value: the figure.
        low, high: ends of the 95 % interval.
    """

    value: float
    low: float
    high: float

    def __post_init__(self) -> None:
        for name in ("value", "low", "high"):
            object.__setattr__(self, name, round(float(getattr(self, name)), DIGITS) + 0.0)

    def __format__(self, spec: str) -> str:
        """The value and half the interval's width, such as ``+0.123 ± 0.010`` for ``+.3f``."""
        return f"{self.value:{spec}} ± {(self.high - self.low) / 2:{spec.lstrip('+')}}"

    def times(self, factor: float) -> "Estimate":
        """The figure and its interval in another unit, of which so many make one of theirs."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor)

    @property
    def range(self) -> str:
        """The interval in words."""
        return self.range_as("+.3f")

    def range_as(self, spec: str) -> str:
        """The interval in words, its ends in this format."""
        return f"95 % interval {self.low:{spec}} to {self.high:{spec}}"

    @property
    def sign(self) -> int:
        """1 or -1 if the whole interval is above or below 0, else 0."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0


def estimate_mean(values: np.ndarray, seed: int = 0) -> Estimate:
    """A mean with its interval: by percentile bootstrap (Efron, 1979), or Student's for fewer than `FEW` values.

    Args:
        values: (n,) independent values, at least 2.
        seed: seed of the resampling.
    """
    values = values.astype(np.float64)
    count = len(values)
    if count < FEW:
        return _student(values.mean(), values.std(ddof=1) / sqrt(count), count)
    generator = np.random.default_rng(seed)
    means = [values[generator.integers(count, size=count)].mean() for _ in range(RESAMPLES)]
    return estimate_resampled(np.array([values.mean(), *means]), count)


def estimate_resampled(figures: np.ndarray, count: int) -> Estimate:
    """A figure with its interval, from resamples of the deals with replacement.

    Args:
        figures: (1 + R,) the figure of all deals, and below it those of R resamples; nan where a resample lacks it.
        count: number of deals. For fewer than `FEW` the interval is Student's, by the resamples' deviation; for one
            deal it is nan.
    """
    if count < 2:
        return Estimate(figures[0], nan, nan)
    if count < FEW:
        return _student(figures[0], np.nanstd(figures[1:]) * sqrt(count / (count - 1)), count)
    return Estimate(figures[0], *quantiles(figures[1:]))


def estimate_anytime(mean: float, deviation: float, count: int) -> Estimate:
    """A mean with an interval that holds at all counts at once, so that a measurement may stop when it is decided.

    It is an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Annals of Statistics 2024,
    theorem 2.2), about 1.5 times as wide as an interval for one count. Below `FEW` values it holds only roughly.

    Args:
        mean: the mean of the values.
        deviation: their standard deviation.
        count: their number, at least 1.
    """
    level = -2 * log(1 - LEVEL)
    spread = count * (level + log(level) + 1) / SOONEST
    half = deviation * sqrt(2 * (spread + 1) / (count * spread) * log(sqrt(spread + 1) / (1 - LEVEL)))
    return Estimate(mean, mean - half, mean + half)


def quantile_of(count: int) -> float:
    """The 97.5 % quantile, the factor of a standard error of so many values; at least 2 values."""
    return STUDENT[count - 2] if count < FEW else NORMAL


def _student(value: float, error: float, count: int) -> Estimate:
    """Student's interval of a figure, by its standard error and the number of values."""
    half = quantile_of(count) * error
    return Estimate(value, value - half, value + half)


def resample_sums(by_deal: np.ndarray, seed: int = 0) -> np.ndarray:
    """Sums over deals that are drawn with replacement, all columns from the same deals (the cluster bootstrap).

    Args:
        by_deal: (D, C) floats, summands of each deal.
        seed: seed of the resampling.

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
