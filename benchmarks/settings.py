"""Comparison of training settings: the same minutes for each variant and seed, then duplicate deals.

``python benchmarks/settings.py getaway --minutes 5 --seeds 3 --variant "" --variant "trainer=maskable_ppo"`` trains
with the game's config as it is and with another learner. A variant is one or more settings, as for ``cardzoo train
--set``, with spaces between. Variants take turns, one seed after the other, so that a change of the machine's speed
favours none; ``--jobs N`` trains N at a time. Finished runs are not repeated. ``--figure FILE`` draws all learning
curves by minutes of training, or by steps with ``--steps``.
"""

import argparse
import io
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from cardzoo.envs.files.whole import write_file
from cardzoo.training.run_folder import RunFolder

CARDZOO = [sys.executable, "-m", "cardzoo"]
UNLIMITED = 10**12  # steps: minutes alone end a run


def train(game: str, variant: str, seed: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """Summary of one run: steps, seconds and evaluation."""
    name = "-".join(["".join(c if c.isalnum() or c in "._" else "_" for c in part) for part in variant.split()])
    folder = arguments.runs / f"{game}-{name or 'default'}-{seed}"
    if not (folder / "evaluation.json").exists():
        limits = [f"total_steps={UNLIMITED}", f"minutes={arguments.minutes}"]
        if arguments.steps:
            limits = [f"total_steps={arguments.steps}"]
        settings = [
            *limits,
            f"seed={seed}",
            f"threads={arguments.threads}",
            f"evaluation.deals={arguments.deals}",
            f"evaluation.every={arguments.every}",
            "evaluation.quick_deals=500",
            *variant.split(),
        ]
        options = [part for setting in settings for part in ("--set", setting)]
        begin = (
            ["--resume", str(folder)] if (folder / "checkpoint.pt").exists() else [game, "--out", str(folder), *options]
        )
        subprocess.run([*CARDZOO, "train", *begin], check=True, stdout=subprocess.DEVNULL)
    card = json.loads((folder / "model.json").read_text(encoding="utf-8"))["training"]
    results = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))["results"]
    return {
        "variant": variant or "default",
        "seed": seed,
        "steps": card["steps"],
        "seconds": card["seconds"],
        "against": {result["opponent"]: result["advantage"] for result in results},
        "curve": [
            [line["steps"], line["seconds"], {name: result["advantage"] for name, result in line["against"].items()}]
            for line in RunFolder(folder).read_metrics()
            if "against" in line
        ],
    }


def show(runs: list[dict[str, Any]], title: str, console: Console) -> None:
    """Print a row for each variant: the mean over the seeds, and the least and the most."""
    opponents = list(runs[0]["against"])
    table = Table("variant", "runs", "million steps", *(f"against {name}" for name in opponents), title=title)
    for variant in dict.fromkeys(run["variant"] for run in runs):
        mine = [run for run in runs if run["variant"] == variant]
        cells = []
        for name in opponents:
            values = [run["against"][name] for run in mine]
            cells.append(f"{mean(values):+.3f} ({min(values):+.3f} to {max(values):+.3f})")
        table.add_row(variant, str(len(mine)), f"{mean(run['steps'] for run in mine) / 1e6:.1f}", *cells)
    console.print(table)


def draw(runs: list[dict[str, Any]], title: str, by_steps: bool, path: Path) -> None:
    """Draw the learning curves against the strongest baseline: a thin line for each run, a thick one for their mean.

    Args:
        runs: results of `train`.
        title: title of the figure.
        by_steps: whether the curves go by millions of steps, not by minutes of training.
        path: path of the figure.
    """
    from matplotlib.figure import Figure

    opponent = list(runs[0]["against"])[-1]
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    for number, variant in enumerate(dict.fromkeys(run["variant"] for run in runs)):
        curves = []
        for run in (run for run in runs if run["variant"] == variant):
            places = [steps / 1e6 if by_steps else seconds / 60 for steps, seconds, _ in run["curve"]]
            values = [against[opponent] for _, _, against in run["curve"]]
            axes.plot(places, values, color=f"C{number}", alpha=0.3, linewidth=0.8)
            curves.append((places, values))
        common = np.linspace(max(places[0] for places, _ in curves), min(places[-1] for places, _ in curves), 100)
        means = np.mean([np.interp(common, *curve) for curve in curves], axis=0)
        axes.plot(common, means, color=f"C{number}", linewidth=2, label=f"{variant}, mean of {len(curves)} seeds")
    axes.axhline(0, color="black", linewidth=0.8)
    axis = "steps, millions" if by_steps else "minutes of training"
    axes.set(xlabel=axis, ylabel=f"advantage against {opponent}", title=title)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right", fontsize="small")
    file = io.BytesIO()
    figure.savefig(file, format=path.suffix[1:])
    write_file(path, file.getvalue())


def main() -> None:
    """Read the command line, train, report."""
    parser = argparse.ArgumentParser(description="Strength of variants of a training configuration after equal time.")
    parser.add_argument("game")
    parser.add_argument("--variant", action="append", help='settings with spaces between; "" for the game\'s config')
    parser.add_argument("--minutes", type=float, default=5, help="minutes of training (default 5)")
    parser.add_argument("--steps", type=int, help="steps of training, in place of minutes, for a busy machine")
    parser.add_argument("--seeds", type=int, default=3, help="number of runs of each variant (default 3)")
    parser.add_argument("--jobs", type=int, default=1, help="number of runs at a time (default 1)")
    parser.add_argument("--threads", type=int, default=1, help="threads of each run (default 1)")
    parser.add_argument("--deals", type=int, default=5000, help="duplicate deals of the evaluation (default 5000)")
    parser.add_argument("--every", type=int, default=500_000, help="steps between two points of the figure")
    parser.add_argument("--figure", type=Path, metavar="FILE", help="draw the learning curves, as .png or .svg")
    parser.add_argument("--runs", type=Path, default=Path("runs/settings"), help="folder of the runs' folders")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all runs to a file")
    arguments = parser.parse_args()
    console, runs = Console(), []
    variants = arguments.variant or [""]
    arguments.runs.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        runs_to_do = [(variant, seed) for seed in range(arguments.seeds) for variant in variants]
        jobs = [pool.submit(train, arguments.game, *one, arguments) for one in runs_to_do]
        for job in as_completed(jobs):
            try:
                runs.append(job.result())
            except subprocess.CalledProcessError as problem:  # it has printed the reason
                pool.shutdown(cancel_futures=True)
                sys.exit(problem.returncode)
            console.print(f"seed {runs[-1]['seed']}: {runs[-1]['variant']}")
    runs.sort(key=lambda run: (run["seed"], run["variant"]))
    limit = f"{arguments.steps:,} steps" if arguments.steps else f"{arguments.minutes:g} minutes"
    show(runs, f"{arguments.game}: advantage after {limit}, {arguments.threads} thread(s)", console)
    if arguments.figure:
        title = f"{arguments.game}: learning on {arguments.threads} thread(s)"
        draw(runs, title, bool(arguments.steps), arguments.figure)
    if arguments.json:
        arguments.json.write_text("".join(json.dumps(run) + "\n" for run in runs), encoding="utf-8")


if __name__ == "__main__":
    main()
