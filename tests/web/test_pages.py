"""The pages in a real browser, where there is one: by mouse, by keyboard, on a small screen, after a reload."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")]
LONG_MS = 120_000  # a game's rules may have to be compiled


class Server:
    """``cardzoo table`` in a process of its own."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self.start("0")

    def start(self, port: str) -> None:
        command = [sys.executable, "-m", "cardzoo.training", "table", "--port", port, "--data", str(self._data)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=self._data)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:")

    def kill(self) -> None:
        """As ``kill -9``."""
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.communicate()

    def kill_and_start(self) -> None:
        self.kill()
        self.start(self.url.rstrip("/").rpartition(":")[2])


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright.sync_playwright() as runner:
        browser = runner.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.kill()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    context.set_default_timeout(LONG_MS)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if "Content Security" in message.text else None)
    yield page
    context.close()
    assert problems == []


def sit_down(page: Any, server: Server, search: str, players: str | None = None) -> None:
    """Choose a game by typing, and sit down at it."""
    page.goto(server.url)
    page.get_by_label("Search").fill(search)
    page.locator("button.game").first.click()
    if players:
        page.get_by_label("Players").select_option(players)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/*")


def log(page: Any) -> list[str]:
    return list(page.locator("#log li:not(.muted)").all_inner_texts())


def is_narrow(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_a_game_is_chosen_and_played_by_touching_cards_on_a_small_screen(page: Any, server: Server) -> None:
    sit_down(page, server, "black hole")
    page.locator("button.card.can").first.click()
    page.wait_for_function("document.querySelectorAll('#log li:not(.muted)').length === 1")
    assert page.locator("#live").inner_text().startswith("you: play fan")
    assert is_narrow(page)
    page.get_by_role("button", name="Take back").click()
    page.wait_for_function("document.querySelectorAll('#log li.muted').length === 1")


def test_a_game_is_played_by_keyboard_alone(page: Any, server: Server) -> None:
    sit_down(page, server, "black hole")
    page.locator("button.card.can").first.wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('button.card')"):
            break
    first = page.evaluate("document.activeElement.dataset.place")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").split(" of ")[1] in (
        "clubs",
        "diamonds",
        "hearts",
        "spades",
    )
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.place") != first
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelectorAll('#log li:not(.muted)').length === 1")


def test_a_reload_and_a_killed_server_lose_nothing(page: Any, server: Server) -> None:
    sit_down(page, server, "getaway", "3")
    page.locator("#moves button").first.click()
    page.wait_for_function("document.querySelectorAll('#log li:not(.muted)').length > 1")
    page.wait_for_function(
        "document.querySelector('#status').textContent !== '' && !document.querySelector('#choices').hidden"
    )
    before = log(page)
    page.reload()
    page.locator("#moves button").first.wait_for()
    assert log(page) == before
    server.kill_and_start()
    page.reload()
    page.locator("#moves button").first.wait_for()
    assert log(page) == before
    assert is_narrow(page)
