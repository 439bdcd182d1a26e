"""Imports by a name such as ``module:attribute``, with errors of one line."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from cardzoo.envs.printable import one_line


class ImportProblem(ValueError):
    """Module that cannot be imported, with the reason."""


def look_here() -> None:
    """Add the working directory to the places where modules are found, as the last one."""
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))


def load_module(name: str) -> ModuleType:
    """Import a module.

    Raises:
        ImportProblem: in one line, for any error of the import.
    """
    try:
        return import_module(name)
    except (Exception, SystemExit) as problem:
        missing = problem.name if isinstance(problem, ModuleNotFoundError) else None
        if missing is not None and f"{name}.".startswith(f"{missing}."):
            raise ImportProblem(f"there is no module {name!r}, neither installed nor in {Path.cwd()}") from None
        raise ImportProblem(f"the module {name!r} cannot be imported: {describe(problem)}") from problem


def describe(problem: BaseException) -> str:
    """Exception in one line: its type, message and place, unless it was raised in Python itself."""
    try:
        message = one_line(str(problem))
    except Exception:  # a foreign exception may fail even here
        message = ""
    line = f"{type(problem).__name__}: {message}" if message else type(problem).__name__
    frame = problem.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    if frame is None or frame.tb_frame.f_code.co_filename.startswith("<frozen "):
        return line
    return f"{line} ({one_line(Path(frame.tb_frame.f_code.co_filename).name)}, line {frame.tb_lineno})"
