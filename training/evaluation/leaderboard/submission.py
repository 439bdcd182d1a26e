"""Checks of an agent for the leaderboards, with remedies for its author."""

import inspect
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from importlib.metadata import Distribution, PackageNotFoundError, distribution, packages_distributions, version
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.agents import AnyAgent, ReadingAgent, bots, find_agent
from cardzoo.agents.exchange import import_model
from cardzoo.agents.third_party import find_entry
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs.engine import Game
from cardzoo.envs.policies.models import CARD, WEIGHTS, load_model
from cardzoo.envs.registry import find_game, reference_of
from cardzoo.training.evaluation.arena.pace import Watched, watch
from cardzoo.training.evaluation.guests import Guest, TableGuest, invite
from cardzoo.training.evaluation.keys import key_for
from cardzoo.training.evaluation.limits import GAMES, TIME_LIMIT
from cardzoo.training.evaluation.machine import processor
from cardzoo.training.evaluation.play import Stopped, play_games
from cardzoo.training.evaluation.schedule import deal_seeds

MOST_MODEL = 1 << 20  # bytes of a model's folder
MOST_PACKAGE = 100 << 20  # bytes of an installed package
IN_CARD = ("trainer", "steps", "seconds", "seed")  # of the training, in a model's card from `cardzoo train`
MOST_FAILURES = 3  # after which no more games are played
DECISIONS = 300  # fewest of the agent
MOST_GAMES = 1000  # with each number of players, for an agent with few decisions


@dataclass(frozen=True)
class Check:
    """Result of a check.

    Attributes:
        name: name of the check.
        passed: whether it has passed.
        told: the finding.
        todo: remedy for the author.
    """

    name: str
    passed: bool
    told: str
    todo: str = ""


@dataclass
class Verdict:
    """Results of all checks of an agent.

    Attributes:
        agent: its name.
        game: id of the game.
        players: all its numbers of players at the table.
        options: options of the game that were set.
        source: the package with its version, or the SHA-256 of the model's weights; empty for neither.
        pace: decisions in a second of the processor, to two digits; None without decisions.
        machine: the processor.
        cardzoo: version of cardzoo.
        key: key that repeats the games; empty if the seed does. See `cardzoo.training.evaluation.keys`.
        checks: the checks in order; they end with a failed one on which the others depend.
    """

    agent: str
    game: str
    players: list[int]
    options: dict[str, Any] = field(default_factory=dict)
    source: str = ""
    pace: float | None = None
    machine: str = ""
    cardzoo: str = ""
    key: str = ""
    checks: list[Check] = field(default_factory=list)

    @property
    def accepted(self) -> bool:
        """True if the agent can be on a leaderboard."""
        return all(check.passed for check in self.checks)

    def as_dict(self) -> dict[str, Any]:
        """The results for JSON."""
        return {"accepted": self.accepted} | asdict(self)


def check_submission(
    name: str,
    game: Game | None = None,
    players: Sequence[int] = (),
    games: int = GAMES,
    time_limit: float = TIME_LIMIT,
    seed: int = 0,
    tell: Callable[[float, str], None] = lambda done, what: None,
    key: str | None = None,
) -> Verdict:
    """Check an agent for the leaderboards.

    A model, as a folder or an exported file, is read without running any of its code. An agent of a Python package or
    module runs in a process of its own, where it is stopped if it takes too long. Its other actions there are not
    checked, so read its code before you trust it.

    Args:
        name: a model's folder or exported file, or a name for `cardzoo.agents.find_agent`.
        game: the game; for a model its card names it.
        players: numbers of players at the table; by default all numbers of the agent.
        games: least number of games with each of them, played twice. There are more until the agent has had every seat
            against each of the game's compiled agents, and has made 300 decisions.
        time_limit: seconds for a decision.
        seed: seed of the deals.
        tell: receives the share of the games that has been played, and the present work.
        key: key of earlier results, to repeat their games; None for a random one.

    Raises:
        ValueError: for settings that fit no agent: no game is named, or it has other numbers of players.
    """
    if games < 1:
        raise ValueError(f"games must be at least 1, got {games}")
    if not time_limit > 0:  # nan is no limit either
        raise ValueError(f"time limit must be above 0 s, got {time_limit:g} s")
    with _as_folder(name) as (folder, problem):
        if folder is not None:
            game = game or _game_of(folder)
        if game is None:
            if folder is None and not problem:
                raise ValueError(
                    f"{name} is no model, which would name its game; name it by --game, as in --game getaway"
                )
            return Verdict(name, "", [], checks=[_unloaded(problem or _problem(folder))])
        verdict = Verdict(
            name, reference_of(game), list(dict.fromkeys(players)), machine=processor(), cardzoo=version("cardzoo")
        )
        source = str(folder or name)
        if problem:
            verdict.checks.append(_unloaded(problem))
            return verdict
        tell(0, "loading")
        try:
            agent = find_agent(source, game, partial(invite, limit=time_limit))
        except ValueError as error:
            verdict.checks.append(_unloaded(str(error)))
            return verdict
        with closing(_Candidate(agent)):
            verdict.key = key_for([agent], game, key)
            _examine(verdict, agent, source, game, games, time_limit, seed, tell)
    return verdict


class _Candidate:
    """An agent whose process, if it has one, must be closed."""

    def __init__(self, agent: AnyAgent) -> None:
        self.agent = agent

    def close(self) -> None:
        if isinstance(self.agent, Guest | TableGuest):
            self.agent.process.close()


@contextmanager
def _as_folder(name: str) -> Iterator[tuple[Path | None, str]]:
    """The folder of a model or of an exported file, None for another name; and the problem with such a file."""
    path = Path(name)
    if path.is_dir():
        yield path, ""
    elif path.suffix == ".zip" and ":" not in path.name:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "model"
            problem = ""
            try:
                import_model(path, folder)
            except ValueError as error:
                problem = str(error)
            yield (None if problem else folder), problem
    else:
        yield None, ""


def _game_of(folder: Path) -> Game | None:
    """The game that a model's card names, if there is such a model and game."""
    with suppress(ValueError):
        return find_game(load_model(folder)[0].game)
    return None


def _problem(folder: Path | None) -> str:
    """The reason why a model's folder names no game."""
    try:
        TrainedAgent.load(folder or "")
    except ValueError as error:
        return str(error)
    return f"{folder} names no game"


def _unloaded(problem: str) -> Check:
    return Check("loads", False, problem, "fix this first; the other checks follow")


def _examine(
    verdict: Verdict,
    agent: AnyAgent,
    source: str,
    game: Game,
    games: int,
    time_limit: float,
    seed: int,
    tell: Callable[[float, str], None],
) -> None:
    """Make all checks of an agent that has been loaded."""
    if isinstance(agent, ReadingAgent):
        todo = "measure it by cardzoo arena, and show its report"
        verdict.checks.append(Check("loads", False, "it asks a server, so its games cannot be repeated", todo))
        return
    if isinstance(agent, TrainedAgent):
        _examine_model(verdict, agent, Path(source))
    else:
        _examine_code(verdict, agent, source)
    allowed = game.numbers_of_players
    for number in verdict.players:
        if number not in allowed:
            raise ValueError(f"number of players must be {game.players_in_words}, got {number}")
    if isinstance(agent, TrainedAgent):
        if set(verdict.players) - {agent.card.num_players}:
            raise ValueError(f"{verdict.agent} plays with {agent.card.num_players} players; leave --players away")
        verdict.players = [agent.card.num_players]
        verdict.options = dict(agent.card.options)
    verdict.players = verdict.players or list(allowed)
    first = _play(verdict, agent, game, games, seed, partial(_halved, tell, 0.0, "playing"))
    failures = [failure for series in first for failure in series.watched.failures]
    for failure in failures[:1]:
        if failure.kind == "stall":
            todo = "make it quicker; compile and load in __init__"
            verdict.checks.append(Check("decides in time", False, str(failure), todo))
        else:
            todo = "answer with one of the actions whose mask is 1"
            verdict.checks.append(Check("plays legal moves", False, f"{failure.kind}: {failure}", todo))
        return
    times = [spent for series in first for spent in series.watched.spent]
    number, players = sum(series.games for series in first), ", ".join(map(str, verdict.players))
    against = "" if verdict.players == [1] else f" {'with' if game.cooperative else 'against'} {', '.join(bots(game))}"
    played = f"{number:,} games of {players} players{against}, {len(times):,} decisions"
    verdict.checks.append(Check("plays legal moves", True, played))
    verdict.checks.append(_time(verdict, times, time_limit))
    verdict.checks.append(_repeat(verdict, source, game, first, time_limit, seed, tell))


def _time(verdict: Verdict, times: Sequence[float], time_limit: float) -> Check:
    """Check of the time limit; the first decision, which may compile, does not count for the pace."""
    slowest, rest = max(times, default=0.0), times[1:]
    verdict.pace = float(f"{len(rest) / sum(rest):.2g}") if sum(rest) > 0 else None
    found = f"the slowest decision took {slowest:.2g} s of {time_limit:g} s"
    if slowest > time_limit:
        return Check("decides in time", False, found, "reduce its computation")
    return Check(
        "decides in time", True, f"{verdict.pace:,.10g} decisions a second; {found}" if verdict.pace else found
    )


def _examine_model(verdict: Verdict, agent: TrainedAgent, folder: Path) -> None:
    """Checks of a model before it plays."""
    card = agent.card
    verdict.source = card.sha256
    verdict.checks.append(Check("loads", True, "a model; nothing of it was run"))
    missing = [name for name in IN_CARD if card.training.get(name) in (None, "")]
    found = f"{', '.join(IN_CARD)} of its training" if not missing else f"it lacks {', '.join(missing)}"
    todo = f"add the missing entries to training in {CARD}" if missing else ""
    verdict.checks.append(Check("card complete", not missing, found, todo))
    if folder.is_dir():
        size = sum((folder / name).stat().st_size for name in (CARD, WEIGHTS))
        verdict.checks.append(_size(size, MOST_MODEL, "train it with smaller layers (learning.hidden)"))


def _examine_code(verdict: Verdict, agent: AnyAgent, source: str) -> None:
    """Checks of an agent that is a program before it plays."""
    if find_entry(source) is None:
        verdict.source = f"cardzoo {version('cardzoo')}"
        verdict.checks.append(Check("loads", True, "it comes with cardzoo"))
        return
    verdict.checks.append(Check("loads", True, "in a process of its own"))
    about = _about(agent).partition("\n")[0]
    todo = "" if about else "give its class a docstring that describes it in a sentence"
    verdict.checks.append(Check("card complete", bool(about), about or "it has no description", todo))
    package = _package(source)
    if package is None:
        todo = "to send it, give it a name in a package: an entry point of the group cardzoo.agents"
        verdict.checks.append(Check("can be installed", True, "it is a module of this folder", todo))
        return
    verdict.source = f"{package.name}=={package.version}"
    size = sum(file.size or 0 for file in package.files or ())
    verdict.checks.append(Check("can be installed", True, f"the package {verdict.source}"))
    verdict.checks.append(_size(size, MOST_PACKAGE, "leave out what it does not need to play"))


def _about(agent: AnyAgent) -> str:
    """An agent's docstring."""
    return agent.process.about if isinstance(agent, Guest | TableGuest) else inspect.getdoc(type(agent)) or ""


def _package(source: str) -> Distribution | None:
    """The package of an agent; None if its module is in the working directory."""
    entry = find_entry(source)
    if entry is None or entry.dist is not None:
        return entry.dist if entry else None
    name = entry.module.partition(".")[0]
    if Path(name).exists() or Path(f"{name}.py").exists():
        return None
    names = packages_distributions().get(name, [])
    with suppress(PackageNotFoundError, IndexError):
        return distribution(names[0])
    return None


def _size(size: int, most: int, todo: str) -> Check:
    return Check("size", size <= most, f"{size:,} bytes; at most {most:,}", "" if size <= most else todo)


def _halved(tell: Callable[[float, str], None], first: float, what: str, done: float) -> None:
    tell(first + done / 2, what)


@dataclass(frozen=True)
class _Series:
    """Games with one number of players: in each seat in turn, against a mixture of all compiled agents.

    Attributes:
        players: number of players at the table.
        games: number of games.
        watched: the agent, with its decisions and failures.
    """

    players: int
    games: int
    watched: Watched


def _play(
    verdict: Verdict, agent: AnyAgent, game: Game, games: int, seed: int, tell: Callable[[float], None]
) -> list[_Series]:
    """Play with each number of players until there are enough games and decisions, or the agent forfeits."""
    found = []
    decisions = -(-DECISIONS // len(verdict.players))
    for place, players in enumerate(verdict.players):
        watched, done = watch(agent), 0
        least = max(games, players * len(bots(game)))
        while not watched.failures and (done < least or (len(watched.spent) < decisions and done < MOST_GAMES)):
            tell((place + min(len(watched.spent) / decisions, 0.9)) / len(verdict.players))
            _play_games(verdict, watched, game, players, seed, np.arange(done, done + least))
            done += least
        found.append(_Series(players, done, watched))
        if watched.failures:
            break
    return found


def _play_again(
    verdict: Verdict, agent: AnyAgent, game: Game, first: Sequence[_Series], seed: int, tell: Callable[[float], None]
) -> list[_Series]:
    """Play the same games in the opposite order."""
    found = []
    for place, series in enumerate(first):
        tell(place / len(first))
        watched = watch(agent)
        _play_games(verdict, watched, game, series.players, seed, np.arange(series.games)[::-1])
        found.append(replace(series, watched=watched))
        if watched.failures:
            break
    return found


def _play_games(verdict: Verdict, watched: Watched, game: Game, players: int, seed: int, numbers: np.ndarray) -> None:
    """Play the games of these numbers, unless the agent forfeits too many of them."""
    others = [find_agent(name, game) for name in bots(game)]
    rounds, seat = np.divmod(numbers, players)
    seats = (1 + (rounds[:, None] + np.arange(players)) % len(others)).astype(np.int16)
    seats[np.arange(len(numbers)), seat] = 0
    with suppress(Stopped):
        play_games(
            game,
            [watched, *others],
            seats,
            deal_seeds(seed, int(numbers.max()) + 1)[numbers],
            options=verdict.options,
            threads=1,
            keys=[verdict.key] * len(numbers) if verdict.key else (),
            stop=lambda: len(watched.failures) >= MOST_FAILURES,
        )


def _repeat(
    verdict: Verdict,
    source: str,
    game: Game,
    first: Sequence[_Series],
    time_limit: float,
    seed: int,
    tell: Callable[[float, str], None],
) -> Check:
    """Check that a second instance of the agent plays each game the same, in another order of the games."""
    again = find_agent(source, game, partial(invite, limit=time_limit))
    with closing(_Candidate(again)):
        second = _play_again(verdict, again, game, first, seed, partial(_halved, tell, 0.5, "playing it again"))
    both = [(one.watched, other.watched) for one, other in zip(first, second, strict=False)]
    pairs = [(one, other, row) for one, other in both for row in one.actions]
    differing = sum(one.actions[row] != other.actions.get(row) for one, other, row in pairs)
    if differing or any(series.watched.failures for series in second):
        todo = "draw from the generator, keep a game's history in a memory, and never read the clock"
        found = f"{differing:,} of {len(pairs):,} games differed when played again"
        return Check("can be repeated", False, found, todo)
    return Check("can be repeated", True, f"{len(pairs):,} games, twice the same, in another order")
