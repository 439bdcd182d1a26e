"""Automatic score sheet of a table: a row for each hand of a match, or the result of a game of one hand.

In a cooperative game the sheet has one column, the team's.

A match has a sheet of its own, which is finished with it. Games of one hand among the same players share one sheet
until somebody finishes it; the next game begins another one.

The sheet is updated whenever the table changes, and when the table is opened again. An update writes missing events
and undoes those that the table has taken back. So nothing is written twice, and people's own entries stay.
"""

import hashlib
from collections.abc import Mapping, Sequence
from itertools import count, pairwise
from typing import Any

from cardzoo.envs.engine import Game
from cardzoo.table.web.score_sheet import COLOURS, Player, SheetError, fold, parse_event, undone
from cardzoo.table.web.sheet_log import OF_TABLES, Log, Sheets
from cardzoo.table.web.store import StoreError


def columns_of(game: Game, names: Sequence[str]) -> tuple[str, ...]:
    """Names on the sheet by the names of the seats: the same, or one for the team of a cooperative game."""
    return (", ".join(names),) if game.cooperative else tuple(names)


class MatchSheet:
    """The score sheet of one table.

    Args:
        sheets: all sheets.
        table: id of the table.
        owner: owner of the table.
        title: title of the game, which becomes the sheet's name.
        names: names of the columns, all different; see `columns_of`.
        low_wins: whether the fewest points win.
        agents: the agents behind the columns with names of agents. A column is found by its agent, so that a series is
            against agents of the same strength.

    Attributes:
        names: current names of the columns; after a change the column's entries are written again.
        id: id of the sheet; empty as long as nothing of this game is on it.
        problem: why the last write failed, or empty.
    """

    def __init__(
        self,
        sheets: Sheets,
        table: str,
        owner: str,
        title: str,
        names: Sequence[str],
        low_wins: bool = False,
        agents: Mapping[str, str] | None = None,
    ) -> None:
        self.id = ""
        self.problem = ""
        self._sheets = sheets
        self._table = table
        self._owner = owner
        self._title = title
        self.names = names
        self._low_wins = low_wins
        self._agents = agents or {}
        self._kept: Any = None

    def keep(self, hands: Sequence[Sequence[int]], result: Sequence[int] | None) -> None:
        """Update the sheet. A failed write does not stop the game: see `problem`.

        Args:
            hands: points of each column after each finished hand; empty in a game of one hand.
            result: points of each column at the end of the game; None before the end.
        """
        state = (tuple(map(tuple, hands)), result, tuple(self.names))
        if state == self._kept:
            return
        try:
            self._write(hands, result)
        except (SheetError, StoreError) as problem:
            self.problem = f"the score sheet was not written: {problem}"
        else:
            self.problem, self._kept = "", state

    def _write(self, hands: Sequence[Sequence[int]], result: Sequence[int] | None) -> None:
        is_match = bool(hands) and (result is None or len(hands) > 1)
        wanted = score_events([self._player(name) for name in self.names], hands, result)
        held = self._sheets.holder(self._digest("0", "0"))
        if held is None and not wanted:
            return
        series = ("match", self._table) if is_match else self._series
        with self._sheets.open(held or self._open_sheet(series)) as log:
            if not log.events:
                settings = {"kind": "set", "name": self._title, "by_hand": is_match}
                log.append(parse_event({"id": self._digest("name"), **settings}))
            if self._low_wins and log.find(_digest(log.sheet, "low wins")) is None:
                log.append(parse_event({"id": _digest(log.sheet, "low wins"), "kind": "set", "low_wins": True}))
            for place, values in enumerate(wanted):
                self._put(log, place, values)
            for place in count(len(wanted)):
                if not self._take_back(log, place):
                    break
        self.id = log.sheet if wanted else ""

    @property
    def _series(self) -> tuple[str, ...]:
        keys = (self._agents.get(name, name) for name in self.names)
        return ("series", self._owner, self._title, *keys, *["low wins"] * self._low_wins)

    def _open_sheet(self, series: Sequence[str]) -> str:
        """Id of the open sheet of a series, or of a new one."""
        ids = (OF_TABLES + _digest(*series, str(number)) for number in count())
        return next(id for id in ids if self._sheets.shelf(id) in (None, "open"))

    def _put(self, log: Log, place: int, values: dict[str, Any]) -> None:
        """Write an event at a place, unless the table has written it there already."""
        id = self._id(log, place)
        if log.find(id) == parse_event({"id": id, **values}):
            return
        if self._take_back(log, place):
            id = self._id(log, place)
        for name in self.names:
            self._seat(log, name)
        log.append(parse_event({"id": id, **values}))

    def _take_back(self, log: Log, place: int) -> bool:
        """Undo the table's event at a place. Returns whether there was one."""
        id = self._id(log, place)
        if log.find(id) is None:
            return False
        # An event that a person has undone cannot be undone again: an empty setting marks it as taken back.
        mark = {"kind": "set"} if id in undone(log.events) else {"kind": "undo", "event": id}
        log.append(parse_event({"id": _digest(id, "back"), **mark}))
        return True

    def _id(self, log: Log, place: int) -> str:
        """Id of the event at a place. After each take-back the next event there has a new id."""
        ids = (self._digest(str(place), str(time)) for time in count())
        return next(id for id in ids if log.find(_digest(id, "back")) is None)

    def _seat(self, log: Log, name: str) -> None:
        """Add a player who is missing on the sheet. A player who is there may have been renamed."""
        player = self._player(name)
        players = fold(log.events).players
        if player not in players:
            times = sum(isinstance(event, Player) and event.player == player for event in log.events)
            joins = {"id": _digest("joins", name, str(times)), "kind": "player", "player": player, "name": name[:40]}
            log.append(parse_event({**joins, "colour": COLOURS[len(players) % len(COLOURS)]}))

    def _player(self, name: str) -> str:
        """Id of the player of a column."""
        return _digest("player", self._agents.get(name, name))

    def _digest(self, *words: str) -> str:
        return _digest(self._table, *words)


def score_events(
    players: Sequence[str], hands: Sequence[Sequence[int]], result: Sequence[int] | None
) -> list[dict[str, Any]]:
    """Events for each hand of a match and for its end; for a game of one hand, its result.

    Args:
        players: ids of the players, by seat.
        hands: each seat's score after each finished hand.
        result: each seat's score at the end; None before the end.

    Returns:
        The events, without their ids.
    """
    totals = [[0] * len(players), *hands]
    events = [
        {"kind": "score", "points": _gained(players, before, after), "hand": hand, "next_hand": hand + 1}
        for hand, (before, after) in enumerate(pairwise(totals), start=1)
    ]
    if result is None:
        return events
    if len(hands) < 2:
        return [{"kind": "score", "points": dict(zip(players, result, strict=True))}]
    points = _gained(players, totals[-1], result)
    if any(points.values()):
        events.append({"kind": "score", "points": points, "note": "at the end"})
    return [*events, {"kind": "set", "shelf": "finished"}]


def _gained(players: Sequence[str], before: Sequence[int], after: Sequence[int]) -> dict[str, int]:
    return {player: now - then for player, then, now in zip(players, before, after, strict=True)}


def _digest(*words: str) -> str:
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:32]
