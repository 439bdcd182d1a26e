"""The result of a cooperative game on the table: one for the team, and nobody wins."""

import pytest

from cardzoo.envs import find_game
from cardzoo.table.terminal.screen import PlayApp
from cardzoo.table.terminal.session import Session
from cardzoo.table.web.match_sheet import columns_of
from cardzoo.table.web.messages import describe_table

GAME = find_game("tests.training.relay:GAME")


def finished(*seats: str) -> Session:
    """A finished game of three players, in which all followers say the card's colour."""
    session = Session(GAME, [*seats], num_players=3, seed=5)
    while not session.table.over:
        if session.is_mine:
            session.play(session.hint("straight"))
        else:
            session.play_agent()
    return session


@pytest.mark.parametrize(
    ("seats", "team"), [(("me", "straight", "straight"), "You"), (("straight", "straight", "straight"), "The team")]
)
def test_the_result_of_a_team_is_one_sentence_and_no_seat_is_ahead(seats, team):
    session = finished(*seats)
    message = describe_table(session, "0" if "me" in seats else "public")
    assert message["together"] == f"{team} made 2 of 2 points together"
    assert message["decided"] == ""
    words = PlayApp(session).status()
    assert words == f"The game is over: {team.lower()} made 2 of 2 points together · f4: new game"
    session.results.append(session.results[-1])
    assert PlayApp(session).status().endswith(" · 2 games, points: 2, 2")


def test_the_score_sheet_has_one_column_for_a_team():
    assert columns_of(GAME, ("you", "Ann", "expert")) == ("you, Ann, expert",)
    assert columns_of(find_game("getaway"), ("you", "Ann")) == ("you", "Ann")


def test_other_games_show_no_result_of_a_team():
    session = Session(find_game("kuhn_poker"), ["random", "random"], seed=5)
    while not session.table.over:
        session.play_agent()
    assert describe_table(session, "public")["together"] == ""
    assert session.results[0].full is None
