"""Words of a log line for a viewer."""

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
