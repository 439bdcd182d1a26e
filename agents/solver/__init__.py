"""Solver of patience games with all cards known: won with the moves, lost for certain, or open.

>>> from cardzoo.agents.solver import Solver
>>> from cardzoo.envs import find_game
>>> game = find_game("yukon")
>>> solution = Solver(game).solve(game.table(seed=1))  # doctest: +SKIP
>>> solution.verdict, solution.moves[:2]  # doctest: +SKIP
('won', ['home A♦', 'move 8♠ onto 9♥'])
"""

from cardzoo.agents.solver.solver import Budget, Solution, Solver, SolverError, can_solve, hints_of, solvable

__all__ = ["Budget", "Solution", "Solver", "SolverError", "can_solve", "hints_of", "solvable"]
