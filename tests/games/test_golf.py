"""The rules of Golf, clause by clause. Cards that a position does not name lie in the waste, under its top card."""

from itertools import pairwise, permutations

import numpy as np
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS, RANK_WORDS, SUIT_WORDS
from cardzoo.envs.games.golf import GAME
from tests.playing import count, play_out, walk

PACK = list(CARD_WORDS[:52])
PLAYS = [f"play column {column}" for column in range(1, 8)]
KINGS = ["queens", "nothing", "wrap"]


def position(*columns, top, stock="", kings="queens", **more):
    """A position with these columns, this card on top of the waste and this stock, its top card last."""
    named = " ".join([*columns, top, stock]).split()
    waste = [card for card in PACK if card not in named] + [top]
    return GAME.position(columns=columns, waste=waste, stock=stock, options={"kings": kings}, **more)


def cards_in(piles):
    """The number of cards in some piles, in words."""
    return len(" ".join(piles).split())


def fitting(top, kings):
    """The ranks that may be played on a rank, each tried as the only end card."""
    tables = {rank: position(f"{rank}♦", top=f"{top}♣", stock="K♠", kings=kings) for rank in RANK_WORDS}
    return [rank for rank, table in tables.items() if PLAYS[0] in table.legal()]


# The deal


@pytest.mark.clause(1)
@pytest.mark.clause(2)
@pytest.mark.clause(3)
def test_five_rows_are_dealt_then_the_first_card_of_the_waste_and_the_rest_is_the_stock():
    table = GAME.table(deck=PACK)
    assert table.words("columns")["columns"] == [" ".join(PACK[column:35:7]) for column in range(7)]
    assert table.words("waste", "stock") == {"waste": PACK[35], "stock": " ".join(PACK[:35:-1])}


@pytest.mark.clause(1)
@pytest.mark.clause(3)
def test_columns_lie_open_and_the_stock_face_down():
    view = GAME.table(deck=PACK).view_words(0)
    assert view["columns"] == [" ".join(PACK[column:35:7]) for column in range(7)]
    assert view["waste"] == PACK[35]
    assert view["stock_size"] == 16


# Plays


@pytest.mark.clause(4)
def test_only_the_end_card_of_a_column_is_available():
    table = position("7♣ 9♦", "9♥ 7♦ 2♣", "5♠ 7♠", top="6♣", stock="K♦")
    assert table.legal() == ["play column 3", "turn"]
    table.play("play column 3")
    assert table.words("columns")["columns"][:3] == ["7♣ 9♦", "9♥ 7♦ 2♣", "5♠"]


@pytest.mark.clause(4)
def test_a_card_is_available_when_those_on_it_have_gone():
    table = position("6♦ 5♦ 4♦", top="3♣", stock="K♦")
    for end in ("6♦ 5♦ 4♦", "6♦ 5♦", "6♦"):
        assert table.words("columns")["columns"][0] == end
        assert table.legal() == ["play column 1", "turn"]
        table.play("play column 1")
    assert table.over


@pytest.mark.clause(5)
@pytest.mark.clause(6)
@pytest.mark.parametrize("rank", range(13))
def test_the_ranks_next_to_the_waste_s_top_card_fit_and_the_ace_is_below_the_two_alone(rank):
    expected = [RANK_WORDS[other] for other in (rank - 1, rank + 1) if 0 <= other < 13]
    assert fitting(RANK_WORDS[rank], "queens") == expected


@pytest.mark.clause(5)
def test_suits_are_never_compared():
    table = position("5♣", "5♦", "5♥", "5♠", "7♣", "7♦", "7♥ 7♠", top="6♥", stock="K♦")
    assert table.legal() == [*PLAYS, "turn"]


@pytest.mark.clause(5)
def test_a_sequence_may_turn_back_at_every_card():
    table = position("5♦ 4♦ 5♣ 6♦ 7♦", "K♣", top="6♣", stock="K♦")
    table.play(*["play column 1"] * 5)
    assert table.words("waste")["waste"].endswith("6♣ 7♦ 6♦ 5♣ 4♦ 5♦")


@pytest.mark.clause(5)
def test_no_card_fits_one_of_its_own_rank():
    assert position("6♦", top="6♣", stock="K♦").legal() == ["turn"]


@pytest.mark.clause(6, "c1", "c2")
@pytest.mark.parametrize(
    ("kings", "on_king", "on_ace", "pairs"),
    [("queens", ["Q"], ["2"], 24), ("nothing", [], ["2"], 23), ("wrap", ["A", "Q"], ["2", "K"], 26)],
)
def test_the_cards_that_go_on_a_king_are_an_option(kings, on_king, on_ace, pairs):
    assert fitting("K", kings) == on_king
    assert fitting("A", kings) == on_ace
    assert sum(len(fitting(rank, kings)) for rank in RANK_WORDS) == pairs


@pytest.mark.clause("c1")
def test_a_queen_goes_on_a_king_unless_told_otherwise():
    assert GAME.table(1).view_words(0)["kings"] == "queens"


@pytest.mark.clause("c2")
@pytest.mark.parametrize("kings", KINGS)
def test_a_king_always_goes_on_a_queen_and_a_two_on_an_ace(kings):
    assert fitting("Q", kings) == ["J", "K"]
    assert "2" in fitting("A", kings)
    assert "A" in fitting("2", kings)


@pytest.mark.clause("c1")
def test_with_wrap_a_sequence_goes_round_the_corner_both_ways():
    table = position("Q♦ K♦ A♦ K♥ A♥", top="2♣", stock="7♦", kings="wrap")
    table.play(*["play column 1"] * 5)
    assert table.words("over", "reward") == {"over": True, "reward": [1.0]}


@pytest.mark.clause("c1", "c2")
@pytest.mark.parametrize("kings", KINGS)
def test_the_view_tells_what_goes_on_a_king(kings):
    assert GAME.table(3, kings=kings).view_words(0)["kings"] == kings


# The stock


@pytest.mark.clause(7)
def test_turned_cards_go_onto_the_waste_whatever_they_are():
    table = position("2♣", top="6♣", stock="9♦ K♦ 6♦").play("turn")
    assert table.words("waste", "stock") == {
        "waste": " ".join([card for card in PACK if card not in ("2♣", "6♣", "9♦", "K♦", "6♦")] + ["6♣", "6♦"]),
        "stock": "9♦ K♦",
    }
    assert table.play("turn").words("stock")["stock"] == "9♦"


@pytest.mark.clause(7)
def test_the_next_card_is_played_on_the_one_turned_up():
    table = position("2♣", "5♦", top="6♣", stock="9♦ 3♦")
    assert table.legal() == ["play column 2", "turn"]
    assert table.play("turn").legal() == ["play column 1", "turn"]


@pytest.mark.clause(7)
@pytest.mark.clause(8)
def test_turning_is_legal_exactly_while_there_is_a_stock():
    table = GAME.table(deck=PACK)
    for left in range(16, 0, -1):
        assert table.view_words(0)["stock_size"] == left
        assert table.mask[7] == 1
        table.play("turn")
    assert table.mask[7] == 0


@pytest.mark.clause(8)
def test_an_empty_column_stays_empty():
    table = position("", "8♦ 7♦", "Q♣", top="6♣", stock="9♦")
    table.play("play column 2", "play column 2")
    assert table.words("columns")["columns"] == ["", "", "Q♣", "", "", "", ""]
    assert table.legal() == ["turn"]


@pytest.mark.clause(8)
@pytest.mark.clause(11)
@pytest.mark.parametrize("kings", KINGS)
def test_cards_leave_columns_and_stock_for_the_waste_alone(kings):
    for seed in range(count(compiled=4, interpreted=1)):
        table = GAME.table(seed, kings=kings)
        seen = [table.words("columns", "waste", "stock") for _ in walk(table, seed)]
        seen.append(table.words("columns", "waste", "stock"))
        assert table.count_cards().tolist() == [1] * 52 + [0, 0]
        for step, words in enumerate(seen):
            assert cards_in(words["columns"]) + cards_in([words["stock"]]) == 51 - step
            assert cards_in([words["waste"]]) == 1 + step
        for before, words in pairwise(seen):
            assert words["waste"].startswith(before["waste"] + " ")
            assert before["stock"].startswith(words["stock"])
            assert all(old.startswith(new) for old, new in zip(before["columns"], words["columns"], strict=True))


# The end


@pytest.mark.clause(9)
def test_the_last_card_of_the_columns_wins():
    table = position("7♦", "8♦", top="6♣", stock="").play("play column 1")
    assert table.words("over", "reward") == {"over": False, "reward": [0.0]}
    table.play("play column 2")
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": False, "reward": [1.0]}


@pytest.mark.clause(9)
def test_without_a_stock_the_game_is_lost_when_nothing_fits():
    table = position("7♦", "9♦", top="6♣").play("play column 1")
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": False, "reward": [-1.0]}


@pytest.mark.clause(9)
def test_the_last_card_turned_up_loses_if_nothing_fits_it():
    assert position("7♦", top="6♣", stock="K♦").play("turn").words("over", "reward") == {"over": True, "reward": [-1.0]}
    table = position("7♦", top="6♣", stock="8♥").play("turn")
    assert table.legal() == ["play column 1"]


@pytest.mark.clause(9, "c4", "c6")
def test_the_game_goes_on_while_there_is_a_stock():
    table = position("7♦", top="K♣", stock="2♦ 3♦")
    assert table.legal() == ["turn"]
    assert not table.play("turn").over


@pytest.mark.clause(9, "c1")
@pytest.mark.parametrize(("kings", "over"), [("queens", False), ("nothing", True), ("wrap", False)])
def test_a_king_may_be_the_end_or_not(kings, over):
    table = position("Q♦", "K♦", top="Q♣", kings=kings).play("play column 2")
    assert table.over == over


@pytest.mark.clause(10, "c7")
def test_cards_left_in_the_stock_count_for_the_winner():
    table = position("7♦", top="6♣", stock="9♦ K♦ 6♦").play("play column 1")
    assert table.words("over", "score", "stock") == {"over": True, "score": [38], "stock": "9♦ K♦ 6♦"}


@pytest.mark.clause(10)
def test_cards_left_in_the_columns_count_against_the_loser():
    table = position("7♦", "9♦ K♥", "2♦", top="6♣").play("play column 1")
    assert table.words("over", "score") == {"over": True, "score": [32]}


@pytest.mark.clause(10)
def test_score_rewards_pay_cards_played_and_with_the_last_one_the_stock():
    table = position("7♦", "8♦", top="6♣", stock="9♦ K♦ 6♦", reward="score").play("play column 1")
    assert table.words("reward") == {"reward": [round(1 / 51, 6)]}
    assert table.copy().play("turn").words("reward") == {"reward": [0.0]}
    assert table.play("play column 2").words("reward") == {"reward": [round(4 / 51, 6)]}


# Choices where the text is silent


@pytest.mark.clause("c3", "c4")
def test_a_card_may_be_turned_up_although_one_fits_and_that_one_is_not_played_by_itself():
    table = position("7♦", "9♥", top="6♣", stock="9♦ 8♦")
    assert table.legal() == ["play column 1", "turn"]
    table.play("turn")
    assert table.words("columns")["columns"][:2] == ["7♦", "9♥"]
    assert table.legal() == ["play column 1", "play column 2", "turn"]


@pytest.mark.clause("c4")
def test_without_a_stock_the_only_card_that_fits_is_still_a_step():
    table = position("7♦", "8♦", top="6♣", stock="")
    assert table.legal() == ["play column 1"]
    assert table.play("play column 1").legal() == ["play column 2"]


@pytest.mark.clause("c5")
def test_a_deal_that_cannot_be_won_is_played():
    """All queens lie under kings, none of which can go."""
    queens, kings = ([card for card in PACK if card[0] == rank] for rank in "QK")
    others = [card for card in PACK if card[0] not in "QK"]
    table = GAME.table(deck=[*queens, *others[:3], *kings, *others[3:]])
    assert table.words("columns")["columns"][0].startswith("Q♣ K♣ ")
    assert play_out(table, 1).words("reward", "truncated") == {"reward": [-1.0], "truncated": False}


@pytest.mark.clause("c5", "c6")
def test_a_deal_of_which_nothing_fits_is_played_by_turning():
    ends, turned = ["8♣", "8♦", "8♥", "8♠", "J♣", "J♦", "J♥"], ["K♠", "9♣"]
    others = [card for card in PACK if card not in ends + turned]
    table = GAME.table(deck=[*others[:28], *ends, *turned, *others[28:]])
    assert table.legal() == ["turn"]
    assert not table.over
    assert table.play("turn").legal() == [*PLAYS[:4], "turn"]


@pytest.mark.clause("c6")
@pytest.mark.parametrize("kings", KINGS)
def test_games_end_by_the_rules_after_51_actions_at_most(kings):
    for seed in range(count(compiled=20, interpreted=3)):
        table = GAME.table(seed, kings=kings)
        words = play_out(table, seed).words("columns", "stock", "steps", "over", "truncated", "reward", "score")
        left, stock = cards_in(words["columns"]), cards_in([words["stock"]])
        assert (words["over"], words["truncated"]) == (True, False)
        assert words["steps"] == 51 - left - stock
        points = left or -stock
        assert words["score"] == [35 - points]
        assert words["reward"] == [1.0 if points <= 0 else -1.0]


@pytest.mark.clause("c7")
def test_no_card_can_be_turned_up_after_the_win():
    table = position("7♦", top="6♣", stock="9♦ K♦").play("play column 1")
    assert table.legal() == []


@pytest.mark.clause("c8")
def test_a_deal_is_a_game():
    table = position("7♦", top="6♣", stock="9♦").play("play column 1")
    assert table.over
    assert table.words("columns")["columns"] == [""] * 7


@pytest.mark.clause("c9")
def test_the_stock_is_known_but_for_its_order():
    table = position("2♣", top="6♣", stock="3♦ 4♦ 5♦")
    assert table.view_words(0)["unseen"] == "3♦ 4♦ 5♦"
    drawn = [table.redeal(0, seed) for seed in range(count(compiled=1200, interpreted=200))]
    assert all(other.view_words(0) == table.view_words(0) for other in drawn)
    assert all(np.array_equal(other.mask, table.mask) for other in drawn)
    orders = [other.words("stock")["stock"] for other in drawn]
    counts = [orders.count(" ".join(order)) for order in permutations(["3♦", "4♦", "5♦"])]
    assert sum(counts) == len(orders)
    assert min(counts) > 0.6 * len(orders) / 6
    assert table.play("turn").view_words(0)["unseen"] == "3♦ 4♦"


# Over random games


@pytest.mark.parametrize("seed", range(count(compiled=4, interpreted=1)))
def test_the_ways_of_the_king_allow_more_and_more(seed):
    table = GAME.table(seed)
    for _ in walk(table, seed):
        words = table.words("columns", "waste", "stock")
        masks = [GAME.position(options={"kings": kings}, **words).mask for kings in ("nothing", "queens", "wrap")]
        assert (masks[0] <= masks[1]).all()
        assert (masks[1] <= masks[2]).all()
        assert np.array_equal(masks[1], table.mask)


@pytest.mark.parametrize("kings", KINGS)
def test_legal_plays_are_those_of_the_rules_afresh(kings):
    apart = {"queens": {1}, "nothing": {1}, "wrap": {1, 12}}[kings]
    for seed in range(count(compiled=4, interpreted=1)):
        table = GAME.table(seed, kings=kings)
        for _ in walk(table, seed):
            words = table.words("columns", "waste", "stock")
            top = RANK_WORDS.index(words["waste"].split()[-1][:-1])
            legal = {"turn"} if words["stock"] else set()
            for play, column in zip(PLAYS, words["columns"], strict=True):
                rank = RANK_WORDS.index(column.split()[-1][:-1]) if column else None
                if rank is not None and abs(rank - top) in apart and not (kings == "nothing" and top == 12):
                    legal.add(play)
            assert set(table.legal()) == legal


def test_other_suits_change_nothing_but_the_pictures():
    swapped = dict(zip(SUIT_WORDS, "♠♣♦♥", strict=True))
    table = GAME.table(5)
    deck = deck_of(table)
    other = GAME.table(deck=[card[:-1] + swapped[card[-1]] for card in deck])
    for action in walk(table, 5):
        assert np.array_equal(other.mask, table.mask)
        other.step(action)
    assert other.words("over", "score") == table.words("over", "score")


def deck_of(table):
    """The deck with which a table was dealt."""
    words = table.words("columns", "waste", "stock")
    columns = [column.split() for column in words["columns"]]
    rows = [columns[column][row] for row in range(5) for column in range(7)]
    return [*rows, *words["waste"].split(), *words["stock"].split()[::-1]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"columns": ["2♣"], "stock": PACK[2:19], "waste": [PACK[0], *PACK[19:]]}, "the stock has 16 cards at most"),
        ({"waste": PACK}, "the game is won"),
        ({"columns": ["2♣"], "waste": [*PACK[3:], "A♣", "3♣", "K♠"]}, "K♠ is too many"),
        ({"columns": ["2♣"], "waste": [PACK[0], *PACK[2:]]}, "no action is legal"),
    ],
)
def test_impossible_positions_are_refused(words, message):
    with pytest.raises(ValueError, match=message):
        GAME.position(**words)
