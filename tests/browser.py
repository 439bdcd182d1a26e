"""A real browser for tests of pages: the system's Chromium."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no window, and takes a third of the others' time."""

CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ["--no-sandbox", "--font-render-hinting=none"]  # so letters are as wide as in a window
LONG_MS = 40_000  # a game's rules may have to be compiled, on a busy machine


@contextmanager
def open_chromium() -> Iterator[Browser]:
    """Open the browser; a machine without it fails the test."""
    if CHROMIUM is None:
        pytest.fail("pages' tests need Chromium; on Debian: apt install chromium-headless-shell", pytrace=False)
    expect.set_options(timeout=LONG_MS)
    with sync_playwright() as runner:
        browser = runner.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=LONG_MS)
        yield browser
        browser.close()
