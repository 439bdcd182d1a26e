"""Policies that a batch plays inside its step: compiled agents and networks."""
