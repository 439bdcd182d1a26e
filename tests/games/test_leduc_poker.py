"""Leduc Poker, rule by rule."""

from collections import Counter
from itertools import permutations
from math import sqrt

import pytest

from cardzoo.envs.engine.cards import parse_cards
from cardzoo.envs.games.leduc_poker import GAME, PACK
from tests.playing import count, now, play_out, walk

CHECKED = ("check", "check")


def dealt(*cards):
    """A table with these cards: of player 0, who begins, of player 1, and the board."""
    return GAME.table(0, [*cards, *(card for card in PACK if card not in parse_cards(cards))])


def ways(table):
    """The number of ways to play on."""
    return 1 if table.over else sum(ways(table.copy().play(word)) for word in table.legal())


@pytest.mark.clause(1, "c1")
def test_the_pack_has_three_ranks_of_two_suits():
    table = GAME.table(0)
    assert parse_cards("J♣ Q♣ K♣ J♦ Q♦ K♦") == [card for card, number in enumerate(table.count_cards()) if number]


@pytest.mark.clause(2)
def test_an_ante_and_a_card_each():
    table = dealt("Q♦", "K♣")
    assert now(table, "stakes") == [1, 1]
    assert table.view_words(0)["hands"] == ["Q♦", None]
    assert table.view_words(1)["hands"] == ["K♣", None]
    assert table.view_words(0)["board"] is None


@pytest.mark.clause(3, "c2")
def test_the_player_to_the_dealer_s_left_begins_and_the_dealer_is_drawn():
    tables = [GAME.table(seed) for seed in range(20)]
    assert all(table.player == 1 - now(table, "dealer") for table in tables)
    assert {table.player for table in tables} == {0, 1}


@pytest.mark.clause(4)
def test_a_player_checks_or_bets_without_a_bet_and_folds_calls_or_raises_after_one():
    table = dealt("J♣", "Q♣")
    assert table.legal() == ["check", "bet"]
    assert table.copy().play("check").legal() == ["check", "bet"]
    assert table.play("bet").legal() == ["call", "fold", "raise"]
    assert now(table.copy().play("call"), "stakes") == [3, 3]
    assert now(table.play("raise"), "stakes") == [3, 5]


@pytest.mark.clause(5, 6)
def test_bets_are_two_chips_then_four_and_there_are_two_in_a_round():
    table = dealt("J♣", "Q♣", "K♣").play("check", "bet", "raise")
    assert now(table, "stakes") == [5, 3]
    assert table.legal() == ["call", "fold"]
    table.play("call", "bet", "raise")
    assert now(table, "stakes") == [9, 13]
    assert table.legal() == ["call", "fold"]


@pytest.mark.clause(6)
@pytest.mark.parametrize("words", [CHECKED, ("bet", "call"), ("check", "bet", "call"), ("bet", "raise", "call")])
def test_a_round_is_over_when_both_have_acted_and_put_in_equally_much(words):
    table = dealt("J♣", "Q♣", "K♣").play(*words[:-1])
    assert now(table, "board") is None
    assert now(table.play(words[-1]), "board") == "K♣"


@pytest.mark.clause(7)
def test_the_board_is_turned_up_for_both_and_the_same_player_begins():
    table = dealt("J♣", "Q♣", "K♣").play("check", "bet", "call")
    assert {table.view_words(player)["board"] for player in (0, 1)} == {"K♣"}
    assert table.player == 0
    assert table.legal() == ["check", "bet"]


@pytest.mark.clause(8)
def test_a_player_who_folds_loses_the_pot_and_no_card_is_shown():
    table = dealt("J♣", "K♣", "K♦").play(*CHECKED, "bet", "fold")
    assert table.over
    assert now(table, "score") == [1, -1]
    assert table.view_words(0)["hands"] == ["J♣", None]
    table = dealt("J♣", "K♣").play("bet", "raise", "fold")
    assert now(table, "score") == [-3, 3]
    assert now(table, "board") is None


@pytest.mark.clause(9)
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (("K♣", "Q♣", "J♣"), 0),
        (("Q♦", "K♣", "J♣"), 1),
        (("J♣", "K♣", "J♦"), 0),
        (("K♣", "J♦", "J♣"), 1),
        (("K♣", "Q♦", "Q♣"), 1),
        (("K♣", "K♦", "Q♣"), None),
    ],
)
def test_a_pair_wins_then_the_higher_card(cards, winner):
    table = dealt(*cards).play("bet", "call", *CHECKED)
    chips = {0: [3, -3], 1: [-3, 3], None: [0, 0]}[winner]
    assert now(table, "score") == chips
    assert now(table, "reward") == [round(won / 13, 6) for won in chips]
    assert table.view_words(1)["hands"] == [cards[1], cards[0]]


def test_the_most_that_can_be_won_is_a_whole_reward():
    table = dealt("K♣", "Q♣", "K♦").play("bet", "raise", "call", "bet", "raise", "call")
    assert now(table, "reward") == [1, -1]


def test_there_are_so_many_ways_to_bet():
    """Without folds five ways to a second round of nine; four folds in the first round."""
    assert ways(dealt("K♣", "Q♣", "J♦")) == 5 * 9 + 4


# Hidden cards


def test_redeals_are_uniform():
    table, draws = dealt("J♣", "Q♣", "K♣").play(*CHECKED), count(compiled=2400, interpreted=240)
    seen = Counter(now(table.redeal(0, seed), "hands")[1] for seed in range(draws))
    assert set(seen) == {"Q♣", "J♦", "Q♦", "K♦"}
    assert max(abs(number - draws / 4) for number in seen.values()) < 4.5 * sqrt(draws / 4)


def test_a_redeal_keeps_what_was_shown():
    table = dealt("J♣", "Q♣", "K♣").play(*CHECKED, *CHECKED)
    assert {tuple(now(table.redeal(0, seed), "hands")) for seed in range(20)} == {("J♣", "Q♣")}


def test_a_view_tells_all_that_its_seat_has_seen():
    """Positions that look alike to a seat came about by the same bets."""
    histories = {}
    for seed in range(count(compiled=400, interpreted=60)):
        table, words = GAME.table(seed, dealer=1), ()
        for action in walk(table, seed):
            view = table.view(table.player).tobytes()
            assert histories.setdefault((table.player, view), words) == words
            words += (action,)


def test_all_deals_are_dealt():
    deals = {tuple(now(GAME.table(seed), "hands")) for seed in range(count(compiled=600, interpreted=300))}
    assert deals == set(permutations(("J♣", "Q♣", "K♣", "J♦", "Q♦", "K♦"), 2))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands": ["J♣", None]}, "hands"),
        ({"board": "K♣"}, "board"),
        ({"stakes": [1, 3]}, "stakes"),
        ({"bets": [["fold"]]}, "bets"),
        ({"raises": 1}, "raises"),
        ({"player": 1}, "player"),
        ({"bets": [["check"], ["check"]], "to_act": 0, "over": True}, "board"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    blank = {"hands": ["J♣", "Q♣"], "dealer": 1, "player": 0, "stakes": [1, 1], "to_act": 2}
    with pytest.raises(ValueError, match=f"position: {problem}"):
        GAME.position(**blank | words)


def test_positions_after_the_board_go_on():
    for seed in range(count(compiled=50, interpreted=10)):
        table = GAME.table(seed)
        for _ in walk(table, seed):
            words = {name: value for name, value in table.words().items() if name not in ("reward", "truncated")}
            assert play_out(GAME.position(**words), seed).over
