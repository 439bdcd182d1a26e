"""Solver agent for patience games: samples the hidden cards and solves the resulting worlds."""

from collections import Counter

import numpy as np

from cardzoo.agents.base import CompiledAgent, ask
from cardzoo.agents.solver.solver import Budget, Solver, SolverError
from cardzoo.envs.engine import Game, Table, rng
from cardzoo.envs.policies.bots import best_of, bots

WORLDS = 8
NODES = 2000


class SolverAgent:
    """Samples worlds of the hidden cards, solves each briefly, and plays the first move that wins most of them.

    If none is won, it plays like the best compiled agent. Each world is solved with its hidden cards known, so a
    majority of worlds is no proof (strategy fusion).

    Args:
        game: the game.
        worlds: number of samples of the hidden cards; 1 if none are hidden.
        nodes: maximum of positions for each world.
        name: the agent's name.

    Raises:
        SolverError: if there is no solver for the game, or no world to solve.
    """

    def __init__(self, game: Game, worlds: int = WORLDS, nodes: int = NODES, name: str = "solver") -> None:
        if worlds < 1:
            raise SolverError(f"worlds must be at least 1, got {worlds}")
        self.name = name
        self._game = game
        self._worlds = worlds if game.hides_cards else 1
        self._solver = Solver(game, Budget(nodes))
        best = best_of(game)
        self._best = CompiledAgent(best, bots(game)[best], game)

    def act_at(self, table: np.ndarray, player: int, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action at a table; see `cardzoo.agents.StateAgent`."""
        votes: Counter[int] = Counter()
        for _ in range(self._worlds):
            world = Table(self._game, rng.reseed(table.copy(), generator))
            self._game.kernels.redeal(world.records, player)
            world.refresh()
            actions = self._solver.solve(world).actions
            votes.update(actions[:1])
        if votes:
            return max(votes, key=lambda action: (votes[action], -action))
        return ask(self._best, self._game, table, player, mask, generator)


def parse_solver(name: str, game: Game) -> SolverAgent:
    """The agent of a name such as ``solver`` or ``solver:16``, which deals sixteen worlds.

    Raises:
        ValueError: if the name is not understood, or there is no solver for the game.
    """
    _, _, worlds = name.partition(":")
    if not worlds:
        return SolverAgent(game)
    if not worlds.isdecimal():
        raise ValueError(f"{name}: worlds must be a number, got {worlds!r}; write solver or solver:16")
    return SolverAgent(game, int(worlds), name=name)
