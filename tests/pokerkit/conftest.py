"""Tests that compare with PokerKit run only if it can be imported: `run.py` makes an environment with it."""

try:
    import pokerkit  # noqa: F401
except ImportError:
    collect_ignore_glob = ["test_*.py"]
