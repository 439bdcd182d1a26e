"""What trained agents have come to, and the page that shows it.

``docs/training.yaml`` holds a part for each game, which `docs.train_games` writes.
"""

from pathlib import Path
from typing import Any

import yaml

from cardzoo.envs import find_game

FILE = Path(__file__).parent / "training.yaml"

Trained = dict[str, dict[str, Any]]
"""By name of the game: its ``id``, ``players``, ``seconds`` and ``steps`` of training, and results ``against`` each."""


def read() -> Trained:
    """What is in the file; nothing if there is none."""
    return yaml.safe_load(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def rows(trained: Trained) -> list[dict[str, str]]:
    """The page's table: a row for each game and opponent."""
    rows = []
    for name, told in trained.items():
        for place, result in enumerate(told["against"]):
            first = place == 0
            rows.append(
                {
                    "Game": f"[{find_game(told['id']).title}](games/{name}.md)" if first else "",
                    "Players": f"{told['players']}" if first else "",
                    "Minutes": f"{told['seconds'] / 60:.1f}" if first else "",
                    "Decisions, millions": f"{told['steps'] / 1e6:.1f}" if first else "",
                    "Imitates first": told["imitates"] or "" if first else "",
                    "Against": result["opponent"],
                    "Deals": f"{result['deals']:,}",
                    "Advantage": f"{result['advantage']:+.3f}",
                    "95 % interval": f"{result['low']:+.3f} to {result['high']:+.3f}",
                    "First": f"{result['first']:.1%}",
                }
            )
    return rows
