"""Inter-process lock, released when its process dies."""

import json
import os
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # a byte after the file's content, which stays readable

    def _take(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None
        os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


LOCK = ".lock"


class LockError(ValueError):
    """Lock that this process cannot have, with the reason."""


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Lock a file for this process; other processes that lock it fail meanwhile.

    Args:
        path: the file, which need not exist; its folder is made if need be. A lock file lies beside it meanwhile. For a
            folder, lock `LOCK` in it.

    Raises:
        LockError: in one line, if another process has the lock, or the folder cannot be written.
    """
    place = path if path.name == LOCK else path.with_name(f".{path.name}{LOCK}")
    target = path.parent if path.name == LOCK else path
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        file = _open(place)
    except BlockingIOError:
        raise LockError(f"{target} is in use by {_holder(place)}; wait until it has ended") from None
    except OSError as problem:
        raise LockError(f"{target} cannot be written: {problem.strerror}; choose another --out") from None
    try:
        yield
    finally:
        with suppress(OSError):  # Windows cannot remove an open file; an unlocked one does no harm
            place.unlink()
        os.close(file)


def _open(place: Path) -> int:
    """Lock file, locked, with a description of this process."""
    while True:
        file = os.open(place, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _take(file)
            if place.exists() and os.path.samestat(os.fstat(file), place.stat()):
                os.ftruncate(file, 0)
                os.write(file, json.dumps(_this_process()).encode())
                return file
            os.close(file)  # its holder has just removed it, so no other process would find it
        except BaseException:
            os.close(file)
            raise


def _this_process() -> dict[str, object]:
    command = shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])
    return {"process": os.getpid(), "since": time.strftime("%Y-%m-%d %H:%M:%S"), "command": command}


def _holder(place: Path) -> str:
    """Holder of a lock, in words."""
    try:
        holder = json.loads(place.read_bytes()[:4096])
        description = f"process {holder['process']:d} since {holder['since']}: {holder['command']}"
    except (OSError, ValueError, LookupError, TypeError):  # it is being written, or Windows allows no reading
        return "another process"
    return f"{' '.join(description.split()):.250}"
