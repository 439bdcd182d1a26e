"""Files that are written so that a reader never meets half of one, and read so that nobody's file can do harm."""

import errno
import hashlib
import os
import tempfile
from pathlib import Path

UNFINISHED = ".unfinished"
_CHECKSUM = 32  # bytes of a SHA-256


def write_file(path: Path, data: bytes) -> None:
    """Write a file under a temporary name in its own folder, then rename it.

    Raises:
        OSError: if the folder cannot be written; what was there stays.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", suffix=UNFINISHED, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_file(path: Path, most: int) -> bytes:
    """A plain file's content.

    Args:
        path: of the file.
        most: bytes that it may have.

    Raises:
        OSError: if it cannot be read, is larger, or is no plain file but a pipe, say, from which one may wait forever.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no plain file")
    if path.stat().st_size > most:
        raise OSError(errno.EFBIG, f"it is larger than the {most:,} bytes that it may have")
    return path.read_bytes()


def write_checked(path: Path, data: bytes) -> None:
    """Write a file as `write_file` does, with a checksum before its content; for `read_checked`.

    Raises:
        OSError: if the folder cannot be written; what was there stays.
    """
    write_file(path, hashlib.sha256(data).digest() + data)


def read_checked(path: Path, most: int) -> bytes:
    """What `write_checked` has written.

    Args:
        path: of the file.
        most: bytes that it may have.

    Raises:
        OSError: as for `read_file`, and if a disk, a program or a hand has changed it since.
    """
    written = read_file(path, most)
    checksum, data = written[:_CHECKSUM], written[_CHECKSUM:]
    if hashlib.sha256(data).digest() != checksum:
        raise OSError(errno.EIO, "it is damaged: its checksum does not fit")
    return data


def remove_leftovers(folder: Path) -> None:
    """Remove what `write_file` has left in a folder where it was killed; nobody else may be writing there."""
    for leftover in folder.glob(f".*{UNFINISHED}"):
        leftover.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
