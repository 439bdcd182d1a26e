"""Agents: random, scripted, searching and trained. They see no more than a seat may know.

An `Agent` sees a game's `View` and a mask, nothing else; a `StateAgent`, such as a search, receives a whole table with
hidden cards drawn again; a `ReadingAgent`, such as a language model, reads a prompt.
"""

from cardzoo.agents.base import (
    Agent,
    AnyAgent,
    CompiledAgent,
    MemoryNeeded,
    ReadingAgent,
    StateAgent,
    agent_generator,
    ask,
    check_table,
    memory_of,
    reads_prompts,
)
from cardzoo.agents.find import as_agent, find_agent, is_search
from cardzoo.agents.opponents import Finder
from cardzoo.envs.opponents import provide
from cardzoo.envs.policies.bots import TRAINED, best_of, bots

__all__ = [
    "TRAINED",
    "Agent",
    "AnyAgent",
    "CompiledAgent",
    "MemoryNeeded",
    "ReadingAgent",
    "StateAgent",
    "agent_generator",
    "as_agent",
    "ask",
    "best_of",
    "bots",
    "check_table",
    "find_agent",
    "is_search",
    "memory_of",
    "reads_prompts",
]

provide(Finder())
