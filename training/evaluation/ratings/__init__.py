"""Ratings, standings and cross tables of agents' games."""
