"""Chosen deals of a patience, in place of random ones: those that a solver has won.

``cardzoo solve yukon`` writes its verdicts on the deals of seeds 0, 1, 2, ... into ``runs/solve-yukon.jsonl``, a line
of JSON each. Environments, batches and training take such a file as ``deals``::

    gymnasium.make("cardzoo/yukon-v0", deals="won")
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from typing_extensions import override

from cardzoo.envs.batch import Batch
from cardzoo.envs.engine import Game, Table, rng
from cardzoo.envs.engine.kernels import GO_ON, RESTART, RESUME, WAIT
from cardzoo.envs.files.whole import read_file

WON = "won"
MOST_BYTES = 1 << 30


def solved_file(game: Game) -> Path:
    """Default file of the results of ``cardzoo solve``."""
    return Path("runs") / f"solve-{game.name}.jsonl"


class Deals:
    """Set of deals, from which each game takes one at random, all equally likely.

    Args:
        source: ``"won"`` for the deals won in the file of `solved_file`; or another file of results.
        game: a game for one player.
        blank: (1,) record of a table before the deal, with all settings.

    Attributes:
        records: (n,) records of the dealt tables.

    Raises:
        ValueError: in one line, for a game for several, a file that cannot be read, or one without such deals.
    """

    def __init__(self, source: str | Path, game: Game, blank: np.ndarray) -> None:
        if game.seats > 1:
            raise ValueError(f"{game.name}: deals must be left out in a game for several players, got {str(source)!r}")
        self.game = game
        options = game.options.to_words(blank[0]["options"], 1)
        file = solved_file(game) if source == WON else Path(source)
        found = [_dealt(game, blank, line, file) for line in _won_lines(file, game, options)]
        if not found:
            raise ValueError(
                f"{game.name}: {file} must hold a won deal of {game.id} with these options; solve more with: "
                f"{_command(game, options)}"
            )
        self.records = np.concatenate(found)

    def put(self, records: np.ndarray, tables: np.ndarray) -> None:
        """Deal a random one of the deals at some tables, whose random generators continue.

        Args:
            records: (N,) records of tables.
            tables: (n,) the tables to be dealt.
        """
        for table in tables.tolist():
            state = records[table]
            number = rng.below(state, len(self.records))
            numbers = state["seed"], state["draws"]
            records[table] = self.records[number]
            records["seed"][table], records["draws"][table] = numbers


class DealtBatch(Batch):
    """`Batch` with chosen deals.

    Args:
        game: a game for one player.
        num_tables: N.
        deals: see `Deals`.
        **settings: as for `Batch`.
    """

    def __init__(self, game: Game, num_tables: int, deals: str | Path, **settings: Any) -> None:
        super().__init__(game, num_tables, **settings)
        self.deals = Deals(deals, game, self.blank)

    def deal(self, tables: np.ndarray) -> None:
        """Deal at some tables, (n,); call `resume` for them next."""
        self.deals.put(self.records, tables)
        self.forget(tables)

    @override
    def _play_on(self) -> None:
        new = np.flatnonzero(self._actions == RESTART)
        self.deal(new)
        self._actions[new] = RESUME
        moved = self._actions >= 0
        super()._play_on()
        ended = np.flatnonzero(moved & (self.terminations | self.truncations)) if self.restart else new[:0]
        if len(ended):
            self.deal(ended)
            self._actions[:] = WAIT
            self._actions[ended] = GO_ON
            super()._play_on()


def make_tables(game: Game, num_tables: int, deals: str | Path | None = None, **settings: Any) -> Batch:
    """`Batch` of tables, with chosen deals if ``deals`` is given."""
    if deals is None:
        return Batch(game, num_tables, **settings)
    return DealtBatch(game, num_tables, deals, **settings)


def _won_lines(file: Path, game: Game, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Lines of won deals with these options.

    Raises:
        ValueError: if the file cannot be read, or holds no results.
    """
    try:
        texts = read_file(file, MOST_BYTES).decode().splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is not UTF-8 text"
        raise ValueError(
            f"{game.name}: deals: {file} cannot be read: {reason}; solve some with: {_command(game, options)}"
        ) from None
    usual = game.options.to_words(game.blank()[0]["options"], 1)
    won = []
    for number, text in enumerate(texts, 1):
        if not text.strip():
            continue
        try:
            line = json.loads(text)
            is_same = line["game"] == game.id and usual | line["options"] == options
            won += [line] * (line["verdict"] == WON and is_same)
        except (ValueError, TypeError, KeyError, RecursionError):
            raise ValueError(f"{game.name}: deals: {file}, line {number} must be a result of cardzoo solve") from None
    return won


def _dealt(game: Game, blank: np.ndarray, line: Mapping[str, Any], file: Path) -> np.ndarray:
    """Record of a table with a line's deal, (1,)."""
    table = Table(game, blank.copy())
    try:
        table.reset(line.get("seed", 0), line.get("deck"))
    except ValueError as problem:
        raise ValueError(f"{game.name}: deals: {file}: {problem}") from None
    return table.records


def _command(game: Game, options: Mapping[str, Any]) -> str:
    """Command that solves deals of a game with these options."""
    usual = game.options.to_words(game.blank()[0]["options"], 1)
    settings = "".join(f" --set {name}={value}" for name, value in options.items() if value != usual[name])
    return f"cardzoo solve {game.name}{settings}"
