"""The pages for people who cannot see them, see little, or use no mouse, as checked by axe-core."""

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import LONG_MS
from tests.table.web.serving import Server
from tests.table.web.test_pages import play_first_move, sit_down
from tests.table.web.test_people import choose, invitation

pytestmark = pytest.mark.slow
pytest.importorskip("axe_playwright_python", reason="axe-core is not installed; pip install axe-playwright-python")

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
FINDINGS = """async () => (await axe.run()).violations.map(
    (one) => `${one.id}: ${one.nodes[0].html} ${one.nodes[0].failureSummary}`)"""


@pytest.fixture(params=["light", "dark"])
def desk(request: pytest.FixtureRequest, chromium: Any) -> Any:
    """A page on a desktop screen, in each of the colour schemes."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, color_scheme=request.param)
    context.set_default_timeout(LONG_MS)
    yield context.new_page()
    context.close()


def check(page: Any) -> None:
    page.evaluate(AXE)
    assert page.evaluate(FINDINGS) == []


def test_all_can_be_used_at_a_desk(desk: Any, server: Server) -> None:
    sit_down(desk, server, "getaway", "random", "me", "random", "random")
    desk.locator("#moves button").first.wait_for()
    check(desk)
    desk.get_by_role("button", name="Rules").click()
    desk.locator("#rules ol").first.wait_for()
    check(desk)
    for address in ("", "sheets"):
        desk.goto(server.url + address)
        desk.locator("button").first.wait_for()
        check(desk)


def test_parts_that_must_be_scrolled_on_small_screens_are_reached_by_keyboard(page: Any, server: Server) -> None:
    """Buttons that appear below the table leave less room, and the table is not drawn again for that."""
    sit_down(page, server, "getaway", "random", "me", "random", "random")
    page.locator("#moves button").first.wait_for()
    middle = page.locator("#board .middle")
    for height, scrolls in (("1.5em", True), ("900px", False)):
        style = f"height: {height}; flex: none"
        page.locator("#board").evaluate("(board, style) => { board.style.cssText = style }", style)
        if scrolls:
            expect(middle).to_have_attribute("tabindex", "0")
        else:
            expect(middle).not_to_have_attribute("tabindex", "0")


def test_all_can_be_used_on_a_phone_from_the_choice_of_a_game_to_the_replay(page: Any, server: Server) -> None:
    sit_down(page, server, "kuhn_poker", "random", "me")
    can = page.locator("#status.mine, #end h2")
    can.first.wait_for()
    while not page.locator("#end").is_visible():
        check(page)
        play_first_move(page)
        expect(can).to_be_visible()
    check(page)
    page.get_by_role("link", name="Replay").click()
    page.locator("#log button").first.wait_for()
    check(page)
    page.goto(server.url)
    page.locator("button.game").first.click()
    page.locator("#form").wait_for()
    check(page)


def test_people_who_wait_for_each_other_can_use_all(desk: Any, page: Any, server: Server) -> None:
    choose(desk, server, "kuhn", "me", "guest", name="Ann")
    link = invitation(desk, "player 2")
    check(desk)
    page.goto(link)
    page.get_by_label("Your name").wait_for()
    check(page)
    choose(desk, server, "kuhn", "me", "here", name="Ann Ben")
    desk.locator(".curtain button").wait_for()
    check(desk)
