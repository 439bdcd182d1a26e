"""What a person may choose before sitting down: the game, its options, and who sits where.

Input from a browser is checked here. A browser names agents by words that the server has offered, never by a path.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cardzoo.agents.solver import can_solve
from cardzoo.agents.third_party import installed_agents
from cardzoo.envs.engine import Choice, Flag, Game, Number
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.engine.rng import check_seed
from cardzoo.envs.policies.models import CARD
from cardzoo.envs.policies.shipped import own_agents
from cardzoo.envs.registry import registered_game, usable_games
from cardzoo.table.terminal.session import ME, YOU, seat_names
from cardzoo.table.web.figures import length_in_words, level_in_words, read_figures

HERE, GUEST = "here", "guest"  # another person at the owner's device; somebody who is invited to a device of their own
PEOPLE = (ME, HERE, GUEST)
LONGEST_NAME = 20
SEARCHES = ("search:100", "search:500", "search:2000")
MOST_SEARCH = 5000  # rounds that a browser may ask for
MODEL_DEPTH = 3  # folders below the folder of runs in which models are looked for
SLOWEST_S = 10.0


@dataclass(frozen=True)
class Plan:
    """A table that was asked for.

    Attributes:
        game: the game's id.
        num_players: players.
        options: the game's options, as far as they were chosen.
        seats: who sits where: a person, as ``PEOPLE`` has it, or an agent as it is called on the page.
        seed: of the deal; None for a random one.
        pace: seconds between agents' actions.
        names: what people are called among people, by seat; empty for who has not said it.
        seed_chosen: whether the owner has chosen the seed, and so may know all cards.
    """

    game: str
    num_players: int
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    seed: int | None
    pace: float
    names: tuple[str, ...] = ()
    seed_chosen: bool = False

    @property
    def is_for_several(self) -> bool:
        """Whether other people than the owner are to sit there."""
        return HERE in self.seats or GUEST in self.seats


class Model(NamedTuple):
    """A trained model.

    Attributes:
        folder: where it lies.
        num_players: players with which it plays.
    """

    folder: Path
    num_players: int


class Models:
    """The trained models on this machine.

    Args:
        runs: the folder below which they lie; it need not be there.
    """

    def __init__(self, runs: Path) -> None:
        self._runs = runs.resolve()  # absolute, so that no folder can be taken for another agent's name

    def find(self, game: Game) -> dict[str, Model]:
        """The models of a game by what they are called on the page."""
        found = {}
        for depth in range(1, MODEL_DEPTH + 1):
            for card in sorted(self._runs.glob("*/" * depth + CARD)):
                try:
                    told = json.loads(card.read_text(encoding="utf-8"))
                    plays, players = told.get("game"), told.get("num_players")
                except (OSError, ValueError, AttributeError):
                    continue
                if plays == game.id:
                    found[f"model {card.parent.relative_to(self._runs).as_posix()}"] = Model(card.parent, players)
        return found


@cache
def describe_game(game: Game) -> dict[str, Any]:
    """A game as the page's form needs it; how long it is and how hard, where that has been measured."""
    figures = read_figures().get(game.id)
    return {
        "id": game.id,
        "title": game.title,
        "family": game.family,
        "players": list(game.numbers_of_players),
        "players_in_words": game.players_in_words,
        "default_players": game.default_players,
        "length": length_in_words(game, figures) if figures else "",
        "level": level_in_words(figures) if figures else "",
        "options": [describe_option(option) for option in game.options],
    }


def describe_option(option: Any) -> dict[str, Any]:
    """An option as the page's form needs it."""
    told = {"name": option.name, "doc": option.doc, "default": option.element_to_words(option.blank)}
    if isinstance(option, Flag):
        return told | {"kind": "flag"}
    if isinstance(option, Choice):
        return told | {"kind": "choice", "choices": list(option.choices), "optional": told["default"] is None}
    if isinstance(option, Number):
        return told | {"kind": "number", "low": option.low, "high": option.high, "optional": option.optional}
    raise TypeError(f"no form can ask for {option.name}")


def describe_games() -> list[dict[str, Any]]:
    """All games."""
    return [describe_game(game) for game in usable_games()[0]]


def agent_names(game: Game, models: Iterable[str]) -> list[str]:
    """The agents that the page offers for a game."""
    solver = ["solver"] if can_solve(game) else []
    return [*own_agents(game), *SEARCHES, *solver, *models, *installed_agents()]


def read_plan(content: Any, models: Models) -> Plan:
    """The table that a browser asks for, checked.

    Raises:
        ValueError: telling in one line what is wrong.
    """
    if not isinstance(content, dict) or not isinstance(content.get("game"), str):
        raise ValueError("no game was named")
    game = registered_game(content["game"])
    num_players, options = content.get("players"), content.get("options", {})
    if num_players is None:
        num_players = game.default_players
    seats, seed, pace = content.get("seats"), content.get("seed"), content.get("pace", 0.7)
    if not isinstance(options, dict):
        raise ValueError("options: an object was expected")
    for name in options:
        game.options.field(name)  # refuses what is no option, such as another argument of `blank`
    game.blank(num_players, **options)
    if not isinstance(seats, list) or len(seats) != num_players or not all(isinstance(name, str) for name in seats):
        raise ValueError(f"seats: a name for each of the {num_players} players was expected")
    if seats.count(ME) > 1:
        raise ValueError(f"only one seat can be yours; {HERE!r} is another person at your device")
    known = agent_names(game, models.find(game))
    for name in seats:
        if name not in PEOPLE and name not in known and not is_search(name):
            raise ValueError(f"there is no agent {name!r} for {game.name}; {suggest(name, known)}")
    seed = None if seed is None else _read_seed(seed)
    names = read_names(content.get("names", []), seats)
    return Plan(game.id, num_players, options, tuple(seats), seed, check_pace(pace), names, seed is not None)


def _read_seed(seed: Any) -> int:
    """A seed as a number, or as its digits, since numbers of a browser have 53 bits.

    Raises:
        ValueError: if it is none.
    """
    if isinstance(seed, str) and re.fullmatch("[0-9]{1,19}", seed):
        seed = int(seed)
    if not isinstance(seed, int) or check_seed(seed) >= 1 << 63:
        raise ValueError(f"seed must be a whole number below 2^63, got {seed!r:.40}; leave it away for a random one")
    return seed


def read_names(names: Any, seats: Sequence[str]) -> tuple[str, ...]:
    """What the people at the owner's device are called, by seat; empty for other seats and for those without a name.

    Raises:
        ValueError: if one of them cannot be called so.
    """
    if not isinstance(names, list) or len(names) > len(seats):
        raise ValueError("names: at most one for each seat was expected")
    told: list[str] = []
    for seat, name in enumerate(seats):
        given = names[seat] if seat < len(names) and name in (ME, HERE) else ""
        others = [usual_name(other) for other in range(len(seats)) if other != seat]
        told.append(check_name(given, [*told, *others, *seat_names(seats)]) if given != "" else "")
    return tuple(told)


def usual_name(seat: int) -> str:
    """What a person among people is called who has not said a name."""
    return f"player {seat + 1}"


def check_name(name: Any, others: Iterable[str]) -> str:
    """What somebody is called at a table.

    Args:
        name: as it was typed.
        others: the other names there.

    Raises:
        ValueError: if it cannot be that.
    """
    told = " ".join(name.split()) if isinstance(name, str) else ""
    if not told or len(told) > LONGEST_NAME or not told.isprintable():
        raise ValueError(f"a name has 1 to {LONGEST_NAME} letters")
    if told.casefold() in {YOU, *(other.casefold() for other in others)}:
        raise ValueError(f"{told!r} is somebody else here; take another name")
    return told


def is_search(name: str) -> bool:
    """Whether a name is a search of a number of rounds that is allowed."""
    match = re.fullmatch(r"search:([1-9]\d{0,4})", name, re.ASCII)
    return match is not None and int(match[1]) <= MOST_SEARCH


def check_pace(pace: Any) -> float:
    """Seconds between agents' actions.

    Raises:
        ValueError: if they are not.
    """
    if isinstance(pace, (int, float)) and not isinstance(pace, bool) and 0 <= pace <= SLOWEST_S:
        return float(pace)
    raise ValueError(f"pace: seconds from 0 to {SLOWEST_S:g} were expected")
