"""Blackjack at the table: the hand that is played, insurance, surrender and gains."""

from typing import Any

import numpy as np
import pytest

from cardzoo.envs.games.blackjack import name_gain
from cardzoo.envs.scene import Scene, table_scene
from tests.games.test_blackjack import dealt


def seen(cards: str, *actions: str, **options: Any) -> Scene:
    """The first player's scene of a table with these cards, after these actions."""
    return table_scene(dealt(cards, **options).play(*actions), 0, ("you", "Ann"), for_people=True)


def marked(scene: Scene) -> list[str]:
    """Labels of the hands that are marked."""
    return [zone.label for zone in scene.zones() if zone.note == "in play"]


@pytest.mark.parametrize(
    ("actions", "hands"),
    [((), []), (("split",), ["you hand 1"]), (("split", "stand"), ["you hand 2"]), (("split", "stand", "stand"), [])],
)
def test_the_hand_that_is_played_is_marked_after_a_split(actions, hands):
    assert marked(seen("8 9 8 9 2 3", *actions)) == hands


def test_another_player_s_split_hand_is_marked_for_all():
    assert marked(seen("9 8 9 9 8 9 2 3", "stand", "split", num_players=2)) == ["Ann hand 1"]


def test_stakes_gains_insurance_and_surrender_are_shown():
    options = {"num_players": 2, "insurance": True, "surrender": True}
    scene = seen("9 8 9 9 8 A", "insure", "decline", "stand", "surrender", **options)
    (table,) = (zone for zone in scene.zones() if zone.id == "players")
    assert table.rows_in_words() == [
        "you: chips at stake 10 · chips won −15 · insured",
        "Ann: chips at stake 10 · chips won −5 · surrendered",
    ]


def test_a_player_reads_the_stake_of_each_hand():
    scene = seen("9 8 9 9 8 9 2 3 K", "stand", "split", "double", num_players=2)
    (table,) = (zone for zone in scene.zones() if zone.id == "players")
    assert table.rows_in_words()[1] == "Ann: chips at stake 20, 10 · chips won 0"


@pytest.mark.parametrize(("tenths", "words"), [(0, "0"), (-10, "−10"), (15, "+15"), (-110, "−110")])
def test_gains_are_read_in_chips(tenths, words):
    assert name_gain(None, np.int16(tenths)) == words
