"""The openskill ladder: ratings that move game by game (Weng and Lin, 2011, J. Machine Learning Research 12)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cardzoo.envs.extras import check_extra
from cardzoo.training.evaluation.ratings.meetings import NOBODY, Meetings, ranks

MOST_MEETINGS = 10_000  # some seconds; by then the ladder has long been steady


@dataclass(frozen=True)
class Rung:
    """An entrant's place on the ladder.

    Attributes:
        mu: mean of the belief about its skill; it starts at 25.
        sigma: deviation of that belief; it starts at 25/3.
        ordinal: ``mu - 3 sigma``, an almost certain lower bound of its skill.
    """

    mu: float
    sigma: float
    ordinal: float


def climb(meetings: Meetings, entrants: int, seed: int = 0) -> list[Rung]:
    """Rate entrants meeting by meeting with openskill's Bradley-Terry model, in which every two parties are compared.

    A tie is half a win for either of the two. openskill's Plackett-Luce model puts joint winners below the third for
    some dozens of games.

    The order is shuffled, so that the ladder does not depend on the schedule, and ends after `MOST_MEETINGS`. An
    entrant with several places in one meeting gets the mean of their new ratings. Meetings with only one entrant have
    no information and are left out.

    Args:
        meetings: the meetings.
        entrants: number of entrants.
        seed: seed of the order.

    Returns:
        A rung for each entrant.

    Raises:
        ValueError: if openskill is not installed.
    """
    check_extra("arena")
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull()
    ratings: list[Any] = [model.rating() for _ in range(entrants)]
    order = np.random.default_rng(seed).permutation(len(meetings.deals))[:MOST_MEETINGS]
    places = ranks(meetings)
    for row in order:
        there = ~np.isnan(meetings.rewards[row])
        teams = [[int(one) for one in party if one != NOBODY] for party in meetings.members[row, there]]
        present = {one for team in teams for one in team}
        if len(present) < 2:
            continue
        given = [[model.rating(ratings[one].mu, ratings[one].sigma) for one in team] for team in teams]
        rated = model.rate(given, ranks=[float(place) for place in places[row, there]])
        for one in present:
            new = [
                rating
                for team, got in zip(teams, rated, strict=True)
                for member, rating in zip(team, got, strict=True)
                if member == one
            ]
            ratings[one] = model.rating(
                sum(rating.mu for rating in new) / len(new), sum(rating.sigma for rating in new) / len(new)
            )
    return [Rung(rating.mu, rating.sigma, rating.ordinal()) for rating in ratings]
