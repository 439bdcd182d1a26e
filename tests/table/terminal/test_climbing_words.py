"""Words of moves in climbing games at the table."""

import pytest

from cardzoo.envs import find_game
from cardzoo.envs.engine import Table
from cardzoo.envs.families.climbing import move_in_words
from cardzoo.envs.families.rank_sets import RANK_NAMES
from cardzoo.envs.scene import find_sentences, table_scene, table_sentences
from cardzoo.table.terminal.session import Session
from cardzoo.table.terminal.words import log_in_words

GAME = find_game("dou_dizhu")


def says(table: Table, words: str) -> str:
    return table_sentences(table)[GAME.actions.parse(words)].to_do


def counts(cards: str) -> list[int]:
    return [cards.split().count(name) for name in RANK_NAMES]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("pair of 9s", "Play a pair of 9s"),
        ("three and single of 6s", "Play three 6s with a single"),
        ("three and pair of 3s", "Play three 3s with a pair"),
        ("four and singles of Qs", "Play four Qs with two singles"),
        ("pairs 6 to 8", "Play the pairs from 6 to 8"),
        ("plane and pairs 6 to 7", "Play the plane from 6 to 7 with pairs"),
        ("bomb of 2s", "Play the bomb of 2s"),
        ("rocket", "Play the rocket"),
    ],
)
def test_combinations_are_named_as_card_players_name_them(words, expected):
    assert find_sentences(GAME)[GAME.actions.parse(words)].to_do == expected


@pytest.mark.parametrize(
    ("begun", "last", "unit", "expected"),
    [
        ("6 6 6", "small-joker", 1, "three 6s with small joker"),
        ("10 10 10", "3", 2, "three 10s with a pair of 3s"),
        ("3 3 Q Q Q Q", "5", 2, "four Qs with pairs of 3s and 5s"),
        ("5 Q Q Q Q", "5", 1, "four Qs with 5 and 5"),
        ("7 10 10 10 J J J", "9", 1, "the plane from 10 to J with 7 and 9"),
        ("Q Q Q K K K A A A 2 2", "2", 1, "the plane from Q to A with 2, 2 and 2"),
        ("3 3 4 4 7 7 7 8 8 8 9 9 9", "A", 2, "the plane from 7 to 9 with pairs of 3s, 4s and As"),
        ("3 3 5 5 5 6 6 6 7 7 7", "3", 1, "the plane from 5 to 7 with 3, 3 and 3"),
    ],
)
def test_a_whole_move_names_its_main_part_and_what_it_carries(begun, last, unit, expected):
    assert move_in_words(counts(begun), RANK_NAMES.index(last), unit) == expected


def test_the_last_step_of_a_move_is_named_as_the_whole_move():
    table = next(
        table for seed in range(500) if "four and pairs of Qs" in (table := GAME.table(seed, bidding="none")).legal()
    )
    table.play("four and pairs of Qs")
    first, *_ = table.legal()
    rank = first.removeprefix("carry ")
    assert says(table, first) == f"Carry a pair of {rank}s along"
    table.play(first)
    second = table.legal()[0].removeprefix("carry ")
    assert says(table, f"carry {second}") == f"Play four Qs with pairs of {rank}s and {second}s"


def test_the_others_see_a_move_as_a_whole_when_it_is_complete():
    session = Session(GAME, ["me"], seed=1)
    while not session.is_mine:
        session.play_agent()
    entries = log_in_words(session, session.log, session.names)
    assert "played four Qs with pairs of 3s and 5s" in [entry.words for entry in entries]


def test_a_bid_of_nothing_is_a_pass():
    table = GAME.table(1)
    assert says(table, "bid nothing") == "Pass"
    table.play("bid nothing")
    lines = [
        line for zone in table_scene(table, 0, for_people=True).zones() if zone.id == "players" for line in zone.lines
    ]
    column = lines[0].index("bid")
    assert sorted(line[column] for line in lines[1:]) == ["", "", "pass"]
