"""Scripted agents of Contract Bridge follow their docstrings."""

import pytest

from cardzoo.agents import agent_generator, find_agent
from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import parse_cards
from cardzoo.envs.games.bridge import GAME
from tests.games.test_bridge import calling, playing

WEAK = "2♣ 3♣ 4♣ 5♣ 2♦ 3♦ 4♦ 2♥ 3♥ 4♥ 2♠ 3♠ 4♠"
BALANCED = "A♣ Q♣ 5♣ 4♣ K♦ J♦ 3♦ A♥ 7♥ 2♥ Q♠ 8♠ 4♠"  # 16 points
BOTH = pytest.mark.parametrize("name", ["novice", "expert"])


def choose(name, table):
    """The action of an agent in the seat on turn, in words."""
    agent = find_agent(name, GAME)
    return GAME.actions.describe(agent.act(table.view(table.player), table.mask, agent_generator(1)))


def calls(name, hand, *before):
    """The call of an agent with this hand, after calls that player 0 begins."""
    own = parse_cards(hand)
    rest = [card for card in range(CARDS) if card not in own]
    hands = [rest[13 * place : 13 * place + 13] for place in range(3)]
    hands.insert((len(before) - 1) % 4, list(own))  # cards go round from player 1
    return choose(name, calling(*before, deck=[hands[turn % 4][turn // 4] for turn in range(CARDS)]))


@BOTH
def test_a_balanced_hand_of_16_points_opens_1_no_trump_and_a_weak_one_passes(name):
    assert calls(name, BALANCED) == "bid 1 NT"
    assert calls(name, WEAK) == "pass"


@pytest.mark.parametrize(
    ("hand", "before", "call"),
    [
        ("2♣ 3♣ K♦ 4♦ 2♦ A♥ Q♥ 7♥ 3♥ K♠ J♠ 4♠ 2♠", ["1NT", "pass"], "bid 2 ♣"),  # Stayman
        ("2♣ 3♣ 9♦ 4♦ 2♦ 8♥ 7♥ 3♥ 10♠ J♠ 4♠ 2♠ 3♠", ["1NT", "pass"], "bid 2 ♥"),  # a transfer
        ("2♣ 3♣ A♦ K♦ 2♦ A♥ 7♥ 3♥ 10♠ J♠ 4♠ 2♠ 3♠", ["1♠", "pass"], "bid 4 ♠"),  # game with five trumps
        ("A♣ K♣ 5♣ 3♣ A♦ J♦ 9♦ 2♦ K♥ 10♥ 7♥ 3♥ 2♠", ["1♠"], "double"),  # for takeout
        (WEAK, ["1♠"], "pass"),
    ],
)
def test_the_expert_bids_its_system(hand, before, call):
    assert calls("expert", hand, *before) == call


def test_the_novice_never_doubles():
    assert calls("novice", "A♣ K♣ 5♣ 3♣ A♦ J♦ 9♦ 2♦ K♥ 10♥ 7♥ 3♥ 2♠", "1♠") != "double"


@BOTH
@pytest.mark.parametrize(("declarer", "player"), [(0, 3), (1, 1)])
def test_the_last_hand_beats_an_opponent_also_from_dummy(name, declarer, player):
    table = playing(
        "2♥", "3♥", "4♥", "A♣ 2♣", contract="3NT", declarer=declarer, leader=0, trick=["K♣", "J♣", "10♣", None]
    )
    assert table.player == player
    assert choose(name, table) == "play A♣"


def test_the_novice_leaves_the_trick_to_its_partner():
    trick = ["J♣", "K♣", "10♣", None]
    assert choose("novice", playing("2♥", "3♥", "4♥", "A♣ 2♣", declarer=0, leader=0, trick=trick)) == "play 2♣"
