"""Scripted agents of Euchre follow their docstrings."""

import pytest

from tests.agents.choosing import choose
from tests.games.test_euchre import dealt, playing

HIGHEST = "J♥ J♦ A♥ K♥ Q♥"
BOTH = pytest.mark.parametrize("name", ["novice", "expert"])


@BOTH
def test_the_five_highest_trumps_make_trumps_and_only_the_expert_goes_alone(name):
    table = dealt(HIGHEST, turned="9♥")
    assert choose(name, table) == "trump ♥"
    table.play("trump ♥", "play 9♥")
    assert choose(name, table) == {"novice": "with partner", "expert": "alone"}[name]


@BOTH
def test_a_hand_without_trumps_and_high_cards_passes(name):
    assert choose(name, dealt("9♣ 10♣ 9♦ 10♠ 9♠", turned="A♥")) == "pass"


def test_three_low_trumps_are_enough_for_the_novice_and_not_for_the_expert():
    table = dealt("9♥ 10♥ Q♥ 10♠ 9♠", turned="A♥")
    assert choose("novice", table) == "trump ♥"
    assert choose("expert", table) == "pass"


@BOTH
def test_the_dealer_who_must_make_trumps_makes_the_suit_of_most_trumps(name):
    table = dealt("9♣ 9♦ 10♦ 9♠ K♣", "10♣ Q♣ A♣ 10♠ Q♦", "K♦ A♦ Q♠ K♠ A♠", "J♠ J♣ 9♥ 10♥ Q♥", turned="A♥", stick=True)
    table.play(*["pass"] * 7)
    assert choose(name, table) in ("trump ♠", "trump ♣")


@BOTH
def test_the_last_player_beats_an_opponent(name):
    assert choose(name, playing("9♦", "10♦", "Q♦", "A♣ J♣", trick=["K♣", "10♣", "9♣"])) == "play A♣"


def test_the_novice_leaves_the_trick_to_its_partner():
    assert choose("novice", playing("9♦", "10♦", "Q♦", "A♣ J♣", trick=["10♣", "K♣", "9♣"])) == "play J♣"


def test_the_expert_makes_no_trumps_of_its_partners_card_with_one_trump():
    assert choose("expert", dealt("9♣ 10♣ 9♦ 10♦ 9♥", "A♣ J♦ A♥ J♥ A♠", turned="K♠").play("pass")) == "pass"


@pytest.mark.parametrize(
    ("hand", "answer"),
    [("J♣ 10♣ A♥ 9♠ K♦", "with partner"), ("J♣ 10♣ K♥ 9♠ K♦", "with partner"), ("J♣ J♠ A♣ A♥ A♦", "alone")],
)
def test_the_expert_defends_alone_with_the_highest_trumps_only(hand, answer):
    table = dealt(hand, "K♣ Q♣ 9♦ J♥ 10♥", turned="9♣", lone_defender=True)
    assert choose("expert", table.play("pass", "trump ♣", "play 9♣", "with partner")) == answer


@BOTH
def test_a_player_who_cannot_win_a_trick_keeps_the_higher_card(name):
    table = playing("J♥", "J♦", "A♥", "A♣ 10♣", trick=["9♦", "10♦", "Q♦"], hidden="9♥ 10♥ Q♥")
    assert choose(name, table) == "play 10♣"
