"""The model of a score sheet: its events, their totals, and refused events."""

import base64
import csv
import io
import json
import random
import subprocess
import sys
from pathlib import Path

import playwright
import pytest

from cardzoo.table.web import score_sheet
from cardzoo.table.web.score_sheet import SheetError, check_event, fold, parse_event, rows, standings, to_csv

STATIC = Path(score_sheet.__file__).parent / "static"
NODE = Path(playwright.__file__).parent / "driver" / ("node.exe" if sys.platform == "win32" else "node")


class Pad:
    """A sheet for Ann, Bob and Cem, whose ids are their names three times."""

    def __init__(self, **settings) -> None:
        self.events = []
        self.write("set", name="Evening", **settings)
        for name in ("Ann", "Bob", "Cem"):
            self.write("player", player=name * 3, name=name, colour="#123456")

    def write(self, kind, **values):
        event = parse_event({"id": f"event-{len(self.events):06}", "kind": kind, **values})
        check_event(self.events, event)
        self.events.append(event)
        return event.id

    def score(self, hand=None, note="", **points):
        points = {name * 3: value for name, value in points.items()}
        return self.write("score", points=points, hand=hand, note=note)

    @property
    def sheet(self):
        return fold(self.events)

    @property
    def totals(self):
        return {one.player[:3]: one.total for one in standings(self.sheet)}


def test_points_add_up_by_player():
    pad = Pad()
    pad.score(Ann=10, Bob=-3)
    pad.score(Ann=5)
    assert pad.totals == {"Ann": 15, "Cem": 0, "Bob": -3}


def test_best_is_first_and_equal_totals_share_the_better_place():
    pad = Pad()
    pad.score(Ann=1, Bob=7, Cem=7)
    assert [(one.player[:3], one.place) for one in standings(pad.sheet)] == [("Bob", 1), ("Cem", 1), ("Ann", 3)]


def test_low_score_can_win():
    pad = Pad()
    pad.score(Ann=1, Bob=7, Cem=-2)
    pad.write("set", low_wins=True)
    assert [one.player[:3] for one in standings(pad.sheet)] == ["Cem", "Ann", "Bob"]


def test_scores_of_a_hand_share_a_row_and_free_scores_have_their_own():
    pad = Pad(by_hand=True)
    pad.score(hand=2, Ann=1)
    pad.score(hand=1, Bob=2)
    pad.score(hand=2, Cem=3)
    pad.score(Ann=4)
    assert [(label, len(entries)) for label, entries in rows(pad.sheet)] == [
        ("hand 1", 1),
        ("hand 2", 2),
        ("score 1", 1),
    ]


def test_rounds_count_the_rows_in_which_a_player_has_scored():
    pad = Pad()
    pad.score(hand=1, Ann=5)
    pad.score(hand=1, Ann=1, Bob=0)
    pad.score(hand=2, Ann=5)
    assert {one.player[:3]: one.rounds for one in standings(pad.sheet)} == {"Ann": 2, "Bob": 1, "Cem": 0}


def test_an_entry_can_be_mended_for_one_of_its_players():
    pad = Pad()
    entry = pad.score(Ann=10, Bob=20)
    pad.write("edit", entry=entry, points={"AnnAnnAnn": 11})
    assert pad.totals == {"Bob": 20, "Ann": 11, "Cem": 0}
    assert pad.sheet.entries[entry].edited


def test_undo_of_an_entry_an_edit_and_an_undo():
    pad = Pad()
    entry = pad.score(Ann=10)
    edit = pad.write("edit", entry=entry, points={"AnnAnnAnn": 11})
    pad.write("undo", event=edit)
    assert pad.totals["Ann"] == 10
    undo = pad.write("undo", event=entry)
    assert pad.totals["Ann"] == 0
    pad.write("undo", event=undo)
    assert pad.totals["Ann"] == 10


def test_undo_of_a_players_coming_takes_its_scores_along_and_gives_them_back():
    pad = Pad()
    pad.score(Ann=10, Bob=1)
    pad.score(Bob=2)
    pad.write("set", dealer="BobBobBob")
    undo = pad.write("undo", event=pad.events[2].id)
    assert (pad.totals, len(pad.sheet.entries), pad.sheet.dealer) == ({"Ann": 10, "Cem": 0}, 1, "")
    pad.write("undo", event=undo)
    assert (pad.totals, len(pad.sheet.entries), pad.sheet.dealer) == ({"Ann": 10, "Bob": 3, "Cem": 0}, 2, "BobBobBob")


def test_a_player_who_leaves_takes_the_scores_along_and_comes_back_with_them():
    pad = Pad(dealer="")
    pad.score(Ann=4, Bob=3)
    pad.write("set", dealer="BobBobBob")
    leave = pad.write("leave", player="BobBobBob")
    assert (pad.totals, pad.sheet.dealer) == ({"Ann": 4, "Cem": 0}, "")
    with pytest.raises(SheetError, match="no such player"):
        pad.write("leave", player="BobBobBob")
    pad.write("undo", event=leave)
    assert (pad.totals, pad.sheet.dealer) == ({"Ann": 4, "Bob": 3, "Cem": 0}, "BobBobBob")


def test_settings_that_are_left_out_stay_and_each_can_be_undone():
    pad = Pad(low_wins=True)
    change = pad.write("set", name="Night", hand=3, dealer="CemCemCem", shelf="finished")
    sheet = pad.sheet
    assert (sheet.name, sheet.low_wins, sheet.hand, sheet.dealer) == ("Night", True, 3, "CemCemCem")
    assert sheet.shelf == "finished"
    pad.write("undo", event=change)
    assert (pad.sheet.name, pad.sheet.hand, pad.sheet.dealer, pad.sheet.shelf) == ("Evening", 1, "", "open")


def test_a_score_that_ends_a_hand_is_undone_with_all_that_it_brought():
    pad = Pad(by_hand=True)
    pad.write("set", dealer="AnnAnnAnn")
    last = pad.write("score", points={"BobBobBob": 3}, hand=1, next_hand=2, dealer="BobBobBob")
    assert (pad.sheet.hand, pad.sheet.dealer, pad.totals["Bob"]) == (2, "BobBobBob", 3)
    pad.write("undo", event=last)
    assert (pad.sheet.hand, pad.sheet.dealer, pad.totals["Bob"]) == (1, "AnnAnnAnn", 0)


def test_a_player_can_have_another_name_and_colour_and_keeps_the_seat():
    pad = Pad()
    pad.score(Ann=3)
    pad.write("player", player="AnnAnnAnn", name="Anna", colour="#ffffff")
    assert [player.name for player in pad.sheet.players.values()] == ["Anna", "Bob", "Cem"]
    assert pad.totals["Ann"] == 3


def test_turn_order_can_change_and_who_is_not_named_follows():
    pad = Pad()
    pad.write("order", players=["CemCemCem", "BobBobBob"])
    assert [player.name for player in pad.sheet.players.values()] == ["Cem", "Bob", "Ann"]


def test_a_finished_sheet_still_takes_what_came_late():
    pad = Pad()
    pad.write("set", shelf="finished")
    pad.score(Ann=1)
    assert pad.totals["Ann"] == 1


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        ({"kind": "set", "dealer": "DanDanDan"}, "not a player"),
        ({"kind": "score", "points": {"DanDanDan": 1}}, "players of this sheet"),
        ({"kind": "score", "points": {"AnnAnnAnn": 1}, "dealer": "DanDanDan"}, "not a player"),
        ({"kind": "order", "players": ["AnnAnnAnn", "AnnAnnAnn"]}, "once"),
        ({"kind": "order", "players": ["DanDanDan"]}, "once"),
        ({"kind": "edit", "entry": "event-000001", "points": {"AnnAnnAnn": 1}}, "no such entry"),
        ({"kind": "edit", "entry": "event-000004", "points": {"BobBobBob": 1}}, "no points of that player"),
        ({"kind": "undo", "event": "event-000000"}, "cannot be undone"),
        ({"kind": "undo", "event": "event-999999"}, "no such event"),
        ({"kind": "undo", "event": "event-000005"}, "already undone"),
    ],
)
def test_events_that_do_not_fit_the_sheet_are_refused(event, problem):
    pad = Pad()
    pad.score(Ann=1)
    pad.write("undo", event=pad.score(Bob=1))
    with pytest.raises(SheetError, match=problem):
        pad.write(**event)


def test_the_first_event_sets_the_name():
    with pytest.raises(SheetError, match="first event"):
        check_event([], parse_event({"id": "event-000000", "kind": "set", "low_wins": True}))


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"kind": "score", "points": {}}, "points"),
        ({"kind": "score", "points": {"AnnAnnAnn": 1_000_001}}, "points.AnnAnnAnn"),
        ({"kind": "score", "points": {"AnnAnnAnn": 1.5}}, "points.AnnAnnAnn"),
        ({"kind": "score", "points": {"AnnAnnAnn": True}}, "points.AnnAnnAnn"),
        ({"kind": "score", "points": {"__proto__": 1}}, "points.__proto__"),
        ({"kind": "score", "points": {f"player-{n:04}": 1 for n in range(100)}}, "points"),
        ({"kind": "score", "points": {"AnnAnnAnn": 1}, "hand": 1000}, "hand"),
        ({"kind": "score", "points": {"AnnAnnAnn": 1}, "note": "n" * 81}, "note"),
        ({"kind": "player", "player": "AnnAnnAnn", "name": "A" * 41, "colour": "#000000"}, "name"),
        ({"kind": "player", "player": "AnnAnnAnn", "name": " \t", "colour": "#000000"}, "name"),
        ({"kind": "player", "player": "AnnAnnAnn", "name": "A\x00", "colour": "#000000"}, "name"),
        ({"kind": "player", "player": "AnnAnnAnn", "name": "A\u202eb", "colour": "#000000"}, "name"),
        ({"kind": "player", "player": "AnnAnnAnn", "name": "A\ud800", "colour": "#000000"}, "name"),
        ({"kind": "player", "player": "AnnAnnAnn", "name": "A", "colour": "red;"}, "colour"),
        ({"kind": "set", "name": "n" * 81}, "name"),
        ({"kind": "set", "shelf": "burnt"}, "shelf"),
        ({"kind": "set", "target": -1}, "target"),
        ({"kind": "set", "colour": "#000000"}, "colour"),
        ({"kind": "undo"}, "event"),
    ],
)
def test_values_out_of_bounds_are_refused_in_one_line_that_names_the_key(values, key):
    with pytest.raises(SheetError) as refused:
        parse_event({"id": "event-000000", **values})
    assert str(refused.value).startswith(f"{key}: ")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("value", [None, [], "set", {}, {"kind": "burn"}, {"kind": ["set"]}])
def test_values_that_are_no_events_are_refused(value):
    with pytest.raises(SheetError, match="an event must be an object"):
        parse_event(value)


def test_names_are_written_in_one_form():
    event = parse_event({"id": "event-000000", "kind": "set", "name": "  C\u0327em's\n  evening 👩‍🚀 "})
    assert event.name == "Çem's evening 👩‍🚀"


def test_players_and_events_are_bounded(monkeypatch):
    monkeypatch.setattr(score_sheet, "MOST_PLAYERS", 3)
    monkeypatch.setattr(score_sheet, "MOST_EVENTS", 5)
    pad = Pad()
    with pytest.raises(SheetError, match="3 players"):
        pad.write("player", player="DanDanDan", name="Dan", colour="#000000")
    pad.score(Ann=1)
    with pytest.raises(SheetError, match="full"):
        pad.score(Ann=1)


def test_csv_has_a_column_a_player_and_runs_no_formula():
    pad = Pad(by_hand=True)
    pad.write("player", player="AnnAnnAnn", name='=HYPERLINK("http://x")', colour="#000000")
    pad.write("player", player="BobBobBob", name="＋1", colour="#000000")
    pad.score(hand=1, Ann=-5, Bob=7, note="-1+2, or so")
    table = list(csv.reader(io.StringIO(to_csv(pad.sheet))))
    assert table == [
        ["row", "note", '\'=HYPERLINK("http://x")', "'＋1", "Cem"],
        ["hand 1", "'-1+2, or so", "-5", "7", ""],
        ["total", "", "-5", "7", "0"],
    ]


def run_script(code, value, script="score_sheet.js"):
    """The result of JavaScript code for a value, with the exports of a script."""
    source = base64.b64encode((STATIC / script).read_bytes()).decode()
    program = (
        f"const lib = await import('data:text/javascript;base64,{source}');"
        "const { readFileSync } = await import('node:fs');"
        f"const value = JSON.parse(readFileSync(0, 'utf8')); console.log(JSON.stringify(await ({code})(value, lib)));"
    )
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", program],
        input=json.dumps(value),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def random_events(generator):
    """A valid sequence of events of all kinds."""
    pad = Pad(by_hand=generator.random() < 0.5)
    names = ["AnnAnnAnn", "BobBobBob", "CemCemCem", "DanDanDan"]
    for _ in range(60):
        ids = [event.id for event in pad.events]
        some = generator.sample(names, generator.randint(1, 3))
        points = {name: generator.randint(-20, 20) for name in some}
        kind, values = generator.choice(
            [
                ("set", {"low_wins": generator.random() < 0.5, "hand": generator.randint(1, 4)}),
                ("set", {"dealer": generator.choice(["", *names]), "target": generator.choice([0, 30])}),
                ("player", {"player": names[-1], "name": generator.choice(["Dan", "Don"]), "colour": "#abcdef"}),
                ("leave", {"player": generator.choice(names)}),
                ("order", {"players": some}),
                ("score", {"points": points, "hand": generator.choice([None, 1, 2, 3])}),
                ("score", {"points": points}),
                ("score", {"points": points, "hand": 2, "next_hand": 3, "dealer": generator.choice(["", *names])}),
                ("edit", {"entry": generator.choice(ids), "points": dict(list(points.items())[:1])}),
                ("undo", {"event": generator.choice(ids)}),
                ("undo", {"event": ids[-1]}),
            ]
        )
        try:
            pad.write(kind, **values)
        except SheetError:
            continue
    return pad.events


def test_the_page_folds_events_as_the_server_does():
    generator = random.Random(7)
    sheets = [random_events(generator) for _ in range(40)]
    settings = ("name", "low_wins", "by_hand", "hand", "dealer", "target", "shelf")
    seen = []
    for events in sheets:
        sheet = fold(events)
        seen.append(
            {
                "settings": [getattr(sheet, name) for name in settings],
                "players": [[one.player, one.name, one.colour] for one in sheet.players.values()],
                "rows": [
                    [label, [[one.id, one.points, one.edited] for one in entries]] for label, entries in rows(sheet)
                ],
                "standings": [[one.player, one.total, one.place, one.rounds] for one in standings(sheet)],
            }
        )
    code = """(sheets, { fold, rows, standings }) => sheets.map((events) => {
        const parts = (entry) => [entry.id, entry.points, entry.edited];
        const sheet = fold(events);
        return {
          settings: [sheet.name, sheet.low_wins, sheet.by_hand, sheet.hand, sheet.dealer, sheet.target, sheet.shelf],
          players: sheet.players.map((one) => [one.id, one.name, one.colour]),
          rows: rows(sheet).map(({ label, entries }) => [label, entries.map(parts)]),
          standings: standings(sheet).map((one) => [one.player, one.total, one.place, one.rounds]),
        };
    })"""
    assert run_script(code, [[json.loads(event.model_dump_json()) for event in events] for events in sheets]) == seen


def test_undo_and_redo_go_step_by_step_through_all_deeds():
    """Events are written as letters; ``-x`` undoes x and is itself called ``-x``."""

    def steps(*letters):
        events = [{"id": "name", "kind": "set"}]
        events += [{"id": one, "kind": "undo", "event": one[1:]} if one[0] == "-" else {"id": one} for one in letters]
        code = "(events, { steps }) => Object.fromEntries(Object.entries(steps(events)).map(([k, v]) => [k, v?.id]))"
        return run_script(code, events)

    assert steps() == {}
    assert steps("a", "b") == {"undo": "b"}
    assert steps("a", "b", "-b", "-a") == {"redo": "-a"}
    assert steps("a", "b", "-b", "-a", "--a") == {"undo": "a", "redo": "-b"}
    assert steps("a", "b", "-b", "c") == {"undo": "c"}
    assert steps("a", "b", "-a") == {"undo": "-a"}  # an entry of the history
    assert steps("a", "b", "-a", "--a") == {"undo": "b", "redo": "--a"}


def test_typed_sums():
    cases = {
        "12": 12, "12+5-3": 14, " 12 + 5 - 3 ": 14, "-7": -7, "+5": 5, "−4": -4, "5–8": -3, "0": 0,
        "": None, "+": None, "5+": None, "5++3": None, "1.5": None, "1e3": None, "2*3": None,
        "x": None, "1234567890": None,
    }  # fmt: skip
    assert run_script("(texts, { sum }) => texts.map(sum)", list(cases)) == list(cases.values())


def test_the_sign_of_the_last_number_of_a_typed_sum_changes():
    cases = {"12": "-12", "-12": "12", "12+5": "12-5", "12-5": "12+5", "12−5": "12+5", "": "-", "12+": "12-"}
    assert run_script("(texts, { negated }) => texts.map(negated)", list(cases)) == list(cases.values())


@pytest.mark.parametrize(
    ("settings", "winners"),
    [
        ({"target": 20}, ["Ann", "Cem"]),
        ({"target": 20, "low_wins": True}, ["Bob"]),  # a total of 20 ends the game, and the lowest one wins
        ({"target": 21}, []),
        ({}, []),
    ],
)
def test_a_total_that_has_come_to_the_target_ends_the_game(settings, winners):
    pad = Pad(**settings)
    pad.score(Ann=20, Bob=-3, Cem=8)
    pad.score(Cem=12)
    events = [json.loads(event.model_dump_json()) for event in pad.events]
    code = "(events, { fold, winners, course }) => [winners(fold(events)), course(fold(events))]"
    expected = [name * 3 for name in winners], [[0, 0, 0], [20, -3, 8], [20, -3, 20]]
    assert tuple(run_script(code, events)) == expected


def test_an_entry_that_another_window_has_sent_never_vanishes_from_the_page():
    code = """async (event, { Log }) => {
        globalThis.localStorage = new (class {
          getItem(key) { return this[key] ?? null; }
          setItem(key, value) { this[key] = value; }
          removeItem(key) { delete this[key]; }
        })();
        const answer = { status: 200, ok: true, headers: new Headers({ "Content-Type": "application/json" }) };
        globalThis.fetch = async () => ({ ...answer, json: async () => ({ number: 1 }) });
        const page = new Log("sheet-0001", () => page.events);
        page.send = () => {};
        page.add(event);
        const other = new Log("sheet-0001", () => {});
        await other.send();
        return [other.waiting.length, other.confirmed.length, page.events.map((one) => one.kind)];
    }"""
    assert run_script(code, {"kind": "score"}, "sheet_sync.js") == [0, 1, ["score"]]
