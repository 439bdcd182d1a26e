"""Outbox of a table: the message to each viewer, made after every change and sent on request."""

from collections.abc import Mapping
from typing import Any

from cardzoo.envs.scene import find_layout
from cardzoo.table.outcome import Outcome
from cardzoo.table.web.clock import Pace
from cardzoo.table.web.hands import describe_end
from cardzoo.table.web.live_game import LiveGame
from cardzoo.table.web.messages import PUBLIC, describe_table, names_for, viewers
from cardzoo.table.web.people import People

RESIGNATION = {"over": True, "turn": None, "undo": False, "headline": "You resigned", "outcome": Outcome.GAVE_UP}
"""Differences of the message when the only person has resigned: a game without a result has ended."""


class Outbox:
    """Outbox of a table.

    Args:
        id: the table's id.
        game: the game.
        people: the people at the table.
        pace: the agents' pace.
        hints: names of the agents that may give hints.
        deal_chosen: whether one of several people has chosen the deal and so may know all cards.
    """

    def __init__(
        self, id: str, game: LiveGame, people: People, pace: Pace, hints: list[str], deal_chosen: bool
    ) -> None:
        self._id = id
        self._game = game
        self._people = people
        self._pace = pace
        self._hints = hints
        self._deal_chosen = deal_chosen
        self._messages: dict[str, dict[str, Any]] = {}
        self._has_onlookers = False

    def find(self, own: list[int], wanted: str | None) -> dict[str, Any] | None:
        """Message to a browser; None if `fill` must make it first.

        Args:
            own: the browser's seats.
            wanted: the requested seat to look from, by number; None for the default.
        """
        is_onlooker, messages = len(own) != 1, self._messages  # a thread may replace them
        self._has_onlookers |= is_onlooker
        if not messages or (is_onlooker and messages.get(PUBLIC) == {}):
            return None
        return messages[self._viewer(messages, own, wanted)]

    def fill(self) -> None:
        """Make the messages to all viewers."""
        game, pace, session = self._game, self._pace, self._game.session
        shared = {
            "id": self._id,
            "pace": pace.seconds,
            "paused": pace.paused or bool(game.trouble),
            "trouble": game.trouble,
            "resigned": game.resigned,
            "hands": game.totals,
            "deals_on": find_layout(session.game).deals_on,
            "sheet": game.sheet.id,
            "sheet_problem": game.sheet.problem,
            "watching": not session.people,
            "deal_chosen": self._deal_chosen,
        }
        self._messages = {viewer: self._message(viewer, shared) for viewer in viewers(session)}

    def _message(self, viewer: str, shared: Mapping[str, Any]) -> dict[str, Any]:
        if viewer == PUBLIC and not self._has_onlookers:
            return {}  # made on request, since it takes a while
        session = self._game.session
        is_mine = session.waits and viewer == str(session.table.player) and not self._people.open_seats
        is_mine &= not self._game.resigned
        is_own = viewer != PUBLIC and int(viewer) in session.people
        return {
            **shared,
            **describe_table(session, viewer),
            "mine": is_mine,
            "ended": self._ended(viewer),
            "hints": self._hints if is_mine and not self._people.are_several else [],
            "moved": self._game.own_actions[int(viewer)] if is_own else 0,
            **(RESIGNATION if self._game.resigned else {}),
        }

    def _ended(self, viewer: str) -> dict[str, Any] | None:
        """End of a hand that a viewer still looks at."""
        game, session = self._game, self._game.session
        is_shown = int(viewer) in game.looking if viewer != PUBLIC and session.people else game.is_at_an_end
        if not is_shown or session.table.over or game.resigned:
            return None
        seat = 0 if viewer == PUBLIC else int(viewer)
        return describe_end(session.hands[-1], seat, names_for(session, viewer))

    def _viewer(self, messages: Mapping[str, Any], own: list[int], wanted: str | None) -> str:
        """Viewer that a browser gets: a seat by number, or the public view."""
        if PUBLIC not in messages:  # every seat's view is allowed
            usual = own[0] if own else self._game.session.me or 0
            return wanted if wanted is not None and wanted in messages else str(usual)
        if wanted is not None and wanted in map(str, own):
            return wanted
        return str(own[0]) if len(own) == 1 else PUBLIC
