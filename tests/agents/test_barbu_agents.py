"""Scripted agents of Barbu follow their docstrings."""

import pytest

from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.games.barbu import GAME
from tests.agents.choosing import choose

LOW = "2♣ 3♣ 4♣ 2♦ 3♦ 4♦ 2♥ 3♥ 4♥ 2♠ 3♠ 4♠ 5♠"
HIGH = "A♣ K♣ J♣ A♦ K♦ J♦ A♥ Q♥ J♥ A♠ K♠ Q♠ J♠"


def holding(hand, *named, seat=0):
    """Player 0 deals, and this seat has these cards; then these actions are played."""
    rest = [card for card in CARD_WORDS[:52] if card not in hand.split()]
    hands = [" ".join(rest[player::3]) for player in range(3)]
    hands.insert(seat, hand)
    table = GAME.position(hands=hands, phase="contract")
    return table.play(*named)


def test_the_novice_names_long_trumps():
    assert choose("novice", holding("2♦ 3♦ 4♦ 5♦ 6♦ 2♣ 3♣ 4♣ 2♥ 3♥ 4♥ 2♠ 3♠")) == "trumps ♦"
    assert choose("novice", holding("2♦ 3♦ 4♦ 5♦ 2♣ 3♣ 4♣ 2♥ 3♥ 4♥ 2♠ 3♠ 4♠")) == "no tricks"


def test_the_novice_doubles_only_when_it_must():
    assert choose("novice", holding(LOW, "no tricks", seat=1)) == "leave"
    assert choose("novice", GAME.table(seed=1, required=7, dealer=0).play("domino 7")) == "double"


def test_the_expert_names_trumps_with_a_hand_of_high_ones():
    assert choose("expert", holding("A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ A♣ K♣ Q♣ A♦ A♥")) == "trumps ♠"


def test_the_expert_names_domino_from_the_twos_with_all_cards_that_begin_the_rows():
    assert choose("expert", holding(LOW)) == "domino 2"


@pytest.mark.parametrize(("hand", "choice"), [(LOW, "double"), (HIGH, "leave")])
def test_the_expert_doubles_with_low_cards_and_not_with_high_ones(hand, choice):
    """The first question is about the left neighbour."""
    assert choose("expert", holding(hand, "no tricks", seat=1)) == choice


@pytest.mark.parametrize("name", ["novice", "expert"])
def test_the_king_of_hearts_is_thrown_off(name):
    table = GAME.position(
        contract="barbu",
        hands=["2♣", "3♣", "4♦", "K♥ A♠"],
        trick=["9♣", "10♣", "J♣"],
        player=3,
        used=[[0, 0, 0, 1, 0, 0, 0]],
        options={"contract": "barbu"},
    )
    assert choose(name, table) == "play K♥"


def test_the_novice_wins_as_cheaply_as_it_can_in_trumps():
    table = GAME.position(
        contract="trumps",
        trump="spades",
        hands=["2♣", "3♣", "4♦", "Q♣ A♣"],
        trick=["9♣", "10♣", "J♣"],
        player=3,
        points=[55, 0, 0, 0],
        used=[[0, 0, 0, 0, 0, 1, 0]],
        options={"contract": "trumps"},
    )
    assert choose("novice", table) == "play Q♣"
