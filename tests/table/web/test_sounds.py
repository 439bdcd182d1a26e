"""Sounds of the table, with a stand-in for the browser's audio."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.table.web.serving import Server
from tests.table.web.test_pages import play_alone, sit_down, switch_in_menu, wait_for_lines, wait_for_status

pytestmark = pytest.mark.slow

# Tones are recorded instead of played.
LISTEN = """
window.heard = [];
window.AudioContext = class {
    currentTime = 0; state = "running"; destination = {};
    createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to }; }
    createOscillator() {
        const tone = { frequency: {}, connect: (to) => to, stop() {} };
        tone.start = () => {
            window.heard.push(tone.frequency.value);
            document.documentElement.dataset.heard = window.heard.join(" ");
        };
        return tone;
    }
};"""
PLACED, TAKEN, TURN, END = 420, 330, 660, 523  # the first tone of each


def heard(page: Any) -> list[int]:
    return list(page.evaluate("window.heard.splice(0)"))


def wait_until_heard(page: Any, tone: int) -> None:
    expect(page.locator("html")).to_have_attribute("data-heard", re.compile(f"\\b{tone}\\b"))


def test_sounds_are_off_at_first_and_stay_switched_on_after_a_reload(page: Any, server: Server) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.resource_type))
    page.add_init_script(LISTEN)
    sit_down(page, server, "leduc_poker", "me", "random")
    wait_for_status(page, "Your turn")
    page.locator("#moves button").first.click()
    wait_for_lines(page, 2)  # mine and the agent's
    assert heard(page) == []
    switch_in_menu(page, "Sounds", True)
    assert heard(page)[0] == TURN
    page.reload()
    expect(page.get_by_label("Sounds")).to_be_checked()
    page.locator("#moves button").first.click()
    wait_until_heard(page, PLACED)
    assert "media" not in requests


def test_turns_tricks_and_the_end_are_heard(page: Any, server: Server) -> None:
    page.add_init_script(LISTEN)
    page.add_init_script("localStorage.setItem('sounds', 'yes')")
    sit_down(page, server, "turnover_bridge", "me", "random")
    page.locator("#moves button").first.click()
    wait_until_heard(page, TAKEN)
    page.goto(server.url)
    sit_down(page, server, "kuhn_poker", "me", "random")
    wait_for_status(page, "Your turn")
    play_alone(page)
    wait_until_heard(page, END)
    assert TAKEN not in heard(page)
