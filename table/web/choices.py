"""Choices for a new table: the game, its options and the seats.

Input from a browser is validated here. A browser names agents by words that the server has offered, never by a path.
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
from cardzoo.envs.engine import FRENCH, Choice, Flag, Game, Number
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.engine.rng import check_seed
from cardzoo.envs.policies.models import CARD
from cardzoo.envs.policies.shipped import own_agents
from cardzoo.envs.registry import IDS, registered_game, usable_games
from cardzoo.table.names import GUEST, HERE, ME, PEOPLE, YOU, name_seats, seat_names, usual_name
from cardzoo.table.web.figures import length_in_words, level_in_words, read_figures
from cardzoo.table.web.opponents import agents_by_strength, strength_of, usual_strength

LONGEST_NAME = 20
SEARCHES = ("search:100", "search:500", "search:2000")
MOST_SEARCH = 5000  # rounds of a search that a browser may request
MODEL_DEPTH = 3  # levels of folders searched for models, below the folder of runs
SLOWEST_S = 10.0
TECHNICAL = frozenset({"give_up_after", "memory_aid"})
"""Options that are no house rules, like those that bound a game."""


@dataclass(frozen=True)
class Plan:
    """Settings of a requested table.

    Attributes:
        game: the game's id.
        num_players: number of players.
        options: options of the game that were chosen.
        seats: each seat's person, one of ``PEOPLE``, or the agent's name on the page.
        seed: random seed of the deal; None for a random one.
        pace: seconds between agents' actions.
        names: people's names by seat, for tables of several people; empty if unknown.
        seed_chosen: True if the owner has chosen the seed and so may know all cards.
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
        """True if the table has seats for other people than the owner."""
        return HERE in self.seats or GUEST in self.seats


class Model(NamedTuple):
    """A trained model.

    Attributes:
        folder: the model's folder.
        num_players: number of players that it supports.
    """

    folder: Path
    num_players: int


class Models:
    """The trained models on this machine.

    Args:
        runs: folder of the models; it may be missing.
    """

    def __init__(self, runs: Path) -> None:
        self._runs = runs.resolve()  # absolute, so that no folder is mistaken for another agent's name

    def find(self, game: Game) -> dict[str, Model]:
        """Models of a game by their names on the page."""
        found = {}
        for depth in range(1, MODEL_DEPTH + 1):
            for card in sorted(self._runs.glob("*/" * depth + CARD)):
                try:
                    content = json.loads(card.read_text(encoding="utf-8"))
                    plays, players = content.get("game"), content.get("num_players")
                except (OSError, ValueError, AttributeError):
                    continue
                if plays == game.id:
                    found[f"model {card.parent.relative_to(self._runs).as_posix()}"] = Model(card.parent, players)
        return found


@cache
def describe_game(game: Game) -> dict[str, Any]:
    """Description of a game for the page's form, with its length and difficulty if these were measured."""
    figures = read_figures().get(game.id)
    return {
        "id": game.id,
        "title": game.title,
        "family": game.family,
        "pictures": "/cards" if game.cards is FRENCH else f"/cards/{game.id}",
        "codes": game.cards.codes,
        "tile": find_tile(game),
        "cooperative": game.cooperative,
        "players": list(game.numbers_of_players),
        "players_in_words": game.players_in_words,
        "default_players": game.default_players,
        "length": length_in_words(game, figures) if figures else "",
        "level": level_in_words(figures) if figures else "",
        "strengths": dict(agents_by_strength(game)),
        "strength": usual_strength(game),
        "options": [describe_option(game, option) for option in game.options],
        "presets": describe_presets(game),
    }


def find_tile(game: Game) -> str:
    """Address of a game's picture on the first page; empty for a game that is not cardzoo's."""
    return f"/static/games/{game.name}.webp" if game.id in IDS else ""


def describe_presets(game: Game) -> dict[str, dict[str, Any]]:
    """Sets of house rules by their names, the default rules first; a match also has its shortest one."""
    presets = {name: dict(options) for name, options in game.options.presets.items()}
    known = [*presets.values()]
    usual: dict[str, dict[str, Any]] = {} if {} in known else {"Usual rules": {}}
    short = {"Short game": dict(game.shortest)} if game.shortest and game.shortest not in known else {}
    return usual | presets | short


def describe_option(game: Game, option: Any) -> dict[str, Any]:
    """Description of an option for the page's form, in the words of `Options.title` and its neighbours."""
    field = {
        "name": option.name,
        "title": game.options.title(option.name).replace("is truncated", "is stopped"),  # as people say it
        "unset": game.options.unset(option.name),
        "default": option.element_to_words(option.blank),
        "bound": option.name.startswith("max_") or option.name in TECHNICAL,
    }
    if isinstance(option, Flag):
        return field | {"kind": "flag"}
    if isinstance(option, Choice):
        words = game.options.calls.get(option.name) or [choice.replace("_", " ") for choice in option.choices]
        choices = [*zip(option.choices, words, strict=True)]
        return field | {"kind": "choice", "choices": choices, "optional": field["default"] is None}
    if isinstance(option, Number):
        return field | {"kind": "number", "low": option.low, "high": option.high, "optional": option.optional}
    raise TypeError(f"no form can ask for {option.name}")


def describe_games() -> list[dict[str, Any]]:
    """Descriptions of all usable games."""
    return [describe_game(game) for game in usable_games()[0]]


def agent_names(game: Game, models: Iterable[str]) -> list[str]:
    """Names of the agents that the page offers for a game."""
    solver = ["solver"] if can_solve(game) else []
    usual = [*own_agents(game), *SEARCHES, *solver, *models, *installed_agents()]
    return [*usual, *(name for name in agents_by_strength(game).values() if name not in usual)]


def read_plan(content: Any, models: Models) -> Plan:
    """Read and validate the settings of a table from a browser.

    Raises:
        ValueError: for invalid settings, in one line.
    """
    if not isinstance(content, dict) or not isinstance(content.get("game"), str):
        raise ValueError("game must be a game's id")
    game = registered_game(content["game"])
    num_players, options = content.get("players"), content.get("options", {})
    if num_players is None:
        num_players = game.default_players
    seats, seed, pace = content.get("seats"), content.get("seed"), content.get("pace", 0.7)
    if not isinstance(options, dict):
        raise ValueError("options must be an object")
    for name in options:
        game.options.field(name)  # rejects names that are no option, such as another argument of `blank`
    game.blank(num_players, **options)
    if not isinstance(seats, list) or len(seats) != num_players or not all(isinstance(name, str) for name in seats):
        raise ValueError(f"seats must be a list with a name for each of the {num_players} players")
    if seats.count(ME) > 1:
        raise ValueError(f"only one seat can be yours; {HERE!r} is another person on your device")
    agents, strengths = agent_names(game, models.find(game)), agents_by_strength(game)
    seats = [strengths.get(name, name) for name in seats]
    for name in seats:
        if name not in PEOPLE and name not in agents and not is_search(name):
            raise ValueError(f"there is no agent {name!r} for {game.name}; {suggest(name, [*strengths, *agents])}")
    seed = None if seed is None else _read_seed(seed)
    names = read_names(content.get("names", []), seats)
    return Plan(game.id, num_players, options, tuple(seats), seed, check_pace(pace), names, seed is not None)


def _read_seed(seed: Any) -> int:
    """Read a seed from a number or a string of digits, since numbers of a browser have 53 bits.

    Raises:
        ValueError: if it is no seed.
    """
    if isinstance(seed, str) and re.fullmatch("[0-9]{1,19}", seed):
        seed = int(seed)
    if not isinstance(seed, int) or check_seed(seed) >= 1 << 63:
        raise ValueError(f"seed must be a whole number below 2^63, got {seed!r:.40}; leave it out for a random one")
    return seed


def read_names(names: Any, seats: Sequence[str]) -> tuple[str, ...]:
    """Names of the people on the owner's device, by seat; empty for other seats and for people without a name.

    Raises:
        ValueError: for a name that is not allowed.
    """
    if not isinstance(names, list) or len(names) > len(seats):
        raise ValueError("names must be a list with at most one name for each seat")
    checked: list[str] = []
    agents = [called for called, name in zip(name_seats(seats), seats, strict=True) if name not in PEOPLE]
    reserved = [*agents, *seat_names(seats)]
    for seat, name in enumerate(seats):
        given = names[seat] if seat < len(names) and name in (ME, HERE) else ""
        others = [usual_name(other) for other in range(len(seats)) if other != seat]
        checked.append(check_name(given, [*checked, *others, *reserved]) if given != "" else "")
    return tuple(checked)


def strengths_of(game: Game, seats: Sequence[str]) -> tuple[str, ...]:
    """Strengths of the agents on the seats, or their names if they have none; empty for people."""
    return tuple("" if name in PEOPLE else strength_of(game, name) for name in seats)


def check_name(name: Any, others: Iterable[str]) -> str:
    """Normalize and check a person's name.

    Args:
        name: the typed name.
        others: the other names at the table.

    Raises:
        ValueError: for a name that is not allowed or is used by somebody else.
    """
    plain = " ".join(name.split()) if isinstance(name, str) else ""
    if not plain or len(plain) > LONGEST_NAME or not plain.isprintable():
        raise ValueError(f"a name must have 1 to {LONGEST_NAME} letters")
    if plain.casefold() in {YOU, *(other.casefold() for other in others)}:
        raise ValueError(f"{plain!r} is somebody else here; choose another name")
    return plain


def is_search(name: str) -> bool:
    """Returns whether a name is a search with an allowed number of rounds."""
    match = re.fullmatch(r"search:([1-9]\d{0,4})", name, re.ASCII)
    return match is not None and int(match[1]) <= MOST_SEARCH


def check_pace(pace: Any) -> float:
    """Check the pace, in seconds between agents' actions.

    Raises:
        ValueError: for other values.
    """
    if isinstance(pace, (int, float)) and not isinstance(pace, bool) and 0 <= pace <= SLOWEST_S:
        return float(pace)
    raise ValueError(f"pace must be 0 to {SLOWEST_S:g} seconds, got {pace!r:.40}")
