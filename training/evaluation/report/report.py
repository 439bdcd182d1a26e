"""Report of an arena: one self-contained page of HTML."""

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.agents.language.usage import Usage
from cardzoo.envs.extras import check_extra
from cardzoo.envs.files.whole import write_file
from cardzoo.training.evaluation.arena.contest import Contest
from cardzoo.training.evaluation.games import FIRST_IN_WORDS, FULL_IN_WORDS, Games, Tally
from cardzoo.training.evaluation.intervals import FEW, RESAMPLES
from cardzoo.training.evaluation.limits import TIME_LIMIT
from cardzoo.training.evaluation.ratings.ladder import MOST_MEETINGS
from cardzoo.training.evaluation.ratings.ratings import Ranking
from cardzoo.training.evaluation.report.details import payoffs_by_seat, payoffs_over_deals, spread_scores
from cardzoo.training.evaluation.report.templates import render
from cardzoo.training.evaluation.teams import TeamRanking, in_self_play

MOST_FORFEITS = 200  # largest number that is listed one by one


@dataclass(frozen=True)
class Event:
    """Settings of an arena, for its report.

    Attributes:
        game: title of the game.
        id: id of the game.
        num_players: number of players at a table.
        options: options of the game that were set.
        seed: seed of the arena.
        command: command that repeats the arena.
        moves_a_second: moves a second of one process; None if it was not measured.
    """

    game: str
    id: str
    num_players: int
    options: Mapping[str, Any]
    seed: int
    command: str
    moves_a_second: float | None = None


def command_of(contest: Contest, deals: int, keys: Path | None = None) -> str:
    """The command that repeats an arena.

    Args:
        contest: the contest.
        deals: number of deals.
        keys: folder of the deals' keys, if they have keys.
    """
    words = ["cardzoo", "arena", contest.game, "--agents", ",".join(contest.agents), "--deals", str(deals)]
    words += ["--players", str(contest.num_players), "--seed", str(contest.seed)]
    for name, value in contest.options:
        words += ["--set", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
    if contest.time_limit != TIME_LIMIT:
        words += ["--time-limit", f"{contest.time_limit:g}"]
    if keys is not None:
        words += ["--keys", str(keys), "--out", f"{keys}-again"]
    return shlex.join(words)


def write_report(
    path: Path,
    event: Event,
    games: Games,
    ranking: Ranking,
    tallies: Mapping[str, Tally] | None = None,
    forfeits: Sequence[Mapping[str, Any]] = (),
    usages: Mapping[str, Usage] | None = None,
) -> None:
    """Write the report. The same input gives the same file, byte for byte.

    Args:
        path: path of the HTML file.
        event: settings of the arena.
        games: the games.
        ranking: their ranking, by `rank`; figures are in its unit.
        tallies: tallies of the entrants by name, as far as they are known.
        forfeits: the forfeited games: ``deal``, ``game`` (its number within the deal), ``seat``, ``agent``, ``kind``
            and ``reason`` of each.
        usages: usages of language models, by the entrants' names.

    Raises:
        ValueError: if matplotlib or Jinja2 is not installed.
        OSError: if the file cannot be written.
    """
    check_extra("arena")
    unit = ranking.unit
    games = replace(games, rewards=games.rewards * np.float32(unit.per_reward))
    by_seat = payoffs_by_seat(games, len(ranking.standings))
    page = render(
        "report.html",
        _draw(games, ranking),
        event=event,
        unit=unit,
        alone=games.alone,
        ranking=ranking,
        standings=ranking.standings,
        forfeit_in_words="its side gets −1, the others 0",
        by_seat=[by_seat[standing.entrant] for standing in ranking.standings],
        largest_at_seat=_largest(by_seat),
        largest_difference=_largest(
            np.array([duel.difference.value for duels in ranking.duels for duel in duels if duel])
        ),
        first_in_words=FIRST_IN_WORDS,
        resamples=RESAMPLES,
        few=FEW,
        most_meetings=MOST_MEETINGS,
        **_about_agents(tallies or {}, forfeits, usages or {}),
    )
    write_file(path, page.encode())


def write_team_report(
    path: Path,
    event: Event,
    games: Games,
    ranking: TeamRanking,
    tallies: Mapping[str, Tally] | None = None,
    forfeits: Sequence[Mapping[str, Any]] = (),
    usages: Mapping[str, Usage] | None = None,
) -> None:
    """Write the report of a cooperative game; see `write_report`.

    Raises:
        ValueError: if matplotlib or Jinja2 is not installed.
        OSError: if the file cannot be written.
    """
    check_extra("arena")
    page = render(
        "teams.html",
        _draw_teams(in_self_play(games), ranking),
        event=event,
        ranking=ranking,
        standings=ranking.standings,
        forfeit_in_words="its team gets 0",
        full_in_words=FULL_IN_WORDS,
        resamples=RESAMPLES,
        few=FEW,
        **_about_agents(tallies or {}, forfeits, usages or {}),
    )
    write_file(path, page.encode())


def _about_agents(
    tallies: Mapping[str, Tally], forfeits: Sequence[Mapping[str, Any]], usages: Mapping[str, Usage]
) -> dict[str, Any]:
    """Values of the sections about each agent, and of the footer."""
    return {
        "tallies": tallies,
        "kinds": sorted({kind for tally in tallies.values() for kind in tally.forfeits}),
        "forfeits": forfeits[:MOST_FORFEITS],
        "further_forfeits": max(len(forfeits) - MOST_FORFEITS, 0),
        "usages": usages,
        "version": version("cardzoo"),
    }


def _draw(games: Games, ranking: Ranking) -> dict[str, str]:
    from cardzoo.training.evaluation.report.plots import draw_estimates

    names = [standing.agent for standing in ranking.standings]
    label = ranking.unit.heading("mean payoff")
    order = [standing.entrant for standing in ranking.standings]
    return {
        "payoffs": draw_estimates(names, [standing.payoff for standing in ranking.standings], label),
        "ratings": draw_estimates(names, [standing.points for standing in ranking.standings], "rating, points"),
        **_draw_games(games, names, order, label),
    }


def _draw_teams(games: Games, ranking: TeamRanking) -> dict[str, str]:
    """The pictures of games in self-play."""
    from cardzoo.training.evaluation.report.plots import draw_estimates

    names = [standing.agent for standing in ranking.standings]
    order = [standing.entrant for standing in ranking.standings]
    points = [standing.self_play.points for standing in ranking.standings]
    return {"points": draw_estimates(names, points, "mean points"), **_draw_games(games, names, order, "mean reward")}


def _draw_games(games: Games, names: Sequence[str], order: Sequence[int], label: str) -> dict[str, str]:
    """The course of the mean rewards and the distribution of the scores, by the entrants' names and numbers."""
    from cardzoo.training.evaluation.report.plots import draw_course, draw_scores

    course = payoffs_over_deals(games, len(names))
    edges, shares = spread_scores(games, len(names))
    ordered = [(deals, [figures[one] for one in order]) for deals, figures in course]
    return {
        "course": draw_course(names, ordered, label),
        "scores": draw_scores(names, edges, shares[list(order)]),
    }


def _largest(figures: np.ndarray) -> float:
    return max(float(np.nanmax(np.abs(figures), initial=0)), 1e-9)
