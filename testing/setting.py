"""Settings: a game with a number of players and options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from numba.core import config

from cardzoo.agents import bots
from cardzoo.envs import Batch, CardEnv, Game, ParallelCardEnv, Table
from cardzoo.envs.engine import INTERPRETED, Choice, Flag, Number
from cardzoo.envs.single import SingleSeat

MOST_SETTINGS = 24  # of one game

CHECKED = not INTERPRETED and bool(config.BOUNDSCHECK)  # type: ignore[attr-defined]
"""True if rules run compiled, with all indices checked."""
AS_USERS_RUN = not INTERPRETED and not CHECKED
"""True if rules run compiled and unchecked."""


def count(compiled: int, interpreted: int, checked: int | None = None) -> int:
    """The number of games or steps for the mode of the rules.

    Args:
        compiled: the number where rules run as users run them.
        interpreted: the number where rules run as plain Python.
        checked: the number where compiled indices are checked, in the mode of ``make test``; None: as many as compiled.
    """
    if INTERPRETED:
        return interpreted
    return checked if CHECKED and checked is not None else compiled


@dataclass(frozen=True, eq=False)
class Setting:
    """A game with a number of players and options.

    Attributes:
        game: the game.
        num_players: players at the table.
        options: the game's own options by name, those that differ from the defaults.
    """

    game: Game
    num_players: int
    options: Mapping[str, Any]

    def __str__(self) -> str:
        return "-".join([self.game.name, str(self.num_players), *(f"{k}={v}" for k, v in self.options.items())])

    @property
    def pack(self) -> Sequence[int]:
        """The card codes of the pack."""
        return self.game.pack_of(self.num_players, self.game.blank(**self.arguments)[0]["options"])

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments of the setting for all views."""
        return {"num_players": self.num_players, **self.options}

    def table(self, seed: int | None = None, **more: Any) -> Table:
        """A table with the cards dealt."""
        return self.game.table(seed, **self.arguments, **more)

    def env(self, **more: Any) -> CardEnv:
        """An AEC environment."""
        return CardEnv(self.game, **self.arguments, **more)

    def parallel(self, **more: Any) -> ParallelCardEnv:
        """A parallel environment."""
        return ParallelCardEnv(self.game, **self.arguments, **more)

    def single(self, **more: Any) -> SingleSeat:
        """A Gymnasium environment."""
        return SingleSeat(self.game.id, **self.arguments, **more)

    def batch(self, num_tables: int, **more: Any) -> Batch:
        """A batch of tables, with the game's scripted agents."""
        return Batch(self.game, num_tables, bots=bots(self.game), **self.arguments, **more)


def changes_of(game: Game) -> list[list[dict[str, Any]]]:
    """The changes of each option: every other choice, a number's least value, and None if that is allowed."""
    changes: list[list[dict[str, Any]]] = []
    for field in game.options:
        values: Sequence[Any] = ()
        if isinstance(field, Choice):
            values = field.choices
        elif isinstance(field, Flag):
            values = (True, False)
        elif isinstance(field, Number):
            values = (field.low, None) if field.optional else (field.low,)
        usual_value = field.element_to_words(field.blank)
        changes.append([{field.name: value} for value in values if value != usual_value])
    return changes


def option_sets(game: Game) -> list[dict[str, Any]]:
    """The defaults, then each option changed alone; if these are too many, one change of each option."""
    changes = changes_of(game)
    if sum(map(len, changes)) > MOST_SETTINGS:
        changes = [[sets[place % len(sets)]] for place, sets in enumerate(changes) if sets]
    return [{}, *chain.from_iterable(changes)]


def packed_options(game: Game) -> list[dict[str, Any]]:
    """Every change of an option, in few sets: as many changes at once as the game allows.

    Numbers are in sets of their own, since a least number may end a game before other options have an effect.
    """
    numbers = {field.name for field in game.options if isinstance(field, Number) and not isinstance(field, Flag)}
    sets: list[dict[str, Any]] = []
    changes = [change for change in chain.from_iterable(changes_of(game)) if is_allowed(game, change)]
    for change in changes:
        (name,) = change
        for one in sets:
            alike = all((other in numbers) == (name in numbers) for other in one)
            if alike and name not in one and is_allowed(game, one | change):
                one |= change
                break
        else:
            sets.append(dict(change))
    return sets


def is_allowed(game: Game, options: Mapping[str, Any]) -> bool:
    """Returns whether the game allows these options together."""
    try:
        game.blank(**options)
    except ValueError:
        return False
    return True


@cache
def settings_of(game: Game) -> tuple[Setting, ...]:
    """Every number of players with every option; if these are too many, each option has one number, in turn."""
    sets, numbers = option_sets(game), game.numbers_of_players
    too_many = len(sets) * len(numbers) > MOST_SETTINGS
    return tuple(
        Setting(game, num_players, options)
        for place, options in enumerate(sets)
        for num_players in ([numbers[place % len(numbers)]] if too_many and options else numbers)
    )


def usual(game: Game) -> Setting:
    """The setting with all defaults."""
    return next(one for one in settings_of(game) if one.num_players == game.default_players and not one.options)


@cache
def key_settings(game: Game) -> tuple[Setting, ...]:
    """The fewest settings with the usual, least and greatest number of players and every option."""
    numbers = dict.fromkeys((game.default_players, *game.players))
    sets: list[tuple[int, dict[str, Any]]] = [(num_players, {}) for num_players in numbers]
    sets += [(game.default_players, options) for options in packed_options(game)]
    return tuple(Setting(game, num_players, options) for num_players, options in sets)


def few_settings(game: Game) -> tuple[Setting, ...]:
    """The usual setting and one with an option, for slow checks and interpreted rules."""
    return tuple(dict.fromkeys((usual(game), settings_of(game)[-1])))


def has_choices(setting: Setting) -> bool:
    """Returns whether the game has more than one action; if not, all agents play alike and no action is ever masked."""
    return len(setting.game.actions) > 1


def ends_soon(setting: Setting) -> bool:
    """Returns whether random games of the setting are short enough to play to the end in this mode."""
    return not INTERPRETED or bool(setting.options)
