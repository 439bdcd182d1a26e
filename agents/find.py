"""Agents by their names: compiled ones, models, searches, solvers, language models, and third parties'."""

from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from pkgutil import resolve_name
from typing import TypeGuard

import numpy as np

from cardzoo.agents.base import Agent, AnyAgent, CompiledAgent, StateAgent
from cardzoo.agents.third_party import find_entry, installed_agents, load_agent
from cardzoo.agents.trained import TrainedAgent, shipped, shipped_for
from cardzoo.envs.engine import Game
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.policies.bots import TRAINED, bots
from cardzoo.envs.policies.shipped import own_agents

KINDS = {
    "search": "cardzoo.agents.search:parse_search",
    "solver": "cardzoo.agents.solver.player:parse_solver",
    "llm": "cardzoo.agents.language.agent:parse_language_agent",
}
"""Functions that make an agent from a name such as ``search:500`` and a game, by the word before the colon.

Further dependencies of a kind are installed by the extra of its name.
"""


def is_search(name: str | None) -> TypeGuard[str]:
    """True if an agent's name is that of a search, such as ``search:200``."""
    return name is not None and name.partition(":")[0] == "search"


def find_agent(
    name: str,
    game: Game,
    invite: Callable[[EntryPoint, Game], Agent | StateAgent] = load_agent,
    num_players: int | None = None,
    table: np.ndarray | None = None,
) -> AnyAgent:
    """Find an agent for a game.

    Args:
        name: one of the `bots`, such as ``"expert"``; ``"trained"`` for the model shipped with the game, ``"search"``,
            ``"solver"`` for most patience games, the folder of a trained model, ``"llm:NAME"`` for a language model, or
            an agent from elsewhere (`cardzoo.agents.third_party`).
        game: the game.
        invite: makes an agent from elsewhere; by default in this process.
        num_players: number of players, as trained agents play with one number of them; None for any.
        table: (1,) record of the table, which decides instead of ``num_players``, as some games have trained agents for
            several options; None for any.

    Raises:
        ValueError: if there is no such agent, or the model is not for this game.
    """
    if table is not None:
        num_players = int(table["num_players"][0])
    compiled = bots(game)
    if name in compiled:
        return CompiledAgent(name, compiled[name], game)
    if name == TRAINED:
        return shipped(game, num_players) if table is None else shipped_for(game, table)
    kind = name.partition(":")[0]
    if kind in KINDS:
        try:
            parse = resolve_name(KINDS[kind])
        except ModuleNotFoundError as problem:
            raise ValueError(f"{name} needs {problem.name}; install it by: pip install 'cardzoo[{kind}]'") from None
        agent: AnyAgent = parse(name, game)
        return agent
    if Path(name).is_dir():
        return TrainedAgent.load(name, game)
    if entry := find_entry(name):
        return invite(entry, game)
    known = [*own_agents(game, num_players), *installed_agents()]
    raise ValueError(f"there is no agent {name!r} for {game.name} and no such model folder; {suggest(name, known)}")


def as_agent(agent: AnyAgent | str, game: Game) -> AnyAgent:
    """An agent that is given by itself or by its name.

    Args:
        agent: the agent, or a name as for `find_agent`.
        game: the game that it is to play.

    Raises:
        ValueError: if there is no such agent, or it plays another game.
    """
    if isinstance(agent, str):
        return find_agent(agent, game)
    own = getattr(agent, "game", game)
    if isinstance(own, Game) and own.id != game.id:
        raise ValueError(
            f"agent must be one for {game.name}, got {agent.name} for {own.name}; "
            f"take find_agent({agent.name!r}, find_game({game.name!r}))"
        )
    return agent
