"""Runs the examples whose libraries clash with others, each in an environment of its own, for a few steps.

Such an environment sees all that is installed here, and has in front of it what ``docs/examples/<library>.txt`` adds.
"""

import os
import re
import subprocess
import sys
import sysconfig
import time
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs/examples"
ENVIRONMENTS = Path(sys.prefix) / "examples"


def make_environment(requirements: Path) -> Path:
    """Install requirements into a new environment.

    Returns:
        Its Python.
    """
    folder = ENVIRONMENTS / requirements.stem
    venv.create(folder, clear=True, with_pip=False)
    inside = {"base": str(folder), "platbase": str(folder)}
    python = Path(sysconfig.get_path("scripts", "venv", inside)) / "python"
    here = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
    (Path(sysconfig.get_path("purelib", "venv", inside)) / "here.pth").write_text(here, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--disable-pip-version-check", "--requirement", str(requirements)], check=True)
    return python


def run_example(python: Path, example: Path) -> str:
    """Run an example for one round of training.

    Returns:
        The last line that it printed.
    """
    quiet = os.environ | {"PYTHONWARNINGS": "ignore"}
    command = [str(python), str(example), "--steps", "1"]
    printed = subprocess.run(command, env=quiet, stdout=subprocess.PIPE, text=True, timeout=600, check=True).stdout
    return printed.splitlines()[-1]


def main() -> None:
    """Run all of them; the first that fails ends it."""
    for requirements in sorted(EXAMPLES.glob("*.txt")):
        (example,) = EXAMPLES.glob(f"{requirements.stem}_*.py")
        start = time.monotonic()
        python = make_environment(requirements)
        made = time.monotonic()
        last = run_example(python, example)
        if not re.search(r"[1-9]\d* steps: mean reward [+-]\d", last):
            sys.exit(f"{example.name} ended without a result: {last}")
        print(
            f"{example.name}: {last.strip()} (installed in {made - start:.0f} s, ran {time.monotonic() - made:.0f} s)"
        )


if __name__ == "__main__":
    main()
