"""The first page in a real browser: games that go on, favourites and recent games, the form of a new game."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.table.web.serving import Server
from tests.table.web.test_pages import choose_game

pytestmark = pytest.mark.slow

TABLE = {"game": "kuhn_poker-v0", "players": 2, "seats": ["me", "easy"]}
SENT = "plan => fetch('/api/tables', { method: 'POST', body: JSON.stringify(plan) }).then((answer) => answer.status)"
AGAIN = "id => fetch(`/api/tables/${id}/again`, { method: 'POST', body: '{}' }).then((answer) => answer.status)"


def sent(page: Any) -> dict[str, Any]:
    """The settings that the form sends, of which no table is made."""
    page.route("**/api/tables", lambda route: route.fulfill(status=409, body='{"problem": "none"}'))
    with page.expect_response("**/api/tables") as response:  # a route taken away before would let the request through
        page.get_by_role("button", name="Start game").click()
    page.unroute_all(behavior="wait")
    return dict(response.value.request.post_data_json)


def test_a_game_that_goes_on_is_first_and_its_kind_is_recent(page: Any, server: Server) -> None:
    page.goto(server.url)
    page.locator("button.game").first.wait_for()
    assert page.evaluate(SENT, TABLE) == 201
    page.reload()
    expect(page.locator("#tables a")).to_have_text(["Kuhn Poker"])
    expect(page.locator("#tables")).to_contain_text("with Clara")
    expect(page.get_by_label("Recent").locator("strong")).to_have_text(["Kuhn Poker"])


def test_the_games_are_shown_once_and_stay_in_their_places(page: Any, server: Server) -> None:
    """Those that moved away between press and release would not be chosen."""
    late: list[Any] = []
    page.route("**/api/tables", lambda route: late.append(route))
    with page.expect_response("**/api/games"):
        page.goto(server.url)
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert page.locator("button.game").count() == 0
    for route in late:
        route.continue_()
    page.locator("button.game").first.wait_for()


def test_todays_deal_starts_at_once_and_is_marked(page: Any, server: Server) -> None:
    page.goto(server.url)
    deal = page.locator("[data-today='freecell-v0']")
    expect(deal).to_have_text("FreeCellPlay")
    with page.expect_request(lambda request: request.method == "POST") as request:
        deal.click()
    page.wait_for_url("**/table/*")
    assert request.value.post_data_json["seed"] == page.evaluate("new Date().toLocaleDateString('sv')").replace("-", "")
    address = page.url
    page.locator("button.card.can").first.wait_for()
    page.goto(server.url)
    expect(deal).to_have_text("FreeCellContinue")
    assert address.endswith(deal.get_attribute("href"))
    expect(page.locator("[data-today='klondike-v0']")).to_have_text("KlondikePlay")
    assert page.evaluate(AGAIN, address.rpartition("/")[2]) == 201
    page.reload()
    expect(deal).to_have_text("FreeCell✓ played today")


def test_favourites_stay_on_this_device(page: Any, server: Server) -> None:
    page.goto(server.url)
    page.get_by_label("Search").fill("spider")
    page.get_by_label("Spider is a favourite").click()
    page.reload()
    expect(page.get_by_label("Favourites").locator("strong")).to_have_text(["Spider"])
    page.get_by_label("Favourites").get_by_label("Spider is a favourite").click()
    expect(page.get_by_label("Favourites")).to_have_count(0)


def test_every_game_of_cardzoo_has_a_picture_of_its_own(page: Any, server: Server) -> None:
    page.goto(server.url)
    page.locator("button.game").first.wait_for()
    games = page.evaluate("fetch('/api/games').then((answer) => answer.json())")
    tiles = [game["tile"] for game in games if game["tile"]]
    assert len(set(tiles)) == len(tiles) > 50
    status = "tiles => Promise.all(tiles.map((tile) => fetch(tile).then((answer) => answer.status)))"
    assert set(page.evaluate(status, tiles)) == {200}


def test_a_game_starts_at_once_and_its_button_is_on_a_phone_s_screen(page: Any, server: Server) -> None:
    choose_game(page, server, "hearts")
    expect(page.get_by_role("button", name="Start game")).to_be_in_viewport()
    expect(page.get_by_label("Variant")).to_be_in_viewport()
    for folded in ("#sitters", "#house-rules", "#bounds"):
        expect(page.locator(folded)).to_be_hidden()
    plan = sent(page)
    assert (plan["seats"], plan["options"]) == (["me", "medium", "medium", "medium"], {})


def test_one_strength_is_for_all_opponents(page: Any, server: Server) -> None:
    choose_game(page, server, "hearts")
    page.get_by_label("Opponents").select_option("hard")
    assert sent(page)["seats"] == ["me", "hard", "hard", "hard"]
    page.get_by_label("Players").select_option("3")
    assert sent(page)["seats"] == ["me", "hard", "hard"]


def test_a_preset_sets_the_house_rules_and_other_rules_are_one_s_own(page: Any, server: Server) -> None:
    choose_game(page, server, "klondike")
    page.get_by_label("Variant").select_option("Draw one")
    page.locator("#house summary").click()
    expect(page.locator("#option-draw")).to_have_value("1")
    assert sent(page)["options"] == {"draw": 1}
    page.get_by_label("Cards may come back from the foundations").uncheck()
    expect(page.get_by_label("Variant")).to_have_value("my own rules")
    assert sent(page)["options"] == {"draw": 1, "foundation_back": False}
    page.get_by_label("Variant").select_option("Draw three")
    assert sent(page)["options"] == {}
