"""How rules are compiled, and where compiled code is kept.

``@rule`` compiles a function at its first call. Entry points (`kernels.py`) are also kept on
disk, below the user's cache directory, in a folder named by a hash of the sources that they may
call and of the versions that matter: a change in a module makes new folders for all that import it.
"""

import functools
import hashlib
import importlib.util
import itertools
import os
import pickle
import re
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import bytecode, caching, config

from cardzoo.envs.engine.inlining import EntryPoint, Rule
from cardzoo.envs.files.whole import read_checked, write_checked

INTERPRETED = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]
"""Whether NUMBA_DISABLE_JIT is set: everything then runs as plain Python."""

MOST_CODE = 1 << 30  # bytes of a file with compiled code
_KEPT_FOLDERS = 12  # the latest sources, alone and with compiled agents, and some somebody may go back to

# Numba names compiled code by the number of the function and of each record type, both counted from 1 in every
# process. Two processes may so give one name to a rule of two games, and a third that loads both would run one for the
# other. Functions counted from anywhere never meet.
bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


def rule(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function of the rules at its first call.

    Such a function works on records, arrays and numbers alone: it does not allocate, raise,
    print or touch Python objects.
    """
    return function if INTERPRETED else Rule(function)


def entry_point(game: str, name: str, sources: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that Python calls, and keep the result on disk.

    Args:
        game: the game's name; its folder below `cache_directory`.
        name: what tells this entry point from the game's others.
        sources: `hash_sources` of all code it may call.
        function: the function; it must always be called with the same types.

    Returns:
        The compiled function; the function itself in interpreted mode.
    """
    if INTERPRETED:
        return function
    compiled = EntryPoint(function)
    folder = cache_directory() / game / sources
    if is_writable(folder):
        compiled._cache = _Cache(function, folder, game, name)  # type: ignore[attr-defined]
    return compiled


def cache_directory() -> Path:
    """The folder that holds all compiled code: ``$CARDZOO_CACHE``, or cardzoo's in the user's cache directory."""
    if chosen := os.environ.get("CARDZOO_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = _home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", ""))
        if not base.is_absolute():  # as the standard says, also if it is empty
            base = _home() / ".cache"
    return base / "cardzoo"


def _home() -> Path:
    """The user's folder; for a user without one, such as a container's, a place where nothing can be kept."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.devnull)


@functools.cache
def hash_sources(*modules: str) -> str:
    """A name for the sources of modules and the versions that decide what they compile to.

    Args:
        modules: names of loaded modules; what they import counts too, see `_sources`.

    Returns:
        24 hexadecimal digits.
    """
    digest = hashlib.sha256()
    settings = (config.BOUNDSCHECK, config.OPT)  # type: ignore[attr-defined]
    digest.update("\0".join(map(str, (sys.version, numba.__version__, np.__version__, *settings))).encode())
    for name, source in sorted(_sources(modules).items()):
        digest.update(name.encode() + b"\0" + source)
    return digest.hexdigest()[:24]


_NOT_COMPILED = ("cardzoo.envs.scene", "cardzoo.envs.engine.rule_errors")  # what no compiled code calls

# Imports within functions and conditions do not count: no compiled code can use them.
_IMPORT = re.compile(r"^(?:from +(\.*[\w.]*) +import +(\([^)]*\)|.*)|import +(.*))", re.MULTILINE)


def _sources(modules: Sequence[str]) -> dict[str, bytes]:
    """The sources of modules, and of all in cardzoo and in their own packages that they import, directly or not.

    But for `_NOT_COMPILED`: what shows tables and tells errors.
    """
    packages = {__name__.partition(".")[0], *(module.partition(".")[0] for module in modules)}
    found: dict[str, bytes] = {}
    left = list(modules)
    while left:
        name = left.pop()
        file = getattr(sys.modules.get(name), "__file__", None)
        if name in found or file is None or name.partition(".")[0] not in packages or name.startswith(_NOT_COMPILED):
            continue
        found[name] = source = Path(file).read_bytes()
        package = sys.modules[name].__package__ or ""
        for origin, names, plain in _IMPORT.findall(source.decode()):
            left += re.findall(r"[\w.]+", plain)
            if origin:
                origin = importlib.util.resolve_name(origin, package)
                left += [origin, *(f"{origin}.{name}" for name in re.findall(r"\w+", names))]
    return found


class _Locator:
    """Tells Numba's cache which folder to use; the folder's name already says what the sources were."""

    def __init__(self, folder: Path, file: str) -> None:
        self._folder = folder
        self._py_file = file  # where Numba's warnings say that they come from

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return ""

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)


class _Storage(caching.CompileResultCacheImpl):
    """Numba's own way to store compiled code, in our folder and under our name."""

    def __init__(self, function: Callable[..., Any], folder: Path, name: str) -> None:
        self._locator = _Locator(folder, function.__code__.co_filename)
        self._filename_base = name
        self._lineno = function.__code__.co_firstlineno


class _Files(caching.IndexDataCacheFile):
    """Numba's files, with checksums: to unpickle a damaged one, or to run what it holds, could do anything."""

    def _load_index(self) -> dict[Any, str]:
        try:
            overloads: dict[Any, str] = pickle.loads(read_checked(Path(self._index_path), MOST_CODE))
        except OSError:
            return {}
        return overloads

    def _save_index(self, overloads: dict[Any, str]) -> None:
        write_checked(Path(self._index_path), self._dump(overloads))

    def _load_data(self, name: str) -> Any:
        return pickle.loads(read_checked(Path(self._data_path(name)), MOST_CODE))

    def _save_data(self, name: str, data: Any) -> None:
        write_checked(Path(self._data_path(name)), self._dump(data))


class _Cache(caching.FunctionCache):
    """Numba's function cache with a key that survives closures.

    Numba's own key holds the bytes of the closure's cells, which never repeat for compiled
    functions; the folder's name already tells all sources apart.
    """

    def __init__(self, function: Callable[..., Any], folder: Path, game: str, name: str) -> None:
        self._game = game
        self._name = name
        self._py_func = function
        self._impl = _Storage(function, folder, name)
        self._cache_path = str(folder)
        self._cache_file = _Files(cache_path=self._cache_path, filename_base=name, source_stamp=folder.name)
        self.enable()

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return (sig, codegen.magic_tuple())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # whole files that this Numba cannot use all the same: forget them
            found = None
            self._cache_file.flush()
        if found is None:
            _tell_about_compiling(self._game)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError as problem:  # a full disk, or a folder that went away: the code in memory is good
            print(f"cardzoo: compiled code of {self._game} is not kept: {problem}", file=sys.stderr)
            self.disable()


@functools.cache
def _tell_about_compiling(game: str) -> None:
    print(f"cardzoo: compiling {game} for its first use, some seconds ...", file=sys.stderr, flush=True)


@functools.cache
def is_writable(folder: Path) -> bool:
    """Whether compiled code can be kept in the folder; says so once if not, and forgets older sources' folders."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        _tell_about_folder(str(cache_directory()), problem.strerror or str(problem))
        return False
    siblings = [path for path in folder.parent.iterdir() if path != folder]
    for old in sorted(siblings, key=_age)[_KEPT_FOLDERS - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
    return True


@functools.cache
def _tell_about_folder(folder: str, reason: str) -> None:
    print(
        f"cardzoo: compiled code cannot be kept in {folder} ({reason}), so every start compiles again; "
        "set CARDZOO_CACHE to a folder that can be written",
        file=sys.stderr,
    )


def _age(folder: Path) -> float:
    """Sorts folders, the youngest first; one that another process just removed is the oldest."""
    try:
        return -folder.stat().st_mtime
    except OSError:
        return 0.0
