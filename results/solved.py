"""Summaries of the solver's results, and their table.

``results/solved.jsonl`` has a line for each game and its options: the summary of a file of results. Run as
``python -m results.solved runs/solve-yukon.jsonl ...`` after ``cardzoo solve yukon``; then ``make docs``.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cardzoo.envs import find_game
from cardzoo.training.evaluation.intervals import wilson
from cardzoo.training.evaluation.solve import summarise
from results.lines import read_lines, write_lines

FILE = Path(__file__).parent / "solved.jsonl"

Row = Mapping[str, Any]


def read() -> list[dict[str, Any]]:
    """The lines so far."""
    return read_lines(FILE)


def rows() -> Iterator[dict[str, str]]:
    """The table: the share of each game's deals that can be won."""
    for line in sorted(read(), key=lambda row: str(row["game"])):
        options = "".join(f", `{name}={value}`" for name, value in line["options"].items())
        nodes = float(f"{line['nodes']:.3g}")
        low, high = wilson(line["won"], line["deals"])[0], wilson(line["won"] + line["open"], line["deals"])[1]
        yield {
            "game": find_game(line["game"]).title + options,
            "deals": f"{line['deals']:,}",
            "won": f"{line['won']:,}",
            "lost": f"{line['lost']:,}",
            "open": f"{line['open']:,}",
            "can be won": f"{low:.1%} to {high:.1%}",
            "positions a deal": f"{nodes:,.0f}",
            "deals a second": f"{float(format(1 / line['seconds'], '.2g')):,g}",
        }


def summary(file: Path) -> dict[str, Any]:
    """The summary of a file of results."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    game, options = lines[0]["game"], lines[0]["options"]
    figures = summarise(find_game(game), lines).as_dict()
    kept = ("deals", "won", "lost", "open", "nodes", "seconds")
    return {"game": game, "options": options} | {name: figures[name] for name in kept}


def main() -> None:
    """Replace the summaries of the files' games and options."""
    parser = argparse.ArgumentParser(description="Keeps summaries of the solver's results, for docs/results/solver.md.")
    parser.add_argument("files", nargs="+", type=Path, help="results of cardzoo solve")
    new = [summary(file) for file in parser.parse_args().files]
    measured = [(row["game"], row["options"]) for row in new]
    lines = [row for row in read() if (row["game"], row["options"]) not in measured] + new
    write_lines(FILE, lines)


if __name__ == "__main__":
    main()
