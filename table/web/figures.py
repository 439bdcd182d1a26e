"""Length and difficulty of a game at the table, in plain words, from measurements of its expert.

``python -m results.lengths`` writes the figures into ``figures.json``: the ``moves`` of all players in a game of
experts, and the expert's lead over other agents.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardzoo.envs.engine import Game
from cardzoo.envs.scene import counted

FILE = Path(__file__).parent / "figures.json"
THINKING_S, WATCHING_S = 4.0, 0.7  # for an own move, and for another player's
MINUTES = (1, 2, 5, 10, 15, 20, 30, 45, 60)
LUCK, EASY, MEDIUM, HARD = "pure luck", "easy", "medium", "hard"


def read_figures() -> dict[str, dict[str, Any]]:
    """Figures by the games' ids."""
    return dict(json.loads(FILE.read_text(encoding="utf-8"))) if FILE.exists() else {}


def length_in_words(game: Game, figures: Mapping[str, Any]) -> str:
    """Typical length of a game at the table, such as ``"5 minutes"``."""
    own = figures["moves"] / game.default_players
    minutes = (own * THINKING_S + (figures["moves"] - own) * WATCHING_S) / 60
    nearest = min(MINUTES, key=lambda one: abs(one - minutes))
    if minutes > 1.2 * MINUTES[-1]:
        return "more than an hour"
    return "an hour" if nearest == 60 else counted(nearest, "minute")


def level_in_words(figures: Mapping[str, Any]) -> str:
    """Difficulty of a game, from the expert's lead over a novice, or from its share of wins in a solitaire.

    Empty if its agents have not been measured.
    """
    expert = figures["expert"]
    if expert is None:
        return ""
    if figures["figure"] == "reward":
        return LUCK if expert <= 0 else EASY if expert < 0.2 else MEDIUM if expert < 0.6 else HARD
    if expert <= 1.02 * figures["random"]:
        return LUCK
    ease = expert if figures["figure"] == "won" else figures["novice"] / expert  # in a game for points
    return EASY if ease >= 0.5 else MEDIUM if ease >= 0.2 else HARD
