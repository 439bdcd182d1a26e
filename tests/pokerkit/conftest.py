"""Tests that compare with PokerKit run only if it can be imported: `make test-pokerkit` installs it."""

try:
    import pokerkit  # noqa: F401
except ImportError:
    collect_ignore_glob = ["test_*.py"]
