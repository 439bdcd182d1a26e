"""The score sheets of a server: their JSON, repeated messages, and kills."""

import threading

import httpx
import pytest

from cardzoo.table.web import sheet_log
from cardzoo.table.web.score_sheet import SheetError
from cardzoo.table.web.sheet_log import MIGRATIONS, Sheets
from cardzoo.table.web.store import Store
from tests.table.web.visiting import browsers, serve

SHEET = "/api/sheets/sheet-0001"
NAMED = {"id": "event-0000", "kind": "set", "name": "Evening"}
ANN = {"id": "event-0001", "kind": "player", "player": "player-ann", "name": "Ann", "colour": "#d1495b"}
TEN = {"id": "event-0002", "kind": "score", "points": {"player-ann": 10}}


@pytest.fixture
def sheets(tmp_path):
    return Sheets(Store(tmp_path / "data" / "sheets.sqlite3", MIGRATIONS))


@pytest.fixture
def visitor(tmp_path):
    with browsers(serve(tmp_path)) as (visitor,):
        yield visitor


def write(visitor, *events, sheet=SHEET):
    """The number of the last event."""
    for event in events:
        answer = visitor.post(sheet, event)
        assert answer.status_code == 200, answer.text
    return answer.json()["number"]


def test_names_of_sheets_that_people_made_are_known_once(sheets):
    for sheet, name in (("sheet-0001", "Ann"), ("sheet-0002", "ANN"), (f"{sheet_log.OF_TABLES}0001", "expert")):
        sheets.write(sheet, NAMED)
        sheets.write(sheet, {**ANN, "name": name})
    assert [player["name"] for player in sheets.known_players()] == ["ANN"]


def test_sheets_are_bounded(sheets, monkeypatch):
    monkeypatch.setattr(sheet_log, "MOST_SHEETS", 1)
    sheets.write("sheet-0001", NAMED)
    with pytest.raises(SheetError, match="no room"):
        sheets.write("sheet-0002", NAMED)


def test_events_come_back_in_order_with_numbers(visitor):
    assert write(visitor, NAMED, ANN, TEN) == 3
    events = visitor.get(SHEET).json()["events"]
    assert [(event["number"], event["id"]) for event in events] == [
        (1, "event-0000"),
        (2, "event-0001"),
        (3, "event-0002"),
    ]
    assert [event["id"] for event in visitor.get(f"{SHEET}?after=2").json()["events"]] == ["event-0002"]


def test_a_repeated_message_is_written_once_and_another_one_with_its_id_is_refused(visitor):
    sheet = "/api/sheets/sheet-repeated"
    assert write(visitor, NAMED, ANN, TEN, TEN, ANN, TEN, sheet=sheet) == 3
    assert len(visitor.get(sheet).json()["events"]) == 3
    answer = visitor.post(sheet, {**TEN, "points": {"player-ann": 11}})
    assert (answer.status_code, answer.json()) == (400, {"problem": "another event of the sheet has this id"})


def test_shelves_come_in_parts_the_last_changed_first(visitor, sheets):
    for number in range(52):
        sheets.write(f"shelf-{number:04}", NAMED)
        sheets.write(f"shelf-{number:04}", {"id": "event-0001", "kind": "set", "shelf": "finished"})
    first = visitor.get("/api/sheets?shelf=finished").json()
    rest = visitor.get("/api/sheets?shelf=finished&offset=50").json()
    assert (len(first["sheets"]), first["more"], first["sheets"][0]["id"]) == (50, True, "shelf-0051")
    assert (len(rest["sheets"]), rest["more"]) == (2, False)


def test_answers_that_the_reader_has_are_not_sent_again(visitor):
    sheet = "/api/sheets/sheet-tagged"
    write(visitor, NAMED, sheet=sheet)
    tag = visitor.get(sheet).headers["ETag"]
    again = visitor.get(sheet, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    write(visitor, ANN, sheet=sheet)
    assert visitor.get(sheet, headers={"If-None-Match": tag}).status_code == 200


def test_csv_is_a_file_that_spreadsheets_read(visitor):
    sheet = "/api/sheets/sheet-export"
    write(visitor, {**NAMED, "name": 'Ann\'s "çay"; / night'}, ANN, TEN, sheet=sheet)
    answer = visitor.get(f"{sheet}/csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"].startswith(
        "attachment; filename=\"sheet.csv\"; filename*=UTF-8''Ann%27s%20"
    )
    assert answer.content.decode("utf-8") == "\ufeffrow,note,Ann\r\nscore 1,,10\r\ntotal,,10\r\n"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"{}", "an event must be an object with the kind set, player, leave, order, score, edit or undo"),
        (b'{"kind":"set","id":"x"}', "id: String should match pattern '^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$'"),
    ],
)
def test_events_that_cannot_be_read_are_refused_in_one_line(visitor, content, problem):
    answer = visitor.request("POST", SHEET, content=content)
    assert (answer.status_code, answer.json()) == (400, {"problem": problem})


@pytest.mark.parametrize("content", [b"{", b"\xff", b"[" * 16_000, b" " * 20_000])
def test_values_that_are_no_events_are_refused_too(visitor, content):
    assert visitor.request("POST", SHEET, content=content).status_code == 409
    assert visitor.get(SHEET).json()["events"] == []


@pytest.mark.parametrize(
    "url", ["/api/sheets?shelf=x", "/api/sheets?offset=-1", f"{SHEET}?after=x", "/api/sheets/no-such-sheet/csv"]
)
def test_questions_that_cannot_be_answered_are_refused(visitor, url):
    answer = visitor.get(url)
    assert answer.status_code == 400
    assert list(answer.json()) == ["problem"]


def test_a_sheets_id_has_bounds(visitor):
    answer = visitor.post("/api/sheets/short", NAMED)
    assert (answer.status_code, "8 to 64" in answer.json()["problem"]) == (400, True)


def test_pages_elsewhere_cannot_write(visitor):
    answer = visitor.post(SHEET, TEN, headers={"origin": "http://elsewhere.example"})
    assert answer.status_code == 403


def test_acknowledged_entries_outlive_a_kill_while_entries_are_sent(own_server):
    """An entry whose answer was lost with the server is sent again, as by the page, and counts once."""
    path, headers = f"{own_server.url.rstrip('/')}{SHEET}", {"origin": own_server.url.rstrip("/")}
    acknowledged, sent = [], []

    def post(event):
        sent.append(event["id"])
        answer = httpx.post(path, json=event, headers=headers, timeout=60)
        assert answer.status_code == 200, answer.text
        acknowledged.append(event["id"])

    def send_until_the_server_is_gone(turn):
        for number in range(80):
            try:
                post({**TEN, "id": f"score-{turn}-{number:04}"})
            except httpx.TransportError:
                return
            if number == 10:
                under_way.set()

    post(NAMED)
    post(ANN)
    for turn in range(2):
        under_way = threading.Event()
        sender = threading.Thread(target=send_until_the_server_is_gone, args=(turn,))
        sender.start()
        assert under_way.wait(60)
        own_server.kill()
        sender.join()
        own_server.start(own_server.port)
        if sent[-1] != acknowledged[-1]:
            post({**TEN, "id": sent.pop()})
    events = httpx.get(path).json()["events"]
    assert [event["id"] for event in events] == acknowledged
    (sheet,) = httpx.get(f"{own_server.url}api/sheets").json()["sheets"]
    assert sheet["players"][0]["total"] == 10 * (len(acknowledged) - 2)
