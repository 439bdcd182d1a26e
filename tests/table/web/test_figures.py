"""Length and difficulty of games, for the first page."""

from typing import Any

import pytest
from playwright.sync_api import expect

from cardzoo.envs import IDS
from cardzoo.table.web.choices import describe_games
from cardzoo.table.web.figures import length_in_words, level_in_words, read_figures
from results.lengths import measured
from tests.playing import GAMES, ONE_GAME
from tests.table.web.serving import Server


def test_there_are_figures_of_all_games_and_no_others_as_they_were_measured():
    """``python -m results.lengths`` writes them."""
    figures = read_figures()
    assert set(figures) == {game.id for game in GAMES}
    for game in GAMES:
        assert figures[game.id] == {"moves": figures[game.id]["moves"]} | measured(game)
        assert figures[game.id]["moves"] > 0


def test_every_game_has_a_length_and_a_level():
    figures = [game for game in describe_games() if game["id"] in IDS]  # without those of other tests
    assert all(game["length"] and game["level"] for game in figures)
    assert {game["level"] for game in figures} == {"pure luck", "easy", "medium", "hard"}
    assert len({game["length"] for game in figures}) > 4


@pytest.mark.parametrize(
    ("moves", "words"),
    [(4, "1 minute"), (100, "2 minutes"), (900, "20 minutes"), (2300, "an hour"), (9000, "more than an hour")],
)
def test_an_own_move_takes_longer_than_another_ones(moves, words):
    assert ONE_GAME.default_players == 4
    assert length_in_words(ONE_GAME, {"moves": moves}) == words


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ({"figure": "reward", "expert": 0.0}, "pure luck"),
        ({"figure": "reward", "expert": 0.1}, "easy"),
        ({"figure": "reward", "expert": 0.5}, "medium"),
        ({"figure": "reward", "expert": 0.9}, "hard"),
        ({"figure": "won", "expert": 0.077, "novice": 0.077, "random": 0.077}, "pure luck"),
        ({"figure": "won", "expert": 0.9, "novice": 0.1, "random": 0.0}, "easy"),
        ({"figure": "won", "expert": 0.05, "novice": 0.04, "random": 0.0}, "hard"),
        ({"figure": "score", "expert": 200.0, "novice": 60.0, "random": 0.0}, "medium"),
    ],
)
def test_hard_is_where_experts_are_far_above_novices_or_seldom_win_alone(figures, words):
    assert level_in_words(figures) == words


@pytest.mark.slow
def test_the_first_page_tells_them(page: Any, server: Server) -> None:
    page.goto(server.url)
    card = page.locator("button.game").filter(has=page.get_by_text("The Clock", exact=True))
    expect(card).to_contain_text("pure luck")
    expect(card).to_contain_text("minute")
