"""Tests of the table in the browser; pages are tried in a real one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from cardzoo.envs.engine import INTERPRETED
from tests.browser import LONG_MS, open_chromium
from tests.table.web.serving import Server

collect_ignore_glob = ["test_*.py"] if INTERPRETED else []


@pytest.fixture(autouse=True)
def _as_often_as_wanted(monkeypatch):
    """No limit of requests: tests ask more often than a person."""
    from cardzoo.table.web import security

    monkeypatch.setattr(security, "MOST_AT_ONCE", 1e6)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with open_chromium() as browser:
        yield browser


def _serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    server.kill()


server = pytest.fixture(_serve, scope="session", name="server")
own_server = pytest.fixture(_serve, scope="module", name="own_server")
"""Without what other modules leave: all people see all score sheets."""


@contextmanager
def window(chromium: Any) -> Iterator[Any]:
    """A page on a phone; scripts that fail or are blocked fail the test."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    context.set_default_timeout(LONG_MS)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if "Content Security" in message.text else None)
    yield page
    context.close()
    assert problems == []


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    with window(chromium) as page:
        yield page


@pytest.fixture
def other(chromium: Any) -> Iterator[Any]:
    with window(chromium) as page:
        yield page
