"""Typed copies of games and agents for mypy: parameters named ``state``, ``view`` and the like get types.

Rules take records whose fields a game declares as `State`, `View` and `Options`; sources have no types for them.
`mypy_plugin` makes mypy read a copy in place of a source, the same line by line. In it, parameters without an
annotation have types made of these declarations, which hold

- the names of the fields, so that ``state.hnads`` is an error;
- piles, with ``height`` and ``cards``, and a state's options;
- of a choice that is never left open, its enum.

Numbers and arrays may be anything. In a module of one game the types are those of its records. In a module that several
games share, such as a family, they have the fields of all these games.
"""

import ast
import importlib.util
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.envs.engine import Choice, Game, Pile, Remembering
from cardzoo.envs.engine.bots import module_of_bot
from cardzoo.envs.engine.fields import Record
from cardzoo.envs.registry import GROUP, parts_of, usable_games

Records = dict[str, dict[str, str]]
"""Types of fields, by the names of parameters and fields."""

ANY, RECORD, OPTIONS, PILES = "Any_", "Record_", "Options_", ("PileRecord", "PileRecords", "PileRows")
TYPES = """

from collections.abc import Iterator as Iterator_
from typing import Any as Any_, Protocol as Protocol_, overload as overload_


class Record_:
    dtype: Any_
    def copy(self) -> Any_: return self
    def __getitem__(self, field: str) -> Any_: return self
    def __setitem__(self, field: str, value: Any_) -> None: ...


class PileRecord(Record_):
    height: Any_
    cards: Any_


class PileRecords(Protocol_):
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator_[PileRecord]: ...
    def __getitem__(self, place: Any_) -> PileRecord: ...
    def __setitem__(self, place: Any_, pile: PileRecord) -> None: ...


class PileRows(Protocol_):
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator_[PileRecords]: ...
    @overload_
    def __getitem__(self, place: int) -> PileRecords: ...
    @overload_
    def __getitem__(self, place: tuple[Any_, ...]) -> PileRecord: ...
    def __setitem__(self, place: tuple[Any_, ...], pile: PileRecord) -> None: ...
"""


def write_copies(folder: Path) -> None:
    """Write the copies, and an index for `mypy_plugin` of their sources and the sources' dates.

    A game that cannot be imported is named at the terminal; mypy reads its modules unchanged.

    Args:
        folder: the target folder. Copies that have not changed are not rewritten, since mypy looks at dates.
    """
    games, problems = usable_games()
    for problem in problems:
        print(f"records have no types for mypy: {problem}", file=sys.stderr)
    users: dict[str, list[Game]] = {}
    for game in games:
        for name in _reached(_modules_of(game)):
            users.setdefault(name, []).append(game)
    records = {game: _records_of(game) for game in games}
    copies = {}
    for name, its_games in users.items():
        source = _read(name)
        own = [game for game in its_games if any(it is game for it in vars(sys.modules[name]).values())]
        copy = typed_copy(source.text, name, _merged([records[game] for game in own or its_games]), bool(own))
        if copy != source.text:
            file = folder / f"{name}.py"
            if not file.exists() or file.read_text(encoding="utf-8") != copy:
                file.write_text(copy, encoding="utf-8")
            copies[str(source.file)] = str(file)
    sources = [_read(name) for name in (*users, __name__, usable_games.__module__)]
    index = {
        "copies": copies,
        "changed": {str(source.file): source.changed for source in sources},
        "group": GROUP,
        "installed": sorted(map(str, entry_points(group=GROUP))),
    }
    (folder / "index.json").write_text(json.dumps(index), encoding="utf-8")


def typed_copy(text: str, module: str, records: Records, has_game: bool) -> str:
    """A source with types for parameters that have no annotation and a record's name.

    Args:
        text: the source.
        module: its module's name.
        records: the records.
        has_game: whether the records are those of the module's own game. If not, functions that are not rules accept
            the records of other modules too, since their calls are checked.

    Returns:
        The copy; the source itself if there is no such parameter.
    """
    stem = module.rpartition(".")[2].title().replace("_", "")
    classes = {name: f"{stem}{name.title()}" for name in records}
    annotations = classes | {"pile": PILES[0]}
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            suffix = "" if has_game or node.decorator_list else f" | {ANY}"
            for parameter in node.args.args:
                if parameter.annotation is None and parameter.arg in annotations:
                    annotation = f": {annotations[parameter.arg]}{suffix}"
                    found.append((parameter.lineno, parameter.end_col_offset, annotation.encode()))
    if not found:
        return text
    lines = text.encode().splitlines()
    for number, end, added in sorted(found, reverse=True):
        line = lines[number - 1]
        lines[number - 1] = line[:end] + added + line[end:]
    imports, declarations = set(), []
    for name, fields in records.items():
        declarations += ["", f"class {classes[name]}({RECORD}):"]
        for field, its_type in fields.items():
            place, _, plain = its_type.rpartition(":")
            if place and place != module:
                alias = place.replace(".", "_") + "_"
                imports.add(f"import {place} as {alias}")
                plain = f"{alias}.{plain}"
            declarations.append(f"    {field}: {plain}")
    declarations.append(f"{OPTIONS} = {classes['options']}")
    return "\n".join([*(line.decode() for line in lines), TYPES, *sorted(imports), *declarations, ""])


@dataclass(frozen=True)
class _Source:
    """A module's source, as of one time."""

    file: Path
    changed: int
    text: str


@cache
def _read(module: str) -> _Source:
    file = Path(str(sys.modules[module].__file__))
    return _Source(file, file.stat().st_mtime_ns, file.read_text(encoding="utf-8"))


def _modules_of(game: Game) -> Iterator[str]:
    """Yields the modules of a game: its rules, its agents and its solver's part."""
    yield game.deal.__module__
    for bot in (parts_of(game).agents or {}).values():
        yield module_of_bot(bot)
    solver = parts_of(game).solver
    if isinstance(solver, str):
        yield import_module(solver.partition(":")[0]).__name__


def _reached(modules: Iterable[str]) -> set[str]:
    """Some modules, and all modules of cardzoo and their own packages that they import, directly or not."""
    left = list(modules)
    packages = {__name__.partition(".")[0], *(name.partition(".")[0] for name in left)}
    found: set[str] = set()
    while left:
        name = left.pop()
        is_known = getattr(sys.modules.get(name), "__file__", None) is not None
        if is_known and name not in found and name.partition(".")[0] in packages:
            found.add(name)
            left += _imported(name)
    return found


@cache
def _imported(module: str) -> Sequence[str]:
    """The names that a module imports, modules among them."""
    names = []
    for node in ast.parse(_read(module).text).body:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            origin = importlib.util.resolve_name(origin, sys.modules[module].__package__)
            names += [origin, *(f"{origin}.{alias.name}" for alias in node.names)]
    return names


def _records_of(game: Game) -> Records:
    records = {
        "state": _fields(game.state, game.dtype) | {"options": OPTIONS},
        "view": _fields(game.view, game.view.dtype),
        "options": _fields(game.options, game.options.dtype),
    }
    for bot in (parts_of(game).agents or {}).values():
        if isinstance(bot, Remembering):
            records["memory"] = _fields(bot.memory, bot.memory.dtype)
    return records


def _fields(record: Record, dtype: np.dtype[Any]) -> dict[str, str]:
    types = dict.fromkeys(dtype.names or (), ANY)
    for field in record:
        if isinstance(field, Pile):
            types[field.name] = (*PILES, ANY)[min(len(field.shape), len(PILES))]
        elif isinstance(field, Choice) and not field.shape and field.blank >= 0:
            types[field.name] = f"{field.enum.__module__}:{field.enum.__qualname__}"
    return types


def _merged(every: Sequence[Records]) -> Records:
    """Records with the fields of all given records."""
    merged: Records = {}
    for records in every:
        for name, fields in records.items():
            into = merged.setdefault(name, {})
            for field, its_type in fields.items():
                agrees = into.setdefault(field, its_type) == its_type
                # An enum would have a family import its games.
                into[field] = its_type if agrees and (len(every) == 1 or ":" not in its_type) else ANY
    return merged


if __name__ == "__main__":
    write_copies(Path(sys.argv[1]))
