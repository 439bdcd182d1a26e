"""Rules that are written out from declarations, as one would write them by hand: they compile to the same code."""

from collections.abc import Callable, Sequence
from typing import Any

from cardzoo.envs.engine.compiling import rule

Rule = Callable[..., Any]


def write_rule(head: str, doc: str, lines: Sequence[str], names: dict[str, Any], module: str) -> Rule:
    """The rule with this head, such as ``"show(state, player, view)"``, and these lines.

    Args:
        head: its name and parameters.
        doc: what it does.
        lines: its body; deeper lines are indented.
        names: what the lines call.
        module: the module for whose game it is written.
    """
    known = names | {"__name__": module}
    exec("\n".join([f"def {head}:", *indented([f'"""{doc}"""', *lines])]), known)
    return rule(known[head.partition("(")[0]])


def loop(index: str, size: object, lines: Sequence[str]) -> list[str]:
    """The lines for each index below a size."""
    return [f"for {index} in range({size}):", *indented(lines)]


def indented(lines: Sequence[str]) -> list[str]:
    """The lines one level deeper."""
    return ["    " + line for line in lines]
