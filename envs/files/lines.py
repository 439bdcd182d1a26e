"""Files of JSON lines: whole lines are added, and each line is checked when it is read."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from cardzoo.envs.files.validation import explain
from cardzoo.envs.files.whole import read_file

MOST = 1 << 34  # bytes of a file

Line = TypeVar("Line")


class LineError(ValueError):
    """File with an unusable line: its name, the line, and the reason."""


def read_lines(file: Path) -> list[str]:
    """Lines of a file; the last one may lack its line end.

    Raises:
        LineError: if it is no text.
        OSError: if it cannot be read.
    """
    text = _read_text(file)
    return text.removesuffix("\n").split("\n") if text else []  # not `splitlines`, which splits at other characters too


def read_whole_lines(file: Path) -> list[str]:
    """Lines of a file without an unfinished last one; see `read_lines`."""
    return _read_text(file).split("\n")[:-1]


def _read_text(file: Path) -> str:
    data = read_file(file, MOST)
    try:
        return data.decode()
    except UnicodeDecodeError as problem:
        number = data[: problem.start].count(b"\n") + 1
        raise LineError(f"{file}, line {number} is no text in UTF-8") from None


def add_lines(file: Path, lines: Iterable[str]) -> None:
    """Append lines to a file; invalid Unicode, such as half of a surrogate pair, becomes ``?``.

    Raises:
        OSError: if it cannot be written.
    """
    with file.open("ab") as content:
        content.write("".join(line + "\n" for line in lines).encode(errors="replace"))


def cut_off(file: Path) -> None:
    """Cut off an unfinished last line; the file is made if need be.

    Raises:
        OSError: if it is no plain file or cannot be written.
    """
    kept = read_file(file, MOST).rfind(b"\n") + 1 if file.exists() else 0
    with file.open("ab") as content:
        content.truncate(kept)


def read_continued(file: Path) -> list[str]:
    """Lines of a file that is about to be continued: an unfinished last one is cut off, a missing file is made.

    Raises:
        ValueError: in one line, if it cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        cut_off(file)
    except OSError as problem:
        raise ValueError(f"{file} cannot be written: {problem.strerror}; choose another file") from None
    return read_whole_lines(file)


def parse_line(kind: TypeAdapter[Line], text: str, file: Path, number: int) -> Line:
    """Parsed content of a line.

    Args:
        kind: its expected type.
        text: the line.
        file: its file, for errors.
        number: number of the line, from 1.

    Raises:
        LineError: in one line, if it is of another type.
    """
    try:
        return kind.validate_json(text.encode(errors="replace"), strict=True)
    except ValidationError as problem:
        raise LineError(f"{file}, line {number}: {explain(problem)}") from None
