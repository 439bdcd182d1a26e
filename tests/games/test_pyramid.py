"""The rules of Pyramid, clause by clause. Cards that a position does not name are removed."""

from itertools import pairwise, permutations

import numpy as np
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS, RANK_WORDS
from cardzoo.envs.games.pyramid import GAME
from tests.playing import count, play_out, walk

PACK = list(CARD_WORDS[:52])


def pyramid(*rows):
    """The cards of a pyramid, its rows given from the top down, "-" for a place without a card."""
    cards = [None if word == "-" else word for row in rows for word in row.split()]
    return cards + [None] * (28 - len(cards))


def removals(table):
    """The legal actions that remove cards."""
    return [words for words in table.legal() if words.startswith(("remove", "pair"))]


def position(*rows, **more):
    """A position with these rows of the pyramid."""
    return GAME.position(pyramid=pyramid(*rows), **more)


BOTTOM = ["-", "- -", "- - -", "- - - -", "- - - - -", "- - - - - -"]


def bottom(words, **more):
    """A position with these cards in the lowest row."""
    return position(*BOTTOM, words, **more)


# The deal


@pytest.mark.clause(1)
def test_the_pyramid_is_dealt_row_by_row_and_the_rest_is_the_stock():
    table = GAME.table(deck=PACK)
    assert table.words("pyramid")["pyramid"] == PACK[:28]
    assert table.words("stock", "waste", "removed") == {"stock": " ".join(PACK[:27:-1]), "waste": "", "removed": ""}
    assert table.view_words(0)["pyramid"] == PACK[:28]


@pytest.mark.clause(1)
@pytest.mark.clause(3)
def test_each_card_is_covered_by_two_of_the_next_row():
    covers = {}
    for place in range(28):
        for other in range(28):
            cards = [None] * 28
            cards[place], cards[other] = "K♠", "2♠"
            if place != other and "remove K♠" not in GAME.position(pyramid=cards).legal():
                covers.setdefault(place, []).append(other)
    rows = [list(range(row * (row + 1) // 2, (row + 1) * (row + 2) // 2)) for row in range(7)]
    expected = {}
    for row, below in pairwise(rows):
        expected |= {place: [below[column], below[column + 1]] for column, place in enumerate(row)}
    assert covers == expected


# Removing


@pytest.mark.clause(2)
def test_two_cards_that_add_up_to_13_are_a_pair_whatever_their_suits():
    for first, second in permutations(range(12), 2):
        for one, other in (("♣", "♣"), ("♠", "♥")):
            words = [f"{RANK_WORDS[first]}{one}", f"{RANK_WORDS[second]}{other}"]
            table = bottom(f"K♦ {words[0]} - {words[1]} K♥")
            low, high = words if first < second else words[::-1]
            expected = [f"pair {low} {high}"] if first + 1 + second + 1 == 13 else []
            assert [action for action in removals(table) if low in action and high in action] == expected


@pytest.mark.clause(2)
def test_a_pair_leaves_both_places_and_is_out_of_the_game():
    table = bottom("A♣ 5♦ Q♥ 8♠ 8♥").play("pair A♣ Q♥")
    assert table.view_words(0)["pyramid"][21:] == [None, "5♦", None, "8♠", "8♥", None, None]
    assert {"A♣", "Q♥"} < set(table.view_words(0)["removed"].split())
    assert removals(table) == ["pair 5♦ 8♥", "pair 5♦ 8♠"]


@pytest.mark.clause(2)
def test_a_king_is_removed_alone():
    table = bottom("K♦ A♣ K♠ 2♠")
    assert removals(table) == ["remove K♦", "remove K♠"]
    table.play("remove K♠")
    assert table.view_words(0)["pyramid"][21:25] == ["K♦", "A♣", None, "2♠"]


@pytest.mark.clause(3)
def test_a_card_is_available_when_both_cards_on_it_have_gone():
    rows = ["-", "- -", "- - -", "- - - -", "- - - - -", "6♣ - - - - -", "A♣ 2♣ 7♦ J♥ Q♥ - -"]
    table = position(*rows)
    assert "pair 6♣ 7♦" not in table.legal()
    assert "pair 6♣ 7♦" not in table.play("pair A♣ Q♥").legal()
    assert "pair 6♣ 7♦" in table.play("pair 2♣ J♥").legal()


@pytest.mark.clause(3)
def test_the_top_card_of_the_waste_is_available_and_no_other():
    table = bottom("3♣ 4♣ 5♣", waste="8♦ 10♦ 9♦", stock="2♦")
    assert removals(table) == ["pair 4♣ 9♦"]
    table.play("pair 4♣ 9♦")
    assert table.view_words(0)["waste"] == "8♦ 10♦"
    assert removals(table) == ["pair 3♣ 10♦"]


# The stock


@pytest.mark.clause(4)
def test_stock_cards_are_turned_one_at_a_time():
    table = GAME.table(deck=PACK)
    for turned in range(24):
        assert table.view_words(0)["waste"] == " ".join(PACK[28 : 28 + turned])
        table.play("turn")
    assert table.words("stock")["stock"] == ""


@pytest.mark.clause(4)
def test_a_card_may_be_turned_though_there_is_a_pair():
    table = bottom("6♣ 7♣", stock="2♦ 3♦")
    assert table.legal() == ["turn", "pair 6♣ 7♣"]
    assert table.play("turn").view_words(0)["waste"] == "3♦"


@pytest.mark.clause(5)
def test_the_stock_is_gone_through_once():
    table = bottom("6♣ 7♣ 2♦", stock="3♦").play("turn")
    assert table.legal() == ["pair 6♣ 7♣"]


# The end


@pytest.mark.clause(6, "c1")
def test_the_game_is_won_when_the_pyramid_has_gone():
    table = position("A♣", waste="2♦ Q♦", stock="3♦", score=[27]).play("pair A♣ Q♦")
    assert table.words("over", "truncated", "reward", "score") == {
        "over": True,
        "truncated": False,
        "reward": [1.0],
        "score": [28],
    }
    assert position("K♦", stock="3♦").play("remove K♦").words("over", "reward") == {"over": True, "reward": [1.0]}


@pytest.mark.clause(6)
def test_the_game_goes_on_while_the_pyramid_stands():
    table = position("5♣", "A♣ Q♣", stock="3♦").play("pair A♣ Q♣")
    assert table.words("over", "reward") == {"over": False, "reward": [0.0]}


# Choices where the text is silent


@pytest.mark.clause("c1")
def test_all_cards_may_have_to_go():
    table = position("A♣", waste="2♦ Q♦", stock="J♦", options={"goal": "all"}).play("pair A♣ Q♦")
    assert table.words("over", "reward") == {"over": False, "reward": [0.0]}
    table.play("turn", "pair 2♦ J♦")
    assert table.words("over", "reward") == {"over": True, "reward": [1.0]}


@pytest.mark.clause("c1")
@pytest.mark.parametrize("place", ["stock", "waste"])
def test_with_all_cards_as_the_goal_a_card_left_anywhere_is_no_win(place):
    table = position("K♣", options={"goal": "all"}, **{place: "2♦"}).play("remove K♣")
    assert not table.over
    assert position("K♣", options={"goal": "all"}).play("remove K♣").words("reward") == {"reward": [1.0]}


@pytest.mark.clause("c2")
def test_three_passes_go_through_the_same_stock_in_the_same_order():
    table = bottom("2♣ A♠", stock="Q♦ 4♦ 5♦", options={"passes": 3})
    for number in (1, 2, 3):
        assert table.words("pass_number")["pass_number"] == number
        assert table.words("stock", "waste") == {"stock": "Q♦ 4♦ 5♦", "waste": ""}
        for waste in ("5♦", "5♦ 4♦", "5♦ 4♦ Q♦"):
            assert "turn" in table.legal()
            assert table.play("turn").view_words(0)["waste"] == waste
        if number < 3:
            table.play("turn")
    assert table.legal() == ["pair A♠ Q♦"]


@pytest.mark.clause("c2")
def test_there_is_no_pass_without_a_waste():
    table = bottom("2♣ A♠", stock="Q♦", options={"passes": 3}).play("turn", "pair A♠ Q♦")
    assert table.legal() == ["give up"]


@pytest.mark.clause("c2")
def test_cards_removed_are_missing_in_the_next_pass():
    table = bottom("2♣ A♠", stock="3♦ Q♦ 5♦", options={"passes": 2}).play("turn", "turn", "pair A♠ Q♦", "turn", "turn")
    assert table.words("stock", "waste") == {"stock": "3♦ 5♦", "waste": ""}


@pytest.mark.clause("c3")
def test_passes_go_on_until_nothing_is_removed_in_one():
    table = bottom("2♣ A♠ K♣ K♦ 9♠", stock="3♦ Q♦", options={"passes": 0})
    table.play("remove K♣", "turn", "turn", "turn")
    assert table.words("pass_number", "progress") == {"pass_number": 2, "progress": False}
    table.play("turn", "turn", "remove K♦")
    assert table.words("progress")["progress"] is True
    table.play("turn", "turn", "turn")
    assert table.words("pass_number")["pass_number"] == 3
    assert table.legal() == ["give up"]


@pytest.mark.clause("c3")
def test_a_removal_at_the_very_end_of_a_pass_counts():
    table = bottom("2♣ A♠", stock="3♦ Q♦", options={"passes": 0}).play("turn")
    assert table.words("progress")["progress"] is False
    table.play("pair A♠ Q♦", "turn", "turn", "turn")
    assert table.legal() == ["give up"]


@pytest.mark.clause("c4")
def test_the_two_upper_cards_of_the_waste_may_be_a_pair():
    table = bottom("2♣", waste="4♦ 6♣ 7♦", stock="3♦")
    assert removals(table) == ["pair 6♣ 7♦"]
    table.play("pair 6♣ 7♦")
    assert table.view_words(0)["waste"] == "4♦"
    assert bottom("2♣", waste="4♦ 7♦ 6♣", stock="3♦").play("pair 6♣ 7♦").view_words(0)["waste"] == "4♦"


@pytest.mark.clause("c4")
def test_the_second_card_of_the_waste_is_no_pair_with_another():
    assert removals(bottom("6♣ 10♦", waste="3♦ 7♦ 5♦")) == []


@pytest.mark.clause("c4")
def test_two_cards_of_the_waste_count_for_nothing_but_the_goal_of_all():
    for goal, score in (("pyramid", 27), ("all", 50)):
        table = bottom("2♣", waste="6♣ 7♦", options={"goal": goal}, stock="3♦").play("pair 6♣ 7♦")
        assert table.words("score")["score"] == [score]


OVERLAPPING = ["-", "- -", "- - -", "- - - -", "- - - - -"]


@pytest.mark.clause("c5")
@pytest.mark.parametrize(("row", "row_below"), [("6♣ - - - - -", "7♣ - 3♦"), ("6♣ - - - - -", "- 7♣ 3♦")])
def test_a_card_and_the_only_card_on_it_are_a_pair_with_overlap_alone(row, row_below):
    assert removals(position(*OVERLAPPING, row, row_below)) == []
    table = position(*OVERLAPPING, row, row_below, options={"overlap": True})
    assert removals(table) == ["pair 6♣ 7♣"]
    table.play("pair 6♣ 7♣")
    assert [card for card in table.view_words(0)["pyramid"] if card] == ["3♦"]


@pytest.mark.clause("c5")
def test_overlap_takes_one_covering_card_that_is_available_itself():
    options = {"overlap": True}
    assert removals(position(*OVERLAPPING, "6♣ - - - - -", "7♣ 3♦", options=options)) == []
    assert removals(position(*OVERLAPPING, "6♣ - - - - -", "3♦ 7♣", options=options)) == []
    assert removals(position(*OVERLAPPING[:4], "6♣ - - - -", "7♣ - - - - -", "3♦", options=options)) == []
    assert removals(position(*OVERLAPPING[:4], "6♣ - - - -", "- 7♣ - - - -", "- - 3♦", options=options)) == []
    assert removals(position(*OVERLAPPING, "6♣ - - - - -", "8♣", options=options)) == []
    assert removals(position(*OVERLAPPING, "6♣ - - - - -", "8♣", waste="7♦", options=options)) == []


@pytest.mark.clause("c6")
def test_a_king_of_the_waste_is_removed_while_it_is_the_top():
    table = bottom("2♣", waste="4♦", stock="6♦ K♥").play("turn")
    assert table.legal() == ["turn", "remove K♥"]
    assert table.copy().play("remove K♥").view_words(0)["waste"] == "4♦"
    assert removals(table.play("turn")) == []


@pytest.mark.clause("c6")
def test_no_king_of_the_pyramid_goes_by_itself():
    assert bottom("K♣", stock="2♦ 3♦").play("turn").view_words(0)["pyramid"][21] == "K♣"


@pytest.mark.clause("c7")
def test_cards_removed_stay_away():
    table = bottom("2♣ A♣ Q♣", stock="3♦", options={"passes": 2}).play("pair A♣ Q♣", "turn", "turn", "turn")
    assert {"A♣", "Q♣"} < set(table.view_words(0)["removed"].split())
    assert table.legal() == ["give up"]


@pytest.mark.clause("c8")
def test_giving_up_is_legal_when_nothing_else_is_and_loses():
    table = bottom("2♣ 3♣", stock="4♦")
    assert table.legal() == ["turn"]
    assert table.play("turn").legal() == ["give up"]
    table.play("give up")
    assert table.words("over", "truncated", "reward") == {"over": True, "truncated": False, "reward": [-1.0]}


@pytest.mark.clause("c9")
def test_the_stock_is_unknown_in_the_first_pass_and_known_in_the_second():
    table = bottom("2♣", stock="3♦ 4♦ 5♦", options={"passes": 2})
    assert table.view_words(0)["stock"] == "? ? ?"
    assert table.play("turn").view_words(0)["stock"] == "? ?"
    assert {table.redeal(0, seed).words("stock")["stock"] for seed in range(30)} == {"3♦ 4♦", "4♦ 3♦"}
    table.play("turn", "turn", "turn")
    assert table.view_words(0)["stock"] == "3♦ 4♦ 5♦"
    assert {table.redeal(0, seed).words("stock")["stock"] for seed in range(30)} == {"3♦ 4♦ 5♦"}


@pytest.mark.clause("c9")
def test_all_orders_of_the_stock_are_equally_likely():
    table = bottom("2♣", stock="3♦ 4♦ 5♦")
    drawn = [table.redeal(0, seed).words("stock")["stock"] for seed in range(count(compiled=1200, interpreted=300))]
    counts = [drawn.count(" ".join(order)) for order in permutations(["3♦", "4♦", "5♦"])]
    assert sum(counts) == len(drawn)
    assert min(counts) > 0.7 * len(drawn) / 6


@pytest.mark.clause("c1", "c5")
@pytest.mark.parametrize("goal", ["pyramid", "all"])
@pytest.mark.parametrize("overlap", [False, True])
def test_the_view_tells_what_has_to_go_and_what_is_a_pair(goal, overlap):
    view = bottom("2♣", options={"goal": goal, "overlap": overlap}).view_words(0)
    assert (view["goal"], view["overlap"]) == (goal, overlap)


@pytest.mark.clause("c2", "c3")
def test_the_view_tells_how_many_passes_are_left():
    table = bottom("2♣ A♠", stock="Q♦ 4♦", options={"passes": 3})
    for left in (2, 1, 0):
        assert table.view_words(0)["passes_left"] == left
        table.play("turn", "turn", *(["turn"] if left else []))
    assert bottom("2♣", stock="Q♦", options={"passes": 0}).view_words(0)["passes_left"] is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"stock": PACK[26:39], "waste": PACK[39:]}, "stock and waste have 24 cards at most"),
        ({"pass_number": 2}, "the stock is gone through 1 times at most"),
        ({"pass_number": 29, "options": {"passes": 0}}, "each pass before this one has removed a card"),
        ({"pyramid": []}, "the game is won"),
        ({"pyramid": [], "options": {"goal": "all"}}, "the game is won"),
    ],
)
def test_impossible_positions_are_refused(words, message):
    with pytest.raises(ValueError, match=message):
        GAME.position(**({"pyramid": pyramid(*BOTTOM, "2♣ 3♣")} | words))


# Rewards


def test_score_rewards_pay_each_card_removed():
    table = bottom("2♣ 6♣ A♠", waste="7♦", stock="3♦ Q♦", reward="score").play("pair 6♣ 7♦")
    assert table.words("reward") == {"reward": [round(1 / 28, 6)]}
    table = bottom("2♣ 6♣ A♠", waste="7♦", stock="3♦ Q♦", reward="score", options={"goal": "all"}).play("pair 6♣ 7♦")
    assert table.words("reward") == {"reward": [round(2 / 52, 6)]}


# Over random games


SETTINGS = [{}, {"goal": "all"}, {"passes": 0}, {"passes": 3}, {"overlap": True}, {"goal": "all", "passes": 0}]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_legal_removals_are_those_of_the_rules_afresh(options):
    for seed in range(count(compiled=4, interpreted=1)):
        table = GAME.table(seed, **options)
        for _ in walk(table, seed):
            assert set(removals(table)) == removals_afresh(table, options)
        assert table.words("truncated")["truncated"] is False


def removals_afresh(table, options):
    """The removals, found by looking at every two cards of the table."""
    words = table.words("pyramid", "waste")
    rows = [words["pyramid"][row * (row + 1) // 2 :][: row + 1] for row in range(7)] + [[None] * 8]
    covers = {}
    for row in range(7):
        for column in range(row + 1):
            if rows[row][column]:
                pair = (rows[row + 1][column], rows[row + 1][column + 1])
                covers[rows[row][column]] = [card for card in pair if card]
    free = [card for card, on_it in covers.items() if not on_it]
    waste = words["waste"].split()
    pairs = {frozenset(pair) for pair in permutations([*free, *waste[-1:]], 2)} | {frozenset(waste[-2:])}
    if options.get("overlap"):
        pairs |= {frozenset((card, *on_it)) for card, on_it in covers.items() if len(on_it) == 1 and on_it[0] in free}
    legal = {f"remove {card}" for card in [*free, *waste[-1:]] if card.startswith("K")}
    for pair in pairs - {frozenset()}:
        low, *rest = sorted(pair, key=lambda card: RANK_WORDS.index(card[:-1]))
        if rest and RANK_WORDS.index(low[:-1]) + RANK_WORDS.index(rest[0][:-1]) + 2 == 13:
            legal.add(f"pair {low} {rest[0]}")
    return legal


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_cards_and_score_add_up(options):
    for seed in range(count(compiled=4, interpreted=1)):
        table = GAME.table(seed, **options)
        for _ in walk(table, seed):
            assert table.count_cards().tolist() == [1] * 52 + [0, 0]
        left = sum(card is not None for card in table.view_words(0)["pyramid"])
        removed = len(table.view_words(0)["removed"].split())
        assert table.words("score")["score"] == [removed if options.get("goal") == "all" else 28 - left]
        won = left == 0 and (options.get("goal") != "all" or removed == 52)
        assert table.words("reward")["reward"] == [1.0 if won else -1.0]


def test_passes_end_even_if_they_may_go_on():
    for seed in range(count(compiled=30, interpreted=3)):
        table = play_out(GAME.table(seed, passes=0), seed)
        assert table.over
        assert table.words("pass_number")["pass_number"] <= 29


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_a_written_position_has_the_actions_of_the_same_position_in_play(options):
    table = GAME.table(3, **options)
    for _ in walk(table, 3):
        words = table.words("pyramid", "waste", "stock", "pass_number", "progress")
        assert np.array_equal(GAME.position(options=options, **words).mask, table.mask)
