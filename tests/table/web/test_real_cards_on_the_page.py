"""Real cards of games whose engine keeps ranks, on the server and on the page."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.table.web.serving import Server
from tests.table.web.test_pages import sit_down, wait_for_guide
from tests.table.web.test_touching import touch
from tests.table.web.visiting import browsers, serve

SEATS = ["me", "random", "random", "random"]
GAMES = dict.fromkeys(("canasta-v0", "hand_and_foot-v0", "triple_play-v0"), SEATS) | {"the_kings-v0": ["me"]}


@pytest.mark.parametrize(("game", "seats"), GAMES.items())
def test_a_restart_brings_the_same_suits_also_after_a_move_was_taken_back(tmp_path, game, seats):
    with browsers(serve(tmp_path)) as (me,):
        id = me.sit_down(game=game, players=len(seats), seats=seats)
        message = me.look(id)
        for _ in range(30):
            message = me.go_on(id, message)
        while not message["undo"]:
            message = me.go_on(id, message)
        message = me.take_back(id).json()
        cookies = me._client.cookies
    with browsers(serve(tmp_path)) as (again,):
        again._client.cookies = cookies
        assert again.look(id) == message


def test_the_replay_shows_the_suits_of_the_table(tmp_path):
    with browsers(serve(tmp_path)) as (me,):
        id = me.sit_down(game="the_kings-v0", players=1, seats=["me"])
        scenes, message = [me.look(id)["scene"]], me.look(id)
        while not message["over"]:
            message = me.go_on(id, message)
            scenes.append(message["scene"])
        for step in {0, 1, len(scenes) // 2, len(scenes) - 1}:
            shown = me.get(f"/api/replays/{id}/{step}").json()
            assert [shown["bands"][place]["zones"] for place in range(2)] == [
                scenes[step]["bands"][place]["zones"] for place in range(2)
            ]


def own_hand(message: dict[str, Any]) -> list[int]:
    """The cards of the own hand."""
    (zone,) = (zone for band in message["scene"]["bands"] for zone in band["zones"] if zone["id"] == "hand.0")
    return list(zone["cards"])


def test_of_several_cards_of_a_rank_the_touched_one_is_discarded(tmp_path):
    with browsers(serve(tmp_path)) as (me,):
        for deal in range(4):
            id = me.sit_down(game="canasta-v0", players=4, seats=SEATS, seed=deal)
            message = me.look(id)
            while not message["mine"] or not message["scene"]["moves"][-1]["says"].startswith("Discard"):
                message = me.go_on(id, message)
            hand = own_hand(message)
            move = next(
                move
                for move in message["scene"]["moves"]
                if move["says"].startswith("Discard") and hand[move["targets"][0]["card"]] < 52
            )
            first = move["targets"][0]["card"]
            for place in (one for one, card in enumerate(hand) if card < 52 and card % 13 == hand[first] % 13):
                asked = {
                    "action": move["action"],
                    "moved": message["moved"],
                    "touched": [{"zone": "hand.0", "card": place}],
                }
                after = me.post(f"/api/tables/{id}/play", asked).json()
                assert Counter(hand) - Counter(own_hand(after)) == Counter([hand[place]])
                if not after["undo"]:
                    break
                assert me.take_back(id).status_code == 200
                message = me.look(id)


@pytest.mark.slow
def test_any_card_of_a_rank_can_be_touched_and_is_the_one_that_is_played(page: Any, server: Server) -> None:
    sit_down(page, server, "canasta", *SEATS, deal=11)
    wait_for_guide(page)
    page.get_by_role("button", name="Draw a card").click()
    expect(page.locator("#moves")).to_contain_text("Discard")
    names = [card.get_attribute("aria-label") for card in page.locator(".own .card").all()]
    ranks = [name.split()[0] for name in names]
    assert ranks == sorted(ranks, key=["ace", *"23456789", "10", "jack", "queen", "king", "red"].index)
    pairs = [(one, two) for one, two in pairwise(names) if one.split()[0] == two.split()[0] and one != two]
    first, second = pairs[0]
    touch(page, second)  # a discard is the only move of this rank
    expect(page.locator(f".own [aria-label='{second}']")).to_have_count(names.count(second) - 1)
    expect(page.locator(f".own [aria-label='{first}']")).to_have_count(names.count(first))
