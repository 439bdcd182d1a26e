"""The score sheets of a server: their JSON, results of matches, repeated messages, kills, and the page itself."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from cardzoo.training.web import sheet_log
from cardzoo.training.web.score_sheet import SheetError, standings
from cardzoo.training.web.sheet_log import MIGRATIONS, Sheets
from cardzoo.training.web.store import Store

ROOT = Path(__file__).parents[2]
SHEET = "/api/sheets/sheet-0001"
NAMED = {"id": "event-0000", "kind": "set", "name": "Evening"}
ANN = {"id": "event-0001", "kind": "player", "player": "player-ann", "name": "Ann", "colour": "#d1495b"}
TEN = {"id": "event-0002", "kind": "score", "points": {"player-ann": 10}}


class Server:
    """A server of a file in a process of its own, at one port however often it is started."""

    def __init__(self, file):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.file = file
        self.url = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.url, headers={"Origin": self.url})
        self.start()

    def start(self):
        command = [sys.executable, "-m", "tests.web.sheet_server", str(self.file), str(self.port)]
        self.process = subprocess.Popen(command, cwd=ROOT)
        while True:
            assert self.process.poll() is None, "the server has ended"
            try:
                self.client.get("/api/sheets")
            except httpx.TransportError:
                time.sleep(0.05)
            else:
                return

    def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def write(self, *events, sheet=SHEET):
        for event in events:
            answer = self.client.post(sheet, json=event)
            assert answer.status_code == 200, answer.text
        return answer.json()["number"]

    def events(self, after=0, sheet=SHEET):
        return self.client.get(sheet, params={"after": after}).json()["events"]


@pytest.fixture(scope="module")
def module_server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("sheets") / "sheets.db")
    yield server
    server.kill()
    server.client.close()


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "sheets.db")
    yield server
    server.kill()
    server.client.close()


@pytest.fixture
def sheets(tmp_path):
    return Sheets(Store(tmp_path / "sheets.db", MIGRATIONS))


def totals(sheets, sheet):
    found = sheets.read(sheet)
    return {found.players[one.player].name: one.total for one in standings(found)}


def test_a_match_writes_its_results_and_a_repetition_changes_nothing(sheets):
    for result in ("game 1", "game 1", "game 2"):
        sheets.add_result("match-0001", ["You", "expert", "expert"], [3, -2, 1], "Getaway", result=result)
    assert totals(sheets, "match-0001") == {"You": 6, "expert 2": 2, "expert": -4}
    assert [entry.note for entry in sheets.read("match-0001").entries.values()] == ["Getaway", "Getaway"]
    assert sheets.summaries("open")[0]["name"] == "Getaway"


def test_a_match_knows_its_players_after_they_were_renamed_and_those_who_were_there(sheets):
    sheets.write("match-0001", NAMED)
    sheets.write("match-0001", ANN)
    sheets.add_result("match-0001", ["ann", "novice"], [1, 2], "Gin")
    (novice,) = [player for player in sheets.read("match-0001").players.values() if player.name == "novice"]
    renamed = {"kind": "player", "player": novice.player, "name": "Robo", "colour": "#000000", "id": "event-0009"}
    sheets.write("match-0001", renamed)
    sheets.add_result("match-0001", ["ann", "novice"], [1, 2], "Gin")
    assert totals(sheets, "match-0001") == {"Robo": 4, "Ann": 2}


def test_a_result_that_is_refused_leaves_nothing_behind(sheets):
    with pytest.raises(SheetError, match="points"):
        sheets.add_result("match-0001", ["You", "expert"], [1, 10_000_000], "Getaway")
    with pytest.raises(SheetError, match="2 players have 1 scores"):
        sheets.add_result("match-0001", ["You", "expert"], [1], "Getaway")
    assert sheets.summaries("open") == []


def test_low_score_wins_a_match_if_its_game_says_so(sheets):
    sheets.add_result("match-0001", ["You", "expert"], [1, 2], "Hearts", low_wins=True)
    assert list(totals(sheets, "match-0001")) == ["You", "expert"]


def test_names_of_earlier_sheets_are_known_once(sheets):
    sheets.add_result("match-0001", ["You", "Ann"], [1, 2], "Gin")
    sheets.add_result("match-0002", ["ANN", "Bob"], [1, 2], "Gin")
    assert [player["name"] for player in sheets.known_players()] == ["Bob", "ANN", "You"]


def test_sheets_are_bounded(sheets, monkeypatch):
    monkeypatch.setattr(sheet_log, "MOST_SHEETS", 1)
    sheets.write("sheet-0001", NAMED)
    with pytest.raises(SheetError, match="no room"):
        sheets.write("sheet-0002", NAMED)


def test_events_come_back_in_order_with_numbers(module_server):
    assert module_server.write(NAMED, ANN, TEN) == 3
    events = module_server.events()
    assert [(event["number"], event["id"]) for event in events] == [
        (1, "event-0000"),
        (2, "event-0001"),
        (3, "event-0002"),
    ]
    assert [event["id"] for event in module_server.events(after=2)] == ["event-0002"]


def test_a_repeated_message_is_written_once_and_another_one_with_its_id_is_refused(module_server):
    sheet = "/api/sheets/sheet-repeated"
    assert module_server.write(NAMED, ANN, TEN, TEN, ANN, TEN, sheet=sheet) == 3
    assert len(module_server.events(sheet=sheet)) == 3
    answer = module_server.client.post(sheet, json={**TEN, "points": {"player-ann": 11}})
    assert (answer.status_code, answer.json()) == (400, {"problem": "another event of the sheet has this id"})


def test_shelves_come_in_parts_the_last_changed_first(module_server):
    sheets = Sheets(Store(module_server.file, MIGRATIONS))
    for number in range(52):
        sheets.write(f"shelf-{number:04}", NAMED)
        sheets.write(f"shelf-{number:04}", {"id": "event-0001", "kind": "set", "shelf": "finished"})
    first = module_server.client.get("/api/sheets?shelf=finished").json()
    rest = module_server.client.get("/api/sheets?shelf=finished&offset=50").json()
    assert (len(first["sheets"]), first["more"], first["sheets"][0]["id"]) == (50, True, "shelf-0051")
    assert (len(rest["sheets"]), rest["more"]) == (2, False)


def test_answers_that_the_reader_has_are_not_sent_again(module_server):
    sheet = "/api/sheets/sheet-tagged"
    module_server.write(NAMED, sheet=sheet)
    tag = module_server.client.get(sheet).headers["ETag"]
    again = module_server.client.get(sheet, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    module_server.write(ANN, sheet=sheet)
    assert module_server.client.get(sheet, headers={"If-None-Match": tag}).status_code == 200


def test_csv_is_a_file_that_spreadsheets_read(module_server):
    sheet = "/api/sheets/sheet-export"
    module_server.write({**NAMED, "name": 'Ann\'s "çay"; / night'}, ANN, TEN, sheet=sheet)
    answer = module_server.client.get(f"{sheet}/csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"].startswith(
        "attachment; filename=\"sheet.csv\"; filename*=UTF-8''Ann%27s%20"
    )
    assert answer.content.decode("utf-8") == "\ufeffrow,note,Ann\r\nscore 1,,10\r\ntotal,,10\r\n"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"{", "the message is not JSON"),
        (b"\xff", "the message is not JSON"),
        (b"[" * 16_000, "the message is not JSON"),
        (b"9" * 10_000, "the message is not JSON"),
        (b" " * 20_000, "a message has at most 16384 bytes"),
        (b"{}", "an event is an object with the kind set, player, order, score, edit or undo"),
        (b'{"kind":"set","id":"x"}', "id: String should match pattern '^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$'"),
    ],
)
def test_messages_that_cannot_be_read_are_refused_in_one_line(module_server, content, problem):
    answer = module_server.client.post(SHEET, content=content)
    assert (answer.status_code, answer.json()) == (400, {"problem": problem})


@pytest.mark.parametrize(
    "url", ["/api/sheets?shelf=x", "/api/sheets?offset=-1", f"{SHEET}?after=x", "/api/sheets/no-such-sheet/csv"]
)
def test_questions_that_cannot_be_answered_are_refused(module_server, url):
    answer = module_server.client.get(url)
    assert answer.status_code == 400
    assert list(answer.json()) == ["problem"]


def test_a_sheets_id_has_bounds(module_server):
    answer = module_server.client.post("/api/sheets/short", json=NAMED)
    assert (answer.status_code, "8 to 64" in answer.json()["problem"]) == (400, True)


def test_pages_elsewhere_cannot_write(module_server):
    answer = module_server.client.post(SHEET, json=TEN, headers={"Origin": "http://elsewhere.example"})
    assert answer.status_code == 403


def test_nothing_is_lost_or_doubled_when_the_server_is_killed(server):
    server.write(NAMED, ANN)
    for number in range(3):
        server.write({**TEN, "id": f"score-{number:04}"})
        server.kill()
        server.start()
        server.write({**TEN, "id": f"score-{number:04}"})  # as a browser does that has seen no answer
    assert [event["id"] for event in server.events()][2:] == ["score-0000", "score-0001", "score-0002"]
    assert server.client.get("/api/sheets").json()["sheets"][0]["players"][0]["total"] == 30


@pytest.fixture
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    program = Path("/usr/bin/chromium")
    if not program.exists():
        pytest.skip("there is no chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.mark.slow
def test_an_evening_in_the_browser(server, browser):
    """By keyboard, with a server that dies, two windows, a hostile name, and a browser that is closed too early."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    problems = []
    page.on("pageerror", lambda problem: problems.append(str(problem)))
    page.goto(f"{server.url}/sheets")
    page.fill("#new [name=name]", "Evening")
    page.fill("#new [name=players]", "Ann, <img src=x onerror=alert(1)>, Cem")
    page.keyboard.press("Enter")

    def standing(window, *words):
        window.wait_for_function(
            "words => [...document.querySelectorAll('#standings li')]"
            ".map((one) => one.innerText.replace(/\\s+/g, ' ').trim()).join('; ') === words",
            arg="; ".join(words),
        )

    hostile = "<img src=x onerror=alert(1)>"
    page.wait_for_selector("#players button >> nth=2")
    page.focus("#points")
    for typed in ("12+5-3", "-20", "7"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    standing(page, "1. Ann 14", "2. Cem 7", f"3. {hostile} −20")
    page.wait_for_selector("#saved:text-is('Saved')")

    other = context.browser.new_context().new_page()
    other.goto(page.url)
    standing(other, "1. Ann 14", "2. Cem 7", f"3. {hostile} −20")
    other.click("#players button:has-text('Cem')")
    other.click("#quick button:text-is('+10')")
    standing(page, "1. Cem 17", "2. Ann 14", f"3. {hostile} −20")

    server.kill()
    page.click("#quick button:text-is('+5')")  # Ann's turn again
    standing(page, "1. Ann 19", "2. Cem 17", f"3. {hostile} −20")
    page.wait_for_selector("#saved:has-text('1 entry is kept in this browser')")
    address = page.url
    page.close()
    server.start()
    page = context.new_page()
    page.goto(address)
    standing(page, "1. Ann 19", "2. Cem 17", f"3. {hostile} −20")
    page.wait_for_selector("#saved:text-is('Saved')")
    standing(other, "1. Ann 19", "2. Cem 17", f"3. {hostile} −20")

    page.click("#undo")
    standing(other, "1. Cem 17", "2. Ann 14", f"3. {hostile} −20")
    page.click("#redo")
    page.click(".cell[aria-label='Cem, hand 1: 17; review']")
    page.fill("#review-dialog input >> nth=0", "8")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    standing(other, "1. Ann 19", "2. Cem 18", f"3. {hostile} −20")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert problems == []
