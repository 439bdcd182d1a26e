"""A search agent for any game."""

from cardzoo.agents.search.agent import SearchAgent, SearchSettings, parse_search, read_settings

__all__ = ["SearchAgent", "SearchSettings", "parse_search", "read_settings"]
