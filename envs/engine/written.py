"""Rules generated from declarations; they compile to the same code as rules written by hand."""

from collections.abc import Callable, Sequence
from typing import Any

from cardzoo.envs.engine.compiling import rule

Rule = Callable[..., Any]


def write_rule(head: str, doc: str, lines: Sequence[str], names: dict[str, Any], module: str) -> Rule:
    """Rule with this head, such as ``"show(state, player, view)"``, and these lines.

    Args:
        head: its name and parameters.
        doc: its docstring.
        lines: its body; deeper lines are indented.
        names: functions and constants that the lines use.
        module: the module of its game.
    """
    namespace: dict[str, Any] = names | {"__name__": module}
    exec("\n".join([f"def {head}:", *indented([f'"""{doc}"""', *lines])]), namespace)
    return rule(namespace[head.partition("(")[0]])


def loop(index: str, size: object, lines: Sequence[str]) -> list[str]:
    """Lines of a loop over all indices below a size."""
    return [f"for {index} in range({size}):", *indented(lines)]


def indented(lines: Sequence[str]) -> list[str]:
    """Lines, one level deeper."""
    return ["    " + line for line in lines]
