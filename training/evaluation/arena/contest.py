"""Contest of an arena: its settings, and a share of its deals for a worker."""

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.agents import TRAINED, AnyAgent, check_table, find_agent, is_search
from cardzoo.agents.search import read_settings
from cardzoo.agents.trained import TrainedAgent, shipped_for
from cardzoo.envs.engine import Game
from cardzoo.envs.engine.rng import check_seed
from cardzoo.envs.policies.models import WEIGHTS, unusual_options
from cardzoo.envs.registry import find_game, reference_of
from cardzoo.training.evaluation.guests import Guest, TableGuest, invite
from cardzoo.training.evaluation.keys import is_own, new_key, seat_seeds
from cardzoo.training.evaluation.limits import TIME_LIMIT
from cardzoo.training.evaluation.play import Played, play_games
from cardzoo.training.evaluation.schedule import agent_seeds, deal_seeds, seatings, seatings_alone
from cardzoo.training.evaluation.teams import all_teams, team_seatings
from cardzoo.training.evaluation.workers import stopping

FORMAT = 1


class ArenaError(ValueError):
    """An arena that cannot be played, with the reason."""


@dataclass(frozen=True)
class Contest:
    """A contest: all settings that decide the results.

    Attributes:
        game: name of the game for every process; see `cardzoo.envs.registry`.
        agents: names of the agents; see `cardzoo.agents.find_agent`.
        num_players: number of players at the table.
        options: options of the game that are not the defaults, as pairs.
        seed: seed of the deals, the seats and the agents' choices.
        time_limit: seconds for a decision of a third party's agent.
        keys: keys of the first deals, from another arena's record, to play its games again; see
            `cardzoo.training.evaluation.keys`.
    """

    game: str
    agents: tuple[str, ...]
    num_players: int
    options: tuple[tuple[str, Any], ...] = ()
    seed: int = 0
    time_limit: float = TIME_LIMIT
    keys: tuple[str, ...] = ()

    @property
    def sides(self) -> int:
        """Number of sides that play against each other."""
        return find_game(self.game).sides_of(self.num_players)

    @property
    def cooperative(self) -> bool:
        """True if the players of a table are one team; see `cardzoo.training.evaluation.teams`."""
        return find_game(self.game).cooperative

    def seatings(self, deal: int) -> np.ndarray:
        """The games of a deal: (games, num_players) int16, the number of the agent at each seat."""
        agents = len(self.agents)
        if self.cooperative:
            return team_seatings(all_teams(agents), self.num_players)
        if find_game(self.game).plays_alone:
            return seatings_alone(agents, self.num_players)
        return seatings(deal, self.seed, agents, self.num_players, self.sides)

    def identity(self) -> dict[str, Any]:
        """The settings that two runs must share to have one set of results."""
        return {
            "format": FORMAT,
            "cardzoo": version("cardzoo"),
            "game": self.game,
            "players": self.num_players,
            "options": dict(self.options),
            "agents": list(self.agents),
            "weights": hash_weights(find_game(self.game), self.num_players, self.agents, dict(self.options)),
            "seed": self.seed,
            "time_limit": self.time_limit,
        }


def hash_weights(
    game: Game, num_players: int, names: Iterable[str], options: Mapping[str, Any] | None = None
) -> dict[str, str]:
    """SHA-256 of the model weights of agents that have a model, or a search with a model, by the agents' names.

    Args:
        game: the game.
        num_players: number of players at the table.
        names: names of the agents; see `cardzoo.agents.find_agent`.
        options: options of the game; None for the defaults.

    Raises:
        ModelError: if an agent needs the game's trained agent, and there is none for this number of players.
    """
    table = game.blank(num_players, **(options or {}))
    models = {name: (read_settings(name).model or name) if is_search(name) else name for name in names}
    hashes = {name: shipped_for(game, table).card.sha256 for name, model in models.items() if model == TRAINED}
    files = {name: Path(model) / WEIGHTS for name, model in models.items() if model != TRAINED}
    return hashes | {name: sha256(file.read_bytes()).hexdigest() for name, file in files.items() if file.is_file()}


def enter(
    game: Game,
    names: Sequence[str],
    num_players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    time_limit: float = TIME_LIMIT,
    keys: Sequence[str] = (),
) -> Contest:
    """A contest between agents that all can be found.

    Args:
        game: the game.
        names: names of the agents.
        num_players: number of players; None for the trained agents' number, or else the game's default.
        options: options of the game; for options without a value, those of the trained agents are used.
        seed: seed of the deals, the seats and the agents' choices.
        time_limit: seconds for a decision of a third party's agent.
        keys: keys of deals that are played again; see `Contest`.

    Raises:
        ValueError: naming the problem: too few agents, one twice, one that is unknown or for another game or number of
            players, a name with control characters, a seed out of range, an option or a number of players that the game
            does not have.
    """
    if len(names) < 2:
        raise ArenaError("an arena needs at least 2 agents: name them by --agents random,expert")
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ArenaError(f"the agent {name} is named twice; each takes part once")
    if not time_limit > 0:  # nan is no limit either
        raise ArenaError(f"time limit must be above 0 s, got {time_limit:g} s")
    check_printable(names)
    seed = check_seed(seed)
    agents = [_make_agent(reference_of(game), name, _asked(name, num_players, options), time_limit) for name in names]
    models = [agent for agent in agents if isinstance(agent, TrainedAgent)]
    if num_players is None and models:
        num_players = models[0].card.num_players
    settled = dict(options or {})
    named = {name for model in models for name in model.card.options} - settled.keys()
    for name in named:
        values = [model.card.options.get(name) for model in models]
        if any(value != values[0] for value in values):
            raise ArenaError(f"the models were trained with {name} of {values}; choose one by --set {name}=VALUE")
    if models:
        settled |= {name: value for name, value in unusual_options(models[0].card, game).items() if name in named}
    table = game.blank(num_players, **settled)
    check_table(agents, table)
    settings = tuple(sorted(settled.items()))
    players = int(table["num_players"][0])
    return Contest(reference_of(game), tuple(names), players, settings, seed, time_limit, tuple(keys))


def check_printable(names: Sequence[str]) -> None:
    """Refuse agents' names that a terminal cannot show unchanged.

    Raises:
        ArenaError: naming the first of them.
    """
    for name in names:
        if not name.isprintable():
            raise ArenaError(f"an agent's name must be of printable letters, got {name!r:.80}; rename it")


def _find_agents(contest: Contest) -> list[AnyAgent]:
    """The agents of a contest."""
    return [
        _make_agent(contest.game, name, _asked(name, contest.num_players, dict(contest.options)), contest.time_limit)
        for name in contest.agents
    ]


def _asked(name: str, num_players: int | None, options: Mapping[str, Any] | None) -> tuple[int | None, str]:
    """The number of players and the options if the agent depends on them; else none, so that no agent is made twice."""
    return (num_players, json.dumps(options and dict(options), sort_keys=True)) if name == TRAINED else (None, "null")


@cache
def _make_agent(id: str, name: str, asked: tuple[int | None, str], time_limit: float) -> AnyAgent:
    """An agent, made once in a process."""
    game, num_players, options = find_game(id), asked[0], json.loads(asked[1])
    table = game.blank(num_players, **options) if options else None
    return find_agent(name, game, partial(invite, limit=time_limit), num_players, table)


def dismiss_guests(contest: Contest) -> None:
    """End this process's guests, the processes of third parties' agents; they start again when asked."""
    for agent in _find_agents(contest):
        if isinstance(agent, Guest | TableGuest):
            agent.process.close()


@dataclass(frozen=True)
class Share:
    """A share of a contest: some deals and their results.

    Attributes:
        deals: number of deals.
        lines: the results, a line of JSON a deal; see `cardzoo.training.evaluation.arena.results`.
        seconds: seconds of play.
        moves: number of actions.
        decisions: (K,) number of decisions of each agent that is asked from outside the batch step.
        thought: (K,) seconds of these decisions.
        notes: questions to language models and their answers, a line of JSON a decision.
    """

    deals: int
    lines: list[str]
    seconds: float
    moves: int
    decisions: list[int]
    thought: list[float]
    notes: list[str]


def play_share(contest: Contest, first: int, last: int) -> Share:
    """Play the deals ``first`` to ``last - 1``; the results do not depend on the process or the share.

    If an agent is not cardzoo's own, this holds if the contest has the deals' keys.

    Raises:
        Stopped: in a worker whose work is no longer needed.
    """
    start = time.perf_counter()
    game = find_game(contest.game)
    agents = _find_agents(contest)
    deals = range(first, last)
    rounds = [contest.seatings(deal) for deal in deals]
    draws = [agent_seeds(deal, contest.seed, len(seats)) for deal, seats in zip(deals, rounds, strict=True)]
    sizes = [len(seats) for seats in rounds]
    keys = _keys_of(contest, agents, deals)
    by_game = [key for key, size in zip(keys, sizes, strict=True) for _ in range(size) if key]
    _take_notes(agents)  # of a share that an error has ended
    played = play_games(
        game,
        agents,
        np.concatenate(rounds),
        deal_seeds(contest.seed, last)[first:].repeat(sizes),
        np.concatenate(draws),
        dict(contest.options),
        threads=1,
        keys=by_game,
        stop=stopping,
    )
    lines, row = [], 0
    for deal, seats, key in zip(deals, rounds, keys, strict=True):
        lines.append(_line(contest, deal, seats, played, row, key))
        row += len(seats)
    return Share(
        last - first,
        lines,
        time.perf_counter() - start,
        int(played.moves.sum()),
        played.decisions.tolist(),
        played.seconds.tolist(),
        _notes(contest, agents, deals, draws, by_game),
    )


def _keys_of(contest: Contest, agents: Sequence[AnyAgent], deals: range) -> list[str]:
    """The key of each deal, random if the contest has none; empty if all agents are cardzoo's own."""
    game = find_game(contest.game)
    if all(is_own(agent, game) for agent in agents):
        return [""] * len(deals)
    return [contest.keys[deal] if deal < len(contest.keys) else new_key() for deal in deals]


def _notes(
    contest: Contest, agents: Sequence[AnyAgent], deals: range, draws: Sequence[np.ndarray], keys: Sequence[str]
) -> list[str]:
    """Notes of agents on their decisions, each with the deal, the game within the deal, and the seat."""
    games = [(deal, game) for deal, seeds in zip(deals, draws, strict=True) for game in range(len(seeds))]
    by_seat = seat_seeds(np.concatenate(draws), contest.num_players, keys)
    places = {
        int(seed): {"deal": deal, "game": game, "seat": seat}
        for (deal, game), seeds in zip(games, by_seat, strict=True)
        for seat, seed in enumerate(seeds)
    }
    notes = _take_notes(agents)
    return [json.dumps(places[note.pop("seed")] | note, ensure_ascii=False) for note in notes]


def _take_notes(agents: Sequence[AnyAgent]) -> list[dict[str, Any]]:
    """The notes of all agents since the last call."""
    return [note for agent in agents for note in getattr(agent, "take_notes", list)()]


def _line(contest: Contest, deal: int, seats: np.ndarray, played: Played, first: int, key: str) -> str:
    """The result of a deal, with its key if it has one; its games are the rows from ``first`` on."""
    rows = slice(first, first + len(seats))
    content = {
        "deal": deal,
        **({"key": key} if key else {}),
        "seats": seats.tolist(),
        "rewards": [[float(f"{reward:.9g}") for reward in game] for game in played.rewards[rows].tolist()],
        "scores": played.scores[rows].tolist(),
        "forfeits": [
            {
                "game": failure.game - first,
                "seat": failure.seat,
                "agent": contest.agents[seats[failure.game - first, failure.seat]],
                "kind": failure.kind,
                "reason": failure.reason,
            }
            for failure in played.failures
            if first <= failure.game < first + len(seats)
        ],
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
