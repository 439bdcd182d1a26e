"""Words of log lines and points for a viewer."""

from collections.abc import Sequence

from cardzoo.table.terminal.session import YOU, LogLine


def words_of(line: LogLine, names: Sequence[str]) -> str:
    """Words of a log line, to follow the seat's name."""
    if line.sentence is None:
        return line.words
    if names[line.player] != YOU:
        return line.sentence.done.format(*names)
    first, _, rest = line.sentence.to_do.format(*names).partition(" ")
    return f"{first.lower()} {rest}".strip()


def signed(points: int) -> str:
    """Gained or lost points, such as ``"+3"``, ``"−3"`` or ``"±0"``."""
    return f"{points:+d}".replace("-", "−") if points else "±0"
