"""Tests of the table in the browser; they are left out where its extra is not installed."""

from importlib.util import find_spec

import pytest

from tests.playing import AS_USERS_RUN

HERE = AS_USERS_RUN and all(find_spec(name) for name in ("starlette", "uvicorn", "httpx"))
collect_ignore_glob = [] if HERE else ["test_*.py"]


@pytest.fixture(autouse=True)
def _as_often_as_wanted(monkeypatch):
    """Tests ask more often than a person."""
    from cardzoo.training.web import security

    monkeypatch.setattr(security, "MOST_AT_ONCE", 1e6)
