"""Exact values of the root's actions in sampled worlds, instead of simulations: all cards are open there.

This is the play of bridge programs (Ginsberg, "GIB: imperfect information in a computationally challenging game",
2001): a card's value is its mean over deals of the hidden cards, each played perfectly with all hands open.
"""

from collections.abc import Mapping

import numpy as np

from cardzoo.envs.policies.bots import OpenPlay


class SolvedWorlds:
    """A grower without a tree; see `cardzoo.agents.search.agent`.

    Args:
        solver: the solver of worlds.
    """

    steps = 0

    def __init__(self, solver: OpenPlay) -> None:
        self._solver = solver
        self._actions = np.zeros(0, np.int64)
        self._found: dict[int, Mapping[int, float]] = {}

    def plant(self, actions: np.ndarray, player: int, sides: int) -> None:
        """Give the root its actions."""
        self._actions = actions

    def grow(
        self, first: int, last: int, actions: np.ndarray, worlds: np.ndarray, seed: int, results: np.ndarray
    ) -> int:
        """Fill in the results of some rounds; returns the first one that was not run."""
        for number in range(first, last):
            place = number % len(worlds)
            if place not in self._found:
                self._found[place] = self._solver.values(worlds[place])
            for action in actions:
                results[action, number] = self._found[place][int(self._actions[action])]
        return last
