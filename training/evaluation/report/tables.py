"""Table of a ranking on the terminal."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cardzoo.envs.engine.units import Unit
from cardzoo.training.evaluation.games import FIRST_IN_WORDS, FULL_IN_WORDS, Tally
from cardzoo.training.evaluation.intervals import Estimate
from cardzoo.training.evaluation.ratings.ratings import Duel, Ranking
from cardzoo.training.evaluation.teams import TeamRanking, TeamScore

WIDE = 100  # columns from which on everything is shown
DUEL = 9  # columns of a duel with its border
COLOURS = {1: "green", -1: "red", 0: "yellow"}


def print_ranking(
    console: Console, ranking: Ranking, tallies: Mapping[str, Tally] | None = None, title: str = "ranking"
) -> None:
    """Print the ranking, the best agent in a sentence, and the cross table if there are three entrants and it fits.

    On a console of less than 100 columns the numbers of games and the times are left out.

    Args:
        console: the console.
        ranking: the figures.
        tallies: tallies of the entrants by name, as far as they are known.
        title: title of the table, such as the game's.
    """
    tallies = tallies or {}
    wide = console.width >= WIDE
    heading = f"{title}: {ranking.games:,} games of {ranking.deals:,} deals, with 95 % intervals"
    table = Table(title=heading, caption=FIRST_IN_WORDS)
    unit = ranking.unit
    headings = [unit.heading("payoff").replace(" ", "\n"), "came\nfirst", "open-\nskill", "rating", "for-\nfeits"]
    headings += ["games", "µs a\nmove"] if wide else []
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("agent", overflow="fold")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for standing in ranking.standings:
        tally = tallies.get(standing.agent)
        cells = [
            str(standing.rank),
            escape(standing.agent),
            coloured(standing.payoff, unit.signed),
            f"{standing.first:.1%}",
            f"{standing.rung.ordinal:.1f}",
            f"{standing.points:+.0f}",
            f"{standing.forfeits:,}",
        ]
        if wide:
            time = tally.microseconds if tally else None
            cells += [f"{standing.games:,}", "" if time is None else f"{time:,.3g}" if time < 100 else f"{time:,.0f}"]
        table.add_row(*cells)
    console.print(table)
    console.print(ranking.verdict, markup=False, highlight=False)
    agents = len(ranking.standings)
    if agents >= 3 and _names_width([one.agent for one in ranking.standings]) + DUEL * agents <= console.width:
        _print_duels(console, ranking)


def coloured(figure: Estimate, spec: str) -> str:
    """A figure in rich's markup: green or red if its interval is above or below 0, else yellow."""
    return f"[{COLOURS[figure.sign]}]{figure:{spec}}[/]"


def print_teams(console: Console, ranking: TeamRanking, title: str = "teams") -> None:
    """Print the ranking of a cooperative game by self-play, the best agent in a sentence, and cross-play if it fits.

    Args:
        console: the console.
        ranking: the figures.
        title: title of the table, such as the game's.
    """
    heading = f"{title}: {ranking.games:,} games of {ranking.deals:,} deals, with 95 % intervals"
    table = Table("", "agent", title=heading, caption=FULL_IN_WORDS)
    for heading in ("points in\nself-play", "reward in\nself-play", "full\nscore", "mean\ncross-play", "for-\nfeits"):
        table.add_column(heading, justify="right", no_wrap=True)
    for standing in ranking.standings:
        team = standing.self_play
        cross_play = f"{standing.cross_play:.3f}" if standing.cross_play else ""
        figures = [f"{team.points:.2f}", f"{team.reward:.3f}", f"{team.full:.1%}", cross_play, f"{standing.forfeits:,}"]
        table.add_row(str(standing.rank), escape(standing.agent), *figures)
    console.print(table)
    console.print(ranking.verdict, markup=False, highlight=False)
    agents = len(ranking.standings)
    if agents > 1 and _names_width([one.agent for one in ranking.standings]) + DUEL * agents <= console.width:
        _print_cross_play(console, ranking)


def print_team_scores(console: Console, teams: Sequence[TeamScore], title: str) -> None:
    """Print the scores of some teams, with half their 95 % intervals.

    Args:
        console: the console.
        teams: the scores, from `cardzoo.training.evaluation.teams.evaluate_teams`.
        title: title of the table, such as the game's.
    """
    table = Table("team", "games", "points", "reward", "full score", title=escape(title), caption=FULL_IN_WORDS)
    for team in teams:
        figures = f"{team.games:,}", f"{team.points:.2f}", f"{team.reward:.3f}", f"{team.full:.1%}"
        table.add_row(escape(team.words), *figures)
    console.print(table)


def _print_cross_play(console: Console, ranking: TeamRanking) -> None:
    table = Table(title="points of teams of the row's and the column's agent, ± half the 95 % interval")
    table.add_column("", no_wrap=True)
    for standing in ranking.standings:
        table.add_column(str(standing.rank), justify="right", no_wrap=True)
    for row in ranking.standings:
        cells = [f"{ranking.score(row, column).points:.2f}".replace(" ± ", "\n±") for column in ranking.standings]
        table.add_row(f"{row.rank} {escape(row.agent)}", *cells)
    console.print(table)


def _names_width(names: Sequence[str]) -> int:
    return max(len(f"{rank} {name}") for rank, name in enumerate(names, 1)) + 4


def _print_duels(console: Console, ranking: Ranking) -> None:
    reward = ranking.unit.heading("reward of the row's agent minus that of the column's in their games")
    table = Table(title=f"{reward}, ± half the 95 % interval")
    table.add_column("", no_wrap=True)
    for standing in ranking.standings:
        table.add_column(str(standing.rank), justify="right", no_wrap=True)
    for standing, duels in zip(ranking.standings, ranking.duels, strict=True):
        table.add_row(f"{standing.rank} {escape(standing.agent)}", *[_difference(duel, ranking.unit) for duel in duels])
    console.print(table)


def _difference(duel: Duel | None, unit: Unit) -> str:
    """A difference, with half its interval on the next line, so that the table stays narrow."""
    return "" if duel is None else coloured(duel.difference, unit.signed).replace(" ± ", "\n±")
