"""A mypy plugin that declares the fields of records: a misspelt ``state.hnads`` is then an error.

In a project's ``pyproject.toml``::

    [tool.mypy]
    plugins = ["cardzoo.testing.mypy_plugin"]

It covers cardzoo's own games and those of installed packages; see `cardzoo.testing.typed_copies`. Under mypy's daemon,
which would not notice a changed source, it does nothing.
"""

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from tempfile import TemporaryDirectory

from mypy.options import Options
from mypy.plugin import Plugin


class RecordTypes(Plugin):
    """Makes mypy read typed copies in place of games and agents."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        if options.fine_grained_incremental:
            return
        if options.cache_dir == os.devnull:
            self._temporary = TemporaryDirectory()
            folder = Path(self._temporary.name)
        else:
            folder = Path(options.cache_dir).absolute() / "typed_copies"
            folder.mkdir(parents=True, exist_ok=True)
        copies = _good_copies(folder) or _new_copies(folder, options)
        options.shadow_file = [*(options.shadow_file or ()), *map(list, copies.items())]


def plugin(version: str) -> type[Plugin]:
    """Called by mypy."""
    return RecordTypes


def _good_copies(folder: Path) -> dict[str, str]:
    """The copies by their sources; empty if they are out of date."""
    try:
        index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
        changed = {file: Path(file).stat().st_mtime_ns for file in index["changed"]}
    except (OSError, ValueError):
        return {}
    installed = sorted(map(str, entry_points(group=index["group"])))
    copies: dict[str, str] = index["copies"]
    return copies if (changed, installed) == (index["changed"], index["installed"]) else {}


def _new_copies(folder: Path, options: Options) -> dict[str, str]:
    """The copies, written anew by a Python that imports the games as they are now."""
    path = [*options.mypy_path, os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [options.python_executable or sys.executable, "-m", "cardzoo.testing.typed_copies", str(folder)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path)), "NUMBA_DISABLE_JIT": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        print(f"records have no types for mypy: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return {}
    print(done.stderr, end="", file=sys.stderr)
    return _good_copies(folder)
