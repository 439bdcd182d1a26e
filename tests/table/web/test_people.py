"""Other people at a table: invitations, seats of their own, agents that play for them, and their messages."""

import asyncio
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardzoo.envs.scene import BACK, EMPTY
from cardzoo.table.web import people
from cardzoo.table.web.choices import LONGEST_NAME, Plan
from cardzoo.table.web.server import STATIC
from cardzoo.table.web.table_routes import follow
from tests.browser import LONG_MS
from tests.table.web.serving import Server
from tests.table.web.test_pages import choose_game, choose_seats, play_first_move, start_game, table_of
from tests.table.web.test_security import ANYTHING
from tests.table.web.visiting import Browser, browsers, serve

KUHN = {"game": "kuhn_poker-v0", "players": 2, "seats": ["me", "guest"], "names": ["Ann"], "seed": 7}


@pytest.fixture
def app(tmp_path):
    return serve(tmp_path)


def invite(host: Browser, id: str, seat: int = 1) -> str:
    answer = host.post(f"/api/tables/{id}/invite", {"invited": seat})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["invitation"])


def join(guest: Browser, id: str, invitation: str, name: str = "Ben"):
    return guest.post(f"/api/tables/{id}/join", {"invitation": invitation, "name": name})


def sit_together(host: Browser, guest: Browser, **plan: Any) -> str:
    """The id of a table at which a guest has taken seat 1."""
    id = host.sit_down(**(KUHN | plan))
    assert join(guest, id, invite(host, id)).status_code == 200
    return id


def problem(answer) -> str:
    assert answer.status_code == 409
    return str(answer.json()["problem"])


def play_to_the_end(id: str, *people: Browser) -> None:
    """Each person plays the first legal move on his or her turn; the first one lets agents play."""
    while not (messages := [one.look(id) for one in people])[0]["over"]:
        turns = [number for number, seen in enumerate(messages) if seen["mine"]]
        assert len(turns) < 2
        number = turns[0] if turns else 0
        people[number].go_on(id, messages[number])


def test_the_page_takes_names_as_long_as_the_server():
    assert f"const LONGEST_NAME = {LONGEST_NAME};" in (STATIC / "people.js").read_text()


def test_a_table_waits_for_its_guests_and_is_played_by_both(app):
    with browsers(app, 2) as (ann, ben):
        id = ann.sit_down(**KUHN)
        message = ann.look(id)
        assert (message["mine"], message["names"]) == (False, ["you", "player 2"])
        assert [(one["open"], one["name"]) for one in message["people"]] == [(False, "Ann"), (True, "player 2")]
        move = {"action": 0, "moved": 0}
        assert "when all players are here" in problem(ann.post(f"/api/tables/{id}/play", move))
        assert join(ben, id, invite(ann, id)).json()["names"] == ["Ann", "you"]
        play_to_the_end(id, ann, ben)
        message = ann.look(id)
        assert (message["names"], message["me"], ben.look(id)["me"]) == (["Ann", "Ben"], 0, 1)
        assert ben.get(f"/api/replays/{id}").json()["names"] == ["Ann", "Ben"]
        sheet = ann.get(f"/api/sheets/{message['sheet']}").json()
        assert {row["name"] for row in sheet["events"] if row["kind"] == "player"} == {"Ann", "Ben"}


def test_an_invitation_is_for_one_browser_which_keeps_the_seat(app, tmp_path):
    with browsers(app, 3) as (ann, ben, eve):
        id = ann.sit_down(**KUHN)
        old, invitation = invite(ann, id), invite(ann, id)
        assert "no longer valid" in problem(join(ben, id, old))
        assert "no longer valid" in problem(join(ben, id, ""))
        assert "this browser has a seat at the table" in problem(join(ann, id, invitation))
        assert ben.post(f"/api/tables/{id}/join", {"invitation": invitation}).json()["here"] == []  # only asks
        assert join(ben, id, invitation).status_code == 200
        assert "belongs to Ben" in problem(join(eve, id, invitation))
        assert "belongs to Ben" in problem(ann.post(f"/api/tables/{id}/invite", {"invited": 1}))
        assert invitation not in (tmp_path / "data" / "tables.sqlite3").read_bytes().decode("latin-1")
        assert [table["seats"] for table in ben.get("/api/tables").json()] == [["Ann", "Ben"]]
        assert [table["own"] for one in (ann, ben) for table in one.get("/api/tables").json()] == [True, False]
        assert ben.request("DELETE", f"/api/tables/{id}").status_code == 404
        messages, cookies = [one.look(id) for one in (ann, ben)], [one._client.cookies for one in (ann, ben)]
    with browsers(serve(tmp_path), 2) as again:
        for one, kept in zip(again, cookies, strict=True):
            one._client.cookies = kept
        assert [one.look(id) for one in again] == messages
        play_to_the_end(id, *again)


@pytest.mark.parametrize("name", ["", " ", "x" * 21, "a\x07b", "you", "ANN", None, 7, ["Ben"]])
def test_people_at_a_table_have_different_names(app, name):
    with browsers(app, 2) as (ann, ben):
        id = ann.sit_down(**KUHN)
        answer = ben.post(f"/api/tables/{id}/join", {"invitation": invite(ann, id), "name": name})
        assert answer.status_code == (200 if name is None else 409)
        assert ben.look(id)["here"] == []


@pytest.mark.parametrize("names", [7, ["a", "b", "c"], [7], ["guest"], ["x" * 30], ["player 2"]])
def test_names_of_a_plan_are_checked(app, names):
    with browsers(app) as (ann,):
        assert len(problem(ann.post("/api/tables", KUHN | {"names": names})).splitlines()) == 1


def test_only_who_has_the_turn_plays_and_only_the_owner_decides(app):
    with browsers(app, 3) as (ann, ben, eve):
        id = sit_together(ann, ben)
        messages = {one: one.look(id) for one in (ann, ben)}
        first, second = sorted((ann, ben), key=lambda one: not messages[one]["mine"])
        move = {"action": messages[first]["scene"]["moves"][0]["action"], "moved": 0}
        for seat in (None, "0", "1"):
            refused = second.post(f"/api/tables/{id}/play", move | {"seat": seat})
            assert problem(refused) == "it is not your turn"
        assert eve.post(f"/api/tables/{id}/play", move).status_code == 403
        for one in (ben, eve):
            for deed in ("invite", "pace", "step", "again", "undo"):
                assert one.post(f"/api/tables/{id}/{deed}", {"invited": 1}).status_code == 403
        assert eve.post(f"/api/tables/{id}/stand_in", {"away": 1}).status_code == 403
        assert eve.post(f"/api/tables/{id}/back").status_code == 403
        assert [one.look(id, seat)["viewer"] for one in (ann, ben, eve) for seat in (0, 1)] == [
            *"0011",
            *["public"] * 2,
        ]
        assert first.post(f"/api/tables/{id}/play", move).status_code == 200
        assert "nothing can be taken back" in problem(ann.post(f"/api/tables/{id}/undo"))
        assert {one.look(id)["undo"] for one in (ann, ben)} == {False}


def test_a_person_who_makes_a_table_without_sitting_there_looks_on(app):
    with browsers(app, 2) as (ann, ben):
        id = ann.sit_down(**KUHN | {"seats": ["guest", "random"]})
        assert join(ben, id, invite(ann, id, 0)).status_code == 200
        while not (message := ben.look(id))["mine"]:
            ann.go_on(id, message)
        assert ann.look(id, 0)["viewer"] == "public"
        move = {"action": message["scene"]["moves"][0]["action"], "moved": message["moved"]}
        for seat in (None, "0"):
            assert problem(ann.post(f"/api/tables/{id}/play", move | {"seat": seat})) == "it is not your turn"
        assert ben.post(f"/api/tables/{id}/play", move).status_code == 200


def test_a_deed_of_anything_seats_nobody(app):
    with browsers(app, 2) as (ann, ben):
        id = ann.sit_down(**KUHN)
        invite(ann, id)
        before = ann.look(id)
        for value in ANYTHING:
            messages = [
                ann.post(f"/api/tables/{id}/invite", {"invited": value}),
                ann.post(f"/api/tables/{id}/stand_in", {"away": value, "agent": "novice"}),
                ben.post(f"/api/tables/{id}/join", {"invitation": value, "name": "Ben"}),
            ]
            if value is not None:  # then nobody plays, as before
                messages.append(ann.post(f"/api/tables/{id}/stand_in", {"away": 1, "agent": value}))
            assert {answer.status_code for answer in messages} == {409}
        assert ann.look(id) == before


def test_an_agent_plays_for_who_is_away_until_the_seat_is_taken_back(app, tmp_path):
    with browsers(app, 2) as (ann, ben):
        id = ann.sit_down(seats=["me", "guest", "random"], names=["Ann"])
        invitation = invite(ann, id)
        for wrong in ({"away": 0, "agent": "novice"}, {"away": 7, "agent": "novice"}, {"away": 1, "agent": "/etc"}):
            assert problem(ann.post(f"/api/tables/{id}/stand_in", wrong))
        assert ann.post(f"/api/tables/{id}/stand_in", {"away": 1, "agent": "novice"}).status_code == 200
        while not (message := ann.look(id))["mine"]:
            ann.go_on(id, message)
        assert join(ben, id, invitation).json()["people"][1]["stand_in"] == ""  # an open seat is still a guest's
        ann.post(f"/api/tables/{id}/stand_in", {"away": 1, "agent": "expert"})
        lines = len(ann.look(id)["log"])
        for _ in range(4):
            message = ann.look(id)
            ann.go_on(id, message)
        message = ben.look(id)
        assert len(message["log"]) >= lines + 3
        assert (message["mine"], message["viewer"], message["people"][1]["stand_in"]) == (False, "1", "expert")
        cookies = [one._client.cookies for one in (ann, ben)]
    with browsers(serve(tmp_path), 2) as (ann, ben):
        ann._client.cookies, ben._client.cookies = cookies
        assert ben.look(id)["people"][1]["stand_in"] == "expert"
        assert ben.post(f"/api/tables/{id}/back").json()["people"][1]["stand_in"] == ""
        play_to_the_end(id, ann, ben)


def test_a_person_who_looks_is_not_away_and_nobody_plays_in_that_place(app):
    async def watch() -> None:
        table = await app.state.tables.make("ann", Plan("kuhn_poker-v0", 2, {}, ("me", "guest"), 7, 0))
        await table.seats.join("ben", await table.seats.invite(1), "Ben")

        async def away() -> list[bool]:
            return [one["away"] for one in (await table.message("ann"))["people"]]

        assert await away() == [True, True]
        events = follow(table, "ben", None)
        assert await anext(events) == "retry: 1000\n\n"  # soon, since the status line shows that nobody answers
        assert await away() == [True, False]
        with pytest.raises(ValueError, match="Ben is present"):
            await table.seats.stand_in("ann", 1, "novice")
        announced = table.changes.announced
        await events.aclose()
        assert announced.is_set()
        assert await away() == [True, True]

    asyncio.run(watch())


def test_seated_people_let_an_agent_play_after_a_while_and_all_see_who_asked(app, tmp_path, monkeypatch):
    with browsers(app, 3) as (ann, ben, eve):
        id = sit_together(ann, ben)
        wanted = {"away": 0, "agent": "novice"}
        assert "wait a little longer" in problem(ben.post(f"/api/tables/{id}/stand_in", wanted))
        assert [one["long_away"] for one in ben.look(id)["people"]] == [False, False]
        monkeypatch.setattr(people, "PATIENCE_S", 0.0)
        assert [one["long_away"] for one in ben.look(id)["people"]] == [True, True]
        assert "novice" in ben.look(id)["helpers"]
        assert eve.look(id)["helpers"] == []
        assert eve.post(f"/api/tables/{id}/stand_in", wanted).status_code == 403
        assert problem(ben.post(f"/api/tables/{id}/stand_in", {"away": 1, "agent": "novice"}))  # the own seat
        assert problem(ben.post(f"/api/tables/{id}/stand_in", {"away": 0, "agent": "/etc"}))
        assert ben.post(f"/api/tables/{id}/stand_in", wanted).status_code == 200
        assert problem(ben.post(f"/api/tables/{id}/stand_in", {"away": 0, "agent": "expert"}))  # it plays already
        cookies = [one._client.cookies for one in (ann, ben)]
    with browsers(serve(tmp_path), 2) as (ann, ben):
        ann._client.cookies, ben._client.cookies = cookies
        message = ann.look(id)["people"][0]
        assert (message["stand_in"], message["asked_by"]) == ("novice", "Ben")
        message = ann.post(f"/api/tables/{id}/back").json()["people"][0]
        assert (message["stand_in"], message["asked_by"]) == ("", "")


def test_several_people_play_at_one_device_each_from_the_own_seat(app):
    with browsers(app) as (ann,):
        id = ann.sit_down(**KUHN | {"seats": ["me", "here"], "names": ["Ann", "Ben"]})
        message = ann.look(id)
        assert (message["viewer"], message["here"], message["scene"]["moves"]) == ("public", [0, 1], [])
        while not message["over"]:
            turn = message["turn"]
            seen = ann.look(id, turn)
            assert (seen["viewer"], seen["mine"], seen["names"][turn]) == (str(turn), True, "you")
            assert not ann.look(id, 1 - turn)["mine"]
            move = {"action": seen["scene"]["moves"][0]["action"], "moved": seen["moved"]}
            for seat in (None, str(1 - turn)):
                assert problem(ann.post(f"/api/tables/{id}/play", move | {"seat": seat}))
            message = ann.post(f"/api/tables/{id}/play", move | {"seat": str(turn)}).json()
        assert message["names"] == ["Ann", "Ben"]


def test_the_same_people_play_again_and_guests_are_told_where(app, tmp_path):
    with browsers(app, 2) as (ann, ben):
        id = sit_together(ann, ben)
        play_to_the_end(id, ann, ben)
        assert (ann.look(id)["again"], ben.look(id)["again"]) == (True, False)
        made = ann.post(f"/api/tables/{id}/again", {"next_seat": True}).json()["id"]
        assert ben.look(id)["next"] == made
        assert (ann.look(made)["me"], ben.look(made)["me"]) == (1, 0)
        play_to_the_end(made, ann, ben)
        cookies = ben._client.cookies
    with browsers(serve(tmp_path)) as (ben,):
        ben._client.cookies = cookies
        assert ben.look(id)["next"] == made


def test_guests_are_shown_that_the_host_has_chosen_the_deal(app, tmp_path):
    with browsers(app, 2) as (ann, ben):
        drawn, chosen = sit_together(ann, ben, seed=None), sit_together(ann, ben)
        assert [one.look(id)["deal_chosen"] for one in (ann, ben) for id in (drawn, chosen)] == [False, True] * 2
        play_to_the_end(chosen, ann, ben)
        ids = [ann.post(f"/api/tables/{chosen}/again", {"same": same}).json()["id"] for same in (False, True)]
        assert [ben.look(id)["deal_chosen"] for id in ids] == [False, True]
        cookies = ben._client.cookies
    with browsers(serve(tmp_path)) as (ben,):
        ben._client.cookies = cookies
        assert [ben.look(id)["deal_chosen"] for id in (drawn, chosen, *ids)] == [False, True, False, True]


# In real browsers


def choose(page: Any, server: Server, search: str, *seats: str, name: str, deal: int = 7, **options: int) -> None:
    """Choose a game, the players and my name, and take a seat."""
    choose_game(page, server, search)
    choose_seats(page, *seats)
    for number, called in enumerate(name.split(), 1):
        page.get_by_label(f"name of player {number}").fill(called)
    if options:
        page.locator("#house summary").click()
    for option, value in options.items():
        page.locator(f"#option-{option}").fill(str(value))
    start_game(page, deal)


def invitation(page: Any, name: str) -> str:
    """The link that the owner's page shows for an open seat."""
    field = page.get_by_label(f"invitation for {name}")
    expect(field).to_have_value(LINK)
    return str(field.input_value())


LINK = re.compile(r"^http://127\.0\.0\.1:\d+/table/[\w-]+#[\w-]{20,}$")


def accept(page: Any, link: str, name: str) -> None:
    """Open an invitation, and take a seat."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator("#join")).to_be_hidden()
    assert "#" not in page.url


def record_messages(page: Any) -> list[dict[str, Any]]:
    """All messages about tables that a page receives from now on."""
    heard: list[dict[str, Any]] = []
    page.expose_function("heard", lambda text: heard.append(json.loads(text)))
    page.add_init_script("""
        const Before = window.EventSource;
        window.EventSource = class extends Before {
            set onmessage(listener) { super.onmessage = (event) => { window.heard(event.data); listener(event); }; }
        };
    """)
    return heard


def hands(message: dict[str, Any], seat: int) -> set[int]:
    """The cards in a seat's hand according to a message, or its backs, or none."""
    zones = [zone for band in message["scene"]["bands"] for zone in band["zones"]]
    return {card for zone in zones if zone["kind"] == "hand" and zone["seat"] == seat for card in zone["cards"]}


def truth(page: Any) -> dict[str, Any]:
    """The server's present message for a page's browser."""
    return dict(page.evaluate("id => fetch(`/api/tables/${id}`).then((answer) => answer.json())", table_of(page)))


def play_together(people: Sequence[Any]) -> None:
    """The player on turn plays the first move, and both go on after each hand, until the game is over."""
    while not (messages := [truth(page) for page in people])[0]["over"]:
        for page, seen in zip(people, messages, strict=True):
            if seen["ended"]:
                page.get_by_role("button", name="Next hand").click()
                expect(page.locator("#next-hand")).to_be_hidden()
        [page] = [page for page, seen in zip(people, messages, strict=True) if seen["mine"]]
        play_first_move(page)
        for seat, one in enumerate(people):
            shown = one.locator(f"[data-seat='{1 - seat}'] [data-face]").evaluate_all(FACES)
            assert set(shown) <= {"-1"} or truth(one)["over"] or truth(one)["ended"]
    for page in people:
        expect(page.locator("#end h2")).to_be_visible()


FACES = "all => all.filter((card) => card.closest('.is-hand')).map((card) => card.dataset.face)"


@pytest.mark.slow
def test_two_browsers_play_a_whole_match_and_none_is_told_the_cards_of_the_other(
    page: Any, other: Any, server: Server
) -> None:
    heard = [record_messages(one) for one in (page, other)]
    choose(page, server, "chinese ten", "me", "guest", name="Ann", hands=2)
    expect(page.locator("#status")).to_have_text("Waiting for player 2")
    accept(other, invitation(page, "player 2"), "Ben")
    for one, name in ((page, "Ben"), (other, "Ann")):
        expect(one.locator(".others .name")).to_have_text(name)
        expect(one.locator("#people")).to_be_hidden()
    play_together((page, other))
    for seat, messages in enumerate(heard):
        played = [one for one in messages if not one["over"] and one["viewer"] != "public"]
        assert len(played) > 40
        assert {one["viewer"] for one in played} == {str(seat)}
        assert set().union(*(hands(one, 1 - seat) for one in played)) == {BACK, EMPTY}
        assert len(set().union(*(hands(one, seat) for one in played)) - {BACK, EMPTY}) > 10
        assert len(messages[-1]["hands"]) == 2
    expect(page.locator("#end table th")).to_have_text(["Ann", "Ben"], use_inner_text=True)


@pytest.mark.slow
def test_a_seat_is_kept_after_a_reload_and_the_guest_follows_to_the_next_game(
    page: Any, other: Any, server: Server
) -> None:
    deal = (1 << 62) + 1
    choose(page, server, "kuhn", "me", "guest", name="Ann", deal=deal)
    link = invitation(page, "player 2")
    accept(other, link, "Ben")
    other.reload()
    expect(other.locator(".others .name")).to_have_text("Ann")
    expect(other.get_by_text("The host has chosen the deal number and may know all cards.")).to_be_visible()
    play_together((page, other))
    replay = page.evaluate("id => fetch(`/api/replays/${id}/file`).then((answer) => answer.text())", table_of(page))
    assert json.loads(replay)["seed"] == deal
    before = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != before)
    other.get_by_role("link", name="Play again with the others").click()
    other.wait_for_url(page.url)
    play_together((page, other))
    assert page.url == other.url
    expect(other.locator("#deal-chosen")).to_be_hidden()
    stranger = page.context.browser.new_context().new_page()
    stranger.set_default_timeout(LONG_MS)
    stranger.goto(link)
    expect(stranger.locator("#join")).to_have_text("this seat belongs to Ben")  # and is not invited
    stranger.context.close()


@pytest.mark.slow
def test_an_invitation_lets_a_guest_in_where_a_token_is_asked_for(
    page: Any, other: Any, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    server = Server(tmp_path, options=["--token"])
    request.addfinalizer(server.kill)
    assert other.goto(server.url.partition("?")[0]).status == 403
    choose(page, server, "kuhn", "me", "guest", name="Ann")
    field = page.get_by_label("invitation for player 2")
    expect(field).to_have_value(re.compile(r"/table/[\w-]+\?token=[\w-]{20,}#[\w-]{20,}$"))
    accept(other, field.input_value(), "Ben")
    assert "token" not in other.url
    expect(other.locator(".others .name")).to_have_text("Ann")


@pytest.mark.slow
def test_an_absence_is_shown_and_an_agent_plays_until_the_seat_is_taken_back(
    page: Any, other: Any, server: Server
) -> None:
    choose(page, server, "chinese ten", "me", "guest", name="Ann")
    accept(other, invitation(page, "player 2"), "Ben")
    expect(page.locator("#people")).to_be_hidden()
    table = other.url
    other.goto(server.url)
    expect(page.locator("#people")).to_contain_text("Ben is away")
    page.get_by_label("agent for Ben").select_option("novice")
    page.get_by_role("button", name="Let it play for Ben").click()
    expect(page.locator("#people")).to_contain_text("novice plays for Ben")
    expect(page.get_by_label("Pace")).to_be_attached()  # there is an agent now
    play_first_move(page)
    expect(page.locator("#log b").filter(has_text="Ben").first).to_be_attached()
    expect(page.locator("#moves button").first).to_be_visible()  # the agent has played, and waits
    other.locator("#tables a").first.click()
    other.wait_for_url(table)
    other.get_by_role("button", name="Take my seat back").click()
    expect(page.locator("#people")).to_be_hidden()
    expect(page.get_by_label("Pace")).not_to_be_attached()
    while not truth(other)["mine"]:
        play_first_move(page)
    play_first_move(other)


@pytest.mark.slow
def test_the_curtain_falls_before_another_one_has_the_device(page: Any, server: Server) -> None:
    choose(page, server, "kuhn", "me", "here", name="Ann Ben")
    for _ in range(5):
        expect(page.locator(".curtain").or_(page.locator("#end h2"))).to_be_visible()
        if page.locator("#end h2").is_visible():
            break
        assert page.locator(".board [data-face]").count() == 0
        assert page.locator("#log li:not(.muted)").count() == 0
        name = page.locator(".curtain b").inner_text()
        page.get_by_role("button", name=f"I am {name}: show my cards").click()
        expect(page.locator("#status")).to_contain_text("Your turn")
        assert page.locator(".own [data-face]").count() == 1
        page.locator("#moves button").first.click()
        expect(page.locator("#status")).not_to_contain_text("Your turn")
    expect(page.locator("#end th")).to_have_text(["Ann", "Ben"], use_inner_text=True)


@pytest.mark.slow
def test_a_guest_asks_for_an_agent_in_the_place_of_who_made_the_table(page: Any, other: Any, tmp_path: Path) -> None:
    server = Server(tmp_path, before="import cardzoo.table.web.people as people\npeople.PATIENCE_S = 0.0")
    try:
        choose(page, server, "chinese ten", "me", "guest", name="Ann")
        accept(other, invitation(page, "player 2"), "Ben")
        page.goto(server.url)
        expect(other.locator("#people")).to_contain_text("Ann is away")
        other.get_by_label("agent for Ann").select_option("novice")
        other.get_by_role("button", name="Let it play for Ann").click()
        expect(other.locator("#people")).to_contain_text("novice plays for Ann, requested by Ben")
        play_first_move(other)
        expect(other.locator("#log b").filter(has_text="Ann").first).to_be_attached()
        page.locator("#tables a").first.click()
        expect(page.locator("#people")).to_contain_text("novice plays for you, requested by Ben")
        page.get_by_role("button", name="Take my seat back").click()
        expect(other.locator("#people")).to_be_hidden()
    finally:
        server.kill()
