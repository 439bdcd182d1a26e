"""Checks that a release is whole before it is published: version, change log, tag, wheel.

Run as ``python packaging/release.py`` in a clean checkout of the tagged commit. It builds the wheel and the source
distribution into ``dist``, prints a line for each problem, and ends with status 1 if there is one.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def find_version(root: Path) -> str:
    """The version in ``pyproject.toml``."""
    version: str = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return version


def check_texts(root: Path) -> list[str]:
    """Problems of the files that name the version.

    Args:
        root: the checkout.

    Returns:
        A line for each problem.
    """
    version = find_version(root)
    problems = []
    for name, line in (
        ("CITATION.cff", f"version: {version}"),
        ("packaging/conda/meta.yaml", f'  version: "{version}"'),
    ):
        if line not in (root / name).read_text(encoding="utf-8").splitlines():
            problems.append(
                f"{name} must name version {version}, as pyproject.toml does; write the line {line.strip()!r}"
            )
    heading = re.search(r"^## (.*)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    got = heading[1] if heading else "none"
    if not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", got):
        problems.append(f"CHANGELOG.md's first heading must be {version} and a date, got {got}; date it")
    return problems


def check_repository(root: Path) -> list[str]:
    """Problems of the checkout: uncommitted changes, or a missing tag."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout

    problems = []
    if git("status", "--porcelain"):
        problems.append("the checkout must be clean, got changes; commit or discard them")
    tag = f"v{find_version(root)}"
    if tag not in git("tag", "--points-at", "HEAD").split():
        problems.append(f"the commit must have the tag {tag}, got none; run: git tag --annotate {tag}")
    return problems


def check_wheel(root: Path, folder: Path) -> list[str]:
    """Builds the wheel and the source distribution, installs the wheel anew, and runs the command of it."""
    run = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(root)]
    subprocess.run(run, check=True)
    (wheel,) = folder.glob("cardzoo-*.whl")
    version, problems = find_version(root), []
    names = zipfile.ZipFile(wheel).namelist()
    if f"cardzoo-{version}.dist-info/METADATA" not in names:
        problems.append(f"the wheel must be of version {version}, got {wheel.name}; build it from this checkout")
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        python = next(Path(place).glob("*/python*"))
        subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True)
        said = subprocess.run([python, "-m", "cardzoo", "--version"], capture_output=True, text=True, check=True).stdout
    if said.strip() != version:
        problems.append(f"cardzoo --version must print {version}, got {said.strip()}; build the wheel anew")
    return problems


def main() -> int:
    """Check all; returns the exit status."""
    folder = ROOT / "dist"
    problems = check_texts(ROOT) + check_repository(ROOT)
    problems = problems or check_wheel(ROOT, folder)
    for problem in problems:
        print(problem)
    if not problems:
        print(f"{find_version(ROOT)} is whole; publish the files in {folder.name}")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
