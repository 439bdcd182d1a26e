"""Versioned modules without files, such as `cardzoo.envs.getaway_v0`, as PettingZoo users import them."""

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
    """Ids of all known games by the names of their modules."""
    return {id.replace("-", "_"): id for id in game_ids()}


class VersionedModules(MetaPathFinder, Loader):
    """Finder and loader of the modules."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Spec of such a module; Python calls it for each module that no finder before it has found."""
        package, _, name = fullname.rpartition(".")
        return ModuleSpec(fullname, self) if package == PACKAGE and name in module_ids() else None

    def exec_module(self, module: ModuleType) -> None:
        """Fill a module: ``env``, ``raw_env``, ``parallel_env`` and ``game``."""
        game = registered_game(module_ids()[module.__name__.rpartition(".")[2]])

        def env(**settings: Any) -> CardEnv:
            """PettingZoo AEC environment of the game, with all checks built in; see `cardzoo.envs.make`."""
            return CardEnv(game, **settings)

        def parallel_env(**settings: Any) -> ParallelCardEnv:
            """PettingZoo parallel environment of the game."""
            return ParallelCardEnv(game, **settings)

        module.__doc__ = f"{game.title} as a PettingZoo game module."
        vars(module).update(
            game=game,
            env=_defined_in(module, env),
            raw_env=env,
            parallel_env=_defined_in(module, parallel_env),
        )


def _defined_in(module: ModuleType, function: Callable[..., Any]) -> Callable[..., Any]:
    """Set the module and name of a function as if it were defined in a file, so that it can be pickled."""
    function.__module__, function.__qualname__ = module.__name__, function.__name__
    return function
