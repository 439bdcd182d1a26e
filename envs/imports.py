"""What is imported by a name such as ``module:attribute``, and what is said if that fails."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from cardzoo.envs.printable import one_line


class ImportProblem(ValueError):
    """A module that cannot be imported, and why."""


def look_here() -> None:
    """Let modules be found in the working directory too, after all others."""
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))


def load_module(name: str) -> ModuleType:
    """Import a module.

    Raises:
        ImportProblem: in one line, whatever is wrong with it.
    """
    try:
        return import_module(name)
    except (Exception, SystemExit) as problem:
        missing = problem.name if isinstance(problem, ModuleNotFoundError) else None
        if missing is not None and f"{name}.".startswith(f"{missing}."):
            raise ImportProblem(f"there is no module {name!r}, neither installed nor in {Path.cwd()}") from None
        raise ImportProblem(f"the module {name!r} cannot be imported: {describe(problem)}") from problem


def describe(problem: BaseException) -> str:
    """An exception in one line: what it is, what it says, and where it was raised, unless that is in Python itself."""
    try:
        said = one_line(str(problem))
    except Exception:  # an exception of others may fail even there
        said = ""
    line = f"{type(problem).__name__}: {said}" if said else type(problem).__name__
    frame = problem.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    if frame is None or frame.tb_frame.f_code.co_filename.startswith("<frozen "):
        return line
    return f"{line} ({one_line(Path(frame.tb_frame.f_code.co_filename).name)}, line {frame.tb_lineno})"
