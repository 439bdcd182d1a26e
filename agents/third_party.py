"""Third-party agents: a class or function such as ``my_package.my_module:MyAgent``, or one that a package installs.

A package names its agents in its ``pyproject.toml``; these names work wherever an agent is named::

    [project.entry-points."cardzoo.agents"]
    sly = "my_package.my_module:SlyAgent"

The class or function is called with the `Game` and returns an `Agent` or a `StateAgent`. An arena's results are
reproducible if the agent depends only on its arguments, and draws from the generator among them.
"""

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import walk_tb
from typing import Any

import numpy as np

from cardzoo.envs.engine import Game
from cardzoo.envs.imports import describe, look_here
from cardzoo.envs.printable import one_line

GROUP = "cardzoo.agents"
LONGEST = 60  # letters of an answer that an error shows
MOST_LEGAL = 8  # legal actions that it shows


class AgentError(ValueError):
    """An agent cannot be imported or made."""


def find_entry(name: str) -> EntryPoint | None:
    """Find an agent's entry point.

    Args:
        name: name of an installed agent, or ``module:attribute``.

    Returns:
        The entry point; None if the name is neither.
    """
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return entry
    module, colon, attribute = name.partition(":")
    if colon and all(part.isidentifier() for part in (module + "." + attribute).split(".")):
        return EntryPoint(name, name, GROUP)
    return None


def installed_agents() -> list[str]:
    """The names that installed packages give to agents."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


def load_agent(entry: EntryPoint, game: Game) -> Any:
    """Import an agent and make it; modules are looked for in the working directory too.

    Raises:
        AgentError: if that fails, or the result is not an agent.
    """
    look_here()
    try:
        make: Callable[[Game], Any] = entry.load()
    except Exception as problem:
        raise AgentError(f"the agent {entry.name} cannot be made: {describe(problem)}") from problem
    return make_agent(make, entry.name, game)


def make_agent(make: Callable[[Game], Any], name: str, game: Game) -> Any:
    """Make an agent with its class or function.

    Args:
        make: the class or function.
        name: name for an agent without one.
        game: the game.

    Raises:
        AgentError: if that fails, or the result is not an agent.
    """
    try:
        agent = make(game)
    except Exception as problem:
        if isinstance(problem, TypeError) and problem.__traceback__ and problem.__traceback__.tb_next is None:
            remedy = "it is called with the game alone, as in def __init__(self, game)"
            raise AgentError(f"the agent {name} cannot be made: TypeError: {problem}; {remedy}") from problem
        raise AgentError(f"the agent {name} cannot be made: {describe(problem)}") from problem
    if not callable(getattr(agent, "act", None)) and not callable(getattr(agent, "act_at", None)):
        raise AgentError(
            f"the agent {name} cannot play: {type(agent).__name__} has neither act(view, mask, generator) "
            "nor act_at(table, player, mask, generator)"
        )
    if not hasattr(agent, "name"):
        agent.name = name
    return agent


def wrong_answer(agent: Any, mask: np.ndarray, answer: Any) -> AgentError:
    """The error for an agent whose answer is no legal action, in one line.

    Args:
        agent: the agent.
        mask: (A,) int8, the legal actions.
        answer: its answer.
    """
    legal = np.flatnonzero(mask)
    more = ", ..." if len(legal) > MOST_LEGAL else ""
    return AgentError(
        f"the answer of the agent {agent.name} must be a whole number from 0 to {len(mask) - 1} whose mask is 1, "
        f"got {_shown(answer)}; return one of {', '.join(map(str, legal[:MOST_LEGAL]))}{more}"
    )


def _shown(answer: Any) -> str:
    try:
        return one_line(repr(answer))[:LONGEST]
    except Exception:  # such as a number of more digits than Python shows
        return f"a value of type {one_line(type(answer).__name__)}"


def is_from_cardzoo(agent: Any) -> bool:
    """Returns whether an agent's class is cardzoo's own."""
    return type(agent).__module__.partition(".")[0] == "cardzoo"


def raised(agent: Any, problem: BaseException) -> AgentError:
    """The error for an agent that has raised, in one line, with the last line of its own file that was at work."""
    file = getattr(sys.modules.get(type(agent).__module__), "__file__", None)
    trace = problem.__traceback__
    places = [(frame.f_code.co_filename, line) for frame, line in walk_tb(trace)]
    place, line = next((place for place in reversed(places) if place[0] == file), places[-1])
    words = describe(problem.with_traceback(None))
    problem.__traceback__ = trace
    return AgentError(
        f"the agent {agent.name} must return an action, got {words} ({one_line(Path(place).name)}, line {line})"
    )
