"""Scripted agents, one module for each game."""
