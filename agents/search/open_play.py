"""Exact values of the root's actions in sampled worlds, instead of simulations: all cards are open there.

This is the play of bridge programs (Ginsberg, "GIB: imperfect information in a computationally challenging game",
2001): a card's value is its mean over deals of the hidden cards, each played perfectly with all hands open.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np


class SolvedWorlds:
    """A grower without a tree; see `cardzoo.agents.search.agent`.

    Args:
        solve: values of a world's actions, by `cardzoo.envs.policies.bots.OpenPlay`.
    """

    steps = 0

    def __init__(self, solve: Callable[[Any], Mapping[int, float]]) -> None:
        self._solve = solve
        self._actions = np.zeros(0, np.int64)
        self._found: dict[int, Mapping[int, float]] = {}

    def plant(self, actions: np.ndarray, player: int, sides: int) -> None:
        """Forget the worlds of the last decision; the root has these actions."""
        self._actions = actions
        self._found.clear()

    def grow(
        self, first: int, last: int, actions: np.ndarray, worlds: np.ndarray, seed: int, results: np.ndarray
    ) -> int:
        """Fill in the results of some rounds; returns the first one that was not run."""
        for number in range(first, last):
            place = number % len(worlds)
            if place not in self._found:
                self._found[place] = self._solve(worlds[place])
            for action in actions:
                results[action, number] = self._found[place][int(self._actions[action])]
        return last
