"""Figures of an arena: payoffs, cross table, ladder and ratings, with intervals by deal."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import isnan
from statistics import NormalDist
from typing import Any

import numpy as np

from cardzoo.envs.engine.units import REWARD, Unit
from cardzoo.training.evaluation.games import Games, first_places
from cardzoo.training.evaluation.intervals import DIGITS, LEVEL, Estimate, estimate_resampled, resample_sums
from cardzoo.training.evaluation.ratings.ladder import Rung, climb
from cardzoo.training.evaluation.ratings.meetings import Meetings, meetings
from cardzoo.training.evaluation.ratings.plackett_luce import POINTS, count_choices, fit

FEWEST_DEALS = 30  # fewest deals that decide an order
BLOCK = 4096  # meetings that are counted together


@dataclass(frozen=True)
class Standing:
    """Standing of an entrant.

    Attributes:
        rank: its place by payoff, from 1.
        agent: its name.
        entrant: its number.
        games: number of its games.
        forfeits: number of games that it forfeited.
        payoff: mean of its reward in a game.
        lead: its payoff minus that of the next in the ranking, on the same deals; None for the last.
        first: share of its games in which it came first, see `cardzoo.training.evaluation.games.first_places`.
        score: mean of its score.
        rung: its place on the openskill ladder.
        points: its Plackett-Luce rating: 0 is the mean of the entrants, and ten times as strong is 400 more.
        strength: its probability to come first if all entrants sat at one table, by that rating.
    """

    rank: int
    agent: str
    entrant: int
    games: int
    forfeits: int
    payoff: Estimate
    lead: Estimate | None
    first: float
    score: float
    rung: Rung
    points: Estimate
    strength: Estimate

    def as_dict(self) -> dict[str, Any]:
        """The standing for JSON, rounded."""
        return dict(_rounded(asdict(self)))


@dataclass(frozen=True)
class Duel:
    """Comparison of two entrants, over the games in which they sat on different sides.

    Attributes:
        games: number of games.
        difference: mean of the first one's reward minus the second one's.
        ahead: share of the games in which the first one got more, ties counted half.
    """

    games: int
    difference: Estimate
    ahead: float

    def as_dict(self) -> dict[str, Any]:
        """The comparison for JSON, rounded."""
        return dict(_rounded(asdict(self)))


@dataclass(frozen=True)
class Ranking:
    """All figures of an arena.

    Attributes:
        deals, games: numbers of deals and games.
        standings: best payoff first.
        duels: the cross table, rows and columns in the order of standings; None for two that have never met.
        unit: unit of payoffs, leads and differences.
    """

    deals: int
    games: int
    standings: tuple[Standing, ...]
    duels: tuple[tuple[Duel | None, ...], ...]
    unit: Unit = REWARD

    def in_unit(self, unit: Unit) -> "Ranking":
        """The ranking with rewards in a unit."""
        factor = unit.per_reward
        standings = [
            replace(one, payoff=one.payoff.times(factor), lead=one.lead and one.lead.times(factor))
            for one in self.standings
        ]
        duels = [
            tuple(duel and replace(duel, difference=duel.difference.times(factor)) for duel in row)
            for row in self.duels
        ]
        return replace(self, standings=tuple(standings), duels=tuple(duels), unit=unit)

    @property
    def verdict(self) -> str:
        """The best agent in a sentence, and by how much it leads."""
        best, *others = self.standings
        payoff = f"{best.payoff.value:{self.unit.signed}} {self.unit.after}"
        if best.lead is None:
            return f"{best.agent} gets {payoff}."
        lead, second = f"{best.lead.value:.{self.unit.digits}f}", others[0].agent
        interval = best.lead.range_as(self.unit.signed)
        if best.lead.sign > 0:
            return f"{best.agent} is best: it gets {payoff}, which is {lead} more than {second} gets ({interval})."
        return (
            f"{best.agent} has the best payoff, {payoff}, but these deals do not separate it from {second}: "
            f"it leads by {lead} ({interval})."
        )

    def as_dict(self) -> dict[str, Any]:
        """The figures for JSON, rounded; the cross table is a list of pairs that have met."""
        agents = [standing.agent for standing in self.standings]
        return {
            "deals": self.deals,
            "games": self.games,
            "standings": [standing.as_dict() for standing in self.standings],
            "duels": [
                {"agent": agents[row], "other": agents[column], **duel.as_dict()}
                for row, duels in enumerate(self.duels)
                for column, duel in enumerate(duels)
                if duel is not None
            ],
        }


def rank(games: Games, names: Sequence[str], sides: int | None = None, seed: int = 0) -> Ranking:
    """Compute all figures.

    Args:
        games: the games, of at least two deals. If each table has one entrant in all seats, it counts as a game for
            one, with the mean of the seats.
        names: names of the entrants, by number.
        sides: number of sides in a partnership game: player k is of side ``k % sides``.
        seed: seed of the resampling and of the ladder's order.

    Raises:
        ValueError: for too few deals, an entrant that has not played, or if openskill is not installed.
    """
    games = games.merged()
    payoffs, seats = count_payoffs(games, len(names))
    if len(payoffs) < 2:
        raise ValueError(f"deals must be at least 2 for an interval, got {len(payoffs)}")
    for name, times in zip(names, seats.sum(axis=0), strict=True):
        if not times:
            raise ValueError(f"{name} has not played any game")
    met = meetings(games, sides)
    differences, ahead, met_times = _count_duels(met, len(names))
    choices = count_choices(met, len(names))
    sums = _resample(seed, payoffs, seats, differences, met_times, choices.chosen, choices.offered)
    rewards = ratios(sums[0], sums[1])
    logs = fit(choices.sets, sums[4], sums[5])
    order = np.argsort(-rewards[0], kind="stable")
    leads = rewards[:, order[:-1]] - rewards[:, order[1:]]
    first, scores, sat, forfeits = _count_places(games, len(names), sides)
    rungs = climb(met, len(names), seed)
    standings = tuple(
        Standing(
            rank=place + 1,
            agent=names[one],
            entrant=int(one),
            games=int(sat[one]),
            forfeits=int(forfeits[one]),
            payoff=estimate_resampled(rewards[:, one], len(payoffs)),
            lead=estimate_resampled(leads[:, place], len(payoffs)) if place < len(names) - 1 else None,
            first=float(first[one]),
            score=float(scores[one]),
            rung=rungs[one],
            points=estimate_resampled(POINTS * logs[:, one], len(payoffs)),
            strength=_within(estimate_resampled(_shares(logs)[:, one], len(payoffs)), 0.0, 1.0),
        )
        for place, one in enumerate(order)
    )
    duels = _duels(ratios(sums[2], sums[3]), ahead.sum(axis=0), met_times, order)
    return Ranking(len(payoffs), len(games.deals), standings, duels)


def is_decided(games: Games, names: Sequence[str], sides: int | None = None, *, looks: int, seed: int = 0) -> bool:
    """Returns whether the order of the entrants by mean payoff is decided, so that no more games are needed.

    It is decided if, for every two neighbours in the order, the interval of the difference of their payoffs on the same
    deals excludes 0. Repeated looks would find false differences, so each has an equal share of the 5 % (Bonferroni's
    correction). The interval is the difference and a multiple of its bootstrap deviation: at such levels the ends of a
    percentile interval would depend on very few resamples.

    Args:
        games: the games so far; fewer than 30 deals decide nothing.
        names: names of the entrants, by number.
        sides: see `rank`; payoffs are the same with it and without.
        looks: largest number of calls, in all.
        seed: seed of the resampling.
    """
    payoffs, seats = count_payoffs(games, len(names))
    if len(payoffs) < FEWEST_DEALS or not seats.any(axis=0).all():
        return False
    rewards = ratios(*_resample(seed, payoffs, seats))
    order = np.argsort(-rewards[0], kind="stable")
    leads = (rewards[:, order[:-1]] - rewards[:, order[1:]]).round(DIGITS)
    multiple = NormalDist().inv_cdf(1 - (1 - LEVEL) / looks / 2)
    return bool((leads[0] > multiple * leads[1:].std(axis=0)).all())


def _rounded(record: Any) -> Any:
    """A dataclass as plain JSON, its numbers rounded; None for nan."""
    if isinstance(record, dict):
        return {name: _rounded(value) for name, value in record.items()}
    if isinstance(record, float):
        return None if isnan(record) else round(record, DIGITS)
    return record


def _resample(seed: int, *by_deal: np.ndarray) -> list[np.ndarray]:
    """Sums over all deals, and below them sums over resampled deals: (1 + RESAMPLES, C) each."""
    columns = np.hstack(by_deal)
    sums = np.vstack([columns.sum(axis=0), resample_sums(columns, seed)])
    return np.split(sums, np.cumsum([each.shape[1] for each in by_deal])[:-1], axis=1)


def _within(figure: Estimate, least: float, most: float) -> Estimate:
    """A figure with its interval cut to the figure's range."""
    return Estimate(figure.value, max(figure.low, least), min(figure.high, most))


def _duels(
    differences: np.ndarray, ahead: np.ndarray, times: np.ndarray, order: np.ndarray
) -> tuple[tuple[Duel | None, ...], ...]:
    """The cross table; the columns of the figures are pairs of entrants by number, the rows of `times` are deals."""
    count, games, deals = len(order), times.sum(axis=0), (times > 0).sum(axis=0)

    def duel(pair: int) -> Duel | None:
        met = int(games[pair])
        if not met:
            return None
        return Duel(met, estimate_resampled(differences[:, pair], int(deals[pair])), float(ahead[pair]) / met)

    return tuple(tuple(duel(row * count + column) for column in order) for row in order)


def ratios(sums: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Means; nan where nothing was counted."""
    return np.asarray(np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0))


def _shares(logs: np.ndarray) -> np.ndarray:
    strengths = np.exp(logs)
    return np.asarray(strengths / strengths.sum(axis=1, keepdims=True))


def count_payoffs(games: Games, entrants: int) -> tuple[np.ndarray, np.ndarray]:
    """Sum of each entrant's rewards and number of its seats, by deal: (D, E) each."""
    deals = np.unique(games.deals, return_inverse=True)[1]
    at = (deals[:, None] * entrants + games.seats).ravel()
    shape = (int(deals.max()) + 1 if len(deals) else 0, entrants)
    size = shape[0] * entrants
    return np.bincount(at, games.rewards.ravel(), size).reshape(shape), np.bincount(at, minlength=size).reshape(shape)


def _count_places(
    games: Games, entrants: int, sides: int | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Share of first places, mean score, games and forfeits of each entrant: (E,) each."""
    best = first_places(games.scores, games.rewards, games.forfeits, sides)
    seats = games.seats.ravel()
    times = np.bincount(seats, minlength=entrants)
    first, scores = (np.bincount(seats, each.ravel(), entrants) / times for each in (best, games.scores))
    sat = np.array([(games.seats == one).any(axis=1).sum() for one in range(entrants)])
    gave_up = games.forfeits >= 0
    losers = games.seats[gave_up, games.forfeits[gave_up]]
    return first, scores, sat, np.bincount(losers, minlength=entrants)


def _count_duels(met: Meetings, entrants: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Difference of rewards, leads of the first, and meetings of each pair, by deal: (D, E * E) each.

    If an entrant has several seats in a meeting, these are means over all pairs of opposing seats.
    """
    deals, parties = int(met.deals.max()) + 1, met.rewards.shape[1]
    totals = np.zeros((3, deals, entrants * entrants))
    for start in range(0, len(met.deals), BLOCK):
        part = slice(start, start + BLOCK)
        rewards = np.nan_to_num(met.rewards[part])
        sits = (met.members[part, ..., None] == np.arange(entrants)).sum(axis=2).astype(np.float64)  # (M, W, E)
        better = 0.5 + 0.5 * np.sign(rewards[:, :, None] - rewards[:, None, :])
        better[:, range(parties), range(parties)] = 0
        seats, got = sits.sum(axis=1), np.einsum("mw,mwa->ma", rewards, sits)
        pairs = seats[:, :, None] * seats[:, None, :] - np.einsum("mwa,mwb->mab", sits, sits)
        pairs[:, range(entrants), range(entrants)] = 0
        difference = got[:, :, None] * seats[:, None, :] - seats[:, :, None] * got[:, None, :]
        ahead = sits.transpose(0, 2, 1) @ better @ sits
        figures = (ratios(difference, pairs), ratios(ahead, pairs), (pairs > 0).astype(np.float64))
        for total, figure in zip(totals, figures, strict=True):
            np.add.at(total, met.deals[part], np.nan_to_num(figure).reshape(len(figure), -1))
    return totals[0], totals[1], totals[2]
