"""Points at the table as people count them: without a minus sign where they count against a player."""

import asyncio

import numpy as np
import pytest

from cardzoo.envs.registry import find_game
from cardzoo.envs.scene import find_layout, table_scene
from cardzoo.table.terminal.session import Session
from cardzoo.table.terminal.words import end_in_words
from cardzoo.table.web.messages import describe_table
from tests.table.web.test_hands import play_to_the_end_of_a_hand, seen
from tests.table.web.test_secrecy import ME, new_table

AGAINST = ["cactus", "hearts", "ristiseiska"]


def play_out(name: str, seed: int = 1) -> Session:
    game = find_game(name)
    session = Session(game, ["random"] * game.default_players, seed=seed)
    while not session.table.over:
        session.play_agent()
    return session


@pytest.mark.parametrize("name", AGAINST)
def test_points_against_have_no_sign_and_the_fewest_win(name: str) -> None:
    session = play_out(name)
    result = session.results[-1]
    assert list(result.scores) == [-score for score in session.table.scores()]
    assert min(result.scores) >= 0
    assert {score for score, rank in zip(result.scores, result.ranks, strict=True) if rank == 1} == {min(result.scores)}
    assert describe_table(session, "0")["low_wins"]


def test_a_hand_of_hearts_is_shown_with_its_points_against() -> None:
    async def check() -> None:
        table = new_table(find_game("hearts"), 3)
        await play_to_the_end_of_a_hand(table)
        message = await seen(table, ME)
        ended = message["ended"]
        assert sum(ended["gained"]) in (26, 78)
        assert ended["gained"] == ended["totals"] == message["hands"][0]
        line = end_in_words(table.session.hands[0], table.session.names)
        assert "−" not in line
        assert "+" in line

    asyncio.run(check())


def test_a_field_that_shows_the_score_has_no_sign_either() -> None:
    table = find_game("cactus").table(1)
    while not table.state.hands_over:
        table.step(int(np.flatnonzero(table.mask)[-1]))
    scene = table_scene(table, 0, for_people=True)
    (players,) = [zone for zone in scene.zones() if zone.id == "players"]
    column = players.lines[0].index("score")
    assert [row[column] for row in players.lines[1:]] == [str(-score) for score in table.scores()]


def test_golf_is_scored_by_the_cards_left() -> None:
    session = play_out("golf")
    left = sum(
        len(zone.cards) for zone in session.scene(0).zones() if zone.id.startswith("columns") and zone.cards[0] >= 0
    )
    assert session.results[-1].scores == (left,)


def test_where_the_most_points_win_nothing_changes() -> None:
    session = play_out("cassino")
    assert list(session.results[-1].scores) == session.table.scores()
    assert not find_layout(session.game).low_wins
