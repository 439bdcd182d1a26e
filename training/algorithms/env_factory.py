"""Training environments of the benchmark's track of algorithms, which count their decisions."""

from typing import Any

from typing_extensions import override

from cardzoo.envs.registry import find_game
from cardzoo.envs.single import VectorSeats
from cardzoo.training.evaluation.benchmark.suites import Entry, Suite

ENCODING = "flat"


class BudgetError(ValueError):
    """A trainer has taken more decisions than its budget."""


class EnvFactory:
    """Maker of a game's training environments, which counts their decisions.

    Args:
        suite: the suite.
        entry: the game of the suite.
        steps: budget of decisions, of all environments together.

    Attributes:
        game: the game.
        taken: number of decisions so far.
    """

    def __init__(self, suite: Suite, entry: Entry, steps: int) -> None:
        self.suite = suite
        self.entry = entry
        self.steps = steps
        self.game = find_game(entry.game)
        self.taken = 0

    def __call__(self, num_envs: int = 1, **settings: Any) -> VectorSeats:
        """N environments with the suite's players and options.

        Args:
            num_envs: N.
            **settings: further settings of `VectorSeats`, such as ``opponents``.
        """
        fixed = {"num_players": self.entry.players, "encoding": ENCODING, **self.entry.options}
        return _CountedSeats(self, num_envs, **settings, **fixed)

    def count(self, decisions: int) -> None:
        """Count decisions.

        Raises:
            BudgetError: if there are more than the budget.
        """
        self.taken += decisions
        if self.taken > self.steps:
            raise BudgetError(f"decisions must be at most {self.steps:,}, got {self.taken:,}; stop the training there")


class _CountedSeats(VectorSeats):
    """Environments that report their decisions to a factory."""

    def __init__(self, factory: EnvFactory, num_envs: int, **settings: Any) -> None:
        super().__init__(factory.entry.game, num_envs, **settings)
        self._factory = factory

    @override
    def step(self, actions: Any) -> Any:
        """One decision of each environment; see `VectorSeats.step`."""
        self._factory.count(self.num_envs)
        return super().step(actions)
