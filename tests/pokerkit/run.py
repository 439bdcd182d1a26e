"""Runs the tests that need PokerKit in an environment with it."""

import os
import subprocess
from pathlib import Path

from tests.environments import make_environment

HERE = Path(__file__).parent
WORKERS = os.environ.get("WORKERS", "2")


def main() -> None:
    """Run all modules; the first that fails ends it."""
    python = make_environment("tests_pokerkit", HERE / "requirements.txt")
    modules = [str(module) for module in sorted(HERE.glob("test_*.py"))]
    command = [str(python), "-m", "pytest", "-n", WORKERS, "--durations=5", *modules]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
