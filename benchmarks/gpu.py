"""Steps per second of random legal play on a GPU: ``python -m benchmarks.gpu --out gpu.jsonl``.

It measures all games at one number of tables. It measures getaway at many, without opponents and with three experts,
and both on one CPU core too. It also times each kernel of a step, and the games of pgx and Jumanji if these are
installed. A step draws a random legal action for every table by ``batch.sample_actions()``, plays it, deals after ended
games, and makes every observation and mask.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from importlib.metadata import version
from itertools import chain, pairwise
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median
from typing import Any

import torch

from benchmarks.harness import machine, short
from cardzoo import envs
from cardzoo.agents import bots
from cardzoo.envs.cuda import CudaBatch
from cardzoo.envs.cuda.compiling import kept_code
from cardzoo.envs.cuda.devices import Nowhere

TABLES = 65_536
CURVE = (256, 1_024, 4_096, 16_384, 65_536, 262_144)
ON_CPU = 4_096  # tables of one core
WARM_UP, REPEATS, PROFILED = 30, 5, 20  # steps, repeats, steps whose kernels are timed
PEERS = ("pgx", "jumanji")

Row = dict[str, Any]
report = partial(print, file=sys.stderr, flush=True)


def make(game: str, tables: int, opponents: str, device: str, **settings: Any) -> Any:
    """Batch after its first deals: you in all seats, or in the first one, with the opponents in the others."""
    agents = bots(envs.find_game(game)) if opponents else {}
    batch = envs.make_batch(f"{game}-v0", num_tables=tables, device=device, bots=agents, **settings)
    if opponents:
        torch.as_tensor(batch.actors, device=device)[:, 1:] = list(agents).index(opponents)
    batch.reset(seed=0)
    return batch


def rates(batch: Any, wait: Callable[[], None], seconds: float) -> Row:
    """Steps per second over some repeats of so many seconds, after a warm-up.

    Args:
        batch: the tables.
        wait: function that waits until all work is done.
        seconds: approximate seconds of a repeat.
    """

    def play(steps: int) -> float:
        begin = time.perf_counter()
        for _ in range(steps):
            batch.step(batch.sample_actions())
        wait()
        return time.perf_counter() - begin

    play(WARM_UP)
    steps = max(WARM_UP, int(seconds * WARM_UP / play(WARM_UP)))
    found = [steps * batch.num_tables / play(steps) for _ in range(REPEATS)]
    return {"steps_per_second": median(found), "least": min(found), "most": max(found), "steps": steps}


def kernel_times(batch: Any) -> dict[str, float]:
    """Mean microseconds of each kernel of a step, over some steps."""
    take = partial(batch._take["int64"], batch._sampled)
    launches = [batch._sample, take, *batch._play, *batch._show]
    marks = [torch.cuda.Event(enable_timing=True) for _ in range(len(launches) + 1)]
    times = []
    for _ in range(PROFILED):
        torch.cuda.synchronize()
        marks[0].record()
        for launch, mark in zip(launches, marks[1:], strict=True):
            launch()
            mark.record()
        torch.cuda.synchronize()
        times.append([1000 * before.elapsed_time(after) for before, after in pairwise(marks)])
    names = [launch.kept[1].name.partition("-")[0] for launch in launches[2:]]
    return dict(zip(("sample", "take", *names), map(mean, zip(*times, strict=True)), strict=True))


def on_gpu(game: str, tables: int, opponents: str, seconds: float) -> Row:
    """Row of a game on the GPU: its speed, and the time of each kernel."""
    batch = make(game, tables, opponents, "cuda")
    found = rates(batch, batch.check, seconds)
    return row_of(game, tables, opponents, "cuda") | found | {"microseconds": kernel_times(batch)}


def on_cpu(game: str, opponents: str, seconds: float) -> Row:
    """Row of a game on one CPU core: its speed."""
    batch = make(game, ON_CPU, opponents, "cpu", threads=1)
    return row_of(game, ON_CPU, opponents, "one CPU core") | rates(batch, lambda: None, seconds)


def row_of(game: str, tables: int, opponents: str, device: str) -> Row:
    """Keys of a row."""
    return {"contender": "cardzoo", "game": game, "opponents": opponents, "tables": tables, "device": device}


def compile_kernels(job: tuple[str, str, tuple[int, int]]) -> None:
    """Compile a game's kernels for a kind of GPU, to be loaded from disk."""
    game, opponents, capability = job
    agents = bots(envs.find_game(game)) if opponents else {}
    CudaBatch(envs.find_game(game), 64, Nowhere(capability, kept_code), bots=agents)


def measure(games: Iterable[str], tables: int, seconds: float) -> Iterator[Row]:
    """Rows of cardzoo. A game that fails is left out and reported."""
    jobs = [(game, tables, "") for game in games]
    if "getaway" in games:
        jobs += [("getaway", size, agents) for agents in ("", "expert") for size in CURVE]
    jobs = list(dict.fromkeys(jobs))
    kinds = list(dict.fromkeys((game, agents) for game, _, agents in jobs))
    begin = time.perf_counter()
    with get_context("spawn").Pool() as pool:
        pool.map(compile_kernels, [(*kind, torch.cuda.get_device_capability()) for kind in kinds], chunksize=1)
    report(f"compiled in {time.perf_counter() - begin:.0f} s")
    for agents in ("", "expert") if "getaway" in games else ():
        yield on_cpu("getaway", agents, seconds)
    for job in jobs:
        try:
            yield on_gpu(*job, seconds)
        except Exception as problem:
            report(f"not run: {job}: {type(problem).__name__}: {problem}")


def measure_peers(names: Iterable[str]) -> Iterator[Row]:
    """Rows of the peers that are installed, each in a process of its own."""
    for peer in names:
        if not (importlib.util.find_spec(peer) and importlib.util.find_spec("jax")):
            report(f"not run: {peer} is not installed")
            continue
        command = [sys.executable, "-m", f"benchmarks.contenders.{peer}", "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            yield from map(json.loads, process.stdout)
        if process.returncode:
            report(f"{peer}: its process ended with {process.returncode}")


def tables_of(rows: list[Row], tables: int) -> Iterator[str]:
    """Lines of the results' tables in Markdown."""
    ours = [row for row in rows if row["contender"] == "cardzoo"]
    gpu = [row for row in ours if row["device"] == "cuda"]
    cores = {row["opponents"]: row["steps_per_second"] for row in ours if row["device"] != "cuda"}
    kernels = list(dict.fromkeys(name for row in gpu for name in row["microseconds"]))
    if gpu:
        yield from heading(f"game, {tables:,} tables", "steps/s", *(f"{name} µs" for name in kernels))
    for row in gpu:
        if row["tables"] == tables and not row["opponents"]:
            parts = [f"{row['microseconds'][name]:.0f}" if name in row["microseconds"] else "" for name in kernels]
            yield line(row["game"], short(row["steps_per_second"]), *parts)
    for agents, core in cores.items():
        others = f", three {agents}s" if agents else ""
        yield from heading(f"getaway{others}", "steps/s", "times one CPU core")
        yield line("one CPU core", short(core), "1")
        for row in gpu:
            if row["game"] == "getaway" and row["opponents"] == agents and row["tables"] in CURVE:
                rate = row["steps_per_second"]
                yield line(f"{row['tables']:,} tables", short(rate), f"{rate / core:,.1f}")
    others = [row for row in rows if row["contender"] in PEERS]
    if others:
        yield from heading("peer", "tables", "steps/s", "numbers in an observation")
    for row in others:
        name = f"{row['contender']}: {row['game']}"
        yield line(name, f"{row['tables']:,}", short(row["steps_per_second"]), str(row["observation_numbers"]))


def heading(*cells: str) -> tuple[str, ...]:
    """First lines of a table, with an empty one before."""
    return "", line(*cells), line("---", *["---:"] * (len(cells) - 1))


def line(*cells: str) -> str:
    """Line of a table."""
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Read the command line, run, report."""
    names = [game_id.partition("-")[0] for game_id in envs.IDS]
    parser = argparse.ArgumentParser(description="Steps per second of random legal play on a GPU.")
    parser.add_argument("--games", default=",".join(names), metavar="GAME,..", help="default: all; '' for none")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"number of tables of every game (default {TABLES})")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds of a repeat (default 0.5)")
    parser.add_argument("--peers", default=",".join(PEERS), metavar="PEER,..", help="default: all; '' for none")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write JSON lines there instead of printing them")
    arguments = parser.parse_args()
    games, peers = ([name for name in given.split(",") if name] for given in (arguments.games, arguments.peers))
    for chosen, known in ((games, names), (peers, PEERS)):
        if unknown := set(chosen) - set(known):
            parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(known)}")
    if not torch.cuda.is_available():
        parser.error("torch finds no GPU here")

    about = machine() | {"gpu": torch.cuda.get_device_name(), "cardzoo": version("cardzoo")}
    report(", ".join(f"{name}: {what}" for name, what in about.items()))
    rows = []
    with arguments.out.open("w", encoding="utf-8") if arguments.out else nullcontext(sys.stdout) as out:
        for found in chain(measure(games, arguments.tables, arguments.seconds), measure_peers(peers)):
            report(f"{found['contender']}: {found['game']}, {found['tables']:,}: {short(found['steps_per_second'])}")
            print(json.dumps(found | about), file=out, flush=True)
            rows.append(found)
    print(*tables_of(rows, arguments.tables), sep="\n")


if __name__ == "__main__":
    main()
