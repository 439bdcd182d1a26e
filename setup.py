"""Tells setuptools which folders are parts of the package `cardzoo`; all else is in pyproject.toml.

A wheel gets a copy of them. An editable install is the path of src: `cardzoo/__init__.py` there finds the folders.
"""

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

FOLDERS = ("agents", "configs", "envs", "training")


class BuildWithFolders(build_py):
    """Builds `cardzoo` with its folders inside."""

    def finalize_options(self) -> None:
        """Called by setuptools before it builds."""
        super().finalize_options()
        self.package_dir |= {f"cardzoo.{folder}": folder for folder in FOLDERS}
        self.packages = ["cardzoo"]
        for folder in FOLDERS:
            self.packages += [f"cardzoo.{name}" for name in find_packages(include=[folder, f"{folder}.*"])]


setup(cmdclass={"build_py": BuildWithFolders})
