"""Tests that compare with OpenSpiel run where it is: `run.py` makes an environment that has it."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pyspiel") else ["test_*.py"]
