"""What machine this is."""

import platform
from pathlib import Path


def processor() -> str:
    """The name of this machine's processor, as far as the system tells it."""
    information = Path("/proc/cpuinfo")  # where Linux names it
    lines = information.read_text(encoding="utf-8").splitlines() if information.exists() else []
    named = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())
