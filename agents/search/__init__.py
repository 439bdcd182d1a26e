"""A player that searches any game."""

from cardzoo.agents.search.agent import SearchAgent, SearchSettings, parse_search

__all__ = ["SearchAgent", "SearchSettings", "parse_search"]
