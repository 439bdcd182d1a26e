"""Kernels of a batch on a GPU: a thread plays a table, by the same compiled rules as on a CPU.

A step is a sequence of kernels: `take` the actions, play them, deal after ended games, observe, encode the views, and
publish the masks. Rules work on interleaved records, views and masks (`lanes`); users receive plain arrays.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import cuda

from cardzoo.envs.cuda.lanes import LANES, copy_part, lanes_in
from cardzoo.envs.engine import Game, rule
from cardzoo.envs.engine.encoding import ONE
from cardzoo.envs.engine.kernels import GO_ON, WAIT, Workspace, is_legal, move_on
from cardzoo.envs.engine.masks import random_legal

Kernel = Callable[..., None]
Rule = Callable[..., Any]

DEALERS = 8  # tables at which a block deals at a time: dealing waits for memory, so few a warp are faster
IN_FLIGHT = 8  # numbers that a thread reads before it uses the first of them
INDEX = np.uint64  # type of an index: a signed one needs code for negative indices
SIDE = LANES + 1  # side of a square to be transposed; the extra one puts columns into different banks


def play_kernels(game: Game, read: Rule, bots: tuple[Rule, ...]) -> list[Kernel]:
    """Batch step; see `cardzoo.envs.engine.kernels.Kernels.play_function`. Other kernels show the views.

    A few games end at each step. Dealing takes long, and the 32 threads of a warp would wait for the one that deals. So
    the first kernel plays up to the end of a game and records the table. The second one deals at these tables, side by
    side, in the multiprocessor's own memory, where cards of one table lie together.

    Args:
        game: the game.
        read: reader of the networks' input; see `cardzoo.envs.policies.network_input.NetworkInput.read`.
        bots: compiled agents.

    Returns:
        ``play_table(count, apart, wrong, ended, rotate, arrays)`` and ``deal_table`` of the same arguments: N, the
        distance between playing threads, the table of an illegal action, (N + 1,) the number and the tables of ended
        games, whether seats rotate, and the fields of a `Workspace`.
    """

    @rule
    def show_later(state: Any, player: Any, worker: Any, work: Any, row: Any) -> None:
        pass

    play = rule(game.kernels.play_function(read, bots, show_later))
    return [_play_kernel(play), _deal_kernel(game, play)]


def _play_kernel(play: Rule) -> Kernel:
    """Kernel that plays up to the end of a game, and records the table; see `play_kernels`."""

    def play_table(count: Any, apart: Any, wrong: Any, ended: Any, rotate: Any, arrays: Any) -> None:
        thread = cuda.grid(1)
        table = thread // apart
        if thread % apart == 0 and table < count and wrong[0] >= count:
            work = Workspace(*arrays)
            if play(table, table + 1, table, False, rotate, work) >= 0:
                cuda.atomic.min(wrong, 0, table)
            elif work.actions[table] != WAIT and (work.terminations[table] or work.truncations[table]):
                work.actions[table] = GO_ON
                ended[1 + cuda.atomic.add(ended, 0, 1)] = table

    return play_table


def _deal_kernel(game: Game, play: Rule) -> Kernel:
    """Kernel that deals at the recorded tables, and plays on there; see `play_kernels`."""
    deal_blank, record = game.kernels.deal_blank, game.dtype

    def deal_table(count: Any, apart: Any, wrong: Any, ended: Any, rotate: Any, arrays: Any) -> None:
        dealt = cuda.shared.array(DEALERS, record)
        parts = cuda.blockDim.x // DEALERS
        own, part = cuda.threadIdx.x // parts, cuda.threadIdx.x % parts
        work = Workspace(*arrays)
        for first in range(DEALERS * cuda.blockIdx.x, ended[0], DEALERS * cuda.gridDim.x):
            busy = first + own < ended[0]
            table = ended[1 + first + own] if busy else 0
            if busy:
                copy_part(dealt[own], work.blank[0], part, parts)
            cuda.syncthreads()
            if busy and part == 0:
                dealt[own].seed = work.records[table].seed
                dealt[own].draws = work.records[table].draws
                deal_blank(dealt[own], work.pack, True, -1)
                if rotate:
                    move_on(work.actors, table, work.blank[0].num_players)
            cuda.syncthreads()
            if busy:
                copy_part(work.records[table], dealt[own], part, parts)
            cuda.syncthreads()
            if busy and part == 0 and play(table, table + 1, table, True, rotate, work) >= 0:
                cuda.atomic.min(wrong, 0, table)

    return deal_table


def take(given: Any, masks: Any, tables: Any, actions: Any, wrong: Any, ended: Any) -> None:
    """Read actions, (N,) of any integer type. The first table with an illegal action goes into ``wrong``."""
    table = cuda.grid(1)
    if table == 0:
        ended[0] = 0
    if table < len(actions):
        action = given[table]
        actions[table] = action
        finished = tables[table].over and masks[table][0] == 0
        if action < WAIT or (not finished and action != WAIT and not is_legal(masks[table], action)):
            cuda.atomic.min(wrong, 0, table)


def sample(actions: Any, masks: Any, generators: Any) -> None:
    """Random legal action for every table; see `cardzoo.envs.engine.masks.sample_legal`."""
    table = cuda.grid(1)
    if table < len(actions):
        actions[table] = random_legal(masks[table], generators[table])


def fill(actions: Any, code: Any, ended: Any) -> None:
    """Fill the actions with one code."""
    table = cuda.grid(1)
    if table == 0:
        ended[0] = 0
    if table < len(actions):
        actions[table] = code


def sow(seeds: Any, sources: Any) -> None:
    """Give tables, or their agents' generators, new seeds."""
    table = cuda.grid(1)
    if table < len(seeds):
        source = sources[table]
        source.seed = seeds[table]
        source.draws = np.uint64(0)


def observe_kernel(game: Game, after_end: bool) -> Kernel:
    """Kernel that fills interleaved views.

    Args:
        game: the game.
        after_end: whether to fill only the watchers' views of games that have just ended.

    Returns:
        ``observe(views, tables, masks, players, watchers, terminations, truncations, blank_view)``, named as in
        `cardzoo.envs.batch`.
    """
    observe_game = game.observe

    def observe(
        views: Any,
        tables: Any,
        masks: Any,
        players: Any,
        watchers: Any,
        terminations: Any,
        truncations: Any,
        blank_view: Any,
    ) -> None:
        table = cuda.grid(1)
        if table < len(views):
            over = tables[table].over
            if after_end and not (over and (terminations[table] or truncations[table])):
                return
            views[table] = blank_view[0]
            finished = over and masks[table][0] == 0
            seat = watchers[table] if finished and watchers[table] >= 0 else players[table]
            observe_game(tables[table], seat, views[table])

    return observe


def show_kernel(game: Game, after_end: bool) -> Kernel:
    """Kernel that encodes views into plain rows: a block observes 32 tables in shared memory, and encodes them there.

    Views never go to the GPU's memory, whose writes and reads would take longer than all the rest.

    Args:
        game: the game.
        after_end: whether to show only the watchers' views of games that have just ended.

    Returns:
        ``show(out, tables, masks, players, watchers, terminations, truncations, blank_numbers, cells)``: (N, D) rows to
        be filled, the numbers of a blank view, `cardzoo.envs.cuda.cells.Cells` as a tuple; the others are named as in
        `cardzoo.envs.batch`. Its shared memory: 32 x `SIDE` float32 for each warp, then 32 views.
    """
    observe_game = game.observe
    kind = game.view.dtype

    def show(
        out: Any,
        tables: Any,
        masks: Any,
        players: Any,
        watchers: Any,
        terminations: Any,
        truncations: Any,
        blank_numbers: Any,
        cells: Any,
    ) -> None:
        squares = cuda.shared.array(0, numba.float32)
        shared = cuda.shared.array(0, numba.int16)
        lane, warp, warps = cuda.threadIdx.x, cuda.threadIdx.y, cuda.blockDim.y
        begin = 2 * warps * LANES * SIDE  # of the views, after the squares
        for number in range(warp, len(blank_numbers), warps):
            shared[INDEX(begin + LANES * number + lane)] = blank_numbers[INDEX(number)]
        cuda.syncthreads()
        table = LANES * cuda.blockIdx.x + lane
        if warp == 0 and table < len(tables):
            over = tables[table].over
            if not after_end or (over and (terminations[table] or truncations[table])):
                finished = over and masks[table][0] == 0
                seat = watchers[table] if finished and watchers[table] >= 0 else players[table]
                observe_game(tables[table], seat, lanes_in(shared, begin, kind)[lane])
        cuda.syncthreads()
        count = -(-out.shape[1] // LANES)
        for first in range(0, count, warps):
            square = first + warp
            if square < count:
                fill_square(squares, LANES * SIDE * warp, shared, begin, cells, square)
            cuda.syncthreads()
            if square < count:
                write_square(out, squares, LANES * SIDE * warp, square, after_end, terminations, truncations)
            cuda.syncthreads()

    return show


def encode(out: Any, numbers: Any, cells: Any, terminations: Any, truncations: Any) -> None:
    """Encode interleaved records into plain rows: a warp makes 32 cells of 32 tables.

    Its shared memory: 32 x `SIDE` float32 for each warp.

    Args:
        out: (N, D) rows to be filled.
        numbers: int16, the numbers of all records, interleaved.
        cells: `cardzoo.envs.cuda.cells.Cells` as a tuple.
        terminations: (N,) bool.
        truncations: (N,) bool.
    """
    squares = cuda.shared.array(0, numba.float32)
    place = LANES * SIDE * cuda.threadIdx.y
    square = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    begin = len(numbers) // cuda.gridDim.x * cuda.blockIdx.x
    fill_square(squares, place, numbers, begin, cells, square)
    cuda.syncthreads()
    write_square(out, squares, place, square, False, terminations, truncations)


@rule
def fill_square(squares: Any, place: Any, numbers: Any, begin: Any, cells: Any, square: Any) -> None:
    """Fill 32 cells of 32 tables, a table a thread.

    Args:
        squares: float32, the cells to be filled, a row of `SIDE` a table.
        place: index of the first of them.
        numbers: int16, of interleaved records.
        begin: index of the first number of the 32 tables.
        cells: `cardzoo.envs.cuda.cells.Cells` as a tuple.
        square: number of the 32 cells.
    """
    places, shares, piles, pile_shares, starts = cells
    read = cuda.local.array(IN_FLIGHT, numba.int16)
    lane = cuda.threadIdx.x
    first, own, mine = LANES * square, place + SIDE * lane, begin + lane
    for column in range(first, first + LANES, IN_FLIGHT):
        for k in range(IN_FLIGHT):
            read[k] = numbers[INDEX(mine + LANES * places[INDEX(column + k), 0])]
        for k in range(IN_FLIGHT):
            share = shares[INDEX(column + k)]
            is_one = read[k] == places[INDEX(column + k), 1]
            squares[INDEX(own + column - first + k)] = np.float32(read[k]) * share if share != 0 else np.float32(is_one)
    for pile in range(starts[square], starts[square + 1]):
        source, target, kinds, copies = piles[pile, 0], piles[pile, 1], piles[pile, 2], piles[pile, 3]
        height = numbers[mine + LANES * source]
        for at in range(height - 1, -1, -1):
            card = numbers[mine + LANES * (source + 1 + at)]
            below = 0  # copies of it
            if copies > 1:
                for under in range(at):
                    below += numbers[mine + LANES * (source + 1 + under)] == card
            k = target + below * kinds + card - first
            if card >= 0 and below < copies and 0 <= k < LANES:
                squares[own + k] = ONE - np.float32(height - 1 - at) * pile_shares[pile]


@rule
def write_square(
    out: Any, squares: Any, place: Any, square: Any, after_end: Any, terminations: Any, truncations: Any
) -> None:
    """Write 32 cells into plain rows, a cell a thread; with ``after_end`` only of games that have just ended."""
    lane, first = cuda.threadIdx.x, LANES * cuda.blockIdx.x
    count, width = out.shape
    if LANES * square + lane < width:
        for k in range(min(LANES, count - first)):
            if not after_end or terminations[first + k] or truncations[first + k]:
                out[INDEX(first + k), INDEX(LANES * square + lane)] = squares[INDEX(place + SIDE * k + lane)]


def encode_rows_kernel(encode_view: Rule) -> Kernel:
    """Kernel that encodes interleaved views into interleaved rows.

    Args:
        encode_view: the encoder's compiled function.
    """

    def encode_rows(rows: Any, numbers: Any, layout: Any, factors: Any) -> None:
        table = cuda.grid(1)
        if table < len(rows):
            encode_view(numbers[table], layout, factors, rows[table])

    return encode_rows


def publish_kernel(dtype: np.dtype[Any]) -> Kernel:
    """Kernel that turns interleaved rows into a plain array: blocks of 32 x any threads transpose 32 x 32 numbers.

    Args:
        dtype: type of the numbers.
    """
    number = numba.from_dtype(dtype)

    def publish(out: Any, rows: Any, ended: Any, terminations: Any, truncations: Any) -> None:
        tile = cuda.shared.array((LANES, SIDE), number)
        group, first = cuda.blockIdx.x, LANES * cuda.blockIdx.y
        lane, line, lines = cuda.threadIdx.x, cuda.threadIdx.y, cuda.blockDim.y
        tables, width = out.shape
        for k in range(line, LANES, lines):
            if first + k < width and LANES * group + lane < tables:
                tile[k, lane] = rows[LANES * group + lane][first + k]
        cuda.syncthreads()
        for k in range(line, LANES, lines):
            table = LANES * group + k
            shown = table < tables and (not ended or terminations[table] or truncations[table])
            if first + lane < width and shown:
                out[table, first + lane] = tile[lane, k]

    return publish
