"""CUDA kernels of training: one thread for each table, with the rules of `seating` and `decisions`."""

from collections.abc import Callable
from typing import Any

from numba import cuda

from cardzoo.training.tables.decisions import draw_action, estimate
from cardzoo.training.tables.seating import Seating, find_seat, move_ahead, seat_opponent, settle

Kernel = Callable[..., None]


def begin_kernel(rule: Callable[..., None]) -> Kernel:
    """A kernel with a rule at every table, before tables are resumed; resets the count of ended games.

    Args:
        rule: ``rule(table, seating)``.
    """

    def begin(count: Any, ended: Any, arrays: Any) -> None:
        table = cuda.grid(1)
        if table == 0:
            ended[0] = 0
        if table < count:
            rule(table, Seating(*arrays))

    return begin


def each_kernel(rule: Callable[..., None]) -> Kernel:
    """A kernel with a rule at every table: ``rule(table, *arguments)``."""

    def each(count: Any, arguments: Any) -> None:
        table = cuda.grid(1)
        if table < count:
            rule(table, *arguments)

    return each


def advise_kernel(observe: Callable[..., None], agent: Callable[..., Any]) -> Kernel:
    """A kernel with a compiled agent's action at every table; action 0 if the game ended before anybody's turn.

    Args:
        observe: observation function of the game.
        agent: ``agent(state, player, view, mask, generator)``.
    """

    def advise(
        actions: Any, tables: Any, players: Any, blank_view: Any, views: Any, masks: Any, generators: Any
    ) -> None:
        table = cuda.grid(1)
        if table < len(actions):
            actions[table] = 0
            if not tables[table].over:
                views[table] = blank_view[0]
                observe(tables[table], players[table], views[table])
                actions[table] = agent(tables[table], players[table], views[table], masks[table], generators[table])

    return advise


SETTLE, SEAT = begin_kernel(settle), begin_kernel(seat_opponent)
FIND, DRAW, ESTIMATE = each_kernel(find_seat), each_kernel(draw_action), each_kernel(estimate)


def move_ahead_kernel(count: Any, left: Any, arguments: Any) -> None:
    """`move_ahead` at every table; ``left`` is (1,)."""
    table = cuda.grid(1)
    if table < count:
        move_ahead(table, left[0], *arguments)
