"""Tests that compare with OpenSpiel and RLCard run only if both can be imported: `make test-openspiel` installs them.

It names the modules, and a module that is named is never left out: there a missing package is an error.
"""

try:
    import pyspiel  # noqa: F401
    import rlcard  # noqa: F401
    from open_spiel.python.pytorch import nfsp  # noqa: F401 - it needs the most: OpenSpiel installs without PyTorch
except ImportError:  # one of them is not installed, or without its own needs
    collect_ignore_glob = ["test_*.py"]
