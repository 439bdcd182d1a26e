"""`cardzoo.envs.getaway_v0` and so on: the modules that PettingZoo users import, of which there are no files."""

from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from cardzoo.envs.aec import CardEnv
from cardzoo.envs.parallel import ParallelCardEnv
from cardzoo.envs.registry import game_ids, registered_game

PACKAGE = "cardzoo.envs"


def module_ids() -> dict[str, str]:
    """The id of each game that is known by the name of its module."""
    return {id.replace("-", "_"): id for id in game_ids()}


class VersionedModules(MetaPathFinder, Loader):
    """Finds and makes the modules when they are imported."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Called by the import of every module that nobody has found before."""
        package, _, name = fullname.rpartition(".")
        return ModuleSpec(fullname, self) if package == PACKAGE and name in module_ids() else None

    def exec_module(self, module: ModuleType) -> None:
        """Fill a module: ``env``, ``raw_env``, ``parallel_env`` and ``game``."""
        game = registered_game(module_ids()[module.__name__.rpartition(".")[2]])

        def env(**settings: Any) -> CardEnv:
            """The game as a PettingZoo AEC environment, with all checks built in; see `cardzoo.envs.make`."""
            return CardEnv(game, **settings)

        def parallel_env(**settings: Any) -> ParallelCardEnv:
            """The game as a PettingZoo parallel environment."""
            return ParallelCardEnv(game, **settings)

        module.__doc__ = f"{game.title} as PettingZoo's users know a game."
        vars(module).update(
            game=game,
            env=_defined_in(module, env),
            raw_env=env,
            parallel_env=_defined_in(module, parallel_env),
        )


def _defined_in(module: ModuleType, function: Callable[..., Any]) -> Callable[..., Any]:
    """Name a function as if it stood in a file of the module, so that it can be pickled."""
    function.__module__, function.__qualname__ = module.__name__, function.__name__
    return function
