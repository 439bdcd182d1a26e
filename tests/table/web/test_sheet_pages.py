"""The page of score sheets in a real browser."""

import csv
import io
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.table.web.serving import Server

pytestmark = pytest.mark.slow
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def server(own_server: Server) -> Server:
    return own_server


def begin(page: Any, server: Server, *players: str, name: str = "Evening") -> None:
    """Start a sheet by keyboard."""
    page.goto(f"{server.url}sheets")
    expect(page.locator("#open li").first).to_be_visible()
    if not page.locator("#new-box[open]").count():
        page.locator("#new-box summary").press("Enter")
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type(name)
    page.get_by_label("Players, separated by commas").focus()
    page.keyboard.type(", ".join(players))
    page.keyboard.press("Enter")
    expect(page.locator("#players button")).to_have_count(len(players))


def enter(page: Any, *points: str) -> None:
    """Type points into the field with the focus."""
    for typed in points:
        page.keyboard.type(typed)
        page.keyboard.press("Enter")


def standings(page: Any, *lines: tuple[str, str]) -> None:
    """Wait until the standings are these names and points."""
    shown = [f"{place}.{name}{points}" for place, (name, points) in enumerate(lines, 1)]
    expect(page.locator("#standings li")).to_have_text(shown)


def saved(page: Any) -> None:
    """Wait until the server has all entries; until then, each answer redraws the page, and a click may be lost."""
    expect(page.locator("#saved")).to_have_text("Saved")


def is_narrow(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_an_evening_with_two_windows_and_a_server_that_is_killed(page: Any, other: Any, server: Server) -> None:
    begin(page, server, "Ann", HOSTILE, "Cem")
    page.locator("#points").focus()
    enter(page, "12+5-3", "-20", "7")
    standings(page, ("Ann", "14"), ("Cem", "7"), (HOSTILE, "−20"))
    expect(page.locator("#hand")).to_have_text("Hand 2")  # all have points of the first one
    saved(page)

    other.goto(page.url)
    standings(other, ("Ann", "14"), ("Cem", "7"), (HOSTILE, "−20"))
    other.locator("#players button", has_text="Cem").click()
    other.get_by_role("button", name="+10", exact=True).click()
    standings(page, ("Cem", "17"), ("Ann", "14"), (HOSTILE, "−20"))

    server.kill()
    page.get_by_role("button", name="+5", exact=True).click()  # Ann's turn again
    standings(page, ("Ann", "19"), ("Cem", "17"), (HOSTILE, "−20"))
    expect(page.locator("#saved")).to_contain_text("1 entry is kept in this browser")
    address, context = page.url, page.context
    page.close()
    server.start(server.port)
    page = context.new_page()
    page.goto(address)
    standings(page, ("Ann", "19"), ("Cem", "17"), (HOSTILE, "−20"))
    saved(page)
    standings(other, ("Ann", "19"), ("Cem", "17"), (HOSTILE, "−20"))

    page.get_by_role("button", name="Undo", exact=True).click()
    standings(other, ("Cem", "17"), ("Ann", "14"), (HOSTILE, "−20"))
    page.get_by_role("button", name="Redo").click()
    saved(page)
    page.get_by_role("button", name="Cem, hand 2: 10; review").click()
    page.get_by_label("Points, hand 2").fill("11")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    standings(other, ("Ann", "19"), ("Cem", "18"), (HOSTILE, "−20"))


def test_ten_players_on_a_phone_by_keyboard_alone(page: Any, server: Server) -> None:
    names = ["Ann", "Bob", "Bartholomew the Younger", "Dora", "Emil", "Fatima", "Gustav", "Hanna", "Igor", "Jo"]
    begin(page, server, *names)
    page.locator("#whole summary").press("Enter")
    page.locator("#whole-fields input").first.focus()
    for number in range(10):
        if number != 4:  # Emil has none
            page.keyboard.type(str(number))
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#hand")).to_have_text("Hand 2")
    expect(page.locator("#table tfoot td")).to_have_text(["0", "1", "2", "3", "0", "5", "6", "7", "8", "9"])
    page.locator("#undo").press("Enter")  # the hand and its points together
    expect(page.locator("#hand")).to_have_text("Hand 1")
    expect(page.locator("#standings b").first).to_have_text("0")
    page.locator("#redo").press("Enter")
    page.get_by_role("button", name="Emil, hand 1: nothing; add").press("Enter")
    enter(page, "-4")
    page.keyboard.press("Escape")
    expect(page.locator("#standings li").last).to_have_text("10.Emil−4")
    assert is_narrow(page)

    page.locator("#settings-open").press("Enter")
    page.get_by_label("Low score wins").last.press("Space")
    page.get_by_label("Earlier turn for Jo").press("Enter")
    page.get_by_label("Name of player 10").fill("Isidor")
    page.get_by_label("Name of player 10").press("Enter")
    page.get_by_label("Remove Bob").press("Enter")
    assert is_narrow(page)
    page.keyboard.press("Escape")
    expect(page.locator("#players .name")).to_have_text([names[0], *names[2:8], "Jo", "Isidor"])
    expect(page.locator("#standings li").first).to_have_text("1.Emil−4")
    expect(page.locator("#standings li").last).to_have_text("9.Jo9")


def test_undo_after_removing_a_player_brings_the_player_back(page: Any, other: Any, server: Server) -> None:
    begin(page, server, "Ann", "Bob")
    page.locator("#points").focus()
    enter(page, "3", "4")
    page.locator("#settings-open").press("Enter")
    page.get_by_label("Name of player 2").fill("Bobby")
    page.get_by_label("Name of player 2").press("Enter")
    page.get_by_label("Remove Bobby").press("Enter")
    page.keyboard.press("Escape")
    standings(page, ("Ann", "3"))
    page.locator("#undo").press("Enter")
    standings(page, ("Bobby", "4"), ("Ann", "3"))
    page.locator("#redo").press("Enter")
    standings(page, ("Ann", "3"))
    saved(page)
    other.goto(page.url)
    standings(other, ("Ann", "3"))
    other.locator("#undo").press("Enter")
    standings(page, ("Bobby", "4"), ("Ann", "3"))
    page.locator("#players button", has_text="Ann").click()
    page.locator("#review").press("Enter")
    page.get_by_role("button", name="Undo", exact=True).last.press("Enter")
    page.keyboard.press("Escape")
    standings(page, ("Bobby", "4"), ("Ann", "0"))
    page.locator("#undo").press("Enter")  # the entry undone in the review
    standings(page, ("Bobby", "4"), ("Ann", "3"))


def test_the_dealers_mark_goes_back_with_the_hand(page: Any, server: Server) -> None:
    begin(page, server, "Ann", "Bob", "Cem")
    dealer = page.locator("#players button:has(.dealer) .name")
    page.locator("#settings-open").press("Enter")
    page.get_by_label("Dealer").select_option("Ann")
    page.keyboard.press("Escape")
    for button, name in (("#hand-on", "Bob"), ("#hand-on", "Cem"), ("#hand-back", "Bob"), ("#hand-back", "Ann")):
        page.locator(button).press("Enter")
        expect(dealer).to_have_text(name)
    expect(page.locator("#hand")).to_have_text("Hand 1")


def test_a_name_that_is_being_typed_outlasts_what_comes_in(page: Any, other: Any, server: Server) -> None:
    begin(page, server, "Ann", "Bob")
    saved(page)
    other.goto(page.url)
    expect(other.locator("#players button")).to_have_count(2)
    page.locator("#settings-open").press("Enter")
    page.get_by_label("Name of player 2").press("End")
    page.keyboard.type("by")
    other.locator("#points").focus()
    enter(other, "7")
    standings(page, ("Ann", "7"), ("Bob", "0"))
    page.keyboard.type(" Lee")
    page.keyboard.press("Enter")
    standings(other, ("Ann", "7"), ("Bobby Lee", "0"))


def test_the_selection_in_a_field_outlasts_incoming_events(page: Any, other: Any, server: Server) -> None:
    begin(page, server, "Ann", "Bob")
    saved(page)
    other.goto(page.url)
    expect(other.locator("#players button")).to_have_count(2)
    page.locator("#settings-open").press("Enter")
    page.get_by_label("Name of player 2").select_text()
    other.locator("#points").focus()
    enter(other, "7")
    standings(page, ("Ann", "7"), ("Bob", "0"))
    page.keyboard.type("Lee")
    page.keyboard.press("Enter")
    standings(other, ("Ann", "7"), ("Lee", "0"))


def test_a_pressed_button_is_not_drawn_anew(page: Any, other: Any, server: Server) -> None:
    """The tap would be lost."""
    begin(page, server, "Ann", "Bob")
    saved(page)
    other.goto(page.url)
    expect(other.locator("#standings li")).to_have_text(["1.Ann0", "1.Bob0"])
    page.bring_to_front()
    page.locator("#players button", has_text="Bob").hover()
    page.mouse.down()
    with page.expect_response(lambda answer: "after=" in answer.url and answer.json()["events"] != []):
        other.get_by_role("button", name="+10", exact=True).click()
    page.wait_for_timeout(200)  # it is hidden meanwhile
    expect(page.locator("#standings li")).to_have_text(["1.Ann0", "1.Bob0"])
    page.mouse.up()
    standings(page, ("Ann", "10"), ("Bob", "0"))
    expect(page.locator("#entry-title")).to_have_text("Points for Bob, who has 0")


def test_the_way_back_to_all_sheets_is_not_drawn_anew_when_other_links_come(page: Any, server: Server) -> None:
    begin(page, server, "Ann", name="One sheet")
    saved(page)
    begin(page, server, "Bob", name="Another sheet")
    saved(page)
    held: list[Any] = []
    page.route("**/api/sheets?shelf=open", lambda route: held.append(route))
    page.reload()
    link = page.get_by_role("link", name="All sheets")
    link.evaluate("link => { link.isTheSame = true; }")
    held[0].continue_()
    expect(page.locator("#others a", has_text="One sheet")).to_be_visible()
    assert link.evaluate("link => link.isTheSame")


def test_a_colour_that_is_being_picked_outlasts_what_comes_in(page: Any, other: Any, server: Server) -> None:
    begin(page, server, "Ann", "Bob")
    saved(page)
    other.goto(page.url)
    expect(other.locator("#players button")).to_have_count(2)
    page.locator("#settings-open").press("Enter")
    colour = page.get_by_label("Colour of Bob")
    colour.click()
    colour.evaluate("input => { input.picking = true; }")
    other.locator("#points").focus()
    enter(other, "7")
    standings(page, ("Ann", "7"), ("Bob", "0"))
    assert colour.evaluate("input => input.picking")
    colour.fill("#123456")
    other.locator("#settings-open").press("Enter")
    expect(other.get_by_label("Colour of Bob")).to_have_value("#123456")


def test_two_sheets_are_finished_exported_and_begun_again(page: Any, server: Server) -> None:
    begin(page, server, "Ann", "Bob", name="First")
    saved(page)
    page.get_by_role("link", name="All sheets").click()
    expect(page.locator("#open > li > a", has_text="First")).to_be_visible()  # everything is loaded again
    page.locator("#new-box summary").click()
    page.get_by_label("Name", exact=True).fill("Second")
    page.get_by_role("checkbox", name="Bob", exact=True).check()
    page.get_by_label("Players, separated by commas").fill("Cem; bob")
    page.get_by_label("One row for each hand").first.uncheck()
    page.get_by_role("button", name="Start the sheet").click()
    expect(page.locator("#players .name")).to_have_text(["bob", "Cem"])
    page.get_by_role("button", name="−50").click()
    page.get_by_role("button", name="+1", exact=True).click()
    expect(page.locator("#table tbody th")).to_have_text(["score 1", "score 2"])
    expect(page.locator("#players small")).to_have_text(["2 rounds", "0 rounds"])
    page.get_by_label("Order").select_option("last")
    expect(page.locator("#players .name")).to_have_text(["bob", "Cem"])
    page.get_by_label("Order").select_option("best")
    expect(page.locator("#players .name")).to_have_text(["Cem", "bob"])
    saved(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "Second.csv"
    table = list(csv.reader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    assert table == [
        ["row", "note", "bob", "Cem"],
        ["score 1", "", "-50", ""],
        ["score 2", "", "1", ""],
        ["total", "", "-49", "0"],
    ]

    page.get_by_role("button", name="Finish").click()
    expect(page.locator("#entry")).to_be_hidden()
    saved(page)
    page.get_by_role("button", name="New, same players").click()
    expect(page.get_by_role("button", name="Finish")).to_be_visible()
    expect(page.locator("#players button b")).to_have_text(["0", "0"])
    saved(page)
    page.get_by_role("link", name="First", exact=True).click()
    expect(page.locator("#name")).to_have_text("First")
    page.get_by_role("link", name="All sheets").click()
    expect(page.locator("#open > li > a").nth(0)).to_have_text("Second")
    expect(page.locator("#open > li > a").nth(1)).to_have_text("First")
    page.locator("#finished a", has_text="Second").click()
    page.get_by_role("button", name="Reopen").click()
    expect(page.locator("#entry")).to_be_visible()
    assert is_narrow(page)


def test_chance_the_dealer_and_the_timer(page: Any, server: Server) -> None:
    page.clock.install(time="2026-01-02 20:00:00")
    begin(page, server, "Ann", "Bob", "Cem", "Dora")
    page.get_by_role("button", name="Random sides").click()
    sides = page.locator("#picked li").all_inner_texts()
    assert [len(side.split(" and ")) for side in sides] == [2, 2]
    assert sorted(" and ".join(sides).split(" and ")) == ["Ann", "Bob", "Cem", "Dora"]
    page.get_by_role("button", name="Random player").click()
    dealer = page.locator("#picked b").inner_text()
    page.get_by_role("button", name="Make the dealer").click()
    expect(page.locator("#players button:has(.dealer) .name")).to_have_text(dealer)
    page.get_by_role("button", name="Next hand").click()
    left = {"Ann": "Bob", "Bob": "Cem", "Cem": "Dora", "Dora": "Ann"}[dealer]
    expect(page.locator("#players button:has(.dealer) .name")).to_have_text(left)

    page.clock.pause_at("2026-01-02 21:00:00")  # from now on, time passes only by the test's commands
    page.get_by_label("minutes").fill("1.5")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#clock")).to_have_text("1:30")
    page.clock.run_for(20_000)
    expect(page.locator("#clock")).to_have_text("1:10")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Buzzer").click()
    page.get_by_label("Font").select_option("mono")
    page.clock.run_for(60_000)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-letters", "mono")
    expect(page.locator("#clock")).to_have_text("1:10")
    page.get_by_role("button", name="Go on").click()
    page.clock.run_for(71_000)
    expect(page.locator("#timer-told")).to_have_text("Time is up.")


def test_entries_that_the_server_refuses_are_shown_until_they_are_seen(page: Any, server: Server) -> None:
    begin(page, server, "Ann")
    saved(page)
    page.evaluate(
        """() => localStorage.setItem(
            `cardzoo-sheet/${location.hash.slice(1)}/waiting/event-00001`,
            JSON.stringify({ at: Date.now(), id: "event-00001", kind: "undo", event: "nowhere-01" }),
        )"""
    )
    page.reload()
    expect(page.locator("#refused li")).to_contain_text("there is no such event")
    page.reload()
    expect(page.locator("#refused li")).to_contain_text("there is no such event")
    saved(page)
    page.get_by_role("button", name="Got it").click()
    expect(page.locator("#refused")).to_be_hidden()
    saved(page)


def test_a_finished_table_leads_to_its_sheet(page: Any, server: Server) -> None:
    page.goto(server.url)
    plan = {"game": "getaway-v0", "players": 3, "seats": ["random", "novice", "random"], "pace": 0}
    ask = "async (plan) => (await fetch('/api/tables', { method: 'POST', body: JSON.stringify(plan) })).json()"
    made = page.evaluate(ask, plan)
    page.goto(f"{server.url}table/{made['id']}")
    page.get_by_role("link", name="Score sheet").click()
    expect(page.locator("#players .name")).to_have_text(["Clara", "Hugo", "Nora"])
    expect(page.locator("#table tbody th")).to_have_text(["score 1"])
    page.get_by_role("link", name="All games").click()
    page.get_by_role("link", name="Score sheets").click()
    expect(page.locator("#played > li > a").first).to_have_text("Getaway")  # apart from people's own sheets
    expect(page.locator("#open")).not_to_contain_text("Getaway")


def test_a_sheet_on_a_phone_is_written_by_number_keys_where_the_totals_stand_up_to_its_target(page, server) -> None:
    begin(page, server, "Ann", "Bob")
    page.locator("#settings-open").click()
    page.get_by_label("Ends at").last.fill("20")
    page.get_by_label("Ends at").last.press("Enter")
    page.get_by_role("button", name="Done").click()
    points = page.locator("#points")
    expect(points).to_have_attribute("inputmode", "tel")
    points.fill("12")
    page.locator("#plus").click()
    page.keyboard.type("3")
    page.locator("#negate").click()
    expect(points).to_have_value("12-3")
    page.keyboard.press("Enter")
    expect(page.locator("#entry-title")).to_have_text("Points for Bob, who has 0")
    expect(page.locator("#reached")).to_be_hidden()
    enter(page, "21", "4", "1")
    expect(page.locator("#reached")).to_contain_text("20 points are reached: Bob wins.")
    enter_button = page.locator("#typed .primary").bounding_box()
    assert page.locator("#players").bounding_box()["y"] < enter_button["y"] < 700  # of 844: both are seen together
    expect(page.locator("#standings")).to_be_hidden()  # the players show places and totals
    expect(page.locator("#course polyline")).to_have_count(2)
    page.get_by_role("button", name="Finish the sheet").click()
    expect(page.locator("#finish")).to_have_text("Reopen")
    assert is_narrow(page)


def test_a_review_ends_when_the_player_is_removed_elsewhere(page: Any, server: Server) -> None:
    begin(page, server, "Ann", "Bob")
    page.locator("#review").click()
    expect(page.locator("#review-title")).to_have_text("Scores of Ann")
    tab = page.context.new_page()
    tab.goto(page.url)
    expect(tab.locator("#players button")).to_have_count(2)
    saved(tab)
    tab.locator("#settings-open").click()
    tab.get_by_label("Remove Ann").click()
    tab.close()
    expect(page.locator("#players .name")).to_have_text(["Bob"])
    expect(page.locator("#review-dialog")).to_be_hidden()


UNNAMED = """() => [...document.querySelectorAll("main:not([hidden]) *, dialog *")]
    .filter((element) => element.matches("input, select, button, a"))
    .filter((element) => {
      const words = (one) => one.ariaLabel || (one.matches("select") ? "" : one.textContent.trim());
      return ![...(element.labels ?? []), element].some(words);
    })
    .map((element) => element.outerHTML)"""


def test_all_that_can_be_touched_has_a_name(page: Any, server: Server) -> None:
    begin(page, server, "Ann", "Bob")
    page.locator("#points").focus()
    enter(page, "3", "4", "5")
    for opener in ("#settings-open", "#review", "#history summary"):
        page.locator(opener).click()
        assert page.evaluate(UNNAMED) == []
        page.keyboard.press("Escape")
