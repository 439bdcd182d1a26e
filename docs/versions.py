"""The site of all versions: each release's pages beside the present ones, with a list of versions on every page.

Run as ``python -m docs.versions [FOLDER]``, by default into ``site``. Each tag ``v*`` is built from its own sources, as
``FOLDER/0.1.0``, and the present checkout as ``FOLDER/latest``. ``versions.json`` names them, the newest first;
`theme/versions.html` shows it. The root leads to the newest release, or without one to ``latest``. A release is built
only once.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

ROOT = Path(__file__).parents[1]
THEME = Environment(loader=FileSystemLoader(ROOT / "docs/theme"), autoescape=True, keep_trailing_newline=True)
LATEST = "latest"
RELEASE = re.compile(r"v(\d+(?:\.\d+)*)")


def releases() -> list[str]:
    """The numbers of the releases, the newest first."""
    tags = subprocess.run(["git", "tag"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    numbers = [match[1] for tag in tags if (match := RELEASE.fullmatch(tag))]
    return sorted(numbers, key=lambda number: [int(part) for part in number.split(".")], reverse=True)


def build(sources: Path, folder: Path, settings: Sequence[str] = ()) -> None:
    """Build the site of a checkout, its films too.

    Args:
        sources: the checkout.
        folder: folder of the finished site.
        settings: further arguments of Sphinx.
    """
    new = folder.with_name(f"{folder.name}.new")
    sphinx = ["sphinx", "--quiet", "--fail-on-warning", "-c", "docs", "-d", str(new / ".doctrees"), *settings]
    environment = os.environ | {"PYTHONPATH": str(sources / "src"), "NUMBA_DISABLE_JIT": "1"}
    shutil.rmtree(new, ignore_errors=True)
    for command in ([*sphinx, ".", str(new)], ["docs.films", str(new / "films")]):
        subprocess.run([sys.executable, "-m", *command], cwd=sources, env=environment, check=True)
    shutil.rmtree(new / ".doctrees")
    shutil.rmtree(folder, ignore_errors=True)
    new.rename(folder)


def build_release(number: str, folder: Path) -> None:
    """Build the site of a release from its tag."""
    with tempfile.TemporaryDirectory() as sources:
        archive = subprocess.run(["git", "archive", f"v{number}"], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", sources], input=archive, check=True)
        build(Path(sources), folder, ["-D", f"release={number}", "-D", f"html_title=cardzoo {number}"])


def main(site: Path) -> None:
    """Build the missing releases, and the present pages."""
    site.mkdir(parents=True, exist_ok=True)
    numbers = releases()
    for number in numbers:
        if not (site / number).is_dir():
            build_release(number, site / number)
    build(ROOT, site / LATEST)
    (site / "versions.json").write_text(json.dumps([LATEST, *numbers]), encoding="utf-8")
    start = f"{(numbers or [LATEST])[0]}/docs/index.html"
    (site / "index.html").write_text(THEME.get_template("start.html").render(start=start), encoding="utf-8")
    print(f"{site / 'index.html'}: {', '.join([LATEST, *numbers])}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "site").resolve())
