"""Scripted agents of Hearts follow their docstrings."""

import pytest

from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.games.hearts import GAME
from tests.agents.choosing import choose

HEARTS = " ".join(CARD_WORDS[26:39])


def passes(name, hand):
    """The cards that an agent passes of a hand."""
    rest = [card for card in CARD_WORDS[:52] if card not in hand.split()]
    hands = [hand, *(" ".join(rest[player::3]) for player in range(3))]
    table = GAME.position(hands=hands, phase="pass", dealer=3, player=0)
    chosen = []
    while table.player == 0:
        chosen.append(choose(name, table).removeprefix("pass "))
        table.play(f"pass {chosen[-1]}")
    return " ".join(chosen)


def following(hand, *trick, **words):
    """Player 0 has led, and the last player is to follow with this hand; the others have taken all other cards."""
    spare = [card for card in CARD_WORDS[:52] if card not in " ".join([hand, *trick]).split()]
    left = 3 * (len(hand.split()) - 1)
    held, taken = spare[::-1][:left], spare[::-1][left:]
    hands = [" ".join(held[player::3]) for player in range(3)]
    tricks = [" ".join(taken[player::3]) for player in range(3)]
    return GAME.position(hands=[*hands, hand], trick=list(trick), taken=tricks, leader=0, player=3, broken=1, **words)


def test_the_novice_passes_high_spades_and_then_high_cards():
    assert passes("novice", "2♣ 3♣ 4♣ A♦ 3♦ 4♦ 2♥ 3♥ 4♥ 3♠ 4♠ Q♠ K♠") == "A♦ Q♠ K♠"


def test_the_expert_passes_the_queen_with_few_spades_and_keeps_her_with_many():
    assert "Q♠" in passes("expert", "2♣ 3♣ 4♣ A♦ 3♦ 4♦ 2♥ 3♥ 4♥ 5♥ 3♠ 4♠ Q♠")
    assert "Q♠" not in passes("expert", "2♣ 3♣ 9♣ A♦ 3♦ J♦ 2♥ K♥ 3♠ 4♠ 5♠ 6♠ Q♠")


@pytest.mark.parametrize("name", ["novice", "expert"])
def test_the_queen_is_thrown_off_at_the_first_chance(name):
    assert choose(name, following("2♦ A♦ K♥ Q♠", "9♣", "10♣", "J♣")) == "play Q♠"


@pytest.mark.parametrize("name", ["novice", "expert"])
def test_the_queen_goes_below_a_higher_spade(name):
    assert choose(name, following("2♠ Q♠ 3♦ 4♦", "9♠", "K♠", "10♠")) == "play Q♠"


def test_the_expert_takes_hearts_from_who_would_shoot_the_moon():
    """Player 0 has all points but four hearts, is winning with K♥, and gets A♥ too if it is not played now."""
    left = ["A♠", "J♣", "9♦", "2♥", "A♥", "K♥", "3♥", "4♦"]
    table = GAME.position(
        hands=["A♠", "J♣", "9♦", "2♥ A♥"],
        trick=["K♥", "3♥", "4♦"],
        taken=[" ".join(card for card in CARD_WORDS[:52] if card not in left)],
        leader=0,
        player=3,
        broken=1,
    )
    assert choose("expert", table) == "play A♥"


@pytest.mark.parametrize(("totals", "choice"), [([99, 10, 10, 10], "subtract"), ([10, 90, 90, 90], "add")])
def test_a_shooter_ends_the_match_only_if_that_wins_it(totals, choice):
    taken = [f"{HEARTS} Q♠", *[" ".join(card for card in CARD_WORDS[:52] if card not in f"{HEARTS} Q♠".split())]]
    table = GAME.position(
        taken=taken,
        shooter=0,
        broken=1,
        player=0,
        leader=0,
        score=[-total for total in totals],
        options={"moon": "choose"},
    )
    assert choose("expert", table) == choice
