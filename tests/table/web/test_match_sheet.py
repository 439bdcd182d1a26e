"""Score sheets that tables write by themselves."""

import pytest

from cardzoo.table.web import sheet_log
from cardzoo.table.web.match_sheet import MatchSheet
from cardzoo.table.web.score_sheet import rows, standings
from cardzoo.table.web.sheet_log import MIGRATIONS, Sheets
from cardzoo.table.web.store import Store
from tests.table.web.visiting import browsers, serve

HANDS = [(10, 0), (10, 7), (25, 5)]


@pytest.fixture
def sheets(tmp_path):
    return Sheets(Store(tmp_path / "sheets.sqlite3", MIGRATIONS))


@pytest.fixture
def a_table(sheets):
    """A function that returns the sheet of a table, like a server that has just started."""

    def new(table="table-1", owner="me", names=("you", "expert")):
        return MatchSheet(sheets, table, owner, "Gin Rummy", names)

    return new


def lines(sheets, id):
    """A sheet's rows with the points of each player, by name."""
    sheet = sheets.read(id)
    return [
        (label, *({sheet.players[player].name: points for player, points in entry.points.items()} for entry in entries))
        for label, entries in rows(sheet)
    ]


def totals(sheets, id):
    sheet = sheets.read(id)
    return {sheet.players[one.player].name: one.total for one in standings(sheet)}


def test_a_person_who_sits_down_later_has_the_scores_of_the_seat(sheets, a_table):
    match = a_table(names=("Ann", "player 2"))
    match.keep(HANDS[:1], None)
    match.names = ("Ann", "Ben")
    match.keep(HANDS[:2], None)
    assert lines(sheets, match.id) == [("hand 1", {"Ann": 10, "Ben": 0}), ("hand 2", {"Ann": 0, "Ben": 7})]
    assert totals(sheets, match.id)["Ben"] == 7


def test_each_hand_of_a_match_is_a_row_and_the_end_finishes_the_sheet(sheets, a_table):
    match = a_table()
    match.keep([], None)
    assert match.id == ""
    assert sheets.summaries("open") == []
    for number in (1, 2, 3):
        match.keep(HANDS[:number], None)
    sheet = sheets.read(match.id)
    assert (sheet.name, sheet.by_hand, sheet.hand, sheet.shelf) == ("Gin Rummy", True, 4, "open")
    match.keep(HANDS, (125, 5))
    assert lines(sheets, match.id) == [
        ("hand 1", {"you": 10, "expert": 0}),
        ("hand 2", {"you": 0, "expert": 7}),
        ("hand 3", {"you": 15, "expert": -2}),
        ("score 1", {"you": 100, "expert": 0}),
    ]
    assert (sheets.read(match.id).shelf, totals(sheets, match.id)) == ("finished", {"you": 125, "expert": 5})


def test_an_end_that_brings_nothing_is_no_row(sheets, a_table):
    match = a_table()
    match.keep(HANDS, HANDS[-1])
    assert [label for label, *_ in lines(sheets, match.id)] == ["hand 1", "hand 2", "hand 3"]


def test_a_restart_writes_nothing_twice_and_what_was_missing(sheets, a_table):
    a_table().keep(HANDS[:1], None)
    for _ in range(2):
        again = a_table()
        again.keep(HANDS[:2], None)
    events, _ = sheets.events(again.id)
    assert [event["kind"] for event in events] == ["set", "player", "player", "score", "score"]
    assert totals(sheets, again.id) == {"you": 10, "expert": 7}


def test_moves_taken_back_at_the_table_are_undone_on_the_sheet_also_after_a_restart(sheets, a_table):
    match = a_table(names=("you",))
    match.keep([], (5,))
    id = match.id
    match.keep([], None)
    assert (match.id, totals(sheets, id)) == ("", {"you": 0})
    match.keep([], (5,))
    assert (match.id, totals(sheets, id)) == (id, {"you": 5})
    a_table(names=("you",)).keep([], None)
    a_table(names=("you",)).keep([], None)
    assert totals(sheets, id) == {"you": 0}
    a_table(names=("you",)).keep([], (8,))
    a_table(names=("you",)).keep([], (9,))
    assert totals(sheets, id) == {"you": 9}


def test_entries_by_people_on_a_tables_sheet_stay(sheets, a_table):
    match = a_table()
    match.keep(HANDS[:2], None)
    first, second = sheets.read(match.id).entries
    (you, expert) = sheets.read(match.id).players
    people = [
        {"id": "people-01", "kind": "edit", "entry": first, "points": {you: 11}},
        {"id": "people-02", "kind": "undo", "event": second},
        {"id": "people-03", "kind": "player", "player": expert, "name": "Robo", "colour": "#000000"},
    ]
    for event in people:
        sheets.write(match.id, event)
    a_table().keep(HANDS[:2], None)
    assert totals(sheets, match.id) == {"you": 11, "Robo": 0}
    a_table().keep(HANDS, None)
    assert totals(sheets, match.id) == {"you": 26, "Robo": -2}


def test_a_row_that_people_have_undone_can_be_taken_back_and_comes_again(sheets, a_table):
    match = a_table(names=("you",))
    match.keep([], (5,))
    (entry,) = sheets.read(match.id).entries
    sheets.write(match.id, {"id": "people-01", "kind": "undo", "event": entry})
    match.keep([], None)
    match.keep([], (5,))
    assert (match.problem, totals(sheets, match.id)) == ("", {"you": 5})


def test_a_player_who_was_removed_joins_again_with_the_next_row(sheets, a_table):
    match = a_table()
    match.keep(HANDS[:1], None)
    (joined,) = [event for event in sheets.events(match.id)[0] if event.get("name") == "expert"]
    sheets.write(match.id, {"id": "people-01", "kind": "undo", "event": joined["id"]})
    a_table().keep(HANDS[:1], None)
    assert totals(sheets, match.id) == {"you": 10}
    a_table().keep(HANDS[:2], None)
    assert totals(sheets, match.id) == {"you": 10, "expert": 7}


def test_games_of_one_hand_among_the_same_players_share_a_sheet_until_it_is_finished(sheets, a_table):
    series = [a_table(table=f"table-{number}") for number in range(4)]
    series[0].keep([], (3, 1))
    series[1].keep([(2, 4)], (2, 4))  # its one hand was the whole match
    assert series[0].id == series[1].id
    assert lines(sheets, series[0].id) == [
        ("score 1", {"you": 3, "expert": 1}),
        ("score 2", {"you": 2, "expert": 4}),
    ]
    sheets.write(series[0].id, {"id": "people-01", "kind": "set", "shelf": "finished"})
    series[2].keep([], (1, 1))
    assert series[2].id != series[0].id
    a_table(table="table-0").keep([], (3, 1))
    assert totals(sheets, series[0].id) == {"you": 5, "expert": 5}
    series[3].keep([], (1, 2))
    assert (series[3].id, totals(sheets, series[3].id)) == (series[2].id, {"you": 2, "expert": 3})


def test_sheets_of_different_players_owners_and_matches_are_different(a_table):
    tables = [a_table(), a_table("table-2", owner="another"), a_table("table-3", names=("you", "novice"))]
    for table in tables:
        table.keep([], (1, 2))
    matches = [a_table("table-4"), a_table("table-5")]
    for match in matches:
        match.keep(HANDS, None)
    assert len({table.id for table in tables + matches}) == 5


def test_a_sheet_that_cannot_be_written_is_told_and_written_later(sheets, a_table, monkeypatch):
    match = a_table()
    with monkeypatch.context() as patch:
        patch.setattr(sheet_log, "MOST_SHEETS", 0)
        match.keep(HANDS[:1], None)
        assert match.problem.startswith("the score sheet was not written: there are 0 sheets")
    match.keep(HANDS[:1], None)
    assert (match.problem, totals(sheets, match.id)) == ("", {"you": 10, "expert": 0})


def test_a_match_at_a_table_writes_its_hands_as_they_are_played(tmp_path):
    with browsers(serve(tmp_path)) as (me,):
        id = me.sit_down(game="mate-v0", players=2, seats=["random", "random"])
        message = me.look(id)
        assert (message["sheet"], message["sheet_problem"]) == ("", "")
        while not message["over"]:
            message = me.go_on(id, message)
            if message["hands"]:
                players = me.get("/api/sheets?shelf=" + ("finished" if message["over"] else "open")).json()["sheets"][0]
                assert sorted(one["total"] for one in players["players"]) == sorted(message["hands"][-1])
        assert len(message["hands"]) > 1
        sheet = message["sheet"]
        events = me.get(f"/api/sheets/{sheet}").json()["events"]
        assert sum(event["kind"] == "score" for event in events) == len(message["hands"])
    with browsers(serve(tmp_path)) as (again,):
        assert again.look(id)["sheet"] == sheet
        assert again.get(f"/api/sheets/{sheet}").json()["events"] == events


def test_a_result_is_on_the_sheet_though_the_server_was_killed_before_it_was_written(tmp_path, monkeypatch):
    with monkeypatch.context() as patch, browsers(serve(tmp_path)) as (me,):
        patch.setattr(MatchSheet, "keep", lambda self, hands, result: None)
        id = me.sit_down()
        scores = me.play_out(id)["result"]["scores"]
        assert me.get("/api/sheets").json()["sheets"] == []
    with browsers(serve(tmp_path)) as (me,):
        me.look(id)
        (sheet,) = me.get("/api/sheets").json()["sheets"]
        assert sorted(player["total"] for player in sheet["players"]) == sorted(scores)


def test_a_patience_that_is_taken_back_at_its_end_takes_its_result_along(tmp_path):
    with browsers(serve(tmp_path)) as (me,):
        id = me.sit_down(game="black_hole-v0", players=1, seats=["me"])
        message = me.play_out(id)
        sheet = f"/api/sheets/{message['sheet']}"
        assert [event["kind"] for event in me.get(sheet).json()["events"]] == ["set", "player", "score"]
        assert me.take_back(id).status_code == 200
        assert me.get(sheet).json()["events"][-1]["kind"] == "undo"
        me.play_out(id)
        (found,) = me.get("/api/sheets").json()["sheets"]
        assert found["players"][0]["total"] == message["result"]["scores"][0]


def test_where_points_count_against_the_players_the_lowest_total_is_first(sheets):
    match = MatchSheet(sheets, "table-1", "me", "Hearts", ("you", "expert"), low_wins=True)
    for hands in HANDS[:1], HANDS[:2]:
        match.keep(hands, None)
    sheet = sheets.read(match.id)
    assert sheet.low_wins
    assert [sheet.players[one.player].name for one in standings(sheet)] == ["expert", "you"]
    events, _ = sheets.events(match.id)
    assert sum("low_wins" in event for event in events) == 1


def test_a_person_may_change_which_total_of_a_tables_sheet_wins(sheets):
    match = MatchSheet(sheets, "table-1", "me", "Hearts", ("you", "expert"), low_wins=True)
    match.keep(HANDS[:1], None)
    sheets.write(match.id, {"id": "people-01", "kind": "set", "low_wins": False})
    match.keep(HANDS[:2], None)
    assert not sheets.read(match.id).low_wins
