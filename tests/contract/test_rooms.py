"""Imports go down: from a room to itself and to those below it, including lazy and type-only imports."""

import ast
import warnings
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module

import pytest

from cardzoo.moved import MOVED
from tests.playing import ROOT

FLOORS = (
    {"configs", "envs"},
    {"agents"},
    {"training.evaluation", "table", "testing"},
    {"training"},
    {"commands"},
)
"""Rooms, the lowest first; a part of a room may have a level of its own."""

OUTSIDE = {"docs", "results", "benchmarks", "tests"}

CIRCLES = {
    frozenset({"envs.engine.game", "envs.engine.kernels", "envs.engine.snapshots", "envs.engine.table"}),  # by type
    frozenset({"envs.cuda.devices", "envs.cuda.gpu"}),  # a device finds the GPU's, which is one
}
"""Modules of one folder that import each other."""

FILES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for floor in FLOORS
    for room in floor
    for file in (ROOT / room.partition(".")[0]).rglob("*.py")
}


@cache
def imports_of(module: str) -> set[str]:
    """All modules of the package that a module imports, anywhere in its text."""
    found = set()
    for node in ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8"))):
        names: Iterator[str] = iter(())
        if isinstance(node, ast.Import):
            names = (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = (f"{node.module}.{alias.name}" for alias in node.names)
        for name in names:
            name = name.removeprefix("cardzoo.")
            found |= {name if name in FILES else name.rpartition(".")[0]} & FILES.keys()
    return found


def floor_of(module: str) -> int:
    rooms = {room: number for number, floor in enumerate(FLOORS) for room in floor}
    return next(rooms[room] for room in sorted(rooms, key=len, reverse=True) if f"{module}.".startswith(f"{room}."))


def test_no_module_imports_from_a_floor_above():
    above = {(one, other) for one in FILES for other in imports_of(one) if floor_of(other) > floor_of(one)}
    assert not above


def test_no_room_imports_what_is_made_from_it():
    """Pages, measurements, benchmarks and tests use the rooms, and not the other way round."""
    found = set()
    for module, file in FILES.items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            found |= {(module, name) for name in names if name.partition(".")[0] in OUTSIDE}
    assert not found


def test_rooms_on_one_floor_do_not_import_each_other():
    rooms = {module: module.partition(".")[0] for module in FILES}
    beside = {
        (one, other)
        for one in FILES
        for other in imports_of(one)
        if rooms[one] != rooms[other] and floor_of(one) == floor_of(other) and "configs" not in rooms[other]
    }
    assert not beside


def places(one: str, other: str) -> tuple[str, str, str]:
    """The nearest common folder of two modules, and the file or folder in it of each."""
    first, second = ([*name.split("."), *["__init__"] * (FILES[name].stem == "__init__")] for name in (one, other))
    depth = next(place for place, (a, b) in enumerate(zip(first, second, strict=False)) if a != b)
    return ".".join(first[:depth]), first[depth], second[depth]


@pytest.mark.parametrize("folder", sorted({module.rpartition(".")[0] for module in FILES}))
def test_no_folder_has_a_circle(folder):
    graph: dict[str, set[str]] = {}
    for one in FILES:
        for other in imports_of(one) - {one}:
            above, first, second = places(one, other)
            allowed = any({one, other} <= circle for circle in CIRCLES)
            if above == folder and not allowed:
                graph.setdefault(first, set()).add(second)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as problem:
        pytest.fail(f"{folder or 'the package'}: {' -> '.join(problem.args[1])}")


@pytest.mark.parametrize("former", MOVED)
def test_a_moved_module_is_found_by_its_former_name(former):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        module = import_module(f"{former}")
    assert module is import_module(MOVED[former])
    assert module.__spec__.name == module.__name__ == MOVED[former]
