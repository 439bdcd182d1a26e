"""Atomic writes of files, and reads that check type, size and checksum."""

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
        OSError: if the folder cannot be written; an old file stays.
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


def check_writable(path: Path) -> None:
    """Check before long work that `write_file` can write a file, even if its folder is still to be made; leaves none.

    Raises:
        OSError: if it is a folder, or its own folder cannot be written.
    """
    if path.is_dir():
        raise OSError(errno.EISDIR, "it is a folder")
    folder = next(folder for folder in path.absolute().parents if folder.exists())
    tempfile.TemporaryFile(dir=folder).close()


def read_file(path: Path, most: int) -> bytes:
    """Content of a plain file.

    Args:
        path: the file.
        most: greatest allowed size, in bytes.

    Raises:
        OSError: if it cannot be read, is larger, or is no plain file, such as a pipe, whose reading may block forever.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no plain file")
    if path.stat().st_size > most:
        raise OSError(errno.EFBIG, f"it is larger than {most:,} bytes")
    return path.read_bytes()


def write_checked(path: Path, data: bytes) -> None:
    """Write a file by `write_file`, with a checksum before its content; for `read_checked`.

    Raises:
        OSError: if the folder cannot be written; an old file stays.
    """
    write_file(path, hashlib.sha256(data).digest() + data)


def read_checked(path: Path, most: int) -> bytes:
    """Content of a file of `write_checked`.

    Args:
        path: the file.
        most: greatest allowed size, in bytes.

    Raises:
        OSError: as for `read_file`, and if the file has been changed.
    """
    written = read_file(path, most)
    checksum, data = written[:_CHECKSUM], written[_CHECKSUM:]
    if hashlib.sha256(data).digest() != checksum:
        raise OSError(errno.EIO, "it is damaged: its checksum does not fit")
    return data


def remove_leftovers(folder: Path) -> None:
    """Remove unfinished files of a killed `write_file` from a folder; no other process may be writing there."""
    for leftover in folder.glob(f".*{UNFINISHED}"):
        leftover.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
