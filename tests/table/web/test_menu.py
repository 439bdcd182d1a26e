"""The menu of the table and the hint, in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.table.web.serving import Server
from tests.table.web.test_pages import choose_in_menu, play_alone, sit_down, wait_for_status

pytestmark = pytest.mark.slow


def test_colours_backs_and_felt_are_chosen_and_stay_so(page: Any, server: Server) -> None:
    sit_down(page, server, "kuhn_poker", "me", "random")
    wait_for_status(page, "Your turn")
    felt = page.locator("#board").evaluate("board => getComputedStyle(board).backgroundColor")
    for title, value in (("Suits", "two"), ("Backs", "red"), ("Felt", "blue")):
        choose_in_menu(page, title, value)
    for _ in range(2):
        wait_for_status(page, "Your turn")
        expect(page.locator(".card.back img").first).to_have_attribute("src", "/cards/-1.svg?back=red")
        expect(page.locator(".own .card img").first).to_have_attribute(
            "src", r"/cards/" + face(page) + ".svg?suits=two"
        )
        assert page.locator("#board").evaluate("board => getComputedStyle(board).backgroundColor") != felt
        page.reload()


def face(page: Any) -> str:
    """The code of the own card."""
    return str(page.locator(".own [data-face]").first.get_attribute("data-face"))


def ask_for_hint(page: Any) -> None:
    """Press the button of the hint, which is among the other tools in a first game on a phone."""
    page.locator("#guide").wait_for()
    if not page.locator("[data-tool=hint]").is_visible():
        page.get_by_role("button", name="More").click()
    page.locator("[data-tool=hint]").click()


def test_a_hint_can_be_stopped_and_shows_its_time_afterwards(page: Any, server: Server) -> None:
    sit_down(page, server, "kuhn_poker", "me", "random")
    wait_for_status(page, "Your turn")
    page.route("**/hint", lambda route: None)
    with page.expect_request("**/hint"):
        ask_for_hint(page)
    with page.expect_request("**/stop_hint"):
        page.get_by_role("button", name="Stop").click()
    expect(page.locator("#hint")).to_be_hidden()
    page.unroute_all(behavior="ignoreErrors")
    ask_for_hint(page)
    expect(page.locator("#hint")).to_contain_text("Hint: ")
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("button", name="Hint (")).to_be_visible()


def test_the_menu_shows_strengths_and_the_agents_behind_them(page: Any, server: Server) -> None:
    sit_down(page, server, "kuhn_poker", "me", "hard")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_label("opponents")).to_have_text("Clara: hard")
    expect(page.get_by_text("Clara: expert")).to_be_hidden()
    page.locator("#menu").get_by_text("More").click()
    expect(page.get_by_text("Clara: expert")).to_be_visible()


def test_a_person_who_resigns_is_asked_first_and_deals_a_new_game_himself(page: Any, server: Server) -> None:
    sit_down(page, server, "kuhn_poker", "me", "random")
    wait_for_status(page, "Your turn")
    page.get_by_role("button", name="More").click()
    for is_sure in (False, True):
        page.once("dialog", lambda question, yes=is_sure: question.accept() if yes else question.dismiss())
        with page.expect_event("dialog") as asked:
            page.get_by_role("button", name="Resign").click()
        assert asked.value.message == "Resign this game?"
        expect(page.locator("#end")).to_be_visible(visible=is_sure)
    expect(page.locator("#end-head")).to_have_text("You resigned")
    expect(page.locator("#end button")).to_have_text(["New deal", "Same deal again", "Same deal, next seat"])
    expect(page.locator("#end a")).to_have_count(0)  # there is no replay
    address = page.url
    page.reload()
    expect(page.locator("#end-head")).to_have_text("You resigned")
    page.get_by_role("button", name="New deal").click()
    page.wait_for_url(lambda url: url != address and "/table/" in url)
    wait_for_status(page, "Your turn")


def test_the_next_hand_is_dealt_at_the_same_table_and_points_are_added_up(page: Any, server: Server) -> None:
    sit_down(page, server, "kuhn_poker", "me", "random")
    address = page.url
    for hand in (1, 2):
        play_alone(page)
        expect(page.locator("#scores tr")).to_have_count(1 + hand)
        page.get_by_role("button", name="Next deal").click()
        expect(page.locator("#end")).to_be_hidden()
    assert page.url == address
