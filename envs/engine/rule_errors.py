"""Errors of rules that cannot be compiled, in two lines: place and reason, then the source line.

Numba reports such an error in hundreds of lines, from the inside out; ``NUMBA_DEVELOPER_MODE=1`` shows them.
"""

import ast
import linecache
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, NamedTuple

import numba
from numba.core import config, ir, types

_PLACE = re.compile(r'^File "(.+)", line (\d+):|\bat (\S.*?) \((\d+)\)$', re.MULTILINE)
_CALLEE = r"resolving callee type: .*<function (?:\S+\.)?(\w+) at "
_NUMBA = os.path.dirname(numba.__file__)  # noqa: PTH120
_LONGEST = 200  # characters of Numba's message


class RuleError(Exception):
    """Rule that Numba cannot compile, as ``file:line: in function: reason`` with the source line below.

    Attributes:
        report: Numba's own message.
    """

    def __init__(self, words: str, report: str = "") -> None:
        super().__init__(words, report)  # both, so that it can be pickled
        self.report = report

    def __str__(self) -> str:
        return str(self.args[0])


class Place(NamedTuple):
    """Line of a source file."""

    file: str
    line: int

    @property
    def source(self) -> str:
        """Text of the line."""
        return linecache.getline(self.file, self.line).strip()

    @property
    def tree(self) -> ast.Module:
        """Syntax tree of the file; empty if it can no longer be read."""
        try:
            return ast.parse("".join(linecache.getlines(self.file)))
        except SyntaxError:
            return ast.parse("")

    @property
    def function(self) -> ast.FunctionDef | None:
        """Innermost function that holds the line."""
        around = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef) and node.lineno <= self.line <= (node.end_lineno or 0)
        ]
        return max(around, key=lambda node: node.lineno, default=None)

    def __str__(self) -> str:
        file = Path(self.file)
        return f"{file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file}:{self.line}"


def tell_rule_errors(compiled: Any) -> None:
    """Let a compiled function raise a `RuleError` if Numba cannot compile it."""
    compile_for: Callable[..., Any] = compiled._compile_for_args

    def compile_or_raise(*arguments: Any, **named: Any) -> Any:
        try:
            return compile_for(*arguments, **named)
        except Exception as problem:
            if config.DEVELOPER_MODE:  # type: ignore[attr-defined]
                raise
            raise explain(problem) from None

    compiled._compile_for_args = compile_or_raise


def tell(place: Place | None, words: str) -> str:
    """Message of two lines: place and reason, then the source line."""
    if place is None:
        return words
    function = place.function
    within = f"in {function.name}: " if function else ""
    return f"{place}: {within}{words}\n    {place.source}"


def explain(problem: Exception) -> RuleError:
    """Reason of a failed compilation, in words for the author of the rule."""
    text = str(problem)
    place = _place_of(problem)
    if name := _find(r"NameError: name '(\w+)' is not defined", text):
        place = _use_of(name, text) or place
        words = f"the name {name!r} is not defined{_near(name, _names_at(place))}"
    elif name := _find(r"[Uu]ntyped global name '(\w+)'", text):
        kind = _find(r"Cannot determine Numba type of <class '(.*)'>", text) or "object"
        words = f"rules cannot use {name!r}, a {kind}"
    elif mismatch := _find(r"Cannot bind 'args=[\s\S]*?' to signature '.*?' due to \"TypeError: (.*?)\"", text):
        words = f"{_find(_CALLEE, text) or 'a function'}(...): {mismatch}"
    elif isinstance(problem, KeyError) and (record := _record_of(problem)):
        name = str(problem.args[0])
        words = f"{_owner_of(name, place)} has no field {name!r}{_near(name, record)}"
    elif isinstance(problem, AttributeError) and (module := _find(r"module '([\w.]+)' has no attribute", text)):
        name = str(problem.name)
        words = f"{module} has no {name!r}{_near(name, dir(sys.modules.get(module)))}"
    elif name := _find(r"Unknown attribute '(\w+)' of type", text):
        words = f"{_owner_of(name, place)} has no {name!r}"
    elif "NRT required but not enabled" in text or "Only accept returning of array passed into" in text:
        words = "rules make no arrays or lists: arrays.zeros gives scratch space, arrays.copy copies"
    elif kinds := re.search(r"Cannot unify (.*?) and (.*?) for '([\w$]+)", text):
        name = "the value" if kinds[3].startswith("$") else repr(kinds[3])
        words = f"{name} is now {_short(kinds[1])}, now {_short(kinds[2])}, but a variable has one type"
    elif name := _find(r"Cannot infer the type of variable '([\w$]+)[.\w]*'", text):
        words = f"Numba cannot infer the type of {name!r}"
    elif reason := _find(r"^ +Numba\w+Error: (.*)", text):
        words = _short(reason)
    elif call := _find(r">>> (.*)", text):
        words = f"Numba has no {_short(call)}"
    else:
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("Failed in ")]
        words = f"Numba cannot compile it: {_short(lines[0] if lines else repr(problem))}"
    return RuleError(tell(place, words), text)


def place_within(problem: BaseException, files: Iterable[str]) -> Place | None:
    """Place of an error in plain Python: the innermost line in one of the files."""
    wanted = set(files)
    lines = [Place(file, line) for frame, line in _frames(problem) if (file := frame.f_code.co_filename) in wanted]
    return lines[-1] if lines else None


def _find(pattern: str, text: str) -> str | None:
    found = re.search(pattern, text, re.MULTILINE)
    return found[1] if found else None


def _short(words: str) -> str:
    """Numba's message without the dozens of fields of each record type."""
    words = re.sub(r"Record\(.*?;\d+;(?:True|False)\)", "a record", " ".join(words.split()))
    words = re.sub(r"Literal\[\w+\]\((.*?)\)", r"\1", words)
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]} ..."


def _near(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _frames(problem: BaseException) -> Iterator[tuple[FrameType, int]]:
    """Frames of an error with their lines, the innermost last."""
    step: TracebackType | None = problem.__traceback__
    while step:
        yield step.tb_frame, step.tb_lineno
        step = step.tb_next


def _place_of(problem: Exception) -> Place | None:
    """Line that Numba was compiling: its own errors name it, other errors have it in their frames."""
    for found in _PLACE.finditer(str(problem)):
        file = os.path.abspath(found[1] or found[3])  # noqa: PTH100 - resolves no links
        if not file.startswith(_NUMBA):
            return Place(file, int(found[2] or found[4]))
    place = None
    for frame, _ in _frames(problem):
        for name in ("self", "inst", "constraint"):
            loc = getattr(frame.f_locals.get(name), "loc", None)
            if isinstance(loc, ir.Loc):
                place = Place(loc.filename, loc.line)
    return place


def _record_of(problem: Exception) -> list[str]:
    """Field names of the record in which Numba looked for one."""
    *_, (frame, _) = _frames(problem)
    record = frame.f_locals.get("self")
    return list(record.fields) if isinstance(record, types.Record) else []


def _owner_of(name: str, place: Place | None) -> str:
    """Source text of the object of an attribute."""
    for node in ast.walk(place.tree) if place else ():
        if isinstance(node, ast.Attribute) and node.attr == name and place and node.lineno == place.line:
            return ast.unparse(node.value)
    return "a record"


def _use_of(name: str, text: str) -> Place | None:
    """Place where the function that Numba was compiling uses a name; its error names only the caller."""
    function, caller = _find(_CALLEE, text), _PLACE.search(text)
    for file in [os.path.abspath(caller[1] or caller[3])] if caller else ():  # noqa: PTH100
        for module in list(sys.modules.values()):
            if getattr(module, "__file__", None) == file:
                rule = getattr(vars(module).get(function or ""), "py_func", None)
                file = rule.__code__.co_filename if rule else file
        for node in ast.walk(Place(file, 0).tree):
            if isinstance(node, ast.FunctionDef) and node.name == function:
                for use in ast.walk(node):
                    if isinstance(use, ast.Name) and use.id == name:
                        return Place(file, use.lineno)
    return None


def _names_at(place: Place | None) -> set[str]:
    """Names that could be meant at a line: all that its file defines."""
    names = set()
    if place:
        for node in ast.walk(place.tree):
            if isinstance(node, (ast.FunctionDef, ast.alias)):
                names.add(node.name)
            elif isinstance(node, ast.arg):
                names.add(node.arg)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
    return names
