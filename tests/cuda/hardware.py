"""Comparison of a GPU with a CPU, bit for bit: ``python -m tests.cuda.hardware [game ...] --steps 1000000``.

Each game plays with every seat at every table chosen at random among random moves and the game's agents, and with
rotating seats; some games also a little in every encoding of numbers. Records, masks, observations, rewards, flags and
draws are compared. It needs a GPU, and a process for each game, since compiling is slow. With ``--out FILE`` each row
is written at once, and games in the file are left out, so that a run can be continued.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.envs import IDS, find_game, make_batch
from cardzoo.envs.encoders import ENCODERS
from cardzoo.envs.engine import Game
from tests.cuda.test_compiled import TOO_LARGE
from tests.playing import bots_without_memory

ALWAYS = ("observations", "action_masks", "players", "watchers", "rewards", "terminations", "truncations", "scores")
SOMETIMES = ("final_observations", "actors", "records", "_generators")
EVERY = 8  # steps between comparisons of arrays that are slow to copy
SEED = 5
FEW = 24  # steps of an encoding
ENCODED = ("getaway", "yukon")  # in the other encodings

Row = dict[str, Any]


@dataclass
class Difference(Exception):
    """A difference between two batches."""

    step: int
    array: str
    told: str


class Twins:
    """A batch on the CPU and one on the GPU, which must stay equal."""

    def __init__(self, game: Game, tables: int, agents: Mapping[str, Any], encoding: str = "flat") -> None:
        settings: dict[str, Any] = {"bots": agents, "keep_final": True, "rotate": True, "encoding": encoding}
        self.cpu = make_batch(game.id, tables, threads=1, **settings)
        self.gpu = make_batch(game.id, tables, device="cuda", **settings)
        actors = self.cpu.actors
        if agents:
            drawn = np.random.default_rng(SEED).integers(-1, len(agents), actors.shape)
            actors[:, 1:] = drawn[:, 1:]
        self.gpu.actors.copy_from(np.array(actors))

    def play(self, steps: int, every: int, seconds: float = np.inf) -> int:
        """Compare random play; the slow arrays only at intervals.

        Args:
            steps: maximal number for each table.
            every: steps between comparisons of the slow arrays.
            seconds: time after which no further step begins.

        Returns:
            The number of steps.

        Raises:
            Difference: if something differs.
        """
        end = time.monotonic() + seconds
        self.cpu.reset(seed=SEED)
        self.gpu.reset(seed=SEED)
        before = np.array(self.cpu.records)
        for step in range(steps):
            self.compare(step, before, ALWAYS + SOMETIMES if step % every == 0 else ALWAYS)
            if every == 1:
                before = np.array(self.cpu.records)
            actions = self.cpu.sample_actions()
            if not np.array_equal(actions, self.gpu.sample_actions().copy_to_host()):
                raise Difference(step, "actions", "")
            self.cpu.step(actions)
            self.gpu.step(actions)
            if time.monotonic() > end:
                break
        self.gpu.check()
        self.compare(step + 1, before, ALWAYS + SOMETIMES)
        return step + 1

    def compare(self, step: int, before: np.ndarray, names: tuple[str, ...]) -> None:
        """Check that arrays are equal."""
        for name in names:
            ours, theirs = np.asarray(getattr(self.cpu, name)), getattr(self.gpu, name).copy_to_host()
            if ours.tobytes() != theirs.tobytes():
                raise Difference(step, name, self.describe(ours, theirs, before))

    def describe(self, ours: np.ndarray, theirs: np.ndarray, before: np.ndarray) -> str:
        """The first table with a difference: the difference, and its records before and after."""
        plain = [rows.reshape(len(rows), -1).view(np.uint8).reshape(len(rows), -1) for rows in (ours, theirs)]
        table = int((plain[0] != plain[1]).any(axis=1).argmax())
        records = before[table], self.cpu.records[table], self.gpu.records.copy_to_host()[table]
        fields = [name for name in records[0].dtype.names if records[1][name].tobytes() != records[2][name].tobytes()]
        changes = [f"{name}: {records[0][name]} -> {records[1][name]} / {records[2][name]}" for name in fields]
        places = np.flatnonzero(plain[0][table] != plain[1][table]).tolist()
        return f"table {table}, bytes {places[:20]}, player {records[0]['player']}: " + "; ".join(changes)


def compare_game(name: str, tables: int, steps: int, seconds: float) -> list[Row]:
    """Yields a row for each way of playing a game."""
    game = find_game(name)
    agents = {bot: rule for bot, rule in bots_without_memory(game).items() if bot != TOO_LARGE.get(game.name)}
    players: Mapping[str, Any] = agents if game.seats > 1 else {}
    ways = [(players, "flat", steps // tables)]
    ways += [({}, encoding, FEW) for encoding in ENCODERS if encoding not in ("flat", "text") and game.name in ENCODED]
    return [compare_way(game, tables, *way, seconds) for way in ways]


def compare_way(game: Game, tables: int, agents: Mapping[str, Any], encoding: str, steps: int, seconds: float) -> Row:
    """The result of one way of playing a game."""
    row: Row = {"game": game.name, "agents": list(agents), "encoding": encoding, "steps": steps * tables}
    start = time.perf_counter()
    try:
        twins = Twins(game, tables, agents, encoding)
        row["compiled"] = round(time.perf_counter() - start)
        try:
            row["steps"] = twins.play(steps, EVERY, seconds) * tables
        except Difference:
            twins.play(steps, 1)  # repeated, to find the first step that differs
        row["result"] = "equal"
    except Difference as found:
        row |= {"result": "different", "step": found.step, "array": found.array, "told": found.told[:1500]}
    except Exception as problem:
        row |= {"result": f"{type(problem).__name__}: {problem}"[:300]}
    return row | {"seconds": round(time.perf_counter() - start)}


def rows_of(games: list[str], tables: int, steps: int, seconds: float, processes: int) -> Iterator[Row]:
    """Yields all rows, as they come."""
    compare = partial(compare_game, tables=tables, steps=steps, seconds=seconds)
    with get_context("spawn").Pool(processes) as pool:
        for rows in pool.imap_unordered(compare, games, chunksize=1):
            yield from rows


def main() -> int:
    """Compare and report; returns the number of ways of playing that were not equal."""
    parser = argparse.ArgumentParser(description="Whether a GPU plays what a CPU plays, bit for bit.")
    parser.add_argument("games", nargs="*", default=[name.partition("-")[0] for name in IDS], help="default: all")
    parser.add_argument("--tables", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=1_000_000, help="of all tables together")
    parser.add_argument("--seconds", type=float, default=np.inf, help="most that a game is played (default: no limit)")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, metavar="FILE", help="add JSON lines there, and leave out its games")
    arguments = parser.parse_args()
    done = arguments.out.read_text(encoding="utf-8").splitlines() if arguments.out and arguments.out.exists() else []
    games = [name for name in arguments.games if name not in {json.loads(line)["game"] for line in done}]
    unequal = 0
    for row in rows_of(games, arguments.tables, arguments.steps, arguments.seconds, arguments.processes):
        unequal += row["result"] != "equal"
        line = json.dumps(row)
        print(line, flush=True)
        if arguments.out:
            with arguments.out.open("a", encoding="utf-8") as out:
                print(line, file=out)
    print(f"{unequal} not equal", file=sys.stderr)
    return min(unequal, 1)


if __name__ == "__main__":
    sys.exit(main())
