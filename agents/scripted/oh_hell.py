"""Scripted agents of Oh Hell."""
AGENTS = {}
