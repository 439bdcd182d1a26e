"""Parts of the package that pyproject.toml cannot describe: the places of its folders, and its long description.

A wheel gets a copy of the folders. An editable install is the path of src: `cardzoo/__init__.py` there finds them.
"""

import re
import tomllib
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
FOLDERS = ("agents", "commands", "configs", "envs", "table", "testing", "training")
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:)([^)#]+)(#[^)]*)?\)")


class BuildWithFolders(build_py):
    """Builds `cardzoo` with its folders inside."""

    def finalize_options(self) -> None:
        """Called by setuptools before it builds."""
        super().finalize_options()
        self.package_dir |= {f"cardzoo.{folder}": folder for folder in FOLDERS}
        self.packages = ["cardzoo"]
        for folder in FOLDERS:
            self.packages += [f"cardzoo.{name}" for name in find_packages(include=[folder, f"{folder}.*"])]


def description(readme: str, repository: str | None) -> str:
    """The README as a page outside the repository: its links lead there, or are plain text while it has no address."""

    def link(match: re.Match[str]) -> str:
        picture, text, file, heading = match.groups("")
        if repository:
            return f"{picture}[{text}]({repository}/{'raw' if picture else 'blob'}/HEAD/{file}{heading})"
        return "" if picture else text

    return LINK.sub(link, readme)


def main() -> None:
    """Called by whatever builds or installs the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    setup(
        cmdclass={"build_py": BuildWithFolders},
        long_description=description(
            (ROOT / "README.md").read_text(encoding="utf-8"), project.get("urls", {}).get("Repository")
        ),
        long_description_content_type="text/markdown",
    )


if __name__ == "__main__":
    main()
