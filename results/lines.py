"""Files of figures: a line of JSON for each."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cardzoo.envs.files.whole import write_file


def read_lines(file: Path) -> list[dict[str, Any]]:
    """The lines of a file; none if it is missing."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def outweighs(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> bool:
    """Returns whether an older line stays: one of the same agents, on more deals."""
    return bool(old and old["deals"] > new["deals"] and all(old[name] == new[name] for name in ("weights", "played")))


def write_lines(file: Path, lines: Iterable[Mapping[str, Any]]) -> None:
    """Write a file anew."""
    write_file(file, "".join(json.dumps(line) + "\n" for line in lines).encode())
