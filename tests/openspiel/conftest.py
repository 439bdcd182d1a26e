"""Tests that compare with OpenSpiel run only if it can be imported: `run.py` makes an environment with all it needs.

`run.py` names the modules, and a module that is named is never left out: there a missing package is an error.
"""

try:
    import pyspiel  # noqa: F401
    from open_spiel.python.pytorch import nfsp  # noqa: F401 - it needs the most: OpenSpiel installs without PyTorch
except ImportError:  # OpenSpiel is not installed, or without its own needs
    collect_ignore_glob = ["test_*.py"]
