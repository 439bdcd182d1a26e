"""The reference pages that are made of the code: the command line, and the keys of a training config."""

import inspect
import json
import types
import typing
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from cyclopts import App
from cyclopts.argument import Argument
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from cardzoo.training.config import ADVISED, TrainingConfig
from cardzoo_command import COMMANDS, make_app

WORDS = {str: "text", int: "integer", float: "number", bool: "true or false", Path: "path", types.NoneType: "null"}
WRITTEN = "<!-- Written by docs/reference_pages.py: change the code and run `make docs`. -->\n"

Table = tuple[Sequence[str], list[Sequence[str]]]
"""The header and the rows of a table."""


def command_line() -> Iterator[str | Table]:
    """The parts of the page of all commands, in the order of their list."""
    yield "# The command line"
    yield "`cardzoo --help` lists the commands, `--help` after a command its options; `--version` prints the version."
    yield ["Command", "Effect"], [[f"[`{name}`](#cardzoo-{name})", summary] for name, (_, summary) in COMMANDS.items()]
    app = make_app()
    for name in COMMANDS:
        yield from _command(app[name], f"cardzoo {name}")
    yield WRITTEN


def _command(app: App, name: str) -> Iterator[str | Table]:
    """The parts of a command, and of the commands below it."""
    yield f"## {name}"
    if app.default_command is None:
        yield app.help or ""
    else:
        yield _description(app.default_command)
        arguments = [argument for argument in app.assemble_argument_collection() if argument.show]
        usage = [f"[{_label(each)}]" if not each.required else _label(each) for each in arguments if _is_place(each)]
        options = ["[OPTIONS]"] if len(usage) < len(arguments) else []
        yield f"```text\n{' '.join([name, *usage, *options])}\n```"
        if arguments:
            yield ["Argument", "Value", "Default", "Meaning"], [list(_argument(argument)) for argument in arguments]
    for part in app:
        if not part.startswith("-"):
            yield from _command(app[part], f"{name} {part}")


def _description(command: Any) -> str:
    """A command's docstring, up to its list of arguments."""
    text = inspect.getdoc(command) or ""
    return text.partition("\n\nArgs:")[0].partition("\n\nRaises:")[0].replace("``", "`")


def _is_place(argument: Argument) -> bool:
    """Whether an argument is given by its place."""
    return argument.field_info.kind is not inspect.Parameter.KEYWORD_ONLY


def _label(argument: Argument) -> str:
    """The name of an argument as it is written."""
    return argument.name.removeprefix("--").upper() if _is_place(argument) else argument.name


def _argument(argument: Argument) -> Iterator[str]:
    """The cells of an argument."""
    default = argument.field_info.default
    switch = argument.hint is bool
    yield f"`{_label(argument)}`"
    yield "switch" if switch else _words(argument.hint).removesuffix(" or null")
    yield (
        "required" if argument.required else "" if default in (None, False, inspect.Parameter.empty) else f"`{default}`"
    )
    yield argument.parameter.help or ""


def config() -> Iterator[str | Table]:
    """The parts of the page of all keys of a training config."""
    yield "# Keys of a training config"
    yield (
        "`configs/GAME.yaml` sets what differs from these defaults for a game. On the command line `--set KEY=VALUE` "
        "changes a key for one run, `--config FILE` takes another file. Unknown keys are refused. "
        "[How to train](../how-to/train.md) explains the choices."
    )
    yield from _section(TrainingConfig, "")
    yield "## Defaults with an advisor"
    yield (
        "A config that sets `advisor` has these defaults. The advisor is also the default of `opponents.scripted` and "
        "`warm_start.agent`."
    )
    rows = [[f"`{part}.{key}`", f"`{value}`"] for part, keys in ADVISED.items() for key, value in keys.items()]
    yield ["Key", "Default"], rows
    yield WRITTEN


def _section(model: type[BaseModel], path: str) -> Iterator[str | Table]:
    """The parts of a section, and of the sections in it."""
    fields = {f"{path}{name}": field for name, field in model.model_fields.items()}
    inner = {name: field.annotation for name, field in fields.items() if _is_section(field.annotation)}
    yield f"## {path.removesuffix('.') or 'The run'}"
    yield inspect.cleandoc(model.__doc__ or "").replace("``", "`")
    rows = [list(_key(name, field)) for name, field in fields.items() if name not in inner]
    yield ["Key", "Value", "Default", "Meaning"], rows
    for name, section in inner.items():
        yield from _section(typing.cast("type[BaseModel]", section), f"{name}.")


def _is_section(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _key(name: str, field: FieldInfo) -> Iterator[str]:
    """The cells of a key."""
    description = field.description or ""
    yield f"`{name}`"
    yield _words(field.annotation) + _bounds(field.metadata)
    yield "required" if field.is_required() else f"`{json.dumps(field.default)}`"
    yield description[:1].upper() + description[1:]


def _words(annotation: Any) -> str:
    """The values of a type, in words."""
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _words(parts[0])
    if origin is Literal:
        return ", ".join(f"`{part}`" for part in parts)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_words(part) for part in parts)
    if origin in (list, tuple):
        return f"list of {_words(parts[0])}"
    if origin is dict:
        return "mapping"
    return WORDS.get(annotation, getattr(annotation, "__name__", str(annotation)))


def _bounds(metadata: Sequence[Any]) -> str:
    """The least and the largest value that a key may have."""
    signs = {"ge": "≥", "gt": ">", "le": "≤", "lt": "<"}
    bounds = [(sign, getattr(each, name)) for each in metadata for name, sign in signs.items() if hasattr(each, name)]
    return "".join(f", {sign} {int(value):,}" for sign, value in bounds)
