"""Kuhn Poker, rule by rule, and the equilibrium that Kuhn found."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import sqrt

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.agents.base import agent_generator
from cardzoo.envs.engine.cards import parse_cards
from cardzoo.envs.games.kuhn_poker import GAME
from tests.playing import count, now, walk

CARDS = ("J♣", "Q♣", "K♣")


def dealt(*hands, num_players=2):
    """A table with these cards, the first of them of player 0, who begins."""
    rest = [card for card in GAME.pack_of(num_players) if card not in parse_cards(hands)]
    return GAME.table(0, [*hands, *rest], num_players=num_players)


def playing(table):
    """Play the game in every way; yields the tables at their ends."""
    if table.over:
        yield table
    for word in table.legal():
        yield from playing(table.copy().play(word))


@pytest.mark.clause(1, "c1")
@pytest.mark.parametrize(
    ("num_players", "pack"), [(2, "J♣ Q♣ K♣"), (3, "10♣ J♣ Q♣ K♣"), (10, "3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣")]
)
def test_there_is_one_card_more_than_players(num_players, pack):
    table = GAME.table(0, pack.split(), num_players=num_players)
    assert now(table, "hands") == pack.split()[:-1]
    assert now(table, "stock") == "K♣"


@pytest.mark.clause(2)
def test_everybody_puts_in_an_ante():
    assert now(GAME.table(0, num_players=4), "stakes") == [1] * 4


@pytest.mark.clause(3)
def test_a_player_sees_the_own_card_alone():
    table = dealt("Q♣", "K♣")
    assert table.view_words(0)["hands"] == ["Q♣", None]
    assert table.view_words(1)["hands"] == ["K♣", None]


@pytest.mark.clause(4)
def test_the_player_to_the_dealer_s_left_begins():
    for seed in range(8):
        table = GAME.table(seed, num_players=3)
        assert table.player == (now(table, "dealer") + 1) % 3
        assert table.legal() == ["check", "bet"]


@pytest.mark.clause(5)
def test_after_a_check_the_other_player_checks_or_bets():
    table = dealt("J♣", "Q♣").play("check")
    assert table.player == 1
    assert table.legal() == ["check", "bet"]


@pytest.mark.clause(6)
def test_a_player_who_faces_a_bet_calls_or_folds():
    for words in ("bet",), ("check", "bet"):
        table = dealt("J♣", "Q♣").play(*words)
        assert table.player == len(words) % 2
        assert table.legal() == ["call", "fold"]
    assert now(table, "stakes") == [1, 2]
    assert now(table.play("call"), "stakes") == [2, 2]


@pytest.mark.clause(7)
def test_a_player_who_folds_loses_the_pot_and_shows_nothing():
    table = dealt("J♣", "K♣").play("bet", "fold")
    assert now(table, "score") == [1, -1]
    assert table.view_words(0)["hands"] == ["J♣", None]
    assert table.view_words(1)["hands"] == ["K♣", None]


@pytest.mark.clause(8)
def test_the_higher_card_wins_and_both_are_shown():
    for words, chips in ((("check", "check"), 1), (("bet", "call"), 2), (("check", "bet", "call"), 2)):
        for hands in permutations(CARDS, 2):
            table = dealt(*hands).play(*words)
            assert table.over
            won = chips if CARDS.index(hands[0]) > CARDS.index(hands[1]) else -chips
            assert now(table, "score") == [won, -won]
            assert now(table, "reward") == [won / 2, -won / 2]
            assert table.view_words(1)["hands"] == [hands[1], hands[0]]


@pytest.mark.clause("c2")
def test_after_a_bet_all_others_answer_once_in_turn():
    table = dealt("10♣", "J♣", "Q♣", num_players=3).play("check", "bet")
    assert (table.player, table.legal()) == (2, ["call", "fold"])
    table.play("call")
    assert (table.player, table.legal()) == (0, ["call", "fold"])
    assert table.play("fold").over
    assert now(table, "bets") == [["check", "fold"], ["bet", None], ["call", None]]


@pytest.mark.clause("c3")
def test_the_highest_card_of_those_who_have_not_folded_wins():
    table = dealt("J♣", "Q♣", "K♣", num_players=3).play("bet", "call", "fold")
    assert now(table, "score") == [-2, 3, -1]
    assert table.view_words(2)["hands"] == ["K♣", "J♣", "Q♣"]
    assert table.view_words(0)["hands"] == ["J♣", "Q♣", None]


@pytest.mark.clause("c4")
def test_a_game_is_one_hand_whose_dealer_is_drawn():
    assert {now(GAME.table(seed, num_players=3), "dealer") for seed in range(30)} == {0, 1, 2}
    assert all(table.over for table in playing(GAME.table(0)))


@pytest.mark.parametrize(("num_players", "ways"), [(2, 5), (3, 13), (4, 33)])
def test_there_are_so_many_ways_to_play(num_players, ways):
    """All check, or one of n bets and each other one calls or folds: 1 + n * 2^(n - 1)."""
    ends = list(playing(GAME.table(0, num_players=num_players)))
    assert len(ends) == ways == 1 + num_players * 2 ** (num_players - 1)
    assert max(now(table, "steps") for table in ends) == 2 * num_players - 1


# Kuhn's results

BLUFF = Fraction(1, 3)


def equilibrium(player, higher, words):
    """The probability to bet or to call, with so many cards higher than the own one."""
    if words[-1:] == ("bet",):
        middle = BLUFF + Fraction(1, 3) if player == 0 else Fraction(1, 3)
        return (Fraction(1), middle, Fraction(0))[higher]
    bluff = BLUFF if player == 0 else Fraction(1, 3)
    best = 3 * BLUFF if player == 0 else Fraction(1)
    return (best, Fraction(0), bluff)[higher]


def value(table, policies, words=()):
    """The mean gain of player 0."""
    if table.over:
        return Fraction(now(table, "score")[0])
    player, pays, saves = table.player, *(("call", "fold") if words[-1:] == ("bet",) else ("bet", "check"))
    higher = 2 - CARDS.index(now(table, "hands")[player])
    chance = policies[player](player, higher, words)
    return sum(
        part * value(table.copy().play(word), policies, (*words, word))
        for word, part in ((pays, chance), (saves, 1 - chance))
        if part
    )


def game_value(*policies):
    return sum(value(dealt(*hands), policies) for hands in permutations(CARDS, 2)) / 6


def test_the_first_player_loses_an_eighteenth():
    assert game_value(equilibrium, equilibrium) == Fraction(-1, 18)


def test_nobody_gains_by_leaving_the_equilibrium():
    """All 64 pure strategies of either player are tried."""
    for bits in product((0, 1), repeat=6):

        def plain(player, higher, words, bits=bits):
            return Fraction(bits[higher + 3 * (words[-1:] == ("bet",))])

        assert game_value(plain, equilibrium) <= Fraction(-1, 18) <= game_value(equilibrium, plain)


def test_the_expert_plays_the_equilibrium():
    expert, generator, draws = find_agent("expert", GAME), agent_generator(0), count(compiled=2000, interpreted=200)
    for words in ((), ("check",), ("bet",), ("check", "bet")):
        for higher, card in enumerate(reversed(CARDS)):
            player = len(words) % 2
            hands = [other for other in CARDS if other != card][:1]
            hands.insert(player, card)
            table = dealt(*hands).play(*words)
            view = table.view(player)
            pays = sum(
                GAME.actions.words[expert.act(view, table.mask, generator)] in ("bet", "call") for _ in range(draws)
            )
            chance = float(equilibrium(player, higher, words))
            assert abs(pays / draws - chance) <= 4.5 * sqrt(chance * (1 - chance) / draws)


# Hidden cards


def test_redeals_are_uniform():
    table, draws = dealt("10♣", "J♣", "Q♣", num_players=3), count(compiled=2400, interpreted=240)
    seen = Counter(tuple(now(table.redeal(0, seed), "hands")[1:]) for seed in range(draws))
    assert set(seen) == set(permutations(("J♣", "Q♣", "K♣"), 2))
    assert max(abs(number - draws / 6) for number in seen.values()) < 4.5 * sqrt(draws / 6)


def test_a_redeal_keeps_what_was_shown():
    table = dealt("10♣", "J♣", "Q♣", num_players=3).play("bet", "call", "fold")
    hands = {tuple(now(table.redeal(0, seed), "hands")) for seed in range(20)}
    assert hands == {("10♣", "J♣", "Q♣"), ("10♣", "J♣", "K♣")}


def test_a_view_tells_all_that_its_seat_has_seen():
    """Positions that look alike to a seat came about by the same bets."""
    for num_players in (2, 3):
        histories = {}
        for seed in range(count(compiled=200, interpreted=40)):
            table, words = GAME.table(seed, dealer=num_players - 1, num_players=num_players), ()
            for action in walk(table, seed):
                view = table.view(table.player).tobytes()
                assert histories.setdefault((table.player, view), words) == words
                words += (action,)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands": ["J♣", None]}, "stock"),
        ({}, "stakes"),
        ({"stakes": [1, 1]}, "to_act"),
        ({"stakes": [1, 1], "to_act": 2, "player": 1}, "player"),
        ({"stakes": [1, 1], "to_act": 2, "raises": 1}, "raises"),
        ({"stakes": [1, 1], "to_act": 1, "bets": [["call"]]}, "bets"),
        ({"stakes": [1, 1], "to_act": 2, "bets": [[], ["check"]]}, "bets"),
        ({"stakes": [2, 2], "bets": [["bet"], ["call"]], "raises": 1}, "over"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    with pytest.raises(ValueError, match=f"position: {problem}"):
        GAME.position(**{"hands": ["J♣", "Q♣"], "dealer": 1, "player": 0} | words)


def test_a_position_goes_on():
    table = GAME.position(
        dealer=1, player=1, hands=["K♣", "Q♣"], stakes=[2, 1], bets=[["bet"]], raises=1, to_act=1, steps=1
    )
    assert now(table.play("call"), "score") == [2, -2]
    assert np.array_equal(table.mask, [0, 0, 0, 0])
