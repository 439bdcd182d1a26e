"""Writing files so that a reader never meets half of one."""

import os
import tempfile
from pathlib import Path

UNFINISHED = ".unfinished"


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


def remove_leftovers(folder: Path) -> None:
    """Remove what `write_file` has left in a folder where it was killed; nobody else may be writing there."""
    for leftover in folder.glob(f".*{UNFINISHED}"):
        leftover.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
