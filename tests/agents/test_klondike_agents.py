"""Scripted agents of Klondike follow their docstrings. Suits that a position does not name are at home."""

import pytest

from cardzoo.envs.games.klondike import GAME
from tests.agents.choosing import choose
from tests.games.test_klondike import blocked


def known(*columns, face_down, **words):
    """A position in which the order of the stock is known."""
    return GAME.position(columns=columns, face_down=face_down, turned_over=1, **words)


def needs_three_cards(**words):
    """A position with a plan: the jack of spades, then the ten of diamonds, then the nine, which turns a card up.

    The ten comes after the jack only in the next pass, and not at all if the four was played in this one.
    """
    return known(
        "5♣ 7♣ 8♣ 10♣ J♣ 9♣",
        "4♦ 7♦ 8♦ 3♠ 5♠ 7♠ 5♦",
        "8♠ 9♠ 10♠ Q♠ Q♣ 6♦",
        "Q♦",
        "J♦",
        "9♦",
        "J♥ Q♥",
        face_down=[5, 6, 5, 0, 0, 0, 1],
        waste="K♣ K♥ 4♠",
        stock="J♠ 6♠ K♠ 10♦ 6♣ K♦",
        **words,
    )


def test_the_expert_first_turns_the_whole_stock_to_learn_its_order():
    table = GAME.table(3)
    assert "home A♥" in table.legal()
    for _ in range(8):
        assert choose("expert", table) == "turn"
        table.play(choose("expert", table))
    assert choose("expert", table) == "home A♥"


@pytest.mark.parametrize("passes", [1, 3])
def test_the_expert_plays_before_it_turns_if_its_passes_are_limited(passes):
    assert choose("expert", GAME.table(3, passes=passes)) == "home A♥"


def test_the_expert_leaves_a_card_on_the_waste_pile_if_another_one_would_then_not_come_up():
    table = needs_three_cards()
    assert "move 4♠ onto 5♦" in table.legal()
    played = []
    while len(played) < 4:
        action = choose("expert", table)
        played += [action] if action != "turn" else []
        table.play(action)
    assert played == ["move J♠ onto Q♦", "move 4♠ onto 5♦", "move 10♦ onto J♠", "move 9♣ onto 10♦"]


def test_the_expert_keeps_an_empty_column_for_the_king_on_which_a_queen_can_be_laid():
    """Only the queen of hearts can turn a card up."""
    table = known(
        "",
        "9♣ J♣ 9♠ 7♠ Q♥",
        "7♣ 10♣",
        "K♣ 10♠",
        "J♥ Q♣ 8♣",
        "J♠ Q♠ 8♠",
        "7♦ 9♦ 10♦ J♦ Q♦ K♦ 8♦",
        face_down=[0, 4, 1, 1, 2, 2, 6],
        waste="K♥",
        stock="K♠",
    )
    assert choose("expert", table) == "turn"
    table.play("turn")
    assert choose("expert", table) == "move K♠ to empty column"


def test_the_expert_puts_no_card_home_that_is_needed_to_build_on():
    """On the five can be laid the four of the stock, and on that the three, which turns a card up."""
    table = known(
        "6♠ 5♥",
        "3♠ 2♦ Q♥ 3♦",
        "6♥ 7♥ 9♥ J♥ K♥ 10♥",
        "4♦ 5♦ 6♦ 7♦ 9♦ J♦",
        "10♦ K♦ Q♦",
        "5♠ 7♠ 8♠ 9♠ 10♠ Q♠ 8♥",
        "J♠ K♠ 8♦",
        face_down=[0, 3, 5, 5, 2, 6, 2],
        stock="4♠",
        options={"foundation_back": False},
    )
    assert "home 5♥" in table.legal()
    assert choose("expert", table) == "turn"
    table.play("turn")
    assert choose("expert", table) == "move 4♠ onto 5♥"


def test_the_expert_gives_up_when_it_may_unless_it_has_a_plan():
    assert choose("expert", blocked(idle=50, turned_over=1)) == "give up"
    assert choose("expert", needs_three_cards(idle=50)) == "turn"
