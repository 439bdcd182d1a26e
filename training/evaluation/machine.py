"""This machine's processor, and the commit of the code."""

import platform
import subprocess
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]  # the repository, where this is a checkout of it


def processor() -> str:
    """The name of this machine's processor, as far as the system reports it."""
    information = Path("/proc/cpuinfo")  # where Linux names it
    lines = information.read_text(encoding="utf-8").splitlines() if information.exists() else []
    named = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def commit() -> str | None:
    """The commit of this checkout, in 12 digits; None if cardzoo is installed in another way.

    It ends in ``-dirty`` if files have been changed since.
    """
    if not (CHECKOUT / ".git").exists():  # a folder, or the file of a further work tree
        return None
    command = ["git", "describe", "--always", "--exclude=*", "--abbrev=12", "--dirty"]
    try:
        return subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):  # no git, or one that refuses somebody else's folder
        return None
