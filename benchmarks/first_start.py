"""Start times and memory: ``python benchmarks/first_start.py``.

Each figure comes from fresh processes. The compiled code goes to an empty folder of its own, so the first process
compiles and the next ones load its code; the user's own cache stays.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from harness import Spread, load, machine, write_json
from rich.console import Console
from rich.table import Table

from cardzoo.envs import IDS, find_game

WEIGHED = "getaway-v0"
TABLES = 100_000
STATM = Path("/proc/self/statm")  # Linux's report of a process's memory

IMPORT = """
import json, time
cpu, wall = time.process_time(), time.perf_counter()
import cardzoo.envs
print(json.dumps({"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}))
"""

FIRST_STEP = """
import json, sys, time
import numpy
from cardzoo import envs
cpu, wall = time.process_time(), time.perf_counter()
env = envs.make(sys.argv[1])
env.reset(seed=0)
observation, *_ = env.last()
env.step(int(numpy.flatnonzero(observation["action_mask"])[0]))
env.last()
print(json.dumps({"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}))
"""

MEMORY = """
import json, os, sys
from cardzoo import envs

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

game, tables = sys.argv[1], int(sys.argv[2])
envs.make_batch(game, num_tables=1, threads=1).reset(seed=0)  # loads the compiled code, which is not counted
before = resident()
batch = envs.make_batch(game, num_tables=tables, threads=1)
batch.reset(seed=0)
print(json.dumps({"bytes": resident() - before}))
"""


@dataclass(frozen=True)
class Start:
    """Start time of a game: CPU seconds from the import to its first step with observation.

    Attributes:
        game: the game's id.
        compiling: CPU seconds with nothing compiled yet.
        again: CPU seconds in later processes.
        again_wall: wall-clock seconds in later processes.
        table_bytes: size of a table's record.
    """

    game: str
    compiling: float
    again: Spread
    again_wall: Spread
    table_bytes: int


def child(code: str, *arguments: str, cache: str) -> dict[str, float]:
    """Run code in a fresh process; returns the JSON that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | {"CARDZOO_CACHE": cache},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def several(repeats: int, code: str, *arguments: str, cache: str) -> tuple[Spread, Spread]:
    """CPU and wall seconds of several fresh processes."""
    runs = [child(code, *arguments, cache=cache) for _ in range(repeats)]
    return Spread.of([run["cpu"] for run in runs]), Spread.of([run["wall"] for run in runs])


def first_steps(game_id: str, repeats: int) -> Start:
    """Start a game with an empty cache, then with a full one."""
    with tempfile.TemporaryDirectory() as cache:
        compiling = child(FIRST_STEP, game_id, cache=cache)["cpu"]
        again, again_wall = several(repeats, FIRST_STEP, game_id, cache=cache)
    return Start(game_id, compiling, again, again_wall, find_game(game_id).dtype.itemsize)


def main() -> None:
    """Read the command line, run, report."""
    parser = argparse.ArgumentParser(description="Times of import, first compile and next start, and memory.")
    parser.add_argument("games", nargs="*", default=list(IDS), metavar="GAME", help="id of a game; default: all games")
    parser.add_argument("--repeats", type=int, default=5, help="number of processes for each figure (default 5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file")
    arguments = parser.parse_args()

    console = Console()
    load_before = load()
    starts = []
    with tempfile.TemporaryDirectory() as cache, console.status("import") as status:
        importing, importing_wall = several(arguments.repeats, IMPORT, cache=cache)
        for game_id in arguments.games:
            status.update(game_id)
            starts.append(first_steps(game_id, arguments.repeats))
        status.update(f"{TABLES:,} tables")
        weight = child(MEMORY, WEIGHED, str(TABLES), cache=cache)["bytes"] if STATM.exists() else None

    console.print(f"import cardzoo.envs: {seconds(importing)} of CPU time, {seconds(importing_wall)} by the clock")
    if weight is not None:
        each = f"{weight / 2**20:,.0f} MiB, {weight / TABLES:,.0f} bytes a table"
        console.print(f"{TABLES:,} tables of {WEIGHED} in a batch, its arrays included: {each}")
    table = Table("game", "compiling", "next start", "next start, wall", "bytes a table")
    table.title = "To the first step, after the import"
    for column in table.columns[1:]:
        column.justify = "right"
    for start in starts:
        table.add_row(
            start.game,
            f"{start.compiling:.2f} s",
            seconds(start.again),
            seconds(start.again_wall),
            f"{start.table_bytes:,}",
        )
    console.print(table)
    if arguments.json:
        content: dict[str, Any] = {
            "repeats": arguments.repeats,
            "import": {"cpu": asdict(importing), "wall": asdict(importing_wall)},
            "games": [asdict(start) for start in starts],
            "memory": {"game": WEIGHED, "tables": TABLES, "bytes": weight},
            "machine": machine() | {"load": [load_before, load()]},
        }
        write_json(content, arguments.json)


def seconds(spread: Spread) -> str:
    """Median and extremes, in words."""
    return f"{spread.median:.2f} s ({spread.least:.2f}..{spread.most:.2f})"


if __name__ == "__main__":
    main()
