"""Former names of documented modules, which can still be imported."""

import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "cardzoo.agents.models": "cardzoo.envs.policies.models",
    "cardzoo.envs.network_input": "cardzoo.envs.policies.network_input",
    "cardzoo.training.arena.arena": "cardzoo.training.evaluation.arena.arena",
    "cardzoo.training.arena.board_pages": "cardzoo.training.evaluation.leaderboard.board_pages",
    "cardzoo.training.arena.boards": "cardzoo.training.evaluation.leaderboard.boards",
    "cardzoo.training.arena.contest": "cardzoo.training.evaluation.arena.contest",
    "cardzoo.training.arena": "cardzoo.training.evaluation.arena",
    "cardzoo.training.arena.pace": "cardzoo.training.evaluation.arena.pace",
    "cardzoo.training.arena.ratings": "cardzoo.training.evaluation.ratings.ratings",
    "cardzoo.training.arena.results": "cardzoo.training.evaluation.arena.results",
    "cardzoo.training.arena.submission": "cardzoo.training.evaluation.leaderboard.submission",
    "cardzoo.training.evaluate": "cardzoo.training.evaluation.duplicate",
    "cardzoo.training.exploit_exact": "cardzoo.training.exploit.exact",
    "cardzoo.training.exploit_found": "cardzoo.training.exploit.found",
}


class MovedModules(MetaPathFinder, Loader):
    """Finder of modules by their former names, with a `DeprecationWarning`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Spec of a moved module; Python calls it for each import."""
        return ModuleSpec(fullname, self, is_package=True) if fullname in MOVED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Module of the present name, so that there is one of each class."""
        warnings.warn(f"{spec.name} is now {MOVED[spec.name]}; import that", DeprecationWarning, stacklevel=2)
        module = import_module(MOVED[spec.name])
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module, which has been executed already, its own spec back."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state
