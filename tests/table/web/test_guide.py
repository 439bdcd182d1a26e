"""A first game with explanations: their words come from each game's declarations."""

import json
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect

from cardzoo.agents import bots
from cardzoo.envs import Game
from cardzoo.envs.scene import find_layout, find_sentences, table_scene
from cardzoo.table.web.guide import describe_guide, reason_of
from tests.playing import GAMES, ONE_GAME
from tests.table.web.serving import Server
from tests.table.web.test_pages import play_alone, sit_down, switch_in_menu, wait_for_status

ALL_GAMES = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
LONGEST = 60  # moves after which a game has shown all parts of its table, or most


@ALL_GAMES
def test_rules_of_moves_are_rules_of_the_page(game: Game) -> None:
    verbs = {block.verb for block in game.actions.blocks}
    for verb, numbers in find_layout(game).rules.items():
        assert verb in verbs
        assert numbers
        assert set(numbers) <= set(game.clauses)
    assert list(game.clauses) == list(range(1, len(game.clauses) + 1))


@ALL_GAMES
def test_every_move_is_explained_and_every_part_of_the_table(game: Game) -> None:
    guide = describe_guide(game)
    assert [(move["first"], move["count"]) for move in guide["moves"]][-1][0] < len(game.actions)
    assert sum(move["count"] for move in guide["moves"]) == len(game.actions)
    assert all(move["is"] and move["does"] for move in guide["moves"])
    assert any(move["rules"] for move in guide["moves"])
    table, choose = game.table(5), np.random.default_rng(5)
    for _ in range(LONGEST):
        if table.over:
            break
        zones = table_scene(table, table.player, for_people=True).zones()
        lying = {zone.id.split(".")[0] for zone in zones if zone.cards}
        assert lying <= set(guide["parts"])
        table.step(int(choose.choice(np.flatnonzero(table.mask))))


@ALL_GAMES
def test_experts_have_reasons(game: Game) -> None:
    policy = str(bots(game)["expert"].__doc__)
    first = policy.strip().split("\n\n")[0]
    for sentence in find_sentences(game):
        assert reason_of(policy, sentence.to_do).startswith(" ".join(first.split()))


def test_a_reason_has_the_points_about_such_a_move() -> None:
    policy = """Looks ahead.

    - It discards what is
      worth least.
    - It knocks early.
    """
    assert reason_of(policy, "Discard 7♥") == "Looks ahead. It discards what is worth least."
    assert reason_of(policy, "Pass") == "Looks ahead."


@pytest.mark.slow
def test_a_first_game_is_explained_to_its_end_and_the_next_one_is_not(page: Any, server: Server) -> None:
    sit_down(page, server, "kuhn_poker", "me", "random")
    expect(page.locator("#guide")).to_contain_text("Your hand")
    page.get_by_text("How to play").click()  # closed on a small screen
    page.get_by_role("button", name="Got it").click()
    expect(page.locator("#guide")).not_to_contain_text("Your hand")
    expect(page.locator("#guide")).to_contain_text("Your options")
    expect(page.locator("#guide")).to_contain_text("Rule 4: The player to the dealer's left")
    page.get_by_role("button", name="What would an expert do, and why?").click()
    expect(page.locator("#hint")).to_contain_text("Plays one of Kuhn's equilibria with two players")
    play_alone(page)
    expect(page.locator("#guide")).to_be_hidden()
    page.get_by_role("button", name="Play again").click()
    wait_for_status(page, "Your turn")
    expect(page.get_by_label("Tutorial")).not_to_be_checked()
    expect(page.locator("#guide")).to_be_hidden()
    switch_in_menu(page, "Tutorial", True)
    expect(page.get_by_text("How to play")).to_be_visible()


@pytest.mark.slow
def test_explaining_is_switched_off_on_the_first_page(page: Any, server: Server) -> None:
    page.goto(server.url)
    page.get_by_label("Explain each game").uncheck()
    sit_down(page, server, ONE_GAME.name, "me", "random", "random", "random")
    wait_for_status(page, "Your turn")
    expect(page.get_by_label("Tutorial")).not_to_be_checked()
    expect(page.locator("#guide")).to_be_hidden()
    kept = json.loads(page.evaluate("JSON.stringify(localStorage)"))
    page.goto(server.url)
    expect(page.get_by_label("Explain each game")).not_to_be_checked()
    assert kept["first games are explained"] == "no"


@pytest.mark.slow
def test_boards_that_fit_on_a_phone_fit_with_explanations(page: Any, server: Server) -> None:
    sit_down(page, server, ONE_GAME.name, "me", "random", "random", "random")
    page.get_by_text("How to play").click()
    expect(page.locator("#guide dt").first).to_be_visible()
    boxes = [page.locator(part).first.bounding_box() for part in (".own", "#guide", "#moves button")]
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= 844 for box in boxes)
