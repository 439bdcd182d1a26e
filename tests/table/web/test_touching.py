"""Cards touched and dropped in a real browser: only the move that a person means is played."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.table.web.serving import Server
from tests.table.web.test_pages import log, sit_down, wait_for_guide, wait_for_lines

pytestmark = pytest.mark.slow


def own(page: Any, name: str) -> Any:
    """A card of the own hand."""
    return page.locator(f".own [aria-label='{name}']").first


def touch(page: Any, name: str) -> None:
    """Touch the visible corner of a card of the own hand."""
    own(page, name).click(position={"x": 6, "y": 24})


def drag(page: Any, start: Any, end: Any) -> None:
    """Drag between the corners of two elements; cards of a column cover each other's middle."""
    boxes = [place.bounding_box() for place in (start, end)]
    (x, y), (to_x, to_y) = ((box["x"] + 8, box["y"] + 8) for box in boxes)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=5)
    page.mouse.up()


def test_cards_to_pass_are_chosen_in_any_order_and_taken_back_by_a_second_touch(page: Any, server: Server) -> None:
    sit_down(page, server, "hearts", "me", "random", "random", "random", deal=11)
    button = page.get_by_role("button", name="Pass 3")
    expect(button).to_be_disabled()
    wait_for_guide(page)
    for name in ("5 of spades", "king of clubs", "10 of spades"):
        touch(page, name)
    expect(button).to_be_enabled()
    touch(page, "jack of spades")  # a fourth one
    expect(page.locator(".card.touched")).to_have_count(3)
    touch(page, "5 of spades")
    expect(button).to_be_disabled()
    touch(page, "jack of spades")
    assert log(page) == []
    button.click()
    expect(page.locator("#log li").nth(3)).to_be_attached()
    assert log(page)[0] == "you passed K♣, 10♠ and J♠"


def test_a_card_dropped_on_the_middle_of_a_pass_plays_nothing(page: Any, server: Server) -> None:
    sit_down(page, server, "hearts", "me", "random", "random", "random", deal=11)
    page.get_by_role("button", name="Pass 3").wait_for()
    wait_for_guide(page)
    touch(page, "5 of spades")
    drag(page, own(page, "king of clubs"), page.locator(".middle"))
    expect(page.locator(".dragged")).to_have_count(0)
    expect(page.locator(".card.touched")).to_have_attribute("aria-label", "5 of spades")
    assert log(page) == []


def test_a_drop_that_is_not_allowed_plays_nothing(page: Any, server: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    sit_down(page, server, "klondike", deal=11)
    ace = page.locator("[aria-label='ace of clubs']")
    ace.wait_for()
    wait_for_guide(page)
    felt, foundation = page.locator(".felt"), page.locator(".zone.home")
    drag(page, ace, felt)
    expect(page.locator(".dragged")).to_have_count(0)
    for wrong in ("[aria-label='jack of hearts']", "[data-zone='waste']"):
        with page.expect_response("**/drop"):
            drag(page, ace, page.locator(wrong))
        expect(page.locator(".dragged")).to_have_count(0)
    assert log(page) == []
    drag(page, ace, foundation.last)
    wait_for_lines(page, 1)
    assert log(page) == ["you moved A♣ to the foundation"]


def test_a_capture_is_made_by_touching_the_cards_and_by_dropping_one_on_another(page: Any, server: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    sit_down(page, server, "diloti", "me", "random", deal=11)
    page.locator("#moves button").first.wait_for()
    wait_for_guide(page)
    touch(page, "jack of diamonds")
    table = page.locator("[data-zone='table'] button.next")
    expect(table).to_have_count(2)
    expect(page.locator("#moves button")).to_have_text(["Capture J♥ with J♦", "Capture J♠ with J♦"])
    touch(page, "jack of diamonds")  # taken back
    expect(table).to_have_count(0)
    lines = len(log(page))
    drag(page, own(page, "jack of diamonds"), page.locator("[data-zone='table'] [aria-label='jack of hearts']"))
    expect(page.locator("#log li:not(.muted)").nth(lines)).to_have_text("you captured J♥ with J♦")


CHOOSE = """async ([moves, faces, kinds, touched]) => {
    const { Choosing } = await import("/static/choosing.js");
    const face = (zone, card) => (kinds[zone] === "hand" ? faces[zone][card] : -2);
    const choosing = new Choosing(moves, face);
    const chosen = touched.map(([zone, card]) => choosing.touch({ zone, card, face: faces[zone][card] }));
    const places = Object.entries(faces).flatMap(([zone, cards]) => cards.map((face, card) => ({ zone, card, face })));
    const useful = places.filter((place) => choosing.isUseful(place)).map(({ zone, card }) => `${zone}/${card}`);
    return [useful, chosen.at(-1)?.action ?? null];
}"""


def choose(page: Any, moves: list[Any], faces: dict[str, list[int]], touched: list[Any]) -> tuple[list[str], Any]:
    """The places that can be touched after some were, and the move that the last one has chosen."""
    listed = [
        {"action": action, "then": [], "targets": [{"zone": zone, "card": card} for zone, card in targets]}
        for action, targets in moves
    ]
    kinds = {zone: "hand" if zone.startswith("hand") else "column" for zone in faces}
    return tuple(page.evaluate(CHOOSE, [listed, faces, kinds, touched]))


def test_of_two_equal_cards_of_a_column_only_the_one_that_the_move_names_is_marked(page: Any, server: Server) -> None:
    page.goto(server.url)
    assert choose(page, [(7, [("column", 2)])], {"column": [30, 5, 30]}, []) == (["column/2"], None)
    assert choose(page, [(7, [("hand", 2)])], {"hand": [30, 5, 30]}, [("hand", 0)])[1] == 7  # in a hand they are alike


def test_cards_of_a_hand_are_touched_in_any_order(page: Any, server: Server) -> None:
    page.goto(server.url)
    moves = [(1, [("hand", 0), ("hand", 1), ("hand", 2)]), (2, [("hand", 3)])]
    hand = {"hand": [8, 21, 34, 40]}
    assert choose(page, moves, hand, [("hand", 2), ("hand", 0)])[1] is None  # one card is missing
    assert choose(page, moves, hand, [("hand", 2), ("hand", 0), ("hand", 1)])[1] == 1
    twins = {"hand": [8, 8, 34]}
    assert choose(page, [(1, [("hand", 0), ("hand", 2)])], twins, [("hand", 0), ("hand", 1)])[1] is None  # needs one 8


def test_sort_keeps_the_focus(page: Any, server: Server) -> None:
    sit_down(page, server, "getaway", "me", "random", "random")
    page.locator("#status.mine").wait_for()  # until then agents play, and the table is drawn anew
    page.get_by_role("button", name="Sort").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Sort"


def filter_moves(page: Any, words: str) -> None:
    """Write into the field that filters the moves, which is hidden where few are legal, and press Enter there."""
    page.evaluate(
        """words => {
            const field = document.querySelector("#filter");
            field.value = words;
            field.dispatchEvent(new Event("input"));
            field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
        }""",
        words,
    )


def test_control_z_takes_back_and_enter_in_the_filter_plays_only_a_single_move(page: Any, server: Server) -> None:
    sit_down(page, server, "klondike", deal=11)
    page.locator("button.card.can").first.wait_for()
    page.get_by_role("button", name="Move A♣ to the foundation").click()
    wait_for_lines(page, 1)
    page.keyboard.press("Control+z")
    wait_for_lines(page, 0)
    filter_moves(page, "")
    filter_moves(page, "onto")
    assert len(page.locator("#moves button").all()) == 2
    assert log(page) == []
    filter_moves(page, "2c")
    wait_for_lines(page, 1)
