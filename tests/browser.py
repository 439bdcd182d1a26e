"""A real browser for tests of pages: the system's Chromium."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
LONG_MS = 40_000  # a game's rules may have to be compiled, on a busy machine


@contextmanager
def open_chromium() -> Iterator[Browser]:
    """Open the browser; a machine without it fails the test."""
    if CHROMIUM is None:
        pytest.fail("there is no Chromium for the pages' tests; on Debian: apt install chromium", pytrace=False)
    expect.set_options(timeout=LONG_MS)
    with sync_playwright() as runner:
        browser = runner.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=LONG_MS)
        yield browser
        browser.close()
