"""Tests that compare with OpenSpiel run only if it is installed: `run.py` makes an environment with it."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pyspiel") else ["test_*.py"]
