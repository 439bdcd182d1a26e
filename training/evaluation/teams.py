"""Contest of a cooperative game: the players of a table are one team with one reward, from 0 to 1.

A kind is an agent that may have several seats. No kind wins against another, so there are neither ratings nor first
places. Two figures have a meaning, each as a share of the full score (reward) and in the game's points:

- **self-play**: the score of a team of one kind;
- **cross-play** (Bard et al., "The Hanabi challenge", 2020): the score of a team of two kinds, over all ways to seat
  them. It is low where each kind is used to its own conventions.

All teams play the same deals, so differences between them do not depend on the cards. Kinds are ranked by self-play.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, product
from typing import Any

import numpy as np

from cardzoo.agents import AnyAgent
from cardzoo.envs.engine import Game
from cardzoo.training.evaluation.duplicate import count_players, play_seatings
from cardzoo.training.evaluation.games import Games, has_full_score
from cardzoo.training.evaluation.intervals import DIGITS, Estimate, estimate_resampled, resample_sums
from cardzoo.training.evaluation.keys import key_for

Kinds = tuple[int, int]
"""Numbers of the two kinds of a team, the smaller one first; twice the same in self-play."""


def team_seatings(teams: Sequence[Kinds], num_players: int) -> np.ndarray:
    """Seatings of some teams: one in self-play, and all that have both kinds in cross-play.

    Args:
        teams: the teams.
        num_players: P.

    Returns:
        (S, P) int16, the number of the kind at each seat: 1 seating in self-play, ``2 ** P - 2`` in cross-play.
    """
    rows = [
        row
        for first, second in teams
        for row in product(dict.fromkeys((first, second)), repeat=num_players)
        if first in row and second in row
    ]
    return np.array(rows, np.int16)


def all_teams(kinds: int) -> list[Kinds]:
    """Teams of each kind alone, then of every two kinds."""
    return [*((kind, kind) for kind in range(kinds)), *combinations(range(kinds), 2)]


@dataclass(frozen=True)
class TeamScore:
    """Score of a team.

    Attributes:
        agent, partner: names of its kinds; the same in self-play.
        games: number of games.
        reward: mean reward, the share of the full score.
        points: mean score.
        full: share of games with the full score.
        key: repeats the games; empty if the seed does. See `cardzoo.training.evaluation.keys`.
    """

    agent: str
    partner: str
    games: int
    reward: Estimate
    points: Estimate
    full: float
    key: str = ""

    @property
    def words(self) -> str:
        """The team in words, such as ``"expert"`` or ``"novice with expert"``."""
        return self.agent if self.agent == self.partner else f"{self.agent} with {self.partner}"

    def as_dict(self) -> dict[str, Any]:
        """The score for JSON; without a key if there is none."""
        return {name: value for name, value in asdict(self).items() if name != "key" or value}


@dataclass(frozen=True)
class TeamStanding:
    """Standing of a kind.

    Attributes:
        rank: its place by self-play, from 1.
        agent: its name.
        entrant: its number.
        self_play: its score in self-play.
        lead: its reward in self-play minus that of the next in the ranking, on the same deals; None for the last.
        cross_play: mean reward with the other kinds, each with the same weight; None if there are no others.
        forfeits: number of games that it forfeited.
    """

    rank: int
    agent: str
    entrant: int
    self_play: TeamScore
    lead: Estimate | None
    cross_play: Estimate | None
    forfeits: int


@dataclass(frozen=True)
class TeamRanking:
    """All figures of a contest.

    Attributes:
        deals, games: numbers of deals and games.
        standings: best self-play first.
        scores: score of each team by the numbers of its kinds.
    """

    deals: int
    games: int
    standings: tuple[TeamStanding, ...]
    scores: Mapping[Kinds, TeamScore]

    def score(self, one: TeamStanding, other: TeamStanding) -> TeamScore:
        """Score of the team of two kinds."""
        return self.scores[_kinds(one.entrant, other.entrant)]

    @property
    def verdict(self) -> str:
        """The best kind in a sentence, and by how much it leads."""
        best, *others = self.standings
        figures = f"{best.self_play.points.value:.2f} points a game in self-play"
        if best.lead is None:
            return f"A team of {best.agent} makes {figures}."
        lead = f"{best.lead.value:+.3f} of the full score, {best.lead.range}"
        if best.lead.sign > 0:
            return f"{best.agent} is best: {figures}, more than {others[0].agent} ({lead})."
        return f"{best.agent} makes {figures}, but these deals do not separate it from {others[0].agent} ({lead})."

    def as_dict(self) -> dict[str, Any]:
        """The figures for JSON: the standings, and the score of each team."""
        return {
            "deals": self.deals,
            "games": self.games,
            "standings": [asdict(standing) for standing in self.standings],
            "teams": [score.as_dict() for score in self.scores.values()],
        }


def rank_teams(games: Games, names: Sequence[str], seed: int = 0, key: str = "") -> TeamRanking:
    """Compute all figures.

    Args:
        games: the games of at least two deals, each with the same seatings.
        names: names of the kinds, by number.
        seed: seed of the resampling.
        key: key of the games, if there is one for all.

    Raises:
        ValueError: for too few deals.
    """
    deals = len(np.unique(games.deals))
    if deals < 2:
        raise ValueError(f"deals must be at least 2 for an interval, got {deals}")
    lowest, highest = games.seats.min(axis=1), games.seats.max(axis=1)
    teams = list(dict.fromkeys(zip(lowest.tolist(), highest.tolist(), strict=True)))
    of_team = {team: (lowest == team[0]) & (highest == team[1]) for team in teams}
    rewards, points = (
        np.stack(
            [figures[of_team[team], 0].reshape(deals, -1).mean(axis=1, dtype=np.float64) for team in teams], axis=1
        )
        for figures in (games.rewards, games.scores)
    )  # (D, teams)
    columns = np.hstack([rewards, points])
    means = np.vstack([columns.sum(axis=0), resample_sums(columns, seed)]) / deals
    reward = {team: means[:, place] for place, team in enumerate(teams)}
    scores = {
        team: TeamScore(
            agent=names[team[0]],
            partner=names[team[1]],
            games=int(of_team[team].sum()),
            reward=estimate_resampled(means[:, place], deals),
            points=estimate_resampled(means[:, len(teams) + place], deals),
            full=round(float(has_full_score(games.rewards[of_team[team], 0]).mean()), DIGITS),
            key=key,
        )
        for place, team in enumerate(teams)
    }
    return TeamRanking(deals, len(games.deals), _standings(games, names, reward, scores, deals), scores)


def _standings(
    games: Games,
    names: Sequence[str],
    reward: Mapping[Kinds, np.ndarray],
    scores: Mapping[Kinds, TeamScore],
    deals: int,
) -> tuple[TeamStanding, ...]:
    """The kinds by self-play; ``reward`` holds each team's mean, and below it those of the resamples, (1 + R,)."""
    gave_up = games.forfeits >= 0
    forfeits = np.bincount(games.seats[gave_up, games.forfeits[gave_up]], minlength=len(names))
    order = sorted(range(len(names)), key=lambda kind: -reward[kind, kind][0])
    found = []
    for place, kind in enumerate(order):
        behind = order[place + 1 : place + 2]
        mixed = [reward[_kinds(kind, other)] for other in order if other != kind and _kinds(kind, other) in reward]
        found.append(
            TeamStanding(
                rank=place + 1,
                agent=names[kind],
                entrant=kind,
                self_play=scores[kind, kind],
                lead=estimate_resampled(reward[kind, kind] - reward[behind[0], behind[0]], deals) if behind else None,
                cross_play=estimate_resampled(np.mean(mixed, axis=0), deals) if mixed else None,
                forfeits=int(forfeits[kind]),
            )
        )
    return tuple(found)


def _kinds(one: int, other: int) -> Kinds:
    return min(one, other), max(one, other)


def in_self_play(games: Games) -> Games:
    """The games of teams of one kind."""
    alike = (games.seats == games.seats[:, :1]).all(axis=1)
    return Games(*(getattr(games, name)[alike] for name in Games.__dataclass_fields__))


def evaluate_teams(
    game: Game,
    agent: AnyAgent,
    partners: Sequence[AnyAgent],
    deals: int,
    seed: int = 0,
    num_players: int | None = None,
    options: Mapping[str, Any] | None = None,
    tell: Callable[[float], None] | None = None,
    key: str | None = None,
) -> list[TeamScore]:
    """Measure an agent in self-play, and in cross-play with each partner on the same deals.

    Args:
        game: a cooperative game.
        agent: the measured agent.
        partners: the other kinds.
        deals: number of deals.
        seed: seed of the deals and of the agents' own choices.
        num_players: number of players at a table; None for the game's default.
        options: options of the game.
        tell: receives now and then the share of the games that has been played.
        key: key of earlier results, to repeat them; None for a random one.

    Returns:
        The agent's score in self-play, then for each partner the score in cross-play and the partner's in self-play.

    Raises:
        ValueError: for unfit settings, or a trained agent for another number of players or other options.
    """
    if deals < 2:
        raise ValueError(f"deals must be at least 2 for an interval, got {deals}")
    kinds = [agent, *partners]
    key = key_for(kinds, game, key)
    teams = [(0, 0), *(team for kind in range(1, len(kinds)) for team in ((0, kind), (kind, kind)))]
    seatings = team_seatings(teams, count_players(game, num_players, options))
    games = play_seatings(game, kinds, seatings, deals, seed, options, tell, key=key)
    scores = rank_teams(games, [kind.name for kind in kinds], seed, key).scores
    return [scores[team] for team in teams]
