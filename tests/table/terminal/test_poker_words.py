"""Words of bets at the table: poker with and without limits."""

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import Table
from cardzoo.envs.scene import find_sentences, look_at, table_scene, table_sentences

HOLDEM = find_game("texas_holdem")


def done(table: Table, words: str) -> str:
    """The words of an action in the log, the same from every seat."""
    action = table.game.actions.parse(words)
    seats = range(table.num_players)
    looks = [look_at(table.game, table.view(seat), seat, table.num_players) for seat in seats]
    assert len({find_sentences(table.game, look)[action] for look in looks}) == 1
    return table_sentences(table)[action].done


def cells(table: Table, column: str) -> list[str]:
    """A column of the table of the players; empty if it is left out."""
    (zone,) = (zone for zone in table_scene(table, 0, for_people=True).zones() if zone.id == "players")
    return [line[zone.lines[0].index(column)] for line in zone.lines[1:]] if column in zone.lines[0] else []


def test_the_first_bet_after_the_flop_is_a_bet_and_any_other_a_raise():
    table = HOLDEM.table(1)
    assert done(table, "half pot") == "raised by half the pot"
    table.play("call")
    assert done(table, "pot") == "raised by the pot"
    table.play("check")
    assert [done(table, words) for words in ("half pot", "two pots")] == ["bet half the pot", "bet twice the pot"]
    assert done(table.play("half pot"), "half pot") == "raised by half the pot"


@pytest.mark.parametrize("ante", [0, 1])
def test_chips_of_a_bet_are_those_of_the_round(ante):
    table = HOLDEM.table(1, sizes="all", ante=ante)
    assert done(table, f"in for {8 + ante}") == "raised to 8 chips"
    table.play(f"in for {8 + ante}", "call")
    assert done(table, f"in for {10 + ante}") == "bet 2 chips"
    assert done(table, f"in for {9 + ante}") == "bet 1 chip"
    assert done(table.play(f"in for {10 + ante}"), f"in for {14 + ante}") == "raised to 6 chips"


def test_no_chips_are_in_the_pot_after_the_end():
    table = HOLDEM.table(1)
    assert sorted(cells(table, "in the pot")) == ["1", "2"]
    assert any(cells(table, "can win"))
    table.play("fold")
    assert not any(cells(table, "in the pot") + cells(table, "can win") + cells(table, "in this round"))


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_small_pokers_call_a_bet_a_bet(name):
    table = find_game(name).table(1)
    assert done(table, "bet") == "bet"
    table.play("bet")
    assert [done(table, words) for words in ("call", "fold")] == ["called", "folded"]
    if name == "leduc_poker":
        assert done(table, "raise") == "raised"
