"""Scripted agents of Xeri and Kontsina follow their docstrings."""

import pytest

from tests.agents.choosing import choose
from tests.games.test_xeri import beside, position

# The novice


def test_the_novice_takes_with_a_card_of_the_rank_before_a_jack():
    assert choose("novice", position(["2♣ J♣ 8♣", "9♠"], "4♦", "8♠")) == "play 8♣"
    assert choose("novice", position(["2♣ J♣ 9♣", "9♠"], "4♦", "8♠")) == "play J♣"


def test_the_novice_that_takes_nothing_plays_its_lowest_card_and_jacks_last():
    assert choose("novice", position(["K♣ 4♣ 9♣", "9♠"], "4♦", "8♠")) == "play 4♣"
    assert choose("novice", position(["K♣ J♣", "9♠"])) == "play K♣"


def test_the_novice_of_kontsina_takes_with_its_highest_card_that_can_and_lays_its_lowest():
    table = beside(["9♣ 4♣ K♣", "9♠"], "4♦ 5♥ 9♥")
    assert choose("novice", table) == "play 9♣"
    assert choose("novice", table.play("play 9♣")) == "select 4♦"
    assert choose("novice", beside(["9♣ 4♣ K♣", "9♠"], "2♦ Q♥")) == "play 4♣"


# The expert


@pytest.mark.parametrize("top", ["8♠", "J♠"])
def test_the_expert_makes_a_xeri(top):
    assert choose("expert", position(["2♣ 8♣ J♣ K♣", "9♠"], "", top)) == f"play {top[0]}♣"


def test_the_expert_begins_a_pile_with_a_rank_that_nobody_holds():
    """Another rank may give a xeri."""
    captured = ["9♦ 9♥ 9♠", "4♦ 5♥ 6♠"]
    assert choose("expert", position(["4♣ 9♣ A♣", "2♠ 3♠ 7♠"], captured=captured)) == "play 9♣"


def test_the_expert_keeps_its_jack_from_a_poor_pile():
    assert choose("expert", position(["3♣ J♣", "9♠ 4♠"], "", "8♠")) == "play 3♣"
    assert choose("expert", position(["3♣ J♣", "9♠ 4♠"], "10♦ A♦ A♥ K♥", "8♠")) == "play J♣"


def test_the_expert_of_kontsina_takes_what_is_worth_most():
    table = beside(["Q♣ 10♣ 3♥", "9♠"], "10♦ 10♥ Q♥")
    assert choose("expert", table) == "play 10♣"
    assert choose("expert", table.play("play 10♣")) == "select 10♦"


def test_the_expert_of_kontsina_completes_its_set():
    table = beside(["9♣ Q♥", "9♠"], "3♣ 4♣ 2♣ 9♥ 7♦").play("play 9♣")
    chosen = []
    while table.player == 0:
        chosen.append(choose("expert", table))
        table.play(chosen[-1])
    assert chosen == ["select 2♣", "select 3♣", "select 4♣"]


def test_the_expert_of_kontsina_leaves_nothing_good_to_take():
    """The 8 beside 2♣ would let any 10 take it."""
    captured = ["A♣ A♦ A♥ A♠ 2♦ 2♥ 2♠", "K♦ K♥ K♠ J♦ J♥ J♠"]
    assert choose("expert", beside(["8♣ K♣ J♣", "9♠ 5♠ 4♠"], "2♣", captured=captured)) != "play 8♣"
