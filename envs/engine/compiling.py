"""Compilation of rules, and the cache of compiled code.

``@rule`` compiles a function at its first call. Entry points (`kernels.py`, and rules that Python
calls) are also kept on disk, below the user's cache directory. Their folder is named by a hash of
the sources that they may call and of the versions of Python, Numba and NumPy. A change in a module
makes new folders for all that import it.
"""

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
from functools import cache, partial
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import bytecode, caching, config, serialize

from cardzoo.envs.engine.inlining import EntryPoint, Rule
from cardzoo.envs.files.whole import read_checked, write_checked

INTERPRETED = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]
"""True if NUMBA_DISABLE_JIT is set: everything then runs as plain Python."""

MOST_CODE = 1 << 30  # bytes of a file with compiled code
_OURS = __name__.partition(".")[0]  # this package
_KEPT_FOLDERS = 32  # of a game: its rules alone and with each agent and encoding in use, and some older sources

# Numba names compiled code by the number of the function and of each record type, both counted from 1 in every
# process. Two processes may thus give rules of two games the same name, and a third that loads both would mix them up.
# A random start of the count avoids that.
bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


def rule(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function of the rules at its first call.

    Such a function works only on records, arrays and numbers: it does not allocate, raise,
    print or touch Python objects.
    """
    return function if INTERPRETED else Rule(function, enter=partial(_enter, function))


def inlined_rule(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule whose code replaces each of its calls.

    It is for rules that take a tuple of many arrays: to pass these would take longer than the work.
    """
    return function if INTERPRETED else Rule(function, inlined=True, enter=partial(_enter, function))


def _enter(function: Callable[..., Any], call: Callable[..., Any]) -> EntryPoint:
    """Entry point of a rule that Python calls, such as in the check of a position.

    It is kept on disk where the sources name its code: for a function of one of our modules' own. A function made
    within another one also depends on that one's arguments.
    """
    compiled = EntryPoint(call)
    module, name = function.__module__, function.__qualname__
    is_ours = module.partition(".")[0] == _OURS and not module.startswith(_NOT_COMPILED)
    if is_ours and name == function.__name__:
        _keep(compiled, Path(f"{module.rpartition('.')[2]}_rules") / hash_sources(module), name)
    return compiled


def entry_point(game: str, name: str, sources: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that Python calls, and keep the result on disk.

    Args:
        game: the game's name; its folder below `cache_directory`.
        name: the entry point's name among the game's.
        sources: `hash_sources` of all code that it may call.
        function: the function; it must always be called with the same types.

    Returns:
        The compiled function; the function itself in interpreted mode.
    """
    if INTERPRETED:
        return function
    compiled = EntryPoint(function)
    _keep(compiled, Path(game) / sources, name, partial(_report_compiling, game))
    return compiled


def _keep(compiled: EntryPoint, folder: Path, name: str, report: Callable[[], None] = lambda: None) -> None:
    """Keep the code of an entry point in a folder below `cache_directory`; report when it must be compiled."""
    whole = cache_directory() / folder
    if is_writable(whole):
        compiled._cache = _Cache(compiled.py_func, whole, name, report)  # type: ignore[attr-defined]


def cache_directory() -> Path:
    """Folder of all compiled code: ``$CARDZOO_CACHE``, or cardzoo's in the user's cache directory."""
    if chosen := os.environ.get("CARDZOO_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path  # here, as `import cardzoo.envs` does without

    try:
        if sys.platform == "darwin":  # platformdirs would follow XDG_CACHE_HOME there
            return Path.home() / "Library" / "Caches" / "cardzoo"
        return user_cache_path("cardzoo", appauthor=False, opinion=False)
    except (OSError, RuntimeError):  # a user without a home folder, such as a container's, gets an unwritable path
        return Path(os.devnull) / "cardzoo"


@cache
def hash_sources(*modules: str) -> str:
    """Hash of the sources of modules and of the versions of Python, Numba and NumPy.

    Args:
        modules: names of loaded modules; their imports count too, see `_sources`.

    Returns:
        24 hexadecimal digits.
    """
    digest = hashlib.sha256()
    settings = (config.BOUNDSCHECK, config.OPT)  # type: ignore[attr-defined]
    digest.update("\0".join(map(str, (sys.version, numba.__version__, np.__version__, *settings))).encode())
    for name, source in sorted(_sources(modules).items()):
        digest.update(name.encode() + b"\0" + source)
    return digest.hexdigest()[:24]


# No compiled code uses these: drawings of tables, error messages, views of a table, search for a game's parts.
_NOT_COMPILED = tuple(
    f"cardzoo.envs.{name}"
    for name in (
        "engine.pickles",
        "engine.rule_errors",
        "engine.snapshots",
        "engine.table",
        "engine.units",
        "files",
        "imports",
        "policies.bots",
        "printable",
        "registry",
        "scene",
    )
)

# Imports within functions and conditions do not count: no compiled code can use them.
_IMPORT = re.compile(r"^(?:from +(\.*[\w.]*) +import +(\([^)]*\)|.*)|import +(.*))", re.MULTILINE)


def _sources(modules: Sequence[str]) -> dict[str, bytes]:
    """Sources of modules and of their direct and indirect imports from cardzoo and their own packages.

    `_NOT_COMPILED` is left out.
    """
    packages = {_OURS, *(module.partition(".")[0] for module in modules)}
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
    """Locator of the folder for Numba's cache."""

    def __init__(self, folder: Path, file: str) -> None:
        self._folder = folder
        self._py_file = file  # origin in Numba's warnings

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)


class _Storage(caching.CompileResultCacheImpl):
    """Numba's storage of compiled code, in our folder."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._locator = _Locator(folder, function.__code__.co_filename)
        self._lineno = function.__code__.co_firstlineno


class _Files:
    """Files with the code of a function, one for each list of types that it was called with.

    They have checksums, as to unpickle or run a damaged one could do anything. Numba's own have numbers and an index:
    of two processes that write at once, one would find its number with the code of the other.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name

    def _path(self, key: tuple[Any, ...]) -> Path:
        return self._folder / f"{self._name}-{hashlib.sha256(str(key).encode()).hexdigest()[:16]}.nbc"

    def load(self, key: tuple[Any, ...]) -> Any:
        """Code for types; None without a good file. Numba calls it, as the next two."""
        try:
            return pickle.loads(read_checked(self._path(key), MOST_CODE))
        except OSError:
            return None

    def save(self, key: tuple[Any, ...], data: Any) -> None:
        write_checked(self._path(key), serialize.dumps(data))

    def flush(self) -> None:
        for file in self._folder.glob(f"{self._name}-*.nbc"):
            file.unlink(missing_ok=True)


class _Cache(caching.FunctionCache):
    """Numba's function cache with a key that survives closures.

    Numba's own key holds the bytes of the closure's cells, which never repeat for compiled
    functions; the folder's name already identifies all sources.
    """

    def __init__(self, function: Callable[..., Any], folder: Path, name: str, report: Callable[[], None]) -> None:
        self._report = report
        self._name = f"{folder.parent.name}/{name}"
        self._py_func = function
        self._impl = _Storage(function, folder)
        self._cache_path = str(folder)
        self._cache_file = _Files(folder, name)  # type: ignore[assignment]
        self.enable()

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return (sig, codegen.magic_tuple())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # undamaged files that this Numba cannot use: drop them
            found = None
            self._cache_file.flush()
        if found is None:
            self._report()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError as problem:  # a full disk or a removed folder; the code in memory is good
            print(f"cardzoo: compiled code of {self._name} is not kept: {problem}", file=sys.stderr)
            self.disable()


@cache
def _report_compiling(game: str) -> None:
    print(f"cardzoo: compiling {game} for its first use, some seconds ...", file=sys.stderr, flush=True)


@cache
def is_writable(folder: Path) -> bool:
    """Returns whether compiled code can be kept in the folder; reports once if not.

    Of its siblings those that have not been used for longest are removed.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
    except OSError as problem:
        _report_folder(str(cache_directory()), problem.strerror or str(problem))
        return False
    siblings = [path for path in folder.parent.iterdir() if path != folder]
    for old in sorted(siblings, key=_age)[_KEPT_FOLDERS - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
    return True


@cache
def _report_folder(folder: str, reason: str) -> None:
    print(
        f"cardzoo: compiled code cannot be kept in {folder} ({reason}), so every start compiles again; "
        "set CARDZOO_CACHE to a folder that can be written",
        file=sys.stderr,
    )


def _age(folder: Path) -> float:
    """Sort key of folders, the last used one first; a folder that another process just removed is the last."""
    try:
        return -folder.stat().st_mtime
    except OSError:
        return 0.0
