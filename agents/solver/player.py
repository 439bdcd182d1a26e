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
    majority of worlds is no proof (strategy fusion). Where all cards are open it solves the position itself, with the
    solver's whole budget, and follows the moves that it has found.

    Args:
        game: the game.
        worlds: number of samples of the hidden cards.
        nodes: maximum of positions for each world; None for `NODES`, or where all cards are open the game's default.
        name: the agent's name.

    Raises:
        SolverError: if there is no solver for the game, or no world to solve.
    """

    def __init__(self, game: Game, worlds: int = WORLDS, nodes: int | None = None, name: str = "solver") -> None:
        if worlds < 1:
            raise SolverError(f"worlds must be at least 1, got {worlds}")
        self.name = name
        self._game = game
        self._worlds = worlds
        self._solver = Solver(game, Budget(nodes or (NODES if game.hides_cards else None)))
        best = best_of(game)
        self._best = CompiledAgent(best, bots(game)[best], game)
        self._plan: dict[bytes, int | None] = {}

    def act_at(self, table: np.ndarray, player: int, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action at a table; see `cardzoo.agents.StateAgent`."""
        action = self._vote(table, player, generator) if self._game.hides_cards else self._planned(table)
        if action is None:
            action = ask(self._best, self._game, table, player, mask, generator)
            world = self._world(table.copy())
            world.step(action)
            self._plan = {world.records.tobytes(): None}  # after a position without a win none is solved again
        return action

    def _vote(self, table: np.ndarray, player: int, generator: np.ndarray) -> int | None:
        """The first move that wins most of the sampled worlds, or None."""
        votes: Counter[int] = Counter()
        for _ in range(self._worlds):
            record = rng.reseed(table.copy(), generator)
            self._game.kernels.redeal(record, player)
            votes.update(self._solver.solve(self._world(record)).actions[:1])
        return max(votes, key=lambda action: (votes[action], -action)) if votes else None

    def _planned(self, table: np.ndarray) -> int | None:
        """The next move of the plan, which is made anew for a position that is not in it; None if no win is found."""
        position = table.tobytes()
        if position not in self._plan:
            self._plan = {position: None}
            world = self._world(table.copy())
            for action in self._solver.solve(world).actions:
                self._plan[world.records.tobytes()] = action
                world.step(action)
        return self._plan[position]

    def _world(self, record: np.ndarray) -> Table:
        """A table of its own at this record."""
        world = Table(self._game, record)
        world.refresh()
        return world


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
