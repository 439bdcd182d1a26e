"""Tests of the table in the browser; they are left out where its extra is not installed."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import pytest

from tests.playing import AS_USERS_RUN
from tests.web.serving import Server

HERE = AS_USERS_RUN and all(find_spec(name) for name in ("starlette", "uvicorn", "httpx"))
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
LONG_MS = 120_000  # a game's rules may have to be compiled
collect_ignore_glob = [] if HERE else ["test_*.py"]


@pytest.fixture(autouse=True)
def _as_often_as_wanted(monkeypatch):
    """Tests ask more often than a person."""
    from cardzoo.training.web import security

    monkeypatch.setattr(security, "MOST_AT_ONCE", 1e6)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A real browser, where there is one."""
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    playwright.expect.set_options(timeout=LONG_MS)
    with playwright.sync_playwright() as runner:
        browser = runner.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    server.kill()


@contextmanager
def window(chromium: Any) -> Iterator[Any]:
    """A page on somebody's phone; scripts that fail there, or may not run, fail the test."""
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
