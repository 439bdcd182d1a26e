"""Records of finished games, headlines, and patiences that are finished by themselves."""

from dataclasses import replace

import pytest

from cardzoo.envs.registry import find_game
from cardzoo.table.outcome import Outcome, headline, outcome_of
from cardzoo.table.terminal.session import Session
from cardzoo.table.web.moves import find_finish
from cardzoo.table.web.records import Record, Records
from cardzoo.table.web.store import Store
from cardzoo.table.web.tables import MIGRATIONS
from tests.table.web.visiting import browsers, serve


def record(table: str, outcome: Outcome, seconds: float = 60.0, owner: str = "me", opponents: str = "") -> Record:
    return Record(table, owner, "klondike-v0", opponents, outcome, 52, 80, seconds)


@pytest.fixture
def records(tmp_path) -> Records:
    return Records(Store(tmp_path / "tables.sqlite3", MIGRATIONS))


def test_statistics_count_games_won_games_and_streaks_by_game_and_opponents(records: Records) -> None:
    won, lost = Outcome.WON, Outcome.LOST
    for number, (outcome, seconds) in enumerate([(won, 90), (won, 70.4), (lost, 5), (won, 80)]):
        records.keep(record(f"t{number}", outcome, seconds))
    records.keep(record("other", won, 1, owner="another"))
    records.keep(record("stronger", won, 1, opponents="expert"))
    found = records.summary(record("t3", won, 80))
    assert found == {
        "moves": 80, "seconds": 80, "played": 4, "won": 3, "streak": 1, "best_streak": 2, "fastest": 70,
    }  # fmt: skip


def test_a_table_has_one_record_which_is_forgotten_with_the_last_move(records: Records) -> None:
    for _ in range(2):
        records.keep(record("t", Outcome.WON))
    assert records.summary(record("t", Outcome.WON))["played"] == 1
    records.forget("t")
    assert records.summary(record("t", Outcome.WON))["played"] == 0


def test_records_are_exported_and_deleted_for_one_browser(records: Records) -> None:
    records.keep(record("t", Outcome.GAVE_UP))
    records.keep(record("u", Outcome.WON, owner="another"))
    head, line = records.to_csv("me").splitlines()
    assert head == "game,opponents,outcome,points,moves,seconds,ended"
    assert line.startswith("klondike-v0,,gave up,52,80,60.0,")
    records.delete("me")
    assert len(records.to_csv("me").splitlines()) == 1
    assert len(records.to_csv("another").splitlines()) == 2


def test_a_person_sees_the_own_record_and_takes_it_back_with_the_last_move(tmp_path) -> None:
    with browsers(serve(tmp_path)) as (me,):
        id = me.sit_down(game="black_hole-v0", players=1, seats=["me"])
        message = me.play_out(id)
        found = message["record"]
        assert (found["played"], found["moves"]) == (1, message["moved"])
        assert message["headline"] in ("You won!", "No moves left")
        assert len(me.get("/api/records").text.splitlines()) == 2
        assert me.take_back(id).status_code == 200
        assert len(me.get("/api/records").text.splitlines()) == 1
        me.play_out(id)
        assert me.request("DELETE", "/api/records").status_code == 200
        assert len(me.get("/api/records").text.splitlines()) == 1
    with browsers(serve(tmp_path)) as (again,):
        assert again.get("/api/records").text.count("\n") == 1


def test_a_deal_can_be_left_and_begun_again_by_a_person_alone(tmp_path) -> None:
    with browsers(serve(tmp_path)) as (me,):
        id = me.sit_down(game="black_hole-v0", players=1, seats=["me"], seed=5)
        dealt = me.look(id)["scene"]
        me.go_on(id, me.look(id))
        for same, is_equal in ((True, True), (False, False)):
            made = me.post(f"/api/tables/{id}/again", {"same": same}).json()["id"]
            assert (me.look(made)["scene"] == dealt) == is_equal


def test_a_game_that_is_left_after_a_move_counts_as_given_up(tmp_path) -> None:
    with browsers(serve(tmp_path)) as (me,):
        untouched = me.sit_down(game="black_hole-v0", players=1, seats=["me"], seed=5)
        me.post(f"/api/tables/{untouched}/again", {"same": False})
        assert len(me.get("/api/records").text.splitlines()) == 1
        id = me.sit_down(game="black_hole-v0", players=1, seats=["me"], seed=6)
        me.go_on(id, me.look(id))
        me.post(f"/api/tables/{id}/again", {"same": False})
        _, record = me.get("/api/records").text.splitlines()
        assert ",gave up," in record
        statuses = {table["id"]: table["status"] for table in me.get("/api/tables").json()}
        assert statuses[id] == statuses[untouched] == "over"


def test_a_person_alone_resigns_and_the_game_stays_over(tmp_path) -> None:
    with browsers(serve(tmp_path)) as (me,):
        id = me.sit_down()
        while not me.look(id)["moved"]:
            me.go_on(id, me.look(id))
        assert me.post(f"/api/tables/{id}/resign").status_code == 200
        resigned = me.look(id)
        assert (resigned["over"], resigned["headline"], resigned["outcome"]) == (True, "You resigned", "gave up")
        assert (resigned["mine"], resigned["result"], resigned["record"]["played"]) == (False, None, 1)
        for request in ("play", "undo", "resign"):
            content = {"action": 0, "moved": resigned["moved"]}
            assert "resign" in me.post(f"/api/tables/{id}/{request}", content).json()["problem"]
        me.post(f"/api/tables/{id}/step")
        assert me.look(id) == resigned  # no agent plays on
        cookies = me._client.cookies
        assert [table["status"] for table in me.get("/api/tables").json()] == ["over"]
    with browsers(serve(tmp_path)) as (me,):
        me._client.cookies = cookies
        assert me.look(id) == resigned
        assert me.post(f"/api/tables/{id}/again", {"same": True}).status_code == 201
        assert ",gave up," in me.get("/api/records").text


def test_only_a_person_alone_can_resign_and_before_a_move_it_counts_for_nothing(tmp_path) -> None:
    with browsers(serve(tmp_path), 2) as (me, other):
        several = me.sit_down(seats=["me", "here", "random"])
        assert "only a person alone" in me.post(f"/api/tables/{several}/resign").json()["problem"]
        id = me.sit_down(game="kuhn_poker-v0", players=2, seats=["me", "random"])
        assert other.post(f"/api/tables/{id}/resign").status_code == 403
        assert me.post(f"/api/tables/{id}/resign").json()["record"] == {}
        assert len(me.get("/api/records").text.splitlines()) == 1


def test_a_patience_with_open_cards_that_only_go_home_is_finished_by_itself() -> None:
    game = find_game("freecell")
    ranks = ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]
    pairs = ("♣♦", "♦♣", "♠♥", "♥♠")  # red and black in turn
    columns = [" ".join(f"{rank}{pair[place % 2]}" for place, rank in enumerate(ranks)) for pair in pairs]
    table = game.position(columns=[*columns, "", "", "", ""])
    actions = find_finish(table)
    assert len(actions) == 52
    for action in actions:
        assert game.actions.verb(action) == "home"
        table.step(action)
    assert table.over
    assert find_finish(table) == []
    assert find_finish(game.table(1)) == []
    assert find_finish(find_game("klondike").table(1)) == []


@pytest.mark.parametrize(("action", "expected"), [("give up", "You gave up"), (None, "No moves left")])
def test_giving_up_and_being_stuck_are_said_as_such(action: str | None, expected: str) -> None:
    session = Session(find_game("black_hole" if action is None else "yukon"), seed=5)
    while not session.table.over:
        legal = session.table.legal()
        moves = [session.game.actions.words.index(words) for words in legal]
        gives_up = [one for one, words in zip(moves, legal, strict=True) if words == action]
        session.play((gives_up or moves)[0])
    assert headline(session, 0, session.names) == expected
    assert outcome_of(session, 0) == (Outcome.GAVE_UP if action else Outcome.LOST)


def test_the_headline_names_the_winners() -> None:
    session = Session(find_game("kuhn_poker"), ["me", "random"], seed=1)
    while not session.table.over:
        session.play(int(session.table.mask.argmax())) if session.waits else session.play_agent()
    best = session.results[-1].ranks.index(1)
    assert headline(session, 0, session.names) == ("You won!" if best == 0 else "Clara won")
    assert headline(session, None, ("Ann", "Ben")) == f"{('Ann', 'Ben')[best]} won"


def test_partners_win_together_and_each_has_won() -> None:
    session = Session(find_game("euchre"), ["novice"] * 4, options={"hands": 1}, seed=1)
    while not session.table.over:
        session.play_agent()
    ranks = session.results[-1].ranks
    assert ranks[0] == ranks[2] != ranks[1] == ranks[3]
    for seat in range(4):
        assert outcome_of(session, seat) == (Outcome.WON if ranks[seat] == 1 else Outcome.LOST)
    own = ranks.index(1)
    names = ["you" if seat == own else f"player {seat}" for seat in range(4)]
    assert headline(session, own, names) == f"You and player {own + 2} won!"
    assert headline(session, None, [f"player {seat}" for seat in range(4)]).endswith(f"{own + 2} won")


def test_a_first_place_that_opponents_share_is_no_win() -> None:
    session = Session(find_game("crazy_eights"), ["random"] * 3, options={"hands": 2}, seed=1)
    while not session.table.over:
        session.play_agent()
    session.results[-1] = replace(session.results[-1], ranks=(1, 1, 3))
    assert [outcome_of(session, seat) for seat in range(3)] == [Outcome.SHARED, Outcome.SHARED, Outcome.LOST]
