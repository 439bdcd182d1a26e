"""Folder of an arena: its files, written so that a kill at any moment loses nothing.

================  ========================================================================================
``arena.json``    settings: all that two runs must share to have one set of results
``games.jsonl``   a line a deal, in order: seats, rewards, scores and forfeits of each of its games; and the deal's key,
                  if agents that are not cardzoo's own played it
``times.jsonl``   a line a share of deals: the workers' times; never the same twice
``talks.jsonl``   a line a decision of a language model: question and answer; only if there is a language model
``report.html``   the report
================  ========================================================================================

The first two are the same for any number of workers, bit for bit; if deals have keys, for the same keys. Decisions of
language models cannot be repeated. The talks of deals that were stopped half-way and played again may be there twice.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import JsonValue, TypeAdapter, ValidationError

from cardzoo.agents.language.usage import Usage
from cardzoo.envs.files.lines import add_lines, cut_off, read_whole_lines
from cardzoo.envs.files.validation import explain
from cardzoo.envs.files.whole import read_file, write_file
from cardzoo.training.evaluation.arena.contest import ArenaError, Contest, Share
from cardzoo.training.evaluation.arena.lines import MOST_SETTINGS, check_deal, read_identity, read_talks, read_times
from cardzoo.training.evaluation.games import Games, Tally

SETTINGS, GAMES, TIMES, TALKS = "arena.json", "games.jsonl", "times.jsonl", "talks.jsonl"
NAMES = {"cardzoo": "version of cardzoo", "players": "number of players", "time_limit": "time limit"}
"""Settings that have another name in messages."""

_SETTINGS: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])


@dataclass(frozen=True)
class Speed:
    """Times of games.

    Attributes:
        deals: number of timed deals.
        seconds: seconds of one process.
        moves: number of actions.
        decisions: (K,) number of decisions of each agent that is asked from outside the batch step; compiled ones play
            inside it.
        thought: (K,) seconds of these decisions.
    """

    deals: int
    seconds: float
    moves: int
    decisions: list[int]
    thought: list[float]

    @property
    def moves_a_second(self) -> float | None:
        """Actions a second of one process; None if nothing was timed."""
        return self.moves / self.seconds if self.seconds else None


class Record:
    """Record of a contest, read from its folder, which stays unchanged.

    Args:
        folder: folder of the arena; the arena may still be running.

    Attributes:
        contest: the contest.
        weights: SHA-256 of each model's weights, by the agent's name.

    Raises:
        ArenaError: if there is no arena in the folder.
        LineError: if a line of its files has another form.
    """

    def __init__(self, folder: Path) -> None:
        try:
            identity = read_identity(folder / SETTINGS)
            self._open(folder, identity.contest, identity.weights)
        except OSError as problem:
            reason = f"{Path(problem.filename or folder).name} cannot be read: {problem.strerror}"
            raise ArenaError(f"{folder} is no folder of an arena: {reason}; `cardzoo arena` makes one") from None

    def _open(self, folder: Path, contest: Contest, weights: Mapping[str, str]) -> None:
        """Read the deals so far."""
        self.folder = folder
        self.contest = contest
        self.weights = dict(weights)
        self._games = folder / GAMES
        self._times = folder / TIMES
        self._talks = folder / TALKS
        self._lines = read_whole_lines(self._games)
        for deal, line in enumerate(self._lines):
            check_deal(contest, line, self._games, deal)
        read_times(contest, self._times)
        read_talks(self._talks)

    def __len__(self) -> int:
        return len(self._lines)

    def games(self, deals: int) -> Games:
        """The games of the first deals, as arrays."""
        rows = [json.loads(line) for line in self._lines[:deals]]
        counts = [len(row["seats"]) for row in rows]
        forfeits = np.full(sum(counts), -1, np.int16)
        start = 0
        for row, count in zip(rows, counts, strict=True):
            for forfeit in row["forfeits"]:
                forfeits[start + forfeit["game"]] = forfeit["seat"]
            start += count
        return Games(
            deals=np.arange(len(rows)).repeat(counts),
            seats=np.array([seats for row in rows for seats in row["seats"]], np.int16),
            rewards=np.array([rewards for row in rows for rewards in row["rewards"]], np.float32),
            scores=np.array([scores for row in rows for scores in row["scores"]], np.int32),
            forfeits=forfeits,
        )

    def forfeits(self, deals: int) -> list[dict[str, Any]]:
        """The forfeited games of the first deals: ``deal``, ``game``, ``seat``, ``agent``, ``kind``, ``reason``."""
        found = []
        for deal, line in enumerate(self._lines[:deals]):
            if not line.endswith('"forfeits":[]}'):
                found += [{"deal": deal, **forfeit} for forfeit in json.loads(line)["forfeits"]]
        return found

    @property
    def has_keys(self) -> bool:
        """True if the deals have keys, because an agent is not cardzoo's own."""
        return bool(self._lines) and all("key" in json.loads(line) for line in self._lines)

    def keys(self) -> list[str]:
        """Keys of the deals, in order, to play the same games again.

        Raises:
            ArenaError: if there are none, because the seed alone repeats the games.
        """
        if not self.has_keys:
            raise ArenaError(f"{self.folder} has no key for each deal: its seed repeats its games; leave --keys away")
        return [json.loads(line)["key"] for line in self._lines]

    def tallies(self, deals: int) -> dict[str, Tally]:
        """Forfeits of each agent in the first deals, and its decisions in all deals."""
        kinds: dict[str, Counter[str]] = {name: Counter() for name in self.contest.agents}
        for forfeit in self.forfeits(deals):
            kinds[forfeit["agent"]][forfeit["kind"]] += 1
        speed = self.speed()
        return {
            name: Tally(decisions, seconds, dict(kinds[name]))
            for name, decisions, seconds in zip(self.contest.agents, speed.decisions, speed.thought, strict=True)
        }

    def usages(self) -> dict[str, Usage]:
        """Usage of each language model in all deals."""
        notes = read_talks(self._talks)
        names = [name for name in self.contest.agents if any(note["agent"] == name for note in notes)]
        return {name: Usage.of(note for note in notes if note["agent"] == name) for name in names}

    def speed(self) -> Speed:
        """Times of all recorded games."""
        shares = read_times(self.contest, self._times)
        none: list[Any] = [0] * len(self.contest.agents)
        return Speed(
            sum(share.deals for share in shares),
            sum(share.seconds for share in shares),
            sum(share.moves for share in shares),
            np.sum([none, *(share.decisions for share in shares)], axis=0).tolist(),
            np.sum([none, *(share.thought for share in shares)], axis=0).tolist(),
        )


class Results(Record):
    """Results of a contest, in a folder to which more are added.

    Args:
        folder: folder of the arena; it is made if need be.
        contest: the contest.

    Raises:
        ArenaError: if the folder holds another contest or cannot be written.
        LineError: if a line of its files has another form.
    """

    def __init__(self, folder: Path, contest: Contest) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _claim(folder, contest)
            talks = folder / TALKS
            for file in (folder / GAMES, folder / TIMES, *([talks] if talks.exists() else [])):
                cut_off(file)
            self._open(folder, contest, contest.identity()["weights"])
        except OSError as problem:
            raise ArenaError(f"{folder} cannot be written: {problem.strerror}; choose another --out") from None

    def add(self, share: Share) -> None:
        """Write the results of the next deals."""
        times = {
            "deals": share.deals,
            "seconds": round(share.seconds, 4),
            "moves": share.moves,
            "decisions": share.decisions,
            "thought": [round(seconds, 4) for seconds in share.thought],
        }
        if share.notes:
            add_lines(self._talks, share.notes)
        add_lines(self._times, [json.dumps(times)])
        add_lines(self._games, share.lines)
        self._lines += share.lines


def _claim(folder: Path, contest: Contest) -> None:
    """Write the contest's settings into a folder, or compare them with those that are there."""
    file, games, wanted = folder / SETTINGS, folder / GAMES, contest.identity()
    if not games.exists() or not games.stat().st_size:
        write_file(file, json.dumps(wanted, indent=2, ensure_ascii=False).encode() + b"\n")
        return
    if not file.exists():
        raise ArenaError(f"{folder} holds games, but not {file.name}; choose another --out")
    try:
        found = _SETTINGS.validate_json(read_file(file, MOST_SETTINGS))
    except ValidationError as problem:
        raise ArenaError(f"{file}: {explain(problem)}; choose another --out") from None
    for name, value in json.loads(json.dumps(wanted)).items():
        if found.get(name) != value:
            difference = f"{NAMES.get(name, name)} must be {_in_words(found.get(name)):.80}, got {_in_words(value):.80}"
            raise ArenaError(f"{folder} is of another arena: {difference}; choose another --out")


def _in_words(value: Any) -> str:
    """A setting's value for a message, without Python's brackets."""
    if isinstance(value, dict):
        value = [f"{name}={part}" for name, part in value.items()] or ["the defaults"]
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
