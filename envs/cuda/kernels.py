"""The kernels of a batch on a GPU: a thread plays a table, by the same compiled rules as on a CPU.

A step is a row of kernels: `take` the actions, play them, deal where games have ended, observe, encode what was seen,
and publish the masks. Rules see records, views and masks interleaved (`lanes`); what users take are plain arrays.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import cuda

from cardzoo.envs.cuda.cells import IS, NUMBER, SHARE, depth
from cardzoo.envs.cuda.lanes import LANES
from cardzoo.envs.engine import Game, rule
from cardzoo.envs.engine.kernels import GO_ON, WAIT
from cardzoo.envs.engine.masks import random_legal

Kernel = Callable[..., None]
Rule = Callable[..., Any]

# Places among the play function's arguments after `restart`.
ROTATE, TABLES, BLANK, PACK, ACTIONS, ACTORS = range(6)
TERMINATIONS, TRUNCATIONS = 18, 19

DEALERS = 8  # tables at which a block deals at a time: dealing waits for memory, so few a warp are faster
SIDE = LANES + 1  # of a square that is turned around; one more than needed, for columns to lie in different banks


def play_kernels(game: Game, encode_view: Rule, bots: tuple[Rule, ...]) -> list[Kernel]:
    """The batch step; see `cardzoo.envs.engine.kernels.Kernels.play_function`. Showing is left to other kernels.

    A few games end at each step. Dealing takes long, and the 32 threads of a warp would wait for the one that deals. So
    the first kernel plays up to the end of a game and notes the table; the second one deals at these, side by side, in
    the multiprocessor's own memory, where cards of one table lie together.

    Args:
        game: the game.
        encode_view: what networks take.
        bots: compiled agents.

    Returns:
        ``play_table(count, apart, wrong, ended, arguments)`` and ``deal_table`` of the same arguments: N, how many
        threads lie from one that plays to the next, where `take` notes an illegal action, (N + 1,) for how many games
        have ended and at which tables, and those of the play function but for the first four.
    """

    @rule
    def show_later(
        state: Any,
        player: Any,
        worker: Any,
        table: Any,
        blank_view: Any,
        views: Any,
        numbers: Any,
        layout: Any,
        factors: Any,
        out: Any,
    ) -> None:
        pass

    play = rule(game.kernels.play_function(encode_view, bots, show_later))
    deal_anew = game.kernels.deal_anew
    record = game.dtype

    def play_table(count: Any, apart: Any, wrong: Any, ended: Any, arguments: Any) -> None:
        thread = cuda.grid(1)
        table = thread // apart
        if thread % apart == 0 and table < count and wrong[0] >= count:
            play(table, table + 1, table, False, *arguments)
            told = arguments[TERMINATIONS][table] or arguments[TRUNCATIONS][table]
            if arguments[ACTIONS][table] != WAIT and told:
                arguments[ACTIONS][table] = GO_ON
                ended[1 + cuda.atomic.add(ended, 0, 1)] = table

    def deal_table(count: Any, apart: Any, wrong: Any, ended: Any, arguments: Any) -> None:
        dealt = cuda.shared.array(DEALERS, record)
        threads = cuda.blockDim.x // DEALERS
        own = cuda.threadIdx.x // threads
        if cuda.threadIdx.x % threads == 0:
            for place in range(own + DEALERS * cuda.blockIdx.x, ended[0], DEALERS * cuda.gridDim.x):
                table = ended[1 + place]
                dealt[own].seed = arguments[TABLES][table].seed
                dealt[own].draws = arguments[TABLES][table].draws
                deal_anew(dealt, own, arguments[ACTORS], table, arguments[ROTATE], arguments[BLANK], arguments[PACK])
                arguments[TABLES][table] = dealt[own]
                play(table, table + 1, table, True, *arguments)

    return [play_table, deal_table]


def take(given: Any, masks: Any, tables: Any, actions: Any, wrong: Any, ended: Any) -> None:
    """Take actions over: (N,) of any whole numbers. The first table whose action is illegal goes into ``wrong``."""
    table = cuda.grid(1)
    if table == 0:
        ended[0] = 0
    if table < len(actions):
        action = given[table]
        actions[table] = action
        told = tables[table].over and masks[table][0] == 0
        if action < WAIT or (not told and action != WAIT and not _is_legal(masks[table], action)):
            cuda.atomic.min(wrong, 0, table)


@rule
def _is_legal(mask: Any, action: Any) -> Any:
    return action < len(mask) and mask[action] != 0


def sample(actions: Any, masks: Any, generators: Any) -> None:
    """A random legal action for every table; see `cardzoo.envs.engine.masks.sample_legal`."""
    table = cuda.grid(1)
    if table < len(actions):
        actions[table] = random_legal(masks[table], generators[table])


def fill(actions: Any, code: Any, ended: Any) -> None:
    """The same for every table."""
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
    """What the seats see, as interleaved views.

    Args:
        game: the game.
        after_end: whether to look at those tables alone whose games have just ended, as their watchers do.

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
            told = over and masks[table][0] == 0
            seat = watchers[table] if told and watchers[table] >= 0 else players[table]
            observe_game(tables[table], seat, views[table])

    return observe


def encode_kernel(after_end: bool) -> Kernel:
    """Plain encoded rows of interleaved views: a warp makes 32 cells of 32 tables.

    Args:
        after_end: whether to encode those tables alone whose games have just ended.

    Returns:
        ``encode(out, numbers, cells, shares, terminations, truncations)``: (N, D) rows to be filled; (groups, numbers
        of a view, 32) int16; (D, 4) int32 and (D,) float32, see `cardzoo.envs.cuda.cells`; (N,) bool. Its shared
        memory: 32 x `SIDE` float32 for each warp.
    """

    def encode(out: Any, numbers: Any, cells: Any, shares: Any, terminations: Any, truncations: Any) -> None:
        squares = cuda.shared.array(0, numba.float32)
        count, width = out.shape
        group, lane, warp = cuda.blockIdx.x, cuda.threadIdx.x, cuda.threadIdx.y
        first, begin = LANES * group, LANES * (cuda.blockIdx.y * cuda.blockDim.y + warp)
        square = warp * LANES * SIDE
        columns = min(LANES, width - begin)
        for k in range(columns):
            column = begin + k
            kind, source, value = cells[column, 0], cells[column, 1], cells[column, 2]
            number = numbers[group, source, lane]
            if kind == IS:
                squares[square + lane * SIDE + k] = number == value
            elif kind == SHARE:
                squares[square + lane * SIDE + k] = np.float32(number) * shares[column]
            elif kind == NUMBER:
                squares[square + lane * SIDE + k] = number
            elif first + lane < count:
                height = depth(numbers, group, lane, source, value, cells[column, 3], shares[column])
                squares[square + lane * SIDE + k] = height
        cuda.syncthreads()
        if lane < columns:
            for k in range(min(LANES, count - first)):
                if not after_end or terminations[first + k] or truncations[first + k]:
                    out[first + k, begin + lane] = squares[square + k * SIDE + lane]

    return encode


def encode_rows_kernel(encode_view: Rule) -> Kernel:
    """Interleaved encoded rows of interleaved views.

    Args:
        encode_view: the encoder's compiled function.
    """

    def encode_rows(rows: Any, numbers: Any, layout: Any, factors: Any) -> None:
        table = cuda.grid(1)
        if table < len(rows):
            encode_view(numbers[table], layout, factors, rows[table])

    return encode_rows


def publish_kernel(dtype: np.dtype[Any]) -> Kernel:
    """Interleaved rows as a plain array: blocks of 32 x any threads turn 32 x 32 numbers around each.

    Args:
        dtype: of the numbers.
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
