"""Access control: the requests that each person may make."""

import json
import socket

import pytest

from cardzoo.commands.table import is_loopback, table
from cardzoo.table.web import security
from cardzoo.table.web.security import BIGGEST_BODY, Buckets
from cardzoo.table.web.server import make_app
from tests.table.web.visiting import GETAWAY, HOST, browsers, serve


@pytest.fixture
def app(tmp_path):
    return serve(tmp_path)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", f"http://{HOST}.evil.example", "http://127.0.0.1:1"]
)
def test_only_the_own_page_changes_anything(app, origin):
    with browsers(app) as (me,):
        assert me.post("/api/tables", GETAWAY, headers={"origin": origin}).status_code == 403
        assert me.get("/api/tables").json() == []


def test_a_second_origin_is_refused(app):
    with browsers(app) as (me,):
        headers = [("origin", f"http://{HOST}"), ("origin", "http://evil.example")]
        assert me.request("POST", "/api/tables", headers=headers, content=json.dumps(GETAWAY)).status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8028", "127.0.0.1", ""])
def test_a_foreign_name_for_this_server_is_refused(app, host):
    with browsers(app) as (me,):
        assert me.get("/", headers={"host": host}).status_code == 421


def test_reads_from_other_sites_are_refused_and_links_are_followed(app):
    with browsers(app) as (me,):
        headers = {"sec-fetch-site": "cross-site"}
        assert me.get("/api/tables", headers=headers).status_code == 403
        assert me.get("/", headers=headers | {"sec-fetch-mode": "navigate"}).status_code == 200


def test_every_answer_forbids_foreign_code(app):
    with browsers(app) as (me,):
        for path in ("/", "/table/x", "/static/table.js", "/cards/7.svg", "/api/games", "/nothing"):
            policy = me.get(path).headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy


@pytest.mark.parametrize(
    "path", ["/static/../server.py", "/static/%2e%2e/server.py", "/cards/..%2fserver.svg", "/cards/99.svg"]
)
def test_no_path_leads_out(app, path):
    with browsers(app) as (me,):
        assert me.get(path).status_code == 404


ANYTHING = (None, True, -1, 1.5, 1e308, 1 << 70, "", "\ud800", "../x", "<b>", [], ["me"], [[]], {}, {"a": []})


@pytest.mark.parametrize("key", ["game", "players", "options", "seats", "seed", "pace"])
def test_a_table_of_anything_is_refused_in_one_line(app, key):
    with browsers(app) as (me,):
        for value in ANYTHING:
            answer = me.post("/api/tables", GETAWAY | {key: value})
            if answer.status_code == 201:
                assert (key, value) in [("options", {}), ("pace", 1.5), ("seed", None)]
            else:
                assert answer.status_code == 409
                assert "\n" not in answer.json()["problem"]


def test_a_deed_of_anything_changes_nothing(app):
    with browsers(app) as (me,):
        id = me.sit_down(game="black_hole-v0", players=1, seats=["me"])
        before = me.look(id)
        for value in ANYTHING:
            answers = [
                me.post(f"/api/tables/{id}/play", {"action": value, "moved": 0}),
                me.post(f"/api/tables/{id}/play", {"action": before["scene"]["moves"][0]["action"], "moved": value}),
                me.post(f"/api/tables/{id}/hint", {"agent": value}),
                me.post(f"/api/tables/{id}/pace", {"pace": -1, "paused": value}),
                me.post(f"/api/tables/{id}/undo", value if isinstance(value, list) else [value]),
                me.request("POST", "/api/replays", content=json.dumps(value)),
            ]
            assert {answer.status_code for answer in answers} == {409}
        assert me.post(f"/api/tables/{id}/steal").status_code == 404
        assert me.look(id) == before


def test_long_bodies_are_refused(app):
    with browsers(app) as (me,):
        assert me.request("POST", "/api/replays", content=b" " * (BIGGEST_BODY + 1)).status_code == 413
        assert me.request("POST", "/api/tables", content=b"[" * 20_000).status_code == 409

        async def endless():
            for _ in range(40):
                yield b" " * (BIGGEST_BODY // 20)

        assert me.request("POST", "/api/replays", content=endless()).status_code == 413


def test_another_browser_looks_on_and_touches_nothing(app):
    with browsers(app, 2) as (me, other):
        id = me.sit_down()
        seen = other.look(id, seat=0)
        assert (seen["viewer"], seen["mine"], seen["log"], seen["scene"]["moves"]) == ("public", False, [], [])
        for deed in ("play", "undo", "step", "pace", "hint"):
            assert other.post(f"/api/tables/{id}/{deed}", {"action": 0, "moved": 0}).status_code == 403
        assert other.request("DELETE", f"/api/tables/{id}").status_code == 404
        assert other.get("/api/tables").json() == []


def test_a_browser_without_cookies_makes_no_table(app):
    with browsers(app) as (me,):
        me._client.cookies.clear()
        assert me.post("/api/tables", GETAWAY).status_code == 403


def test_the_seat_is_kept_from_scripts(app):
    with browsers(app) as (me,):
        me._client.cookies.clear()
        cookie = me.get("/").headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "set-cookie" not in me.get("/").headers


def test_too_many_requests_wait():
    now = 0.0
    buckets = Buckets(2.0, 3, lambda: now)
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    now = 0.5
    assert [buckets.take("a") for _ in range(2)] == [True, False]


def test_requests_beyond_the_rate_are_refused(app, monkeypatch):
    monkeypatch.setattr(security, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(security, "REQUESTS_PER_S", 0.0)
    with browsers(app) as (me,):
        codes = [me.post("/api/tables", {"game": ""}).status_code for _ in range(3)]
        assert codes == [409, 409, 429]


def test_a_server_for_others_asks_for_its_token(tmp_path):
    app = make_app(tmp_path, tmp_path, frozenset(), access="secret")
    with browsers(app) as (me,):
        assert me.get("/").status_code == 403
        assert me.get("/?token=wrong").status_code == 403
        assert me.get("/?token=secret").status_code == 303
        assert me.get("/").status_code == 200


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ValueError, match=f"127.0.0.1:{port} cannot be used: .*; choose another --port"):
            table(port=port, data=tmp_path)


def test_the_command_listens_to_others_only_with_a_token():
    with pytest.raises(ValueError, match="add --token"):
        table(host="0.0.0.0")
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "10.0.0.1", "example.org")] == [
        True,
        True,
        True,
        False,
        False,
    ]
