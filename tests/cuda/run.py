"""Runs the tests that need numba-cuda, but no GPU, in an environment that has it; arguments go on to pytest.

Kernels are compiled, and then, in processes of their own, played by CUDA's simulator as plain Python.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.environments import make_environment

HERE = Path(__file__).parent
MODES = {
    ("test_compiled.py",): {"NUMBA_ENABLE_CUDASIM": "0", "NUMBA_DISABLE_JIT": "0"},
    ("test_simulated.py", "test_training.py"): {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
}
WORKERS = os.environ.get("WORKERS", "2")


def main() -> None:
    """Run all modules; the first that fails ends it."""
    start = time.monotonic()
    python = make_environment("cuda", HERE / "requirements.txt")
    print(f"installed in {time.monotonic() - start:.0f} s", flush=True)
    for modules, variables in MODES.items():
        files = [str(HERE / module) for module in modules]
        command = [str(python), "-m", "pytest", "-n", WORKERS, "--durations=5", *sys.argv[1:], *files]
        subprocess.run(command, env=os.environ | variables, check=True)


if __name__ == "__main__":
    main()
