"""The agents of Dou Dizhu: the expert's rules, in positions of the game's tests."""

import pytest

from cardzoo.agents import agent_generator, ask, find_agent
from cardzoo.envs.games.dou_dizhu import GAME
from tests.games.test_dou_dizhu import lead


def choice(table, name="expert"):
    """The action of an agent, in words."""
    action = ask(find_agent(name, GAME), GAME, table.records, table.player, table.mask, agent_generator(1))
    return GAME.actions.words[action]


def test_the_expert_goes_out_if_it_can():
    assert choice(lead("3 3 3 9", "5", "6")) == "three and single of 3s"
    assert choice(lead("3 4 5 6 7", "5", "6")) == "chain 3 to 7"


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("4 5 6 7 8 S B", "rocket"),
        ("4 4 4 5 5 5 8 K S B", "rocket"),
        ("4 5 6 7 8 2 S B", "rocket"),
        ("4 5 6 7 8 K K K K", "bomb of Ks"),
        ("6 7 8 9 10 2 2", "pair of 2s"),
    ],
)
def test_the_expert_plays_what_nobody_can_beat_if_one_move_is_left_after_that(hand, move):
    """The others hold higher chains and planes, and no bomb."""
    table = lead(hand, "7 8 9 9 9 10 10 10 J A A", "7 8 J Q A")
    assert choice(table) == move


def test_the_expert_plays_no_bare_three_of_a_bomb():
    hand = "3 4 5 6 7 7 8 9 10 10 10 10 J Q A 2 2 2 S B"
    table = lead(hand, "3 3 3 4 4 5 5 6 6 8 8 9 9 J J Q Q", "4 5 6 7 7 8 9 J Q K K K K A A A 2")
    assert choice(table) != "three of 10s"


@pytest.mark.parametrize(("landlord", "passes"), [(1, True), (0, False)])
def test_an_expert_leaves_the_other_peasants_high_move(landlord, passes):
    """Player 0 leads a jack, and player 2 is to reply: a peasant, to the other one or to the landlord."""
    table = lead("J 4 4 5 5", "3 6 6 7 7 9 9 9", "K 8 8 3", landlord=landlord).play("play J", "pass")
    assert (choice(table) == "pass") == passes


def test_the_expert_leads_no_single_if_an_opponent_has_one_card():
    assert choice(lead("3 6 6 J", "7", "8 8")) == "pair of 6s"
    assert choice(lead("3 6 6 J", "7 9 9", "8 8 Q")) != "play J"


def test_the_novice_leads_the_longest_chain_and_keeps_bombs():
    assert choice(lead("3 4 5 6 7 8 K", "9 9", "9 9"), "novice") == "chain 3 to 8"
    assert choice(lead("K 3", "9 9 9 9 4", "5 5").play("play K"), "novice") == "pass"
