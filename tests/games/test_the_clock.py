"""The rules of The Clock, clause by clause. Cards that a position does not name are face up."""

from math import comb

import numpy as np
import pytest

from cardzoo.agents import bots
from cardzoo.envs import Batch
from cardzoo.envs.engine import INTERPRETED
from cardzoo.envs.engine.cards import CARD_WORDS, parse_cards
from cardzoo.envs.games.the_clock import GAME
from tests.playing import count, play_out

RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
PACK = "A♣..K♣ A♦..K♦ A♥..K♥ A♠..K♠"


def piles(**cards):
    """Face-down piles in words, the top card last: ``piles(king="7♣ 8♣")``; those that are not named are empty."""
    return [cards.get(rank, "") for rank in RANKS]


def deck_of(**first):
    """A deck that deals these cards to piles, the top card first, and others below them."""
    rest = [word for word in CARD_WORDS[:52] if word not in " ".join(first.values()).split()]
    dealt = [first.get(rank, "").split() for rank in RANKS]
    return [card for pile in dealt for card in pile + [rest.pop() for _ in range(4 - len(pile))]]


def turned(table):
    """Plays the game out; returns the cards in the order in which they are turned up."""
    order, before = [], np.zeros(52, int)
    while not table.over:
        table.play("turn")
        after = np.array(table.state.face_up)
        order += np.flatnonzero(after - before).tolist()
        before = after
    return [CARD_WORDS[card] for card in order]


def referee(deck):
    """A game with dealt cards by the rules: the cards in the order in which they are turned up."""
    clock = [deck[4 * rank : 4 * rank + 4] for rank in range(13)]  # the top card of each pile first
    order, rank, kings = [], 12, 0
    while kings < 4:
        order.append(clock[rank].pop(0))
        rank = order[-1] % 13
        kings += rank == 12
    return [CARD_WORDS[card] for card in order]


@pytest.mark.clause(1)
def test_thirteen_piles_of_four_are_dealt_face_down():
    table = GAME.table(deck=PACK)
    words = table.words("face_down", "face_up")
    assert words["face_down"][0] == "4♣ 3♣ 2♣ A♣"  # the top card was dealt first
    assert words["face_down"][3] == "3♦ 2♦ A♦ K♣"
    assert words["face_down"][12] == "K♠ Q♠ J♠ 10♠"
    assert words["face_up"] == ""
    assert table.view_words(0) == {"face_down": [4] * 13, "face_up": "", "next_pile": 12}


@pytest.mark.clause(2)
def test_the_first_card_is_turned_up_from_the_kings_pile():
    table = GAME.table(deck=PACK).play("turn")
    assert table.view_words(0) == {"face_down": [4] * 12 + [3], "face_up": "10♠", "next_pile": 9}


@pytest.mark.clause(2)
def test_the_next_card_comes_from_the_top_of_the_last_card_s_own_pile():
    table = GAME.table(deck=deck_of(king="3♣", three="5♠", five="7♣"))
    for face_up, next_pile in (("3♣", 2), ("5♠", 4), ("7♣", 6)):
        table.play("turn")
        assert face_up in table.view_words(0)["face_up"].split()
        assert table.view_words(0)["next_pile"] == next_pile
    assert [rank for rank, left in zip(RANKS, table.view(0).face_down, strict=True) if left == 3] == [
        "three",
        "five",
        "king",
    ]


@pytest.mark.clause(2)
def test_a_card_of_the_pile_s_own_rank_is_followed_by_the_next_of_the_same_pile():
    table = GAME.table(deck=deck_of(king="7♣", seven="7♠ 7♥ 7♦")).play("turn")
    for left in (3, 2, 1):
        assert table.play("turn").view_words(0)["face_down"][6] == left


@pytest.mark.clause(3)
def test_the_fourth_king_loses_while_cards_are_face_down():
    table = GAME.position(face_down=piles(king="K♠ K♥", ace="A♠"))
    assert not table.play("turn").over
    table.play("turn")
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": False, "reward": [-1.0]}
    assert table.legal() == []


@pytest.mark.clause(3)
def test_the_fourth_king_wins_as_the_last_card():
    table = GAME.position(face_down=piles(king="K♠ A♥", ace="K♥"), score=[49])
    assert not table.play("turn", "turn").over
    table.play("turn")
    assert table.words("over", "truncated", "reward", "score") == {
        "over": True,
        "truncated": False,
        "reward": [1.0],
        "score": [52],
    }


@pytest.mark.clause(3)
def test_three_kings_do_not_end_the_game():
    table = GAME.table(deck=deck_of(king="K♦ K♥ K♣ 2♠", two="9♠"))
    assert not table.play("turn", "turn", "turn", "turn", "turn").over
    assert table.view_words(0)["face_up"] == "K♣ K♦ K♥ 2♠ 9♠"


@pytest.mark.clause(1, 2, 3)
@pytest.mark.parametrize("seed", range(count(compiled=50, interpreted=10)))
def test_games_are_as_a_referee_tells_them(seed):
    deck = np.random.default_rng(seed).permutation(52).tolist()
    table = GAME.table(deck=deck)
    order = referee(deck)
    assert turned(table) == order
    won = len(order) == 52
    assert table.words("reward", "score", "steps") == {
        "reward": [1.0 if won else -1.0],
        "score": [len(order)],
        "steps": len(order),
    }


@pytest.mark.clause(2, 3)
@pytest.mark.skipif(INTERPRETED, reason="many games are slow as plain Python")
def test_lengths_of_games_are_as_the_mathematics_tell():
    """A game is as long as the place of the fourth king in a shuffled pack: C(n - 1, 3) / C(52, 4) for n cards."""
    games = 100_000
    batch = Batch(GAME, games, bots=bots(GAME), restart=False)
    batch.actors[:] = 0
    batch.reset(seed=1)
    lengths = np.bincount(batch.records["steps"], minlength=53)
    chances = np.array([comb(n - 1, 3) / comb(52, 4) if n > 0 else 0 for n in range(53)])
    assert chances.sum() == pytest.approx(1)
    assert chances[52] == pytest.approx(1 / 13)
    assert chances @ np.arange(53) == pytest.approx(42.4)
    assert lengths.sum() == games
    assert lengths[:4].sum() == 0
    kept = np.arange(53) >= 7  # at least 12 games expected for each length; the shorter ones together
    expected, found = games * chances[kept], lengths[kept]
    expected[0] += games * chances[~kept].sum()
    found[0] += lengths[~kept].sum()
    chi_square = ((found - expected) ** 2 / expected).sum()
    assert chi_square < 77  # 45 degrees of freedom: passed by chance once in 500; the seeds are fixed
    won = batch.records["reward"][:, 0] > 0
    assert won.sum() == lengths[52]
    assert (batch.records["score"][:, 0] == batch.records["steps"]).all()


def test_score_rewards_pay_each_card():
    table = GAME.table(1, reward="score")
    paid = 0.0
    while not table.over:
        table.play("turn")
        paid += table.words("reward")["reward"][0]
        assert table.words("reward") == {"reward": [round(1 / 52, 6)]}
    assert paid == pytest.approx(table.words("score")["score"][0] / 52, abs=1e-4)


# Choices where the text is silent


@pytest.mark.clause("c1")
@pytest.mark.parametrize("seed", range(5))
def test_turning_up_is_all_that_can_be_done(seed):
    assert GAME.actions.words == ("turn",)
    table = GAME.table(seed)
    while not table.over:
        assert table.legal() == ["turn"]
        table.play("turn")


@pytest.mark.clause("c1")
def test_all_agents_play_alike():
    played = {name: bot(None, np.ones(1, np.int8), np.zeros(1)) for name, bot in bots(GAME).items() if name != "random"}
    assert played == {"novice": 0, "expert": 0}


@pytest.mark.clause("c2")
@pytest.mark.parametrize("seed", range(count(compiled=100, interpreted=10)))
def test_a_card_can_be_turned_up_until_the_game_ends(seed):
    table = GAME.table(seed)
    while not table.over:
        view = table.view(0)
        assert view.face_down[view.next_pile] > 0
        table.play("turn")
    ranks = [card % 13 for card in parse_cards(table.words("face_up")["face_up"])]
    assert ranks.count(12) == 4


@pytest.mark.clause(1)
def test_any_face_down_card_may_lie_anywhere():
    """All orders of four face-down cards are equally likely, independent of the true order."""
    table = GAME.position(face_down=piles(king="K♠ 2♠", two="K♥", nine="9♠"))
    view = table.view(0)
    orders = []
    for seed in range(count(compiled=2400, interpreted=240)):
        other = table.redeal(0, seed)
        assert other.view(0) == view
        orders.append(" ".join(other.words("face_down")["face_down"]))
    found, counts = np.unique(orders, return_counts=True)
    assert len(found) == 24
    expected = len(orders) / 24
    assert ((counts - expected) ** 2 / expected).sum() < 49.7  # chi-square, 23 degrees of freedom: once in a thousand


def test_a_game_has_52_actions_at_most():
    lengths = [
        play_out(GAME.table(seed)).words("steps")["steps"] for seed in range(count(compiled=200, interpreted=30))
    ]
    assert max(lengths) == 52
    assert min(lengths) >= 4


@pytest.mark.clause("c2")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"face_down": piles(king="K♠", two="9♠")}, "the piles do not have the cards left"),
        (
            {"face_down": piles(king="K♠ 2♠", two="9♠", nine="K♥"), "next_pile": 1},
            "the piles do not have the cards left",
        ),
        ({"face_down": piles(ace="A♠")}, "the game is over when the fourth king is turned up"),
        ({"face_down": piles(king="K♠"), "over": True}, "the game is over when the fourth king is turned up"),
        ({"stock": PACK}, "no card is left in the stock"),
    ],
)
def test_impossible_positions_are_refused(words, message):
    with pytest.raises(ValueError, match=message):
        GAME.position(**words)
