"""Solver of one game: budgets, rounds, and the replay of a won game's moves."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cardzoo.agents.solver.beam import BeamSearch
from cardzoo.agents.solver.search import (
    LOST,
    NO_NODE,
    NODE,
    OPEN,
    PROGRESS,
    RUNNING,
    WON,
    WORTHS,
    Hints,
    Search,
    make_advance,
)
from cardzoo.envs.engine import Game
from cardzoo.envs.engine.table import Table
from cardzoo.envs.imports import load_module
from cardzoo.envs.registry import parts_of, usable_games

VERDICTS = {WON: "won", LOST: "lost", OPEN: "open"}
SLICE = 5000  # nodes between two checks of the clock
SHARES = (1 / 100, 1 / 10, 4 / 10)  # early rounds: shares of the positions, for all rows of weights together
BEFORE_BEAMS = 1 / 400, 30_000  # share and maximum for each row if beams follow
BYTES = NODE.itemsize + 4 * 8  # a position's node, and at most four places in the table of keys


def never() -> bool:
    """Default of `stop`: the solver is never stopped."""
    return False


class SolverError(ValueError):
    """A game, a deal or a budget cannot be used by the solver."""


@dataclass(frozen=True)
class Budget:
    """Budget of a deal; once any part is used up, the deal is open.

    Attributes:
        nodes: maximum of positions; None for the game's default.
        seconds: processor time; None for no limit. With a limit, results depend on the machine, but not on its load.
        memory: MiB for the search's tables; it also bounds the positions.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 512

    def __post_init__(self) -> None:
        for name, least in (("nodes", 1), ("seconds", 0), ("memory", 1)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise SolverError(f"{name} must be at least {least}, got {value}")


@dataclass(frozen=True)
class Solution:
    """Result of the solver for a deal.

    Attributes:
        verdict: ``"won"``, ``"lost"`` (no line wins) or ``"open"`` (the budget is used up).
        actions: the winning actions; empty unless won.
        moves: these actions in words.
        nodes: number of visited positions.
        seconds: processor time.
    """

    verdict: str
    actions: list[int] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    nodes: int = 0
    seconds: float = 0.0


def hints_of(game: Game) -> Hints:
    """The hints of a game.

    Raises:
        SolverError: if the game has no solver, or its ``SOLVER`` is not valid.
    """
    named = hints = parts_of(game).solver
    if named is None:
        raise SolverError(f"there is no solver for {game.name}; there is one for {', '.join(solvable())}")
    if isinstance(named, str):
        module, _, name = named.partition(":")
        hints = getattr(load_module(module), name, None)
    if not isinstance(hints, Hints):
        raise SolverError(f"{game.name}: SOLVER must be Hints or a name such as module:HINTS, got {named!r:.60}")
    return hints


def can_solve(game: Game) -> bool:
    """True if there is a solver for the game."""
    return parts_of(game).solver is not None


def solvable() -> list[str]:
    """The names of the games that can be solved."""
    return [game.name for game in usable_games()[0] if can_solve(game)]


class Solver:
    """Solves deals of one game, all cards being known.

    Args:
        game: the game.
        budget: budget for each deal; None for the default.

    Attributes:
        nodes: maximum of positions for a deal.

    Raises:
        SolverError: if there is no solver for the game.
    """

    def __init__(self, game: Game, budget: Budget | None = None) -> None:
        hints = hints_of(game)
        self.game = game
        self.budget = budget or Budget()
        self._hints = hints
        self._advance = _compile(game, hints)
        self._beams = BeamSearch(game, hints) if hints.widths else None
        self._mask = np.zeros(len(game.actions), np.int8)
        self._scratch = np.zeros(self._hints.scratch, np.int64)
        self._weights = np.array(self._hints.weights, np.int64)
        self._heads = np.zeros(WORTHS, np.int32)
        self.nodes = min(self.budget.nodes or self._hints.nodes, max(self.budget.memory * (1 << 20) // BYTES, 2))

    def solve(self, table: Table, stop: Callable[[], bool] = never) -> Solution:
        """Solve a table from its current position, with all cards known.

        The search runs several times with each row of the game's weights: briefly at first, then longer, or with beams.
        The last run takes the first row and the rest of the budget.

        Args:
            table: the table; it stays as it is.
            stop: called from time to time; if it returns True, the deal is open.

        Returns:
            The solution; if won, its moves have been replayed on a copy of the table.
        """
        start = time.thread_time()
        if table.over:
            return Solution("won" if is_won(table) else "lost")

        def enough() -> bool:
            late = self.budget.seconds is not None and time.thread_time() - start >= self.budget.seconds
            return late or stop()

        answer, left = OPEN, self.nodes
        actions: list[int] = []
        for row, most, width in self._rounds():
            answer, nodes, actions = self._run(table, row, min(most, left), width, enough)
            left -= nodes
            if answer != OPEN or left == 0 or enough():
                break
        moves = play_again(table, actions) if answer == WON else []
        return Solution(VERDICTS[answer], actions, moves, self.nodes - left, round(time.thread_time() - start, 4))

    def _rounds(self) -> list[tuple[int, int, int]]:
        """The rounds in order: a row of weights, the maximum of positions, and a beam's width or 0 for the search."""
        rows = range(len(self._weights))
        if self._hints.widths:
            share, most = BEFORE_BEAMS
            shares = [min(share * self.nodes, most)]
        else:
            shares = [share * self.nodes / len(rows) for share in SHARES] if len(rows) > 1 else []
        early = [(row, max(int(positions), 1), 0) for positions in shares for row in rows]
        beams = [(row, self.nodes, width) for width in self._hints.widths for row in rows]
        return [*early, *beams, (0, self.nodes, 0)]

    def _run(
        self, table: Table, row: int, most: int, width: int, enough: Callable[[], bool]
    ) -> tuple[int, int, list[int]]:
        """One of the rounds: its verdict, the number of positions, and the winning actions."""
        if self._beams is None or width == 0:
            return self._search(table, row, most, enough)
        actions, nodes = self._beams.search(table.records, self._weights[row], width, most, enough)
        return (WON if actions else OPEN), nodes, actions

    def _search(self, table: Table, row: int, most: int, enough: Callable[[], bool]) -> tuple[int, int, list[int]]:
        """One run of the search: its verdict, the number of positions, and the winning actions."""
        depth = self._depth(table)
        search = Search(
            states=np.zeros(depth + 1, self.game.dtype),
            turned=np.zeros(1, self.game.dtype),
            line=np.full(depth + 1, NO_NODE, np.int64),
            mask=self._mask,
            tried=np.zeros_like(self._mask),
            table=np.zeros(1 << (2 * most - 1).bit_length(), np.uint64),
            nodes=np.zeros(most, NODE),
            heads=self._heads,
            weights=self._weights[row],
            scratch=self._scratch,
            progress=np.zeros(1, PROGRESS),
        )
        search.states[0] = table.records[0]
        search.heads[:] = NO_NODE
        answer = RUNNING
        with np.errstate(over="ignore"):  # keys wrap around; NumPy warns about it in interpreted mode
            while answer == RUNNING:
                answer = self._advance(SLICE, search)
                if answer == RUNNING and enough():
                    answer = OPEN
        progress = search.progress[0]
        actions = self._actions(search.nodes, progress) if answer == WON else []
        return answer, int(progress["known"]), actions

    def _actions(self, nodes: np.ndarray, progress: Any) -> list[int]:
        """The actions from the root to the winning one."""
        made, node = [int(progress.action)], int(progress.node)
        while nodes[node]["parent"] != NO_NODE:
            made.append(int(nodes[node]["action"]))
            node = int(nodes[node]["parent"])
        pairs = [divmod(action, len(self._mask)) for action in reversed(made)]
        return [action for turns, last in pairs for action in (*[self._hints.turn] * turns, last)]

    def _depth(self, table: Table) -> int:
        """The maximum of moves from the current position."""
        if "max_steps" in self.game.options.fields:
            return int(table.state.options.max_steps) - int(table.state.steps)
        return self._hints.moves


def _compile(game: Game, hints: Hints) -> Any:
    function = make_advance(game.legal_actions, game.kernels.apply, hints)
    modules = {hint.__module__ for hint in (hints.key, hints.judge, hints.narrow, hints.turns) if hint is not None}
    return game.kernels.compile("solve", function, __name__, *sorted(modules))


def is_won(table: Table) -> bool:
    """True if a single-player game is over and won."""
    return table.over and not table.state.truncated and bool(table.state.reward[0] > 0)


def play_again(table: Table, actions: list[int]) -> list[str]:
    """Replay winning actions on a copy of a table.

    Returns:
        The actions in words.

    Raises:
        AssertionError: if they do not win, which is a bug of the search.
    """
    copy = table.copy()
    for action in actions:
        copy.step(action)
    if not is_won(copy):
        raise AssertionError(f"{table.game.name}: the solver's {len(actions)} moves do not win")
    return [table.game.actions.words[action] for action in actions]
