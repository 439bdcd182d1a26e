"""Deals that an unfinished benchmark has played, in a file beside its result, so that it goes on after a stop.

The file has the keys of the games. So the deals of an agent that runs in a process of its own, and could read the file,
are written when the last deal of a game is over; those of other agents are written at once.
"""

import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from cardzoo.agents.third_party import find_entry
from cardzoo.envs.files.lines import add_lines, parse_line, read_continued
from cardzoo.training.evaluation.benchmark.play import Outcome

Run = Mapping[str, JsonValue]
"""All that the values of a game's deals depend on."""


class Part(BaseModel):
    """A line of the file: consecutive deals of one game.

    Attributes:
        run: all that the values depend on.
        key: key of the games; see `cardzoo.training.evaluation.keys`.
        values: value of each deal.
        forfeits: number of games that the agent forfeited.
    """

    model_config = ConfigDict(extra="forbid")

    run: dict[str, JsonValue]
    key: str
    values: list[float] = Field(min_length=1)
    forfeits: int = Field(ge=0)


_PARTS = TypeAdapter(Part)


class KeptDeals:
    """The deals of one game that are played.

    Args:
        run: all that their values depend on.
        known: the parts so far.
        file: file to which further parts are added; None for no file.

    Attributes:
        key: key of the games so far; empty for none.
        values: value of each deal.
        forfeits: number of games that the agent forfeited.
    """

    def __init__(self, run: Run, known: Sequence[Part], file: Path | None) -> None:
        self.key = known[0].key if known else ""
        self.values = [value for part in known for value in part.values]
        self.forfeits = sum(part.forfeits for part in known)
        self._run = dict(run)
        self._file = file
        self._written = len(self.values), self.forfeits

    def add(self, key: str, outcome: Outcome) -> None:
        """Add the next deals; `write` keeps them.

        Args:
            key: key of the games.
            outcome: their outcome.
        """
        self.key = key
        self.values += outcome.values.tolist()
        self.forfeits += outcome.forfeits

    def write(self) -> None:
        """Write the deals that have been added, with their key, to the file."""
        deals, forfeits = self._written
        if self._file and len(self.values) > deals:
            new = self.values[deals:], self.forfeits - forfeits
            part = Part(run=self._run, key=self.key, values=new[0], forfeits=new[1])
            add_lines(self._file, [json.dumps(part.model_dump())])
            self._written = len(self.values), self.forfeits


class Parts:
    """File of the parts of unfinished results.

    Args:
        file: the file; None for none, which keeps nothing.

    Raises:
        ValueError: if it holds other lines, or cannot be written.
    """

    def __init__(self, file: Path | None) -> None:
        lines = read_continued(file) if file else []
        self._file = file
        self._known = [parse_line(_PARTS, text, file, number) for number, text in enumerate(lines, 1) if file]

    def of(self, run: Run) -> KeptDeals:
        """The deals of a game that have been played with all the same."""
        return KeptDeals(run, [part for part in self._known if part.run == run], self._file)


def hash_source(agent: str) -> str:
    """SHA-256 of the module of a third party's agent, which is not imported; empty for other agents."""
    entry = find_entry(agent)
    if entry is None:
        return ""
    place = entry.module.replace(".", "/")
    names = (Path(folder) / f"{place}{end}" for folder in (*sys.path, "") for end in (".py", "/__init__.py"))
    file = next((name for name in names if name.is_file()), None)
    return hashlib.sha256(file.read_bytes()).hexdigest() if file else ""
