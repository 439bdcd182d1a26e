"""Figures of the report: payoffs over deals and by seat, distribution of scores."""

import numpy as np

from cardzoo.training.evaluation.games import Games
from cardzoo.training.evaluation.intervals import Estimate, quantile_of
from cardzoo.training.evaluation.ratings.ratings import count_payoffs, ratios

FIRST_DEALS = 10  # deals before the curve begins
MOST_BARS = 40


def payoffs_over_deals(games: Games, entrants: int, points: int = 100) -> list[tuple[int, list[Estimate]]]:
    """Mean payoffs after growing numbers of deals.

    The intervals are the mean and 1.96 standard errors by deal (of a ratio estimate: Cochran, Sampling Techniques,
    1977, chapter 6); for fewer than 30 deals the factor is Student's. A bootstrap at every point would take long and
    show the same.

    Args:
        games: the games.
        entrants: number of entrants.
        points: number of points of the curve, evenly spread.

    Returns:
        The number of deals, and each entrant's payoff; nan if it has not played yet.
    """
    payoffs, seats = count_payoffs(games, entrants)
    ends = np.unique(np.linspace(min(FIRST_DEALS, len(payoffs)), len(payoffs), points).astype(int))
    sums = [np.cumsum(each, axis=0)[ends - 1] for each in (payoffs, seats, payoffs**2, payoffs * seats, seats**2)]
    means = ratios(sums[0], sums[1])
    squares = np.maximum(sums[2] - 2 * means * sums[3] + means**2 * sums[4], 0)
    deals = ends[:, None]
    multiples = np.array([[quantile_of(int(end))] for end in ends])
    halves = multiples * ratios(np.sqrt(squares * deals / np.maximum(deals - 1, 1)), sums[1])
    return [
        (int(end), [Estimate(*map(float, each)) for each in zip(mean, mean - half, mean + half, strict=True)])
        for end, mean, half in zip(ends, means, halves, strict=True)
    ]


def payoffs_by_seat(games: Games, entrants: int) -> np.ndarray:
    """Mean payoff of each entrant at each seat: (E, P), nan for a seat that it never had."""
    players = games.seats.shape[1]
    at = (games.seats * players + np.arange(players)).ravel()
    size = entrants * players
    sums, counts = np.bincount(at, games.rewards.ravel(), size), np.bincount(at, minlength=size)
    return ratios(sums, counts).reshape(entrants, players)


def spread_scores(games: Games, entrants: int) -> tuple[np.ndarray, np.ndarray]:
    """Distribution of each entrant's scores.

    Returns:
        Edges of the bars (B + 1,), a bar for each score or, if there are many, for several neighbouring ones; and the
        share of the entrant's games in each (E, B).
    """
    low, high = int(games.scores.min()), int(games.scores.max())
    width = -(-(high - low + 1) // MOST_BARS)
    edges = np.arange(low, high + width + 1, width) - 0.5
    shares = [np.histogram(games.scores[games.seats == one], edges)[0] for one in range(entrants)]
    return edges, np.array([share / max(share.sum(), 1) for share in shares])
