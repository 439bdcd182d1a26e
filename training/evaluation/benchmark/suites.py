"""Suites: frozen lists of games with players, options, field and ranges of deal seeds, one YAML file each.

A suite never changes under its name: `Suite.digest` is the hash of its content, and a test holds the digests of all
suites. Other games or deals are a suite of another name.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from cardzoo.envs.engine.fields import suggest

FOLDER = Path(__file__).parent
PUBLIC, HELD_OUT, REFERENCE = SPLITS = ("public", "held_out", "reference")
DIGITS = 16  # hexadecimal digits of a digest


@dataclass(frozen=True)
class Entry:
    """A game of a suite.

    Attributes:
        game: id of the game, with its version.
        players: number of players at the table.
        deals: number of deals.
        options: options of the game that are not the defaults.
    """

    game: str
    players: int
    deals: int
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Suite:
    """A suite.

    Attributes:
        name: name with its version, such as ``cardzoo-mini-v1``.
        title: description in a few words.
        field: names of the agents in the other seats; see `cardzoo.training.evaluation.benchmark.play`.
        seeds: first and last seed of each range of deals: ``public`` to develop an agent, ``held_out`` for results,
            ``reference`` for the values of 0 and 100.
        games: the games.
    """

    name: str
    title: str
    field: tuple[str, ...]
    seeds: Mapping[str, tuple[int, int]]
    games: tuple[Entry, ...]

    @property
    def digest(self) -> str:
        """Hash of the whole content."""
        return digest_of(json.dumps(asdict(self), sort_keys=True).encode())

    def deal_seeds(self, split: str, deals: int) -> np.ndarray:
        """The first seeds of a range: (deals,) uint64.

        Raises:
            ValueError: if the range has fewer seeds, or no deals are asked for.
        """
        first, last = self.seeds[split]
        if not 2 <= deals <= last - first + 1:
            raise ValueError(f"deals must be 2 to {last - first + 1:,}, got {deals:,}; choose another number")
        return np.uint64(first) + np.arange(deals, dtype=np.uint64)

    def game_seeds(self, split: str, deals: int | None) -> list[np.ndarray]:
        """The seeds of each game's deals; see `deal_seeds`.

        Args:
            split: the range.
            deals: number of deals of each game; None for the suite's own.
        """
        return [self.deal_seeds(split, entry.deals if deals is None else deals) for entry in self.games]


def suite_names() -> list[str]:
    """Names of all suites."""
    return sorted(file.stem for file in FOLDER.glob("*.yaml"))


@cache
def load_suite(name: str) -> Suite:
    """The suite of a name.

    Raises:
        ValueError: if there is no such suite.
    """
    if name not in suite_names():
        raise ValueError(f"there is no suite {name!r}; {suggest(name, suite_names())}")
    content = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    games = tuple(Entry(**entry) for entry in content["games"])
    seeds = {split: (content["seeds"][split][0], content["seeds"][split][1]) for split in SPLITS}
    return Suite(name, content["title"], tuple(content["field"]), seeds, games)


def digest_of(data: bytes) -> str:
    """The first digits of the SHA-256 of some bytes."""
    return hashlib.sha256(data).hexdigest()[:DIGITS]
