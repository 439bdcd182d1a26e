"""Bridge whose cards a solver plays: the number of tricks is that of perfect play with all hands open."""

import sys

import numpy as np
import pytest
from endplay.dds import calc_dd_table
from endplay.types import Player
from pettingzoo.test import api_test

from cardzoo.envs.aec import CardEnv
from cardzoo.envs.double_dummy import DoubleDummyBridge, OpenHands, open_deal
from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.games.bridge import GAME, Phase
from tests.games.test_bridge import playing

SUITS = [card_words(range(13 * player, 13 * player + 13)) for player in range(4)]  # one for each player
SUITS_POSITION = {"phase": "call", "dealer": 0, "board": 1, "player": 0, "hands": SUITS}
PASSES = ["pass"] * 3


def calling(env, *calls):
    """The environment after these calls, such as ``"bid 1 NT"``."""
    for call in calls:
        env.step(env.parse_action(call))
    return env


@pytest.mark.parametrize(("bid", "tricks"), [("1 NT", [0, 13]), ("1 ♣", [13, 0]), ("1 ♦", [0, 13]), ("1 ♥", [13, 0])])
def test_a_side_that_holds_all_trumps_takes_all_tricks_and_without_trumps_the_leader_does(bid, tricks):
    env = DoubleDummyBridge()
    env.reset(options={"position": SUITS_POSITION})
    calling(env, f"bid {bid}", *PASSES)
    assert (env.table.over, env.table.words("tricks")["tricks"]) == (True, tricks)


@pytest.mark.parametrize(("east", "west", "tricks"), [("2♣ 3♣", "K♠ 2♠", [13, 0]), ("K♠ 2♠", "2♣ 3♣", [12, 1])])
def test_a_finesse_wins_against_a_king_that_lies_before_the_queen(east, west, tricks):
    """Player 2 leads towards the ace and queen of player 0."""
    env = DoubleDummyBridge()
    position = {
        "dealer": 0,
        "board": 1,
        "bids": [[0] * 4 + [1] + [0] * 30, *[[0] * 35] * 3],
        "level": 1,
        "trump": "no_trump",
        "declarer": 0,
        "leader": 2,
        "player": 0,
        "tricks": [11, 0],
        "hands": ["A♠ Q♠", east, "3♠ 4♠", west],
    }
    env.reset(options={"position": position})
    assert env.table.words("tricks")["tricks"] == tricks


@pytest.mark.parametrize("seed", range(4))
def test_the_tricks_are_those_of_the_solver_s_table(seed):
    env = DoubleDummyBridge()
    env.reset(seed=seed)
    calling(env, "bid 1 ♠", *PASSES[:2])
    before = env.table.copy().play("pass")
    calling(env, "pass")
    deal, declarer = open_deal(before.state), int(before.state.declarer)
    assert env.table.words("tricks")["tricks"][declarer % 2] == calc_dd_table(deal)[deal.trump, Player(declarer)]


@pytest.mark.parametrize(("east", "west", "finesse", "ace"), [("2♣ 3♣", "K♠", 270, 240), ("K♠ 2♣", "3♣", 210, 270)])
def test_cards_are_valued_by_the_points_of_perfect_play(east, west, finesse, ace):
    """Player 0 plays last but one to a trick of 1NT, after the 3♠ of dummy and the 2♠ of player 3."""
    table = playing("A♠ Q♠", east, "4♠", west, leader=2, trick=[None, None, "3♠", "2♠"])
    cards = {card_words([card]): points for card, points in OpenHands().values(table.state).items()}
    assert cards == {"Q♠": finesse, "A♠": ace}


def test_an_auction_cannot_be_solved():
    assert not OpenHands().solves(GAME.table(seed=1).state)


def test_agents_make_calls_and_nothing_else_and_are_rewarded_for_all_hands():
    env, choose, earned = DoubleDummyBridge(hands=3, reward="score"), np.random.default_rng(2), 0.0
    env.reset(seed=1)
    while not env.table.over:
        assert env.table.state.phase == Phase.CALL
        calls = np.flatnonzero(env.table.mask)
        env.step(int(choose.choice([calls[0], *calls[:4]])))
        earned += env.rewards["player_0"]
    assert earned == pytest.approx(env.table.words("score")["score"][0] / (3 * 7600))
    assert earned != 0


@pytest.mark.filterwarnings("ignore:Observation")  # it expects arrays, or one of its own games
def test_it_is_an_environment_as_pettingzoo_asks_for_with_the_spaces_of_bridge():
    env, plain = DoubleDummyBridge(), CardEnv(GAME)
    assert env.action_space("player_0") == plain.action_space("player_0")
    assert env.observation_space("player_0") == plain.observation_space("player_0")
    api_test(env, num_cycles=40)


def test_without_the_solver_an_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "endplay", None)
    with pytest.raises(
        ValueError, match=r"double-dummy bridge needs endplay; install it by: pip install 'cardzoo\[bridge\]'"
    ):
        DoubleDummyBridge()
