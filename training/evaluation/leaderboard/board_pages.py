"""Pages of leaderboards: a page for each board and one for all, as Markdown with pictures, or as one page of HTML."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10
from pathlib import Path

from cardzoo.envs.engine.units import REWARD, Unit
from cardzoo.envs.files.whole import write_file
from cardzoo.envs.registry import find_game
from cardzoo.training.evaluation.games import FIRST_IN_WORDS, FULL_IN_WORDS
from cardzoo.training.evaluation.intervals import FEW, Estimate
from cardzoo.training.evaluation.leaderboard.boards import (
    FEWEST_BOARDS,
    AnyBoard,
    Board,
    Bound,
    Bounds,
    Overall,
    TeamBoard,
    bound_of,
    rate_over_boards,
)
from cardzoo.training.evaluation.report.pages import (
    Cell,
    Page,
    Picture,
    Table,
    as_html,
    as_markdown,
    draw_intervals,
    short,
    signed,
)
from cardzoo.training.evaluation.report.report import command_of

INDEX = "index"

RATING = (
    "The rating is that of a Plackett-Luce model of the order in each game, without the margins: ten times as strong "
    "is 400 points more, and 0 is the mean of the agents."
)
NO_RATING = "There is no rating, as the order in a game leaves out how much is won."
ORDER = "The order is that of the mean reward in a game."
BY_DEAL = "Intervals are 95 % intervals, by bootstrap over deals."
BY_FEW_DEALS = f"Intervals are 95 % intervals, Student's, because there are fewer than {FEW} deals."
BY_BOARD = (
    "Each game has the same weight: it counts as one game between any two agents, of which each wins the share of "
    "their games in which it got more than the other, ties counted half."
)
AHEAD = "Share of their games in which the row's agent got more than the column's, ties counted half."
TEAMS = (
    "All players of a table are one team. The order is that of self-play, in which an agent has all seats; mean "
    "cross-play is the mean reward with the other agents. Nobody wins, so there is no rating."
)
BOUNDED = (
    "Exploitability: mean reward of the best response that was found, with its 95 % interval; the true value is no "
    "lower. Empty: not measured yet."
)


@dataclass(frozen=True)
class Scores:
    """Scores of agents in the benchmark.

    Attributes:
        suite: name of the suite.
        protocol: link to the protocol.
        by_agent: interquartile means of the games' scores.
    """

    suite: str
    protocol: str
    by_agent: Mapping[str, Estimate]


def write_pages(folder: Path, boards: Sequence[Board | TeamBoard], bounds: Bounds) -> Path:
    """Write all pages: Markdown with pictures, and ``index.html``, which holds all of them.

    Args:
        folder: folder of the pages; it is made if need be.
        boards: at least one board.
        bounds: bounds of agents' exploitability.

    Returns:
        The HTML file.

    Raises:
        OSError: if a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pages = make_pages(boards, bounds)
    for name, text in markdown_files(pages).items():
        write_file(folder / name, text.encode())
    file = folder / f"{INDEX}.html"
    write_file(file, as_html(pages).encode())
    return file


def make_pages(boards: Sequence[Board | TeamBoard], bounds: Bounds, scores: Scores | None = None) -> list[Page]:
    """A page for each board; if there are several, after one for all, unless all are of cooperative games.

    Args:
        boards: at least one board.
        bounds: bounds of agents' exploitability.
        scores: scores of the benchmark, by which the agents of the page for all are in order; None for ratings.
    """
    names = [page_name(board) for board in boards]
    pages = [
        _board_page(board, name, bounds) if isinstance(board, Board) else _team_page(board, name)
        for board, name in zip(boards, names, strict=True)
    ]
    rated = any(isinstance(board, Board) for board in boards)
    return [_index(boards, names, scores), *pages] if len(boards) > 1 and rated else pages


def markdown_files(pages: Sequence[Page]) -> dict[str, str]:
    """The pages and their pictures, by the names of the files."""
    texts = {f"{page.name}.md": as_markdown(page) for page in pages}
    return texts | {f"{page.name}.svg": draw_intervals(page.picture) for page in pages}


def page_name(board: AnyBoard) -> str:
    """Name of a board's file: the game's name, with players and options that are not the usual ones."""
    game = find_game(board.game)
    further = board.title.removeprefix(game.title)
    words = "".join(letter if letter.isalnum() or letter == "_" else "-" for letter in further)
    return "-".join([game.name, *(word for word in words.split("-") if word)])


def _board_page(board: Board, name: str, bounds: Bounds) -> Page:
    found = {entry.agent: bound_of(board, entry.agent, bounds) for entry in board.entries}
    forfeits = any(entry.forfeits for entry in board.entries)
    unit = find_game(board.game).unit_of(board.players, **board.options)
    payoff_heading, rated = unit.heading("mean reward"), unit == REWARD
    headings = ["#", "agent", payoff_heading, "95 % interval", *["rating"] * rated, "came first", "decisions a second"]
    headings += ["exploitability"] * any(found.values()) + ["forfeits"] * forfeits
    rows = []
    for place, entry in enumerate(board.entries, 1):
        payoff = _figure(entry.payoff.times(unit.per_reward), unit.digits)
        row = [Cell(str(place)), _agent(entry.agent), *payoff, *[Cell(_estimate(entry.points))] * rated]
        row += [Cell(f"{entry.first:.1%}"), Cell(pace_in_words(entry.pace))]
        row += [Cell(_bounded(found[entry.agent], unit))] * any(found.values())
        row += [Cell(f"{entry.forfeits:,}")] * forfeits
        rows.append(row)
    names = [entry.agent for entry in board.entries]
    duels = [
        [_agent(entry.agent), *(Cell(f"{entry.ahead[other]:.0%}" if other in entry.ahead else "") for other in names)]
        for entry in board.entries
    ]
    machine = f"Decisions a second of the processor, one at a time, on {_plain(board.machine)}, to two digits."
    played = (
        f"{board.games:,} games of {board.deals:,} deals, {board.players} at the table, each deal with seats rotated."
    )
    if find_game(board.game).plays_alone:
        seats = f"; each agent plays alone, in all {board.players} seats" * (board.players > 1)
        played = f"{board.deals:,} deals, the same for all{seats}."
    parts: list[str | Table | tuple[str]] = [
        f"{played} {ORDER} {RATING if rated else NO_RATING} {BY_DEAL if board.deals >= FEW else BY_FEW_DEALS}",
        Table(headings, rows, 2),
        f"{FIRST_IN_WORDS[0].upper()}{FIRST_IN_WORDS[1:]}. {machine}",
        *([BOUNDED] if any(found.values()) else []),
        "## Cross table",
        Table(["", *map(short, names)], duels),
        AHEAD,
        "## Command to repeat it",
        (command_of(board.contest, board.deals),),
        f"The games were played with cardzoo {board.cardzoo}.",
    ]
    payoffs = [entry.payoff.times(unit.per_reward) for entry in board.entries]
    picture = Picture(names, payoffs, payoff_heading)
    return Page(name, f"{board.title}: leaderboard", picture, parts)


def _team_page(board: TeamBoard, name: str) -> Page:
    """The page of a cooperative game: self-play, then the points of every two agents."""
    forfeits = any(entry.forfeits for entry in board.entries)
    headings = ["#", "agent", "points", "95 % interval", "mean reward", "full score", "mean cross-play"]
    headings += ["decisions a second"] + ["forfeits"] * forfeits
    rows, pairs = [], []
    for place, entry in enumerate(board.entries, 1):
        points = entry.points
        row = [Cell(str(place)), _agent(entry.agent), Cell(f"{points.value:.2f}", strong=True)]
        row += [Cell(f"{points.low:.2f} to {points.high:.2f}"), Cell(f"{entry.reward:.3f}"), Cell(f"{entry.full:.1%}")]
        row += [Cell(f"{entry.cross_play:.3f}"), Cell(pace_in_words(entry.pace))]
        rows.append(row + [Cell(f"{entry.forfeits:,}")] * forfeits)
        with_others = entry.partners | {entry.agent: points}
        pairs.append([_agent(entry.agent), *(Cell(f"{with_others[one.agent]:.2f}") for one in board.entries)])
    names = [entry.agent for entry in board.entries]
    machine = f"Decisions a second of the processor, one at a time, on {_plain(board.machine)}, to two digits."
    played = f"{board.games:,} games of {board.deals:,} deals, the same for all teams of {board.players}."
    picture = Picture(names, [entry.points for entry in board.entries], "points")
    parts: list[str | Table | tuple[str]] = [
        f"{played} {TEAMS} {BY_DEAL if board.deals >= FEW else BY_FEW_DEALS}",
        Table(headings, rows, 2),
        f"{FULL_IN_WORDS[0].upper()}{FULL_IN_WORDS[1:]}. {machine}",
        "## Cross-play",
        Table(["", *map(short, names)], pairs),
        "Points of teams of the row's and the column's agent, over all ways to seat both. The diagonal is self-play.",
        "## Command to repeat it",
        (command_of(board.contest, board.deals),),
        f"The games were played with cardzoo {board.cardzoo}.",
    ]
    return Page(name, f"{board.title}: leaderboard", picture, parts)


def _index(boards: Sequence[Board | TeamBoard], names: Sequence[str], scores: Scores | None) -> Page:
    overall = rate_over_boards([board for board in boards if isinstance(board, Board)])
    first, picture = _scored(overall, scores) if scores else _rated(overall)
    widespread = [one.agent for one in overall if one.boards > 1]
    parts: list[str | Table | tuple[str]] = [
        *first,
        "## Game by game",
        "Mean rewards, the best in bold. Intervals are on the games' pages.",
        _by_game(boards, names, widespread),
    ]
    return Page(INDEX, "Leaderboards", picture, parts)


PACE = "Decisions a second of the processor: the median over the games."


def _scored(overall: Sequence[Overall], scores: Scores) -> tuple[list[str | Table], Picture]:
    """The agents by their scores in the benchmark."""
    found = {one.agent: one for one in overall}
    ranked = sorted(scores.by_agent.items(), key=lambda named: -named[1].value)
    rows = []
    for place, (agent, score) in enumerate(ranked, 1):
        one = found.get(agent)
        figures = [str(one.boards), str(one.best), pace_in_words(one.pace)] if one else [""] * 3
        cells = [Cell(f"{score.value:.1f}", strong=True), Cell(f"{score.low:.1f} to {score.high:.1f}")]
        rows.append([Cell(str(place)), _agent(agent), *cells, *map(Cell, figures)])
    text = (
        f"The score is that of [the benchmark]({scores.protocol}) on `{scores.suite}`: 0 is `random`, 100 is `expert`, "
        f"the interquartile mean over the suite's games with its 95 % interval. Games and first places are those of "
        f"the leaderboards below. {PACE}"
    )
    headings = ["#", "agent", "score", "95 % interval", "games", "best in", "decisions a second"]
    picture = Picture([agent for agent, _ in ranked], [score for _, score in ranked], f"score on {scores.suite}")
    return [text, Table(headings, rows, 2)], picture


def _rated(overall: Sequence[Overall]) -> tuple[list[str | Table], Picture]:
    """The agents by their rating over all boards."""
    any_interval = any(one.has_interval for one in overall)
    intervals = ["95 % interval"] * any_interval
    rows = []
    for place, one in enumerate(overall, 1):
        rating, interval = _figure(one.points, 0)
        figures = [Cell(str(one.boards)), Cell(str(one.best)), Cell(pace_in_words(one.pace))]
        own = [interval if one.has_interval else Cell("")] if any_interval else []
        rows.append([Cell(str(place)), _agent(one.agent), rating, *own, *figures])
    by_board = (
        f"Intervals are 95 % intervals, by bootstrap over games, Student's for fewer than {FEW}."
        if any_interval
        else ""
    )
    if not all(one.has_interval for one in overall):
        by_board += f" Fewer than {FEWEST_BOARDS} games give no interval."
    headings = ["#", "agent", "rating", *intervals, "games", "best in", "decisions a second"]
    picture = Picture([one.agent for one in overall], [one.points for one in overall], "rating, points")
    return [f"{RATING} {BY_BOARD} {by_board.strip()} {PACE}", Table(headings, rows, 2)], picture


def _by_game(boards: Sequence[Board | TeamBoard], names: Sequence[str], agents: Sequence[str]) -> Table:
    rows = []
    for board, name in zip(boards, names, strict=True):
        rewards = {entry.agent: entry.mean_reward for entry in board.entries}
        cells = [
            Cell(signed(rewards[agent], 2), strong=agent in board.best) if agent in rewards else Cell("")
            for agent in agents
        ]
        best = _agent(board.best[0]) if len(board.best) == 1 else Cell(f"{len(board.best)} alike")
        rows.append([Cell(board.title, link=name), *cells, best, Cell(f"{board.deals:,}")])
    return Table(["game", *map(short, agents), "best", "deals"], rows)


def pace_in_words(pace: float | None) -> str:
    """A pace to two digits."""
    if pace is None:
        return ""
    digits = max(1 - floor(log10(pace)), 0)
    return f"{float(f'{pace:.2g}'):,.{digits}f}"


def _agent(name: str) -> Cell:
    return Cell(name, code=True)


def _figure(figure: Estimate, digits: int) -> list[Cell]:
    low, high = signed(figure.low, digits), signed(figure.high, digits)
    return [Cell(signed(figure.value, digits), strong=True), Cell(f"{low} to {high}")]


def _estimate(figure: Estimate) -> str:
    return f"{signed(figure.value)} ± {(figure.high - figure.low) / 2:.0f}"


def _bounded(bound: Bound | None, unit: Unit) -> str:
    if bound is None:
        return ""
    minutes = "" if bound.minutes is None else f" in {bound.minutes:g} min"
    reward, low, high = (signed(it * unit.per_reward, unit.digits) for it in (bound.reward, bound.low, bound.high))
    return f"{reward} ({low} to {high}){minutes}"


def _plain(text: str) -> str:
    """A text in one line, without the special characters of Markdown and HTML."""
    return "".join(letter if letter.isalnum() or letter in " .,:-+()@/_" else " " for letter in text).strip()
