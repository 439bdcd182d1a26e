"""The rules of Forty Thieves, clause by clause. Cards that a position does not name are on the foundations."""

from collections import Counter
from itertools import permutations

import pytest

from cardzoo.envs.engine.cards import CARD_WORDS, parse_cards
from cardzoo.envs.games.forty_thieves import GAME
from tests.playing import count, now, walk

PACK = "A♣..K♣ A♦..K♦ A♥..K♥ A♠..K♠"
WON = {"over": True, "truncated": False, "reward": [1.0]}
LOST = {"over": True, "truncated": False, "reward": [-1.0]}
STOPPED = {"over": True, "truncated": True, "reward": [-1.0]}
GOES_ON = {"over": False, "truncated": False, "reward": [0.0]}

# Two spades of each rank; none can go anywhere.
STUCK = ["A♠ K♠", "A♠ K♠", "2♠ J♠", "2♠ J♠", "3♠ 3♠ 9♠", "4♠ 4♠ 9♠", "6♠ 6♠ 7♠", "8♠ 8♠ 7♠", "10♠ 10♠ 5♠", "Q♠ Q♠ 5♠"]


def columns(table):
    """The columns in words, without the empty ones at the right."""
    words = now(table, "columns")
    while words and not words[-1]:
        words.pop()
    return words


def legal(table, verb):
    """The legal actions of a verb."""
    return [words for words in table.legal() if words.split()[0] == verb]


def result(table):
    return table.words("over", "truncated", "reward")


def left_over(*named):
    """The cards that are not named and that no foundation can have, since a lower one is named."""
    copies = Counter(parse_cards(" ".join(named)))
    home = [2] * 13
    cards = []
    for card in range(52):
        home[card % 13] = min(2 - copies[card], home[card % 13 - 1] if card % 13 else 2)
        cards += [CARD_WORDS[card]] * (2 - copies[card] - home[card % 13])
    return " ".join(cards)


def position(columns, stock, waste="", **more):
    """A position whose other cards are on the foundations, or else at the bottom of the stock."""
    rest = left_over(*columns, stock, waste)
    return GAME.position(columns=columns, stock=f"{rest} {stock}", waste=waste, **more)


def full(*first, **words):
    """A position with these columns; the end cards of the others do not fit one another, and have all else under them.

    Besides these, the foundations hold only cards that must be there.
    """
    copies = Counter(parse_cards(" ".join([*first, *words.values()])))
    ends = [CARD_WORDS[card] for card in range(51, -1, -2) if copies[card] < 2][: 10 - len(first)]
    rest = left_over(*first, *ends, *words.values()).split()
    others = [" ".join([*rest[place :: len(ends)], end]) for place, end in enumerate(ends)]
    return GAME.position(columns=[*first, *others], **words)


# The deal


@pytest.mark.clause(1)
def test_cards_are_dealt_in_four_rows_of_ten():
    table = GAME.table(deck=f"{PACK} {PACK}")
    assert columns(table) == [
        "A♣ J♣ 8♦ 5♥",
        "2♣ Q♣ 9♦ 6♥",
        "3♣ K♣ 10♦ 7♥",
        "4♣ A♦ J♦ 8♥",
        "5♣ 2♦ Q♦ 9♥",
        "6♣ 3♦ K♦ 10♥",
        "7♣ 4♦ A♥ J♥",
        "8♣ 5♦ 2♥ Q♥",
        "9♣ 6♦ 3♥ K♥",
        "10♣ 7♦ 4♥ A♠",
    ]
    assert now(table, "waste") == ""
    assert parse_cards(now(table, "stock"))[::-1] == parse_cards(f"2♠..K♠ {PACK}")


@pytest.mark.clause(1)
def test_two_packs_are_shuffled_together():
    table = GAME.table(3)
    assert table.count_cards().tolist() == [2] * 52 + [0, 0]
    assert table.view(0).columns["height"].tolist() == [4] * 10
    assert table.view(0).stock.height == 64
    assert columns(table) != columns(GAME.table(4))
    with pytest.raises(ValueError, match="A♣ is missing"):
        GAME.table(deck=PACK)


@pytest.mark.clause(1)
def test_the_columns_are_seen():
    table = GAME.table(5)
    assert table.view_words(0)["columns"] == now(table, "columns")


# Moves


@pytest.mark.clause(2)
@pytest.mark.clause(3)
def test_an_end_card_goes_onto_the_next_higher_card_of_its_suit():
    table = full("6♠ 9♥", "10♥", "2♦ 10♥")
    assert legal(table, "move")[:2] == ["move column 1 to column 2", "move column 1 to column 3"]
    assert columns(table.copy().play("move column 1 to column 2"))[:3] == ["6♠", "10♥ 9♥", "2♦ 10♥"]
    assert columns(table.copy().play("move column 1 to column 3"))[:3] == ["6♠", "10♥", "2♦ 10♥ 9♥"]


@pytest.mark.clause(3)
@pytest.mark.clause(9)
@pytest.mark.parametrize(("end", "fitting"), [("10♠", "9♠"), ("K♦", "Q♦"), ("2♥", "A♥"), ("A♥", None), ("A♠", None)])
def test_an_end_card_takes_nothing_else(end, fitting):
    for card in CARD_WORDS[:52]:
        assert ("move column 1 to column 2" in full(card, end).legal()) == (card == fitting)


@pytest.mark.clause(2)
def test_a_card_under_others_is_not_available():
    table = full("9♥ 2♣", "10♥ 2♦", "10♥", "9♥ A♣")
    assert legal(table, "move") == ["move column 4 to column 1"]
    table = position(["A♠ 9♥", "10♥ 2♦"], "A♦ 8♥ 8♦", "A♦ 9♦")
    assert legal(table, "home") == []


@pytest.mark.clause(2)
def test_the_top_of_the_waste_pile_is_available():
    table = full("10♥", waste="8♥ 9♥")
    assert "move waste to column 1" in table.legal()
    table.play("move waste to column 1")
    assert (columns(table)[0], now(table, "waste")) == ("10♥ 9♥", "8♥")
    assert columns(table.play("move waste to column 1"))[0] == "10♥ 9♥ 8♥"


@pytest.mark.clause(2)
@pytest.mark.clause(6)
def test_the_top_of_the_waste_pile_may_go_home():
    table = GAME.position(columns=["3♥", "4♥..K♥"], waste="2♥ A♥")
    table.play("home waste", "home waste")
    assert now(table, "waste") == ""
    assert table.view_words(0)["foundations"] == [[13, 13], [13, 13], [13, 2], [13, 13]]


@pytest.mark.clause(4)
def test_cards_in_sequence_move_one_at_a_time():
    table = full("10♥ 9♥", "J♥")
    assert "move column 1 to column 2" not in table.legal()
    table = position(["2♠ 10♥ 9♥", "J♥", ""], "K♠")
    table.play("move column 1 to column 3")
    assert columns(table) == ["2♠ 10♥", "J♥", "9♥"]
    table.play("move column 1 to column 2", "move column 3 to column 2")
    assert columns(table) == ["2♠", "J♥ 10♥ 9♥"]


@pytest.mark.clause(5)
@pytest.mark.parametrize("card", ["A♠", "7♦", "K♥"])
def test_any_card_may_fill_an_empty_column(card):
    table = position([f"2♠ {card}", "3♦", ""], "K♠", card)
    assert "move column 1 to column 3" in table.legal()
    assert "move waste to column 3" in table.legal()
    assert columns(table.play("move waste to column 3"))[2] == card


@pytest.mark.clause(5)
@pytest.mark.clause("c5")
def test_the_leftmost_empty_column_is_filled():
    table = position(["2♠ 9♦", "", "3♦", ""], "K♠", "5♣")
    assert legal(table, "move") == ["move column 1 to column 2", "move waste to column 2"]


@pytest.mark.clause("c6")
def test_a_card_alone_in_its_column_does_not_go_to_an_empty_one():
    table = position(["2♠", "", "3♦ 9♥"], "K♠")
    assert legal(table, "move") == ["move column 3 to column 2"]


# Foundations


@pytest.mark.clause(6)
def test_foundations_begin_with_the_ace_and_go_up_in_suit():
    table = GAME.position(columns=["3♠", "2♠", "A♠"], stock="4♠..K♠")
    for words in ("home column 3", "home column 2", "home column 1"):
        assert legal(table, "home") == [words]
        table.play(words)
    assert table.view_words(0)["foundations"][3] == [13, 3]


@pytest.mark.clause(6)
def test_two_foundations_are_built_for_each_suit():
    rest = "4♥..K♥ 4♥..K♥"
    table = GAME.position(columns=["3♥ 2♥ A♥", "3♥ A♥", "2♥"], stock=rest)
    assert legal(table, "home") == ["home column 1", "home column 2"]
    heights = []
    for column in (1, 2, 1, 1, 3, 2):
        table.play(f"home column {column}")
        heights.append(table.view_words(0)["foundations"][2])
    assert heights == [[1, 0], [1, 1], [2, 1], [3, 1], [3, 2], [3, 3]]


@pytest.mark.clause(6)
def test_a_card_goes_home_only_when_a_foundation_of_its_suit_waits_for_it():
    rest = "4♥..K♥ 4♥..K♥"
    table = GAME.position(columns=["3♥", "3♥", "2♥", "2♥ A♥", "A♥"], stock=rest)
    assert legal(table, "home") == ["home column 4", "home column 5"]
    table.play("home column 5")
    assert legal(table, "home") == ["home column 3", "home column 4"]
    table.play("home column 3")
    assert legal(table, "home") == ["home column 1", "home column 2", "home column 4"]
    table.play("home column 2")
    assert legal(table, "home") == ["home column 4"]


@pytest.mark.clause(9)
def test_an_ace_is_the_lowest_card():
    table = full("A♥", "2♥", "K♥", "A♠")
    assert "move column 1 to column 2" in table.legal()
    assert "move column 3 to column 1" not in table.legal()
    assert "move column 3 to column 4" not in table.legal()


# Stock and waste


@pytest.mark.clause(7)
def test_stock_cards_are_turned_onto_the_waste_pile_one_at_a_time():
    table = full("2♣", stock="3♦ 5♠ 9♥")
    table.play("turn")
    assert table.words("stock", "waste") == {"stock": "3♦ 5♠", "waste": "9♥"}
    table.play("turn")
    assert table.words("stock", "waste") == {"stock": "3♦", "waste": "9♥ 5♠"}
    assert table.view_words(0)["waste"] == "9♥ 5♠"


@pytest.mark.clause(8)
@pytest.mark.clause("c1")
def test_the_stock_is_gone_through_once():
    table = full("2♣", "3♣", stock="3♦ 5♠").play("turn", "turn")
    assert legal(table, "turn") == []
    assert table.view_words(0)["redeals_left"] == 0


@pytest.mark.clause("c1")
def test_redeals_are_counted():
    table = GAME.table(1, redeals=2)
    for left in (2, 1, 0):
        assert table.view_words(0)["redeals_left"] == left
        table.play(*["turn"] * 64)
        if left:
            assert legal(table, "turn") == ["turn"]
            table.play("turn")
            assert now(table, "turned_over") == 3 - left
    assert legal(table, "turn") == []


@pytest.mark.clause("c1")
def test_without_a_limit_the_waste_pile_may_always_be_turned_over():
    table = GAME.table(1, redeals=None, max_steps=5000)
    assert table.view_words(0)["redeals_left"] is None
    table.play(*["turn"] * 65 * 20)
    assert (now(table, "turned_over"), legal(table, "turn")) == (20, ["turn"])


@pytest.mark.clause("c1")
def test_an_empty_waste_pile_is_not_turned_over():
    table = GAME.position(columns=["Q♣", "K♣"], waste="K♥", options={"redeals": 1})
    assert legal(table, "turn") == ["turn"]
    assert legal(table.play("home waste"), "turn") == []


@pytest.mark.clause("c2")
def test_the_waste_pile_is_turned_over_as_it_lies():
    table = GAME.position(columns=["K♣"], stock="K♦ K♠ K♥", options={"redeals": 1})
    table.play("turn", "turn", "turn", "turn")
    assert table.words("stock", "waste") == {"stock": "K♦ K♠ K♥", "waste": ""}
    assert now(table.play("turn"), "waste") == "K♥"


@pytest.mark.clause("c2")
def test_the_order_of_the_stock_is_known_only_after_it_was_seen():
    table = GAME.table(1, redeals=1)
    assert table.view_words(0)["stock"] == " ".join("?" * 64)
    assert len({now(table.redeal(0, seed), "stock") for seed in range(20)}) == 20
    table.play(*["turn"] * 65)
    assert table.view_words(0)["stock"] == now(table, "stock")
    assert now(table.redeal(0, 1), "stock") == now(table, "stock")


@pytest.mark.clause("c2")
def test_all_orders_of_the_stock_are_equally_likely():
    table = GAME.position(columns=["K♣"], waste="K♥", stock="K♦ K♠ Q♥")
    seen = Counter(now(table.redeal(0, seed), "stock") for seed in range(600))
    assert {*seen} == {" ".join(order) for order in permutations(["K♦", "K♠", "Q♥"])}
    assert min(seen.values()) > 60
    assert now(table.redeal(0, 1), "waste") == "K♥"


# Choices


@pytest.mark.clause("c3")
def test_an_ace_may_stay_where_it_is():
    table = position(["2♣ A♥", "3♦"], "K♠ K♥")
    assert table.legal()[:2] == ["turn", "home column 1"]
    table.play("turn", "turn")
    assert columns(table) == ["2♣ A♥", "3♦"]


@pytest.mark.clause("c4")
def test_no_card_comes_back_from_a_foundation():
    assert GAME.position(columns=["K♣", "", "K♠"], stock="Q♣").legal() == ["turn", "home column 3"]


# The end


@pytest.mark.clause(10)
def test_the_last_card_home_wins():
    table = GAME.position(columns=["K♥"], waste="K♠", score=[102])
    assert result(table.play("home waste")) == GOES_ON
    assert result(table.play("home column 1")) == WON
    assert now(table, "score") == [104]


@pytest.mark.clause(10)
def test_cards_left_and_nothing_to_do_lose():
    table = GAME.position(columns=STUCK, waste="K♣")
    assert table.legal() == ["home waste"]
    assert result(table.play("home waste")) == LOST
    assert table.legal() == []


@pytest.mark.clause(10)
def test_one_thing_left_to_do_is_enough_to_go_on():
    assert result(GAME.position(columns=STUCK, waste="K♣", stock="K♣").play("home waste")) == GOES_ON
    assert result(GAME.position(columns=STUCK, waste="K♦ K♣").play("home waste")) == GOES_ON
    assert result(GAME.position(columns=STUCK, waste="4♣..K♣ 2♣ A♣ 3♣ K♦").play("home waste")) == LOST
    redeal = GAME.position(columns=STUCK, waste="4♣..K♣ 2♣ A♣ 3♣ K♦", options={"redeals": 1})
    assert result(redeal.play("home waste")) == GOES_ON
    movable = [*STUCK[:9], "Q♠ 5♠ Q♠"]
    assert result(GAME.position(columns=movable, waste="K♣").play("home waste")) == GOES_ON


@pytest.mark.clause("c7")
def test_the_bound_on_actions_loses():
    table = GAME.table(1, max_steps=3).play("turn", "turn")
    assert result(table) == GOES_ON
    assert result(table.play("turn")) == STOPPED


@pytest.mark.clause("c7")
def test_the_last_action_allowed_can_still_win_or_lose_by_the_rules():
    options = {"max_steps": 1}
    assert result(GAME.position(columns=["K♥"], options=options).play("home column 1")) == WON
    assert result(GAME.position(columns=STUCK, waste="K♣", options=options).play("home waste")) == LOST


@pytest.mark.clause("c8")
def test_giving_up_is_legal_after_actions_without_a_gain_and_loses():
    table = position(["2♠ 10♥ 9♥", "10♥"], "K♠", options={"give_up_after": 2}, idle=1)
    assert "give up" not in table.legal()
    table.play("turn")  # a gain
    for source, idle in ((1, 0), (2, 1)):
        assert "give up" not in table.legal()
        assert (table.view(0).idle, table.view(0).give_up_in) == (idle, 2 - idle)
        table.play(f"move column {source} to column {3 - source}")
    assert (table.view(0).idle, table.view(0).give_up_in) == (2, 0)
    assert result(table.play("give up")) == LOST


@pytest.mark.clause("c8")
@pytest.mark.parametrize(
    ("action", "turned_over", "idle"),
    [
        ("home column 1", 0, 0),
        ("home waste", 0, 0),
        ("move waste to column 3", 0, 0),
        ("move column 2 to column 3", 0, 8),
        ("turn", 0, 0),
        ("turn", 1, 8),
    ],
)
def test_a_gain_cannot_be_undone(action, turned_over, idle):
    words = {"options": {"redeals": 2}, "turned_over": turned_over, "idle": 7}
    table = position(["4♥ A♠", "3♠ 3♦", ""], "2♠ K♥", "A♦", **words)
    assert table.play(action).view(0).idle == idle


@pytest.mark.clause("c7")
def test_the_view_tells_how_many_actions_are_left():
    table = GAME.table(1, max_steps=90)
    for left in (90, 89, 88):
        assert table.view(0).steps_left == left
        table.play("turn")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"columns": ["2♣", "3♣"]}, "a foundation has a card without the one below it"),
        ({"columns": ["K♣"], "turned_over": 1}, "the waste pile has been turned over more than 0 times"),
        ({"stock": PACK, "waste": "A♣..K♣"}, "stock and waste pile have 64 cards at most"),
    ],
)
def test_impossible_positions_are_refused(words, message):
    with pytest.raises(ValueError, match=message):
        GAME.position(**words)


def test_score_rewards_pay_each_card_home():
    table = GAME.position(columns=["K♥"], waste="K♠", reward="score", score=[102])
    assert now(table.play("home waste"), "reward") == [round(1 / 104, 6)]
    assert now(table.play("home column 1"), "reward") == [round(1 / 104, 6)]


# Over random games


@pytest.mark.parametrize("seed", range(count(compiled=10, interpreted=2)))
def test_cards_are_conserved_and_columns_keep_to_their_bound(seed):
    table = GAME.table(seed, redeals=2)
    for _ in walk(table, seed):
        assert table.count_cards().tolist() == [2] * 52 + [0, 0]
        heights = table.view_words(0)["foundations"]
        assert now(table, "score") == [sum(map(sum, heights))]
        assert all(higher >= lower for higher, lower in heights)
        assert table.view(0).columns["height"].max() <= 16


def test_a_column_of_16_takes_no_more():
    table = position(["2♠ 3♠ 4♠ K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥ 2♥", "3♦ A♥"], "K♠")
    table.play("move column 2 to column 1")
    assert len(columns(table)[0].split()) == 16
    written = position([columns(table)[0][:-2] + "5♦", "9♣ 4♦"], "K♠")
    assert "move column 2 to column 1" not in written.legal()
