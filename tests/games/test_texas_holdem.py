"""Texas Hold'em, rule by rule. With three players or more, seat 0 has the small blind and the last seat is the dealer.

Between two players the dealer, seat 1, has the small blind.
"""

from collections import Counter

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import parse_cards
from cardzoo.envs.games.texas_holdem import ACTIONS, GAME
from tests.playing import count, now, play_out, walk

WEAK = ("2♣ 7♦", "3♣ 8♦", "4♣ 9♦", "5♣ 10♦")  # without a pair on the board below, the last ones are the best
BOARD = "J♥ Q♥ A♠ 6♣ K♠"
STRAIGHT = "A♣ K♦ Q♥ J♠ 10♠"
CHECKS = ("check",)


def dealt(*hands, board=BOARD, chips=(), **settings):
    """A table with these cards, and with these chips of each player, blinds included, if they differ."""
    cards = [parse_cards(hand) for hand in hands]
    deck = [hand[place] for place in range(2) for hand in cards] + parse_cards(board)
    rest = [card for card in range(CARDS) if card not in deck]
    table = GAME.table(0, [*deck, *rest], num_players=len(hands), **settings)
    for player, number in enumerate(chips):
        table.state.stacks[player] = number - table.state.stakes[player]
    table.refresh()
    return table


def aces_win(**settings):
    """A table of two at which seat 0 has the better hand."""
    return dealt("A♣ A♦", "2♣ 7♦", board="3♥ 4♥ 9♠ J♠ K♠", **settings)


def second_hand(*chips, **settings):
    """The second hand of a match without rebuy; its players begin it with these chips, and the dealer is seat 0."""
    table = GAME.table(1, num_players=len(chips), dealer=len(chips) - 1, hands=3, rebuy=False, **settings)
    while not now(table, "hands_over"):
        pot = sum(now(table, "stakes"))
        winner = 0 if len(chips) == 2 else 1
        for player, number in enumerate(chips):
            table.state.stacks[player] = number - (pot if player == winner else 0)
        table.play("fold")
    return table


def raises(table):
    return [word for word in table.legal() if word not in ("check", "call", "fold")]


def amounts(table):
    """The legal sizes of bets and raises, by chips in the hand."""
    return [int(word.split()[-1]) for word in table.legal() if word.startswith("in for")]


# Deal and blinds


@pytest.mark.clause(1, "c1")
def test_the_button_moves_left_and_the_next_two_players_post_the_blinds():
    table = GAME.table(3, num_players=4, dealer=3, hands=3)
    assert now(table, "stakes") == [1, 2, 0, 0]
    table.play("fold", "fold", "fold")
    assert (now(table, "dealer"), now(table, "stakes")) == (0, [0, 1, 2, 0])
    assert now(table, "score") == [-1, 1, 0, 0]
    table.play("fold", "fold", "fold")
    assert (now(table, "dealer"), now(table, "stakes")) == (1, [0, 0, 1, 2])


@pytest.mark.clause(2)
def test_between_two_players_the_dealer_has_the_small_blind_and_acts_last_after_the_flop():
    table = dealt(*WEAK[:2])
    assert (now(table, "dealer"), now(table, "stakes"), table.player) == (1, [2, 1], 1)
    table.play("call", "check")
    for _ in range(3):
        assert table.player == 0
        table.play("check", "check")
    assert table.over


@pytest.mark.clause(3, "c6")
def test_cards_come_from_the_left_one_at_a_time_and_none_is_burnt():
    table = GAME.table(deck=range(CARDS), num_players=3)
    assert now(table, "hands") == [["A♣", "4♣"], ["2♣", "5♣"], ["3♣", "6♣"]]
    sizes = []
    for words in (("call", "call", "check"), CHECKS * 3, CHECKS * 3):
        table.play(*words)
        sizes.append([card for card in now(table, "board") if card])
    assert sizes == [["7♣", "8♣", "9♣"], ["7♣", "8♣", "9♣", "10♣"], ["7♣", "8♣", "9♣", "10♣", "J♣"]]
    assert not table.over
    assert table.play(*CHECKS * 3).over


@pytest.mark.clause(4)
def test_the_first_to_act_is_left_of_the_big_blind_and_then_left_of_the_dealer():
    table = dealt(*WEAK, chips=(200, 30, 200, 200))
    assert table.player == 2
    table.play("call", "call", "fold", "all in", "call", "call")
    assert now(table, "phase") == "flop"
    assert table.player == 2  # seat 0 has folded, seat 1 is all in


# Betting


@pytest.mark.clause(5, "c9")
def test_a_player_with_something_to_pay_folds_or_calls_and_one_without_checks():
    table = dealt(*WEAK[:3])
    assert [word for word in table.legal() if word not in raises(table)] == ["call", "fold"]
    table.play("call", "call")
    assert [word for word in table.legal() if word not in raises(table)] == ["check"]
    table.play("check", "half pot", "call", "fold")
    assert now(table, "phase") == "turn"


@pytest.mark.clause(5)
def test_a_round_goes_on_until_all_have_answered_the_last_raise():
    table = dealt(*WEAK[:3]).play("call", "pot", "call", "pot", "call")
    assert now(table, "phase") == "preflop"
    assert table.play("call").words("phase") == {"phase": "flop"}


@pytest.mark.clause(5)
def test_a_player_alone_with_chips_and_nothing_to_pay_does_not_act():
    table = dealt(*WEAK[:3], chips=(5, 9, 200)).play("call", "all in", "all in")
    assert (table.player, table.legal()) == (2, ["call", "fold"])
    assert table.play("call").over


@pytest.mark.clause(6)
def test_the_big_blind_may_raise_although_nobody_has():
    table = dealt(*WEAK[:3]).play("call", "call")
    assert table.player == 1
    assert raises(table) == ["half pot", "pot", "two pots", "all in"]
    assert now(table.play("check"), "phase") == "flop"


@pytest.mark.clause(7, "c2")
@pytest.mark.parametrize("players", [2, 3])
def test_limits_are_two_chips_then_four_with_four_bets_a_round(players):
    table = dealt(*WEAK[:players], betting="limit")
    for most in (8, 16, 32, 48):
        for _ in range(4 - (most == 8)):
            assert raises(table) == (["bet"] if now(table, "price") == 0 else ["raise"])
            table.play(*raises(table))
        assert table.legal() == ["call", "fold"]
        assert max(now(table, "stakes")) == most
        table.play(*["call"] * (players - 1))
    assert table.over


@pytest.mark.clause(8)
def test_a_raise_is_no_less_than_the_largest_one_of_the_round():
    table = dealt(*WEAK[:3], sizes="all")
    assert amounts(table)[0] == 4
    table.play("in for 10")  # a raise by 8
    assert amounts(table)[0] == 18
    table.play("in for 30")  # by 20
    assert amounts(table)[0] == 50
    table.play("call", "call")
    assert amounts(table)[0] == 32  # a bet of a big blind
    table.play("in for 36", "in for 42")  # a bet of 6, and a raise by 6
    assert amounts(table)[0] == 48


@pytest.mark.clause(8)
def test_all_in_is_legal_below_the_least_raise():
    table = dealt(*WEAK[:3], chips=(13, 200, 200), sizes="all").play("in for 10")
    assert raises(table) == ["all in"]
    assert now(table.play("all in"), "price") == 13


@pytest.mark.clause(9)
def test_after_a_short_all_in_only_players_who_have_not_acted_may_raise():
    table = dealt(*WEAK, chips=(13, 200, 200, 200), sizes="all").play("in for 10", "call", "all in")
    assert amounts(table)[0] == 13 + 8  # the big blind has not acted
    assert table.play("call").legal() == ["call", "fold"]
    assert table.play("call").legal() == ["call", "fold"]


@pytest.mark.clause(9)
def test_a_full_raise_after_a_short_all_in_lets_all_raise():
    table = dealt(*WEAK, chips=(13, 200, 200, 200), sizes="all").play("in for 10", "call", "all in", "in for 21")
    assert amounts(table)[0] == 21 + 8


@pytest.mark.clause(9)
def test_several_short_all_ins_may_add_up_to_a_full_raise():
    table = dealt(*WEAK, chips=(12, 16, 200, 200), sizes="all").play("in for 10", "call", "all in")
    short = table.copy().play("fold")
    assert (short.player, short.legal()) == (2, ["call", "fold"])
    table.play("all in")
    assert (table.player, now(table, "price"), now(table, "least_raise")) == (2, 16, 8)
    assert table.legal() == ["call", "fold"]
    table = dealt(*WEAK, chips=(12, 18, 200, 200), sizes="all").play("in for 10", "call", "all in", "all in")
    assert amounts(table)[0] == 26


@pytest.mark.clause("c12")
def test_the_least_raise_counts_from_a_short_all_in():
    table = dealt(*WEAK, chips=(200, 200, 200, 15), sizes="all").play("in for 10", "all in")
    assert table.player == 0
    assert amounts(table)[0] == 15 + 8


@pytest.mark.clause(10, 11)
def test_side_pots_are_contested_by_those_who_have_paid_into_them():
    hands = ("A♣ A♦", "K♣ K♦", "Q♣ Q♦", "2♣ 7♦")
    table = dealt(*hands, board="3♥ 4♥ 9♠ J♠ 2♠", chips=(20, 60, 100, 200)).play("all in", "call", "call", "call")
    assert table.over
    # 20 from each; 40 from three; 40 from two; nobody calls the last 100
    assert now(table, "stacks") == [80, 120, 80, 100]
    assert now(table, "score") == [60, 60, -20, -100]


@pytest.mark.clause(10)
def test_chips_of_players_who_have_folded_stay_in_the_pots():
    hands = ("A♣ A♦", "K♣ K♦", "Q♣ Q♦")
    table = dealt(*hands, board="3♥ 4♥ 9♠ J♠ 2♠", chips=(6, 200, 200), sizes="all")
    table.play("in for 10", "call", "call", "in for 30", "fold")
    assert table.over
    assert now(table, "stacks") == [18, 198, 190]


@pytest.mark.clause(11)
def test_chips_that_nobody_has_called_go_back():
    table = dealt("2♣ 7♦", "A♣ A♦", board="3♥ 4♥ 9♠ J♠ K♠", chips=(50, 200)).play("all in", "call")
    assert now(table, "score") == [-50, 50]
    assert now(table, "stacks") == [0, 250]


@pytest.mark.clause(12)
def test_nobody_raises_when_all_others_are_all_in_and_the_board_is_dealt():
    table = dealt(*WEAK[:3], chips=(50, 200, 200)).play("fold", "all in")
    assert table.legal() == ["call", "fold"]
    assert now(table.play("call"), "board") == BOARD.split()


@pytest.mark.clause(13)
def test_the_last_player_in_takes_the_pot_and_shows_nothing():
    table = dealt(*WEAK[:3]).play("fold", "pot", "fold")
    assert table.over
    assert now(table, "score") == [2, -2, 0]
    assert now(table, "shown") == [""] * 3
    assert now(table, "board") == [None] * 5


# Showdown


@pytest.mark.clause(14)
@pytest.mark.parametrize(
    ("better", "worse", "board"),
    [
        ("A♥ 2♥", "A♣ A♦", "3♥ 4♥ 5♥ A♠ K♠"),
        ("9♣ 9♦", "A♣ A♦", "9♥ 9♠ A♥ K♠ 2♣"),
        ("9♣ 9♦", "A♣ 2♣", "9♥ K♠ K♣ 3♣ 4♣"),
        ("2♣ 3♣", "9♦ 10♥", "6♣ 7♣ 8♣ K♠ 2♦"),
        ("9♣ 10♦", "K♣ K♦", "6♥ 7♣ 8♠ K♥ 2♦"),
        ("6♣ 2♥", "A♣ 7♦", "2♣ 3♦ 4♥ 5♠ K♥"),
        ("K♣ K♦", "A♣ Q♣", "6♥ 7♣ 9♠ K♥ Q♦"),
        ("3♣ 2♦", "A♣ K♦", "3♥ 2♠ K♥ 9♦ 7♠"),
        ("2♣ 2♦", "A♣ K♦", "Q♥ J♠ 9♥ 7♦ 5♠"),
        ("A♣ 2♦", "K♣ Q♦", "J♥ 9♠ 8♥ 5♦ 4♠"),
    ],
)
def test_the_better_hand_wins(better, worse, board):
    table = dealt(better, worse, board=board).play("call", *CHECKS * 7)
    assert now(table, "score") == [2, -2]


@pytest.mark.clause(15, "c10")
def test_equal_hands_share_a_pot_and_odd_chips_go_left_of_the_dealer():
    hands = ("2♣ 3♦", "2♦ 3♥", "2♥ 3♠")
    table = dealt(*hands, board=STRAIGHT, ante=1).play("call", "fold", *CHECKS * 7)
    assert now(table, "score") == [-2, 1, 1]
    table = dealt(*hands, board=STRAIGHT).play("call", "fold", *CHECKS * 7)
    assert now(table, "stacks") == [199, 201, 200]  # of five chips the odd one goes to seat 1


@pytest.mark.clause(15)
def test_odd_chips_are_counted_for_each_pot_by_itself():
    hands = ("2♣ 3♦", "2♦ 3♥", "2♥ 3♠", "2♠ 3♣")
    table = dealt(*hands, board=STRAIGHT, chips=(2, 7, 200, 200), sizes="all")
    table.play("in for 5", "in for 9", "call", "call", "fold")
    # a main pot of 8 for seats 0, 1 and 3; one of 13 for seats 1 and 3; 2 chips go back to seat 3
    assert now(table, "stacks") == [3, 3 + 7, 195, 191 + 2 + 6 + 2]


@pytest.mark.clause(15)
def test_stakes_of_players_who_have_folded_make_no_pots_of_their_own():
    """Pots of 5, 4, 9 and 10 chips would have odd ones, 28 chips have none."""
    hands = ("2♣ 3♦", "2♦ 3♥", "2♥ 3♠", "2♠ 3♣", "4♣ 5♦")
    table = dealt(*hands, board=STRAIGHT, sizes="all").play("in for 5", "in for 10", "call", "fold", "fold", "fold")
    assert now(table.play(*CHECKS * 6), "stacks") == [199, 198, 195, 204, 204]


@pytest.mark.clause(16, "c7")
def test_all_players_who_are_in_show_their_cards():
    table = dealt(*WEAK[:3], hands=2).play("call", "fold", *CHECKS * 7)
    assert now(table, "hands_over") == 1
    assert now(table, "shown") == ["", "3♣ 8♦", "4♣ 9♦"]
    for player in range(3):
        seen = table.view_words(player)["shown"]
        assert seen[-player % 3] == ""
        assert seen[(1 - player) % 3] == "3♣ 8♦"


# Choices


@pytest.mark.clause("c1")
@pytest.mark.parametrize(("rebuy", "stacks"), [(True, [199, 198]), (False, [200, 197])])
def test_stacks_are_full_in_each_hand_with_rebuy_and_carry_over_without(rebuy, stacks):
    table = GAME.table(0, dealer=1, hands=2, rebuy=rebuy).play("fold")
    assert table.words("dealer", "stacks", "score") == {"dealer": 0, "stacks": stacks, "score": [1, -1]}
    assert not table.over
    assert table.play("fold").words("over", "score") == {"over": True, "score": [0, 0]}


@pytest.mark.clause("c1")
def test_without_rebuy_the_game_ends_when_one_player_has_all_chips():
    table = aces_win(hands=9, rebuy=False).play("all in", "call")
    assert table.words("over", "hands_over", "score") == {"over": True, "hands_over": 1, "score": [200, -200]}
    assert not aces_win(hands=9).play("all in", "call").over


@pytest.mark.clause("c3")
def test_an_ante_is_no_part_of_a_bet_and_leaves_two_chips():
    table = dealt(*WEAK[:3], ante=5, sizes="all")
    assert table.words("stakes", "in_round") == {"stakes": [6, 7, 5], "in_round": [1, 2, 0]}
    assert amounts(table)[0] == 9
    table = GAME.table(0, num_players=3, dealer=2, stack=4, ante=100)
    assert now(table, "stacks") == [1, 0, 2]


@pytest.mark.clause("c4")
def test_a_raise_by_the_pot_counts_the_call():
    for word, price in (("half pot", 4), ("pot", 6), ("two pots", 10)):
        assert now(dealt(*WEAK[:2]).play(word), "price") == price
    table = dealt(*WEAK[:3], ante=3).play("call", "call", "check", "pot", "half pot")
    assert now(table, "price") == 15 + (30 + 15) // 2


@pytest.mark.clause("c4")
def test_a_fraction_leaves_a_chip():
    assert "pot" in dealt(*WEAK[:2], chips=(200, 7)).legal()
    assert "pot" not in dealt(*WEAK[:2], chips=(200, 6)).legal()


@pytest.mark.clause("c5")
def test_half_an_odd_pot_is_rounded_down_and_may_be_too_small():
    table = dealt(*WEAK[:3])  # three chips, and two to call
    assert now(table.copy().play("half pot"), "price") == 2 + 2
    table.state.least_raise = 3
    table.refresh()
    assert raises(table) == ["pot", "two pots", "all in"]


@pytest.mark.clause("c8")
def test_there_are_no_other_actions():
    verbs = ["check", "bet", "call", "fold", "raise", "half pot", "pot", "two pots", "all in", "in for"]
    assert [block.verb for block in ACTIONS.blocks] == verbs


@pytest.mark.clause("c11")
def test_pot_limit_allows_raises_up_to_the_pot():
    table = dealt(*WEAK[:2], betting="pot_limit")
    assert raises(table) == ["half pot", "pot"]
    assert amounts(dealt(*WEAK[:2], betting="pot_limit", sizes="all"))[-1] == 6
    assert raises(dealt(*WEAK[:2], betting="pot_limit", chips=(200, 6))) == ["half pot", "all in"]
    assert raises(dealt(*WEAK[:2], betting="pot_limit", chips=(200, 7))) == ["half pot", "pot"]


@pytest.mark.clause("c13")
def test_with_limits_a_short_all_in_is_one_of_four_bets_and_the_next_raise_a_full_one():
    table = dealt(*WEAK, chips=(200, 200, 200, 7), betting="limit").play("raise", "raise")
    assert now(table, "price") == 6
    table = dealt(*WEAK, chips=(200, 200, 200, 5), betting="limit").play("raise", "raise")
    assert table.words("price", "raises") == {"price": 5, "raises": 3}
    table.play("raise")
    assert table.words("price", "raises") == {"price": 7, "raises": 4}
    assert raises(table) == []


@pytest.mark.clause("c14")
def test_players_post_what_they_have_and_the_others_still_pay_two():
    table = second_hand(50, 1, 1, 50)
    assert table.words("stakes", "stacks", "player") == {
        "stakes": [0, 1, 1, 0],
        "stacks": [50, 0, 0, 50],
        "player": 3,
    }
    assert now(table.play("call"), "stakes") == [0, 1, 1, 2]
    table = second_hand(50, 3, 3, 50, ante=2)
    assert now(table, "stakes") == [2, 3, 3, 2]


@pytest.mark.clause("c14")
def test_a_player_alone_with_chips_matches_what_the_others_have():
    table = second_hand(50, 50, 1).play("fold")
    assert now(table, "hands_over") >= 2
    assert all(now(table, "shown")[1:])


@pytest.mark.clause("c15")
def test_players_without_chips_are_out():
    table = second_hand(50, 0, 40, 60)
    assert table.words("folded", "stakes", "player") == {"folded": [0, 1, 0, 0], "stakes": [0, 0, 1, 2], "player": 0}
    assert now(table, "hands")[1] == [None, None]
    table.play("fold", "fold")
    assert table.words("dealer", "stakes") == {"dealer": 2, "stakes": [2, 0, 0, 1]}
    table = second_hand(50, 0, 100)
    assert table.words("stakes", "player") == {"stakes": [1, 0, 2], "player": 0}


@pytest.mark.clause("c15")
def test_a_hand_in_which_nobody_can_act_is_played_out():
    assert second_hand(1, 1).over


# Known numbers


@pytest.mark.parametrize(("options", "share"), [({}, 1), ({"hands": 2}, 0.5), ({"hands": 2, "rebuy": False}, 1)])
def test_rewards_are_shares_of_the_most_that_can_be_won(options, share):
    table = aces_win(**options).play("all in", "call")
    if not table.over:
        table.play("call", "check").play(*CHECKS * 6)
        share += (now(table, "score")[0] - 200) / 400
    assert now(table, "reward") == [share, -share]


def test_chips_are_neither_made_nor_lost():
    for seed in range(count(compiled=200, interpreted=20)):
        chips = np.random.default_rng(seed).integers(2, 60, 5).tolist()
        table = GAME.table(seed, num_players=5)
        table.state.stacks[:5] = chips - table.state.stakes[:5].clip(max=chips)
        table.refresh()
        total = int(table.state.stacks.sum() + table.state.stakes.sum())
        play_out(table, seed)
        assert table.state.stacks.sum() == total
        assert sum(now(table, "score")) == 0


# Hidden cards


def test_redeals_are_uniform_and_keep_what_was_shown():
    table = dealt(*WEAK[:2]).play("call", "check")
    seen = Counter(card for seed in range(450) for card in now(table.redeal(0, seed), "hands")[1])
    assert len(seen) == CARDS - 2 - 3
    assert max(seen.values()) < 45
    table.play(*CHECKS * 6)
    assert now(table.redeal(0, 1), "hands") == now(table, "hands")


def test_a_view_shows_the_kind_of_the_own_hand():
    table = dealt("A♥ K♣", "2♣ 7♦").play("call", "check")
    assert table.view_words(0)["made"] == "pair"
    assert table.play(*CHECKS * 4).view_words(0)["made"] == "two_pairs"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"stacks": [199, 190]}, "stacks"),
        ({"in_round": [3, 1]}, "in_round"),
        ({"price": 3}, "price"),
        ({"board": ["A♣"]}, "board"),
        ({"phase": "flop"}, "board"),
        ({"player": 0, "turns": [1, 0]}, "player"),
        ({"folded": [1, 0]}, "folded"),
        ({"least_raise": 9}, "least_raise"),
        ({"raises": 0}, "raises"),
        ({"score": [1, 0]}, "score"),
        ({"last_board": "A♣"}, "last_board"),
        ({"hands": [["2♣", "3♣"]]}, "hands"),
        ({"over": True}, "stacks"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    words_of_table = dealt(*WEAK[:2]).words()
    start = {name: value for name, value in words_of_table.items() if name not in ("stock", "reward")}
    assert GAME.position(**start).player == 1
    with pytest.raises(ValueError, match=f"position: .*{problem}"):
        GAME.position(**start | words)


@pytest.mark.parametrize("options", [{}, {"hands": 5, "rebuy": False, "stack": 9}, {"betting": "limit", "ante": 1}])
def test_positions_of_games_are_accepted(options):
    for seed in range(count(compiled=40, interpreted=5)):
        table = GAME.table(seed, num_players=2 + seed % 4, **options)
        for _ in walk(table, seed):
            words = {name: value for name, value in table.words().items() if name not in ("reward", "truncated")}
            again = GAME.position(num_players=table.num_players, options=options, **words)
            assert again.legal() == table.legal()
