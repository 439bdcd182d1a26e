"""Journals: the events at a table, as each seat may know them.

A view shows the present table; a journal records its events in sentences. Another seat's action is reported only to a
seat that can know it: see `is_seen`.
"""

from collections.abc import Iterable

import numpy as np

from cardzoo.envs.engine import Table

WORLDS = 12  # redeals that test the knowledge of a seat
NEW_HAND = "The hand is over, and the next one has begun."


def is_seen(before: Table, action: int, player: int) -> bool:
    """True if a seat can identify the action of another seat.

    It can if no other action would have the same effect on its view, at this table or at tables that look the same to
    it.

    Args:
        before: the table before the action.
        action: the action.
        player: the observing seat.
    """
    shown = view_after(before, action, player)
    for world in (before, *(before.redeal(player, seed) for seed in range(WORLDS))):
        for other in np.flatnonzero(world.mask):
            if other != action and view_after(world, int(other), player) == shown:
                return False
    return True


def reveals(before: Table, action: int, player: int) -> bool:
    """True if a seat learns something hidden by its own action.

    The action is played at tables that look the same to the seat: if their views stay the same, it has learnt nothing.

    Args:
        before: the table before the action.
        action: the action.
        player: the seat, whose turn it is.
    """
    shown = view_after(before, action, player)
    worlds = (before.redeal(player, seed) for seed in range(WORLDS))
    return any(view_after(world, action, player) != shown for world in worlds)


def view_after(table: Table, action: int, player: int) -> bytes:
    """A seat's view after an action, and the seat on turn."""
    after = table.copy()
    turn = after.step_legal(action)
    view: bytes = after.view(player).tobytes()
    return view + bytes([after.over, turn])


class Journal:
    """The events at a table since each reader's last choice, in sentences of that seat's knowledge.

    A turn with only one legal move is not a choice.

    Args:
        readers: the seats that read the journal.
    """

    def __init__(self, readers: Iterable[int]) -> None:
        self._lines: dict[int, list[str]] = {player: [] for player in readers}

    def note(self, before: Table, action: int) -> None:
        """Record an action.

        Args:
            before: the table before the action; it stays as it is.
            action: the legal action.
        """
        if not self._lines:
            return
        game, actor = before.game, before.player
        words = game.actions.words[action]
        after = before.copy()
        after.step_legal(action)
        over = game.hands_over(after.state) != game.hands_over(before.state) and not after.over
        for player, lines in self._lines.items():
            if player == actor:
                kept = lines if before.mask.sum() == 1 else []
                lines[:] = [*kept, f"You chose '{words}'."]
            else:
                seat = (actor - player) % before.num_players
                deed = f"chose '{words}'" if is_seen(before, action, player) else "did something that you do not see"
                line = f"Seat {seat} {deed}."
                if lines[-1:] != [line] or "not see" not in line:  # hides the number of unseen actions
                    lines.append(line)
            if over:
                lines.append(NEW_HAND)

    def read(self, player: int) -> list[str]:
        """The sentences for a seat: its own last choice, and all later events; none if it is not a reader."""
        return list(self._lines.get(player, ()))

    def copy(self) -> "Journal":
        """A copy of the journal."""
        other = Journal(())
        other._lines = {player: list(lines) for player, lines in self._lines.items()}
        return other
