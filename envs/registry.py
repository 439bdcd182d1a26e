"""Registry of games: cardzoo's own and those of other packages, found by their names.

A package names its games in its ``pyproject.toml``. They are then found like cardzoo's own, without an import::

    [project.entry-points."cardzoo.games"]
    "twenty_one-v0" = "twenty_one:GAME"

Other games are named as ``module:GAME``, or added by `register`. A game is imported only when it is used.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium
import pettingzoo

from cardzoo.envs.engine import Game
from cardzoo.envs.engine.bots import Bot
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.engine.game import exported_game
from cardzoo.envs.engine.pickles import name_of
from cardzoo.envs.imports import load_module, look_here

GROUP = "cardzoo.games"
CONFIGS = Path(__file__).parents[1] / "configs"
SHIPPED = Path(__file__).parents[1] / "agents/shipped"
OF_RULES = ("LAYOUT", "CONFIG")  # constants that are never in the agents' module

IDS = (
    "alaska-v0",
    "barbu-v0",
    "black_hole-v0",
    "blackjack-v0",
    "bridge-v0",
    "bridge_solitaire-v0",
    "cactus-v0",
    "canasta-v0",
    "cassino-v0",
    "chinese_ten-v0",
    "commune-v0",
    "crazy_eights-v0",
    "cribbage-v0",
    "diloti-v0",
    "dou_dizhu-v0",
    "euchre-v0",
    "fan_tan-v1",
    "forty_thieves-v0",
    "freecell-v0",
    "getaway-v0",
    "gin_rummy-v0",
    "golf-v0",
    "goofspiel-v0",
    "hanabi-v0",
    "hand_and_foot-v0",
    "hearts-v0",
    "king-v0",
    "king_weirdo-v0",
    "klondike-v0",
    "kuhn_poker-v0",
    "leduc_poker-v0",
    "lorum-v0",
    "mate-v0",
    "oh_hell-v0",
    "pishe_pasha-v0",
    "pyramid-v0",
    "ristiseiska-v0",
    "russian_solitaire-v0",
    "salute_the_king-v0",
    "skat-v0",
    "spades-v0",
    "speculation-v0",
    "spider-v0",
    "stop_the_bus-v0",
    "superfecta-v0",
    "texas_holdem-v0",
    "the_clock-v0",
    "the_kings-v0",
    "triple_play-v0",
    "turnover_bridge-v0",
    "umtali-v0",
    "uno-v0",
    "vazhushal-v0",
    "xeri-v0",
    "yukon-v0",
)
"""cardzoo's own games: the module of `cardzoo.envs.games` and the version, in the order of the pages."""

_VERSION = re.compile(r"-v(\d+)$")


class GameError(ValueError):
    """Game that is unknown or cannot be imported."""


@dataclass(eq=False)
class Registration:
    """Registered game, with the places of its parts.

    Attributes:
        id: the game's id.
        reference: the name by which every process finds it: its id, or ``module:id`` if it is not installed.
        source: the game, or its place: ``module:GAME``.
        home: the module that names the game. Its constants are the game's parts; see `Parts`.
        agents: the module with the constants of its agents, if it is another one.
        given: parts by constant, which take precedence over all modules.
        package: the package that has installed it.
    """

    id: str
    reference: str
    source: Game | str
    home: str
    agents: str | None = None
    given: Mapping[str, Any] = field(default_factory=dict)
    package: str | None = None

    @cached_property
    def game(self) -> Game:
        """Game, imported at the first use.

        Raises:
            GameError: if it cannot be imported.
        """
        if isinstance(self.source, Game):
            return self.source
        try:
            game = _import_game(self.source)
            if game.id != self.id:
                raise GameError(f"its id is {game.id!r}")
        except ValueError as problem:
            raise GameError(
                f"the game {self.id!r} of the package {self.package} cannot be imported: {problem}"
            ) from problem
        return game

    def is_of(self, game: Game) -> bool:
        """Returns whether it is this game's registration; False while the game's module is still being imported."""
        try:
            return self.source is game or (self.home in sys.modules and self.game is game)
        except GameError:
            return False

    def places(self, constant: str) -> Iterator[Mapping[str, Any]]:
        """Places to look for a constant of the game, in order."""
        yield self.given
        yield vars(load_module(self.home))
        yield vars(load_module(self.game.deal.__module__))
        if self.agents is not None and constant not in OF_RULES:
            yield vars(load_module(self.agents))


def name_of_id(id: str) -> str:
    """Name of a game: its id without the version."""
    return _VERSION.sub("", id)


_known = {
    name_of_id(id): Registration(
        id=id,
        reference=id,
        source=f"cardzoo.envs.games.{name_of_id(id)}:GAME",
        home=f"cardzoo.envs.games.{name_of_id(id)}",
        agents=f"cardzoo.agents.scripted.{name_of_id(id)}",
        given={"CONFIG": CONFIGS / f"{name_of_id(id)}.yaml", "TRAINED": SHIPPED / name_of_id(id)},
        package="cardzoo",
    )
    for id in IDS
}
"""All games by their names: cardzoo's own, those of installed packages, those that were registered."""

_left_out: list[str] = []  # errors of games that packages name


def game_ids() -> tuple[str, ...]:
    """Ids of all known games, cardzoo's own first."""
    return tuple(registration.id for registration in _known.values())


def game_names() -> tuple[str, ...]:
    """Names of all known games, without versions."""
    return tuple(_known)


def usable_games() -> tuple[list[Game], list[str]]:
    """All games that can be imported, and an error line for each game of a package that cannot."""
    games, problems = [], list(_left_out)
    for name in [*_known]:  # a module that is imported may register games
        try:
            games.append(_known[name].game)
        except GameError as problem:
            problems.append(str(problem))
    return games, problems


def registered_game(id: str) -> Game:
    """Known game of an id; no other module is imported.

    Args:
        id: such as ``"getaway-v0"``, ``"cardzoo/getaway-v0"``, or ``"getaway"`` for the newest version.

    Raises:
        ValueError: if there is no such game or version.
    """
    wanted = id.removeprefix("cardzoo/")
    name = name_of_id(wanted)
    if name not in _known:
        near = get_close_matches(name, game_names(), n=1)
        raise GameError(
            f"there is no game {id!r}; {f'did you mean {near[0]!r}?' if near else '`cardzoo games` lists them'}"
        )
    game = _known[name].game
    if wanted not in (name, game.id):
        raise GameError(f"there is no {id!r}; the version of {name} is {game.id!r}")
    return game


def find_game(id: str) -> Game:
    """Game of an id or of ``module:GAME``.

    Args:
        id: as for `registered_game`; or ``"module:GAME"`` for a game of any module, also one in the working directory.
            This registers the game. ``"module:twenty_one-v0"`` is the same, and fixes the version.

    Raises:
        ValueError: if there is no such game or version.
    """
    if not isinstance(id, str):
        raise GameError(f"game must be the name of a game, such as 'getaway', got {id!r}; `cardzoo games` lists them")
    if ":" not in id:
        return registered_game(id)
    look_here()
    game = _import_game(id)
    if not (game.name in _known and _known[game.name].is_of(game)):
        _register(game, home=id.partition(":")[0])
    return game


def reference_of(game: Game) -> str:
    """Name by which other processes find a game; see `Registration`."""
    registration = _known.get(game.name)
    return registration.reference if registration and registration.is_of(game) else _reference(game, _module(game))


class Parts:
    """Parts of a game besides its rules; each is looked up at its first use, and may be None.

    A part given to `register` comes first. The others are constants in the module that names the game, in that of its
    rules, or in that of its agents.

    Args:
        registration: the game's registration.

    Raises:
        ValueError: at the use of a part, if a module that may have it cannot be imported.
    """

    def __init__(self, registration: Registration) -> None:
        self._registration = registration

    @property
    def layout(self) -> Any:
        """``LAYOUT``: layout of the drawn table, a `cardzoo.envs.scene.Layout`."""
        return self._find("LAYOUT")

    @property
    def config(self) -> Any:
        """``CONFIG``: training configuration, or its YAML file."""
        return self._find("CONFIG")

    @property
    def agents(self) -> Any:
        """``AGENTS``: its compiled agents by name, the weakest first."""
        return self._find("AGENTS")

    @property
    def guess(self) -> Any:
        """``GUESS``: rule that fits hidden cards to the other players' actions; see `cardzoo.envs.policies.bots`."""
        return self._find("GUESS")

    @property
    def rollout(self) -> Any:
        """``ROLLOUT``: name of the rollout policy of a search, a compiled agent."""
        return self._find("ROLLOUT")

    @property
    def slow(self) -> Any:
        """``SLOW``: names of the compiled agents that a search asks in simulations only if its settings name them."""
        return self._find("SLOW")

    @property
    def open_play(self) -> Any:
        """``OPEN_PLAY``: maker of a solver of positions with all cards open; see `cardzoo.envs.policies.bots`."""
        return self._find("OPEN_PLAY")

    @property
    def solver(self) -> Any:
        """``SOLVER``: hints for the solver of a patience, or their place: ``module:HINTS``."""
        return self._find("SOLVER")

    @property
    def trained(self) -> Any:
        """``TRAINED``: folder of its trained agents."""
        return self._find("TRAINED")

    @property
    def measured(self) -> Any:
        """``MEASURED``: options with which its agents are measured besides the defaults."""
        return self._find("MEASURED")

    @property
    def enough_deals(self) -> Any:
        """``ENOUGH_DEALS``: number of deals that separates its agents, if the usual number does not."""
        return self._find("ENOUGH_DEALS")

    def _find(self, constant: str) -> Any:
        return next((place[constant] for place in self._registration.places(constant) if constant in place), None)


def parts_of(game: Game) -> Parts:
    """Parts of a game besides its rules, whether it is registered or not."""
    registration = _known.get(game.name)
    if registration is None or not registration.is_of(game):
        registration = Registration(game.id, game.id, game, _module(game))
    return Parts(registration)


def register(
    game: Game,
    *,
    agents: ModuleType | str | Mapping[str, Bot] | None = None,
    layout: Any = None,
    config: Path | str | Mapping[str, Any] | None = None,
    solver: Any = None,
    trained: Path | str | None = None,
) -> None:
    """Register a game, so that all of this process finds it by its name.

    Call it in the module that has the game, or in the ``__init__`` of its package: workers and other processes import
    that module to find the game. Parts that are not given are looked up in that module: the constants ``AGENTS``,
    ``LAYOUT``, ``CONFIG``, ``SOLVER`` and ``TRAINED``. All are optional.

    Args:
        game: the game.
        agents: compiled agents by their names, the best one last; or the module with the constant ``AGENTS``, which may
            have ``GUESS``, ``ROLLOUT``, ``SLOW`` and ``SOLVER`` too.
        layout: layout of the drawn table, a `cardzoo.envs.scene.Layout`.
        config: training configuration, or its YAML file.
        solver: for a patience, the solver's `cardzoo.agents.solver.search.Hints`, or their place: ``module:HINTS``.
        trained: folder of its trained agents, with a model's folder for each number of players, named by that number.

    Raises:
        ValueError: if its name is taken by another game.
    """
    if not isinstance(game, Game):
        raise GameError(f"game must be a Game, got {game!r:.60}")
    module = agents.__name__ if isinstance(agents, ModuleType) else agents if isinstance(agents, str) else None
    given = {
        "AGENTS": None if module else agents,
        "LAYOUT": layout,
        "CONFIG": config,
        "SOLVER": solver,
        "TRAINED": trained,
    }
    caller = sys._getframe(1).f_globals["__name__"]
    home = caller if name_of(game, caller) else _module(game)
    _register(game, home, module, {name: part for name, part in given.items() if part is not None})


def _register(game: Game, home: str, agents: str | None = None, given: Mapping[str, Any] | None = None) -> None:
    if not game.name.isidentifier():
        raise GameError(f"a game's name must be of letters, digits and _, as in 'twenty_one', got {game.name!r}")
    present, reference, package = _known.get(game.name), _reference(game, home), None
    own = present is not None and present.package == "cardzoo"
    if present and not present.is_of(game) and (own or (isinstance(present.source, Game) and present.home != home)):
        raise GameError(f"{home}: there is another game {game.name!r} in {present.home}; give this one another name")
    if present and present.id == game.id and present.home.partition(".")[0] == home.partition(".")[0]:
        reference, package = present.reference, present.package
    _add(Registration(game.id, reference, game, home, agents, given or {}, package))


def _add(registration: Registration) -> None:
    """Add a game to the registry, and to those of Gymnasium and PettingZoo, as ``"cardzoo/getaway-v0"`` and so on."""
    _known[name_of_id(registration.id)] = registration
    full, reference = f"cardzoo/{registration.id}", registration.reference
    if full in gymnasium.registry:
        return
    gymnasium.register(
        full,
        entry_point="cardzoo.envs.single:SingleSeat",
        vector_entry_point="cardzoo.envs.single:VectorSeats",
        kwargs={"game": reference},
        disable_env_checker=True,  # the checker samples actions without the mask
        order_enforce=False,
    )
    if hasattr(pettingzoo, "register"):
        for kind, maker in (("aec", "make"), ("parallel", "make_parallel")):
            pettingzoo.register(kind, full, entry_point=f"cardzoo.envs.factory:{maker}", kwargs={"id": reference})


def _module(game: Game) -> str:
    """Module with a game's rules."""
    return str(game.deal.__module__)


def _reference(game: Game, home: str) -> str:
    return f"{home}:{game.id}" if name_of(game, home) else game.id


def _import_game(name: str) -> Game:
    """Game of ``module:GAME`` or ``module:id``."""
    home, _, wanted = name.partition(":")
    module = load_module(home)
    if _VERSION.search(wanted):
        return exported_game(home, wanted)
    game = getattr(module, wanted, None)
    if not isinstance(game, Game):
        games = [known for known, value in vars(module).items() if isinstance(value, Game)]
        found = f"is {game!r:.60}, not a Game" if hasattr(module, wanted) else "is not there"
        raise GameError(f"{name}: {wanted!r} {found}; {suggest(wanted, games or ['none'])}")
    return game


def find_all() -> None:
    """Register cardzoo's own games with Gymnasium and PettingZoo, and add those of installed packages."""
    for registration in [*_known.values()]:
        _add(registration)
    for entry in entry_points(group=GROUP):
        package = entry.dist.name if entry.dist else "?"
        name = name_of_id(entry.name)
        if name == entry.name or not name.isidentifier():
            _left_out.append(f"package {package}: a game's id must be such as 'x-v0', got {entry.name!r}")
        elif name in _known:
            reason = f"as {_known[name].package} has a game of that name"
            _left_out.append(f"the game {entry.name!r} of the package {package} is left out, {reason}")
        else:
            _add(Registration(entry.name, entry.name, entry.value, entry.value.partition(":")[0], package=package))
