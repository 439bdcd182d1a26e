"""The pages in a real browser: by mouse, by keyboard, on a small screen, after a reload."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardzoo.envs.engine.cards import parse_cards
from cardzoo.envs.replay import record
from tests.playing import ONE_GAME, walk
from tests.table.web.serving import Server

pytestmark = pytest.mark.slow


def choose_seats(page: Any, *seats: str) -> None:
    """Choose the players in the form of a new game."""
    page.locator("#seats summary").click()
    if page.locator("#players").count():
        page.get_by_label("Players").select_option(str(len(seats)))
    for number, name in enumerate(seats, 1):
        page.get_by_label(f"Seat {number}").select_option(name)


def choose_in_menu(page: Any, title: str, value: str) -> None:
    """Choose a setting in the menu of the table."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_label(title).select_option(value)
    page.get_by_role("button", name="Close").click()


def switch_in_menu(page: Any, title: str, is_on: bool) -> None:
    """Switch something on or off in the menu of the table."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_label(title, exact=True).set_checked(is_on)
    page.get_by_role("button", name="Close").click()


def choose_game(page: Any, server: Server, search: str) -> None:
    """Choose a game by typing, which opens the form of a new game."""
    page.goto(server.url)
    page.get_by_label("Search").fill(search)
    page.locator("button.game").first.click()
    page.locator("#form").wait_for()


def start_game(page: Any, deal: int) -> None:
    """Give the number of the deal in the form, and start the game."""
    page.get_by_text("More settings").click()
    page.get_by_label("Deal number").fill(str(deal))
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/table/*")


def sit_down(page: Any, server: Server, game: str, *seats: str, deal: int = 7) -> None:
    """Open a new table, made by one request as the first page makes it."""
    plan = {"game": f"{game}-v0", "players": len(seats) or 1, "seats": seats or ["me"], "seed": deal}
    page.context.request.get(server.url)  # for the cookie by which the server knows this browser
    made = page.context.request.post(f"{server.url}api/tables", data=plan, headers={"origin": server.url.rstrip("/")})
    assert made.ok, made.text()
    page.goto(f"{server.url}table/{made.json()['id']}")


def table_of(page: Any) -> str:
    """The id of the table that a page shows."""
    return str(page.url).rpartition("/")[2]


def log(page: Any) -> list[str]:
    return list(page.locator("#log li:not(.muted)").all_text_contents())


def wait_for_lines(page: Any, count: int) -> None:
    """Wait until so many actions have happened."""
    expect(page.locator("#log li:not(.muted)")).to_have_count(count)


def wait_for_status(page: Any, words: str) -> None:
    """Wait until the page shows a text as the state of the table."""
    expect(page.locator("#status")).to_contain_text(words)


def play_first_move(page: Any) -> None:
    """Play the first move of the list, and wait until the page shows it."""
    moves = page.locator("#moves button[data-action]")
    expect(moves.first).to_be_visible()
    lines = page.locator("#log li:not(.muted)").count()
    moves.first.click()
    expect(page.locator("#log li:not(.muted)").nth(lines)).to_be_attached()


def play_alone(page: Any) -> None:
    """Play the first move of each list; the next one may have the same words, so words do not show that it has come."""
    while not page.locator("#end h2").is_visible():
        play_first_move(page)
        expect(page.locator("#status.mine, #end h2")).to_be_visible()


def wait_for_guide(page: Any) -> None:
    """Wait until a first game is explained: before that, the board shrinks and its parts move."""
    expect(page.locator("#guide")).to_be_visible()


def is_narrow(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def tab_to(page: Any, selector: str) -> None:
    """Press tab until an element has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"tab does not lead to {selector}")


NAMELESS = """() => [...document.querySelectorAll("a, button, input, select, [role=img], [role=group], [tabindex='0']")]
    .filter((one) => one.checkVisibility())
    .filter((one) => !(one.ariaLabel || one.labels?.[0]?.innerText.trim() || one.innerText.trim()))
    .map((one) => one.outerHTML)"""


TURN_TAB = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_game_is_played_by_touching_and_by_dragging_cards_on_a_small_screen(page: Any, server: Server) -> None:
    sit_down(page, server, "black_hole")
    page.locator("button.card.can").first.click()
    wait_for_lines(page, 1)
    assert page.locator("#live").inner_text().startswith("you played ")
    assert is_narrow(page)
    page.get_by_role("button", name="Take back").click()
    wait_for_lines(page, 0)
    wait_for_guide(page)
    page.locator("button.card.can").first.drag_to(page.locator("[aria-label^='hole']"))
    wait_for_lines(page, 1)
    page.get_by_role("button", name="More").click()  # in a first game the guide has the hint's place
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint")).to_contain_text("Hint: Play ")
    expect(page.locator(".card.advised")).to_have_count(1)


def middle(place: Any) -> dict[str, float]:
    """The middle of an element."""
    box = place.bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def drag_by_finger(page: Any, start: Any, end: Any) -> None:
    """Press an element, move to another one, and let go."""
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    start, end = middle(start), middle(end)
    half = {axis: (start[axis] + end[axis]) / 2 for axis in "xy"}
    for kind, points in (("Start", [start]), ("Move", [half]), ("Move", [end]), ("End", [])):
        finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})


def faces(page: Any) -> list[str]:
    """The cards of the own hand, in its order."""
    return list(page.locator(".own [data-face]").evaluate_all("all => all.map((card) => card.ariaLabel)"))


def test_cards_are_dragged_by_a_finger(page: Any, server: Server) -> None:
    sit_down(page, server, "black_hole")
    page.locator("button.card.can").first.wait_for()
    wait_for_guide(page)
    drag_by_finger(page, page.locator("button.card.can").first, page.locator("[aria-label^='hole']"))
    wait_for_lines(page, 1)
    expect(page.locator(".dragged")).to_have_count(0)


def names_and_hand(page: Any) -> tuple[list[str], list[str]]:
    """The names of the players of the page's table, and the cards of the own hand."""
    page.get_by_role("button", name="Sort").wait_for()
    read = "async id => (await (await fetch(`/api/tables/${id}`)).json()).names"
    return list(page.evaluate(read, table_of(page))), faces(page)


def test_the_form_makes_the_table_that_is_chosen_in_it(page: Any, server: Server) -> None:
    seats = "me", "random", "novice"
    choose_game(page, server, "getaway")
    choose_seats(page, *seats)
    start_game(page, deal=7)
    names, hand = names_and_hand(page)
    sit_down(page, server, "getaway", *seats, deal=7)
    assert names_and_hand(page) == (names, hand)
    sit_down(page, server, "getaway", *reversed(seats), deal=8)
    other_names, other_hand = names_and_hand(page)
    assert other_names != names
    assert other_hand != hand


def test_a_hand_is_sorted_by_suit_by_rank_and_as_its_holder_likes(page: Any, server: Server) -> None:
    sit_down(page, server, "getaway", "me", "random", "random")
    page.get_by_role("button", name="Sort").wait_for()
    suits = [name.split(" of ")[1] for name in faces(page)]
    assert suits == sorted(suits, key=["clubs", "diamonds", "spades", "hearts"].index)
    page.get_by_role("button", name="Sort").click()
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"]
    ranks = [name.split(" of ")[0] for name in faces(page)]
    assert ranks == sorted(ranks, key=order.index)
    before = faces(page)
    page.locator("#moves button").first.wait_for()  # agents are still, so the page does not change
    wait_for_guide(page)
    hand = page.locator(".own [data-face]")
    hand.first.drag_to(hand.last, target_position={"x": 17, "y": 40})
    assert faces(page) == [*before[1:], before[0]]
    page.reload()
    page.get_by_role("button", name="Sort").wait_for()
    assert faces(page) == before


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("6♥ 7♥ 8♥ 2♣ K♦", ["6♥ 7♥ 8♥"]),
        ("7♣ 7♦ 7♥ 5♥ 6♥ 8♥ 9♥", ["5♥ 6♥ 7♥ 8♥ 9♥"]),  # five cards rather than three
        ("7♣ 7♦ 7♥ 7♠ 5♥ 6♥", ["5♥ 6♥ 7♥", "7♣ 7♦ 7♠"]),
        ("Q♠ K♠ A♠ A♥", []),
    ],
)
def test_melds_of_a_hand_are_found(page: Any, server: Server, hand: str, melds: list[str]) -> None:
    page.goto(server.url)
    find = "async (cards) => (await import('/static/sorting.js')).findMelds(cards)"
    cards = parse_cards(hand)
    found = page.evaluate(find, cards)
    assert sorted(sorted(cards[place] for place in meld) for meld in found) == sorted(
        sorted(parse_cards(meld)) for meld in melds
    )


def test_legal_moves_are_always_on_the_screen_and_others_are_explained(page: Any, server: Server) -> None:
    sit_down(page, server, "getaway", "me", "random", "random")
    page.locator("#moves button").first.wait_for()
    wait_for_guide(page)
    for part in (
        page.locator(".own [data-face]"),
        page.locator("#moves button"),
        page.get_by_role("button", name="Take back"),
    ):
        for place in (part.first, part.last):
            box = place.bounding_box()
            assert box["x"] >= 0
            assert box["y"] + box["height"] <= 844
    assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
    before = log(page)
    page.locator(".own span.card").first.dispatch_event("click")
    expect(page.locator("#problem")).to_contain_text("You")
    assert log(page) == before


def test_a_card_is_tapped_twice_to_go_home(page: Any, server: Server) -> None:
    """The card does so even if it could go elsewhere."""
    sit_down(page, server, "yukon", deal=0)
    ace = page.get_by_label("ace of spades", exact=True)
    ace.click()
    expect(ace).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#moves button")).to_have_text(["Move A♠ to the foundation", "Move A♠ onto 2♥"])
    ace.click()
    wait_for_lines(page, 1)
    assert log(page) == ["you moved A♠ to the foundation"]


def test_long_lists_are_composed_step_by_step(page: Any, server: Server) -> None:
    sit_down(page, server, "superfecta", "me", "random")
    page.get_by_role("button", name="Bet on … before … (12)").click()
    page.get_by_role("button", name="Bet on ♣ before ♦").wait_for()
    page.get_by_role("button", name="‹ back").click()
    page.get_by_role("button", name="Bet that … wins (4)").click()
    page.get_by_role("button", name="Bet that ♥ wins").click()
    wait_for_lines(page, 1)
    assert log(page) == ["you bet that ♥ wins"]


def tables(page: Any) -> int:
    """The number of this browser's tables."""
    return int(page.evaluate("async () => (await (await fetch('/api/tables')).json()).length"))


COME_BACK = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
"""The back button shows a page as it was before leaving."""


def press_twice_and_come_back(page: Any, button: str, first: int) -> None:
    """Press the button of this number that makes a table, twice; and once more after the back button."""
    page.route("**/table/*", lambda route: route.fulfill(status=204))  # so the page stays
    for times in (first, first + 1):
        with page.expect_request("**/table/*"):
            page.get_by_role("button", name=button).dblclick()
        assert tables(page) == times
        page.evaluate(COME_BACK)


def test_two_presses_make_one_table_and_another_after_the_back_button(page: Any, server: Server) -> None:
    choose_game(page, server, "kuhn")
    choose_seats(page, "random", "random")
    press_twice_and_come_back(page, "Start game", 1)


def test_two_presses_play_again_once_and_again_after_the_back_button(page: Any, server: Server) -> None:
    sit_down(page, server, "kuhn_poker", "random", "random")
    expect(page.locator("#end")).to_be_visible()
    press_twice_and_come_back(page, "Play again", 2)


def test_after_the_end_the_same_cards_can_be_dealt_again(page: Any, server: Server) -> None:
    sit_down(page, server, "kuhn_poker", "random", "me")
    play_alone(page)
    before = page.url
    cards = faces(page)
    page.get_by_role("button", name="Same deal again").click()
    page.wait_for_url(lambda url: url != before)
    page.locator(".own [data-face]").first.wait_for()
    assert faces(page) == cards


COUNT_TRAVELS = """
    window.travels = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...of) { window.travels += 1; return animate.apply(this, of); };
"""


def test_cards_travel_unless_that_is_switched_off_or_the_system_asks_for_less(page: Any, server: Server) -> None:
    page.add_init_script(COUNT_TRAVELS)
    sit_down(page, server, "yukon", deal=0)
    ace_home = page.get_by_role("button", name="Move A♠ to the foundation")

    def play_and_take_back() -> int:
        ace_home.click()
        wait_for_lines(page, 1)
        travels = int(page.evaluate("window.travels"))
        page.get_by_role("button", name="Take back").click()
        wait_for_lines(page, 0)
        return travels

    assert play_and_take_back() == 0
    assert page.get_by_label("Animations").count() == 0
    page.emulate_media(reduced_motion="no-preference")
    travels = play_and_take_back()
    assert travels > 0
    switch_in_menu(page, "Animations", False)
    assert play_and_take_back() == travels


def test_rules_are_compiled_while_the_table_is_set_and_can_be_read(page: Any, server: Server) -> None:
    choose_game(page, server, "black hole")
    expect(page.locator("#state")).to_have_text("Ready.")
    page.get_by_role("button", name="Rules").click()
    expect(page.locator("#rules h1")).to_have_text("Black Hole")
    page.get_by_role("button", name="Close").click()
    page.locator("#rules").wait_for(state="hidden")


def test_a_replay_plays_by_itself_and_its_address_keeps_the_step(page: Any, server: Server) -> None:
    sit_down(page, server, "kuhn_poker", "random", "random")
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")  # in the table's former place one can also "Play again"
    page.get_by_role("button", name="Play").click()
    wait_for_status(page, "The end")
    page.get_by_role("button", name="Play").wait_for()
    end = page.locator("#status").inner_text()
    page.reload()
    expect(page.locator("#status")).to_have_text(end)


def test_a_game_is_played_to_its_end_by_keyboard_alone(page: Any, server: Server) -> None:
    page.goto(server.url)
    page.locator("button.game").first.wait_for()
    tab_to(page, "#search")
    page.keyboard.type("black hole")
    tab_to(page, "button.game")
    page.keyboard.press("Enter")
    page.locator("#form").wait_for()
    assert page.evaluate(NAMELESS) == []
    tab_to(page, "#more summary")
    page.keyboard.press("Enter")
    tab_to(page, "#seed")
    page.keyboard.type("8")  # a deal with several moves
    tab_to(page, "button[type=submit]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    page.locator("button.card.can").first.wait_for()
    assert page.evaluate(NAMELESS) == []
    tab_to(page, "button.card")
    name, place = page.evaluate("[document.activeElement.ariaLabel, document.activeElement.dataset.place]")
    assert name.split(" of ")[1] in ("clubs", "diamonds", "hearts", "spades")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.place") != place
    lines = 0
    while page.locator("#choices").is_visible():
        assert page.evaluate("document.activeElement.matches('button.card')")
        page.keyboard.press("Enter")
        lines += 1
        wait_for_lines(page, lines)
    assert "The game is over: 1. you" in page.locator("#live").inner_text()
    assert page.locator("#end h2").inner_text() == "No moves left"


def test_a_reload_and_a_killed_server_lose_nothing(page: Any, server: Server) -> None:
    sit_down(page, server, "getaway", "me", "novice", "novice")
    page.locator("#moves button").first.click()
    page.locator("#log li:not(.muted)").nth(2).wait_for(state="attached")
    page.locator("#moves button").first.wait_for()
    before = log(page)
    page.reload()
    page.locator("#moves button").first.wait_for()
    assert log(page) == before
    server.kill()
    page.get_by_text("the server does not answer").wait_for()
    server.start(server.port)
    page.get_by_text("the server does not answer").wait_for(state="detached")
    page.locator("#moves button").first.click()
    page.locator("#log li:not(.muted)").nth(len(before)).wait_for(state="attached")
    assert log(page)[: len(before)] == before
    assert is_narrow(page)


COUNT_STREAMS = """
    let streams = 0;
    window.EventSource = class extends EventSource {
        constructor(path) {
            super(path);
            this.addEventListener("open", () => { document.documentElement.dataset.streams = ++streams; });
        }
    };
"""


def test_a_reload_in_the_middle_of_a_move_plays_it_once_or_not_at_all(page: Any, server: Server) -> None:
    """The request may have reached the server or not."""
    sit_down(page, server, "black_hole")
    page.locator("button.card.can").first.wait_for()
    held: list[Any] = []
    page.route("**/play", lambda route: held.append(route))
    with page.expect_request("**/play"):
        page.locator("#moves button").first.click()
    page.reload()  # before the request may go on, which is then forgotten
    page.unroute_all(behavior="ignoreErrors")
    page.locator("#moves button").first.wait_for()
    assert log(page) == []
    page.locator("#moves button").first.click()
    wait_for_lines(page, 1)
    with page.expect_response("**/play"):
        page.locator("#moves button").first.evaluate("button => { button.click(); }")
    page.reload()
    wait_for_lines(page, 2)


def test_an_answer_that_never_comes_does_not_keep_a_person_from_playing(page: Any, server: Server) -> None:
    """A telephone may change from one network to another; then the stream of events is opened again."""
    page.add_init_script(COUNT_STREAMS)
    sit_down(page, server, "black_hole")
    page.locator("button.card.can").first.wait_for()
    page.evaluate("() => { window.usual = fetch; window.fetch = () => new Promise(() => {}); }")
    page.locator("#moves button").first.click()
    page.evaluate("() => { window.fetch = window.usual; }")
    page.evaluate(f"for (const hidden of [true, false]) ({TURN_TAB})(hidden)")
    expect(page.locator("html")).to_have_attribute("data-streams", "2")
    page.locator("#moves button").first.click()
    wait_for_lines(page, 1)


def test_a_move_on_its_way_is_marked(page: Any, server: Server) -> None:
    sit_down(page, server, "black_hole")
    page.locator("button.card.can").first.wait_for()
    page.route("**/play", lambda route: None)
    page.locator("#moves button").first.click()
    expect(page.locator(".board.sending")).to_be_visible()
    page.unroute("**/play")
    page.evaluate(f"for (const hidden of [true, false]) ({TURN_TAB})(hidden)")
    expect(page.locator(".board.sending")).to_have_count(0)


def test_a_move_of_two_tabs_at_once_happens_once(page: Any, server: Server) -> None:
    sit_down(page, server, "yukon", deal=0)
    for lines in (1, 2):
        page.locator("#moves button").first.click()
        wait_for_lines(page, lines)
    tab = page.context.new_page()
    tab.goto(page.url)
    wait_for_lines(tab, 2)
    held: list[Any] = []
    tab.route("**/undo", lambda route: held.append(route))
    with tab.expect_request("**/undo"):
        tab.get_by_role("button", name="Take back").click()
    page.get_by_role("button", name="Take back").click()
    for one in (page, tab):
        wait_for_lines(one, 1)
    with tab.expect_response("**/undo") as late:
        held[0].continue_()
    assert late.value.status == 409
    expect(tab.locator("#problem")).to_have_text("the game has moved on; reload the page")
    for one in (page, tab):
        wait_for_lines(one, 1)


def test_any_number_of_tabs_may_be_open(page: Any, server: Server) -> None:
    """A browser opens six connections to a server; hidden tabs leave theirs to the others."""
    sit_down(page, server, "black_hole")
    tabs = [page]
    for _ in range(6):
        tabs[-1].evaluate(TURN_TAB, True)
        tabs.append(page.context.new_page())
        tabs[-1].goto(page.url)
        tabs[-1].locator("button.card.can").first.wait_for()
    tabs[-1].locator("button.card.can").first.click()
    page.evaluate(TURN_TAB, False)
    wait_for_lines(page, 1)
    tabs[-1].goto(server.url)
    tabs[-1].get_by_role("button", name="delete Black Hole").click()
    page.get_by_text("This table no longer exists.").wait_for()


def test_tabs_look_from_seats_of_their_own_also_after_a_reload(page: Any, server: Server) -> None:
    sit_down(page, server, "getaway", "random", "novice", "random")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go on").wait_for()
    tab = page.context.new_page()
    tab.goto(page.url)
    choose_in_menu(tab, "View as", "1")
    tab.wait_for_url("**?seat=1")
    tab.reload()
    expect(tab.get_by_label("View as")).to_have_value("1")
    lines = len(log(tab))
    tab.get_by_role("button", name="Step").click()
    wait_for_lines(tab, lines + 1)
    wait_for_lines(page, lines + 1)
    expect(page.get_by_label("View as")).to_have_value("0")


def test_a_pressed_card_is_not_drawn_anew(page: Any, server: Server) -> None:
    """The click or drag in progress would be lost."""
    sit_down(page, server, "getaway", "me", "random", "random")
    page.locator("#moves button").first.wait_for()
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#moves button").first.wait_for()
    page.bring_to_front()
    lines = len(log(page))
    card = page.locator(".own button.card").first
    card.hover()
    page.mouse.down()
    card.evaluate("card => { card.isTheSame = true; }")
    with other.expect_response("**/pace"):
        choose_in_menu(other, "Pace", "3")
    page.wait_for_timeout(500)  # the page receives it too, and must not show it
    assert card.evaluate("card => card.isTheSame")
    expect(page.get_by_label("Pace")).to_have_value("0.7")
    page.mouse.up()
    expect(page.get_by_label("Pace")).to_have_value("3")
    expect(page.locator("#log li:not(.muted)").nth(lines)).to_contain_text("you play")


def test_tools_can_be_used_while_agents_move(page: Any, server: Server) -> None:
    """A button that is drawn anew loses the click in progress, and an open list closes."""
    sit_down(page, server, "getaway", "random", "novice", "random")
    page.get_by_role("button", name="Pause").evaluate("button => { button.isTheSame = true; }")
    lines = page.locator("#log li:not(.muted)").count()
    page.locator("#log li:not(.muted)").nth(lines + 2).wait_for(state="attached")
    assert page.get_by_role("button", name="Pause").evaluate("button => button.isTheSame")


def test_the_list_of_tables_is_new_when_the_back_button_shows_the_page_as_it_was(page: Any, server: Server) -> None:
    page.goto(server.url)
    page.locator("button.game").first.wait_for()
    expect(page.locator("#going-on")).to_be_hidden()
    plan = {"game": "black_hole-v0", "players": 1, "seats": ["me"]}
    page.evaluate("plan => fetch('/api/tables', { method: 'POST', body: JSON.stringify(plan) })", plan)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator("#tables a")).to_have_text(["Black Hole"])


def test_a_watched_game_is_replayed_and_its_file_opened_again(page: Any, server: Server, tmp_path: Path) -> None:
    sit_down(page, server, "getaway", "random", "novice", "random")
    choose_in_menu(page, "Pace", "0")
    page.get_by_role("link", name="Replay").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    file = tmp_path / "replay.json"
    download.value.save_as(file)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    page.get_by_role("button", name="one action forward").click()
    wait_for_status(page, "1 of ")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    wait_for_status(page, "2 of ")
    page.get_by_role("button", name="to the end").click()
    wait_for_status(page, "The end")
    assert page.evaluate(NAMELESS) == []
    end = page.locator("#board").inner_text()

    page.goto(server.url)
    page.get_by_label("Open a replay").set_input_files(file)
    page.wait_for_url("**/replay/*")
    page.get_by_role("button", name="to the end").click()
    wait_for_status(page, "The end")
    assert page.locator("#board").inner_text() == end

    content = json.loads(file.read_text())
    file.write_text(json.dumps(content | {"actions": content["actions"][:-1]}))
    page.goto(server.url)
    page.get_by_label("Open a replay").set_input_files(file)
    page.get_by_text("the replay was changed").wait_for()


def test_names_in_a_replay_are_never_read_as_html(page: Any, server: Server, tmp_path: Path) -> None:
    table = ONE_GAME.table(11, num_players=3)
    name = "<img src=x onerror=alert(1)>"
    file = tmp_path / "replay.json"
    file.write_text(record(table, 11, [*walk(table, 2, 5)], (name, "ben", "cy")).to_json())
    page.goto(server.url)
    page.get_by_label("Open a replay").set_input_files(file)
    page.wait_for_url("**/replay/*")
    page.locator("#log button").first.wait_for()
    page.locator("#board").get_by_text(name).first.wait_for()
    assert page.locator("img[src=x]").count() == 0
