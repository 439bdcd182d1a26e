"""Trains an agent for each game and measures it: ``python -m results.train_games [game ...] --minutes 8 --jobs 2``.

Every game has a run folder below ``--runs``, made by ``cardzoo train`` with the game's config, one thread and the same
minutes for all. The same command resumes, within a game too. The results are written into ``results/training.yaml``
after each game; then run ``make docs``.
"""

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import yaml

from cardzoo.envs import IDS, find_game
from cardzoo.envs.files.whole import write_file
from results import played, trained

UNLIMITED = 10**12  # steps: minutes alone end a run
FEW_DEALS = 2  # the fewest that give an interval
CARDZOO = [sys.executable, "-m", "cardzoo"]


def train(name: str, folder: Path, arguments: argparse.Namespace) -> None:
    """Train an agent for a game to the end of its run, with its evaluation against the scripted agents."""
    if (folder / "checkpoint.pt").exists():
        run([*CARDZOO, "train", "--resume", str(folder)], folder)
        return
    settings = ["threads=1", f"total_steps={UNLIMITED}", *arguments.set]
    options = [part for setting in settings for part in ("--set", setting)]
    run([*CARDZOO, "train", name, "--out", str(folder), "--minutes", str(arguments.minutes), *options], folder)


def measure(name: str, folder: Path, arguments: argparse.Namespace) -> None:
    """Measure a trained agent against the search, on as many deals as the time allows by the pace of a few.

    If not even these end in that time, the result is null. So it is in a cooperative game: nobody plays against
    the search: `results.measure` has the search's own team.
    """
    if find_game(name).cooperative:
        write_file(folder / "search.json", b"null")
        return
    seconds = 60 * arguments.search_minutes
    command = [*CARDZOO, "evaluate", name, str(folder), "--against", arguments.search, "--json", "--deals"]
    start = time.perf_counter()
    try:
        result = run([*command, str(FEW_DEALS)], folder, seconds)
        affordable = round(FEW_DEALS * seconds / (time.perf_counter() - start))
        if affordable > FEW_DEALS:
            result = run([*command, str(min(affordable, arguments.search_deals))], folder)
    except subprocess.TimeoutExpired:
        result = json.dumps(None)
    write_file(folder / "search.json", result.encode())


def run(command: list[str], folder: Path, seconds: float | None = None) -> str:
    """The output of a command; its errors are written into a log beside the folder.

    Raises:
        CalledProcessError: if it fails or is interrupted.
        TimeoutExpired: if it takes longer than the seconds.
    """
    with Path(f"{folder}.log").open("a", encoding="utf-8") as log:
        done = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, stderr=log, timeout=seconds)
    return done.stdout


def work(name: str, arguments: argparse.Namespace) -> None:
    """Train and measure a game, as far as it is left to do."""
    folder = arguments.runs / name
    if not (folder / "evaluation.json").exists():
        train(name, folder, arguments)
    if not (folder / "search.json").exists():
        measure(name, folder, arguments)


def row(folder: Path) -> dict[str, Any]:
    """A game's part of the file."""
    card = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    results = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))["results"]
    if searched := json.loads((folder / "search.json").read_text(encoding="utf-8")):
        results.append(searched)
    kept = ("opponent", "deals", "advantage", "low", "high", "first")
    setting = {"id": card["game"], "players": card["num_players"], "options": card["options"]}
    return setting | {
        "played": played.digest_of_row(setting),
        "seconds": round(card["training"]["seconds"]),
        "steps": card["training"]["steps"],
        "trainer": card["training"]["trainer"],
        "imitates": card["training"]["imitates"],
        "against": [{name: result[name] for name in kept} for result in results],
    }


def write(rows: trained.Trained) -> None:
    """Update the file; other games' parts stay."""
    known = trained.read() | rows
    ordered = {name: known[name] for name in (find_game(id).name for id in IDS) if name in known}
    head = "# Written by results/train_games.py; shown in docs/results/trained_agents.md.\n"
    write_file(trained.FILE, (head + yaml.safe_dump(ordered, sort_keys=False, allow_unicode=True)).encode())


def main() -> int:
    """Train and measure games, some in parallel; returns the number of failures."""
    parser = argparse.ArgumentParser(description="Trains an agent for each game, and measures it.")
    parser.add_argument("games", nargs="*", default=IDS, help="names or ids of games; all by default")
    parser.add_argument("--minutes", type=float, default=8, help="minutes of training for each game")
    parser.add_argument("--jobs", type=int, default=1, help="number of games in parallel, each on one thread")
    parser.add_argument("--runs", type=Path, default=Path("runs/all"), help="folder of the run folders")
    parser.add_argument("--search", default="search:200", help="name of the search to measure against")
    parser.add_argument(
        "--search-deals", type=int, default=200, help="largest number of deals against the search, each from every seat"
    )
    parser.add_argument("--search-minutes", type=float, default=2, help="approximate minutes for these deals")
    parser.add_argument("--set", action="append", default=[], help="setting of every run; see cardzoo train --set")
    arguments = parser.parse_args()
    arguments.runs.mkdir(parents=True, exist_ok=True)
    names = [find_game(id).name for id in arguments.games]
    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = {pool.submit(work, name, arguments): name for name in names}
        try:
            for number, job in enumerate(as_completed(jobs), 1):
                name = jobs[job]
                problem = job.exception()
                if problem is None:
                    write({name: row(arguments.runs / name)})
                failed += problem is not None
                status = "done" if problem is None else f"failed, see {arguments.runs / name}.log"
                print(f"{number} of {len(names)}: {name}: {status}", flush=True)
        except KeyboardInterrupt:  # the runs have been interrupted as well, and have written their checkpoints
            pool.shutdown(cancel_futures=True)
            print("stopped; the same command resumes", file=sys.stderr)
            return 130
    return failed


if __name__ == "__main__":
    sys.exit(main())
