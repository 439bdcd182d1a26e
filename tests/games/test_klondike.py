"""The rules of Klondike, clause by clause. Cards that a position does not name are on the foundations."""

from itertools import pairwise

import numpy as np
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS, is_red, parse_cards, rank_of
from cardzoo.envs.games.klondike import GAME
from tests.playing import count, now, walk

PACK = "A♣..K♣ A♦..K♦ A♥..K♥ A♠..K♠"
WON = {"over": True, "truncated": False, "reward": [1.0]}
LOST = {"over": True, "truncated": False, "reward": [-1.0]}
STOPPED = {"over": True, "truncated": True, "reward": [-1.0]}
GOES_ON = {"over": False, "truncated": False, "reward": [0.0]}

# Columns without any move: kings and tens at the end, the nines and queens face down. Only jacks and the ten of
# diamonds are left for stock and waste pile, and they cannot go anywhere either.
BLOCKED = ["Q♣ K♣", "Q♦ K♦", "Q♥ K♥", "Q♠ K♠", "9♣ 10♣", "9♦ 10♠", "9♥ 9♠ 10♥"]
BACKS = [1, 1, 1, 1, 1, 1, 2]
REST = "J♣ J♦ J♥ J♠ 10♦"


def columns(table):
    """The face-up cards of the columns in words, without the empty ones at the right."""
    words = table.words("columns", "face_down")
    words = [" ".join(pile.split()[down:]) for pile, down in zip(words["columns"], words["face_down"], strict=True)]
    while words and not words[-1]:
        words.pop()
    return words


def legal(table, verb):
    """The legal actions of a verb."""
    return [words for words in table.legal() if words.split()[0] == verb]


def result(table):
    return table.words("over", "truncated", "reward")


def position(*columns, face_down=(), stock="", waste="", foundation_back=False, **words):
    """A position whose other cards are on the foundations.

    If they cannot be there, they are at the bottom of the stock, or else of the columns, face down.
    """
    named = parse_cards(" ".join([*columns, stock, waste]))
    rest = [
        card
        for suit in range(4)
        for card in range(min((card for card in named if card // 13 == suit), default=52), 13 * suit + 13)
        if card not in named
    ]
    rest, room = [CARD_WORDS[card] for card in rest], 24 - len(parse_cards(f"{stock} {waste}"))
    stock, rest = " ".join([*rest[:room], stock]), rest[room:]
    face_down = [*face_down, *[0] * (7 - len(face_down))]
    piles = []
    for column, pile in enumerate(columns):
        added = rest[: 6 - face_down[column]] if pile else []
        rest = rest[len(added) :]
        face_down[column] += len(added)
        piles.append(" ".join([*added, pile]))
    options = {"foundation_back": foundation_back} | words.pop("options", {})
    return GAME.position(columns=piles, face_down=face_down, stock=stock, waste=waste, options=options, **words)


def blocked(stock=REST, waste="", **words):
    """A position in which only turning is legal."""
    return GAME.position(columns=BLOCKED, face_down=BACKS, stock=stock, waste=waste, **words)


# The deal


@pytest.mark.clause(1, 2)
def test_cards_are_dealt_row_by_row():
    table = GAME.table(deck=PACK)
    assert now(table, "columns") == [
        "A♣",
        "2♣ 8♣",
        "3♣ 9♣ A♦",
        "4♣ 10♣ 2♦ 6♦",
        "5♣ J♣ 3♦ 7♦ 10♦",
        "6♣ Q♣ 4♦ 8♦ J♦ K♦",
        "7♣ K♣ 5♦ 9♦ Q♦ A♥ 2♥",
    ]
    assert now(table, "waste") == ""
    assert parse_cards(now(table, "stock"))[::-1] == parse_cards("3♥..K♥ A♠..K♠")


@pytest.mark.clause(1)
def test_the_first_card_of_each_row_is_face_up():
    table = GAME.table(deck=PACK)
    assert now(table, "face_down") == [0, 1, 2, 3, 4, 5, 6]
    assert table.view_words(0)["columns"] == [
        "A♣",
        "? 8♣",
        "? ? A♦",
        "? ? ? 6♦",
        "? ? ? ? 10♦",
        "? ? ? ? ? K♦",
        "? ? ? ? ? ? 2♥",
    ]


# Moves


@pytest.mark.clause(3, 4)
@pytest.mark.parametrize(
    ("end", "fitting"), [("9♥", "8♣ 8♠"), ("9♣", "8♦ 8♥"), ("2♦", "A♣ A♠"), ("A♠", ""), ("K♠", "Q♦ Q♥")]
)
def test_a_card_goes_onto_one_of_the_other_colour_and_one_rank_higher(end, fitting):
    taken = []
    for card in CARD_WORDS[:52]:
        if card != end and f"move {card} onto {end}" in position(end, card).legal():
            taken.append(card)
    assert " ".join(taken) == fitting


@pytest.mark.clause(3)
def test_a_waste_card_goes_onto_a_column():
    table = position("9♥", waste="3♥ 8♠").play("move 8♠ onto 9♥")
    assert (columns(table), now(table, "waste")) == (["9♥ 8♠"], "3♥")


@pytest.mark.clause(4)
def test_a_face_up_card_goes_with_all_that_lies_on_it():
    table = position("9♥ 8♠ 7♦", "9♦", "8♣")
    assert legal(table, "move") == ["move 8♣ onto 9♦", "move 7♦ onto 8♣", "move 8♠ onto 9♦"]
    assert columns(table.copy().play("move 8♠ onto 9♦")) == ["9♥", "9♦ 8♠ 7♦", "8♣"]
    assert columns(table.play("move 7♦ onto 8♣")) == ["9♥ 8♠", "9♦", "8♣ 7♦"]


@pytest.mark.clause(4)
def test_a_face_down_card_does_not_move():
    table = position("2♥ 8♠ 7♦", "9♥", face_down=[2])
    assert legal(table, "move") == []


@pytest.mark.clause(5)
def test_an_empty_column_takes_only_a_king_with_what_lies_on_it():
    table = position("J♥ K♠ Q♥ J♠", "10♥", "", "Q♦", face_down=[1], waste="K♦")
    kings = ["move K♦ to empty column", "move K♠ to empty column"]
    assert [words for words in table.legal() if words.endswith("empty column")] == kings
    assert columns(table.copy().play("move K♦ to empty column"))[2] == "K♦"
    assert columns(table.play("move K♠ to empty column")) == ["J♥", "10♥", "K♠ Q♥ J♠", "Q♦"]


@pytest.mark.clause(6)
@pytest.mark.parametrize("action", ["move 8♠ onto 9♥", "home 8♠"])
def test_a_face_down_card_is_turned_up_when_nothing_lies_on_it(action):
    table = position("J♥ 10♠ 8♠", "9♥", face_down=[2])
    assert table.view_words(0)["columns"][0] == "? ? 8♠"
    table.play(action)
    assert (columns(table)[0], table.view_words(0)["columns"][0], now(table, "face_down")[0]) == ("10♠", "? 10♠", 1)


# Foundations


@pytest.mark.clause(3, 7, 9)
def test_foundations_begin_with_the_ace_and_go_up_in_suit():
    table = position("3♠", "A♠", waste="2♠ A♥")
    assert legal(table, "home") == ["home A♥", "home A♠"]
    for words, heights in (("home A♠", [0, 1]), ("home A♥", [1, 1]), ("home 2♠", [1, 2]), ("home 3♠", [1, 3])):
        assert words in table.legal()
        assert table.play(words).view_words(0)["foundations"][2:] == heights
    assert legal(table, "home") == []


@pytest.mark.clause(7)
def test_a_covered_card_does_not_go_home():
    table = position("2♥ A♠", "3♥ 2♣", waste="A♥ A♣")
    assert legal(table, "home") == ["home A♣", "home A♠"]
    table.play("home A♣")
    assert legal(table, "home") == ["home 2♣", "home A♥", "home A♠"]


@pytest.mark.clause(11)
def test_a_foundation_gives_its_top_card_back():
    table = GAME.position(columns=["6♠"], stock="7♠..K♠ 6♥..K♥")
    assert legal(table, "move") == ["move K♣ to empty column", "move K♦ to empty column", "move 5♥ onto 6♠"]
    table.play("move 5♥ onto 6♠")
    assert columns(table) == ["6♠ 5♥"]
    assert table.view_words(0)["foundations"] == [13, 13, 4, 5]
    assert "move 4♥ onto 5♠" not in table.legal()
    assert columns(table.play("move K♦ to empty column")) == ["6♠ 5♥", "K♦"]


@pytest.mark.clause("c3")
def test_cards_stay_on_the_foundations_if_so_agreed():
    table = position("6♠", stock="7♠..K♠ 6♥..K♥")
    assert table.legal() == ["home 6♠", "turn"]


@pytest.mark.clause("c3")
def test_a_card_that_came_back_may_go_home_at_once():
    table = GAME.position(columns=["6♠"], stock="7♠..K♠ 6♥..K♥")
    before = table.words("columns", "foundations", "score")
    assert before["score"] == [36]
    table.play("move 5♥ onto 6♠")
    assert now(table, "score") == [35]
    assert table.play("home 5♥").words("columns", "foundations", "score") == before


@pytest.mark.clause("c4")
def test_an_ace_may_stay_where_it_is():
    table = position("9♣", "A♥", waste="K♥").play("move K♥ to empty column", "turn")
    assert columns(table) == ["9♣", "A♥", "K♥"]


# Stock and waste pile


@pytest.mark.clause(8)
def test_three_cards_are_turned_the_third_on_top():
    table = blocked(offered=True)
    assert table.play("turn").words("stock", "waste") == {"stock": "J♣ J♦", "waste": "10♦ J♠ J♥"}
    assert table.play("turn").words("stock", "waste") == {"stock": "", "waste": "10♦ J♠ J♥ J♦ J♣"}


@pytest.mark.clause(8)
def test_a_last_group_of_fewer_is_not_filled_up():
    table = GAME.table(1)
    table.play(*["turn"] * 7)
    waste = now(table, "waste")
    assert len(now(table.play("turn"), "waste").split()) == 24
    assert now(table, "waste").startswith(waste)


@pytest.mark.clause(8)
@pytest.mark.parametrize(("draw", "tops"), [(1, range(24)), (2, range(1, 24, 2)), (3, range(2, 24, 3))])
def test_the_cards_that_become_available_in_a_pass(draw, tops):
    table = GAME.table(1, draw=draw, max_idle=1000)
    stock = now(table, "stock").split()[::-1]
    for _ in range(2):
        seen = []
        while now(table, "stock"):
            seen.append(now(table.play("turn"), "waste").split()[-1])
        assert seen == [stock[place] for place in tops]
        table.play("turn")


@pytest.mark.clause(9)
def test_the_next_waste_card_becomes_available():
    table = position("9♥", "10♦", "6♦", waste="7♦ 9♠ 8♠")
    assert legal(table, "move") == ["move 8♠ onto 9♥"]
    assert legal(table.play("move 8♠ onto 9♥"), "move") == ["move 9♠ onto 10♦"]


@pytest.mark.clause(10)
@pytest.mark.clause("c5")
def test_the_waste_pile_is_turned_over_as_it_lies():
    table = blocked(offered=True).play("turn", "turn", "turn")
    assert table.words("stock", "waste", "turned_over") == {"stock": REST, "waste": "", "turned_over": 1}


@pytest.mark.clause(10)
def test_the_waste_pile_is_not_turned_over_while_there_is_a_stock():
    table = blocked(stock="J♣", waste="10♦ J♠ J♥ J♦", offered=True)
    assert now(table.play("turn"), "waste") == "10♦ J♠ J♥ J♦ J♣"


@pytest.mark.clause(10)
@pytest.mark.clause("c1")
def test_without_a_limit_the_stock_is_gone_through_for_ever():
    table = GAME.table(2, max_idle=5000, max_steps=5000)
    assert table.view_words(0)["passes_left"] is None
    table.play(*["turn"] * 9 * 40)
    assert (now(table, "turned_over"), legal(table, "turn")) == (40, ["turn"])


@pytest.mark.clause("c1")
@pytest.mark.parametrize("passes", [1, 3])
def test_passes_are_counted_with_the_first(passes):
    table = GAME.table(2, passes=passes)
    for left in range(passes - 1, -1, -1):
        assert table.view_words(0)["passes_left"] == left
        table.play(*["turn"] * 8)
        assert legal(table, "turn") == ["turn"] * (left > 0)
        if left:
            table.play("turn")


@pytest.mark.clause(12)
@pytest.mark.parametrize("seed", range(count(compiled=6, interpreted=2)))
def test_cards_only_leave_stock_and_waste_and_face_down_ones_are_only_turned_up(seed):
    table, left, hidden = GAME.table(seed), 24, 21
    for _ in walk(table, seed):
        words = table.words("stock", "waste")
        assert len(words["stock"].split()) + len(words["waste"].split()) <= left
        assert sum(now(table, "face_down")) <= hidden
        left, hidden = len(words["stock"].split()) + len(words["waste"].split()), sum(now(table, "face_down"))


# Choices


@pytest.mark.clause("c2")
def test_whole_runs_move_only_together():
    table = position("9♥ 8♠ 7♦", "10♠", "8♣", "8♦ 6♦", face_down=[0, 0, 0, 1], options={"whole_runs": True})
    assert legal(table, "move") == ["move 9♥ onto 10♠"]
    assert columns(table.play("move 9♥ onto 10♠"))[1] == "10♠ 9♥ 8♠ 7♦"
    table = position("8♠ 7♦", "9♥ 8♣", options={"whole_runs": True})
    assert legal(table, "home") == ["home 8♣", "home 7♦"]


@pytest.mark.clause("c6")
def test_a_king_goes_to_the_leftmost_empty_column_but_not_from_the_foot_of_another():
    table = position("K♥ Q♠", "", "J♦ K♠", "", "K♦", waste="Q♦ K♣", face_down=[0, 0, 1])
    kings = [words for words in table.legal() if words.endswith("empty column")]
    assert kings == ["move K♣ to empty column", "move K♠ to empty column"]
    assert columns(table.play("move K♠ to empty column")) == ["K♥ Q♠", "K♠", "J♦", "", "K♦"]


@pytest.mark.clause("c7")
def test_the_stock_is_known_from_the_second_pass_on():
    table = GAME.table(2)
    assert table.view_words(0)["stock"] == " ".join("?" * 24)
    assert len({now(table.redeal(0, seed), "stock") for seed in range(20)}) == 20
    table.play(*["turn"] * 9)
    assert table.view_words(0)["stock"] == now(table, "stock")
    assert {now(table.redeal(0, seed), "stock") for seed in range(20)} == {now(table, "stock")}
    assert len({str(now(table.redeal(0, seed), "columns")) for seed in range(20)}) == 20


@pytest.mark.clause("c7")
def test_in_the_first_pass_a_face_down_card_may_be_any_unseen_one():
    table = GAME.table(deck=PACK).play("turn")
    seen = {*now(table, "waste").split(), *" ".join(table.view_words(0)["columns"]).split()}
    drawn = {now(table.redeal(0, seed), "columns")[1].split()[0] for seed in range(400)}
    assert drawn == {*CARD_WORDS[:52]} - seen


@pytest.mark.clause("c7")
@pytest.mark.parametrize("seed", range(count(compiled=6, interpreted=2)))
def test_nothing_seen_depends_on_what_is_hidden(seed):
    table = GAME.table(seed, draw=1)
    for _ in walk(table, seed):
        other = table.redeal(0, seed)
        assert other.view(0) == table.view(0)
        assert np.array_equal(other.mask, table.mask)
        assert np.array_equal(other.count_cards(), table.count_cards())


# The end


@pytest.mark.clause(13)
def test_the_last_card_home_wins():
    table = position("K♥", waste="K♠", score=[50])
    assert result(table.play("home K♠")) == GOES_ON
    assert result(table.play("home K♥")) == WON
    assert now(table, "score") == [52]


@pytest.mark.clause(13)
@pytest.mark.clause("c8")
def test_with_nothing_but_giving_up_the_game_is_lost():
    table = blocked(offered=True, options={"passes": 1, "give_up_after": 0}).play("turn")
    assert result(table) == GOES_ON
    assert result(table.play("turn")) == LOST
    assert table.legal() == []


@pytest.mark.clause("c8")
def test_a_pass_that_offers_nothing_loses():
    table = blocked().play("turn")
    assert result(table) == GOES_ON
    assert result(table.play("turn")) == LOST


@pytest.mark.clause("c8")
def test_after_a_pass_that_offered_something_there_is_another():
    table = blocked(offered=True).play("turn", "turn")
    assert result(table) == GOES_ON
    table.play("turn")
    assert now(table, "offered") is False
    assert result(table.play("turn")) == GOES_ON
    assert result(table.play("turn")) == LOST


@pytest.mark.clause("c8")
@pytest.mark.parametrize("action", ["move Q♥ onto K♠", "turn"])
def test_every_possible_move_was_offered(action):
    table = GAME.position(
        columns=["Q♣ K♣", "Q♦ K♦", "K♥ Q♥", "Q♠ K♠", *BLOCKED[4:]],
        face_down=BACKS,
        stock=REST,
        options={"foundation_back": False},
    )
    assert now(table, "offered") is False
    assert now(table.play(action), "offered") is True


@pytest.mark.clause("c8")
@pytest.mark.parametrize(
    ("draw", "stock", "waste"),
    [
        (1, "2♣", "A♣ 3♣ K♣ Q♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣"),  # the ace could be played when it was turned
        (3, "2♣", "K♣ Q♣ A♣ J♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣"),  # eleven cards: one of twelve was played
    ],
)
def test_a_written_position_tells_by_its_cards_what_was_offered_in_its_pass(draw, stock, waste):
    stock = stock if draw == 1 else f"3♣ {stock}"
    table = GAME.position(stock=stock, waste=waste, options={"draw": draw, "foundation_back": False})
    assert now(table, "offered") is True
    assert result(table.play("turn")) == GOES_ON
    table.play("turn")
    assert now(table, "offered") is False


@pytest.mark.clause("c9")
@pytest.mark.parametrize(
    ("action", "idle"),
    [
        ("move 8♠ onto 9♥", 0),
        ("home 6♠", 0),
        ("home 7♦", 0),
        ("move 9♥ onto 10♣", 0),
        ("move 9♥ onto 10♠", 0),
        ("move 10♠ onto J♥", 8),
        ("move 6♦ onto 7♣", 8),
        ("turn", 8),
    ],
)
def test_a_gain_cannot_be_undone(action, idle):
    columns = ["8♥ 9♥", "10♣", "10♠", "J♥", "7♣", "Q♥ 7♦"]
    table = position(*columns, face_down=[1, 0, 0, 0, 0, 1], waste="6♠ 8♠", idle=7, foundation_back=True)
    if action == "home 6♠":
        table.play("move 8♠ onto 9♥")
    assert table.play(action).view(0).idle == idle


@pytest.mark.clause("c9")
def test_a_card_that_comes_back_and_goes_home_again_is_no_gain():
    table = GAME.position(columns=["6♠"], stock="7♠..K♠ 6♥..K♥")
    for action, idle in (("move 5♥ onto 6♠", 1), ("home 5♥", 2), ("home 6♠", 0)):
        assert table.play(action).view(0).idle == idle


@pytest.mark.clause("c9")
@pytest.mark.parametrize("bound", ["max_idle", "max_steps"])
def test_bounds_lose(bound):
    table = GAME.table(1, **{bound: 3}).play("turn", "turn")
    assert result(table) == GOES_ON
    assert (table.view(0).stop_in, table.view(0).steps_left) == ((1, 998) if bound == "max_idle" else (198, 1))
    assert result(table.play("turn")) == STOPPED


@pytest.mark.clause("c9")
@pytest.mark.parametrize("bound", ["max_idle", "max_steps"])
def test_the_last_action_allowed_can_still_win_or_lose_by_the_rules(bound):
    assert result(position("K♥", options={bound: 1}).play("home K♥")) == WON
    assert result(blocked(stock="", waste=REST, options={bound: 1}, offered=True).play("turn")) == STOPPED
    assert result(blocked(options={bound: 1, "passes": 1, "draw": 1}, stock="J♣", waste=REST[3:]).play("turn")) == LOST


@pytest.mark.clause("c10")
def test_giving_up_is_legal_after_actions_without_a_gain_and_loses():
    table = position("9♥", "10♠", "10♣", waste="8♠", options={"give_up_after": 2}, idle=1)
    assert "give up" not in table.legal()
    for action, idle in (("move 8♠ onto 9♥", 0), ("turn", 1), ("turn", 2)):
        table.play(action)
        assert (table.view(0).idle, table.view(0).give_up_in) == (idle, 2 - idle)
        assert ("give up" in table.legal()) == (idle == 2)
    assert result(table.play("give up")) == LOST


def test_score_rewards_pay_each_card_home_and_take_back():
    table = GAME.position(columns=["6♠"], stock="7♠..K♠ 6♥..K♥", reward="score")
    for action, pay in (("move 5♥ onto 6♠", -1), ("home 5♥", 1), ("home 6♠", 1)):
        assert now(table.play(action), "reward") == [round(pay / 52, 6)]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"columns": ["2♣", "3♣"]}, "a foundation has a card without the one below it"),
        ({"columns": ["K♣"], "face_down": [1]}, "the end card of a column is face up"),
        ({"columns": ["K♣", "K♥ K♦"]}, "K♦ cannot lie on K♥"),
        ({"columns": ["K♣", "J♥ K♥ Q♣"]}, "K♥ cannot lie on J♥"),
        ({"columns": ["K♣"], "options": {"passes": 2}, "turned_over": 2}, "the stock is gone through 2 times at most"),
        ({"stock": "A♣..K♣ A♠..K♠"}, "stock and waste pile have 24 cards at most"),
        ({"columns": []}, "the game is won"),
    ],
)
def test_impossible_positions_are_refused(words, message):
    with pytest.raises(ValueError, match=message):
        GAME.position(**words)


# Over random games


@pytest.mark.parametrize("options", [{}, {"draw": 1, "foundation_back": False}])
@pytest.mark.parametrize("seed", range(count(compiled=4, interpreted=1)))
def test_cards_are_conserved_and_columns_alternate(seed, options):
    table, left = GAME.table(seed, **options), 97
    for _ in walk(table, seed):
        assert table.count_cards().tolist() == [1] * 52 + [0, 0]
        words = table.words("score", "face_down", "stock", "waste", "most_home")
        home = sum(table.view_words(0)["foundations"])
        assert words["score"] == [home]
        for cards in map(parse_cards, columns(table)):
            assert all(is_red(a) != is_red(b) and rank_of(a) == rank_of(b) + 1 for a, b in pairwise(cards))
        gains = sum(words["face_down"]) + len(f"{words['stock']} {words['waste']}".split())
        gains += 52 - max(home, words["most_home"])
        assert gains <= left
        assert (gains < left) == (table.view(0).idle == 0 < now(table, "steps"))
        left = gains
