"""A seat's view as text for a terminal."""

from typing import Any

from cardzoo.envs.engine import Table

RED, BOLD, DIM, PLAIN = "\x1b[31m", "\x1b[1m", "\x1b[2m", "\x1b[0m"


def draw(table: Table, player: int) -> str:
    """What a seat sees, and what it may do if it is its turn, with ANSI colours.

    Args:
        table: the table.
        player: the seat that looks.
    """
    turn = "the game is over" if table.over else f"player {table.player} to play"
    lines = [f"{BOLD}{table.game.title}{PLAIN} · seen by player {player} · {turn}"]
    words = table.view_words(player)
    width = max(len(name) for name in words)
    for name, value in words.items():
        label = f"{DIM}{name.replace('_', ' '):>{width}}{PLAIN}"
        by_seat = table.game.view.field(name).by_seat
        if isinstance(value, list) and any(isinstance(part, (list, str)) for part in value):
            for place, part in enumerate(value):
                which = (player + place) % table.num_players if by_seat else place
                lines.append(f"{label if place == 0 else ' ' * width}  {DIM}{which}{PLAIN} {_colour(part)}")
        else:
            lines.append(f"{label}  {_colour(value)}")
    if not table.over and player == table.player:
        lines.append(f"{DIM}{'legal':>{width}}{PLAIN}  {_colour(', '.join(table.legal()))}")
    return "\n".join(lines)


def _colour(value: Any) -> str:
    if value is None or value == "":
        return f"{DIM}—{PLAIN}"
    if isinstance(value, list):
        return " ".join(_colour(part) for part in value)
    return " ".join(f"{RED}{word}{PLAIN}" if "♦" in word or "♥" in word else word for word in str(value).split(" "))
