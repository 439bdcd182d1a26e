"""The functions of a game's rules, as plain Python: their files, forbidden objects and negative indices."""

import ast
import dis
import linecache
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from cardzoo.envs import Game

LOOK = "_look_at_index"  # a name in the modules of rules


@cache
def rules_of(game: Game) -> tuple[FunctionType, ...]:
    """All functions that a game's rules call, directly or not, as they were written."""
    packages = ("cardzoo.", f"{game.deal.__module__.partition('.')[0]}.")
    found: dict[FunctionType, None] = {}
    left: list[Any] = [game.deal, game.legal_actions, game.apply_action, game.observe, game.redeal_hidden]
    while left:
        value = left.pop()
        function = getattr(value, "py_func", value)
        if not isinstance(function, FunctionType) or function in found:
            continue
        if not f"{function.__module__}.".startswith(packages) or function is look_at_index:
            continue
        found[function] = None
        code = function.__code__
        for step in dis.get_instructions(code):
            if step.opname == "LOAD_GLOBAL":
                value = function.__globals__.get(step.argval)
                left.append(value)
                if isinstance(value, ModuleType):
                    left += [getattr(value, name, None) for name in code.co_names]
        left += [cell.cell_contents for cell in function.__closure__ or ()]
    return tuple(found)


def rule_files(game: Game) -> set[str]:
    """The files that hold the rules."""
    return {function.__code__.co_filename for function in rules_of(game)}


@cache
def _tree(file: str) -> ast.Module:
    return ast.parse("".join(linecache.getlines(file)))


def _source_of(function: FunctionType) -> ast.FunctionDef | None:
    """The syntax tree of a function's declaration; None if it is not found."""
    for node in ast.walk(_tree(function.__code__.co_filename)):
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first == function.__code__.co_firstlineno:
                return node
    return None


OBJECTS = {
    ast.List: "a list",
    ast.Dict: "a dictionary",
    ast.Set: "a set",
    ast.ListComp: "a list",
    ast.DictComp: "a dictionary",
    ast.SetComp: "a set",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a text",
    ast.Raise: "an exception",
    ast.Try: "an exception",
    ast.With: "a context",
}
"""Objects that rules may not use, by their syntax."""


def objects_in(game: Game) -> Iterator[tuple[str, int, str]]:
    """Yields the file, line and name of each object that rules make, and of each print."""
    for function in rules_of(game):
        source = _source_of(function)
        for node in ast.walk(source) if source else ():
            words = OBJECTS.get(type(node))
            if isinstance(node, ast.List) and not isinstance(node.ctx, ast.Load):
                continue
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "open"):
                words = node.func.id
            if words:
                yield function.__code__.co_filename, node.lineno, words  # type: ignore[attr-defined]


class _LookAtIndices(ast.NodeTransformer):
    """Wraps every index in a check, except one that is written as a number: a literal -1 is intended."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        looked_at = [part if is_written(part) else _call(LOOK, part) for part in parts]
        node.slice = ast.Tuple(looked_at, ast.Load()) if isinstance(node.slice, ast.Tuple) else looked_at[0]
        return node


def is_written(index: ast.expr) -> bool:
    """Returns whether an index is a slice or a literal number, not computed."""
    is_minus = isinstance(index, ast.UnaryOp) and isinstance(index.operand, ast.Constant)
    return is_minus or isinstance(index, (ast.Slice, ast.Constant))


def _call(name: str, argument: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), [argument], [])


def look_at_index(index: Any) -> Any:
    """Returns the index itself.

    Raises:
        IndexError: if it is below zero.
    """
    if isinstance(index, (int, np.integer)) and index < 0:
        raise IndexError(f"index {index} is negative: it would count from the end")
    return index


def refuse_negative_indices(game: Game) -> None:
    """Make a negative index that an interpreted rule computes raise an IndexError.

    NumPy and Numba count such an index from the end, and bounds checks accept it.
    """
    for function in rules_of(game):
        for part in _parts(_with_looks(function.__code__.co_filename)):
            code = function.__code__
            if (part.co_name, part.co_firstlineno) == (code.co_name, code.co_firstlineno):
                function.__globals__[LOOK] = look_at_index
                function.__code__ = part


@cache
def _with_looks(file: str) -> CodeType:
    tree = _LookAtIndices().visit(ast.parse("".join(linecache.getlines(file))))
    return compile(ast.fix_missing_locations(tree), file, "exec")


def _parts(code: CodeType) -> Iterator[CodeType]:
    """Yields all code objects inside a module's."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _parts(part)
