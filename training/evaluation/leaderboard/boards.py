"""Leaderboards: the board of an arena, and ratings over the boards of many games.

A `Board` is all that a leaderboard shows of one arena. It is made from the arena's folder, and kept as a line of JSON.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from cardzoo.agents import ReadingAgent, find_agent
from cardzoo.envs.engine import Game
from cardzoo.envs.files.lines import parse_line, read_lines
from cardzoo.envs.files.whole import read_file, write_file
from cardzoo.envs.registry import find_game
from cardzoo.training.evaluation.arena.contest import ArenaError, Contest
from cardzoo.training.evaluation.arena.pace import decisions_a_second
from cardzoo.training.evaluation.arena.results import Record
from cardzoo.training.evaluation.guests import Guest, TableGuest, invite
from cardzoo.training.evaluation.intervals import DIGITS, Estimate, estimate_resampled, resample_sums
from cardzoo.training.evaluation.machine import processor
from cardzoo.training.evaluation.ratings.plackett_luce import POINTS, fit
from cardzoo.training.evaluation.ratings.ratings import Ranking, rank
from cardzoo.training.evaluation.teams import TeamRanking, rank_teams

PACES = "paces.json"
MOST_PACES = 1 << 20  # bytes
FEWEST_BOARDS = 5  # fewest boards of an agent for an interval over games

Setting = bool | int | float | str | None
Pace = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Entry(_Kept):
    """An agent on a board.

    Attributes:
        agent: its name.
        points: its Plackett-Luce rating; see `cardzoo.training.evaluation.ratings.ratings.Standing`.
        payoff: mean of its reward in a game.
        first: share of its games in which it came first.
        games: number of its games.
        forfeits: number of games that it forfeited.
        ahead: share of its games against each other agent, by name, in which it got more, ties counted half.
        pace: decisions in a second of the processor, to two digits; None if it was not measured.
    """

    agent: str
    points: Estimate
    payoff: Estimate
    first: float
    games: int
    forfeits: int
    ahead: dict[str, float]
    pace: Pace | None = None

    @property
    def mean_reward(self) -> float:
        """The figure by which agents are ranked."""
        return self.payoff.value


class TeamEntry(_Kept):
    """An agent on a board of a cooperative game.

    Attributes:
        agent: its name.
        points: mean score of its team in self-play.
        reward: mean reward of that team.
        full: share of that team's games with the full score.
        cross_play: mean reward with the other agents, each with the same weight.
        partners: points of its team with each other agent, by name.
        forfeits: number of games that it forfeited.
        pace: decisions in a second of the processor, to two digits; None if it was not measured.
    """

    agent: str
    points: Estimate
    reward: Estimate
    full: float
    cross_play: Estimate
    partners: dict[str, Estimate]
    forfeits: int
    pace: Pace | None = None

    @property
    def mean_reward(self) -> float:
        """The figure by which agents are ranked."""
        return self.reward.value


class AnyBoard(_Kept):
    """Settings of a leaderboard.

    Attributes:
        game: name of the game.
        agents: all agents, in the order of the arena.
        players: number of players at the table.
        options: options of the game that were set.
        seed: seed of the arena.
        deals: number of deals.
        games: number of games.
        time_limit: seconds for a decision of a third party's agent.
        weights: SHA-256 of each model's weights, by the agent's name.
        cardzoo: version of cardzoo.
        machine: processor of the paces.
    """

    game: str
    agents: list[str]
    players: int
    options: dict[str, Setting]
    seed: int
    deals: int
    games: int
    time_limit: Annotated[float, Field(gt=0)]
    weights: dict[str, str]
    cardzoo: str
    machine: str

    @property
    def contest(self) -> Contest:
        """The contest."""
        options = tuple(sorted(self.options.items()))
        return Contest(self.game, tuple(self.agents), self.players, options, self.seed, self.time_limit)

    @property
    def title(self) -> str:
        """The game's title, with players and options that are not the usual ones."""
        game = find_game(self.game)
        options: dict[str, Any] = dict(self.options)
        usual = int(game.blank(None, **options)["num_players"][0])
        parts = [game.title, *([f"{self.players} players"] if self.players != usual else [])]
        return ", ".join([*parts, *(f"{name}={value}" for name, value in self.options.items())])

    def line(self) -> str:
        """The board as JSON in one line."""
        return self.model_dump_json()


class Board(AnyBoard):
    """A leaderboard: its settings, and the ``entries``, the best mean payoff first."""

    entries: list[Entry]

    @property
    def best(self) -> list[str]:
        """The agents with the best mean reward; several if it is the same."""
        return _best(self.entries)


class TeamBoard(AnyBoard):
    """A leaderboard of a cooperative game: its settings, and the ``entries``, the best reward in self-play first."""

    entries: list[TeamEntry]

    @property
    def best(self) -> list[str]:
        """The agents with the best mean reward in self-play; several if it is the same."""
        return _best(self.entries)


def _best(entries: Sequence[Entry] | Sequence[TeamEntry]) -> list[str]:
    return [entry.agent for entry in entries if entry.mean_reward == entries[0].mean_reward]


class _Paces(_Kept):
    """The paces in an arena's folder: the processor, and each agent's pace."""

    machine: str
    paces: dict[str, Pace | None]


class Bound(BaseModel):
    """A lower bound of an agent's exploitability, from `cardzoo exploit --json` or ``results/exploited.jsonl``.

    Attributes:
        game: id of the game.
        players: number of players at the table.
        options: options of the game that were set.
        agent: name of the agent.
        reward: mean reward of the best response that was found.
        low, high: ends of its 95 % interval.
        minutes: minutes of training; None if unknown.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    game: str
    players: int
    options: dict[str, Setting] = {}
    agent: str
    reward: float
    low: float
    high: float
    minutes: float | None = None


Bounds = Sequence[Bound]
"""Bounds of agents' exploitability, the latest last."""

_BOUNDS, _PACES = TypeAdapter(Bound), TypeAdapter(_Paces)


def make_board(folder: Path, tell: Callable[[str], None] = lambda agent: None) -> Board | TeamBoard:
    """The leaderboard of an arena, a `TeamBoard` in a cooperative game.

    Paces are measured once, and kept in the arena's folder.

    Args:
        folder: folder of the arena.
        tell: receives the name of each agent before its pace is measured.

    Raises:
        ArenaError: if there is no arena in the folder, or fewer than two deals have been played.
        LineError: if a line of its files has another form.
    """
    record = Record(folder)
    contest, game = record.contest, find_game(record.contest.game)
    if len(record) < 2:
        raise ArenaError(f"{folder}: {len(record)} deals are too few for a leaderboard; play more by cardzoo arena")
    kept, games = _paces(folder, contest, game, tell), record.games(len(record))
    settings = {
        "game": contest.game,
        "agents": list(contest.agents),
        "players": contest.num_players,
        "options": dict(contest.options),
        "seed": contest.seed,
        "deals": len(record),
        "games": len(games.deals),
        "time_limit": contest.time_limit,
        "weights": record.weights,
        "cardzoo": version("cardzoo"),
        "machine": kept.machine,
    }
    if contest.cooperative:
        return TeamBoard(**settings, entries=_team_entries(rank_teams(games, contest.agents), kept))
    return Board(**settings, entries=_entries(rank(games, contest.agents, contest.sides), kept))


def _team_entries(ranking: TeamRanking, kept: _Paces) -> list[TeamEntry]:
    return [
        TeamEntry(
            agent=standing.agent,
            points=standing.self_play.points,
            reward=standing.self_play.reward,
            full=standing.self_play.full,
            cross_play=standing.cross_play,
            partners={
                other.agent: ranking.score(standing, other).points
                for other in ranking.standings
                if other is not standing
            },
            forfeits=standing.forfeits,
            pace=kept.paces[standing.agent],
        )
        for standing in ranking.standings
    ]


def _entries(ranking: Ranking, kept: _Paces) -> list[Entry]:
    names = [standing.agent for standing in ranking.standings]
    ahead: dict[str, dict[str, float]] = {}
    for name, duels in zip(names, ranking.duels, strict=True):
        ahead[name] = {
            other: round(duel.ahead, DIGITS)
            for other, duel in zip(names, duels, strict=True)
            if duel is not None and other != name
        }
    return [
        Entry(
            agent=standing.agent,
            points=_rounded(standing.points, 1),
            payoff=_rounded(standing.payoff, DIGITS),
            first=round(standing.first, DIGITS),
            games=standing.games,
            forfeits=standing.forfeits,
            ahead=ahead[standing.agent],
            pace=kept.paces[standing.agent],
        )
        for standing in ranking.standings
    ]


def _rounded(figure: Estimate, digits: int) -> Estimate:
    return Estimate(*(round(number, digits) for number in (figure.value, figure.low, figure.high)))


def _paces(folder: Path, contest: Contest, game: Game, tell: Callable[[str], None]) -> _Paces:
    """The processor, and the pace of each agent; from the folder, or measured now."""
    file = folder / PACES
    with suppress(OSError, ValidationError):  # because a new measurement is quick
        known = _PACES.validate_json(read_file(file, MOST_PACES))
        if set(known.paces) == set(contest.agents):
            return known
    paces = {}
    for name in contest.agents:
        tell(name)
        paces[name] = _measure(name, contest, game)
    measured = _Paces(machine=processor(), paces=paces)
    with suppress(OSError):  # because the folder may be somebody else's
        write_file(file, measured.model_dump_json(indent=2).encode() + b"\n")
    return measured


def _measure(name: str, contest: Contest, game: Game) -> float | None:
    """An agent's pace, to two digits; None for an agent that is missing, or asks a server."""
    try:
        table = game.blank(contest.num_players, **dict(contest.options))
        agent = find_agent(name, game, partial(invite, limit=contest.time_limit), table=table)
    except ValueError:
        return None
    if isinstance(agent, ReadingAgent):
        return None
    try:
        pace = decisions_a_second(game, agent, contest.num_players, dict(contest.options))
    finally:
        if isinstance(agent, Guest | TableGuest):
            agent.process.close()
    return None if pace is None else float(f"{pace:.2g}")


def read_bounds(file: Path) -> Bounds:
    """The bounds in a file.

    Raises:
        LineError: for a line that is no bound.
        OSError: if the file cannot be read.
    """
    return [parse_line(_BOUNDS, text, file, number) for number, text in enumerate(read_lines(file), 1)]


def bound_of(board: AnyBoard, agent: str, bounds: Bounds) -> Bound | None:
    """The bound of an agent's exploitability in the game of a board, with its players and options.

    Of several bounds it is the last one: the highest would have a selection bias.

    Raises:
        ValueError: for options that the game does not have.
    """
    game = find_game(board.game)

    def settled(options: Mapping[str, Any]) -> bytes:
        return bytes(game.blank(board.players, **options)["options"].tobytes())

    wanted = game.id, board.players, agent
    same = [bound for bound in bounds if (bound.game, bound.players, bound.agent) == wanted]
    return next((bound for bound in reversed(same) if settled(bound.options) == settled(board.options)), None)


@dataclass(frozen=True)
class Overall:
    """An agent over all boards.

    Attributes:
        agent: its name.
        points: its rating; without an interval if it is on fewer than `FEWEST_BOARDS` boards.
        boards: number of its boards.
        best: number of its boards on which it has the best mean reward.
        pace: median of its paces; None if there are none.
    """

    agent: str
    points: Estimate
    boards: int
    best: int
    pace: float | None

    @property
    def has_interval(self) -> bool:
        """True if the agent is on enough boards for an interval."""
        return self.boards >= FEWEST_BOARDS


def rate_over_boards(boards: Sequence[Board], seed: int = 0) -> list[Overall]:
    """Rate agents over games, each of which has the same weight.

    Two agents on a board count as one meeting there, of which each wins the share of their games in which it got more
    than the other. The ratings are those of the Plackett-Luce model
    (`cardzoo.training.evaluation.ratings.plackett_luce`) for all these meetings. Their intervals are by bootstrap over
    boards, Student's for an agent on few of them, and so describe other games.

    Args:
        boards: at least one board.
        seed: seed of the resampling.

    Returns:
        The agents over all boards, the best rating first.
    """
    names = list(dict.fromkeys(entry.agent for board in boards for entry in board.entries))
    place = {name: number for number, name in enumerate(names)}
    pairs = list(combinations(range(len(names)), 2))
    sets = np.zeros((len(names) + len(pairs), len(names)))
    sets[range(len(names)), range(len(names))] = 1
    for row, pair in enumerate(pairs, len(names)):
        sets[row, pair] = 1
    chosen, offered = np.zeros((2, len(boards), len(sets)))
    for number, board in enumerate(boards):
        for entry in board.entries:
            for other, share in entry.ahead.items():
                one, two = place[entry.agent], place[other]
                chosen[number, one] += share
                if one < two:
                    offered[number, len(names) + pairs.index((one, two))] += 1
    sums = np.vstack([np.hstack([chosen, offered]).sum(axis=0), resample_sums(np.hstack([chosen, offered]), seed)])
    logs = POINTS * fit(sets, *np.split(sums, 2, axis=1))
    found = []
    for name, number in place.items():
        own = [(board, entry) for board in boards for entry in board.entries if entry.agent == name]
        paces = [entry.pace for _, entry in own if entry.pace]
        rating = logs[0, number]
        points = (
            estimate_resampled(logs[:, number], len(own))
            if len(own) >= FEWEST_BOARDS
            else Estimate(rating, rating, rating)
        )
        best = sum(name in board.best for board, _ in own)
        found.append(Overall(name, points, len(own), best, median(paces) if paces else None))
    return sorted(found, key=lambda one: -one.points.value)


def check_different(boards: Iterable[tuple[Any, AnyBoard]]) -> None:
    """Refuse two boards of the same game, number of players and options.

    Args:
        boards: boards with their sources.

    Raises:
        ArenaError: naming the two.
    """
    known: dict[str, Any] = {}
    for source, board in boards:
        if board.title in known:
            raise ArenaError(f"{known[board.title]} and {source} are both of {board.title}; name one of them")
        known[board.title] = source
