"""Random play of games written in JAX, with the command line of pgx.py and jumanji.py.

All tables step together inside one compiled function, which keeps them on the device: ``vmap`` over the tables,
``scan`` over the steps. Each step chooses a legal action by one random number a table, plays it, restarts ended games,
and writes observations and masks. Their sum is returned, so the compiler cannot leave them out. Ended games are
restarted by each library's own wrapper: under ``vmap`` it makes a new game for every table at every step, and keeps
those that are needed.

This measures the device, not CPU time, so it has its own command line instead of rows in compare.py.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from math import prod
from statistics import median
from typing import Any

import jax
import jax.numpy as jnp

STEPS = 100  # steps of each table in a call of the compiled function
STEPS_OF_ALL = 2**23  # most steps of all tables in such a call, but at least 10 of each table
REPEATS = 5
TABLES = "4096,65536,262144"

State = Any
Array = jax.Array


@dataclass(frozen=True)
class Game:
    """Game for one table, as functions that JAX can trace.

    Attributes:
        start: new game from a random key.
        step: plays an action, given by its place in the flattened mask; restarts the game if that ends it.
        observation: observation of the player to act, without the mask: an array or a tree of arrays.
        mask: action mask of that player.
    """

    start: Callable[[Array], State]
    step: Callable[[State, Array, Array], State]
    observation: Callable[[State], Any]
    mask: Callable[[State], Array]


@dataclass(frozen=True)
class Ready:
    """Game compiled for a number of tables.

    Attributes:
        steps: number of steps of all tables in a call of ``play``.
        start: new games from a random key.
        play: next steps of all tables: from the state, which is donated, and a key, the new state and the sums.
        observation_numbers: number of numbers in one table's observation.
    """

    steps: int
    start: Callable[[Array], State]
    play: Callable[[State, Array], tuple[State, Array]]
    observation_numbers: int


def random_legal(masks: Array, key: Array) -> Array:
    """Random legal action of each table, all equally likely, by one random number."""
    masks = masks.reshape(len(masks), -1)
    which = jax.random.uniform(key, (len(masks), 1)) * masks.sum(axis=1, keepdims=True)
    return jnp.argmax(masks.cumsum(axis=1) > which.astype(jnp.int32), axis=1)


def get_ready(make: Callable[[], Game], tables: int) -> Ready:
    """Make a game and compile it for so many tables."""
    game = make()
    steps = max(10, min(STEPS, STEPS_OF_ALL // tables))

    def start(key: Array) -> State:
        return jax.vmap(game.start)(jax.random.split(key, tables))

    def step(state: State, key: Array) -> tuple[State, Array]:
        choosing, stepping = jax.random.split(key)
        actions = random_legal(jax.vmap(game.mask)(state), choosing)
        state = jax.vmap(game.step)(state, actions, jax.random.split(stepping, tables))
        written = jax.tree.leaves((game.observation(state), game.mask(state)))
        return state, sum(jnp.sum(numbers, dtype=jnp.float32) for numbers in written)

    def play(state: State, key: Array) -> tuple[State, Array]:
        return jax.lax.scan(step, state, jax.random.split(key, steps))

    key = jax.random.key(0)
    state = jax.eval_shape(start, key)
    return Ready(
        tables * steps,
        start=jax.jit(start).lower(key).compile(),
        play=jax.jit(play, donate_argnums=0).lower(state, key).compile(),
        observation_numbers=sum(prod(leaf.shape[1:]) for leaf in jax.tree.leaves(game.observation(state))),
    )


def steps_per_second(ready: Ready) -> float:
    """Median rate of some repeats, after one call that is not timed."""
    keys = jax.random.split(jax.random.key(1), REPEATS + 2)
    state, _ = jax.block_until_ready(ready.play(ready.start(keys[0]), keys[1]))
    rates = []
    for key in keys[2:]:
        begin = time.perf_counter()
        state, _ = jax.block_until_ready(ready.play(state, key))
        rates.append(ready.steps / (time.perf_counter() - begin))
    return median(rates)


def main(contender: str, games: Mapping[str, Callable[[], Game]]) -> None:
    """Read the command line, compile all games at once, then time them one after the other.

    Args:
        contender: the library.
        games: makers of its games, by name. A game whose maker raises is left out and reported.
    """
    parser = argparse.ArgumentParser(description=f"Steps per second of random legal play: {contender} on JAX's device.")
    parser.add_argument("--tables", default=TABLES, metavar="N,..", help=f"numbers of tables (default {TABLES})")
    parser.add_argument("--games", default=",".join(games), metavar="GAME,..", help="default: all")
    parser.add_argument("--json", action="store_true", help="print an object a line")
    arguments = parser.parse_args()
    names, sizes = arguments.games.split(","), [int(tables) for tables in arguments.tables.split(",")]
    if unknown := set(names) - set(games):
        parser.error(f"no such game: {', '.join(unknown)}; there are {', '.join(games)}")

    report = partial(print, file=sys.stderr, flush=True)
    report(f"{contender} {version(contender)}, jax {version('jax')}, {jax.devices()[0].device_kind}")
    with ThreadPoolExecutor() as pool:
        compiling = {(name, tables): pool.submit(get_ready, games[name], tables) for name in names for tables in sizes}
    for (name, tables), waiting in compiling.items():
        try:
            ready = waiting.result()
            rate = steps_per_second(ready)
        except Exception as problem:
            report(f"not run: {name}, {tables:,} tables: {type(problem).__name__}: {problem}")
            continue
        if arguments.json:
            row = {"contender": contender, "game": name, "tables": tables, "steps_per_second": rate}
            print(json.dumps(row | {"observation_numbers": ready.observation_numbers}), flush=True)
        else:
            print(f"{contender}: {name}, {tables:,} tables: {rate / 1e6:.3g} M steps/s", flush=True)
