"""Names and strengths of opponents, and house rules in words."""

import re

import pytest

from cardzoo.agents import bots
from cardzoo.envs import find_game
from cardzoo.table.names import NAMES, name_agents, name_seats
from cardzoo.table.web.choices import Models, describe_game, read_plan, strengths_of
from cardzoo.table.web.figures import read_figures
from cardzoo.table.web.opponents import agents_by_strength
from tests.playing import GAMES
from tests.table.web.visiting import browsers, serve


def test_opponents_have_names_that_move_along_with_the_owner():
    assert name_seats(["me", "expert", "novice"]) == ("you", *NAMES[:2])
    assert name_seats(["novice", "me", "expert"]) == (NAMES[1], "you", NAMES[0])
    assert name_seats(["random", "random"]) == NAMES[:2]
    assert name_seats(["guest", "me", "expert"]) == ("player 1", "you", NAMES[0])


def test_a_score_sheet_tells_agents_apart_that_have_the_same_name():
    assert name_agents(["me", "expert", "expert", "guest"]) == ("you", "expert 1", "expert 2", "player 4")


def test_most_players_of_any_game_have_different_names():
    assert len(set(NAMES)) == len(NAMES) >= max(game.seats for game in GAMES)


def test_hard_is_the_search_where_it_has_beaten_the_expert_and_else_the_expert():
    figures = read_figures()
    found = {game.id: agents_by_strength(game) for game in GAMES}
    for game in GAMES:
        stronger = figures[game.id].get("stronger")
        assert [*found[game.id]] == ["easy", "medium", "hard"]
        assert found[game.id]["hard"] == (stronger or list(bots(game))[-1])
    assert {one["hard"] for one in found.values()} == {"expert", "search:0.2s"}


def test_a_seat_is_given_to_a_strength_or_to_an_agent(tmp_path):
    game = find_game("getaway")
    plan = read_plan({"game": "getaway", "players": 3, "seats": ["me", "easy", "expert"]}, Models(tmp_path))
    assert plan.seats == ("me", agents_by_strength(game)["easy"], "expert")
    assert strengths_of(game, [*plan.seats, "random"]) == ("", "easy", "medium", "random")
    with pytest.raises(ValueError, match="there is no agent 'eas' for getaway; did you mean 'easy'"):
        read_plan({"game": "getaway", "players": 3, "seats": ["me", "eas", "expert"]}, Models(tmp_path))


def test_a_table_shows_names_and_strengths(tmp_path):
    with browsers(serve(tmp_path)) as (me,):
        message = me.look(me.sit_down(seats=["me", "medium", "random"]))
        assert message["names"] == ["you", *NAMES[:2]]
        assert message["strengths"] == ["", "medium", "random"]
        assert message["agents"] == ["me", "expert", "random"]
        (table,) = me.get("/api/tables").json()
        assert table["seats"] == message["names"]


def test_every_house_rule_has_a_title_in_words():
    for game in GAMES:
        for option in describe_game(game)["options"]:
            title = option["title"]
            assert re.fullmatch("[A-Z0-9♠♥♦♣][^_`:;]*", title), (game.name, title)
            assert not re.search("None|True|False", title + option["unset"]), (game.name, title)
            for _, words in option.get("choices", ()):
                assert "_" not in words


def test_every_preset_is_allowed_and_the_first_one_is_the_default():
    for game in GAMES:
        presets = describe_game(game)["presets"]
        assert next(iter(presets.values())) == {} or not game.options.presets
        assert len({str(options) for options in presets.values()}) == len(presets)
        for options in presets.values():
            assert len(game.blank(**options)) == 1  # fails for a value that is not allowed
    assert find_game("hearts").options.presets["Omnibus Hearts"] == {"jack": True}
