"""Runs the tests that need OpenSpiel or RLCard in an environment with both."""

import os
import subprocess
import time
from pathlib import Path

from tests.environments import make_environment

HERE = Path(__file__).parent
REQUIREMENTS = HERE / "requirements.txt"
WORKERS = os.environ.get("WORKERS", "2")


def main() -> None:
    """Run all modules; the first that fails ends it."""
    start = time.monotonic()
    python = make_environment("tests_openspiel", REQUIREMENTS)  # beside the example's
    print(f"installed in {time.monotonic() - start:.0f} s", flush=True)
    modules = [str(module) for module in sorted(HERE.glob("test_*.py"))]
    command = [str(python), "-m", "pytest", "-n", WORKERS, "--dist", "loadgroup", "--durations=5", *modules]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
