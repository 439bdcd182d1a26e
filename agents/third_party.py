"""Third-party agents: a class or function such as ``my_package.my_module:MyAgent``, or one that a package installs.

A package names its agents in its ``pyproject.toml``; these names work wherever an agent is named::

    [project.entry-points."cardzoo.agents"]
    sly = "my_package.my_module:SlyAgent"

The class or function is called with the `Game` and returns an `Agent` or a `StateAgent`. An arena's results are
reproducible if the agent depends only on its arguments, and draws from the generator among them.
"""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from cardzoo.envs.engine import Game
from cardzoo.envs.imports import describe, look_here

GROUP = "cardzoo.agents"


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
        raise AgentError(f"the agent {name} cannot be made: {describe(problem)}") from problem
    if not callable(getattr(agent, "act", None)) and not callable(getattr(agent, "act_at", None)):
        raise AgentError(
            f"the agent {name} cannot play: {type(agent).__name__} has neither act(view, mask, generator) "
            "nor act_at(table, player, mask, generator)"
        )
    if not hasattr(agent, "name"):
        agent.name = name
    return agent
