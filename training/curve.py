"""Learning curve of a run, as a picture."""

import io
from pathlib import Path
from typing import Any

from cardzoo.envs.engine import Game
from cardzoo.envs.files.whole import write_file


def draw_curve(metrics: list[dict[str, Any]], game: Game, path: Path) -> None:
    """Draw the return in training, and the measurements against each baseline with their intervals.

    In a cooperative game these are the reward of the agent's team minus that of the baseline's.

    Args:
        metrics: lines of ``metrics.jsonl``.
        game: the game.
        path: path of the PNG file.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    played = [line for line in metrics if line.get("return") is not None]
    words, title = "against", "duplicate deals against each agent"
    if game.cooperative:
        words, title = "more than a team of", "teams on the same deals"
    axes.plot(
        [line["steps"] / 1e6 for line in played],
        [line["return"] for line in played],
        color="0.7",
        linewidth=1,
        label="return in training",
    )
    measured = [line for line in metrics if "against" in line]
    for name in measured[-1]["against"] if measured else ():
        steps = [line["steps"] / 1e6 for line in measured if name in line["against"]]
        results = [line["against"][name] for line in measured if name in line["against"]]
        (curve,) = axes.plot(
            steps, [r["advantage"] for r in results], marker="o", markersize=3, label=f"{words} {name}"
        )
        axes.fill_between(
            steps, [r["low"] for r in results], [r["high"] for r in results], alpha=0.2, color=curve.get_color()
        )
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("decisions of the learner, millions")
    axes.set_ylabel("mean reward")
    axes.set_title(f"{game.title}: {title}, 95 % intervals")
    axes.grid(alpha=0.3)
    axes.legend(loc="best", fontsize="small")
    file = io.BytesIO()
    figure.savefig(file, format="png")
    write_file(path, file.getvalue())
