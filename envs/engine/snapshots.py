"""Snapshots: the state of a table or an environment, with a header of game, version, settings and record layout.

A snapshot of this process is trusted: `TableSnapshot` and `Snapshot` cannot be changed. To restore one costs no check,
which makes searches fast. Pickles, files and copies of one are plain bytes or a plain dictionary. These are checked
like a written position before any rule runs, since an index out of range would damage memory.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from typing_extensions import override

if TYPE_CHECKING:
    from cardzoo.envs.engine.game import Game

FORMAT = 1
HEADER, CHECKSUM = "header", "checksum"
"""Names of two entries of a `Snapshot`."""
_BEGINNING = b'{"cardzoo_snapshot":'
_END = b"\n"
_LONGEST_HEADER = 1 << 16
_CHECKSUM_SIZE = 4


class TableSnapshot(bytes):
    """Trusted snapshot of a table: header, checksum and record. Its pickle is plain bytes."""

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return bytes, (bytes(self),)


class Snapshot(Mapping[str, Any]):
    """Trusted snapshot of an environment or a batch, read-only. Its pickle is a plain dictionary.

    Args:
        parts: the parts by name, kept as they are: arrays are read-only. If a `HEADER` comes first, the others are
            arrays, and a `CHECKSUM` of all is computed when it is read.
    """

    def __init__(self, parts: Mapping[str, Any]) -> None:
        self._parts = parts

    @override
    def __getitem__(self, name: str) -> Any:
        if name != CHECKSUM or HEADER not in self._parts:
            return self._parts[name]
        header, *arrays = self._parts.values()
        return checksum_of(header, arrays)

    @override
    def __iter__(self) -> Iterator[str]:
        yield from self._parts
        if HEADER in self._parts:
            yield CHECKSUM

    @override
    def __len__(self) -> int:
        return len(self._parts) + (HEADER in self._parts)

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


def header_of(game: "Game", blank: np.ndarray, **settings: Any) -> bytes:
    """Header of a snapshot: a line of JSON with game, version and settings.

    Args:
        game: the game.
        blank: (1,) record of a table with its settings; see `Game.blank`.
        **settings: settings besides those of the table.
    """
    record = blank[0]
    num_players = int(record["num_players"])
    content = {
        "cardzoo_snapshot": FORMAT,
        "game": game.id,
        "layout": game.layout_digest,
        "num_players": num_players,
        "reward": "score" if record["score_rewards"] else "outcome",
        **settings,
        "options": game.options.to_words(record["options"], num_players),
    }
    return json.dumps(content, separators=(",", ":")).encode() + _END


def seal(header: bytes, record: bytes) -> TableSnapshot:
    """Snapshot of a table with this header and record."""
    checksum = zlib.crc32(record, zlib.crc32(header))
    return TableSnapshot(b"".join((header, checksum.to_bytes(_CHECKSUM_SIZE, "little"), record)))


def unseal(header: bytes, snapshot: Any, size: int) -> memoryview:
    """Record of a table's snapshot.

    Args:
        header: header of the table to be restored.
        snapshot: bytes; length and checksum are checked unless it is a `TableSnapshot`.
        size: size of the record, in bytes.

    Raises:
        ValueError: if it is no snapshot, was changed, or is of another game or other settings.
    """
    start = len(header) + _CHECKSUM_SIZE
    if type(snapshot) is not TableSnapshot:
        if not isinstance(snapshot, (bytes, bytearray, memoryview)):
            raise ValueError(f"the snapshot must be bytes, got {type(snapshot).__name__}")
        snapshot = bytes(snapshot)
    if not snapshot.startswith(header):
        raise ValueError(difference_from(header, snapshot))
    if type(snapshot) is not TableSnapshot:
        if len(snapshot) != start + size:
            raise ValueError(f"the snapshot must have {start + size} bytes, got {len(snapshot)}")
        checksum = int.from_bytes(snapshot[len(header) : start], "little")
        if checksum != zlib.crc32(snapshot[start:], zlib.crc32(header)):
            raise ValueError(_CHANGED)
    return memoryview(snapshot)[start:]


def read_only(array: np.ndarray) -> np.ndarray:
    """Array made read-only."""
    array.setflags(write=False)
    return array


def checksum_of(header: bytes, arrays: Iterable[np.ndarray]) -> int:
    """Checksum of a header and arrays."""
    checksum = zlib.crc32(header)
    for array in arrays:
        checksum = zlib.crc32(array.tobytes(), checksum)
    return checksum


def check_names(game: str, parts: Any, names: Iterable[str]) -> None:
    """Check that a snapshot has its parts.

    Args:
        game: the game's name, for the message.
        parts: the snapshot.
        names: names of the parts.

    Raises:
        ValueError: if it has others; the message names them.
    """
    if not isinstance(parts, Mapping):
        raise ValueError(f"{game}: the snapshot must be a dictionary, got {type(parts).__name__}")
    expected = list(names)
    if parts.keys() == set(expected):
        return
    if HEADER in expected and HEADER not in parts:
        raise ValueError(f"{game}: {OLDER}")
    wanted, given = ", ".join(expected), ", ".join(map(repr, parts)) or "none"
    raise ValueError(f"{game}: the snapshot must have the parts {wanted}, got {given:.200}; take a new one")


def check_header(parts: Mapping[str, Any], header: bytes) -> None:
    """Check the header of a snapshot.

    Raises:
        ValueError: if it is another one; the message names the difference.
    """
    its = _scalar(parts[HEADER])
    if not isinstance(its, bytes) or its != header:
        raise ValueError(difference_from(header, its))


def arrays_of(parts: Mapping[str, Any], header: bytes, like: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Arrays of a snapshot of unknown origin, checked for shapes, types and checksum.

    Args:
        parts: the snapshot, with names and header already checked.
        header: the header.
        like: arrays by name with the right shapes and types.

    Raises:
        ValueError: if an array is wrong; the message names it.
    """
    arrays = {}
    for name, mine in like.items():
        array = np.asarray(parts[name])
        if array.shape != mine.shape or array.dtype != mine.dtype:
            raise ValueError(f"the snapshot's {name} must be an array of shape {mine.shape} and the batch's type")
        arrays[name] = np.ascontiguousarray(array).view(mine.dtype)
    if not _scalar(parts[CHECKSUM]) == checksum_of(header, arrays.values()):
        raise ValueError(_CHANGED)
    return arrays


def _scalar(part: Any) -> Any:
    """Bytes or a number, as `numpy.load` wraps them in an array."""
    return part.item() if isinstance(part, np.ndarray) and part.shape == () else part


_CHANGED = "the snapshot was changed: its checksum is that of other content; take a new one"
OLDER = "the snapshot has no header: it is of an older version of cardzoo, or none at all; take a new one"


def difference_from(header: bytes, snapshot: Any) -> str:
    """Difference of a snapshot's header from the expected one, in one line."""
    if not isinstance(snapshot, bytes) or not snapshot.startswith(_BEGINNING):
        return OLDER
    try:
        found = json.loads(snapshot[: snapshot.index(_END, 0, _LONGEST_HEADER)])
        its = {**found, **found["options"]}
    except (ValueError, RecursionError, KeyError, TypeError):
        return "the snapshot's header is damaged; take a new one"
    wanted = json.loads(header)
    for name, value in {**wanted, **wanted["options"]}.items():
        if name != "options" and (name not in its or its[name] != value):
            is_layout = "; its version of the rules has another record" if name == "layout" else ""
            return f"the snapshot must have {name}={value!r}, got {its.get(name)!r:.60}{is_layout}"
    return "the snapshot's header is damaged; take a new one"
