"""References: the values of random and expert in each game's field, which are 0 and 100 of the score.

They are constants, kept in ``references.jsonl`` and measured by ``python -m results.references``. Each line has a
digest of some games, which changes if the rules, the agent or the field play in another way.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.agents import find_agent
from cardzoo.envs.registry import find_game
from cardzoo.training.evaluation.benchmark.play import play_field
from cardzoo.training.evaluation.benchmark.suites import REFERENCE, Entry, Suite, digest_of

FILE = Path(__file__).parent / "references.jsonl"
ZERO, HUNDRED = "random", "expert"
PROBED = 3  # deals of a digest


@dataclass(frozen=True)
class Scale:
    """The scale of a game's score.

    Attributes:
        zero: value of random.
        hundred: value of expert.
    """

    zero: float
    hundred: float

    def score(self, values: np.ndarray) -> np.ndarray:
        """Scores of some values, of the same shape."""
        return 100 * (values - self.zero) / (self.hundred - self.zero)


def setting(suite: Suite, entry: Entry) -> dict[str, Any]:
    """All settings on which a reference depends: game, players, options and field."""
    options = dict(entry.options)
    return {"game": entry.game, "players": entry.players, "options": options, "field": list(suite.field)}


@cache
def read_references() -> dict[str, Mapping[str, Any]]:
    """The lines of the file, by `key_of`."""
    lines = map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
    return {key_of(line, line["agent"]): line for line in lines}


def key_of(line: Mapping[str, Any], agent: str) -> str:
    """Key of a reference, by its settings and the agent."""
    return json.dumps([line[name] for name in ("game", "players", "options", "field")] + [agent], sort_keys=True)


def scale_of(suite: Suite, entry: Entry) -> Scale:
    """The scale of a suite's game.

    Raises:
        ValueError: if its references have not been measured.
    """
    found = [read_references().get(key_of(setting(suite, entry), agent)) for agent in (ZERO, HUNDRED)]
    if found[0] is None or found[1] is None:
        raise ValueError(
            f"{entry.game} of {suite.name} must have reference values, got none; "
            f"measure them in a checkout: python -m results.references {suite.name}"
        )
    return Scale(found[0]["mean"], found[1]["mean"])


def scale_digest(suite: Suite) -> str:
    """Hash of the scales of all games of a suite."""
    scales = [scale_of(suite, entry) for entry in suite.games]
    return digest_of(json.dumps([[scale.zero, scale.hundred] for scale in scales]).encode())


def digest(suite: Suite, entry: Entry, agent: str) -> str:
    """Hash of the first reference deals, as rules, agent and field play them now."""
    game = find_game(entry.game)
    field = [find_agent(name, game) for name in suite.field]
    seeds = suite.deal_seeds(REFERENCE, PROBED)
    return play_field(game, find_agent(agent, game), field, seeds, entry.players, entry.options).digest
