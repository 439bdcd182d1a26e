"""Environments for libraries that clash with others, or that most users lack.

Such an environment sees all that is installed here, and has in front of it what its requirements add.
"""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ENVIRONMENTS = Path(sys.prefix) / "environments"


def make_environment(name: str, requirements: Path) -> Path:
    """Install requirements into a new environment of that name.

    Returns:
        Its Python.
    """
    folder = ENVIRONMENTS / name
    venv.create(folder, clear=True, with_pip=False)
    inside = {"base": str(folder), "platbase": str(folder)}
    python = Path(sysconfig.get_path("scripts", "venv", inside)) / "python"
    here = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
    (Path(sysconfig.get_path("purelib", "venv", inside)) / "here.pth").write_text(here, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    # Of what is installed a small part is imported: to compile all of it would take half of the time.
    subprocess.run([*pip, "--no-compile", "--requirement", str(requirements)], check=True)
    return python
