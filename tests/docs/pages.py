"""The pages of the repository as programs: their blocks of code, and a run of them.

A page's blocks run in order, in one process and an empty folder, with warnings as errors:

- ``python`` runs in one namespace; a block that begins with ``# name.py`` is written into that file instead.
- ``sh``: the commands that begin with ``cardzoo`` run with small numbers, if `run` is called with commands.

A notebook's cells of code are its blocks. A block after ``<!-- not run: why -->`` is left out, as is one after
``<!-- on a GPU -->`` if there is no GPU.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.training.small_run import SMALL

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs/tutorials/notebooks").glob("*.ipynb"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").glob("*.md"), *NOTEBOOKS])

FENCE = re.compile(r"(?:<!-- (not run: [^>]+|on a GPU) -->\n+)?^ *```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (\w+\.py)\n")

FEW = {"--deals": "4", "--minutes": "1", "--steps": "2048", "--seeds": "2"}
MORE = {
    "train": [f"--set={setting}" for setting in SMALL],
    "bench": ["--seconds=0.01", "--repeats=1"],
    "benchmark": ["--deals=4"],
    "--verify": ["--sample=2"],
    "--resume": [],
    "check": ["--mode=compiled"],  # the views are checked only when compiled
}


@dataclass(frozen=True)
class Block:
    """A block of code.

    Attributes:
        language: its name on the page.
        text: the code.
        line: the number of its first line in the page.
    """

    language: str
    text: str
    line: int

    def commands(self) -> Iterator[list[str]]:
        """The words of each command that begins with ``cardzoo``, without it."""
        for line in self.text.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["cardzoo"]:
                yield words[1:]


def blocks(page: Path) -> list[Block]:
    """A page's blocks to be run, in order."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".ipynb":
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
        return [Block("python", "".join(cell["source"]), 1) for cell in cells]
    return [
        Block(match[2], match[3], text.count("\n", 0, match.start(3)) + 1)
        for match in FENCE.finditer(text)
        if not match[1] or (match[1] == "on a GPU" and has_gpu())
    ]


@cache
def has_gpu() -> bool:
    """Returns whether tables can be on a GPU here."""
    from cardzoo.envs.cuda.devices import find_device

    try:
        find_device("cuda")
    except ValueError:
        return False
    return True


def run(page: Path, folder: Path, commands: bool) -> subprocess.CompletedProcess[str]:
    """Run a page's blocks in a folder, with its commands if asked for."""
    arguments = [sys.executable, "-W", "error", __file__, str(page), *["--commands"] * commands]
    settings = {"PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]), "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        arguments, cwd=folder, env=os.environ | settings, capture_output=True, text=True, timeout=900, check=False
    )


def run_here(page: Path, commands: bool) -> None:
    """Run a page's blocks in this process and in the working directory."""
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(page):
        if block.language == "python" and (file := FILE.match(block.text)):
            Path(file[1]).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), names)
        elif block.language == "sh" and commands:
            for words in block.commands():
                run_command(words)


def run_command(words: list[str]) -> None:
    """Run a cardzoo command with small numbers; it must succeed."""
    from cardzoo.commands.main import main

    few = [FEW.get(before, word) for before, word in zip(["", *words], words, strict=False)]
    deciding = next((word for word in words if word.startswith("--") and word in MORE), words[0])
    sys.argv = ["cardzoo", *few, *MORE.get(deciding, [])]
    print("$", shlex.join(sys.argv))
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise RuntimeError(f"{shlex.join(words)}: it ends with {end.code}") from None


if __name__ == "__main__":
    run_here(Path(sys.argv[1]), "--commands" in sys.argv)
