"""Scripted agents of Speculation follow their docstrings."""

import pytest

from cardzoo.agents import agent_generator, find_agent
from cardzoo.envs.games.speculation import GAME
from tests.playing import count


def choice(table):
    """The expert's action in the seat on turn, in words."""
    action = find_agent("expert", GAME).act(table.view(table.player), table.mask, agent_generator(1))
    return GAME.actions.describe(action)


def before_turn(chips, pot):
    """Player 1 may make an offer before player 2's turn; player 0 shows the highest trump, a low one."""
    stacks = ["", "2♣", "3♣ 4♣", "5♣ 6♣"]
    return GAME.position(
        num_players=len(chips),
        stacks=stacks[: len(chips)],
        shown=["4♥"],
        highest="4♥",
        holder=0,
        chips=chips,
        pots=[pot],
        hands_over=5,
        phase="blind",
        player=1,
        due=2,
    )


@pytest.mark.parametrize("pot", [4, 8, 12])
def test_the_expert_makes_no_offer_to_players_who_would_lose_by_it(pot):
    """With equal chips, the other of two players loses as much as the buyer gains by a face-down card."""
    assert choice(before_turn([19, 19, 19, 19], pot)) == "pass"


def test_the_expert_makes_an_offer_where_both_gain():
    """Two players who are behind can gain at the expense of the leader."""
    table = before_turn([24, 18, 17, 17], 12)
    assert choice(table) == "seat 1"
    table.play("seat 1")
    assert choice(table) == "price 1"
    table.play("price 1")
    assert choice(table) != "refuse"


@pytest.mark.parametrize("pot", [3, 12])
def test_the_expert_makes_no_offer_where_one_player_alone_would_pay_for_the_gain(pot):
    """With three players, the seller would ask for nearly all of the gain."""
    assert choice(before_turn([24, 18, 18], pot)) == "pass"


def test_no_expert_makes_an_offer_for_a_face_down_card_that_another_one_refuses():
    answered = 0
    for seed in range(count(compiled=5, interpreted=2)):
        table = GAME.table(seed, hands=4)
        while not table.over:
            action = choice(table)
            is_answer = table.words("phase")["phase"] in ("blind_answer", "blind_counter")
            assert not (is_answer and action == "refuse")
            answered += is_answer
            table.play(action)
    assert answered > 0
