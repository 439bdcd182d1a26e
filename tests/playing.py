"""What tests share: every setting of every game, and ways to play it."""

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numba.core import config

from cardzoo.agents import bots
from cardzoo.envs import IDS, Batch, CardEnv, Game, ParallelCardEnv, Table, find_game
from cardzoo.envs.encoders import ENCODERS
from cardzoo.envs.engine import INTERPRETED, Choice, Flag, Number, Remembering
from cardzoo.envs.single import SingleSeat

ROOT = Path(__file__).parents[1]
GAMES = tuple(find_game(id) for id in IDS)
ONE_GAME = find_game("getaway")
"""For what need not be looked at in every game."""

MOST_SETTINGS = 24  # of one game

HIDING_SEED = 16
"""A seed with which every deal hides something; most deals of The Kings go on until all cards lie open."""

AS_USERS_RUN = not INTERPRETED and not config.BOUNDSCHECK  # type: ignore[attr-defined]
"""Whether rules run compiled and unchecked. What has nothing to do with the rules is tested in this mode alone."""


def few(compiled: int, interpreted: int) -> int:
    """A number of games or steps that fits how the rules run."""
    return interpreted if INTERPRETED else compiled


@dataclass(frozen=True, eq=False)
class Setting:
    """A game with a number of players and options."""

    game: Game
    num_players: int
    options: Mapping[str, Any]

    def __str__(self) -> str:
        return "-".join([self.game.name, str(self.num_players), *(f"{k}={v}" for k, v in self.options.items())])

    @property
    def pack(self) -> Sequence[int]:
        """The card codes of the pack."""
        return self.game.pack_of(self.num_players)

    @property
    def arguments(self) -> dict[str, Any]:
        """What the setting is called in all the views."""
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
        """Many tables. All tests' batches know the compiled agents, so that their step is compiled once a game."""
        return Batch(self.game, num_tables, bots=bots(self.game), **self.arguments, **more)


def option_sets(game: Game) -> list[dict[str, Any]]:
    """The defaults, then each option changed alone: every choice, a number's least value, None if that is allowed.

    Where these are too many, there is one choice of each option.
    """
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
    if sum(map(len, changes)) > MOST_SETTINGS:
        changes = [[sets[place % len(sets)]] for place, sets in enumerate(changes) if sets]
    return [{}, *chain.from_iterable(changes)]


def settings_of(game: Game) -> Iterator[Setting]:
    """Every number of players with every option; where these are too many, options take one number each, in turn."""
    sets, numbers = option_sets(game), game.numbers_of_players
    too_many = len(sets) * len(numbers) > MOST_SETTINGS
    for place, options in enumerate(sets):
        for num_players in [numbers[place % len(numbers)]] if too_many and options else numbers:
            yield Setting(game, num_players, options)


def has_choices(game: Game) -> bool:
    """Whether there is ever more than one action: else all agents play alike, and nothing is ever masked."""
    return len(game.actions) > 1


def usual(game: Game) -> Setting:
    """The defaults."""
    return Setting(game, game.default_players, {})


SETTINGS = tuple(setting for game in GAMES for setting in settings_of(game))
"""Every number of players with every option, as `settings_of` says."""

KEY_SETTINGS = tuple(
    setting
    for setting in SETTINGS
    if setting.num_players == setting.game.default_players
    or (setting.num_players in setting.game.players and not setting.options)
)
"""The default number of players with every option, the least and the most with the defaults."""

FEW_SETTINGS = tuple(setting for game in GAMES for setting in (usual(game), [*settings_of(game)][-1]))
"""The default one of each game and one with an option: enough where rules are slow, being interpreted."""

ENCODED = [(setting, "flat") for setting in KEY_SETTINGS] + [
    (usual(ONE_GAME), encoding) for encoding in ENCODERS if encoding != "flat"
]
"""Settings with an encoding: one game in all of them, as every game compiles a batch step of its own for each."""


def bots_without_memory(game: Game) -> dict[str, Any]:
    """A game's compiled agents that may play on a GPU."""
    return {name: bot for name, bot in bots(game).items() if not isinstance(bot, Remembering)}


def game_of(parameter: Any) -> Game | None:
    """The game that a test's parameter stands for, if any: one of the above, or a game."""
    setting = parameter[0] if isinstance(parameter, tuple) and parameter else parameter
    if isinstance(setting, Setting):
        return setting.game
    return setting if isinstance(setting, Game) else None


def walk(table: Table, seed: int = 0, most: int = 10**6) -> Iterator[int]:
    """Play random legal actions until the game is over or so many are played; gives each before it is played."""
    choose = np.random.default_rng(seed)
    for _ in range(most):
        if table.over:
            return
        action = int(choose.choice(np.flatnonzero(table.mask)))
        yield action
        table.step_legal(action)


def play_out(table: Table, seed: int = 0, most: int = 10**6) -> Table:
    """Play random legal actions; gives the table itself."""
    for _ in walk(table, seed, most):
        pass
    return table


def phase_of(table: Table) -> str:
    """What the player whose turn it is decides, if the game has phases."""
    if table.over:
        return "over"
    return str(table.words("phase")["phase"]) if "phase" in table.game.state.fields else "play"


def opening_seeds(setting: Setting) -> list[int]:
    """Some seeds, and `HIDING_SEED` if its game begins in another phase than theirs."""
    seeds = list(range(few(6, 2)))
    begun = {phase_of(setting.table(seed)) for seed in seeds}
    return seeds if phase_of(setting.table(HIDING_SEED)) in begun else [*seeds, HIDING_SEED]


@cache
def positions(setting: Setting) -> tuple[Table, ...]:
    """Positions of random games: some of every phase that these games reach, the deal and the end among them."""
    kept = []
    for seed in opening_seeds(setting):
        table = setting.table(seed)
        phases = defaultdict(list)
        for _ in walk(table, seed, few(3000, 100)):
            phases[phase_of(table)].append(table.copy())
        if table.over:
            phases["over"].append(table)
        for tables in phases.values():
            kept += [tables[place] for place in np.unique(np.linspace(0, len(tables) - 1, few(5, 3)).astype(int))]
    return tuple(kept)


def illegal_action(mask: np.ndarray) -> int:
    """An action that is not legal now; where all are, the first number that is no action."""
    return len(mask) if mask.all() else int(mask.argmin())


def cards_of(table: Table) -> bytes:
    """Where all cards lie."""
    return b"".join(table.state[field.name].tobytes() for field in table.game.state.holders())


def run_python(code: str, *arguments: str, **environment: str | None) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh process.

    Args:
        code: the program.
        *arguments: its `sys.argv[1:]`.
        **environment: variables to set; None unsets one.
    """
    variables = dict(os.environ)
    for name, value in environment.items():
        if value is None:
            variables.pop(name, None)
        else:
            variables[name] = value
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        env=variables,
        cwd=ROOT,
        check=False,
        timeout=600,
    )


def same(one: Any, other: Any) -> bool:
    """Whether two observations are equal: arrays, texts, or dictionaries of them."""
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    return np.array_equal(one, other)


def row_of(observations: Any, k: int) -> Any:
    """The k-th of a batch of observations."""
    if isinstance(observations, Mapping):
        return {name: row_of(part, k) for name, part in observations.items()}
    return observations[k]


Policy = Callable[[np.ndarray], int]


def scattered(seed: int) -> Policy:
    """A policy that draws among the legal actions; a second one of the same seed draws the same for the same masks."""
    choose = np.random.default_rng(seed)

    def policy(mask: np.ndarray) -> int:
        return int(choose.choice(np.flatnonzero(mask)))

    return policy
