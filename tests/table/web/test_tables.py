"""Sitting down, playing, undo and restarts: through the server, like a browser."""

import asyncio
import json
import sqlite3
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Event
from weakref import ref

import numpy as np
import pytest

from cardzoo.envs import find_game, make
from cardzoo.envs.policies.models import ModelCard, Network, save_model
from cardzoo.envs.replay import Replay
from cardzoo.table.web import tables
from cardzoo.table.web.choices import Plan
from cardzoo.table.web.store import StoreError
from cardzoo.table.web.table_routes import follow
from tests.table.web.visiting import GETAWAY, browsers, serve


@pytest.fixture
def app(tmp_path):
    return serve(tmp_path)


def test_a_game_is_played_to_its_end_and_replayed(app):
    with browsers(app) as (me,):
        id = me.sit_down()
        assert me.get(f"/api/replays/{id}/file").status_code == 409  # its seed would reveal the deal
        message = me.play_out(id)
        assert sorted(message["result"]["ranks"]) == [1, 2, 3]
        replay = Replay.from_json(me.get(f"/api/replays/{id}/file").text)
        assert replay.scores == tuple(message["result"]["scores"])
        about = me.get(f"/api/replays/{id}").json()
        assert len(about["actions"]) == len(replay.actions)
        last = me.get(f"/api/replays/{id}/{len(replay.actions)}?seat=1").json()
        assert (last["turn"], last["player"]) == (None, 1)
        for step in (len(replay.actions) + 1, -1, "x", "9" * 5000):
            assert me.get(f"/api/replays/{id}/{step}").status_code == 404
        assert me.get(f"/api/replays/{id}/0?seat=3").status_code == 404


def test_a_restart_loses_nothing(app, tmp_path):
    with browsers(app) as (me,):
        id = me.sit_down(seed=11)  # a longer game
        message = me.look(id)
        for _ in range(8):
            message = me.go_on(id, message)
        cookies = me._client.cookies
    with browsers(serve(tmp_path)) as (again,):
        assert again.look(id)["viewer"] == "public"
        again._client.cookies = cookies
        assert again.look(id) == message
        assert [table["id"] for table in again.get("/api/tables").json()] == [id]
        again.play_out(id)


def test_an_open_move_is_taken_back_and_stays_so_after_a_restart(app, tmp_path):
    with browsers(app) as (me,):
        id = me.sit_down(game="black_hole-v0", players=1, seats=["me"])
        start = me.look(id)
        first = me.go_on(id, start)
        me.go_on(id, first)
        assert me.take_back(id).json() == first
        cookies = me._client.cookies
    with browsers(serve(tmp_path)) as (again,):
        again._client.cookies = cookies
        assert again.look(id) == first
        assert again.take_back(id).json() == start
        refused = again.take_back(id)
        assert (refused.status_code, refused.json()["problem"]) == (409, "nothing can be taken back")


def without_time(message):
    """A message without the time of play, which differs from one game to the next."""
    return message | {"record": message["record"] | {"seconds": None}}


def test_a_replay_that_was_shown_ends_taking_back(app, tmp_path):
    with browsers(app, 2) as (me, other):
        id = me.sit_down(game="black_hole-v0", players=1, seats=["me"])
        end = me.play_out(id)
        assert end["undo"]
        me.take_back(id)
        assert other.get(f"/api/replays/{id}").status_code == 409  # it is not over any more
        assert without_time(me.play_out(id)) == without_time(end)
        assert other.get(f"/api/replays/{id}").status_code == 200
        assert not me.look(id)["undo"]
        refused = me.take_back(id)
        assert (refused.status_code, "the replay was shown" in refused.json()["problem"]) == (409, True)
        assert [table["status"] for table in me.get("/api/tables").json()] == ["over"]
        cookies = me._client.cookies
    with browsers(serve(tmp_path)) as (again,):
        again._client.cookies = cookies
        assert without_time(again.look(id)) == without_time(end) | {"undo": False}
        assert "the replay was shown" in again.take_back(id).json()["problem"]


def test_a_repeated_request_plays_nothing_twice(app):
    with browsers(app) as (me,):
        id = me.sit_down(game="black_hole-v0", players=1, seats=["me"])
        message = me.look(id)
        move = {"action": message["scene"]["moves"][0]["action"], "moved": message["moved"]}
        assert me.post(f"/api/tables/{id}/play", move).status_code == 200
        assert "the game has moved on" in me.post(f"/api/tables/{id}/play", move).json()["problem"]
        message = me.look(id)
        me.go_on(id, message)
        assert me.post(f"/api/tables/{id}/undo", {"moved": 2}).json()["moved"] == 1
        for content in ({"moved": 2}, {}):
            assert "the game has moved on" in me.post(f"/api/tables/{id}/undo", content).json()["problem"]
        assert me.look(id) == message


def test_several_tables_are_apart_and_can_be_taken_away(app):
    with browsers(app) as (me,):
        one, other = me.sit_down(), me.sit_down(game="black_hole-v0", players=1, seats=["me"])
        before = me.look(one)
        me.go_on(other, me.look(other))
        assert me.look(one) == before
        assert me.request("DELETE", f"/api/tables/{one}").status_code == 200
        assert [table["id"] for table in me.get("/api/tables").json()] == [other]
        assert me.get(f"/api/tables/{one}").status_code == 404


def test_agents_among_themselves_are_watched_from_any_seat(app):
    with browsers(app) as (me,):
        id = me.sit_down(seats=["random"] * 3)
        message = me.look(id, seat=2)
        assert (message["viewer"], message["viewers"], message["mine"]) == ("2", ["0", "1", "2"], False)
        paused = me.post(f"/api/tables/{id}/pace", {"pace": 3, "paused": True}).json()
        assert (paused["pace"], paused["paused"]) == (3, True)
        assert len(me.post(f"/api/tables/{id}/step").json()["log"]) == len(message["log"]) + 1


def test_a_hint_tells_chances_that_add_up(app):
    with browsers(app) as (me,):
        id = me.sit_down()
        message = me.look(id)
        while not message["mine"]:
            message = me.go_on(id, message)
        hint = me.post(f"/api/tables/{id}/hint", {"agent": "novice"}).json()
        assert hint["action"] in [move["action"] for move in message["scene"]["moves"]]
        assert sum(chance for _, chance in hint["chances"]) == pytest.approx(1, abs=1e-3)
        assert me.post(f"/api/tables/{id}/hint", {"agent": "../model"}).status_code == 409
        assert me.look(id) == message


def save_random_model(folder: Path) -> None:
    """A trained model of getaway for three, with random weights."""
    env = make("getaway-v0", num_players=3)
    size, actions = env.encoder.width, len(env.game.actions)
    weights = np.random.default_rng(0).normal(size=(actions, size)).astype(np.float32)
    network = Network([(weights, np.zeros(actions, np.float32))])
    save_model(folder, ModelCard(env.game.id, "flat", 3, size, actions, ()), network)


def test_a_trained_model_sits_down_and_tells_its_probabilities(app, tmp_path):
    save_random_model(tmp_path / "runs" / "mine")
    with browsers(app) as (me,):
        id = me.sit_down(seats=["me", "model mine", "novice"])
        message = me.look(id)
        while not (message["mine"] and len(message["scene"]["moves"]) > 1):
            message = me.go_on(id, message)
        hint = me.post(f"/api/tables/{id}/hint", {"agent": "model mine"}).json()
        chances = [chance for _, chance in hint["chances"]]
        assert (chances, hint["words"]) == (sorted(chances, reverse=True), hint["chances"][0][0])
        assert len(chances) == min(8, len(message["scene"]["moves"]))
        assert sum(chances) <= 1 + 1e-3
        for_four = me.sit_down(players=4, seats=["me", *["random"] * 3])
        message = me.look(for_four)
        while not message["mine"]:
            message = me.go_on(for_four, message)
        assert message["hints"][:2] == ["expert", "novice"]
        assert "model mine" not in message["hints"]
        too_many = me.post("/api/tables", GETAWAY | {"players": 4, "seats": ["me", *["model mine"] * 3]})
        assert "3 players, not 4" in too_many.json()["problem"]


def watch(app, pace: float, deed):
    """Run an action with a new table of agents alone, and an onlooker's events."""

    async def run():
        seats = ("random", "novice", "random")
        table = await app.state.tables.make("me", Plan("getaway-v0", 3, {}, seats, 7, pace))
        events = follow(table, "me", None)
        try:
            return await deed(table, events)
        finally:
            await events.aclose()
            assert table.people.watchers == 0

    return asyncio.run(run())


async def hear(events):
    """The next message."""
    while not (event := await anext(events)).startswith("data: "):
        pass
    return json.loads(event.removeprefix("data: "))


def test_agents_play_as_long_as_somebody_watches(app):
    async def to_the_end(table, events):
        messages = [await hear(events)]
        while not messages[-1]["over"]:
            messages.append(await hear(events))
        return messages

    messages = watch(app, 0, to_the_end)
    assert all(one != other for one, other in pairwise(messages))
    assert len(messages[-1]["log"]) > len(messages[0]["log"])
    assert messages[-1]["result"]["ranks"]


def test_watched_agents_pause_step_and_go_on(app):
    async def pause(table, events):
        await hear(events)
        await table.set_pace(0, True)
        message = await hear(events)
        while not message["paused"]:
            message = await hear(events)
        await asyncio.wait_for(table.clock.task, 60)
        lines = len((await table.message("me"))["log"])
        await table.clock.step()
        assert len((await table.message("me"))["log"]) == lines + 1
        await table.set_pace(0, False)
        while not message["over"]:
            message = await hear(events)

    watch(app, 0, pause)


def test_events_end_when_the_table_is_taken_away(app):
    async def take_away(table, events):
        await hear(events)
        await app.state.tables.delete(table.id, "me")
        assert [event async for event in events if not event.startswith("data: ")] == []

    watch(app, 9, take_away)


def test_there_is_never_a_second_object_of_a_table(app, monkeypatch):
    monkeypatch.setattr(tables, "MOST_LIVE", 1)

    async def find(table, events):
        await app.state.tables.make("me", Plan("getaway-v0", 3, {}, ("random",) * 3, 8, 9))
        assert await app.state.tables.find(table.id) is table

    watch(app, 9, find)


def test_a_table_stays_in_memory_until_its_agent_has_played(app, monkeypatch):
    monkeypatch.setattr(tables, "MOST_LIVE", 0)
    computing, may_end = Event(), Event()

    async def leave():
        table = await app.state.tables.make("me", Plan("getaway-v0", 3, {}, ("random",) * 3, 7, 0))
        play = table.game.play

        def play_slowly():
            computing.set()
            assert may_end.wait(60)
            play()

        table.game.play = play_slowly
        table.come("me")
        await asyncio.to_thread(computing.wait, 60)
        table.leave("me")
        task, id, left = table.clock.task, table.id, ref(table)
        del table
        assert left() is await app.state.tables.find(id)
        may_end.set()
        await asyncio.wait_for(task, 60)
        assert left() is None

    asyncio.run(leave())


def test_a_move_that_cannot_be_stored_is_not_played(app):
    async def fail(table, events):
        await table.set_pace(9, True)
        before = await table.message("me")
        table.game._keep = app.state.tables._keeper("a table that is not there")
        with pytest.raises(StoreError, match="FOREIGN KEY"):
            await table.clock.step()
        again = await app.state.tables.find(table.id)
        assert again is not table
        message = await again.message("me")
        assert message["log"] == before["log"]
        assert message["trouble"].startswith("The table has stopped: tables.sqlite3 cannot be used")
        await again.clock.step()
        assert not (await again.message("me"))["trouble"]

    watch(app, 9, fail)


def test_a_table_s_seed_has_63_bits(app, tmp_path):
    with browsers(app) as (me,):
        ids = [me.sit_down(seed=None) for _ in range(3)]
        ids += [me.sit_down(seed=seed) for seed in (7, "7", str((1 << 63) - 1))]
        with sqlite3.connect(tmp_path / "data" / "tables.sqlite3") as database:
            seeds = dict(database.execute("SELECT id, seed FROM tables"))
        drawn = [seeds[id] for id in ids[:3]]
        assert max(drawn) > 1 << 50  # all three are below this once in 10^11 runs
        assert min(drawn) > 1 << 32
        assert [seeds[id] for id in ids[3:]] == [7, 7, (1 << 63) - 1]


@pytest.mark.parametrize("seed", [1 << 63, str(1 << 63), "1" * 30, "-1", "1.0", "١"])
def test_no_other_seeds_are_taken(app, seed):
    with browsers(app) as (me,):
        answer = me.post("/api/tables", GETAWAY | {"seed": seed})
        assert answer.status_code == 409
        assert answer.json()["problem"].startswith("seed must be a whole number below 2^63, got ")


def test_no_more_tables_are_made_than_are_kept(app, monkeypatch):
    monkeypatch.setattr(tables, "MOST_TABLES", 1)
    with browsers(app) as (me,):
        id = me.sit_down()
        assert "you have 1 tables" in me.post("/api/tables", GETAWAY).json()["problem"]
        me.request("DELETE", f"/api/tables/{id}")
        me.sit_down()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"game": "whist"}, "there is no game"),
        ({"game": "antigravity:GAME"}, "there is no game"),
        ({"game": 3}, "game must be a game's id"),
        ({"players": 99}, "got 99"),
        ({"options": {"reward": "score"}}, "got 'reward'"),
        ({"options": {"takers": 1}}, "takers"),
        ({"options": []}, "options must be an object"),
        ({"seats": ["me"]}, "a name for each of the 3 players"),
        ({"seats": ["me", "me", "random"]}, "only one seat"),
        ({"seats": ["me", "random", "/etc"]}, "no agent '/etc'"),
        ({"seats": ["me", "random", "os:system"]}, "no agent 'os:system'"),
        ({"seats": ["me", "random", "search:99999"]}, "no agent 'search:99999'"),
        ({"seed": -1}, "seed"),
        ({"seed": 1 << 63}, "below 2"),
        ({"pace": 1e9}, "pace"),
        ({"pace": float("1e308")}, "pace"),
    ],
)
def test_impossible_tables_are_refused_in_one_line(app, wrong, message):
    with browsers(app) as (me,):
        answer = me.post("/api/tables", GETAWAY | wrong)
        assert answer.status_code == 409
        assert message in answer.json()["problem"]
        assert "\n" not in answer.json()["problem"]


def test_models_are_offered_by_names_and_not_by_paths(app, tmp_path):
    folder = tmp_path / "runs" / "mine"
    folder.mkdir(parents=True)
    (folder / "model.json").write_text(json.dumps({"game": "getaway-v0"}))
    (tmp_path / "runs" / "broken").mkdir()
    (tmp_path / "runs" / "broken" / "model.json").write_text("[")
    with browsers(app) as (me,):
        assert "model mine" in me.get("/api/games/getaway").json()["agents"]
        assert "model mine" not in me.get("/api/games/black_hole").json()["agents"]
        answer = me.post("/api/tables", GETAWAY | {"seats": ["me", "random", str(folder)]})
        assert "there is no agent" in answer.json()["problem"]


def test_a_replay_that_is_sent_is_checked_and_kept(app):
    with browsers(app) as (me,):
        id = me.sit_down()
        me.play_out(id)
        text = me.get(f"/api/replays/{id}/file").text
        kept = me.request("POST", "/api/replays", content=text).json()["id"]
        assert me.get(f"/api/replays/{kept}/file").text == text
        assert me.get(f"/replay/{kept}").status_code == 200
        refused = me.request("POST", "/api/replays", content=text.replace(f'"seed": {GETAWAY["seed"]}', '"seed": 8'))
        assert (refused.status_code, "was changed" in refused.json()["problem"]) == (409, True)


def test_a_deal_that_is_lost_at_once_is_told_and_scored(app):
    """One Black Hole deal in 35 has no move; it counts like any other game."""
    seed = next(seed for seed in range(200) if find_game("black_hole").table(seed).over)
    with browsers(app) as (me,):
        id = me.sit_down(game="black_hole-v0", players=1, seats=["me"], seed=seed)
        message = me.look(id)
        assert message["over"]
        assert message["result"]["scores"] == [0]
        assert [table["status"] for table in me.get("/api/tables").json()] == ["over"]
        sheet = me.get(f"/api/sheets/{message['sheet']}").json()
        assert [row["kind"] for row in sheet["events"]].count("score") == 1


def test_a_table_of_a_game_that_is_not_there_any_more_leaves_the_others_in_the_list(app, tmp_path):
    with browsers(app) as (me,):
        one, other = me.sit_down(), me.sit_down()
        with sqlite3.connect(tmp_path / "data" / "tables.sqlite3") as database:
            database.execute("UPDATE tables SET game = 'old_maid-v0' WHERE id = ?", (one,))
        listed = {table["id"]: table for table in me.get("/api/tables").json()}
        assert listed[other]["title"] == "Getaway"
        assert "problem" not in listed[other]
        assert listed[one]["title"] == "old_maid-v0"
        assert listed[one]["problem"].startswith("there is no game 'old_maid-v0'; ")
        assert me.request("DELETE", f"/api/tables/{one}").status_code == 200
        assert [table["id"] for table in me.get("/api/tables").json()] == [other]


def test_a_card_that_cannot_be_played_is_told_why(app):
    with browsers(app) as (me,):
        id = me.sit_down()
        message = me.look(id)
        while True:
            hand = next(zone for band in message["scene"]["bands"] for zone in band["zones"] if zone["id"] == "hand.0")
            suits = {move["words"][-1] for move in message["scene"]["moves"]}
            others = [place for place, card in enumerate(hand["cards"]) if "♣♦♥♠"[card // 13] not in suits]
            led = any(
                zone["cards"] != [-2]
                for band in message["scene"]["bands"]
                if band["id"] == "trick"
                for zone in band["zones"]
            )
            if message["mine"] and led and others and len(suits) == 1:
                break
            message = me.go_on(id, message)
        why = me.post(f"/api/tables/{id}/why", {"zone": "hand.0", "card": others[0]}).json()["words"]
        assert why == f"You must follow {suits.pop()}."
        for zone, card in ((None, {}), ("no such zone", 0), ("hand.0", 999)):
            message = me.post(f"/api/tables/{id}/why", {"zone": zone, "card": card}).json()["words"]
            assert message.startswith("This cannot be played now. You can play ")


def test_another_game_can_follow_with_the_same_cards_and_from_the_next_seat(app):
    with browsers(app, 2) as (me, other):
        id = me.sit_down(game="black_hole-v0", players=1, seats=["me"], seed=8)
        several = me.sit_down(game="kuhn_poker-v0", players=2, seats=["me", "guest"])
        assert me.post(f"/api/tables/{several}/again", {"same": True}).status_code == 409
        deal = me.look(id)["scene"]["bands"]
        assert me.play_out(id)["again"]
        assert not other.look(id)["again"]
        assert other.post(f"/api/tables/{id}/again", {"same": True}).status_code == 403
        same, new = (me.post(f"/api/tables/{id}/again", {"same": same}).json()["id"] for same in (True, False))
        assert me.look(same)["scene"]["bands"] == deal
        assert me.look(new)["scene"]["bands"] != deal
        id = me.sit_down(game="kuhn_poker-v0", players=2, seats=["me", "random"], seed=8)
        me.play_out(id)
        next_seat = me.post(f"/api/tables/{id}/again", {"same": True, "next_seat": True}).json()["id"]
        assert me.look(next_seat)["names"] == ["Clara", "you"]


def test_an_onlooker_gets_common_knowledge_in_sentences(app):
    with browsers(app, 2) as (me, other):
        id = me.sit_down()
        message = me.look(id)
        while len(message["log"]) < 3:
            message = me.go_on(id, message)
        assert {line["words"].split()[0] for line in message["log"]} == {"played"}
        seen = other.look(id)["log"]
        assert [line["words"].split()[0] for line in seen] == ["played"] * 3
        assert [line["trick"] for line in seen] == [line["trick"] for line in message["log"]]


def test_a_game_is_made_ready_once(app, monkeypatch):
    from cardzoo.table.web import tables

    prepared = []
    monkeypatch.setattr(tables, "play_a_little", lambda game: prepared.append(game.name))
    with browsers(app) as (me,):
        for _ in range(2):
            assert me.post("/api/games/black_hole-v0/prepare").json() == {"ready": True}
        assert prepared == ["black_hole"]
        assert me.post("/api/games/no_such-v0/prepare").status_code == 409


def test_an_address_of_nothing_has_a_page_with_status_404(tmp_path):
    with browsers(serve(tmp_path)) as (me,):
        id = me.sit_down()
        for path in (f"/table/{id}", f"/replay/{id}"):
            assert me.get(path).status_code == 200
        for path in ("/table/nothing", "/replay/nothing", "/nothing"):
            answer = me.get(path)
            assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert me.get("/api/nothing").json() == {"problem": "Not Found"}


@pytest.mark.parametrize("game", ["kuhn_poker-v0", "texas_holdem-v0"])
def test_a_table_of_short_hands_deals_on_and_adds_up_the_points(app, tmp_path, game):
    plan = {"game": game, "players": 2, "seats": ["me", "random"], "seed": 3}
    with browsers(app, 2) as (me, other):
        id = me.sit_down(**plan)
        assert me.post(f"/api/tables/{id}/deal_on").status_code == 409  # the hand is not over
        first = me.play_out(id)
        assert first["hands"] == [first["result"]["scores"]]
        assert other.post(f"/api/tables/{id}/deal_on").status_code == 403
        dealt = me.post(f"/api/tables/{id}/deal_on").json()
        assert (dealt["over"], dealt["hands"], dealt["id"]) == (False, first["hands"], id)
        second = me.play_out(id)
        scores = zip(first["result"]["scores"], second["result"]["scores"], strict=True)
        assert second["hands"] == [first["hands"][0], [sum(pair) for pair in scores]]
        assert second["record"]["played"] == 2
        assert [table["id"] for table in me.get("/api/tables").json()] == [id]
        cookies = me._client.cookies
    with browsers(serve(tmp_path)) as (again,):
        again._client.cookies = cookies
        assert again.look(id)["hands"] == second["hands"]


def test_blackjack_deals_on_also_after_a_round_that_is_over_as_it_is_dealt(app, monkeypatch):
    monkeypatch.setattr(tables.secrets, "randbits", Random(0).getrandbits)  # each run plays the same rounds
    with browsers(app) as (me,):
        id = me.sit_down(game="blackjack-v0", players=1, seats=["me"], seed=3)
        total, were_over = 0, set()
        for deals in range(1, 20):
            were_over.add(me.look(id)["over"])
            end = me.play_out(id)
            total += end["result"]["scores"][0]
            assert (len(end["hands"]), end["hands"][-1]) == (deals, [total])
            me.post(f"/api/tables/{id}/deal_on")
        assert were_over == {False, True}


def test_a_game_of_one_hand_or_a_match_does_not_deal_on(app):
    with browsers(app) as (me,):
        id = me.sit_down()
        me.play_out(id)
        assert "deals no other hand" in me.post(f"/api/tables/{id}/deal_on").json()["problem"]
