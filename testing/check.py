"""Contract checks: their declaration, the settings that they run on, and the wording of faults."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from cardzoo.envs import Game, find_game, register
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.engine.rule_errors import RuleError, place_within, tell
from cardzoo.testing.rules import rule_files
from cardzoo.testing.setting import AS_USERS_RUN, CHECKED, Setting, few_settings, key_settings, settings_of, usual

LONGEST_WORDS = 500  # characters kept of another library's message

CHECKS: "list[Check]" = []
"""All checks, in the order in which they are declared."""


class Fault(AssertionError):
    """A broken contract of a game: the setting, check, seed, step and problem, in a line or two."""


class Each(Enum):
    """The settings that a check runs on."""

    GAME = "the usual setting alone"
    FEW_SETTINGS = "the usual setting and one with an option: for slow checks"
    SETTING = "every number of players with every option"

    def settings(self, game: Game, every: bool = False) -> tuple[Setting, ...]:
        """The settings of a game: few for slow checks, and where rules run slowly."""
        if self is Each.GAME:
            return (usual(game),)
        if INTERPRETED or self is Each.FEW_SETTINGS:
            return few_settings(game)
        return settings_of(game) if every else key_settings(game)


def always(setting: Setting) -> bool:
    """True: the check concerns every setting."""
    return True


@dataclass(frozen=True)
class Check:
    """A property of every game.

    Attributes:
        function: ``function(setting)``, which raises if the property does not hold.
        each: the settings that it runs on.
        is_of_views: True if it is about the views. All games share their code, so one mode of the rules is enough.
        is_slow: True if it takes more than a few seconds.
        concerns: ``concerns(setting)``: returns whether there is anything to check.
    """

    function: Callable[[Setting], None]
    each: Each
    is_of_views: bool = False
    is_slow: bool = False
    concerns: Callable[[Setting], bool] = always

    @property
    def name(self) -> str:
        """The name of the check, such as ``"cards_are_conserved"``."""
        return self.function.__name__.removeprefix("check_")

    @property
    def words(self) -> str:
        """The rule that it checks."""
        return self.name.replace("_", " ")

    @property
    def topic(self) -> str:
        """The module that holds it, such as ``"legality"``."""
        return self.function.__module__.rpartition(".")[2]

    def settings(self, game: Game, with_views: bool = True, every: bool = False) -> tuple[Setting, ...]:
        """The settings of a game that the check runs on.

        Args:
            game: the game.
            with_views: whether to check the views, too.
            every: whether to return all settings rather than the key ones.
        """
        if self.is_of_views and not with_views:
            return ()
        return tuple(filter(self.concerns, self.each.settings(game, every)))

    def __call__(self, setting: Setting) -> None:
        """Check a setting.

        Raises:
            Fault: if the property does not hold.
            RuntimeError: if Python runs without assertions.
        """
        if not __debug__:
            raise RuntimeError("checks are assertions: run Python without -O and PYTHONOPTIMIZE")
        try:
            self.function(setting)
        except Exception as problem:
            raise Fault(f"{setting}: {self.words}: {in_words(problem, setting.game)}") from problem


def check(
    each: Each, *, views: bool = False, slow: bool = False, concerns: Callable[[Setting], bool] = always
) -> Callable[[Callable[[Setting], None]], Check]:
    """Make a function ``check_...(setting)`` one of the `CHECKS`; see `Check`."""

    def declare(function: Callable[[Setting], None]) -> Check:
        CHECKS.append(Check(function, each, views, slow, concerns))
        return CHECKS[-1]

    return declare


def in_words(problem: Exception, game: Game) -> str:
    """An error in a line or two: the place in the rules, if they raised it, and the problem."""
    if isinstance(problem, RuleError):
        return str(problem)
    words = " ".join(str(problem).split())[:LONGEST_WORDS]
    if isinstance(problem, AssertionError):
        return words or "an assertion of another library"
    words = "; ".join([f"{type(problem).__name__}: {words}", *getattr(problem, "__notes__", [])])
    return tell(place_within(problem, rule_files(game)), words)


def cases_of(*games: Game) -> Iterator[tuple[Check, Setting]]:
    """All checks with the settings that they run on in this process's mode.

    With bounds checks, every setting is played; the views are checked in the mode that users run.
    Games that are not registered yet are registered, since Gymnasium makes them by name.
    """
    for game in games:
        if not is_known(game):
            register(game)
        for one in CHECKS:
            for setting in one.settings(game, with_views=AS_USERS_RUN, every=CHECKED):
                yield one, setting


def is_known(game: Game) -> bool:
    """Returns whether the game is found by its name."""
    try:
        return find_game(game.name) is game
    except ValueError:
        return False


def check_game(game: Game) -> None:
    """Run all checks of a game in this process's mode.

    Raises:
        Fault: with a line or two for each check that fails.
    """
    faults = []
    for one, setting in cases_of(game):
        try:
            one(setting)
        except Fault as fault:
            faults.append(str(fault))
    if faults:
        raise Fault("\n".join(faults))


def contract(*games: Game) -> Callable[..., None]:
    """A pytest test of games, with a case for each check and setting.

    A whole test file::

        from cardzoo.testing import contract
        from twenty_one import GAME

        test_contract = contract(GAME)

    Raises:
        ImportError: without pytest.
    """
    try:
        import pytest
    except ImportError:
        raise ImportError("cardzoo.testing.contract needs pytest; install it by: pip install pytest") from None

    cases: list[Any] = [pytest.param(one, setting, id=f"{one.name}-{setting}") for one, setting in cases_of(*games)]

    @pytest.mark.parametrize(("check", "setting"), cases)
    def test_contract(check: Check, setting: Setting) -> None:
        __tracebackhide__ = True
        check(setting)

    return test_contract
