"""The rules of Spider, clause by clause. Cards that a position does not name have left as complete suits."""

from collections import Counter
from itertools import pairwise

import pytest

from cardzoo.envs.engine.cards import card_words, parse_cards
from cardzoo.envs.games.spider import COUNTED, GAME, Suits
from tests.playing import count, now, walk

PACK = "A♣..K♣ A♦..K♦ A♥..K♥ A♠..K♠"
WON = {"over": True, "truncated": False, "reward": [1.0]}
LOST = {"over": True, "truncated": False, "reward": [-1.0]}
STOPPED = {"over": True, "truncated": True, "reward": [-1.0]}
GOES_ON = {"over": False, "truncated": False, "reward": [0.0]}


def onto(table, column, columns=4):
    """The targets of a column's cards among the first columns, by their numbers."""
    return [other for other in range(1, columns + 1) if f"move column {column} onto column {other}" in table.legal()]


def into(table, column):
    """The possible numbers of a column's cards that move to an empty one."""
    wanted = f" of column {column} to empty column"
    return [int(words.split()[1]) for words in table.legal() if words.endswith(wanted)]


def result(table):
    return table.words("over", "truncated", "reward")


def position(*first, suits="four", empty=0, **words):
    """These columns, and in the others the missing cards of their suits; so many columns at the right are empty."""
    counted = COUNTED[Suits[suits.upper()]]
    named = parse_cards(" ".join([*first, words.get("stock", "")]))
    left = [*range(52), *range(52)]
    for card in named:
        left.remove(card)
    copies = Counter(int(counted[card]) for card in named)
    lacking = []
    for suit in range(4):
        most = max(copies[13 * suit + rank] for rank in range(13))
        for copy in range(most):
            for code in range(13 * suit + 12, 13 * suit - 1, -1):
                if copies[code] < most - copy:
                    lacking.append(next(card for card in left if counted[card] == code))
                    left.remove(lacking[-1])
    number = 10 - len(first) - empty
    ends = [len(lacking) * place // number for place in range(number + 1)] if number else [0]
    others = [card_words(lacking[start:end]) for start, end in pairwise(ends)]
    options = words.pop("options", {}) | {"suits": suits}
    return GAME.position(columns=[*first, *others], options=options, **words)


# The deal


@pytest.mark.clause(1)
@pytest.mark.clause(2)
@pytest.mark.clause(3)
def test_54_cards_are_dealt_row_by_row_over_ten_columns():
    table = GAME.table(deck=f"{PACK} {PACK}")
    assert now(table, "columns") == [
        "A♣ J♣ 8♦ 5♥ 2♠ Q♠",
        "2♣ Q♣ 9♦ 6♥ 3♠ K♠",
        "3♣ K♣ 10♦ 7♥ 4♠ A♣",
        "4♣ A♦ J♦ 8♥ 5♠ 2♣",
        "5♣ 2♦ Q♦ 9♥ 6♠",
        "6♣ 3♦ K♦ 10♥ 7♠",
        "7♣ 4♦ A♥ J♥ 8♠",
        "8♣ 5♦ 2♥ Q♥ 9♠",
        "9♣ 6♦ 3♥ K♥ 10♠",
        "10♣ 7♦ 4♥ A♠ J♠",
    ]
    seen = table.view_words(0)
    assert seen["columns"][:5] == ["? ? ? ? ? Q♠", "? ? ? ? ? K♠", "? ? ? ? ? A♣", "? ? ? ? ? 2♣", "? ? ? ? 6♠"]
    assert seen["face_down"] == [5] * 4 + [4] * 6
    assert parse_cards(now(table, "stock"))[::-1] == parse_cards(f"3♣..K♣ {PACK[6:]}")
    assert seen["stock_size"] == 50


@pytest.mark.clause(1)
def test_two_packs_are_shuffled_together():
    table = GAME.table(3)
    assert table.count_cards().tolist() == [2] * 52 + [0, 0]
    assert now(table, "columns") != now(GAME.table(4), "columns")


# Moves


@pytest.mark.clause(4)
@pytest.mark.clause(5)
def test_an_end_card_goes_onto_the_next_higher_rank_of_any_suit():
    table = position("5♠ 9♠", "10♠", "10♥", "J♠")
    assert onto(table, 1) == [2, 3]
    assert now(table.copy().play("move column 1 onto column 2"), "columns")[:3] == ["5♠", "10♠ 9♠", "10♥"]
    assert now(table.copy().play("move column 1 onto column 3"), "columns")[:3] == ["5♠", "10♠", "10♥ 9♠"]


@pytest.mark.clause(5)
@pytest.mark.clause(6)
@pytest.mark.parametrize("card", ["A♦", "6♠", "Q♥", "K♣"])
def test_an_end_card_takes_no_other_rank(card):
    for end in card_words(range(52)).split():
        if end != card:
            wanted = parse_cards(card)[0] % 13 + 1 == parse_cards(end)[0] % 13
            assert onto(position(card, end), 1, 2) == [2] * wanted


@pytest.mark.clause(4)
def test_a_run_moves_together():
    table = position("K♠ 9♠ 8♠ 7♠", "10♥")
    assert onto(table, 1, 2) == [2]
    assert now(table.play("move column 1 onto column 2"), "columns")[:2] == ["K♠", "10♥ 9♠ 8♠ 7♠"]


@pytest.mark.clause(4)
@pytest.mark.parametrize("cards", ["9♠ 8♥ 7♥", "9♠ 8♠ 6♠", "9♠ 7♠ 8♠", "9♠ 10♠"])
def test_cards_that_are_no_run_do_not_move_together(cards):
    assert onto(position(f"K♠ {cards}", "10♥"), 1, 2) == []


@pytest.mark.clause(4)
@pytest.mark.clause("c4")
def test_the_part_of_a_run_that_fits_moves():
    table = position("K♠ 9♠ 8♠ 7♠", "10♥", "9♦", "8♦", "J♦")
    assert onto(table, 1) == [2, 3, 4]
    assert now(table.copy().play("move column 1 onto column 3"), "columns")[:3] == ["K♠ 9♠", "10♥", "9♦ 8♠ 7♠"]
    assert now(table.copy().play("move column 1 onto column 4"), "columns")[:4] == ["K♠ 9♠ 8♠", "10♥", "9♦", "8♦ 7♠"]


@pytest.mark.clause(4)
def test_face_down_cards_are_no_part_of_a_run():
    table = position("K♠ 9♠ 8♠ 7♠", "10♥", "9♦", face_down=[2])
    assert onto(table, 1, 3) == [3]


@pytest.mark.clause(6)
def test_an_ace_is_the_lowest_card():
    table = position("A♥", "2♠", "K♥", "Q♥")
    assert onto(table, 1) == [2]
    assert onto(table, 3, 10) == []
    assert into(position("2♦ K♥", "A♠", empty=1), 1) == [1]


@pytest.mark.clause(7)
@pytest.mark.clause("c4")
def test_any_part_of_a_run_goes_to_the_leftmost_empty_column():
    table = position("K♠ 9♠ 8♠ 7♠", "", "J♦", empty=2)
    assert into(table, 1) == [1, 2, 3]
    assert now(table.copy().play("move 1 of column 1 to empty column"), "columns")[:3] == ["K♠ 9♠ 8♠", "7♠", "J♦"]
    assert now(table.copy().play("move 3 of column 1 to empty column"), "columns")[:3] == ["K♠", "9♠ 8♠ 7♠", "J♦"]


@pytest.mark.clause("c4")
def test_a_whole_column_is_not_offered_an_empty_one():
    table = position("9♠ 8♠ 7♠", "", "J♦")
    assert into(table, 1) == [1, 2]
    assert into(table, 3) == []


@pytest.mark.clause("c4")
def test_twelve_cards_may_go_to_an_empty_column():
    table = position("2♦ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠ A♠", "K♠", "", empty=1)
    assert into(table, 1) == [*range(1, 13)]
    played = table.copy().play("move 12 of column 1 to empty column")
    assert now(played, "columns")[2] == "Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠ A♠"


@pytest.mark.clause(8)
def test_a_face_down_card_is_turned_up_when_nothing_is_left_on_it():
    table = position("3♦ K♠ 9♠", "10♥", face_down=[2])
    assert table.view_words(0)["columns"][0] == "? ? 9♠"
    table.play("move column 1 onto column 2")
    assert now(table, "face_down")[0] == 1
    assert table.view_words(0)["columns"][0] == "? K♠"


# Complete suits


RUN = "Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠ A♠"


@pytest.mark.clause(9)
@pytest.mark.clause(8)
@pytest.mark.clause("c1")
def test_a_complete_suit_leaves_at_once():
    table = position(RUN, "3♦ 5♦ K♠", face_down=[0, 2], empty=0)
    table.play("move column 1 onto column 2")
    assert now(table, "columns")[:2] == ["", "3♦ 5♦"]
    assert now(table, "face_down")[1] == 1
    assert table.view_words(0)["complete"] == [2, 1, 2, 2]
    assert now(table, "score") == [7]


@pytest.mark.clause(9)
@pytest.mark.parametrize(
    ("cards", "leaves"),
    [
        ("K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠", True),
        ("K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♣ 4♠ 3♠ 2♠", False),
        ("K♣ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠", False),
        ("Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠", False),
    ],
)
def test_only_thirteen_cards_of_a_suit_leave(cards, leaves):
    table = position("A♠", f"3♦ {cards}")
    (before,) = now(table, "score")
    table.play("move column 1 onto column 2")
    assert now(table, "columns")[1] == ("3♦" if leaves else f"3♦ {cards} A♠")
    assert now(table, "score") == [before + leaves]


def deck_with(columns, row):
    """A written deck with these end cards of the columns, and this first row of the stock."""
    named = parse_cards(" ".join([*columns, *row]))
    left = [*range(52), *range(52)]
    for card in named:
        left.remove(card)
    ends = [*columns[4:], *columns[:4]]
    return card_words([*left[:44], *parse_cards(" ".join(ends)), *parse_cards(" ".join(row)), *left[44:]])


@pytest.mark.clause(10)
def test_a_row_is_dealt_from_the_left():
    columns = [f"{rank}♠" for rank in ("A", "3", "5", "7", "9", "J", "K", "2", "4", "6")]
    row = [f"{rank}♥" for rank in ("K", "J", "9", "7", "5", "3", "A", "Q", "10", "8")]
    table = GAME.table(deck=deck_with(columns, row)).play("deal")
    ends = [column.split()[-2:] for column in now(table, "columns")]
    assert ends == [[end, dealt] for end, dealt in zip(columns, row, strict=True)]
    assert table.view(0).stock_size == 40


@pytest.mark.clause(10)
def test_five_deals_empty_the_stock():
    table = GAME.table(1)
    for left in (40, 30, 20, 10, 0):
        assert "deal" in table.legal()
        assert table.play("deal").view(0).stock_size == left
    assert "deal" not in table.legal()


@pytest.mark.clause(10)
@pytest.mark.clause("c3")
def test_with_an_empty_column_no_row_is_dealt():
    stock = "A♠..5♠ A♥..5♥"
    for options, allowed in (({}, False), ({"deal_on_empty": True}, True)):
        table = position("K♣", stock=stock, empty=1, options=options)
        assert ("deal" in table.legal()) == allowed
        assert "deal" in position("K♣", stock=stock, options=options).legal()


@pytest.mark.clause("c3")
@pytest.mark.parametrize(("cards", "pack", "allowed"), [(9, "A♠..K♠ A♠..K♠ A♥..K♥", True), (12, f"{PACK}", False)])
def test_with_fewer_than_ten_cards_in_the_columns_a_row_may_be_dealt(cards, pack, allowed):
    words = card_words(parse_cards(pack)).split()
    columns = [" ".join(words[column:cards:8]) for column in range(8)]
    table = GAME.position(columns=columns, stock=" ".join(words[cards:]), options={"suits": "one"})
    assert ("deal" in table.legal()) == allowed


# Suits


@pytest.mark.clause(11)
@pytest.mark.clause("c5")
@pytest.mark.parametrize(("suits", "seen"), [("one", "9♠ 8♠ 7♠ 6♠"), ("two", "9♠ 8♠ 7♥ 6♥"), ("four", "9♠ 8♣ 7♦ 6♥")])
def test_cards_count_as_suits(suits, seen):
    table = position("9♠ 8♣ 7♦ 6♥", "", suits=suits, empty=1)
    assert table.view_words(0)["columns"][0] == seen
    assert table.view_words(0)["suits"] == suits
    assert into(table, 1) == {"one": [1, 2, 3], "two": [1, 2], "four": [1]}[suits]
    assert now(table, "columns")[0] == "9♠ 8♣ 7♦ 6♥"


@pytest.mark.clause(11)
@pytest.mark.clause(9)
def test_a_suit_is_complete_by_what_cards_count_as():
    run = "Q♠ J♥ 10♠ 9♦ 8♠ 7♣ 6♠ 5♠ 4♠ 3♠ 2♠ A♠"
    table = position(run, "3♦ K♠", suits="one").play("move column 1 onto column 2")
    assert now(table, "columns")[:2] == ["", "3♦"]
    assert table.view_words(0)["complete"] == [0, 0, 0, 7]
    assert now(table, "score") == [7]


@pytest.mark.clause(11)
def test_the_same_seed_deals_the_same_ranks_with_any_suits():
    ranks = {
        suits: [column.replace("♣", "♠").replace("♥", "♠").replace("♦", "♠") for column in words]
        for suits in ("one", "two", "four")
        for words in [GAME.table(7, suits=suits).view_words(0)["columns"]]
    }
    assert ranks["one"] == ranks["two"] == ranks["four"]


@pytest.mark.clause("c7")
def test_face_down_cards_and_stock_are_unknown():
    table = GAME.table(1, suits="two").play("deal")
    others = [table.redeal(0, seed) for seed in range(5)]
    assert len({now(other, "stock") for other in others}) == 5
    assert len({tuple(now(other, "columns")) for other in others}) == 5
    assert all(other.view_words(0) == table.view_words(0) for other in others)


# Choices


@pytest.mark.clause("c2")
def test_a_deal_may_complete_several_suits():
    run = "K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠"
    other = run.replace("♠", "♥")
    stock = "9♣ 9♦ 7♣ 7♦ 5♣ 5♦ 3♣ 3♦ A♥ A♠"
    table = position(f"2♣ {run}", f"4♦ {other}", stock=stock, face_down=[1, 1]).play("deal")
    assert now(table, "columns")[:2] == ["2♣", "4♦"]
    assert now(table, "face_down")[:2] == [0, 0]
    assert now(table, "score") == [6]


@pytest.mark.clause("c6")
def test_a_row_may_be_dealt_while_there_are_moves():
    table = GAME.table(1)
    assert any(words.startswith("move") for words in table.legal())
    assert table.legal()[0] == "deal"


# The end


@pytest.mark.clause(12)
def test_the_last_suit_wins():
    table = position(RUN, "K♠", "Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥ 2♥ A♥", "K♥", empty=6, score=[6])
    assert result(table.play("move column 1 onto column 2")) == GOES_ON
    assert result(table.play("move column 3 onto column 4")) == WON
    assert now(table, "score") == [8]


@pytest.mark.clause(12)
def test_with_nothing_to_do_the_game_is_lost():
    table = position(stock="9♠ 9♥ 9♣ 9♦ 7♠ 7♥ 7♣ 7♦ 5♠ 5♥")
    assert result(table) == GOES_ON
    assert result(table.play("deal")) == LOST
    assert table.legal() == []


@pytest.mark.clause("c8")
def test_the_bounds_on_actions_lose():
    table = GAME.table(1, max_steps=2).play("deal")
    assert result(table) == GOES_ON
    assert table.view(0).steps_left == 1
    assert result(table.play("deal")) == STOPPED


@pytest.mark.clause("c8")
def test_actions_without_a_gain_are_bounded():
    table = position("K♠ 9♠", "10♥", "10♠", options={"max_idle": 2}).play("move column 1 onto column 2")
    assert result(table) == GOES_ON
    assert (table.view(0).idle, table.view(0).stop_in) == (1, 1)
    assert result(table.play("move column 2 onto column 3")) == STOPPED


@pytest.mark.clause("c8")
def test_cards_turned_up_rows_and_complete_suits_are_gains():
    turned = position("K♠ 9♠", "10♥", face_down=[1], idle=5).play("move column 1 onto column 2")
    complete = position(RUN, "3♦ K♠", idle=5).play("move column 1 onto column 2")
    dealt = position("K♣", stock="A♠..5♠ A♥..5♥", idle=5).play("deal")
    moved = position("K♠ 9♠", "10♥", idle=5).play("move column 1 onto column 2")
    assert [table.view(0).idle for table in (turned, complete, dealt, moved)] == [0, 0, 0, 6]


@pytest.mark.clause("c9")
def test_giving_up_is_legal_after_actions_without_a_gain_and_loses():
    table = position("K♠ 9♠", "10♥", "10♠", options={"give_up_after": 1})
    assert "give up" not in table.legal()
    assert table.view(0).give_up_in == 1
    assert result(table.play("move column 1 onto column 2", "give up")) == LOST


def test_score_rewards_pay_each_suit():
    table = position(RUN, "3♦ K♠", reward="score")
    assert now(table.play("move column 1 onto column 2"), "reward") == [round(1 / 8, 6)]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"columns": ["K♣"]}, "only complete suits leave the table"),
        ({"columns": [f"K♠ {RUN}"]}, "a complete suit has left the table"),
        ({"columns": [f"K♠ {RUN} 5♦"]}, "a complete suit has left the table"),
        ({"columns": ["A♠..K♠"]}, "after 5 deals, at most 5 face-up cards"),
        ({"columns": [f"{RUN} K♠"], "stock": "A♥"}, "the stock has 50 cards, or some tens less"),
        ({"columns": [f"{RUN} K♠"], "face_down": [0, 1]}, "the end card of a column is face up"),
        ({}, "the game is won; its position says over=True"),
    ],
)
def test_impossible_positions_are_refused(words, message):
    with pytest.raises(ValueError, match=message):
        GAME.position(**words)


# Over random games


@pytest.mark.clause(13)
@pytest.mark.parametrize("suits", ["one", "two", "four"])
@pytest.mark.parametrize("seed", range(count(compiled=4, interpreted=1)))
def test_cards_are_conserved_and_no_suit_stays(seed, suits):
    table = GAME.table(seed, suits=suits)
    down = 44
    for _ in walk(table, seed):
        assert table.count_cards().tolist() == [2] * 52 + [0, 0]
        assert now(table, "score") == [sum(table.view_words(0)["complete"])]
        assert table.view(0).stock_size % 10 == 0
        assert sum(now(table, "face_down")) <= down
        down = sum(now(table, "face_down"))
        assert table.over or any(words != "give up" for words in table.legal())
