"""A person's moves: several cards in any order, captures as one move, drops of cards, and steps without a choice."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardzoo.envs.engine import Table
from cardzoo.envs.registry import find_game
from cardzoo.envs.scene import table_scene, whole_moves
from cardzoo.envs.scene.words import past
from cardzoo.table.web.moves import decides_nothing, describe_moves, find_dropped, find_safe, has_safe_moves, read_move
from cardzoo.table.web.people import TableError
from tests.table.web.visiting import browsers, serve

FISHING = [("diloti", {}), ("cassino", {}), ("xeri", {"variant": "kontsina"})]
STEPS = 60


def moves_of(table: Table) -> dict[str, Any]:
    return describe_moves(table, table_scene(table, table.player, for_people=True))


def action_of(moves: list[dict[str, Any]], words: str) -> int:
    return next(int(move["action"]) for move in moves if move["says"] == words)


def test_every_card_of_the_hand_can_be_picked() -> None:
    table = find_game("hearts").table(11)
    found = moves_of(table)
    assert found["pick"] == {"count": 3, "says": "Pass 3"}
    hand = table.view(table.player)["hand"]
    assert len(found["moves"]) == hand.sum() > table.mask.sum()  # the engine offers fewer at once
    assert len({move["targets"][0]["card"] for move in found["moves"]}) == hand.sum()


@pytest.mark.parametrize("seed", range(5))
def test_picked_cards_are_legal_in_the_order_of_their_ids(seed: int) -> None:
    table = find_game("hearts").table(seed)
    choices = [move["action"] for move in moves_of(table)["moves"]]
    picked = sorted(np.random.default_rng(seed).choice(choices, 3, replace=False).tolist())
    assert read_move(table, picked) == picked
    assert table.mask[picked[0]]  # the table is as before


def test_of_cards_chosen_one_by_one_those_left_can_be_picked() -> None:
    table = find_game("hearts").table(11)
    table.step(action_of(moves_of(table)["moves"], "Pass 5♠"))
    found = moves_of(table)
    assert found["pick"] == {"count": 2, "says": "Pass 2"}
    assert [move["says"] for move in found["moves"]] == ["Pass 10♠", "Pass J♠"]


def test_a_move_with_an_illegal_action_plays_nothing(tmp_path: Path) -> None:
    with browsers(serve(tmp_path)) as [me]:
        id = me.sit_down(game="hearts-v0", players=4, seats=["me", "random", "random", "random"], seed=11)
        before = me.look(id)
        moves = before["scene"]["moves"]
        good = action_of(moves, "Pass 5♠"), action_of(moves, "Pass J♠"), action_of(moves, "Pass 10♠")
        for asked in (good, [*sorted(good), good[0]], [good[0], "5"], [good[0], good[0]]):  # the first is out of order
            answer = me.post(f"/api/tables/{id}/play", {"action": asked, "moved": 0})
            assert answer.status_code == 409, answer.text
            assert me.look(id) == before
        answer = me.post(f"/api/tables/{id}/play", {"action": sorted(good), "moved": 0})
        assert answer.status_code == 200, answer.text
        assert answer.json()["moved"] == 3


@pytest.mark.parametrize(("name", "options"), FISHING)
def test_whole_moves_are_all_turns_that_there_are(name: str, options: dict[str, Any]) -> None:
    """Each of them plays, ends the turn and touches each card once; together they begin with every legal action."""
    table, choose = find_game(name).table(11, **options), np.random.default_rng(11)
    several = 0
    for _ in range(STEPS):
        scene = table_scene(table, table.player, for_people=True)
        moves = whole_moves(table, scene)
        assert {move.action for move in moves} == {move.action for move in scene.moves}
        assert len({(move.action, *move.then) for move in moves}) == len({move.says for move in moves}) == len(moves)
        for move in moves:
            read_move(table, [move.action, *move.then])
            assert len(set(move.targets)) == len(move.targets) >= 1
        move = moves[choose.integers(len(moves))]
        player, several = table.player, several + (len(move.then) > 1)
        for action in (move.action, *move.then):
            assert table.player == player
            table.step(action)
        if table.over:
            break
        assert table.player != player or table.num_players == 1 or table.game.hands_over(table.state)
    assert several


def test_a_capture_is_one_line_of_the_log(tmp_path: Path) -> None:
    with browsers(serve(tmp_path)) as [me]:
        id = me.sit_down(game="diloti-v0", players=2, seats=["me", "random"], seed=11)
        message = me.look(id)
        while not message["mine"]:
            message = me.go_on(id, message)
        lines = len(message["log"])
        move = next(move for move in message["scene"]["moves"] if move["says"].startswith("Capture"))
        answer = me.post(
            f"/api/tables/{id}/play", {"action": [move["action"], *move["then"]], "moved": message["moved"]}
        )
        assert answer.status_code == 200, answer.text
        words = [line["words"] for line in answer.json()["log"][lines:]]
        assert words[:1] == [past(move["says"])]


def test_steps_in_which_nothing_is_to_be_decided_play_themselves(tmp_path: Path) -> None:
    """They are taken back with the step before."""
    with browsers(serve(tmp_path)) as [me]:
        id = me.sit_down(game="diloti-v0", players=2, seats=["me", "random"], seed=11)
        message = me.look(id)
        while not message["mine"]:
            message = me.go_on(id, message)
        play = next(move for move in message["scene"]["moves"] if move["says"].startswith("Capture J♥"))
        after = me.post(f"/api/tables/{id}/play", {"action": play["action"], "moved": message["moved"]}).json()
        assert after["moved"] > message["moved"] + 1
        assert len(after["scene"]["moves"]) > 1
        assert me.take_back(id).status_code == 200
        assert me.look(id)["scene"]["moves"] == message["scene"]["moves"]


def test_a_card_that_decides_is_never_played_by_itself() -> None:
    table = find_game("getaway").table(101, num_players=3)
    while table.mask.sum() > 1:
        table.step(int(np.flatnonzero(table.mask)[-1]))
    assert table.game.actions.touches[int(table.mask.argmax())]
    assert not decides_nothing(table)


def test_a_dropped_card_is_played_only_where_it_comes_to_lie() -> None:
    table = find_game("klondike").table(11)
    zones = {zone.id: zone for zone in table_scene(table, 0, for_people=True).zones()}
    ace = next(zone for zone in zones.values() if zone.id.startswith("columns") and zone.cards[-1] == 0)
    place = len(ace.cards) - 1
    home = table.game.actions.parse("home A♣")
    assert {end for end in zones if find_dropped(table, ace.id, place, end) is not None} == {
        zone.id for zone in zones.values() if zone.home
    }
    assert find_dropped(table, ace.id, place, "foundations.2") == home
    assert find_dropped(table, ace.id, 0 if place else 7, "foundations.0") is None
    assert find_dropped(table, "stock", len(zones["stock"].cards) - 1, "waste") == table.game.actions.parse("turn")
    assert find_dropped(table, "stock", len(zones["stock"].cards) - 1, "columns.0") is None
    for nonsense in (None, [], "waste", -1, 99):
        assert find_dropped(table, nonsense, nonsense, nonsense) is None


def test_a_move_needs_an_action() -> None:
    table = find_game("klondike").table(11)
    for nonsense in (None, [], {}, "0", True, 1.0, [None], [[0]], 10**6):
        with pytest.raises(TableError):
            read_move(table, nonsense)


def test_an_action_that_may_reveal_cards_is_played_by_itself() -> None:
    """Otherwise the refusal of two actions would show what the first one draws, though nothing is played."""
    table = find_game("gin_rummy").table(1).play("pass", "pass")
    draw = table.game.actions.parse("draw stock")
    after = table.copy()
    after.step(draw)
    for then in np.flatnonzero(after.mask):
        with pytest.raises(TableError, match="must be of one move"):
            read_move(table, [draw, int(then)])


def test_cards_to_lay_away_are_picked_together_and_cards_to_play_are_not() -> None:
    table = find_game("cribbage").table(0, list(range(52)), dealer=1)
    found = moves_of(table)
    assert found["pick"] == {"count": 2, "says": "Lay away 2"}
    first, second, *others = [move["action"] for move in found["moves"]]
    with pytest.raises(TableError, match="must be of one move"):
        read_move(table, [first, second, *others])
    for action in (*read_move(table, [first, second]), 1, 3):
        table.step(action)
    found = moves_of(table)
    assert "pick" not in found or not found["pick"]
    with pytest.raises(TableError, match="must be of one move"):
        read_move(table, [int(table.mask.argmax()), int(table.mask.argmax()) + 2])


HIGH = [f"K{suit} Q{suit} J{suit} 10{suit} 9{suit}" for suit in "♣♦♥♠"] + [
    f"8{suit} 7{suit} 6{suit} 5{suit}" for suit in "♣♥♠"
]


def test_a_card_is_safe_once_all_cards_of_the_next_lower_rank_are_on_the_foundations() -> None:
    game = find_game("freecell")
    buried = game.position(columns=[*HIGH, "4♦ 8♦ 7♦ 6♦ 5♦"])
    assert {"home 5♣", "home 5♥", "home 5♠"} <= set(buried.legal())
    assert find_safe(buried) == []
    words = [game.actions.words[action] for action in find_safe(game.position(columns=[*HIGH, "8♦ 7♦ 6♦ 5♦ 4♦"]))]
    assert words[0] == "home 4♦"
    assert len(words) == 37


def test_aces_and_twos_are_safe() -> None:
    game = find_game("klondike")
    assert [game.actions.words[action] for action in find_safe(game.table(11))] == ["home A♣", "home 2♣"]


def test_only_a_patience_with_a_foundation_for_each_suit_has_safe_cards() -> None:
    found = {name: has_safe_moves(find_game(name).table(11)) for name in ("yukon", "spider", "the_kings", "getaway")}
    assert found == {"yukon": True, "spider": False, "the_kings": False, "getaway": False}


@pytest.mark.parametrize(("safe", "moved"), [(True, 3), (False, 1)])
def test_safe_cards_follow_a_move_only_on_request(tmp_path: Path, safe: bool, moved: int) -> None:
    with browsers(serve(tmp_path)) as [me]:
        id = me.sit_down(game="klondike-v0", players=1, seats=["me"], seed=11)
        turn = action_of(me.look(id)["scene"]["moves"], "Turn three cards")
        assert me.post(f"/api/tables/{id}/play", {"action": turn, "moved": 0, "safe": safe}).status_code == 200
        assert me.look(id)["moved"] == moved
