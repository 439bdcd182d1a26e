"""What each seat knows of what the others do.

A view tells how the table is now; a journal tells in sentences how it came about. Another seat's action is told only
to who can know it: see `is_seen`.
"""

from collections.abc import Iterable

import numpy as np

from cardzoo.envs.engine import Table

WORLDS = 12  # redeals with which it is tested what a seat can know
NEW_HAND = "The hand is over, and the next one has begun."


def is_seen(before: Table, action: int, player: int) -> bool:
    """Whether a seat can tell which action another one has played.

    It can if no other action, at this table or at tables that look the same to it, would have shown it the same.

    Args:
        before: the table before the action.
        action: the action.
        player: the seat that looks on.
    """
    shown = view_after(before, action, player)
    for world in (before, *(before.redeal(player, seed) for seed in range(WORLDS))):
        for other in np.flatnonzero(world.mask):
            if other != action and view_after(world, int(other), player) == shown:
                return False
    return True


def reveals(before: Table, action: int, player: int) -> bool:
    """Whether a seat learns something hidden by its own action.

    The action is played at tables that look the same to the seat: if all then show the same, it has learnt nothing.

    Args:
        before: the table before the action.
        action: the action.
        player: the seat, whose turn it is.
    """
    shown = view_after(before, action, player)
    worlds = (before.redeal(player, seed) for seed in range(WORLDS))
    return any(view_after(world, action, player) != shown for world in worlds)


def view_after(table: Table, action: int, player: int) -> bytes:
    """What a seat sees after an action, and whose turn it then is."""
    after = table.copy()
    turn = after.step_legal(action)
    view: bytes = after.view(player).tobytes()
    return view + bytes([after.over, turn])


class Journal:
    """What has happened at a table since each reader's last choice, in sentences as that seat may know it.

    A turn in which only one move was legal was no choice.

    Args:
        readers: the seats that are told.
    """

    def __init__(self, readers: Iterable[int]) -> None:
        self._lines: dict[int, list[str]] = {player: [] for player in readers}

    def note(self, before: Table, action: int) -> None:
        """Note an action.

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
                told = f"chose '{words}'" if is_seen(before, action, player) else "did something that you do not see"
                line = f"Seat {seat} {told}."
                if lines[-1:] != [line] or "not see" not in line:  # how many unseen actions there are is not told
                    lines.append(line)
            if over:
                lines.append(NEW_HAND)

    def read(self, player: int) -> list[str]:
        """What a seat is told: its own last choice, and all that came after it; nothing if it is no reader."""
        return list(self._lines.get(player, ()))

    def copy(self) -> "Journal":
        """Another journal that tells the same."""
        other = Journal(())
        other._lines = {player: list(lines) for player, lines in self._lines.items()}
        return other
