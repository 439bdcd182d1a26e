"""Players: random, by rules of thumb, and trained. They see a game's `View` and a mask, nothing else."""

from cardzoo.agents.base import Agent, CompiledAgent, StateAgent, agent_generator, ask, bots, find_agent

__all__ = ["Agent", "CompiledAgent", "StateAgent", "agent_generator", "ask", "bots", "find_agent"]
