"""The pause at the end of each hand of a match: open cards, a reason, points, and the next hand on request."""

import asyncio
import json
from typing import Any

import numpy as np
import pytest

from cardzoo.envs.games import uno
from cardzoo.envs.registry import find_game, game_names
from cardzoo.envs.scene import BACK, EMPTY, find_layout, find_pick
from cardzoo.table.terminal.hand_ends import open_scene, scene_of_end
from cardzoo.table.terminal.session import Session
from cardzoo.table.terminal.words import end_in_words, log_in_words
from cardzoo.table.web.live import LiveTable
from tests.table.web.test_secrecy import ANOTHER, ME, new_table

NAMES = ("North", "South")


async def play_to_the_end_of_a_hand(table: LiveTable) -> None:
    """Random moves of all seats until a hand has ended."""
    choose, session = np.random.default_rng(5), table.session
    while not table.game.is_at_an_end:
        legal = np.flatnonzero(session.table.mask)
        await table.changes.make(table.game.play, int(choose.choice(legal)) if session.waits else None)


async def seen(table: LiveTable, browser: str) -> dict[str, Any]:
    await table.changes.describe()
    message: dict[str, Any] = json.loads(json.dumps(await table.message(browser)))
    return message


def test_after_a_hand_agents_wait_until_the_person_goes_on() -> None:
    async def check() -> None:
        table = new_table(find_game("gin_rummy"), 1)
        assert not table.game.rests
        assert (await seen(table, ME))["ended"] is None
        await play_to_the_end_of_a_hand(table)
        message = await seen(table, ME)
        assert table.game.rests
        ended = message["ended"]
        assert (ended["number"], ended["totals"]) == (1, message["hands"][0])
        assert ended["gained"] == ended["totals"]
        hands = [zone for band in ended["scene"]["bands"] for zone in band["zones"] if zone["kind"] == "hand"]
        assert len(hands) == 2
        assert not any(BACK in zone["cards"] for zone in hands)
        assert ended["scene"]["moves"] == []
        assert message["log"][-1]["player"] is None
        assert message["log"][-1]["words"].startswith("Hand 1: ")
        await table.go_to_next_hand(ME)
        assert not table.game.rests
        assert (await seen(table, ME))["ended"] is None

    asyncio.run(check())


def test_of_two_people_each_looks_until_the_own_press_and_the_game_goes_on_at_the_first() -> None:
    async def check() -> None:
        table = new_table(find_game("gin_rummy"), 1, 0)
        await play_to_the_end_of_a_hand(table)
        assert table.game.rests
        await table.go_to_next_hand(ANOTHER)
        assert not table.game.rests
        assert (await seen(table, ANOTHER))["ended"] is None
        assert (await seen(table, ME))["ended"]["number"] == 1

    asyncio.run(check())


def test_an_agent_in_a_persons_place_looks_at_nothing() -> None:
    async def check() -> None:
        table = new_table(find_game("gin_rummy"), 1, 0)
        await play_to_the_end_of_a_hand(table)
        for seat in (0, 1):
            table.session.stand_in(seat, "novice")
        assert not table.game.rests

    asyncio.run(check())


def test_a_hand_that_ends_with_a_trick_shows_it_whole() -> None:
    async def check() -> None:
        table = new_table(find_game("hearts"), 3)
        await play_to_the_end_of_a_hand(table)
        end = table.session.hands[0]
        scene = scene_of_end(end, 3, table.session.names)
        ring = [zone.cards for band in scene.bands if band.arrangement == "ring" for zone in band.zones]
        assert sorted(ring) == sorted((card,) for _, card in end.line.trick)
        assert all(set(zone.cards) <= {-2} for zone in scene.zones() if zone.kind == "hand")
        assert end_in_words(end, table.session.names).startswith("Hand 1: The last trick was played. ")

    asyncio.run(check())


@pytest.mark.parametrize("seed", range(3))
def test_a_knock_is_the_reason_though_others_lay_off_after_it(seed: int) -> None:
    session = Session(find_game("gin_rummy"), ["novice", "novice"], seed=seed)
    while not session.hands:
        session.play_agent()
    words = end_in_words(session.hands[0], NAMES)
    knocked = any(session.game.actions.words[line.action or 0] == "knock" for line in session.log)
    assert knocked == ("knocked with" in words or "had gin" in words)
    assert sum(session.hands[0].gained) == sum(session.table.scores())


@pytest.mark.parametrize("name", [name for name in game_names() if find_game(name).match])
def test_a_hand_ends_with_its_last_action_played(name: str) -> None:
    session = Session(find_game(name), ["novice"] * find_game(name).default_players, seed=3)
    while not session.hands and not session.table.over:
        session.play_agent()
    end = session.hands[0]
    if end.after is end.before:
        assert end.line.trick or name in {"barbu", "commune", "king", "lorum", "mate"}, "hands of different kinds"
    else:
        assert end.after.over
        assert end.after.game.hands_over(end.after.state) == 1
        assert tuple(map(find_layout(end.after.game).points, end.after.scores())) == end.totals


def test_uno_ends_with_the_card_on_the_pile_and_an_empty_hand() -> None:
    session = Session(find_game("uno"), ["novice"] * 4, seed=3)
    while not session.hands:
        session.play_agent()
    end = session.hands[0]
    scene = scene_of_end(end, 0, session.names)
    zones = {zone.id: zone for zone in scene.zones()}
    assert set(zones[f"hand.{end.line.player}"].cards) <= {EMPTY}
    assert session.game.actions.words[end.line.action or 0] == f"play {uno.PACK.words[zones['discards'].cards[-1]]}"
    assert end_in_words(end, session.names).split(". ")[0].endswith("and went out")


def test_in_poker_cards_stay_closed_at_the_end_of_a_hand() -> None:
    table = find_game("texas_holdem").table(1, hands=2)
    scene = open_scene(table, 0, NAMES)
    hands = {zone.seat: zone for zone in scene.zones() if zone.kind == "hand"}
    assert BACK not in hands[0].cards
    assert set(hands[1].cards) == {BACK}


def test_the_end_of_a_hand_is_no_end_of_the_game_and_counts_its_last_trick() -> None:
    session = Session(find_game("skat"), ["expert"] * 3, options={"hands": 2}, seed=10)
    while not session.hands:
        session.play_agent()
    scene = scene_of_end(session.hands[0], 0, session.names)
    assert scene.status == "the hand is over"
    notes = dict(line for zone in scene.zones() if zone.kind == "note" for line in zone.lines)
    declarer, others = (int(word.split()[-1]) for word in notes["points"].split(", "))
    assert declarer + others == 120


@pytest.mark.parametrize(("seed", "why"), [(6, "This trick decided the hand."), (1, "The last trick was played.")])
def test_a_trick_with_cards_left_decides_the_hand(seed: int, why: str) -> None:
    session = Session(find_game("skat"), ["random"] * 3, options={"hands": 1}, seed=seed)
    while not session.table.over:
        session.play_agent()
    assert end_in_words(session.hands[0], session.names).startswith(f"Hand 1: {why} ")


def test_partners_who_sit_out_do_not_keep_the_last_trick_from_being_the_last() -> None:
    session = Session(find_game("euchre"), ["expert"] * 4, options={"target": 4}, seed=2)
    while not session.table.over:
        session.play_agent()
    assert any(end.before.state.alone.any() for end in session.hands)
    assert all("The last trick was played." in end_in_words(end, session.names) for end in session.hands)


def test_a_bid_of_nothing_is_seen_once_it_has_been_made() -> None:
    for name, word in (("spades", "nil"), ("oh_hell", "0")):
        session = Session(find_game(name), ["random"] * 4, seed=1)
        while not (session.table.state.bids[:4] == 0).any():
            session.play_agent()
            if session.table.over:
                session.new_game()
        lines = next(zone.lines for zone in session.scene(0).zones() if zone.id == "players")
        column = lines[0].index("bid")
        for line, bid in zip(lines[1:], session.table.state.bids[:4], strict=True):
            assert line[column] == ("" if bid < 0 else word if bid == 0 else str(bid))


def test_the_declarer_of_skat_lays_two_cards_away_in_any_order_and_others_know_it() -> None:
    session = Session(find_game("skat"), ["expert"] * 3, seed=10)
    while session.table.words()["phase"] != "lay":
        session.play_agent()
    pick = find_pick(session.table, session.scene(session.table.player))
    assert pick is not None
    assert (pick.count, pick.says, len(pick.choices)) == (2, "Discard 2", 12)
    declarer = session.table.player
    session.play_agent()
    session.play_agent()
    other = session.log_of((declarer + 1) % 3)
    assert other[-1].words == "laid two cards away"
    assert log_in_words(session, other, session.names)[-1].words == "laid two cards away"
    assert log_in_words(session, session.log_of(declarer), session.names)[-1].words.startswith("discarded ")
