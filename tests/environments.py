"""Environments for libraries that conflict with others, or that most users do not have.

Such an environment sees all packages installed here; those of its requirements come first.
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
        The path of its Python.
    """
    folder = ENVIRONMENTS / name
    venv.create(folder, clear=True, with_pip=False)
    inside = {"base": str(folder), "platbase": str(folder)}
    python = Path(sysconfig.get_path("scripts", "venv", inside)) / "python"
    here = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
    (Path(sysconfig.get_path("purelib", "venv", inside)) / "here.pth").write_text(here, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    # Only a small part of the packages is imported, and compiling all of them would take half of the time.
    subprocess.run([*pip, "--no-compile", "--requirement", str(requirements)], check=True)
    return python


if __name__ == "__main__":
    make_environment(sys.argv[1], Path(sys.argv[2]))
